package interp

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestPrograms runs whole Go programs as cells, and as Go runs them.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want := runGo(t, "./"+file)
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
			// Connections that wait to be used again are goroutines, which later tests would take for a chance to be
			// woken.
			defer http.DefaultClient.CloseIdleConnections()
			if r := s.Eval(string(src)); r.Err != nil {
				t.Error(r.Err)
			}
			if diff := cmp.Diff(trimRight(want), trimRight(rec.take())); diff != "" {
				t.Errorf("(-go +session)\n%s", diff)
			}
		})
	}
}

// runGo compiles a program and returns what it prints, on standard error too.
func runGo(t *testing.T, program string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "program")
	testenv.Build(t, bin, program)
	out, err := exec.Command(bin).CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return string(out)
}
