package interp

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// The transcripts in testdata/*.repl are sessions: a line that begins with ">>> " begins a cell,
// "... " continues it, and all other lines are what the cell prints, values of last expressions
// included. "## title" begins a new session; other lines that begin with "#" between two cells are
// comments. Every session runs in a folder of its own. A line of a cell that must fail ends in
// ### "regexp", which the message must match.

// session is a "## title" part of a transcript.
type session struct {
	title string
	file  string
	line  int
	notes map[string]string // what "# skip: why" and the like say of an example
	cells []transcriptCell
}

type transcriptCell struct {
	src      string
	line     int // of the transcript
	lines    int
	want     string
	failLine int // 1-based line of the cell, 0 when it must not fail
	fail     *regexp.Regexp
}

var failure = regexp.MustCompile(`\s*### ("(?:[^"\\]|\\.)*")$`)

func readTranscript(t testing.TB, name string) (sessions []*session) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var s *session
	sc := bufio.NewScanner(f)
	for n := 1; sc.Scan(); n++ {
		line := sc.Text()
		switch title, isTitle := strings.CutPrefix(line, "## "); {
		case isTitle:
			s = &session{title: title, file: filepath.Base(name), line: n, notes: map[string]string{}}
			sessions = append(sessions, s)
		case s == nil:
		case strings.HasPrefix(line, ">>>"):
			s.cells = append(s.cells, transcriptCell{line: n})
			s.input(t, line[3:])
		case strings.HasPrefix(line, "..."):
			s.input(t, line[3:])
		case exampleNote.MatchString(line):
			m := exampleNote.FindStringSubmatch(line)
			s.notes[m[1]] = m[2]
		case strings.HasPrefix(line, "# ") || line == "":
		default:
			c := &s.cells[len(s.cells)-1]
			c.want += strings.TrimSuffix(line, "␤") + "\n"
		}
	}
	if err := sc.Err(); err != nil { // a line that is too long
		t.Fatalf("%s: %v", name, err)
	}
	return sessions
}

func (s *session) input(t testing.TB, line string) {
	c := &s.cells[len(s.cells)-1]
	line = strings.TrimPrefix(line, " ")
	c.lines++
	if m := failure.FindStringSubmatch(line); m != nil {
		pattern, err := strconv.Unquote(m[1])
		if err != nil {
			t.Fatalf("%s: %v", s.file, err)
		}
		c.fail, c.failLine = regexp.MustCompile(pattern), c.lines
		line = line[:len(line)-len(m[0])]
	}
	if c.lines > 1 {
		c.src += "\n"
	}
	c.src += line
}

// recorder is a sink that keeps what a session prints.
type recorder struct {
	mu sync.Mutex
	b  strings.Builder
}

func (r *recorder) Stream(_, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.b.WriteString(text)
}

// Display, Update and Clear show what a pipe would see, and say where an update or a clearing happened.
func (r *recorder) Display(b display.Bundle) {
	if !b.Passing() {
		r.Stream("", b.Text()+"\n")
	}
}

func (r *recorder) Update(b display.Bundle) {
	if !b.Passing() {
		r.Stream("", "(update) "+b.Text()+"\n")
	}
}

func (r *recorder) Clear(wait bool) { r.Stream("", fmt.Sprintf("(clear, wait=%v)\n", wait)) }

func (r *recorder) take() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.b.String()
	r.b.Reset()
	return s
}

// late returns what goroutines still put out after their cell has ended, when what the cell is to print goes on
// behind got.
func (r *recorder) late(want, got string) (more string) {
	wanted := trimRight(want)
	waits := func() bool {
		g := trimRight(got + more)
		return len(g) < len(wanted) && slices.Equal(g, wanted[:len(g)])
	}
	for end := time.Now().Add(lateFor); waits() && time.Now().Before(end); time.Sleep(time.Millisecond) {
		more += r.take()
	}
	return more
}

// lateFor is how long what goroutines print is waited for; where nothing comes, the test fails.
const lateFor = 20 * time.Second

// run returns the first difference between a transcript and the truth, "" when there is none.
func (s *session) run() (problem string) { return s.runWith(func(*Session) {}) }

// runWith is run where before is called with the session before each cell.
func (s *session) runWith(before func(*Session)) (problem string) {
	rec := &recorder{}
	sess, err := New(Options{Sink: rec})
	if err != nil {
		return err.Error()
	}
	defer sess.Close()
	for _, c := range s.cells {
		before(sess)
		timer := time.AfterFunc(testenv.Patience, sess.Interrupt)
		r := sess.Eval(c.src)
		timer.Stop()
		got := rec.take()
		if r.Value != nil {
			got += r.Value.Text() + "\n"
		}
		at := fmt.Sprintf("%s:%d", s.file, c.line)
		switch {
		case r.Err != nil && c.fail == nil:
			return fmt.Sprintf("%s: %s\n%s\nprinted before:\n%s", at, c.src, r.Err, got)
		case r.Err == nil && c.fail != nil:
			return fmt.Sprintf("%s: no error, want one that matches %s", at, c.fail)
		case r.Err != nil && !c.fail.MatchString(r.Err.Kind+": "+r.Err.Msg):
			return fmt.Sprintf("%s: error %q does not match %s", at, r.Err.Kind+": "+r.Err.Msg, c.fail)
		case r.Err != nil && r.Err.Line != c.failLine:
			return fmt.Sprintf("%s: error at line %d, want line %d\n%s", at, r.Err.Line, c.failLine, r.Err)
		}
		got += rec.late(c.want, got)
		if diff := cmp.Diff(trimRight(c.want), trimRight(got)); diff != "" {
			return fmt.Sprintf("%s: %s\n(-want +got)\n%s", at, c.src, diff)
		}
	}
	return ""
}

// trimRight drops white space at the ends of lines, which editors do to transcripts, and empty lines,
// which separate cells.
func trimRight(s string) []string {
	var out []string
	for l := range strings.Lines(s) {
		if l = strings.TrimRight(l, " \t\n"); l != "" {
			out = append(out, l)
		}
	}
	return out
}

func transcripts(t testing.TB) (all []*session) {
	t.Helper()
	names, err := filepath.Glob("testdata/*.repl")
	if err != nil || len(names) == 0 {
		t.Fatal("no transcripts", err)
	}
	for _, name := range names {
		all = append(all, readTranscript(t, name)...)
	}
	return all
}

func TestTranscripts(t *testing.T) {
	for _, s := range transcripts(t) {
		t.Run(strings.TrimSuffix(s.file, ".repl")+"/"+s.title, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if problem := s.run(); problem != "" {
				t.Error(problem)
			}
		})
	}
}
