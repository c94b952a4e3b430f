package kernel

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// nobody is a user without rights.
const nobody = 65534

// barren is a machine on which a user without rights has no home to write to.
type barren struct {
	t         *testing.T
	dir       string // holds all that follows
	env       []string
	namespace []string // words that run a command as the user
}

// TestReadOnlyHome installs, checks and uses the kernel as a user who may not write where users write: nothing but
// history and the user's own kernelspec depends on it, and each says once what was not written and why.
func TestReadOnlyHome(t *testing.T) {
	if testing.Short() {
		t.Skip("it is about files")
	}
	if os.Getuid() != 0 {
		t.Skip("only root can be another user")
	}
	needPrograms(t, "setpriv", "unshare", "mount")
	user := []string{"setpriv", fmt.Sprint("--reuid=", nobody), fmt.Sprint("--regid=", nobody), "--clear-groups"}
	dir := barrenMachine(t)
	const remount = `mount -o remount,bind,ro / && mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"`
	readOnly := append([]string{"unshare", "-m", "sh", "-c", remount, dir}, user...)
	home, own := filepath.Join(dir, "home"), filepath.Join(dir, "own")
	spec := func(home string) string { return filepath.Join(home, ".local/share/jupyter/kernels/msrepl") }
	tests := []struct {
		name      string
		namespace []string
		env       []string
		install   string // why it does not install for the user
		history   string // why it is not kept
		runtime   string // what doctor says of connection files
		all       bool   // is read-only
	}{
		{
			"a home of somebody else", user,
			[]string{"HOME=" + home},
			"the kernelspec was not written to " + spec(home) + ": mkdir " + home + "/.local: permission denied",
			home + "/.local: permission denied",
			"Jupyter cannot write connection files to " + home + "/.local/share/jupyter/runtime: " + home + ": permission denied", false,
		},
		{"no home", user, nil, "$HOME is not defined", "neither XDG_STATE_HOME nor HOME is set", "there is no home directory", false},
		{
			"nothing that can be written", readOnly,
			[]string{"HOME=" + own, "TMPDIR=" + own},
			"the kernelspec was not written to " + spec(own) + ": mkdir " + own + "/.local: read-only file system",
			own + "/.local: read-only file system",
			"Jupyter cannot write connection files to " + own + "/.local/share/jupyter/runtime: " + own + ": read-only file system", true,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m := &barren{t, dir, tt.env, tt.namespace}
			if out, err := m.command("true").CombinedOutput(); err != nil {
				needPermission(t, fmt.Errorf("%w: %s", err, out))
			}
			m.expect("install", 1, "msrepl: "+tt.install+"; --prefix DIR installs the kernel below another directory\n")
			if !tt.all {
				m.installElsewhere()
			}
			m.doctor(tt.runtime, tt.all)
			m.session(tt.history)
			for _, place := range []string{home, own} {
				if found, err := os.ReadDir(place); err != nil || len(found) > 0 {
					t.Errorf("%s has %v; %v", place, found, err)
				}
			}
		})
	}
}

// barrenMachine makes places for a test: home is root's, own and prefix are nobody's, and installed has a kernelspec.
func barrenMachine(t *testing.T) string {
	t.Helper()
	dir := testenv.OpenDir(t)
	bin := filepath.Join(dir, "msrepl")
	testenv.Build(t, bin, "../cmd/msrepl")
	if err := os.Chmod(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, mode := range map[string]os.FileMode{"home": 0o555, "own": 0o755, "prefix": 0o755, ".": 0o755} {
		place := filepath.Join(dir, name)
		if err := os.MkdirAll(place, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(place, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"own", "prefix"} {
		if err := os.Chown(filepath.Join(dir, name), nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Install(InstallOptions{Prefix: filepath.Join(dir, "installed"), Command: bin}); err != nil {
		t.Fatal(err)
	}
	return dir
}

// command runs a program as the user, without the environment of the test.
func (m *barren) command(program string, args ...string) *exec.Cmd {
	argv := append(append([]string{}, m.namespace...), append([]string{program}, args...)...)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = "/", append([]string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin"}, m.env...)
	return cmd
}

func (m *barren) msrepl(args string, env ...string) *exec.Cmd {
	cmd := m.command(filepath.Join(m.dir, "msrepl"), strings.Fields(args)...)
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// expect runs msrepl and compares all that it says.
func (m *barren) expect(args string, status int, want string, env ...string) {
	m.t.Helper()
	cmd := m.msrepl(args, env...)
	out, _ := cmd.CombinedOutput()
	if got := cmd.ProcessState.ExitCode(); got != status || string(out) != want {
		m.t.Errorf("msrepl %s: status %d, %q; want %d, %q", args, got, out, status, want)
	}
}

// installElsewhere installs where the user may write, and removes it again.
func (m *barren) installElsewhere() {
	m.t.Helper()
	prefix := filepath.Join(m.dir, "prefix")
	spec := filepath.Join(prefix, "share/jupyter/kernels/msrepl")
	for _, way := range []struct{ args, env string }{{"--prefix " + prefix, "X="}, {"--sys-prefix", "VIRTUAL_ENV=" + prefix}} {
		m.expect("install --env A=B "+way.args, 0, "installed the kernel in "+spec+"\n", way.env)
		text, err := os.ReadFile(filepath.Join(spec, "kernel.json"))
		if err != nil || !strings.Contains(string(text), `"A": "B"`) {
			m.t.Errorf("%s: %v", text, err)
		}
		m.expect("kernels", 0, fmt.Sprintf("%-16s %s\n", specName, spec), "JUPYTER_PATH="+filepath.Join(prefix, "share/jupyter"))
		m.expect("uninstall "+way.args, 0, "removed "+spec+"\n", way.env)
	}
}

// doctor looks at a kernelspec that root has installed.
func (m *barren) doctor(runtime string, all bool) {
	m.t.Helper()
	cmd := m.msrepl("doctor", "JUPYTER_PATH="+filepath.Join(m.dir, "installed/share/jupyter"))
	out, err := cmd.CombinedOutput()
	tried := "ok       kernel msrepl was started, ran 1+1 and ended"
	if all {
		tried = "warning  kernel msrepl was not tried: no folder for the connection file: "
	}
	for _, want := range []string{
		tried, "FAULT    " + runtime, "warning  the cell history is not kept on disk: ", "XDG_STATE_HOME",
	} {
		if strings.Count(string(out), want) != 1 {
			m.t.Errorf("doctor does not say %q once; %v:\n%s", want, err, out)
		}
	}
	if n := strings.Count(string(out), "FAULT"); n != 1 {
		m.t.Errorf("%d faults:\n%s", n, out)
	}
}

// session has a kernel that the user runs answer cells, completion and questions about history.
func (m *barren) session(history string) {
	conn := tcpConnection(m.t, "key")
	text, err := json.Marshal(conn)
	if err != nil {
		m.t.Fatal(err)
	}
	file := filepath.Join(m.dir, "connection.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		m.t.Fatal(err)
	}
	log := &logBuffer{}
	cmd := m.msrepl("kernel " + file)
	cmd.Stderr = log
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = cmd.Process.Kill() })
	c := connect(m.t, conn)
	for _, code := range []string{"first := 41", "first + 1"} {
		if x := c.execute(code); x.reply.content["status"] != "ok" || strings.Contains(summary(x.iopub), "stream") {
			m.t.Errorf("%s: %s", code, summary(x.iopub))
		}
	}
	reply := c.request("shell", "complete_request", map[string]any{"code": "fir", "cursor_pos": 3}).reply
	if got := fmt.Sprint(reply.content["matches"]); got != "[first]" {
		m.t.Errorf("completion offers %s", got)
	}
	reply = c.request("shell", "history_request", map[string]any{"hist_access_type": "tail", "n": 5}).reply
	if got := fmt.Sprint(reply.content["history"]); got != "[[0 1 first := 41] [0 2 first + 1]]" {
		m.t.Errorf("the history is %s", got)
	}
	c.request("control", "shutdown_request", struct{}{})
	if err := cmd.Wait(); err != nil {
		m.t.Error(err)
	}
	if said := log.String(); strings.Count(said, "\n") != 1 || !strings.Contains(
		said, "the cell history is not kept on disk",
	) || !strings.Contains(said, history) {
		m.t.Errorf("the kernel says %q, want one line with %q", said, history)
	}
}
