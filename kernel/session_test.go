package kernel

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestSession runs cells of a real session where the kernel and the session must agree.
func TestSession(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cells.go")
	if err := os.WriteFile(file, []byte("w := 10\n// %%\nw + 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, code, more string
		count            int
		want             string // text of the result, or the first line of the traceback
	}{
		{"first", "x := 1\nx", "", 1, "1"},
		{"not stored", "y := 7\ny", `,"store_history":false`, 1, "7"},
		{"failure that is not stored", "z", `,"store_history":false`, 1, "aside[2]:1:1: undefined: z"},
		{"second", "x + y", "", 2, "8"},
		{"command", ":vars", "", 3, "x int = 1\ny int = 7"},
		{"silent", "y = 8", `,"silent":true`, 3, ""},
		{"empty", "", "", 3, ""},
		{"blank", " \n", "", 3, ""},
		{"a comment", "// 1", "", 4, ""},
		{"after what the session does not count", "y + z", "", 5, "In[5]:1:5: undefined: z"},
		{"expressions", "y", `,"user_expressions":{"a":"y + 1"}`, 6, "8"},
		{"after the expressions", "z", "", 7, "In[7]:1:1: undefined: z"},
		{"later failure in an earlier cell", "f := func() int { var s []int; return s[y] }", "", 8, ""},
		{"its call", "f()", "", 9, "In[8]:1:40: IndexError: index out of range [8] with length 0"},
		{"two cells of a file", "%run " + file, "", 10, "11"},
		{"behind those", "w + 1", "", 12, "11"},
	}
	c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := c.request("shell", "execute_request", rawf(`{"code":%q%s}`, tt.code, tt.more))
			got := ""
			for _, m := range x.iopub {
				switch m.header.MsgType {
				case "execute_result":
					got = fmt.Sprint(m.content["data"].(map[string]any)["text/plain"])
				case "stream":
					got = strings.TrimSpace(fmt.Sprint(m.content["text"]))
				case "error":
					got = colours.ReplaceAllString(fmt.Sprint(m.content["traceback"].([]any)[0]), "")
				}
			}
			if got != tt.want || x.reply.content["execution_count"] != float64(tt.count) {
				t.Errorf("%q with count %v, want %q with %d", got, x.reply.content["execution_count"], tt.want, tt.count)
			}
		})
	}
}

// TestHelpInThePager asks for the list of commands, which opens beside the notebook, and for what is not there.
func TestHelpInThePager(t *testing.T) {
	c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
	for code, want := range map[string]string{":help": "\n:timeit [-n loops]", " %lsmagic\n": "\n%timeit [-n loops]", "?": "\n%timeit [-n loops]"} {
		x := c.execute(code)
		page := fmt.Sprint(x.reply.content["payload"])
		if got := summary(x.iopub); got != "busy execute_input idle" || !strings.Contains(page, want) || !strings.Contains(page, "source:page") {
			t.Errorf("%s: %s, payload %s", code, got, page)
		}
	}
	for name, want := range map[string]string{
		"strings.WriteByte": "no documentation found for strings.WriteByte; did you mean strings.Builder.WriteByte?",
		"nn.Dens":           "no documentation found for nn.Dens; did you mean nn.Dense?",
		"qwertz":            "no documentation found for qwertz",
	} {
		if got := c.execute("?" + name).reply.content["evalue"]; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestUnreadError asks for the line about an error that a cell has not looked at: on standard error, before the
// value, of a cell that has not failed.
func TestUnreadError(t *testing.T) {
	c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
	x := c.execute("n, err := strconv.Atoi(\"x\")\nn")
	const want = `busy execute_input stderr("err is not nil: strconv.Atoi: parsing \"x\": invalid syntax\n") execute_result idle`
	if got := summary(x.iopub); got != want || x.reply.content["status"] != "ok" {
		t.Errorf("%s: %s, want %s", x.reply.raw, got, want)
	}
}

// TestSessionStdin reads in every way that Go programs read.
func TestSessionStdin(t *testing.T) {
	tests := []struct{ name, code, want string }{
		{"Scanln", "var who string\nn, err := fmt.Scanln(&who)\nfmt.Println(who, n, err)", "Ada 1 <nil>\n"},
		{"Scan", "var a, b int\nfmt.Scan(&a, &b)\nfmt.Println(a + b)", "11\n"},
		{"Fscan", "var a, b int\nfmt.Fscan(os.Stdin, &a, &b)\nfmt.Println(a * b)", "30\n"},
		{"bufio.Reader", "line, _ := bufio.NewReader(os.Stdin).ReadString('\\n')\nfmt.Printf(\"%q\", line)", `"Ada Lovelace\n"`},
		{"bufio.Scanner", "s := bufio.NewScanner(os.Stdin)\ns.Scan()\nfmt.Println(s.Text())", "Ada Lovelace\n"},
		{"Input", "fmt.Println(frontend.Input(\"who? \"))", "Ada <nil>\n"},
		{"Password", "fmt.Println(frontend.Password(\"who? \"))", "Ada <nil>\n"},
	}
	answers := map[string]string{"Scan": "5 6", "Fscan": "5 6", "bufio.Reader": "Ada Lovelace", "bufio.Scanner": "Ada Lovelace"}
	c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			id := c.send("shell", "execute_request", map[string]string{"code": tt.code})
			c.until("stdin", func(m received) bool {
				return m.parent.MsgID == id && m.content["password"] == (tt.name == "Password")
			})
			answer := answers[tt.name]
			if answer == "" {
				answer = "Ada"
			}
			c.send("stdin", "input_reply", map[string]string{"value": answer})
			var text strings.Builder
			for _, m := range c.finish(id, true).iopub {
				if m.header.MsgType == "stream" {
					text.WriteString(m.content["text"].(string))
				}
			}
			if text.String() != tt.want {
				t.Errorf("%q, want %q", text.String(), tt.want)
			}
			x := c.request("shell", "execute_request", map[string]any{"code": "func() {\n" + tt.code + "\n}()", "allow_stdin": false})
			if got := summary(x.iopub); strings.Contains(got, "Ada") {
				t.Errorf("without stdin: %s", got)
			}
		})
	}
	x := c.request("shell", "execute_request", map[string]any{"code": "_, err := frontend.Input(\"\")\nerr", "allow_stdin": false})
	if !strings.Contains(string(x.iopub[2].raw), "does not support input") {
		t.Errorf("allow_stdin is false: %s", x.iopub[2].raw)
	}
}

// TestSessionInterrupt asks while a cell of a real session runs, stops it, and finds the values kept.
func TestSessionInterrupt(t *testing.T) {
	for _, loop := range []string{"for {}", "for { time.Sleep(time.Millisecond) }", "<-make(chan int)"} {
		t.Run(loop, func(t *testing.T) {
			c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
			c.execute("earlier := 12345")
			id := c.send("shell", "execute_request", map[string]string{"code": loop})
			c.untilRunning()
			x := c.request("shell", "complete_request", rawf(`{"code":"earl","cursor_pos":4}`))
			if fmt.Sprint(x.reply.content["matches"]) != "[earlier]" {
				t.Errorf("complete: %s", x.reply.raw)
			}
			x = c.request("shell", "inspect_request", rawf(`{"code":"earlier","cursor_pos":4}`))
			if x.reply.content["found"] != true {
				t.Errorf("inspect: %s", x.reply.raw)
			}
			if x := c.interrupt(id, true); x.reply.content["ename"] != "Interrupted" {
				t.Errorf("reply %s", x.reply.raw)
			}
			x = c.execute("earlier")
			if got := summary(x.iopub); got != "busy execute_input execute_result idle" {
				t.Errorf("afterwards: %s", got)
			}
		})
	}
}

// TestSessionMovesOn: a cell that takes the goroutine with it on which it was read keeps neither its connection nor
// the cells behind it.
func TestSessionMovesOn(t *testing.T) {
	for _, tt := range []struct {
		code, want string
		stop       bool
	}{
		{"runtime.Goexit()", "no goroutines (main called runtime.Goexit) - deadlock!", false},
		{"func down(n int) int { return down(n+1) + 1 }\ndown(0)", "maximum recursion depth exceeded", false},
		{
			"p := new(big.Int).Exp(big.NewInt(3), big.NewInt(8_000), nil)\nnew(big.Int).Exp(p, p, p.Add(p, p)).Sign()",
			"the cell was interrupted; compiled code that it called cannot be interrupted and continues until its next op, " +
				"wait or statement", true,
		},
	} {
		t.Run(tt.want, func(t *testing.T) {
			if tt.stop {
				sharesNotes(t)
			}
			c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
			c.execute("import (\"runtime\"; \"math/big\")\nn := 1")
			id := c.send("shell", "execute_request", map[string]any{"code": tt.code, "stop_on_error": false})
			behind := c.send("shell", "execute_request", map[string]any{"code": "n++\nn"})
			if tt.stop {
				c.untilRunning()
				time.Sleep(20 * time.Millisecond) // so that it is in the middle of the power
			}
			end := c.finish
			if tt.stop {
				end = c.interrupt
			}
			if x := end(id, true); x.reply.content["evalue"] != tt.want {
				t.Errorf("reply %s", x.reply.raw)
			}
			for i, x := range []exchange{c.finish(behind, true), c.execute("n++\nn")} {
				if got := fmt.Sprint(x.iopub); !strings.Contains(got, fmt.Sprintf(`text/plain:%d`, i+2)) || x.reply.content["execution_count"] != float64(i+3) {
					t.Errorf("cell %d behind it: %s", i+1, got)
				}
			}
		})
	}
}

// colours are the escapes in a traceback.
var colours = regexp.MustCompile("\x1b\\[\\d+m")

// TestOutputOfGoroutines: output of a goroutine while another cell runs has the cell that started it as its parent.
func TestOutputOfGoroutines(t *testing.T) {
	sharesNotes(t)
	c := startWith(t, tcpConnection(t, "key"), newSessionEngine)
	c.execute("next, done := make(chan bool), make(chan bool)")
	first := c.send("shell", "execute_request", map[string]string{
		"code": "go func() { <-next; fmt.Println(`of the first`); display.Show(1); done <- true }(); fmt.Println(`first`)",
	})
	if got := summary(c.finish(first, true).iopub); !strings.Contains(got, `stdout("first\n") idle`) {
		t.Errorf("the first cell: %s", got)
	}
	second := c.execute("next <- true; <-done; fmt.Println(`second`)")
	if got := summary(second.iopub); !strings.Contains(got, `stdout("second\n") idle`) || strings.Contains(got, "of the first") {
		t.Errorf("the second cell: %s", got)
	}
	late := exchange{}
	for _, m := range c.kept {
		c.sort(first, m, &late)
	}
	if got, want := summary(late.iopub), `stdout("of the first\n") display_data`; !strings.HasPrefix(got, want) {
		t.Errorf("the goroutine: %s, want %s", got, want)
	}
}
