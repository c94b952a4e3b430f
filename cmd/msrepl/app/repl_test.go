package app

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/interp"
)

// TestSessions types the text after the prompts in testdata/session/* and expects the other lines.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "session", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no sessions", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkSession(t, string(text))
		})
	}
}

// checkSession plays the transcript of a terminal, at a plain terminal.
func checkSession(t *testing.T, want string) {
	t.Helper()
	got := playSession(t, want)
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// playSession types what was typed in a transcript and returns the transcript of that.
func playSession(t *testing.T, want string) string {
	t.Helper()
	var got strings.Builder
	std := stdio{in: strings.NewReader(""), out: &got, err: &got}
	r := &repl{screen: newScreen(std), n: 1}
	r.edit = &typist{out: &got, ready: r.ready, lines: typedLines(want)}
	var err error
	if r.session, err = interp.New(interp.Options{Sink: r.screen}); err != nil {
		t.Fatal(err)
	}
	defer r.session.Close()
	r.loop()
	return got.String()
}

var promptLine = regexp.MustCompile(`^(?:In\[\d+\]:| *\.\.\.:)(?: (.*))?$`)

// typedLines returns what a person typed in a transcript.
func typedLines(transcript string) (lines []string) {
	for line := range strings.Lines(transcript) {
		if m := promptLine.FindStringSubmatch(strings.TrimRight(line, "\n")); m != nil {
			lines = append(lines, m[1])
		}
	}
	return lines
}

// typist is an editor that types the lines of a script; ^C at the end of one clears it.
type typist struct {
	out   io.Writer
	ready readiness
	lines []string
	cells []string // the history
}

func (e *typist) ReadCell(prompt, more string) (string, error) {
	return readLines(prompt, more, e.ready, e.line)
}

func (e *typist) line(prompt string) (string, error) {
	if len(e.lines) == 0 {
		return "", io.EOF
	}
	line := e.lines[0]
	e.lines = e.lines[1:]
	shown := strings.TrimRight(prompt+line, " ")
	if _, err := io.WriteString(e.out, shown+"\n"); err != nil {
		return "", err
	}
	if strings.HasSuffix(line, "^C") {
		return "", errInterrupt
	}
	return line, nil
}

func (e *typist) Remember(cell string) { e.cells = append(e.cells, cell) }
func (e *typist) Close() error         { return nil }
