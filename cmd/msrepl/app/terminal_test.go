package app

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// tmux is a real terminal with msrepl in it.
type tmux struct {
	t      *testing.T
	socket string
}

// startTerminal starts msrepl in a terminal; state is where its history is.
func startTerminal(t *testing.T, state string) *tmux {
	t.Helper()
	return startProgram(t, state, filepath.Join(binary(t), "bin", "msrepl"))
}

// startProgram is startTerminal for the msrepl at a path.
func startProgram(t *testing.T, state, msrepl string) *tmux {
	t.Helper()
	return startWith(t, "NO_COLOR=1", state, msrepl)
}

// startWith is startProgram with settings of the environment: NAME=value with blanks between.
func startWith(t *testing.T, environment, state, msrepl string) *tmux {
	t.Helper()
	testenv.Program(t, "tmux")
	term := &tmux{t, filepath.Join(testenv.ShortDir(t), "s")}
	t.Cleanup(func() { _, _ = term.try("kill-server") })
	command := fmt.Sprintf("%s XDG_STATE_HOME='%s' '%s'; echo left with $?; cat", environment, state, msrepl)
	if _, err := term.try("-f", os.DevNull, "new-session", "-d", "-x", "90", "-y", "40", command); err != nil {
		t.Fatal(err)
	}
	term.wait("In[1]:")
	return term
}

func (m *tmux) try(args ...string) (string, error) {
	cmd := exec.Command("tmux", append([]string{"-S", m.socket}, args...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("tmux %q: %w: %s", args, err, out)
	}
	return string(out), err
}

func (m *tmux) run(args ...string) string {
	m.t.Helper()
	out, err := m.try(args...)
	if err != nil {
		m.t.Fatal(err)
	}
	return out
}

// text types text unchanged; keys presses the keys with these names.
func (m *tmux) text(s string) { m.t.Helper(); m.run("send-keys", "-l", s) }

func (m *tmux) keys(keys ...string) { m.t.Helper(); m.run(append([]string{"send-keys"}, keys...)...) }
func (m *tmux) line(s string)       { m.t.Helper(); m.text(s); m.keys("Enter") }

// screen returns the rows, without blanks at their ends.
func (m *tmux) screen() string { m.t.Helper(); return m.run("capture-pane", "-p") }

// wait waits until the rows hold text, and returns them.
func (m *tmux) wait(text string) string {
	m.t.Helper()
	var rows string
	if !testenv.Wait(func() bool { rows = m.screen(); return strings.Contains(rows, text) }) {
		m.t.Fatalf("the terminal does not show %q but\n%s", text, rows)
	}
	return rows
}

// waitColumn waits until the cursor is in a column.
func (m *tmux) waitColumn(column string) {
	m.t.Helper()
	if !testenv.Wait(func() bool { return strings.TrimSpace(m.run("display", "-p", "#{cursor_x}")) == column }) {
		m.t.Fatalf("the cursor is not in column %s:\n%s", column, m.screen())
	}
}

// waitEntered waits for the empty last line that Enter has made in a block. A key that arrives together with Enter
// counts as pasted, for which nothing is indented.
func (m *tmux) waitEntered() {
	m.t.Helper()
	var rows string
	if !testenv.Wait(func() bool {
		rows = strings.TrimRight(m.screen(), "\n")
		return strings.HasSuffix(rows, "\n  ...:")
	}) {
		m.t.Fatalf("the terminal shows no empty last line but\n%s", rows)
	}
}

func TestTerminalMultiLine(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("func twice(x int) int {")
	m.wait("  ...:")
	m.waitColumn("11") // four blanks behind the prompt, for the body
	m.line("return 2 * x")
	m.waitEntered()
	m.line("}")
	m.wait("In[2]:")
	m.line("twice(21)")
	if rows := m.wait("Out[2]: 42"); !strings.Contains(rows, "\n  ...: }\n") {
		t.Errorf("the closing brace is not moved out:\n%s", rows)
	}
}

// sayRuns makes a cell say that it runs, in words that its own line does not hold.
const sayRuns = `fmt.Println("it " + "runs"); `

func TestTerminalInterrupt(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("x := 41")
	m.wait("In[2]:")
	m.line(sayRuns + "for { x++; x-- }")
	m.wait("\nit runs\n") // earlier, Ctrl-C would clear a line
	m.keys("C-c")
	m.wait("^C\nIn[2]:1:41: Interrupted")
	m.wait("In[3]:")
	m.line("x > 40")
	m.wait("Out[3]: true")
}

// TestTerminalInterruptedQuestion interrupts cells that ask: the code does not go on, and what is typed next is the
// next cell's.
func TestTerminalInterruptedQuestion(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("var s string")
	n := 1
	for _, ask := range []string{
		"fmt.Scanln(&s)", `frontend.Input("")`, "bufio.NewReader(os.Stdin).ReadString(10)", "func() { fmt.Scanln(&s) }()",
	} {
		n++
		m.wait(fmt.Sprintf("In[%d]:", n))
		m.line(fmt.Sprintf(`fmt.Println("question", %d); `, n) + ask + `; fmt.Println("it goes " + "on")`)
		m.wait(fmt.Sprintf("\nquestion %d\n", n)) // the screen may show the last one still
		m.keys("C-c")
		n++
		m.wait(fmt.Sprintf("\nIn[%d]:", n))
		m.line("1+1")
		if rows := m.wait(fmt.Sprintf("Out[%d]: 2\n", n)); strings.Contains(rows, "it goes on") {
			t.Errorf("%s: the cell goes on:\n%s", ask, rows)
		}
		m.keys("C-l")
	}
}

// TestTerminalInterruptTypedAhead checks that Ctrl-C may come together with the Enter before it, while no signal is
// made of it.
func TestTerminalInterruptTypedAhead(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("x := 41")
	m.wait("In[2]:")
	m.run("send-keys", "for { x = 42 }", "Enter", "C-c")
	m.wait("^C")
	m.line("x + 100")
	m.wait("]: 14") // 142 where it came later, and the cell had begun
	m.keys("C-p", "C-p")
	m.wait("for { x = 42 }")
}

func TestTerminalInterruptClearsLine(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("func half(")
	m.wait("...:")
	m.text("x int")
	m.keys("C-c")
	m.wait("^C")
	m.line("6 * 7")
	m.wait("Out[1]: 42")
}

func TestTerminalLeave(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.keys("C-d")
	m.wait("left with 0")
	m = startTerminal(t, t.TempDir())
	m.line(":quit")
	m.wait("left with 0")
}

func TestTerminalCompletion(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("answer := 42")
	m.wait("In[2]:")
	m.text("answ")
	m.keys("Tab")
	m.wait("In[2]: answer")
	m.keys("Enter")
	m.wait("Out[2]: 42")
	m.text("strings.ToUpp")
	m.keys("Tab")
	m.wait("In[3]: strings.ToUpper")
}

func TestTerminalHistory(t *testing.T) {
	state := t.TempDir()
	m := startTerminal(t, state)
	m.line("func f(x int) int {")
	m.wait("...:")
	m.line("return x + 1")
	m.waitEntered()
	m.line("}")
	m.wait("In[2]:")
	m.line("f(1)")
	m.wait("Out[2]: 2")
	m.keys("Up", "Enter")
	m.wait("In[4]:")
	m.keys("C-d")
	m.wait("left with 0")

	m = startTerminal(t, state)
	m.keys("Up", "Up")
	m.wait("In[1]: func f(x int) int {\n  ...:     return x + 1\n  ...: }\n") // a cell is one entry
	m.keys("Enter")
	m.wait("In[2]:")
	m.line("f(41)")
	m.wait("Out[2]: 42")
}

func TestTerminalOpenLine(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line(`fmt.Print("no newline")`)
	if rows := m.wait("In[2]:"); !strings.Contains(rows, "no newline\n") {
		t.Errorf("the prompt covers output:\n%s", rows)
	}
	m.line(`var n, k int; fmt.Print("n? "); fmt.Scanln(&n); fmt.Print("k? "); _, _ = fmt.Scanln(&k)`)
	m.wait("\nn?")
	m.line("12")
	m.wait("\nk?")
	m.line("3")
	if rows := m.wait("In[3]:"); !strings.Contains(rows, "\nn? 12\nk? 3\nIn[3]:") { // Enter has ended the lines
		t.Errorf("answers leave lines open:\n%s", rows)
	}
	m.line(`fmt.Println("rest?"); rest, err := io.ReadAll(os.Stdin)`)
	m.wait("\nrest?\n")
	m.keys("x", "C-d", "C-d")
	if rows := m.wait("In[4]:"); !strings.Contains(rows, "\nx\nIn[4]:") {
		t.Errorf("the prompt covers an answer:\n%s", rows)
	}
}

// TestTerminalPaste: in pasted text, tabs do not complete and lines are not indented.
func TestTerminalPaste(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.run("set-buffer", "func g() string {\n\tif true {\n        return `a\n\tb\n    }`\n\t}\n    return \"\"\n}\ng()\n")
	m.run("paste-buffer")
	m.wait(`Out[2]: "a\n\tb\n    }"`)
	m.keys("Up", "Up", "Enter") // the history keeps tabs
	m.wait("In[4]:")
	m.line("g()")
	m.wait(`Out[4]: "a\n\tb\n    }"`)
}

func TestTerminalTerminated(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("os.Getpid()")
	rows := m.wait("In[2]:")
	_, pid, _ := strings.Cut(rows, "Out[1]: ")
	pid, _, _ = strings.Cut(pid, "\n")
	if out, err := exec.Command("kill", pid).CombinedOutput(); err != nil {
		t.Fatal(err, string(out))
	}
	m.wait("left with 143")
	m.line("echoed by cat") // as the terminal does again
	m.wait("echoed by cat\nechoed by cat")
}
