package interp

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"maps"
	"os"
	"os/signal"
	"reflect"
	"testing/fstest"
	"time"

	yaegi "github.com/traefik/yaegi/interp"

	"github.com/msrepl/msrepl/internal/pulse"
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
	trace *trace

	assist  *assist.Engine
	machine *machine // nil where the interpreter runs all

	pulse    pulse.Pulse
	declared []string // variables of the file that was compiled last
	roots    roots
}

func newEngine(out *output, opts Options) (*engine, error) {
	world, err := symbols.NewWorld()
	if err != nil {
		return nil, err
	}
	e := &engine{out: out, rt: rt.New(), roots: roots{}, trace: &trace{to: stderrWriter{out}}}
	e.rt.Stderr, e.rt.Recovered, e.rt.Started = stderrWriter{out}, e.trace.reset, out.started
	e.rt.IndexDetail, e.rt.FirstGo = e.recoveredIndex, e.watchEnd
	e.i = yaegi.New(yaegi.Options{
		Stdin: stdin(opts), Stdout: stdoutWriter{out}, Stderr: e.trace,
		Unrestricted:         true, // cells read and set the environment of the program
		Args:                 opts.Args,
		SourcecodeFilesystem: fstest.MapFS{},
	})
	std := symbols.Std()
	for _, tables := range []map[string]map[string]reflect.Value{e.overrides(out), readers(stdin(opts))} {
		for key, table := range tables {
			merged := maps.Clone(std[key])
			maps.Copy(merged, table)
			std[key] = merged
		}
	}
	for _, table := range []yaegi.Exports{std, symbols.Symbols, {front.RuntimeKey: e.rt.Symbols()}, {hooksKey: {"convert": reflect.ValueOf(rt.Conversion)}}, stringers(std["fmt/fmt"])} {
		if err := e.i.Use(table); err != nil {
			return nil, fmt.Errorf("load symbols: %w", err)
		}
	}
	name := func(name string, t reflect.Type) {
		table := yaegi.Exports{front.RuntimeKey: {name: reflect.Zero(reflect.PointerTo(t))}}
		if err := e.i.Use(table); err != nil {
			panic(err) // the table is ours
		}
	}
	if e.front, err = front.New(world, e.i.FileSet(), name); err != nil {
		return nil, err
	}
	e.assist = &assist.Engine{Front: e.front, World: world}
	if os.Getenv("MSREPL_COMPILE") != "off" {
		world.KeepBodies()
		if e.machine, err = newMachine(e, world, e.overrides(out), readers(stdin(opts))); err != nil {
			return nil, err
		}
		e.front.CompileCells(e.machine.env.Made)
	}
	return e, e.prelude()
}

// close ends what cells have started and waits, and takes back what compiled code knows of them. Types live as long as the program,
// and their methods until then where code may still call them.
func (e *engine) close() {
	e.rt.End()
	if e.machine != nil {
		e.machine.host.Halt()
		if !e.rt.Busy() {
			e.machine.env.Close()
		}
	}
	e.rt.Forget()
}

// hooksKey is the key of the interpreter's hooks in tables of symbols.
const hooksKey = "github.com/traefik/yaegi/hooks"

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
		"log/slog/slog":   rt.Slog(),
		"encoding/json/json": {
			"Marshal": reflect.ValueOf(rt.Marshal), "MarshalIndent": reflect.ValueOf(rt.MarshalIndent),
		},
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

// prelude makes the interpreter know the hidden package and the variable of the marks.
func (e *engine) prelude() error {
	if err := e.doImport(front.RuntimeImport()); err != nil {
		return err
	}
	return e.runText(front.Prelude())
}

// doImport imports a package under the name that lowered code uses.
func (e *engine) doImport(imp front.Import) error {
	if imp.Path == "os" {
		e.out.reached.Store(true)
	}
	return e.runText(fmt.Sprintf("package main; import %s %q", imp.Name, imp.Path))
}

// runText runs a file of ours. Its name has the base that all cells have, because the interpreter
// keys imports by it.
func (e *engine) runText(src string) error {
	file, err := parser.ParseFile(e.i.FileSet(), "msrepl/"+front.Base, src, parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	return e.run(file)
}

// run compiles and executes a node. Panics of the interpreter's compiler become errors; those of
// running code come back as yaegi.Panic.
func (e *engine) run(n ast.Node) (err error) {
	p, err := e.compile(n)
	if err != nil {
		return err
	}
	return e.exec(p)
}

func (e *engine) exec(p *yaegi.Program) error {
	growFrame(e.i)
	_, err := e.i.Execute(p)
	return err
}

// gap is an error of the interpreter about code that the checker has accepted.
type gap struct{ msg string }

// Error names the interpreter as the culprit.
func (g *gap) Error() string { return g.msg }

func (e *engine) compile(n ast.Node) (p *yaegi.Program, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &gap{fmt.Sprint(r)}
		}
	}()
	e.roots.forget(e.i, e.declared, e.front.Gone()) // here, where no other cell is about to execute
	e.declared = variables(n)
	if p, err = e.i.CompileAST(n); err != nil {
		return nil, &gap{err.Error()}
	}
	return p, nil
}
