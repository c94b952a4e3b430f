package app

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is msrepl itself when it is called so.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"msrepl": Main})
}

// TestScripts runs the command lines in testdata/script.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{Dir: filepath.Join("testdata", "script"), RequireExplicitExec: true})
}

// binary returns a directory in which bin/msrepl is this program.
func binary(t testing.TB) (dir string) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "bin", "msrepl")); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestExitStatus(t *testing.T) {
	tests := []struct {
		args []string
		want int
	}{
		{[]string{"version"}, 0},
		{[]string{"-e", "1+1"}, 0},
		{[]string{"-e", "missing"}, exitFailed},
		{[]string{"-e", `panic("stop")`}, exitFailed},
		{[]string{"-e", "os.Exit(3)"}, 3},
		{[]string{"-e", ":quit", "-e", "missing"}, 0},
		{[]string{"-e", ":missing"}, exitFailed},
		{[]string{"run", "missing.go"}, exitFailed},
		{[]string{"missing"}, exitUsage},
		{[]string{"-missing"}, exitUsage},
	}
	for _, test := range tests {
		var out, err strings.Builder
		if got := Run(test.args, strings.NewReader(""), &out, &err); got != test.want {
			t.Errorf("msrepl %q has status %d, want %d\n%s%s", test.args, got, test.want, &out, &err)
		}
	}
}

// TestInterruptStatus interrupts a cell from outside.
func TestInterruptStatus(t *testing.T) {
	cmd := exec.Command(filepath.Join(binary(t), "bin", "msrepl"), "-e", `fmt.Println("running"); for {}`)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "running\n" {
		t.Fatal(line, err)
	}
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the status tells
	if got := cmd.ProcessState.ExitCode(); got != exitInterrupted {
		t.Errorf("exit status %d, want %d", got, exitInterrupted)
	}
}
