package kernel

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// TestConsoleInTerminal works with `jupyter console` in a terminal, as people do: its prompt completes, knows the
// pager and asks for passwords, which only a terminal shows. Ctrl-C is not here: version 6.4 of the console keeps it
// to itself, with every kernel.
func TestConsoleInTerminal(t *testing.T) {
	if testing.Short() {
		t.Skip("a console that loads for seconds")
	}
	needJupyter(t, "jupyter_console")
	c := startConsole(t, installReal(t))
	c.wait("In [1]:")
	for _, step := range []struct {
		text string   // typed as it is
		keys []string // pressed then
		want string   // on the screen after that
	}{
		{"answer := 6 * 7", []string{"Enter"}, "In [2]:"},
		{"tensor.OnesL", []string{"Tab"}, "tensor.OnesLike"},
		{"", []string{"C-u"}, "In [2]:"},
		{"answer?", []string{"Enter"}, "var answer int // defined in In[1]"},
		{"answer > 41", []string{"Enter"}, "Out[3]: true"},
		{"secret, err := frontend.Password(\"token? \")", []string{"Enter"}, "\ntoken?"},
		{"hush", []string{"Enter"}, "In [5]:"},
		{"len(secret)", []string{"Enter"}, "Out[5]: 4"},
		{"display.Plot([]int{0, 2})", []string{"Enter"}, "2 ┤"},
	} {
		if step.text != "" {
			c.run("send-keys", "-l", step.text)
		}
		c.run(append([]string{"send-keys"}, step.keys...)...)
		c.wait(step.want)
	}
	if screen := c.run("capture-pane", "-p", "-S", "-"); strings.Contains(screen, "hush") {
		t.Errorf("the password can be seen:\n%s", screen)
	}
}

// console is a terminal of tmux.
type console struct {
	t      *testing.T
	socket string
}

func startConsole(t *testing.T, env []string) *console {
	t.Helper()
	testenv.Program(t, "tmux")
	c := &console{t, filepath.Join(testenv.ShortDir(t), "s")}
	t.Cleanup(func() { c.run("kill-server") })
	start := exec.Command("tmux", "-S", c.socket, "-f", os.DevNull, "new-session", "-d", "-x", "100", "-y", "45",
		python+" -m jupyter_console --kernel msrepl; cat")
	start.Env = env
	if out, err := start.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return c
}

func (c *console) run(args ...string) string {
	c.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", c.socket}, args...)...).CombinedOutput()
	if err != nil {
		c.t.Fatalf("tmux %q: %v: %s", args, err, out)
	}
	return string(out)
}

// wait waits until the screen shows text.
func (c *console) wait(text string) {
	c.t.Helper()
	screen := ""
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if screen = c.run("capture-pane", "-p"); strings.Contains(screen, text) {
			return
		}
	}
	c.t.Fatalf("the console does not show %q but\n%s", text, screen)
}
