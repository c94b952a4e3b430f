package gorun

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// TestMain runs a single program instead of the tests if the environment says so: programs end their process and write
// to its output.
func TestMain(m *testing.M) {
	if file := os.Getenv("GORUN_PROGRAM"); file != "" {
		flag.CommandLine = flag.NewFlagSet(file, flag.ExitOnError) // without the flags of tests
		os.Exit(run(file))
	}
	os.Exit(m.Run())
}

func run(file string) int {
	src, err := os.ReadFile(file)
	if err == nil {
		var p *Program
		os.Args = []string{file}
		if os.Getenv("GORUN_MARKED") == "" {
			p, err = Load(file, src)
		} else {
			p, err = marked(file, src)
		}
		if err == nil {
			return p.Run()
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// marked loads a program with a debugger that stops at every mark, reads all variables and writes them back.
func marked(file string, src []byte) (*Program, error) {
	var stops atomic.Int64
	p, err := load(file, src, func(m *vm.Marks) {
		for _, k := range m.List {
			k.Set(true)
		}
	})
	if err != nil {
		return nil, err
	}
	p.host.Stop = func(s *vm.Stopped, _ *vm.Mark) {
		if stops.Add(1) > 5000 {
			return
		}
		c := s.Calls()[0]
		for _, v := range c.Visible() {
			if x := v.Value(); x.IsValid() && !v.Memory {
				v.Assign(x)
			}
		}
	}
	return p, nil
}

// TestPrograms compares programs with their recorded output in Go.
func TestPrograms(t *testing.T) { comparePrograms(t) }

// TestMarkedPrograms does the same with code for a debugger.
func TestMarkedPrograms(t *testing.T) { comparePrograms(t, "GORUN_MARKED=1") }

func comparePrograms(t *testing.T, env ...string) {
	files, err := filepath.Glob("../../testdata/realistic/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	own, err := filepath.Glob("testdata/*.go")
	if err != nil || len(own) == 0 {
		t.Fatal("no programs", err)
	}
	for i, file := range append(own, files...) {
		all := os.Getenv("CI") != "" && (!testing.Short() || concurrent(t, file))
		if !all && i >= len(own) && (i-len(own))%5 != 0 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(file, ".go") + ".out")
			if err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(append(os.Environ(), "GORUN_PROGRAM="+file), env...)
			cmd.Stdout, cmd.Stderr = &out, &errs
			err = cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code > 0 {
				fmt.Fprintf(&out, "exit status %d", code)
			}
			if strings.TrimRight(out.String(), "\n") != strings.TrimRight(string(want), "\n") {
				t.Errorf("%v\n%s\ngot\n%s\nwant\n%s", err, errs.String(), out.String(), want)
			}
		})
	}
}

// concurrent reports whether a program has goroutines: these run under the race detector, which runs the short tests.
func concurrent(t *testing.T, file string) bool {
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return goroutines.Match(src)
}

var goroutines = regexp.MustCompile(`(?m)^\s*go \w|"(sync|context|time)\b`)

// address matches addresses, which differ between runs.
var address = regexp.MustCompile(`0x[0-9a-f]+`)

// nilPanic is the message of Go 1.26, with which the expected output was recorded, for panic(nil).
const nilPanic = "panic called with nil argument"

// TestEnds compares the output of programs that end with a panic with that of "go run", except addresses and the
// stack.
func TestEnds(t *testing.T) {
	files, err := filepath.Glob("testdata/ends/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := os.ReadFile(strings.TrimSuffix(file, ".go") + ".err")
			if err != nil {
				t.Fatal(err)
			}
			var errs bytes.Buffer
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "GORUN_PROGRAM="+file)
			cmd.Stderr = &errs
			err = cmd.Run()
			got, _, _ := strings.Cut(errs.String(), "\ngoroutine ")
			got = address.ReplaceAllString(got, "0x")
			// The wording differs between releases of Go.
			got = strings.ReplaceAll(got, new(runtime.PanicNilError).Error(), nilPanic)
			if code := cmd.ProcessState.ExitCode(); code != 2 || strings.TrimSpace(got) != strings.TrimSpace(string(want)) {
				t.Errorf("%v, status %d\ngot\n%s\nwant\n%s", err, code, got, want)
			}
		})
	}
}
