package conform

import (
	"flag"
	"hash/crc32"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

var (
	match  = flag.String("match", "", "run all programs whose names match the `pattern`, and no others")
	record = flag.String(
		"record", "", "write down what Go makes of the realistic programs whose names match the `pattern`, and run none",
	)
	write = flag.Bool("write", false, "write docs/limits.md and the list of outcomes from a run of Go's programs")
)

// sample is the fraction of programs that run outside of CI: one of sample.
const sample = 10

// outcomesFile lists the recorded outcome of each of Go's programs.
const outcomesFile = "testdata/outcomes.txt"

// TestOutcomes fails if the outcome of a program is worse than the recorded one, or one that is never allowed: the
// program does not end, gives a wrong answer, or ends the session.
func TestOutcomes(t *testing.T) {
	list, err := Programs(filepath.Join(strings.TrimSpace(testenv.Go(t, "env", "GOROOT")), "test"))
	if err != nil || len(list) == 0 {
		testenv.Lacking(t, "this Go distribution comes without its tests")
	}
	want, err := Load(outcomesFile)
	if err != nil {
		t.Fatal(err)
	}
	if *write {
		writeOutcomes(t, list)
		return
	}
	list = slices.DeleteFunc(chosen(t, list), func(p Program) bool { return want[p.Name].Slow })
	All(binary(t), list, runtime.NumCPU(), testenv.Patience, func(o Outcome) {
		if rank(o.Class) > rank(want[o.Name].Class) {
			t.Errorf("%s: %s, was %s: %s", o.Name, o.Class, want[o.Name].Class, o.Reason())
		}
	})
}

// writeOutcomes runs programs and writes their outcomes.
func writeOutcomes(t *testing.T, list []Program) {
	var results []Outcome
	All(binary(t), list, runtime.NumCPU(), 2*time.Minute, func(o Outcome) {
		results = append(results, o)
		if o.Class != Pass {
			t.Logf("%-8s %-28s %s", o.Class, o.Name, o.Reason())
		}
	})
	t.Log(Summary(results))
	if err := os.WriteFile("../../../docs/limits.md", []byte(Limits(results)), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Save(outcomesFile, results); err != nil {
		t.Fatal(err)
	}
}

// TestCells compares sessions with the output of their exports in Go.
func TestCells(t *testing.T) {
	if testing.Short() {
		t.Skip("builds programs")
	}
	list, err := Cells("testdata/cells", t.TempDir())
	if err != nil || len(list) == 0 {
		t.Fatal("no sessions", err)
	}
	list = chosen(t, list)
	bin := binary(t)
	for i := range list {
		if err := list[i].Export(bin); err != nil {
			t.Fatal(err)
		}
	}
	All(bin, list, runtime.NumCPU(), testenv.Patience, func(o Outcome) {
		if o.Class != Pass {
			t.Errorf("%s: %s\n%s\nwant\n%s", o.Name, o.Class, o.Got, o.Want)
		}
	})
}

// TestRealisticPrograms runs realistic programs, whole and in cells.
func TestRealisticPrograms(t *testing.T) {
	const dir = "../../testdata/realistic"
	if *record != "" {
		if err := recordAll(dir, regexp.MustCompile(*record)); err != nil {
			t.Fatal(err)
		}
		return
	}
	list, err := Realistic(dir, t.TempDir())
	if err != nil || len(list) == 0 {
		t.Fatal("no programs", err)
	}
	excuses, err := Excused(dir + "/known.txt")
	if err != nil {
		t.Fatal(err)
	}
	for name := range excuses {
		if !slices.ContainsFunc(list, func(p Program) bool { return p.Name == name }) {
			t.Errorf("known.txt: %s is no program", name)
		}
	}
	All(binary(t), chosen(t, list), runtime.NumCPU(), testenv.Patience, func(o Outcome) {
		if v := o.Verdict(excuses[o.Name]); v != "" {
			t.Errorf("%s: %s", o.Name, v)
		}
	})
}

// binary builds msrepl.
func binary(t *testing.T) string {
	bin := filepath.Join(t.TempDir(), "msrepl")
	testenv.Build(t, bin, "../../../cmd/msrepl")
	return bin
}

// chosen returns the programs whose names match. Without a pattern and outside of CI it returns a sample; the variants
// of a program are chosen together.
func chosen(t *testing.T, list []Program) []Program {
	pattern, err := regexp.Compile(*match)
	if err != nil {
		t.Fatal(err)
	}
	whole := *match != "" || os.Getenv("CI") != ""
	return slices.DeleteFunc(list, func(p Program) bool {
		name := p.Name[strings.Index(p.Name, " ")+1:]
		return !pattern.MatchString(p.Name) || !whole && crc32.ChecksumIEEE([]byte(name))%sample > 0
	})
}

// rank orders classes. A program that is not in the list may be refused, but not have a worse class.
func rank(c Class) int {
	for i, x := range classes {
		if x == c {
			return i
		}
	}
	return rank(Refused)
}

func TestClasses(t *testing.T) {
	for _, c := range []struct {
		got  string
		exit int
		want Class
	}{
		{"hello\n", 0, Pass},
		{"hullo\n", 0, Wrong},
		{"hello\n", 1, Failed},
		{"p.go:1:2: undefined: x\n    x\n    ^\n", 1, Refused},
		{"p.go:1:2: labels in select " + Limit + "\n", 1, Refused},
		{"hel\np.go:1:2: LimitError: incomplete type " + Limit + "\n", 1, Stopped},
		{"p.go:1:2: Panic: boom\n", 1, Failed},
		{"panic: boom\n\ngoroutine 1 [running]:\n", 2, Crash},
	} {
		o := Outcome{Program: Program{File: "p.go", Want: "hello\n"}, Got: c.got, Exit: c.exit}
		if got := o.classify(); got != c.want {
			t.Errorf("%q, status %d: %s, want %s", c.got, c.exit, got, c.want)
		}
	}
}

// TestClassifyLong has a program that prints more than is kept.
func TestClassifyLong(t *testing.T) {
	got := &bounded{}
	text := strings.Repeat("12345678901\n", maxOutput/10)
	_, _ = got.Write([]byte(text))
	for want, class := range map[string]Class{text: Pass, "other" + text: Wrong} {
		o := Outcome{Program: Program{Want: want}, Got: got.String()}
		if o.classify() != class {
			t.Errorf("%.10s… is %s, want %s", want, o.classify(), class)
		}
	}
}
