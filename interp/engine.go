package interp

import (
	"context"
	"fmt"
	"go/token"
	"maps"
	"os"
	"os/signal"
	"reflect"
	"testing/fstest"
	"time"

	yaegi "github.com/traefik/yaegi/interp"

	"github.com/msrepl/msrepl/internal/session/ticker"
	"github.com/msrepl/msrepl/interp/internal/assist"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/rt"
	"github.com/msrepl/msrepl/interp/internal/symbols"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// engine is one interpreter with its front end: everything that Reset replaces.
type engine struct {
	i     *yaegi.Interpreter
	out   *output
	rt    *rt.Runtime
	front *front.Front

	assist  *assist.Engine
	machine *machine

	pulse ticker.Pulse
}

func newEngine(out *output, opts Options) (*engine, error) {
	world, err := symbols.NewWorld()
	if err != nil {
		return nil, err
	}
	e := &engine{out: out, rt: rt.New()}
	e.rt.Stderr, e.rt.Started, e.rt.FirstGo = stderrWriter{out}, out.started, e.watchEnd
	e.i = yaegi.New(yaegi.Options{
		Stdin: stdin(opts), Stdout: stdoutWriter{out}, Stderr: stderrWriter{out},
		Unrestricted:         true, // cells read and set the environment of the program
		Args:                 opts.Args,
		SourcecodeFilesystem: fstest.MapFS{},
	})
	std := symbols.Std()
	tables := []map[string]map[string]reflect.Value{e.overrides(out), readers(stdin(opts))}
	for _, table := range tables {
		for key, table := range table {
			merged := maps.Clone(std[key])
			maps.Copy(merged, table)
			std[key] = merged
		}
	}
	for _, table := range []yaegi.Exports{std, symbols.Symbols} {
		if err := e.i.Use(table); err != nil {
			return nil, fmt.Errorf("load symbols: %w", err)
		}
	}
	world.KeepBodies()
	if e.machine, err = newMachine(e, world, tables...); err != nil {
		return nil, err
	}
	if e.front, err = front.New(world, e.i.FileSet(), e.machine.env); err != nil {
		return nil, err
	}
	e.assist = &assist.Engine{Front: e.front, World: world}
	return e, nil
}

// close ends what cells have started and waits, and takes back what compiled code knows of them. Types live as
// long as the program, but not the code of their methods.
func (e *engine) close() {
	e.rt.End()
	e.machine.host.Halt()
	e.machine.env.Close(rt.Interrupt{})
}

// overrides replaces what must not be as the standard library has it.
func (e *engine) overrides(out *output) map[string]map[string]reflect.Value {
	stdout, stderr := out.stdout.w, out.stderr.w
	return map[string]map[string]reflect.Value{
		"os/os": {
			"Stdout": reflect.ValueOf(&stdout).Elem(),
			"Stderr": reflect.ValueOf(&stderr).Elem(),
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
		"os/signal/signal": {"Notify": reflect.ValueOf(func(c chan<- os.Signal, sig ...os.Signal) {
			e.rt.Outside()
			signal.Notify(c, sig...)
		})},
		"context/context": {"AfterFunc": reflect.ValueOf(func(ctx context.Context, f func()) func() bool {
			e.rt.Outside()
			within := out.started()
			return context.AfterFunc(ctx, func() { within(f) })
		})},
		"strings/strings": {"Repeat": reflect.ValueOf(rt.RepeatString)},
		"bytes/bytes":     {"Repeat": reflect.ValueOf(rt.RepeatBytes)},
		"fmt/fmt":         printers(out),
	}
}

// exit is the outcome of a cell that has ended the program.
type exit struct {
	code  int
	stays bool // the session does not end with it

	trace []vm.Frame // where compiled code has asked for it, innermost first
}

// Error says so in Go's words.
func (x exit) Error() string { return fmt.Sprintf("exit status %d", x.code) }

// stderrWriter writes log output in order with standard output.
type stderrWriter struct{ out *output }

// Write implements io.Writer.
func (w stderrWriter) Write(p []byte) (int, error) {
	w.out.flush()
	w.out.write("stderr", p)
	return len(p), nil
}

// gap is an error of the interpreter about code that the checker has accepted.
type gap struct {
	msg string
	pos token.Pos
}

// Error names the interpreter as the culprit.
func (g *gap) Error() string { return g.msg }
