package interp

import (
	"fmt"
	"os"
	"strings"
)

// Command is one of the commands that a cell may consist of instead of Go.
type Command struct {
	Name string // "load"
	Arg  string // what it takes, for the help, "" when nothing
	Help string // one line
	run  func(s *Session, arg string) Result
}

// Commands returns the table of commands. Dispatch, help and completion all follow it.
func Commands() []Command { return commands() }

func commands() []Command {
	return []Command{
		{"help", "", "list the commands", (*Session).cmdHelp},
		{"vars", "", "list the variables of the session", (*Session).cmdVars},
		{"type", "x", "print the type of an expression", (*Session).cmdType},
		{"doc", "x", "print the signature and documentation of a name", (*Session).cmdDoc},
		{"reset", "", "forget all definitions", (*Session).cmdReset},
		{"load", "file.go", "run the Go text of a file as a cell", (*Session).cmdLoad},
		{"quit", "", "leave the session", (*Session).cmdQuit},
	}
}

// splitCommand takes ":name arg" apart.
func splitCommand(src string) (name, arg string, ok bool) {
	text := strings.TrimSpace(src)
	if !strings.HasPrefix(text, ":") || strings.Contains(text, "\n") {
		return "", "", false
	}
	name, arg, _ = strings.Cut(text[1:], " ")
	return name, strings.TrimSpace(arg), true
}

func (s *Session) command(name, arg string) Result {
	var near []string
	for _, c := range commands() {
		if c.Name == name {
			return c.run(s, arg)
		}
		if name != "" && strings.HasPrefix(c.Name, name) {
			near = append(near, c.Name)
		}
	}
	msg := fmt.Sprintf("unknown command :%s", name)
	if len(near) > 0 {
		msg += "; did you mean :" + strings.Join(near, " or :") + "?"
	} else {
		msg += "; :help lists the commands"
	}
	return s.failed(msg)
}

// say answers a command. What it says is text to read, not a value: it has no place in Out.
func (s *Session) say(format string, args ...any) Result {
	if text := fmt.Sprintf(format, args...); text != "" {
		s.out.deliver("stdout", []byte(text+"\n"))
	}
	return Result{N: s.count()}
}

func (s *Session) failed(msg string) Result {
	return Result{N: s.count(), Err: &CellError{Kind: kindCompile, Msg: msg}}
}

func (s *Session) cmdHelp(string) Result {
	var b strings.Builder
	for i, c := range commands() {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%-16s %s", strings.TrimSpace(":"+c.Name+" "+c.Arg), c.Help)
	}
	return s.say("%s", b.String())
}

func (s *Session) cmdVars(string) Result {
	var b strings.Builder
	for i, v := range s.vars() {
		if i > 0 {
			b.WriteByte('\n')
		}
		value, _, more := strings.Cut(v.Value, "\n")
		if more {
			value += " …"
		}
		fmt.Fprintf(&b, "%s %s = %s", v.Name, v.Type, value)
	}
	return s.say("%s", b.String())
}

func (s *Session) cmdType(arg string) Result {
	if arg == "" {
		return s.failed(":type needs an expression")
	}
	t, err := s.engine().front.TypeOf(arg)
	if err != nil {
		return Result{N: s.count(), Err: s.compileError(nil, err)}
	}
	return s.say("%s", t)
}

func (s *Session) cmdDoc(arg string) Result {
	if arg == "" {
		return s.failed(":doc needs a name")
	}
	in, ok := s.Inspect(arg, len(arg))
	if !ok {
		return s.failed("nothing is known of " + arg)
	}
	return s.say("%s", in.Text)
}

func (s *Session) cmdReset(string) Result {
	if err := s.reset(); err != nil {
		return s.failed(err.Error())
	}
	return Result{N: s.count()}
}

func (s *Session) cmdLoad(arg string) Result {
	src, err := os.ReadFile(arg)
	if err != nil {
		return s.failed(err.Error())
	}
	return s.evalCell(string(src))
}

func (s *Session) cmdQuit(string) Result { return Result{N: s.count(), Quit: true} }
