package app

import (
	"errors"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/chzyer/readline"

	"github.com/msrepl/msrepl/interp"
)

// indentWidth is how far the editor indents a block. It is blanks because the editor cannot move over
// tabs; gofumpt makes tabs of them in an export.
const indentWidth = 4

// repl is the session at a terminal.
type repl struct {
	session *interp.Session
	screen  *screen
	edit    editor
	style   style
	cell    string // the lines of the cell being typed, before the one being edited
	n       int    // the number of the next cell
	status  atomic.Int32
}

// replCommand starts the terminal session, or runs what a pipe brings.
func replCommand(args []string, std stdio) int {
	fs := flagsFor("repl")
	if status, done := parse(fs, args, std); done {
		return status
	}
	if fs.NArg() > 0 {
		return complain(std, "repl takes no arguments")
	}
	if !isTerminal(std.in) || !isTerminal(std.out) {
		return runPipe(std)
	}
	return runTerminal(std)
}

func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && readline.IsTerminal(int(f.Fd()))
}

func runTerminal(std stdio) int {
	r := &repl{screen: newScreen(std), style: newStyle(os.Getenv), n: 1}
	var err error
	if r.session, err = interp.New(interp.Options{Sink: r.screen, Stdin: std.in}); err != nil {
		return fail(std, err)
	}
	defer r.session.Close()
	defer attach(std.in, r.screen)()
	if r.edit, err = newTerminalEditor(historyFile(os.Getenv), r.complete); err != nil {
		return fail(std, err)
	}
	defer r.edit.Close()
	defer r.handleSignals()()
	r.screen.Line(r.style.faint("msrepl " + version() + " · :help lists what there is, Ctrl-D leaves"))
	r.loop()
	return int(r.status.Load())
}

// handleSignals makes Ctrl-C interrupt the running cell, and gives the terminal back when the program is
// told to end. The caller must call restore.
func (r *repl) handleSignals() (restore func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		for s := range c {
			if s == os.Interrupt {
				r.screen.Touch()
				r.session.Interrupt()
				continue
			}
			r.status.Store(128 + int32(s.(syscall.Signal)))
			r.edit.Close() // ends the loop as well, unless a cell runs
			os.Exit(int(r.status.Load()))
		}
	}()
	return func() {
		signal.Stop(c)
		close(c)
	}
}

// loop reads and runs cells until the person leaves.
func (r *repl) loop() {
	for {
		src, err := r.read()
		switch {
		case errors.Is(err, errInterrupt):
			continue
		case err != nil:
			return
		}
		if strings.TrimSpace(src) == "" {
			continue
		}
		r.edit.Remember(src)
		if quit := r.eval(src); quit {
			return
		}
	}
}

// read returns the next cell. What is typed is a cell as soon as it is complete, or cannot become so.
func (r *repl) read() (string, error) {
	r.cell = ""
	prompt, indent := r.style.in(r.n), ""
	for {
		line, err := r.edit.ReadLine(prompt, indent)
		if err != nil {
			return "", err
		}
		r.cell += line + "\n"
		state, next := r.session.IsComplete(r.cell)
		if state != interp.Incomplete {
			return r.cell, nil
		}
		prompt, indent = r.style.more(r.n), blanks(next)
		if r.edit.More() {
			indent = "" // pasted lines bring their own
		}
	}
}

// blanks turns an indentation into blanks.
func blanks(indent string) string {
	return strings.ReplaceAll(indent, "\t", strings.Repeat(" ", indentWidth))
}

func (r *repl) eval(src string) (quit bool) {
	res := r.session.Eval(src)
	r.n = max(r.n, res.N+1)
	r.screen.Settle()
	if res.Value != nil {
		r.screen.Echo(*res.Value, func(text string) string { return r.style.out(res.N, text) })
	}
	if status, ok := exitStatus(res.Err); ok {
		r.status.Store(int32(status))
	} else if res.Err != nil {
		r.screen.ErrorLine(r.style.failure(res.Err.Error()))
	}
	r.screen.FreshLine()
	return res.Quit
}

// complete answers the Tab key: an indentation at the start of a line, otherwise what may follow.
func (r *repl) complete(line string, cursor int) (endings []string, shared int) {
	before := line[:cursor]
	if strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:]) == "" {
		return []string{strings.Repeat(" ", indentWidth)}, 0
	}
	got := r.session.Complete(r.cell+line, len(r.cell)+cursor)
	typed := before[max(0, got.Start-len(r.cell)):]
	for _, item := range got.Items {
		if ending, ok := strings.CutPrefix(item.Text, typed); ok {
			endings = append(endings, ending)
		}
	}
	return endings, len([]rune(typed))
}
