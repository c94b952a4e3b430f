package interp

import (
	"cmp"
	"errors"
	"flag"
	"go/token"
	"go/types"
	"io"
	"log"
	"log/slog"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/cellrt"
	"github.com/msrepl/msrepl/interp/internal/compile"
	"github.com/msrepl/msrepl/interp/internal/debug"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/longtext"
	"github.com/msrepl/msrepl/interp/internal/realtype"
	"github.com/msrepl/msrepl/interp/internal/registries"
	"github.com/msrepl/msrepl/interp/internal/sugar"
	"github.com/msrepl/msrepl/interp/internal/syntax"
	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/tensor"
)

// machine compiles the code of cells and runs it.
type machine struct {
	e     *engine
	world *gotypes.World
	comp  *compile.Compiler
	env   *compile.World
	host  *vm.Host

	building atomic.Int32 // units being compiled

	others map[string]reflect.Value // replacements for compiled functions and variables

	registered *registries.Registries

	sites sites
	place func(cell string) (file string, before int, ok bool) // position of the text of a cell; nil to name the cell

	besides sync.RWMutex // read-locked by what runs beside cells

	left    atomic.Pointer[[]vm.Frame] // where code last called runtime.Goexit
	reached reached
	misses  atomic.Pointer[misses]
	debug   *debug.Debugger
	// set when functions must be recompiled, as a debugger has attached or detached
	again   atomic.Bool
	now     atomic.Pointer[front.Code]                            // the running unit
	started sync.Map                                              // by goroutine: the position that started it
	panics  func(v any, started *front.Mark, places []front.Mark) // reports the panic of a goroutine
}

// stackMost is the size limit in bytes for the stack of a goroutine of code: some million calls. Go's own limit is 1
// GB, which takes seconds to fill.
const stackMost = 256 << 20

// overflow is the panic value of code whose stack has reached the limit.
type overflow struct{}

// Unrecoverable marks the panic as one that code cannot recover.
func (overflow) Unrecoverable() {}

// layout checks once the assumptions of compiled cells about the runtime.
var layout = sync.OnceValue(func() error {
	if err := goabi.SelfTest(); err != nil {
		return err
	}
	return realtype.SelfTest()
})

// newMachine returns the machine of an engine. Tables are the replacements for compiled functions and variables.
func newMachine(e *engine, world *gotypes.World, place func(cell string) (file string, before int, ok bool), tables ...map[string]map[string]reflect.Value) (*machine, error) {
	if err := layout(); err != nil {
		return nil, err
	}
	m := &machine{e: e, world: world, env: compile.NewWorld(world), others: map[string]reflect.Value{}}
	m.host = &vm.Host{
		MaxStack: stackMost,
		Interrupted: func(*vm.Machine) any {
			if e.closed.Load() {
				return cellrt.Reset{}
			}
			return cellrt.Interrupt{}
		},
		Overflow: func(*vm.Machine) any { e.rt.Dies(); return overflow{} },
		Fatal:    e.rt.Fatal,
		Arrived:  cellrt.Ours,
		Uncaught: func(_ *vm.Machine, p *vm.Panic) { m.uncaught(p) },
		Waits:    e.rt.Waits,
		Made:     e.rt.Made,
		Wait:     func(block, undo func()) { e.rt.Await(block, undo, m.host.Halted()) },
		MadeChan: e.rt.MadeChan,
		Room:     cellrt.Room,
		Replace:  m.replaceMethod,
		Go:       m.start,
		Print:    func(text string) { _, _ = io.WriteString(e.rt.Stderr, text) },
		Exiting:  e.rt.Exiting,
	}
	m.place = place
	m.misses.Store(&misses{})
	m.comp = compile.New(m.host, e.files, m.env)
	m.env.Replace = m.replace
	m.registered = registries.New(func() (file string, line int) {
		if list := m.callers(); len(list) > 0 {
			return list[0].file, list[0].line
		}
		return "", 0
	})
	m.take(tables)
	resetLogs()
	m.placeDefault(firstLogger.Handler())
	return m, nil
}

// take records replacements for compiled functions and variables.
func (m *machine) take(tables []map[string]map[string]reflect.Value) {
	r := m.e.rt
	for _, table := range tables {
		for key, symbols := range table {
			path := key[:strings.LastIndex(key, "/")]
			for name, v := range symbols {
				if path == "fmt" && strings.Contains(strings.ToLower(name), "print") {
					v = cellrt.Finitely(v)
				}
				m.others[path+"."+name] = v
			}
		}
	}
	for name, f := range map[string]any{
		front.HooksPath + ".Bound":  func(v any) any { cellrt.Bind(v); return v },
		front.HooksPath + ".Zero":   func(p any) { reflect.ValueOf(p).Elem().SetZero() },
		front.HooksPath + ".Stale":  func(msg string) any { return cellrt.Stale(msg) },
		front.HooksPath + ".Unread": r.Unread,
		front.HooksPath + ".List":   readList,

		"errors.As":             m.errorsAs,
		"errors.Is":             errorsIs,
		"flag.Parse":            r.ParseCommandLine,
		"runtime.Goexit":        m.leave,
		"(*flag.FlagSet).Parse": func(s *flag.FlagSet, args []string) error { return r.FlagsParse(s)(args) },
	} {
		m.others[name] = reflect.ValueOf(f)
	}
	for _, table := range []map[string]any{
		m.loggers(r.Exit), m.tests(r), m.ofSlog(), m.ofRuntime(), cellrt.Roomy(), m.registered.Functions(),
	} {
		for name, f := range table {
			m.others[name] = reflect.ValueOf(f)
		}
	}
}

// largeList is the size of a list from which a garbage collection before reading it pays off: the data of the type
// check is garbage then, and as large as the list.
const largeList = 4 << 20

// readList parses a long list and returns a pointer to it; p is a nil pointer of the result type.
func readList(p any, list string) any {
	if len(list) > largeList {
		runtime.GC()
	}
	return longtext.Read(list, reflect.TypeOf(p).Elem()).Interface()
}

var firstLogger = slog.Default()

// resetLogs resets the loggers for a new session to their initial state, but without a time; see catchWarnings.
func resetLogs() {
	slog.SetDefault(firstLogger)
	log.SetOutput(cellStderr{})
	log.SetFlags(0)
	log.SetPrefix("")
}

// printing lists the packages whose functions print their last arguments.
var printing = map[string]bool{"fmt": true, "log": true, "log/slog": true}

// replace implements compile.World.Replace.
func (m *machine) replace(path, name string) (reflect.Value, bool) {
	key := name
	if !strings.HasPrefix(name, "(") {
		key = path + "." + name
	}
	if v, ok := m.others[key]; ok {
		return v, true
	}
	if op, ok := strings.CutSuffix(name, sugar.ChainMark); ok {
		f, ok := reflect.TypeFor[*tensor.Tensor]().MethodByName(op)
		return f.Func, ok
	}
	return m.printer(path, name)
}

// replaceMethod implements vm.Host.Replace.
func (m *machine) replaceMethod(t reflect.Type, name string) reflect.Value {
	return m.others["(*"+t.PkgPath()+"."+t.Name()+")."+name]
}

// printer returns the replacement for a function that prints, and false for other functions.
func (m *machine) printer(path, name string) (reflect.Value, bool) {
	if !printing[path] || strings.Contains(name, "scan") || strings.Contains(name, "Scan") {
		return reflect.Value{}, false
	}
	v, ok := m.world.Value(path, name)
	if ok && v.Kind() == reflect.Func {
		return cellrt.Finitely(v), true
	}
	return v, ok && v.Kind() == reflect.Func
}

// unit runs a unit of a cell.
func (m *machine) unit(u *front.Unit, life *life, o *outcome) error {
	code := u.Code
	variables, body, err := m.build(code, life, o)
	if err != nil {
		return err
	}
	defer m.begin(u)()
	m.clear(code)
	for _, f := range [...]*vm.Func{variables, body} {
		if f == nil {
			continue
		}
		if p := m.host.Run(f); p != nil {
			return m.failed(p, o)
		}
	}
	m.show(u, o)
	return nil
}

// build compiles a unit and returns the functions that set its variables and run its statements; nil if there are
// none. Its declarations and the types of its variables may be refused.
func (m *machine) build(code *front.Code, life *life, o *outcome) (variables, body *vm.Func, err error) {
	m.building.Add(1)
	defer m.building.Add(-1)
	at := token.NoPos
	defer func() {
		if v := recover(); v != nil {
			g := gapOf(v)
			if g == nil {
				panic(v)
			}
			g.pos = cmp.Or(g.pos, at)
			err, o.refused = g, true
		}
	}()
	code.Settle()
	m.e.out.noteImports(code.Imports)
	vars := map[*types.Var]unsafe.Pointer{}
	for v, old := range code.Vars {
		if old != nil {
			vars[v] = m.comp.Variable(old)
			continue
		}
		at = v.Pos()
		t := m.env.Reflect(v.Type())
		cellrt.Room(1, int(t.Size()))
		p := reflect.New(t).UnsafePointer()
		vars[v] = p
		m.comp.Keep(v, p)
	}
	at = code.Pos()
	unit, err := m.comp.Unit(code.Pkg, code.Files, code.Info, vars, life.token())
	if err != nil {
		return nil, nil, &gap{msg: err.Error(), pos: at}
	}
	give, err := m.env.Renew(code.Methods)
	if err != nil {
		o.refused = true
		return nil, nil, &gap{msg: err.Error(), pos: at}
	}
	unit.Declare(code.Again)
	give(unit)
	if len(code.Info.InitOrder) > 0 {
		variables = unit.Init()
	}
	if code.Body != nil {
		body = unit.Func(code.Body)
		m.comp.Forget([]types.Object{code.Body})
	}
	return variables, body, nil
}

// clear zeroes the variables of a whole program, which an earlier run may have set, as at the start in Go: those
// declared with a value are set next. Statements zero the variables that they declare themselves.
func (m *machine) clear(code *front.Code) {
	if code.Body != nil {
		return
	}
	for _, old := range code.Vars {
		if old != nil {
			m.value(old).SetZero()
		}
	}
}

// show keeps the value of the unit's last expression, if it was evaluated.
func (m *machine) show(u *front.Unit, o *outcome) {
	code := u.Code
	if code.Reached != nil && !m.value(code.Reached).Bool() {
		u.Miss()
	}
	if u.Echo && o.beside {
		o.values = cellrt.Values(m.values(code), code.Results)
	} else if u.Echo {
		m.e.rt.Keep(m.values(code), code.Results)
	}
}

// takeBack makes types again that have methods of a refused unit.
func (m *machine) takeBack(u *front.Unit) {
	if give, err := m.env.Renew(u.Code.Methods); err == nil {
		give(m.comp.Bare())
	}
}

// rest frees what a finished cell no longer needs.
func (m *machine) rest() {
	m.misses.Store(&misses{})
	m.debug.Ended()
	if m.besides.TryLock() { // otherwise it may be in use, and is freed after the next cell
		defer m.besides.Unlock()
		m.comp.Forget(m.e.front.Gone())
		m.comp.Rest()
		m.host.Rest()
		m.host.Raised() // no longer needed
	}
}

// values returns the values that a unit shows.
func (m *machine) values(code *front.Code) (values []any) {
	if code.ShowNil {
		return []any{nil}
	}
	for _, v := range code.Show {
		values = append(values, m.value(v).Interface())
	}
	return values
}

// value returns a variable of the session.
func (m *machine) value(v *types.Var) reflect.Value {
	p := m.comp.Variable(v)
	if p == nil {
		return reflect.Value{}
	}
	return reflect.NewAt(m.env.Reflect(v.Type()), p).Elem()
}

// failed records where a unit has panicked and returns the error.
func (m *machine) failed(p *vm.Panic, o *outcome) error {
	o.trace = p.Trace
	if r := compile.Refusal(p.Value); r != nil {
		return gapOf(r)
	}
	return raised{Value: m.described(p)}
}

// locate records the statement of a unit that has failed, and its position.
func (m *machine) locate(u *front.Unit, o *outcome) {
	o.places, o.step = m.places(o.trace), -1
	var g *gap
	if errors.As(o.err, &g) && len(o.places) == 0 && g.pos.IsValid() {
		o.places = []front.Mark{{Position: m.e.front.Position(g.pos)}}
	}
	for _, f := range slices.Backward(o.trace) {
		for k, s := range u.Code.Steps {
			if int32(s.From) <= f.Pos && f.Pos < int32(s.To) {
				o.step = k
				return
			}
		}
	}
}

// places returns the positions of a trace that are in cells, innermost first.
func (m *machine) places(trace []vm.Frame) (list []front.Mark) {
	for _, f := range trace {
		if at, ok := m.written(f.Func, f.Pos); ok {
			list = append(list, at)
		}
	}
	return list
}

// written returns a place in a function of a cell. Others are of a library, or made by the front end or the compiler:
// what happens in the Call of a network happens where that is called.
func (m *machine) written(fn *vm.Func, at int32) (place front.Mark, ok bool) {
	pos, name := token.Pos(at), functionName(fn.Name)
	if at <= 0 || fn.Wrapper || strings.HasSuffix(name, ".Call") && m.e.front.SynthesizedAt(pos) {
		return place, false
	}
	return front.Mark{Position: m.e.front.Position(pos), Func: name}, true
}

// functionName returns the name of a function as messages have it, "" for the statements of a cell.
func functionName(name string) string {
	name = strings.ReplaceAll(name, "main.", "")
	for { // remove type arguments, inner ones first
		to := strings.IndexByte(name, ']')
		if to < 0 {
			break
		}
		name = name[:max(0, strings.LastIndexByte(name[:to], '['))] + name[to+1:]
	}
	switch {
	case strings.Contains(name, "$"):
		return "func"
	case name == "_" || name == "init":
		return ""
	case strings.HasPrefix(name, "init"+syntax.Mark):
		return "init"
	}
	return receiver.Replace(name)
}

// receiver removes the parentheses of a receiver from the name of a method.
var receiver = strings.NewReplacer("(*", "", "(", "", ")", "")

// normalize returns the value of a panic of code as messages show it.
func (m *machine) normalize(v any) any {
	n := cellrt.Normalize(v)
	if f, ok := n.(*cellrt.Fault); ok {
		if more := m.because(v); more != "" {
			return &cellrt.Fault{Kind: f.Kind, Msg: f.Msg + more}
		}
	}
	return n
}

// parameters returns the names of the parameters of a func value, or nil if its source text is not known.
func (m *machine) parameters(f any) []string {
	if c := vm.ClosureOf(goabi.FuncWord(f)); c != nil {
		return m.comp.Parameters(c.Func())
	}
	return nil
}

// uncaught reports the panic of a goroutine.
func (m *machine) uncaught(p *vm.Panic) {
	id, _ := goabi.Goroutine()
	at, _ := m.started.Load(id)
	started, _ := at.(*front.Mark)
	m.panics(m.described(p), started, m.places(p.Trace))
}

// start runs a goroutine of code.
func (m *machine) start(run func()) {
	var at *front.Mark
	if here, ok := m.here(); ok {
		at = &here
	}
	m.e.rt.Go(func() {
		id, _ := goabi.Goroutine()
		m.started.Store(id, at)
		defer m.started.Delete(id)
		if at != nil {
			m.reached.goes(at.Position)
		}
		run()
	})
}

// leave implements runtime.Goexit.
func (m *machine) leave() {
	trace := m.host.Here()
	m.left.Store(&trace)
	runtime.Goexit()
}

// here returns the current position of the goroutine in a cell.
func (m *machine) here() (at front.Mark, ok bool) {
	for _, f := range m.host.Here() {
		if at, ok = m.written(f.Func, f.Pos); ok {
			return at, true
		}
	}
	return at, false
}
