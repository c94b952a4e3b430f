// Package testenv provides what tests need from their machine: optional programs, the go command, and time.
//
// A machine may be busy with other work, so no test compares wall time with a constant. Speed is measured in
// processor time, in counts, or relative to something that runs at the same time.
package testenv

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/metrics"
	"strings"
	"testing"
	"time"
)

// Patience is how long a test waits for an expected event. It only ends tests that hang: four seconds of work on an
// idle machine take a minute while thirty other programs run on two processors.
const Patience = 10 * time.Minute

// Lacking skips a test because the machine lacks something optional. With CI=true in the environment, the test fails
// instead.
func Lacking(tb testing.TB, what ...any) {
	tb.Helper()
	if os.Getenv("CI") == "true" {
		tb.Fatal(what...)
	} else {
		tb.Skip(what...)
	}
}

// Program returns the path of an installed program. If it is not installed, Program calls Lacking.
func Program(tb testing.TB, name string) string {
	tb.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		Lacking(tb, name, " is not installed (make test-deps): ", err)
	}
	return path
}

// Output runs a command and returns its standard output. Standard error, to which the go command reports downloads of
// modules for example, is shown only if the command fails.
func Output(tb testing.TB, cmd *exec.Cmd) string {
	tb.Helper()
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		tb.Fatalf("%s: %v\n%.4000s%.4000s", cmd, err, out, &errs)
	}
	return string(out)
}

// Go runs the go command and returns its standard output.
func Go(tb testing.TB, args ...string) string {
	tb.Helper()
	return Output(tb, exec.Command(Program(tb, "go"), args...))
}

// Build compiles a program to a file, like a release: static, and without debug information, which takes half of the
// linker's time.
func Build(tb testing.TB, file, program string) {
	tb.Helper()
	cmd := exec.Command(Program(tb, "go"), "build", "-trimpath", "-ldflags=-s -w", "-o", file, program)
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	Output(tb, cmd)
}

// Wait calls done every few milliseconds until it returns true, and reports whether it did so within Patience.
func Wait(done func() bool) bool {
	for end := time.Now().Add(Patience); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// ShortDir returns a directory for this test with a name short enough for a socket in it. Systems limit socket paths
// to about a hundred bytes, and the directory for temporary files may have a long name.
func ShortDir(tb testing.TB) string {
	tb.Helper()
	const most = 60
	var errs []error
	for _, base := range []string{os.TempDir(), "/tmp", "/var/tmp", "/dev/shm"} {
		if len(base) > most {
			continue
		}
		dir, err := os.MkdirTemp(base, "msrepl")
		if err == nil {
			tb.Cleanup(func() { _ = os.RemoveAll(dir) })
			return dir
		}
		errs = append(errs, err)
	}
	tb.Fatal(errors.Join(errs...))
	return ""
}

// OpenDir returns a directory for this test that every user of the machine may enter, whatever the umask and TMPDIR
// are.
func OpenDir(tb testing.TB) string {
	tb.Helper()
	for _, base := range []string{os.TempDir(), "/tmp", "/var/tmp"} {
		if !open(base) {
			continue
		}
		dir, err := os.MkdirTemp(base, "msrepl")
		if err != nil {
			continue
		}
		tb.Cleanup(func() {
			_ = os.Chmod(dir, 0o700)
			_ = os.RemoveAll(dir)
		})
		if err := os.Chmod(dir, 0o755); err != nil {
			tb.Fatal(err)
		}
		return dir
	}
	Lacking(tb, "no place for temporary files that other users may enter")
	return ""
}

// Allocated returns the bytes that the program has allocated so far.
func Allocated() uint64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return s[0].Value.Uint64()
}

// open reports whether every user may enter a directory and those above it.
func open(dir string) bool {
	for {
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm()&0o001 == 0 {
			return false
		}
		above := filepath.Dir(dir)
		if above == dir {
			return true
		}
		dir = above
	}
}
