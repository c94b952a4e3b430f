package app

import (
	"errors"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/chzyer/readline"

	"github.com/msrepl/msrepl/cmd/msrepl/app/lineedit"
	"github.com/msrepl/msrepl/interp"
)

// indentWidth is the indentation of a block in the editor, in spaces, so that code looks the same wherever it is
// shown. gofumpt converts it to tabs in an export.
const indentWidth = 4

// repl is the session at a terminal.
type repl struct {
	session *interp.Session
	screen  *screen
	input   *input
	edit    editor
	style   style
	n       int // number of the next cell
	status  atomic.Int32
}

// replCommand starts the terminal session, or runs the cells from a pipe.
func replCommand(args []string, std stdio) int {
	if status, done := withoutArguments("repl", args, std); done {
		return status
	}
	if !isTerminal(std.in) || !isTerminal(std.out) {
		return runPipe(std)
	}
	return runTerminal(std)
}

func isTerminal(stream any) bool {
	f := fileOf(stream)
	return f != nil && readline.IsTerminal(int(f.Fd()))
}

// fileOf returns stream if it is a file, and nil otherwise.
func fileOf(stream any) *os.File {
	switch s := stream.(type) {
	case *os.File:
		return s
	case *input:
		return s.File
	}
	return nil
}

func runTerminal(std stdio) int {
	scr := newScreen(std)
	r := &repl{screen: scr, style: newStyle(os.Getenv), n: 1, input: newInput(fileOf(std.in), scr)}
	var err error
	opts := interp.Options{Sink: r.screen, Stdin: r.input, Keys: lineedit.KeysText()}
	if r.session, err = interp.New(opts); err != nil {
		return fail(std, err)
	}
	defer r.session.Close()
	defer attach(r.input, r.screen)()
	if dumb(os.Getenv) {
		r.edit = newPlainEditor(std, r.ready)
	} else {
		terminal := newTerminalEditor(historyPath(os.Getenv), r.config(), r.hint)
		r.edit, r.screen.editor = terminal, terminal
	}
	defer r.edit.Close()
	defer r.handleSignals()()
	r.screen.Line(r.style.faint("msrepl " + version() + " · :help lists commands, Ctrl-D quits"))
	r.loop()
	return int(r.status.Load())
}

// handleSignals makes Ctrl-C interrupt the running cell, and restores the terminal when the program is told to
// terminate. The caller must call restore.
func (r *repl) handleSignals() (restore func()) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		for s := range c {
			if s == os.Interrupt {
				r.screen.Touch()
				r.session.Interrupt()
				r.input.interrupt() // only now, so that the code does not continue with an empty answer
				continue
			}
			r.status.Store(128 + int32(s.(syscall.Signal)))
			r.edit.Close() // also ends the loop, unless a cell is running
			os.Exit(int(r.status.Load()))
		}
	}()
	return func() {
		signal.Stop(c)
		close(c)
	}
}

// loop reads and runs cells until the user leaves.
func (r *repl) loop() {
	for {
		src, err := r.edit.ReadCell(r.style.in(r.n), r.style.more(r.n))
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
		columns, _ := size()
		r.screen.ErrorLine(r.style.failure(res.Err.Text(columns)))
	}
	r.screen.FreshLine()
	return res.Quit
}
