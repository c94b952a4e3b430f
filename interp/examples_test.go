package interp

import (
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// The examples of MindSpore's own reference are in testdata/examples, one file per source file of MindSpore: what a
// docstring feeds to an op and what it records as printed, the calls in our dialect. README.md there says which
// examples there are. The form is that of the transcripts, with a note on some:
//
//	# skip: why        the record cannot be right
//	# missing: what    there is no such op
//	# part: why        not the whole example is here

var exampleNote = regexp.MustCompile(`^# (skip|missing|part): (.*)$`)

// examplesFloor is how many examples print what is recorded. It may only rise.
const examplesFloor = 595

func TestExamples(t *testing.T) {
	names, err := filepath.Glob("testdata/examples/*.repl")
	if err != nil || len(names) == 0 {
		t.Fatal("no examples", err)
	}
	count := map[string]int{}
	for _, name := range names {
		for _, s := range readTranscript(t, name) {
			outcome, why := s.example()
			count[outcome]++
			count["all"]++
			if why != "" {
				t.Logf("%s %s:%d %s: %s", outcome, s.file, s.line, s.title, why)
			}
		}
	}
	t.Logf("%d of %d examples pass, %d of them in part; %d are skipped, %d need a missing op, %d fail", count["pass"]+count["part"],
		count["all"], count["part"], count["skip"], count["missing"], count["fail"])
	if passed := count["pass"] + count["part"]; passed < examplesFloor {
		t.Errorf("%d examples pass, want at least %d", passed, examplesFloor)
	}
}

// example runs an example, unless its notes tell not to.
func (s *session) example() (outcome, why string) {
	for _, note := range []string{"skip", "missing"} {
		if why := s.notes[note]; why != "" {
			return note, why
		}
	}
	if why := s.runExample(); why != "" {
		return "fail", why
	}
	if s.notes["part"] != "" {
		return "part", s.notes["part"]
	}
	return "pass", ""
}

// runExample returns the first difference between an example and what its cells print, "" when there is none.
func (s *session) runExample() (problem string) {
	rec := &recorder{}
	sess, err := New(Options{Sink: rec})
	if err != nil {
		return err.Error()
	}
	defer sess.Close()
	for _, c := range s.cells {
		timer := time.AfterFunc(testenv.Patience, sess.Interrupt)
		r := sess.Eval(c.src)
		timer.Stop()
		got := rec.take()
		if r.Err != nil {
			return r.Err.Kind + ": " + r.Err.Msg
		}
		if r.Value != nil {
			got += r.Value.Text()
		}
		if c.want != "" && !sameRecord(c.want, got) {
			return c.src + "\nwant " + c.want + "got  " + got
		}
	}
	return ""
}

// exampleTolerance bounds how far a printed number may be from the recorded one, relative to numbers beyond one: the
// records stem from several machines and are rounded by hand.
const exampleTolerance = 1e-5

var exampleToken = regexp.MustCompile(`[-+]?(?:inf|nan)\b|[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?|[A-Za-z_]\w*|[^\s,]`)

// sameRecord reports whether got is what a docstring records: the same words, brackets and, within the tolerance,
// numbers. Blanks, line breaks and commas do not count, as docstrings wrap by hand. A record that breaks off inside
// of a bracket is compared as far as it goes.
func sameRecord(want, got string) bool {
	w, g := exampleToken.FindAllString(plainShape(want), -1), exampleToken.FindAllString(plainShape(got), -1)
	if len(w) < len(g) && open(w) > 0 {
		g = g[:len(w)]
	}
	if len(w) != len(g) {
		return false
	}
	for i := range w {
		if !sameToken(w[i], g[i]) {
			return false
		}
	}
	return true
}

var shapeRecord = regexp.MustCompile(`(?m)^\s*\(([\d, ]*)\)\s*$`)

// plainShape writes a shape, which is a tuple in Python, as Go prints it.
func plainShape(s string) string { return shapeRecord.ReplaceAllString(s, "[$1]") }

// open counts the brackets that are not closed.
func open(tokens []string) (n int) {
	for _, t := range tokens {
		switch t {
		case "(", "[":
			n++
		case ")", "]":
			n--
		}
	}
	return n
}

func sameToken(w, g string) bool {
	x, errX := strconv.ParseFloat(w, 64)
	y, errY := strconv.ParseFloat(g, 64)
	switch {
	case errX != nil || errY != nil:
		return strings.EqualFold(w, g) // Go's own true is Python's True
	case math.IsNaN(x) || math.IsInf(x, 0):
		return w == g || math.IsNaN(x) && math.IsNaN(y) || x == y
	}
	return math.Abs(x-y) <= exampleTolerance*max(1, math.Abs(x))
}

func TestSameRecord(t *testing.T) {
	for _, c := range []struct {
		want, got string
		same      bool
	}{
		{"[1. 2.\n 3. 4.]", "[1.       2.0000001 3. 4.]", true},
		{"[1., 2.]", "[1. 2.]", true},
		{"[1. 2.]", "[1. 2.1]", false},
		{"[1. 2.]", "[[1. 2.]]", false},
		{"(2, 3)", "[2 3]", true},
		{"()", "[]", true},
		{"(1, 2)", "[1 2]\n3", false},
		{"True", "true", true},
		{"[nan -inf]", "[ nan -inf]", true},
		{"[nan -inf]", "[ nan inf]", false},
		{"[0.+0.j]", "[0.-0.j]", true},
		{"[[1. 2.]", "[[1. 2.]\n [3. 4.]]", true},
		{"Tensor(shape=[], dtype=Int64, value= 1)", "Tensor(shape=[], dtype=Int32, value= 1)", false},
		{"[-0.1  0.3]", "[-0.1 +0.3]", true},
		{"1.e+03", "1000.", true},
	} {
		if sameRecord(c.want, c.got) != c.same {
			t.Errorf("sameRecord(%q, %q) is %v", c.want, c.got, !c.same)
		}
	}
}
