package interp

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// goCommand returns the go command. Only machines with a test binary and no Go may do without what it compares with.
func goCommand(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("go")
	switch {
	case err == nil:
	case os.Getenv("CI") == "true":
		t.Fatal(err)
	default:
		t.Skip("needs the go command")
	}
	return path
}

// TestPrograms runs whole Go programs as cells, and as Go runs them.
func TestPrograms(t *testing.T) {
	goTool := goCommand(t)
	files, err := filepath.Glob("testdata/programs/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, err := exec.Command(goTool, "run", "./"+file).CombinedOutput()
			if err != nil {
				t.Fatalf("%v\n%s", err, want)
			}
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			rec := &recorder{}
			s, err := New(Options{Sink: rec})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			if r := s.Eval(string(src)); r.Err != nil {
				t.Error(r.Err)
			}
			if diff := cmp.Diff(trimRight(string(want)), trimRight(rec.take())); diff != "" {
				t.Errorf("(-go +session)\n%s", diff)
			}
		})
	}
}
