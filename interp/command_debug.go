package interp

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/interp/internal/debug"
)

func debugCommands() []Command {
	return []Command{
		{
			Name: "debug", Also: []string{"pdb"}, Arg: "[code]", Cell: true, takes: goText, runs: true, run: (*Session).cmdDebug,
			Help: "run Go code step by step; without code, turn stopping at panics on or off",
		},
	}
}

// cmdDebug runs the code as the cell itself, stopped before its first statement. Without code, it switches stops at
// panics on and off.
func (s *Session) cmdDebug(c call) Result {
	d, text := s.debugger, c.goPart()
	alone := strings.TrimSpace(text) == ""
	switch {
	case d.Attached() && !d.asks:
		return s.failed("a front end drives the debugger already")
	case alone && d.asks:
		d.asks = false
		d.Detach()
		return s.say("panics no longer stop the cell")
	case alone:
		s.attachConsole()
		d.SetPanics(PanicsRaised)
		return s.say("panics stop the cell from now on; %%debug again turns this off; at a stop, h lists the commands")
	}
	before := d.asks
	s.attachConsole()
	d.Pause()
	r := s.evalText(text, c.src)
	if d.asks = before; !before {
		d.Detach()
	}
	return r
}

func (s *Session) attachConsole() {
	d := s.debugger
	d.asks = true
	d.Attach(func(e DebugEvent) {
		switch e.Kind {
		case "stopped":
			c := &console{s: s, d: d, event: e}
			c.talk()
		case "output":
			s.say("%s", e.Text)
		}
	})
}

// console is the dialogue with the user about a stopped goroutine, at a terminal or in a notebook. It runs on that
// goroutine, like a cell that reads input.
type console struct {
	s     *Session
	d     *Debugger
	event DebugEvent
	stack []DebugFrame
	at    int // the selected frame
	over  bool
}

const debugPrompt = "debug> "

// consoleCommand is a command of the dialogue.
type consoleCommand struct {
	names []string // names as in pdb
	arg   string
	help  string
	run   func(c *console, arg string)
}

// consoleCommands returns the commands available at a stop.
func consoleCommands() []consoleCommand {
	goOn := func(how DebugStep) func(*console, string) {
		return func(c *console, _ string) {
			c.over = true
			_ = c.d.Resume(how)
		}
	}
	return []consoleCommand{
		{[]string{"n", "next"}, "", "continue to the next statement of the function", goOn(DebugNext)},
		{[]string{"s", "step"}, "", "continue to the next statement, stepping into calls", goOn(DebugIn)},
		{[]string{"r", "return", "out"}, "", "continue until the function has returned", goOn(DebugOut)},
		{[]string{"c", "cont", "continue"}, "", "continue to the next breakpoint", goOn(DebugContinue)},
		{[]string{"w", "where", "bt"}, "", "print the call stack", (*console).where},
		{[]string{"u", "up"}, "", "move up to the caller", func(c *console, _ string) { c.move(1) }},
		{[]string{"d", "down"}, "", "move down to the callee", func(c *console, _ string) { c.move(-1) }},
		{[]string{"l", "list"}, "", "print the lines around the current one", func(c *console, _ string) { c.list(5) }},
		{[]string{"a", "args", "vars"}, "", "list the variables of the function", (*console).vars},
		{
			[]string{"b", "break"},
			"[line [if condition]]", "set a breakpoint at a line of this cell, or list the breakpoints",
			(*console).breakAt,
		},
		{
			[]string{"watch"},
			"[nan] [shape] [gradient] [op …]",
			"stop at ops with a NaN, a new shape, a gradient, or this name", (*console).watch,
		},
		{[]string{"cl", "clear"}, "[line]", "remove the breakpoint of a line, or all breakpoints", (*console).clear},
		{[]string{"p", "print"}, "code", "run Go in the function, as any other line does; also !", (*console).evaluate},
		{[]string{"q", "quit"}, "", "end the cell", func(c *console, _ string) {
			c.over = true
			c.s.Interrupt()
		}},
	}
}

// talk reads and executes commands until the goroutine continues.
func (c *console) talk() {
	c.d.direct.Store(true)
	defer c.d.direct.Store(false)
	c.stack, _ = c.d.Stack(c.event.Thread)
	if len(c.stack) == 0 {
		_ = c.d.Resume(DebugContinue)
		return
	}
	if c.event.Text != "" {
		c.s.say("%s: %s", c.event.Reason, c.event.Text)
	}
	c.list(1)
	for !c.over {
		line, err := frontend.Input(debugPrompt)
		if err != nil { // the user is gone
			_ = c.d.Resume(DebugContinue)
			return
		}
		c.say(strings.TrimSpace(line))
	}
}

// say executes a command; an empty line repeats the last one.
func (c *console) say(line string) {
	line = cmp.Or(line, c.d.said)
	c.d.said = line
	name, arg, _ := strings.Cut(line, " ")
	switch {
	case line == "":
	case name == "h" || name == "help" || name == "?":
		c.help()
	case strings.HasPrefix(line, "!"):
		c.evaluate(line[1:])
	default:
		for _, k := range consoleCommands() {
			if slices.Contains(k.names, name) && (arg == "" || k.arg != "") {
				k.run(c, strings.TrimSpace(arg))
				return
			}
		}
		c.evaluate(line)
	}
}

func (c *console) help() {
	var b strings.Builder
	for _, k := range consoleCommands() {
		fmt.Fprintf(&b, "%-40s %s\n", strings.TrimSpace(strings.Join(k.names, ", ")+" "+k.arg), k.help)
	}
	c.s.say("%s", b.String())
}

func (c *console) frame() DebugFrame { return c.stack[c.at] }

// list prints lines around the one of the frame.
func (c *console) list(around int) {
	f := c.frame()
	lines := strings.Split(strings.TrimRight(f.Text, "\n"), "\n")
	name := f.Func
	name = cmp.Or(name, "the cell")
	var b strings.Builder
	fmt.Fprintf(&b, "%s, line %d, in %s\n", f.Cell, f.Line, name)
	for n := max(f.Line-around, 1); n <= min(f.Line+around, len(lines)); n++ {
		sign := "  "
		if n == f.Line {
			sign = "->"
		}
		fmt.Fprintf(&b, "%s %3d  %s\n", sign, n, strings.TrimRight(lines[n-1], "\r"))
	}
	c.s.say("%s", b.String())
}

func (c *console) where(string) {
	var b strings.Builder
	for i, f := range c.stack {
		sign := "  "
		if i == c.at {
			sign = "->"
		}
		fmt.Fprintf(&b, "%s %s:%d %s\n", sign, f.Cell, f.Line, f.Func)
	}
	c.s.say("%s", b.String())
}

func (c *console) move(by int) {
	if at := c.at + by; at >= 0 && at < len(c.stack) {
		c.at = at
	}
	c.list(1)
}

func (c *console) vars(string) {
	scopes, err := c.d.Scopes(c.frame().ID)
	var b strings.Builder
	for _, scope := range scopes {
		if scope.Name == "Globals" {
			continue
		}
		list, failed := c.d.Variables(scope.Ref, DebugPage{})
		if failed != nil {
			err = failed
		}
		for _, v := range list {
			fmt.Fprintf(&b, "%s %s = %s\n", v.Name, v.Type, v.Value)
		}
	}
	c.report(b.String(), err)
}

func (c *console) report(text string, err error) {
	if err != nil {
		text = err.Error()
	}
	c.s.say("%s", text)
}

func (c *console) evaluate(text string) {
	v, err := c.d.Evaluate(c.frame().ID, text)
	c.report(v.Value, err)
}

// breakAt sets a breakpoint in the cell of the frame, or lists the breakpoints.
func (c *console) breakAt(arg string) {
	text := c.frame().Text
	list := c.d.Breakpoints()[text]
	if arg == "" {
		var b strings.Builder
		for _, p := range list {
			fmt.Fprintf(&b, "line %d %s\n", p.Line, p.Condition)
		}
		c.s.say("%s", b.String())
		return
	}
	number, cond, _ := strings.Cut(arg, " ")
	line, err := strconv.Atoi(strings.TrimSuffix(number, ","))
	if err != nil {
		c.report("", fmt.Errorf("%q is not a line number", number))
		return
	}
	cond = strings.TrimPrefix(strings.TrimSpace(cond), "if ")
	set, errs := c.d.SetBreakpoints(text, append(list, debug.Breakpoint{Line: line, Condition: cond}))
	n := len(set) - 1
	if errs[n] == nil {
		c.s.say("breakpoint in line %d", set[n].Line)
		return
	}
	c.report("", errs[n])
}

// watch sets the ops to stop at; without arguments it stops watching.
func (c *console) watch(arg string) {
	var w DebugWatch
	for _, word := range strings.Fields(arg) {
		switch word {
		case "nan":
			w.NaN = true
		case "shape":
			w.Shape = true
		case "gradient":
			w.Gradient = true
		default:
			w.Ops = append(w.Ops, OpBreakpoint{Name: word})
		}
	}
	c.d.Watch(w)
}

// clear deletes breakpoints of the cell.
func (c *console) clear(arg string) {
	text := c.frame().Text
	list := c.d.Breakpoints()[text]
	if line, err := strconv.Atoi(arg); err == nil {
		list = slices.DeleteFunc(list, func(b Breakpoint) bool { return b.Line == line })
	} else {
		list = nil
	}
	c.d.SetBreakpoints(text, list)
}
