package kernel

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/internal/session/lastwords"
	"github.com/msrepl/msrepl/interp"
)

// fakeEngine runs cells of one command per line, see fakeCommands.
type fakeEngine struct {
	sink  interp.Sink
	stdin *bufio.Reader
	stop  chan struct{}
}

func newFakeEngine(sink interp.Sink, stdin io.Reader) (engine, error) {
	return &fakeEngine{sink: sink, stdin: bufio.NewReader(stdin), stop: make(chan struct{}, 1)}, nil
}

// fakeCommands maps the first word of a line to what it does with the rest.
var fakeCommands = map[string]func(e *fakeEngine, arg string) interp.Result{
	"print": func(e *fakeEngine, arg string) interp.Result {
		e.sink.Stream("stdout", arg+"\n")
		return interp.Result{}
	},
	"warn": func(e *fakeEngine, arg string) interp.Result {
		e.sink.Stream("stderr", arg+"\n")
		return interp.Result{}
	},
	"count": func(e *fakeEngine, arg string) interp.Result {
		n, _ := strconv.Atoi(arg)
		for i := range n {
			e.sink.Stream("stdout", fmt.Sprintln("line", i))
		}
		return interp.Result{}
	},
	"repeat": func(e *fakeEngine, arg string) interp.Result {
		n, _ := strconv.Atoi(arg)
		e.sink.Stream("stdout", strings.Repeat("x", n))
		return interp.Result{}
	},
	"show": func(e *fakeEngine, arg string) interp.Result {
		e.sink.Display(display.Bundle{Data: map[string]any{
			"text/plain": arg, "image/png": []byte{1, 2, 3}, "application/json": []byte(`{"a":1}`),
		}})
		return interp.Result{}
	},
	"value": func(_ *fakeEngine, arg string) interp.Result {
		b := display.TextBundle(arg)
		return interp.Result{Value: &b}
	},
	"1+1": func(*fakeEngine, string) interp.Result {
		b := display.TextBundle("2")
		return interp.Result{Value: &b}
	},
	"fail": func(_ *fakeEngine, arg string) interp.Result {
		return fakeError("ValueError", arg)
	},
	"wait": func(e *fakeEngine, _ string) interp.Result {
		<-e.stop
		return fakeError("Interrupted", "interrupted")
	},
	"flood": func(e *fakeEngine, _ string) interp.Result {
		for text := strings.Repeat("x", 1<<20); ; {
			select {
			case <-e.stop:
				return fakeError("Interrupted", "interrupted")
			default:
				e.sink.Stream("stdout", text)
			}
		}
	},
	"sleep": func(_ *fakeEngine, arg string) interp.Result {
		d, _ := time.ParseDuration(arg)
		time.Sleep(d)
		return interp.Result{}
	},
	"read": func(e *fakeEngine, _ string) interp.Result {
		line, err := e.stdin.ReadString('\n')
		if err != nil {
			return fakeError("RuntimeError", err.Error())
		}
		e.sink.Stream("stdout", "got "+line)
		return interp.Result{}
	},
	"ask": func(e *fakeEngine, arg string) interp.Result { return e.answer(frontend.Input(arg)) },
	"password": func(e *fakeEngine, arg string) interp.Result {
		return e.answer(frontend.Password(arg))
	},
	"page": func(_ *fakeEngine, arg string) interp.Result { return fakeFailure(frontend.Page(arg)) },
	"next": func(_ *fakeEngine, arg string) interp.Result { return fakeFailure(frontend.SetNextInput(arg)) },
	"replace": func(_ *fakeEngine, arg string) interp.Result {
		return fakeFailure(frontend.ReplaceInput(arg))
	},
	"quit": func(*fakeEngine, string) interp.Result { return interp.Result{Quit: true} },
}

func (e *fakeEngine) answer(line string, err error) interp.Result {
	e.sink.Stream("stdout", "got "+line+"\n")
	return fakeFailure(err)
}

func fakeFailure(err error) interp.Result {
	if err != nil {
		return fakeError("RuntimeError", err.Error())
	}
	return interp.Result{}
}

func fakeError(kind, msg string) interp.Result {
	return interp.Result{Err: &interp.CellError{Kind: kind, Msg: msg}}
}

func (e *fakeEngine) EvalHere(n int, src string, _ func(interp.Result)) (res interp.Result, here bool) {
	return e.EvalAs(n, src), true
}

func (e *fakeEngine) EvalAs(_ int, src string) (res interp.Result) {
	select {
	case <-e.stop:
	default:
	}
	for line := range strings.Lines(src) {
		name, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
		if run := fakeCommands[name]; run != nil {
			if res = run(e, arg); res.Err != nil {
				return res
			}
		}
	}
	return res
}

// EvalBeside takes "define" for what must wait.
func (e *fakeEngine) EvalBeside(src string, sink interp.Sink, begins func()) (r interp.Result, ok bool) {
	if strings.HasPrefix(src, "define") {
		return r, false
	}
	begins()
	return (&fakeEngine{sink, e.stdin, e.stop}).EvalAs(0, src), true
}

func (e *fakeEngine) Interrupt() {
	select {
	case e.stop <- struct{}{}:
	default:
	}
}

// Complete offers the commands that begin with the word before the cursor.
func (e *fakeEngine) Complete(src string, cursor int) interp.Completion {
	start := strings.LastIndexAny(src[:cursor], " \n") + 1
	c := interp.Completion{Start: start, End: cursor}
	for name := range fakeCommands {
		if strings.HasPrefix(name, src[start:cursor]) {
			c.Items = append(c.Items, interp.CompletionItem{Text: name, Kind: "function", Detail: "func()"})
		}
	}
	return c
}

func (e *fakeEngine) Inspect(src string, cursor int) (interp.Inspection, bool) {
	word := src[strings.LastIndexAny(src[:cursor], " \n")+1 : cursor]
	_, found := fakeCommands[word]
	return interp.Inspection{Text: "command " + word, Markdown: "`" + word + "`"}, found
}

func (e *fakeEngine) InspectSource(src string, cursor int) (interp.Inspection, bool) {
	in, found := e.Inspect(src, cursor)
	in.Text += " {source}"
	return in, found
}

func (e *fakeEngine) Identify(int, string) {}

func (e *fakeEngine) Stale() []interp.StaleCell { return nil }

func (e *fakeEngine) NotKnown(name string) string { return "no documentation found for " + name }

func (e *fakeEngine) Call(f func()) *interp.CellError {
	f()
	return nil
}

// IsComplete takes a trailing backslash for "more follows".
func (e *fakeEngine) IsComplete(src string) (interp.Completeness, string) {
	switch {
	case strings.HasSuffix(src, "\\"):
		return interp.Incomplete, "\t"
	case strings.HasPrefix(src, ")"):
		return interp.Invalid, ""
	}
	return interp.Complete, ""
}

func (e *fakeEngine) Close() error { return nil }

// TestMain lets the test binary be the kernel process that a real Jupyter client starts.
func TestMain(m *testing.M) {
	lastwords.Main(LastWords)
	engines := map[string]func(interp.Sink, io.Reader) (engine, error){"1": newFakeEngine, "real": newSessionEngine}
	newEngine, isKernel := engines[os.Getenv("MSREPL_FAKE_KERNEL")]
	if !isKernel {
		os.Exit(runTests(m))
	}
	if err := Run(context.Background(), os.Args[1], Options{newEngine: newEngine}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// runTests keeps the history of the one who runs the tests out of them.
func runTests(m *testing.M) int {
	state, err := os.MkdirTemp("", "msrepl-test")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(state)
	if err := os.Setenv("XDG_STATE_HOME", state); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}
