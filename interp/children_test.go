//go:build unix

package interp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestBackground: a command ends when it has ended itself, with all that it has written. What it leaves in the
// background goes on, and is heard below its cell.
func TestBackground(t *testing.T) {
	rec := &cellRecorder{}
	s, err := New(Options{Sink: rec})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	gate := filepath.Join(t.TempDir(), "gate")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	const long = 200000 // more than a pipe holds
	for i, src := range []string{
		fmt.Sprintf("!read x < %s && echo late $x & head -c %d /dev/zero | tr '\\0' a; echo; echo end", gate, long),
		"y := 1",
	} {
		if r := s.EvalAs(i+1, src); r.Err != nil {
			t.Fatal(r.Err)
		}
	}
	if got := rec.take(); got != strings.Repeat("a", long)+"\nend\n" {
		t.Errorf("%d letters, the last ones are %q", len(got), got[max(0, len(got)-20):])
	}
	if err := os.WriteFile(gate, []byte("news\n"), 0); err != nil {
		t.Fatal(err)
	}
	late := ""
	if !testenv.Wait(func() bool { late += rec.cells[0].take(); return late == "late news\n" }) {
		t.Errorf("the background said %q", late)
	}
}

// TestChildrenDie: what a command has started, in pipes of shells too, ends with the process, also one that is
// killed.
func TestChildrenDie(t *testing.T) {
	if dir := os.Getenv("MSREPL_TEST_CHILDREN"); dir != "" {
		s := newSession(t)
		s.Eval("!cd " + dir + " && (sleep 1000 | sleep 1001 & echo $! > pid; sh -c 'echo $$ > inner; sleep 1002; true'; true) | cat")
		return
	}
	dir := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=TestChildrenDie$")
	cmd.Env = append(os.Environ(), "MSREPL_TEST_CHILDREN="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var pids []int
	for _, name := range []string{"pid", "inner"} {
		pid := 0
		testenv.Wait(func() bool {
			text, _ := os.ReadFile(filepath.Join(dir, name))
			pid, _ = strconv.Atoi(strings.TrimSpace(string(text)))
			return pid != 0
		})
		if pids = append(pids, pid); pid == 0 || syscall.Kill(pid, 0) != nil {
			t.Fatalf("no process %s", name)
		}
	}
	time.Sleep(100 * time.Millisecond) // in which the watchdog comes up, if it is late
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	for _, pid := range pids {
		if !testenv.Wait(func() bool { return syscall.Kill(pid, 0) != nil || zombie(pid) }) {
			t.Errorf("process %d lives on", pid)
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

// zombie reports whether a process has ended and nobody has asked how.
func zombie(pid int) bool {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	_, rest, _ := strings.Cut(string(text), ") ")
	return strings.HasPrefix(rest, "Z")
}
