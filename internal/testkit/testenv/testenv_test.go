package testenv

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestOutput(t *testing.T) {
	sh := Program(t, "sh")
	if got := Output(t, exec.Command(sh, "-c", "echo go: downloading >&2; echo out")); got != "out\n" {
		t.Errorf("got %q", got)
	}
}

// TestProcessorTime: sleeping takes no processor time, computing does.
func TestProcessorTime(t *testing.T) {
	begin := ProcessorTime()
	if !Wait(func() bool { return ProcessorTime()-begin > 20*time.Millisecond || spin() }) {
		t.Error("computing takes no time")
	}
	begin, start := ProcessorTime(), time.Now()
	time.Sleep(100 * time.Millisecond)
	if slept, used := time.Since(start), ProcessorTime()-begin; used > slept/2 {
		t.Errorf("sleeping for %v took %v of processor time", slept, used)
	}
}

// spin computes for a moment.
func spin() bool {
	for start := time.Now(); time.Since(start) < time.Millisecond; {
	}
	return false
}

// TestLacking: a test that lacks something fails with CI=true and is skipped otherwise.
func TestLacking(t *testing.T) {
	for ci, want := range map[string]string{"": "skipped", "1": "skipped", "true": "failed"} {
		t.Setenv("CI", ci)
		tb := &witness{TB: t}
		Program(tb, "there-is-no-such-program")
		if tb.got != want {
			t.Errorf("CI=%q: the test %s, want %s", ci, tb.got, want)
		}
	}
}

// witness notes how a test ends.
type witness struct {
	testing.TB
	got string
}

func (w *witness) Skip(...any)  { w.got = "skipped" }
func (w *witness) Fatal(...any) { w.got = "failed" }

// TestDirs checks that sockets fit into short directories, and other users may enter open ones, wherever temporary
// files go.
func TestDirs(t *testing.T) {
	private := filepath.Join(t.TempDir(), strings.Repeat("long", 40))
	if err := os.Mkdir(private, 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", private)
	l, err := net.Listen("unix", filepath.Join(ShortDir(t), strings.Repeat("s", 40)))
	if err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if dir := OpenDir(t); !open(dir) || open(private) {
		t.Errorf("%s: open %v; %s: open %v", dir, open(dir), private, open(private))
	}
}
