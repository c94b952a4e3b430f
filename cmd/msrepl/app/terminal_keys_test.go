package app

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestTerminalBracketedPaste: text pasted with marks is one cell, which runs when the user presses Enter. Nothing is
// indented or completed.
func TestTerminalBracketedPaste(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.run("set-buffer", "func g(n int) string {\n\tif n > 0 {\n\t\treturn `a\n\tb`\n\t}\n\treturn \"\"\n}\nx := g(1)\nx + \"!\"\n")
	m.run("paste-buffer", "-p")
	m.wait("In[1]: func g(n int) string {\n  ...:     if n > 0 {\n")
	m.wait("\n  ...: x + \"!\"") // without the empty line of its last line end
	m.keys("Enter")
	rows := m.wait(`Out[1]: "a\n\tb!"`)
	if strings.Contains(rows, "200~") || strings.Contains(rows, "201~") {
		t.Errorf("marks of the paste are shown:\n%s", rows)
	}
	m.wait("In[2]:")
	m.run("set-buffer", "1 +")
	m.run("paste-buffer", "-p")
	m.text(" 41")
	m.keys("Enter")
	m.wait("Out[2]: 42")
	m.line("for i := 0; i < 1; i++ {") // what is typed is indented again
	m.wait("...:")
	m.waitColumn("11")
}

func TestTerminalEndOfInput(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.text("abc")
	m.keys("Home", "C-d", "C-d") // deletes a letter each
	m.wait("In[1]: c\n")
	m.keys("C-c")
	m.line("func f(")
	m.wait("...:")
	m.keys("C-d", "C-d") // from within a cell, too; the first takes the indentation away
	m.wait("left with 0")
}

// TestTerminalEndOfInputWhileRunning: Ctrl-D while a cell runs ends the next read, by the cell or by the prompt.
func TestTerminalEndOfInputWhileRunning(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("time.Sleep(500 * time.Millisecond); fmt.Println(\"slept\")")
	time.Sleep(100 * time.Millisecond)
	m.keys("C-d")
	m.wait("\nslept")
	m.wait("left with 0")
}

func TestTerminalInterruptPrompt(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.keys("C-c", "C-c", "C-c")
	m.line("6 * 7")
	m.wait("Out[1]: 42")
	m.line(sayRuns + "for { time.Sleep(time.Hour) }")
	m.wait("\nit runs\n")
	m.keys("C-c", "C-c") // the second one comes to the prompt, or to nobody
	m.wait("Interrupted")
	m.wait("In[3]:")
	m.line("1 + 1")
	m.wait("Out[3]: 2")
}

// TestTerminalSuspend: Ctrl-Z gives the terminal to the shell until fg. Where msrepl is all that the terminal runs, no
// shell could take it, and the session goes on.
func TestTerminalSuspend(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.text("6 *")
	m.keys("C-z")
	m.text(" 7")
	m.keys("Enter")
	m.wait("Out[1]: 42")

	shell := filepath.Join(t.TempDir(), "shell")
	msrepl := filepath.Join(binary(t), "bin", "msrepl")
	script := fmt.Sprintf("#!/bin/sh\nset -m\n'%s'\necho it is stopped\nread line\nfg\n", msrepl)
	if err := os.WriteFile(shell, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	m = startProgram(t, t.TempDir(), shell)
	m.text("6 *")
	m.keys("C-z")
	m.wait("it is stopped")
	m.keys("Enter")
	m.wait("In[1]: 6 *")
	m.text(" 7")
	m.keys("Enter")
	m.wait("Out[1]: 42")
}

func TestTerminalSearch(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line(`first := "one"`)
	m.wait("In[2]:")
	m.line(`second := "two"`)
	m.wait("In[3]:")
	m.keys("C-r")
	m.text("fir")
	m.wait(`first := "one"`)
	m.keys("Enter")
	m.wait("In[4]:")
	m.keys("C-r")
	m.text("sec")
	m.keys("C-g") // thinks better of it
	m.keys("C-c")
	m.line("first + second")
	m.wait(`"onetwo"`)
}

func TestTerminalWide(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.text(`s := "日本x"`)
	m.waitColumn("19") // 7 of the prompt, 7 narrow letters and two wide ones before the last quote
	m.keys("Left", "Left", "BSpace")
	m.text("語")
	m.wait(`In[1]: s := "日語x"`)
	m.keys("Enter")
	m.wait("In[2]:")
	m.line("größe := len([]rune(s)); größe")
	m.wait("Out[2]: 3")
	m.line(`"é👍" + s`)
	m.wait(`Out[3]: "é👍日語x"`)
}

// TestTerminalResize checks that a line that is longer than the terminal is wide wraps, also after the width has
// changed.
func TestTerminalResize(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.text("x := 1111111111 + 2222222222 + 3333333333 + 4444444444")
	m.run("resize-window", "-x", "40", "-y", "20")
	time.Sleep(200 * time.Millisecond)
	m.text(" + 5")
	m.keys("Home", "End")
	m.text("000")
	m.keys("Enter")
	m.wait("In[2]:")
	m.run("resize-window", "-x", "100", "-y", "30")
	time.Sleep(200 * time.Millisecond)
	m.line("x")
	m.wait("Out[2]: 11111116110")
}

// TestTerminalInteract: a function asks for changes of its parameters by their names, until Enter. After an
// error it asks again.
func TestTerminalInteract(t *testing.T) {
	term := startTerminal(t, t.TempDir())
	term.line(`display.Interact(func(rate float64, depth int) float64 { return rate * float64(depth) })`)
	term.wait("rate=0.5 (0 to 1), depth=5 (0 to 10)")
	term.wait("change (name=value, Enter ends):")
	term.line("depth=7, rate=0.25")
	term.wait("1.75")
	term.wait("rate=0.25 (0 to 1), depth=7 (0 to 10)")
	term.line("depth=x")
	term.wait(`depth must be a whole number, not "x"`)
	term.keys("Enter")
	term.wait("In[2]:")
	term.line("1 + 1")
	term.wait("Out[2]: 2")
	term.line(`display.Interact(func(n int) int { return 12 / (n - 3) }, display.Start("n", 3))`)
	term.wait("In[3]:1:46: ZeroDivisionError: integer divide by zero")
	term.wait("n=3 (-3 to 9)")
	term.line("n=7")
	term.wait("\n3\nn=7 (-3 to 9)")
	term.keys("C-c")
	term.wait("In[4]:")
}
