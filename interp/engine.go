package interp

import (
	"context"
	"fmt"
	"go/token"
	"os"
	"reflect"
	"sync/atomic"
	"time"

	"github.com/msrepl/msrepl/internal/session/gctune"
	"github.com/msrepl/msrepl/internal/session/ticker"
	"github.com/msrepl/msrepl/interp/internal/assist"
	"github.com/msrepl/msrepl/interp/internal/cellrt"
	"github.com/msrepl/msrepl/interp/internal/compile"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/port"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// engine is the part of a session that Reset replaces.
type engine struct {
	files *token.FileSet
	out   *output
	rt    *cellrt.Runtime
	front *front.Front

	assist  *assist.Engine
	machine *machine

	pulse   ticker.Pulse
	signals signals
	closed  atomic.Bool // by a reset
}

func newEngine(out *output, opts Options) (*engine, error) {
	world, err := symbols.NewWorld()
	if err != nil {
		return nil, err
	}
	e := &engine{files: token.NewFileSet(), out: out, rt: cellrt.New()}
	e.rt.Stderr, e.rt.Started, e.rt.FirstGo = stderrWriter{out}, out.started, e.watchEnd
	e.signals.taken = opts.Interrupts
	world.KeepBodies()
	if e.machine, err = newMachine(e, world, opts.File, e.overrides(out, opts), readers(stdin(opts))); err != nil {
		return nil, err
	}
	if e.front, err = front.New(world, e.files, e.machine.env, port.Defaults); err != nil {
		return nil, err
	}
	e.assist = &assist.Engine{Front: e.front, World: world}
	return e, nil
}

// close ends goroutines of cells that wait, and removes references to cells from compiled code. Types live as long as
// the program, but not the code of their methods.
func (e *engine) close() {
	e.closed.Store(true)
	e.signals.end()
	e.rt.End()
	e.machine.host.Halt()
	e.machine.env.Close(cellrt.Reset{})
}

// overrides returns replacements for functions of the standard library.
func (e *engine) overrides(out *output, opts Options) map[string]map[string]reflect.Value {
	stdout, stderr := out.files()
	args := opts.Args
	tables := map[string]map[string]reflect.Value{
		"os/os": {
			"Args":   reflect.ValueOf(&args).Elem(),
			"Stdout": reflect.ValueOf(stdout).Elem(),
			"Stderr": reflect.ValueOf(stderr).Elem(),
			"Exit":   reflect.ValueOf(func(code int) { e.rt.Exit(code, false) }),
		},
		"time/time": {
			"Sleep": reflect.ValueOf(e.rt.Sleep),
			"AfterFunc": reflect.ValueOf(func(d time.Duration, f func()) *time.Timer {
				e.rt.Outside()
				within := out.started()
				return time.AfterFunc(d, func() { within(f) })
			}),
		},
		"runtime/runtime": {
			"NumGoroutine": reflect.ValueOf(e.rt.NumGoroutine),
			"ReadMemStats": reflect.ValueOf(gctune.ReadMemStats),
		},
		"os/signal/signal": e.signals.overrides(e.rt.Signals),
		"context/context": {"AfterFunc": reflect.ValueOf(func(ctx context.Context, f func()) func() bool {
			e.rt.Outside()
			within := out.started()
			return context.AfterFunc(ctx, func() { within(f) })
		})},
		"fmt/fmt": printers(out, stdout),

		"github.com/msrepl/msrepl/py/py": {"Print": reflect.ValueOf(printer(out, stdout))},
	}
	if file, ok := opts.Stdin.(*os.File); ok {
		tables["os/os"]["Stdin"] = reflect.ValueOf(&file).Elem()
	}
	return tables
}

// exit is the outcome of a cell that has ended the program.
type exit struct {
	code  int
	stays bool // the session continues

	trace []vm.Frame // set when compiled code called it, innermost first
}

// Error returns Go's message.
func (x exit) Error() string { return fmt.Sprintf("exit status %d", x.code) }

// stderrWriter writes log output in order with standard output.
type stderrWriter struct{ out *output }

// Write implements io.Writer.
func (w stderrWriter) Write(p []byte) (int, error) {
	w.out.flush()
	w.out.write("stderr", p)
	return len(p), nil
}

// gap is an error of the session's compiler for code that the checker has accepted.
type gap struct {
	msg   string
	pos   token.Pos
	large bool // it does not fit into memory, rather than not being supported
}

func (g *gap) Error() string { return g.msg }

// gapOf returns the gap in the value of a panic, or nil if there is none.
func gapOf(v any) *gap {
	if f, ok := v.(*cellrt.Fault); ok && f.Kind == kindMemory {
		return &gap{msg: f.Msg, large: true}
	}
	if r := compile.Refusal(v); r != nil {
		return &gap{r.Error(), r.Pos, r.Large}
	}
	return nil
}
