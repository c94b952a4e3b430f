package interp

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/msrepl/msrepl/interp/internal/cellrt"
)

// tests returns replacements for functions of package testing, by name: its messages name positions in the machine,
// and Main ends the process. T, B and F begin with the struct that has the methods, so each is passed as a T.
func (m *machine) tests(r *cellrt.Runtime) map[string]any {
	type helper struct {
		t  *testing.T
		fn string
	}
	var helpers sync.Map
	log := func(t *testing.T, text string) {
		at := site{file: "???", line: 1}
		for _, at = range m.callers() {
			if _, ok := helpers.Load(helper{t, at.fn}); !ok {
				break
			}
		}
		text = strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n    ")
		fmt.Fprintf(t.Output(), "%s:%d: %s\n", filepath.Base(at.file), at.line, text)
	}
	all := map[string]any{"testing.Main": func(match func(pat, str string) (bool, error), tests []testing.InternalTest,
		benchmarks []testing.InternalBenchmark, examples []testing.InternalExample,
	) {
		suite := testing.MainStart(testDeps(match), tests, benchmarks, nil, examples)
		r.ParseCommandLine()
		r.Exit(suite.Run(), true)
	}}
	for verb, then := range map[string]func(t *testing.T){
		"Log": func(*testing.T) {}, "Error": (*testing.T).Fail, "Fatal": (*testing.T).FailNow, "Skip": (*testing.T).SkipNow,
	} {
		line := func(t *testing.T, v ...any) { log(t, fmt.Sprintln(cellrt.FiniteAll(v)...)); then(t) }
		format := func(t *testing.T, f string, v ...any) { log(t, fmt.Sprintf(f, cellrt.FiniteAll(v)...)); then(t) }
		for _, of := range []string{"common", "T", "B", "F"} { // the last three are called through interfaces
			all["(*testing."+of+")."+verb], all["(*testing."+of+")."+verb+"f"] = line, format
		}
	}
	help := func(t *testing.T) {
		if list := m.callers(); len(list) > 0 {
			h := helper{t, list[0].fn}
			if _, known := helpers.LoadOrStore(h, true); !known {
				t.Cleanup(func() { helpers.Delete(h) })
			}
		}
	}
	for _, of := range []string{"common", "T", "B", "F"} {
		all["(*testing."+of+").Helper"] = help
	}
	return all
}

// testDeps selects tests by name. It is what testing.Main passes to testing.MainStart, whose interface a release of Go
// may change: then this file does not compile.
type testDeps func(pattern, name string) (bool, error)

var errTestDeps = errors.New("testing.Main has no profiles, logs and fuzzing")

type corpusEntry = struct {
	Parent     string
	Path       string
	Data       []byte
	Values     []any
	Generation int
	IsSeed     bool
}

func (f testDeps) MatchString(pattern, name string) (bool, error) { return f(pattern, name) }
func (testDeps) StartCPUProfile(io.Writer) error                  { return errTestDeps }
func (testDeps) StopCPUProfile()                                  {}
func (testDeps) WriteProfileTo(string, io.Writer, int) error      { return errTestDeps }
func (testDeps) ModulePath() string                               { return "" }
func (testDeps) ImportPath() string                               { return "" }
func (testDeps) StartTestLog(io.Writer)                           {}
func (testDeps) StopTestLog() error                               { return errTestDeps }
func (testDeps) SetPanicOnExit0(bool)                             {}
func (testDeps) RunFuzzWorker(func(corpusEntry) error) error      { return errTestDeps }
func (testDeps) CheckCorpus([]any, []reflect.Type) error          { return nil }
func (testDeps) ResetCoverage()                                   {}
func (testDeps) SnapshotCoverage()                                {}

func (testDeps) CoordinateFuzzing(
	time.Duration, int64, time.Duration, int64, int, []corpusEntry, []reflect.Type, string, string,
) error {
	return errTestDeps
}

func (testDeps) ReadCorpus(string, []reflect.Type) ([]corpusEntry, error) { return nil, errTestDeps }

func (testDeps) InitRuntimeCoverage() (
	mode string, tearDown func(string, string) (string, error), snapshot func() float64,
) {
	return "", nil, nil
}
