package interp

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Command is one of the commands that a cell may contain besides Go. A line of it begins with a percent sign or a
// colon; %%name takes the rest of the cell as well.
type Command struct {
	Name string   // "load"
	Also []string // other names
	Arg  string   // description of its argument for the help, or ""
	Help string   // one line
	Cell bool     // may be written %%name, with lines below it

	hidden bool // known from IPython, and not listed
	takes  argument
	needs  string                // what it does nothing without; "" where it may stand alone
	flags  func() *regexp.Regexp // what may be before its Go code; nil for none
	runs   bool                  // its Go code counts as the cell's own
	run    func(s *Session, c call) Result
}

// argument is what completion offers after the name of a command.
type argument int

const (
	nothing argument = iota
	goText
	shellText
	aFile
	aProgram // Go or a notebook
	aFolder
	aName
	aVariable // an environment variable
	aCommand
)

// call is one use of a command.
type call struct {
	name string
	cell bool   // written %%name
	arg  string // the rest of the line, trimmed
	body string // the lines below, of %%name
	src  string // the cell that holds the command
	from int    // the offset of the line in src
	at   int    // the offset of arg in src
	end  int    // of the line
}

// Commands returns the table of commands, which dispatch, help and completion use.
func Commands() []Command {
	return slices.DeleteFunc(commands(), func(c Command) bool { return c.hidden })
}

func commands() []Command {
	return slices.Concat(sessionCommands(), timeCommands(), debugCommands(), fileCommands(), shellCommands(), showCommands(), portCommands(), strangers())
}

func sessionCommands() []Command {
	return []Command{
		{
			Name: "help", Also: []string{"lsmagic", "magic", "quickref"}, Arg: "[name]",
			Help: "list the commands, or describe a command or a Go name", takes: aCommand, run: (*Session).cmdHelp,
		},
		{
			Name: "doc", Also: []string{"pinfo"}, Arg: "x",
			Help: "print the signature and documentation of a name; also ?x and x?", takes: goText, needs: "a name",
			run: (*Session).cmdDoc,
		},
		{
			Name: "source", Also: []string{"pinfo2", "psource"}, Arg: "x",
			Help: "print the source of a name that a cell has declared; also ??x and x??", takes: goText, needs: "a name",
			run: (*Session).cmdSource,
		},
		{
			Name: "type", Arg: "x", Help: "print the type of an expression", takes: goText, needs: "an expression",
			run: (*Session).cmdType,
		},
		{Name: "vars", Also: []string{"whos"}, Help: "list the variables of the session with their types and values", run: (*Session).cmdVars},
		{Name: "who", Arg: "[type]", Help: "list the names of the variables of the session", run: (*Session).cmdWho},
		{Name: "history", Also: []string{"hist"}, Arg: "[n-m]", Help: "print the cells of the session", run: (*Session).cmdHistory},
		{
			Name: "stale", Help: "list the cells whose results are out of date because a definition has changed",
			run: (*Session).cmdStale,
		},
		{Name: "memory", Help: "print how much memory the session holds", run: (*Session).cmdMemory},
		{
			Name: "reset", Help: "forget all definitions, and end goroutines of cells that are waiting",
			run: (*Session).cmdReset,
		},
		{Name: "quit", Also: []string{"exit", "q"}, Help: "leave the session", run: (*Session).cmdQuit},
	}
}

// find returns the command called name.
func find(name string) (Command, bool) {
	for _, c := range commands() {
		if c.Name == name || slices.Contains(c.Also, name) {
			return c, true
		}
	}
	return Command{}, false
}

// command runs one command.
func (s *Session) command(c call) Result {
	r := s.dispatch(c)
	if r.Err != nil && r.Err.Cell == "" {
		s.place(r.Err, c)
	}
	return r
}

func (s *Session) dispatch(c call) Result {
	cmd, ok := find(c.name)
	switch {
	case !ok:
		return s.failed("unknown command " + c.sign() + c.name + suggestion(c))
	case c.cell && !cmd.Cell:
		return s.failed(fmt.Sprintf("%%%%%s does not take the lines below it; write %%%s", c.name, c.name))
	case !c.cell && cmd.Cell && cmd.takes == goText && c.goesOn():
		return s.failed(fmt.Sprintf("%s%s takes Go code from its own line only, but the code continues below; "+
			"write %%%%%[2]s for all lines",
			c.sign(), c.name))
	case cmd.needs != "" && strings.TrimSpace(c.goPart()) == "":
		return s.failed(c.name + " needs " + cmd.needs)
	}
	return cmd.run(s, c)
}

// place sets the line of the cell for an error of a command.
func (s *Session) place(e *CellError, c call) {
	e.Cell = s.cellName()
	if e.Line == 0 {
		e.Line, e.Col = 1+strings.Count(c.src[:c.from], "\n"), 1
		e.Source = strings.TrimRight(c.src[c.from:lineEnd(c.src, c.from)], "\r")
	}
}

// goesOn reports whether the Go after a command is incomplete without the lines below it.
func (c call) goesOn() bool {
	state, _ := syntax.Completeness(c.goPart())
	return state == syntax.Unfinished && strings.TrimSpace(c.src[c.end:]) != ""
}

// sign returns the prefix of the command.
func (c call) sign() string {
	switch {
	case c.cell:
		return "%%"
	case strings.HasPrefix(strings.TrimSpace(c.src), ":"):
		return ":"
	}
	return "%"
}

// suggestion returns the command that may have been meant.
func suggestion(c call) string {
	var near, all []string
	for _, cmd := range Commands() {
		all = append(all, cmd.Name)
		if c.name != "" && strings.HasPrefix(cmd.Name, c.name) {
			near = append(near, c.sign()+cmd.Name)
		}
	}
	if len(near) == 0 {
		if close := syntax.Closest(c.name, all); close != "" {
			near = []string{c.sign() + close}
		}
	}
	if len(near) > 0 {
		return "; did you mean " + strings.Join(near, " or ") + "?"
	}
	return "; %help lists the commands"
}

// say returns the result of a command. It is text to read, not a value: it is not in Out.
func (s *Session) say(format string, args ...any) Result {
	if text := fmt.Sprintf(format, args...); text != "" {
		s.out.deliver("stdout", []byte(strings.TrimSuffix(text, "\n")+"\n"))
	}
	return Result{N: s.count()}
}

func (s *Session) failed(msg string) Result {
	return Result{N: s.count(), Err: &CellError{Kind: kindUsage, Msg: msg}}
}

func (s *Session) cmdReset(call) Result {
	if err := s.reset(); err != nil {
		return s.failed(err.Error())
	}
	return Result{N: s.count()}
}

func (s *Session) cmdQuit(call) Result { return Result{N: s.count(), Quit: true} }
