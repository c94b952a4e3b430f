package kernel

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-zeromq/zmq4"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// startProcess starts this test binary as a kernel with a real session, below the words of a command
// that starts others, such as ip netns exec, if any.
func startProcess(t testing.TB, conn connection, below ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(conn)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "connection.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	argv := append(below, self, file)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "MSREPL_FAKE_KERNEL=real")
	cmd.Stderr = &logBuffer{}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd
}

// connect connects a client to a kernel in another process.
func connect(t testing.TB, conn connection) *client {
	t.Helper()
	c := &client{t: t, conn: conn, log: &logBuffer{}}
	return c.another()
}

// rss returns the resident memory of a process in MB.
func rss(t testing.TB, pid int) int { return statusKB(t, pid, "VmRSS:") >> 10 }

// statusKB returns a figure of a process, in kB.
func statusKB(t testing.TB, pid int, name string) int {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("no /proc here: ", err)
	}
	for line := range strings.Lines(string(text)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			kb, _ := strconv.Atoi(strings.Fields(rest)[0])
			return kb
		}
	}
	return 0
}

// leave closes the client's connections.
func (c *client) leave() {
	for _, s := range c.sockets {
		_ = s.Close()
	}
	c.cancel()
}

// TestManyKernels starts 50 kernels at once and runs a cell in each. They must fit where 50 Python
// kernels, of 68 MB each, do not.
func TestManyKernels(t *testing.T) {
	if testing.Short() {
		t.Skip("50 processes")
	}
	const kernels, most = 50, 45 // MB each
	conns := make([]connection, kernels)
	pids := make([]int, kernels)
	dir := testenv.ShortDir(t)
	begin := time.Now()
	for i := range kernels {
		// Ports that are free now may not be when so many processes take theirs.
		conns[i] = connection{
			Transport: "ipc", IP: filepath.Join(dir, fmt.Sprint(i)), Key: "key", SignatureScheme: "hmac-sha256",
			ShellPort: 1, ControlPort: 2, StdinPort: 3, IOPubPort: 4, HBPort: 5,
		}
		pids[i] = startProcess(t, conns[i]).Process.Pid
	}
	total := 0
	for i := range kernels {
		c := connect(t, conns[i])
		if x := c.execute(fmt.Sprintf("x := tensor.New([]int{%d})\nx + 1", i)); x.reply.content["status"] != "ok" {
			t.Fatalf("kernel %d: %s", i, x.reply.raw)
		}
		total += rss(t, pids[i])
		c.leave()
	}
	t.Logf("%d kernels: started and used in %v, %d MB resident in all, %d MB each", kernels, time.Since(begin).Round(time.Millisecond), total, total/kernels)
	if total > kernels*most {
		t.Errorf("%d MB, more than %d each", total, most)
	}
}

// TestRemoteKernel runs a kernel in one network namespace and its client in another, with nothing but
// the connection file and TCP between them.
func TestRemoteKernel(t *testing.T) {
	run := func(command string) error {
		words := strings.Fields(command)
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w: %s", command, err, out)
		}
		return nil
	}
	name := fmt.Sprintf("msrepl%d", os.Getpid()%10000)
	t.Cleanup(func() { _ = run("ip netns del " + name) })
	for _, command := range []string{
		"ip netns add " + name,
		fmt.Sprintf("ip link add %sa type veth peer name %sb netns %s", name, name, name),
		fmt.Sprintf("ip addr add 10.231.7.1/30 dev %sa", name),
		fmt.Sprintf("ip link set %sa up", name),
		fmt.Sprintf("ip -n %s addr add 10.231.7.2/30 dev %sb", name, name),
		fmt.Sprintf("ip -n %s link set %sb up", name, name),
		fmt.Sprintf("ip -n %s link set lo up", name),
	} {
		needPermission(t, run(command))
	}
	conn := tcpConnection(t, "key")
	conn.IP = "10.231.7.2"
	startProcess(t, conn, "ip", "netns", "exec", name)
	c := connect(t, conn)
	if got := summary(c.execute("fmt.Println(\"far away\")\n6 * 7").iopub); got != `busy execute_input stdout("far away\n") execute_result idle` {
		t.Error(got)
	}
	if err := c.sockets["hb"].Send(zmq4.NewMsgString("ping")); err != nil {
		t.Error(err)
	}
	if m, err := c.sockets["hb"].Recv(); err != nil || string(m.Bytes()) != "ping" {
		t.Errorf("heartbeat: %q, %v", m.Bytes(), err)
	}
	id := c.send("shell", "execute_request", map[string]string{"code": "for {}"})
	c.untilRunning()
	c.interrupt(id, true)
	c.request("control", "shutdown_request", struct{}{})
}
