package kernel

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestGatewayLauncher starts a kernel through the launcher of the Enterprise Gateway image, without a
// gateway to report to.
func TestGatewayLauncher(t *testing.T) {
	needJupyter(t, "json")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	// The launcher runs "msrepl kernel FILE"; this binary takes the file as its first argument.
	script := fmt.Sprintf("#!/bin/sh\nMSREPL_FAKE_KERNEL=1 exec %q \"$2\"\n", self)
	if err := os.WriteFile(filepath.Join(dir, "msrepl"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	low := 20000 + os.Getpid()%10000
	cmd := exec.Command(python, "../docs/deploy/enterprise-gateway/launch-msrepl.py",
		"--RemoteProcessProxy.kernel-id", "k", "--RemoteProcessProxy.port-range", fmt.Sprintf("%d..%d", low, low+500))
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "TMPDIR="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	var conn connection
	for end := time.Now().Add(patience); conn.HBPort == 0; time.Sleep(10 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(dir, "kernel-*.json"))
		if len(files) == 1 {
			conn, _ = readConnection(files[0])
		}
		if time.Now().After(end) {
			t.Fatal("no connection file")
		}
	}
	if conn.ShellPort < low || conn.ShellPort > low+500 || conn.Key == "" {
		t.Errorf("connection %+v", conn)
	}
	conn.IP = "127.0.0.1"
	c := connect(t, conn)
	if got := summary(c.execute("print here").iopub); !strings.Contains(got, "here") {
		t.Error(got)
	}
}
