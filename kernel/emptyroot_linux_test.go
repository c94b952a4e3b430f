package kernel

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestEmptyRoot runs the static binary as a container does that holds nothing else: no libc, no /proc,
// no /dev, no HOME, nothing that it may write.
func TestEmptyRoot(t *testing.T) {
	root := testenv.OpenDir(t)
	testenv.Build(t, filepath.Join(root, "msrepl"), "../cmd/msrepl")
	conn := tcpConnection(t, "key")
	text, err := json.Marshal(conn)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "connection.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{"msrepl": 0o555, "connection.json": 0o444, ".": 0o555} {
		if err := os.Chmod(filepath.Join(root, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	command := func(args ...string) *exec.Cmd {
		cmd := exec.Command("/msrepl", args...)
		cmd.Env, cmd.Dir = []string{}, "/"
		cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
		return cmd
	}
	out, err := command("-e", "x := tensor.New([]int{1, 2}); x + 1").CombinedOutput()
	if isForbidden(err) {
		needPermission(t, err)
	}
	if err != nil || !strings.Contains(string(out), "[2, 3]") {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := command("kernel", "/connection.json")
	cmd.Stderr = &logBuffer{}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	c := connect(t, conn)
	if got := summary(c.execute("6 * 7").iopub); got != "busy execute_input execute_result idle" {
		t.Error(got)
	}
	if got := summary(c.execute(`os.WriteFile("/x", nil, 0o644)`).iopub); !strings.Contains(got, "execute_result") {
		t.Error(got)
	}
	if _, err := os.Stat(filepath.Join(root, "x")); !os.IsNotExist(err) {
		t.Error("it could write")
	}
	c.request("control", "shutdown_request", struct{}{})
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, cmd.Stderr)
	}
}
