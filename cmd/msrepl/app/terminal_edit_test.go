package app

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/internal/testkit/testenv"
)

// startColoured is startTerminal with colours, on whatever terminal the test runs.
func startColoured(t *testing.T) *tmux {
	t.Helper()
	return startWith(t, "NO_COLOR= TERM=screen", t.TempDir(), filepath.Join(binary(t), "bin", "msrepl"))
}

// resize makes the window another size, and leaves time: tmux sends word of it late.
func (m *tmux) resize(width, height int) {
	m.t.Helper()
	m.run("resize-window", "-x", strconv.Itoa(width), "-y", strconv.Itoa(height))
	time.Sleep(300 * time.Millisecond)
}

// waitRows waits until the rows below the greeting are these and the cursor is in a row and a column of them.
func (m *tmux) waitRows(want string, row, column int) {
	m.t.Helper()
	var got, at string
	if !testenv.Wait(func() bool {
		_, got, _ = strings.Cut(strings.TrimRight(m.screen(), "\n"), "quits\n")
		at = strings.TrimSpace(m.run("display", "-p", "#{cursor_y},#{cursor_x}"))
		return got == want && at == strconv.Itoa(row+1)+","+strconv.Itoa(column)
	}) {
		m.t.Fatalf("the terminal shows\n%s\nwith the cursor in %s; want\n%s\nand %d, %d", got, at, want, row+1, column)
	}
}

// waitColours is wait for rows with their colours: <36> is before text of colour 36 (of SGR), <7> before text with
// colours reversed, <> before plain text.
func (m *tmux) waitColours(want string) {
	m.t.Helper()
	var rows string
	if !testenv.Wait(func() bool {
		rows = colourNames(m.run("capture-pane", "-p", "-e"))
		return strings.Contains(rows, want)
	}) {
		m.t.Fatalf("the terminal does not show %s but\n%s", want, rows)
	}
}

// colourNames names the looks of text, which versions of tmux come to by different sequences.
func colourNames(text string) string {
	var b strings.Builder
	on := map[string]bool{}
	written := ""
	for text != "" {
		if rest, ok := strings.CutPrefix(text, "\x1b["); ok {
			var codes string
			codes, text, _ = strings.Cut(rest, "m")
			for _, c := range strings.Split(codes, ";") {
				switch {
				case c == "0":
					clear(on)
				case strings.Contains("1 4 7", c):
					on[c] = true
				case len(c) == 2 && c[0] == '2': // off
					delete(on, c[1:])
				case len(c) == 2 && (c[0] == '3' || c[0] == '9'):
					maps.DeleteFunc(on, func(c string, _ bool) bool { return len(c) == 2 })
					if c != "39" {
						on[c] = true
					}
				}
			}
			continue
		}
		if look := strings.Join(slices.Sorted(maps.Keys(on)), ";"); look != written {
			b.WriteString("<" + look + ">")
			written = look
		}
		b.WriteByte(text[0])
		text = text[1:]
	}
	return b.String()
}

// TestTerminalBlock checks that lines of a block are edited where they are, also those of a cell that comes back from
// the history.
func TestTerminalBlock(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("func twice(x int) int64 {")
	m.wait("...:")
	m.line("return 2 * x")
	m.waitEntered()
	m.text("}")
	m.keys("Up", "Up", "End", "Left", "Left", "BSpace", "BSpace", "Down")
	m.waitRows("In[1]: func twice(x int) int {\n  ...:     return 2 * x\n  ...: }", 1, 23)
	m.keys("Down", "Enter")
	m.wait("In[2]:")
	m.line("twice(21)")
	m.wait("Out[2]: 42")
	m.keys("Up", "Up", "Up", "End", "BSpace")
	m.text("(x + 1)")
	m.wait("  ...:     return 2 * (x + 1)\n  ...: }\n")
	m.keys("Down", "Enter")
	m.wait("In[4]:")
	m.line("twice(20)")
	m.wait("Out[4]: 42")
}

// TestTerminalBlockLines checks that Enter in the middle of a block makes a line, at its end it runs the cell;
// Alt-Enter runs it from anywhere.
func TestTerminalBlockLines(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line("for i := range 2 {")
	m.wait("...:")
	m.line("fmt.Println(i)")
	m.waitEntered()
	m.text("}")
	m.wait("\n  ...: }")
	m.keys("Up", "End", "Enter")
	m.wait("(i)\n  ...:\n  ...: }")
	m.text(`fmt.Println("and")`)
	m.waitRows("In[1]: for i := range 2 {\n  ...:     fmt.Println(i)\n  ...:     fmt.Println(\"and\")\n  ...: }", 2, 29)
	m.keys("M-Enter")
	m.wait("\n0\nand\n1\nand\nIn[2]:")
}

func TestTerminalHistoryByPrefix(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	for i, line := range []string{"alpha := 1", "beta := 2", "alpha + 1", "beta * 4"} {
		m.line(line)
		m.wait("In[" + strconv.Itoa(i+2) + "]:")
	}
	m.text("alp")
	m.keys("Up")
	m.wait("In[5]: alpha + 1\n")
	m.keys("Up")
	m.wait("In[5]: alpha := 1\n")
	m.keys("Down", "Down")
	m.wait("In[5]: alp\n")
	m.keys("C-c", "C-r")
	m.text("TA *")
	m.wait("In[5]: beta * 4\nhistory: TA *")
	m.keys("C-r")
	m.wait("history: TA * is in no cell")
	m.keys("Enter")
	m.wait("Out[5]: 8")
}

func TestTerminalSuggestion(t *testing.T) {
	m := startColoured(t)
	m.line("answer := 42")
	m.wait("In[2]:")
	m.text("ans")
	m.waitColours("<32>In[2]:<> ans<90>wer := 42")
	m.waitColumn("10")
	m.keys("Right")
	m.text(" + 1")
	m.keys("Enter")
	m.wait("In[3]:")
	m.line("answer")
	m.wait("Out[3]: 43")
	m.text("an")
	m.waitColours("an<90>swer") // the newest
	m.keys("C-c")
	if rows := m.wait("^C"); !strings.Contains(rows, "In[4]: an^C") {
		t.Errorf("what was suggested stays:\n%s", rows)
	}
}

func TestTerminalColours(t *testing.T) {
	m := startColoured(t)
	m.text(`if x := f("a", 1.5); true { // why`)
	m.waitColours(`<35>if<> x := f(<33>"a"<>, <36>1.5<>); <36>true<> { <90>// why`)
	m.keys("C-c")
	m.text("(1 + [2)")
	m.waitColours("(<36>1<> + [<36>2<1;31>)")
	m.keys("C-c")
	m.text("%time 1")
	m.waitColours("<1;34>%time 1")
}

// TestTerminalBrackets checks that the bracket at the cursor, or before it, shows with its partner.
func TestTerminalBrackets(t *testing.T) {
	m := startColoured(t)
	m.text(`f(a[1], ")")`)
	m.waitColours(`f<7>(<>a[<36>1<>], <33>")"<7>)`)
	m.keys("Home", "Right", "Right", "Right")
	m.waitColours(`f(a<7>[<36>1<7>]<>, <33>")"<>)`)
}

// TestTerminalMenu checks that a menu of hundreds of names stays below the prompt, on a screen of a few rows.
func TestTerminalMenu(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.resize(60, 6)
	m.text("strings.T")
	m.keys("Tab")
	m.wait("In[1]: strings.T\n  Title           (s string) string\n  ToLower         (s string) string\n")
	m.keys("Tab", "Tab", "Down", "Up")
	m.wait("In[1]: strings.ToLower\n")
	m.wait("> ToLower")
	m.keys("Enter")
	m.text(`("GO")`)
	m.wait(`ToLower("GO")`)
	if rows := m.screen(); strings.Contains(rows, "Title") {
		t.Errorf("the menu stays:\n%s", rows)
	}
	m.keys("Enter")
	m.wait(`Out[1]: "go"`)
	m.text("math.")
	m.keys("Tab")
	m.wait("In[2]: math.\n")
	for range 12 {
		m.keys("Tab")
	}
	m.wait("In[2]: math.Cos\n") // the twelfth of package math
	m.text("(0) + 0.5")
	m.keys("Enter")
	m.wait("Out[2]: 1.5")
	m.text("strings.")
	m.keys("Tab")
	m.wait(" of ")
	m.keys("C-c") // throws the cell away, not only the menu
	m.wait("strings.^C\nIn[3]:")
}

// TestTerminalParameters checks that the parameter that is typed is marked.
func TestTerminalParameters(t *testing.T) {
	m := startColoured(t)
	m.text(`strings.Repeat("ab"`)
	m.waitColours("<90>func strings.Repeat(<1;4>s string<90>, count int) string")
	m.text(", ")
	m.waitColours("<90>func strings.Repeat(s string, <1;4>count int<90>) string")
	m.text("2)")
	m.waitRows(`In[1]: strings.Repeat("ab", 2)`, 0, 30) // behind the call it is gone
	m.keys("Enter")
	m.wait(`Out[1]: "abab"`)
}

func TestTerminalWideCursor(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.text(`"世界"`)
	m.waitColumn("13")
	m.keys("Home")
	m.waitColumn("7")
	m.keys("Right", "Right")
	m.waitColumn("10")
	m.keys("End", "Left", "Left")
	m.waitColumn("10")
	m.text("あ")
	m.waitRows(`In[1]: "世あ界"`, 0, 12)
	m.keys("Enter")
	m.wait(`Out[1]: "世あ界"`)
}

func TestTerminalWords(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.text("one := two.three")
	m.keys("C-Left")
	m.waitColumn("18")
	m.keys("C-Left", "C-Left")
	m.waitColumn("7")
	m.keys("C-Right")
	m.waitColumn("10")
	m.keys("M-d")
	m.waitRows("In[1]: one.three", 0, 10)
	m.keys("C-_")
	m.waitRows("In[1]: one := two.three", 0, 10)
	m.keys("End", "C-w", "C-w", "C-_", "C-x", "C-u", "C-_")
	m.waitRows("In[1]: one := two.", 0, 18)
}

// TestTerminalOutsideEditor: an external editor changes the cell, which then waits for Enter.
func TestTerminalOutsideEditor(t *testing.T) {
	script := filepath.Join(t.TempDir(), "editor")
	text := "#!/bin/sh\ngrep -q '^x := 1$' \"$2\" && printf 'y := 20\\n\\ny + %s\\n' \"$1\" > \"$2\"\n"
	if err := os.WriteFile(script, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
	m := startWith(t, "NO_COLOR=1 VISUAL='"+script+" 22' EDITOR=false", t.TempDir(), filepath.Join(binary(t), "bin", "msrepl"))
	m.text("x := 1")
	m.keys("C-x", "C-e")
	m.waitRows("In[1]: y := 20\n  ...:\n  ...: y + 22", 2, 13)
	m.keys("Enter")
	m.wait("Out[1]: 42")
	m.text("y")
	m.keys("C-x", "C-e") // the editor fails, as it finds no x
	m.wait("exit status 1\nIn[2]: y\n")
	m.keys("Enter")
	m.wait("Out[2]: 20")
}

// TestTerminalResizeBlock resizes the window while a block is edited at its bottom: the block is shown once. (Lines
// that tmux has moved to its scrollback, as when the window becomes narrower, cannot be removed.)
func TestTerminalResizeBlock(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line(`for range 50 { fmt.Println("earlier") }`)
	m.wait("In[2]:")
	m.line("func sum(first, second, third int) int {")
	m.wait("...:")
	m.text("return first + second + third + 1000000000 + 2000000000 + 3000000000")
	block := "earlier\nIn[2]: func sum(first, second, third int) int {\n" +
		"  ...:     return first + second + third + 1000000000 + 2000000000 + 3000000000\n"
	m.wait(block)
	m.resize(40, 10)
	m.wait("earlier\nIn[2]: func sum(first, second, third int\n) int {\n  ...:     return first + second + third\n" +
		" + 1000000000 + 2000000000 + 3000000000\n")
	m.keys("Up")
	m.waitColumn("7")
	m.keys("Down")
	m.waitColumn("39")
	m.resize(30, 10)
	m.wait("earlier\nIn[2]: func sum(first, second,\n third int) int {\n  ...:     return first + seco\n" +
		"nd + third + 1000000000 + 2000\n000000 + 3000000000\n")
	m.resize(90, 40)
	m.wait(block)
	m.text(")")
	m.keys("Home")
	m.text("x")
	rows := m.wait("earlier\nIn[2]: func sum(first, second, third int) int {\n  ...:     xreturn first")
	if strings.Count(rows, "In[2]:") != 1 || strings.Count(rows, "third +") != 1 || strings.Count(rows, "3000000000)") != 1 {
		t.Errorf("the block is there more than once:\n%s", rows)
	}
	m.keys("BSpace", "C-k")
	m.text("strings.T")
	m.keys("Tab")
	m.wait("TrimFunc")
	m.resize(60, 5)
	m.wait("In[2]: func sum(first, second, third int) int {\n" + "  ...:     strings.T\n  Title")
	m.resize(90, 40)
	rows = m.wait("TrimFunc")
	if strings.Count(rows, "In[2]:") != 1 || strings.Count(rows, "ToTitle ") != 1 {
		t.Errorf("the menu is there more than once:\n%s", rows)
	}
}

// TestTerminalTall: a block taller than the screen scrolls while it is edited, and is printed as a whole when it runs.
func TestTerminalTall(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.resize(60, 5)
	lines := []string{"n := 0", "if true {"}
	for i := range 8 {
		lines = append(lines, "\tn += "+strconv.Itoa(i+1))
	}
	m.run("set-buffer", strings.Join(append(lines, "}", "n"), "\n"))
	m.run("paste-buffer", "-p")
	m.wait("  ...:     n += 7\n  ...:     n += 8\n  ...: }\n  ...: n\n")
	m.keys("M-<")
	m.wait("In[1]: n := 0\n  ...: if true {\n  ...:     n += 1\n")
	m.keys("Down", "Down", "End")
	m.text("00")
	m.wait("In[1]: n := 0\n  ...: if true {\n  ...:     n += 100\n")
	m.keys("M-Enter")
	m.wait("  ...: n\nOut[1]: 135\nIn[2]:")
}

// TestTerminalPrintsAbove: the output of a goroutine appears above the block that is being typed.
func TestTerminalPrintsAbove(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line(`next := make(chan string); go func() { for s := range next { fmt.Print("got ", s) } }()`)
	m.wait("In[2]:")
	m.line(`go func() { time.Sleep(500 * time.Millisecond); next <- "one\n"; next <- "two" }()`)
	m.wait("In[3]:")
	m.line("if true {")
	m.wait("...:")
	m.text("next <- `three`")
	m.wait("\ngot one\ngot two\nIn[3]: if true {\n  ...:     next <- `three`\n")
	m.keys("Enter")
	m.waitEntered()
	m.line("}")
	m.wait("got three")
}

// TestTerminalDumb: a terminal that supports no escape sequences gets none.
func TestTerminalDumb(t *testing.T) {
	m := startWith(t, "TERM=dumb", t.TempDir(), filepath.Join(binary(t), "bin", "msrepl"))
	m.line("if true {")
	m.wait("...:")
	m.text("fmt.Pr")
	m.keys("C-c")
	m.wait("fmt.Pr^C\nIn[1]:")
	m.line("if true {")
	m.wait("In[1]: if true {\n  ...:")
	m.line(`    fmt.Println("deep")`)
	m.wait("\"deep\")\n  ...:")
	m.line("}")
	m.wait("\ndeep\nIn[2]:")
	m.line(sayRuns + "for { time.Sleep(time.Second) }")
	m.wait("\nit runs\n")
	m.keys("C-c")
	m.wait("Interrupted")
	m.wait("In[3]:")
	m.keys("C-d")
	m.wait("In[3]:\nleft with 0")
}

func TestTerminalHelpKeys(t *testing.T) {
	m := startTerminal(t, t.TempDir())
	m.line(":help")
	m.wait("\n:help keys lists the keys.\nIn[")
	m.line(":help keys")
	m.wait("\nCtrl-X Ctrl-E          edit the cell in $VISUAL or $EDITOR\n")
}
