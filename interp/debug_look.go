package interp

import (
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/interp/internal/debug"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/syntax"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// DebugVariable is a variable or a part of a value.
type DebugVariable struct {
	Name, Value, Type string
	Expr              string // names it in Evaluate, or ""
	Ref               int    // for Variables, 0 if it has no parts
	Named, Indexed    int    // numbers of parts
}

// reference is an argument of Variables.
type reference struct {
	value reflect.Value
	expr  string
	frame int                    // that expr belongs to
	list  func() []DebugVariable // instead of value
}

// refer returns a number for listing the parts of a value.
func (d *Debugger) refer(r reference) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.last++
	syntax.Put(&d.refs, d.last, r)
	return d.last
}

// variable describes a value named by expr in a frame.
func (d *Debugger) variable(frame int, name, expr string, v reflect.Value) DebugVariable {
	x := DebugVariable{Name: name, Value: debug.Text(v), Type: debug.TypeText(v), Expr: expr}
	if x.Named, x.Indexed = debug.Count(v); x.Named+x.Indexed > 0 {
		x.Ref = d.refer(reference{value: v, expr: expr, frame: frame})
	}
	return x
}

// do runs f on the stopped goroutine, or beside the cells.
func (d *Debugger) do(f func()) error { return d.doWith(f, d.s.Call) }

// look runs f, which reads values, as do does, but not while a cell runs: Go ends the process if a map changes during
// iteration.
func (d *Debugger) look(f func()) error {
	runs := false
	err := d.doWith(f, func(f func()) *CellError {
		if runs = !d.s.eval.TryLock(); runs {
			return nil
		}
		return d.s.call(f, true)
	})
	if runs {
		return errRuns
	}
	return err
}

// doWith is do; call runs f if no goroutine is stopped.
func (d *Debugger) doWith(f func(), call func(func()) *CellError) error {
	if d.direct.Load() {
		f()
		return nil
	}
	if stop, _ := d.core().Stopped(); stop != nil {
		if d.core().Do(f) {
			return nil
		}
		return ErrNotStopped
	}
	if err := call(func() { d.core().Quietly(f) }); err != nil {
		return err
	}
	return nil
}

// DebugScope is a group of variables of a frame.
type DebugScope struct {
	Name string
	Ref  int // for Variables
}

// Scopes lists the groups of variables of a frame: those of the function, as "Locals", and those of the session, as
// "Globals". A cell has only the latter. Details of a stop, such as the arguments and results of an op, come last.
func (d *Debugger) Scopes(frame int) ([]DebugScope, error) {
	f, err := d.frame(frame)
	if err != nil {
		return nil, err
	}
	all := func() []DebugVariable { return d.globals(reachedBy(f.at.Calls)) }
	own := all
	if visible := f.call.Visible(); f.Func != "" || len(visible) > 0 {
		own = func() (list []DebugVariable) {
			for _, v := range visible {
				list = append(list, d.variable(frame, v.Name, v.Name, v.Value()))
			}
			return list
		}
	}
	list := []DebugScope{{"Locals", d.refer(reference{list: own, frame: frame})}, {"Globals", d.refer(reference{list: all, frame: frame})}}
	if len(f.at.Seen) > 0 {
		list = append(list, DebugScope{"Op", d.refer(reference{list: func() (list []DebugVariable) {
			for _, c := range f.at.Seen {
				list = append(list, d.variable(0, c.Name, "", c.Value))
			}
			return list
		}})})
	}
	return list, nil
}

// globals lists the variables of the session, and those that the running cell has declared so far.
func (d *Debugger) globals(reached token.Pos) []DebugVariable {
	m := d.s.engine().machine
	return m.listed(reached, func(name string, v *types.Var) DebugVariable {
		return d.variable(0, name, name, m.value(v))
	})
}

// unread returns the variables of the session without their values.
func (d *Debugger) unread() []DebugVariable {
	m := d.s.engine().machine
	return m.listed(token.NoPos, func(name string, v *types.Var) DebugVariable {
		return DebugVariable{Name: name, Value: Unread, Type: types.TypeString(v.Type(), m.e.front.Qualify), Expr: name}
	})
}

// listed describes the variables of the session, and those that the running cell has declared so far.
func (m *machine) listed(reached token.Pos, describe func(string, *types.Var) DebugVariable) (list []DebugVariable) {
	vars := map[string]*types.Var{}
	for name, o := range m.e.front.Env() {
		if v, ok := o.(*types.Var); ok && !strings.Contains(name, syntax.Mark) {
			vars[name] = v
		}
	}
	for _, v := range m.pending(reached) {
		vars[v.Name()] = v
	}
	for _, name := range slices.Sorted(maps.Keys(vars)) {
		list = append(list, describe(name, vars[name]))
	}
	return list
}

// Unread replaces a value that a cell may be changing.
const Unread = "(a cell is running)"

// Inspect returns the variables of the session, whether or not a goroutine is stopped. While a cell runs, it does not
// read their values.
func (d *Debugger) Inspect() (list []DebugVariable, err error) {
	var reached token.Pos
	if stop, _ := d.core().Stopped(); stop != nil {
		reached = reachedBy(stop.Calls)
	} else { // frees what an earlier list refers to
		d.mu.Lock()
		d.forget()
		d.mu.Unlock()
	}
	err = d.look(func() { list = d.globals(reached) })
	if errors.Is(err, errRuns) {
		return d.unread(), nil
	}
	return list, err
}

// DebugPage selects the parts that Variables lists.
type DebugPage = debug.Page

// Variables returns the parts of a value or the variables of a scope.
func (d *Debugger) Variables(ref int, page DebugPage) (list []DebugVariable, err error) {
	d.mu.Lock()
	r, ok := d.refs[ref]
	d.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("variables reference %d belongs to an earlier stop", ref)
	}
	err = d.look(func() {
		if r.list != nil {
			if !page.Indexed {
				list = r.list()
			}
			return
		}
		for _, c := range debug.Children(r.value, page) {
			expr := ""
			if r.expr != "" && c.Expr != "" {
				expr = r.expr + c.Expr
			}
			list = append(list, d.variable(r.frame, c.Name, expr, c.Value))
		}
	})
	return list, err
}

// Set assigns the value of a Go expression to a variable listed by Variables, and returns it.
func (d *Debugger) Set(ref int, name, value string) (DebugVariable, error) {
	find := func(p DebugPage) (expr string, err error) {
		list, err := d.Variables(ref, p)
		if i := slices.IndexFunc(list, func(v DebugVariable) bool { return v.Name == name }); i >= 0 {
			expr = list[i].Expr
		}
		return expr, err
	}
	expr, err := find(DebugPage{})
	if at, bad := strconv.Atoi(name); bad == nil && expr == "" && err == nil {
		expr, err = find(DebugPage{Indexed: true, Start: at, Count: 1}) // it may be beyond the first page
	}
	if err != nil {
		return DebugVariable{}, err
	}
	if expr == "" {
		return DebugVariable{}, fmt.Errorf("%s cannot be set", name)
	}
	d.mu.Lock()
	frame := d.refs[ref].frame
	d.mu.Unlock()
	if _, err := d.Evaluate(frame, expr+" = "+value); err != nil {
		return DebugVariable{}, err
	}
	return d.Evaluate(frame, expr)
}

// Evaluate runs Go text in a frame, or in the session with frame 0, and returns the value of its last expression.
// Assignments to variables of the frame change them.
func (d *Debugger) Evaluate(frame int, text string) (v DebugVariable, err error) {
	err = d.evaluate(frame, text, d.do, func(values []reflect.Value) {
		switch len(values) {
		case 0:
		case 1:
			v = d.variable(frame, "", text, values[0])
		default:
			var parts []string
			for _, x := range values {
				parts = append(parts, debug.Text(x))
			}
			v.Value = "(" + strings.Join(parts, ", ") + ")"
		}
	})
	return v, err
}

// Rich returns the value of an expression in a frame, 0 for the session, as a notebook shows it.
func (d *Debugger) Rich(frame int, text string) (b display.Bundle, err error) {
	err = d.evaluate(frame, text, d.look, func(values []reflect.Value) {
		var list []any
		for _, v := range values {
			list = append(list, v.Interface())
		}
		if len(list) > 0 {
			b = display.EchoAll(list)
		}
	})
	return b, err
}

// CopyToGlobals copies a variable of a frame to a variable of the session.
func (d *Debugger) CopyToGlobals(frame int, from, to string) error {
	f, err := d.frame(frame)
	if err != nil {
		return err
	}
	vars := f.call.Visible()
	i := slices.IndexFunc(vars, func(v vm.Local) bool { return v.Name == from })
	if i < 0 {
		return fmt.Errorf("the frame has no variable %s", from)
	}
	if !token.IsIdentifier(to) {
		return fmt.Errorf("%q is not a variable name", to)
	}
	s, m := d.s, d.s.engine().machine
	var failed *CellError
	err = d.do(func() {
		const source = "copied" + syntax.Mark
		v := types.NewVar(0, m.e.front.Package(), source, vars[i].Object.(types.Type))
		_, failed = s.evalExposed(m.e, []exposed{{v, vars[i].Value(), nil}}, to+" := "+source)
	})
	if err == nil && failed != nil {
		err = failed
	}
	return err
}

func (d *Debugger) evaluate(frame int, text string, do func(func()) error, use func([]reflect.Value)) error {
	var vars []exposed
	m := d.s.engine().machine
	if stop, _ := d.core().Stopped(); frame != 0 || stop != nil {
		if frame != 0 {
			f, err := d.frame(frame)
			if err != nil {
				return err
			}
			vars = m.exposed(&f.call, f.at.Calls)
		} else {
			vars = m.exposed(nil, stop.Calls)
		}
	}
	var failed *CellError
	err := do(func() {
		var values []reflect.Value
		if values, failed = d.s.evalExposed(m.e, vars, text); failed == nil {
			use(values)
		}
	})
	if err == nil && failed != nil {
		err = failed
	}
	return err
}

// exposed is a name in scope that is not the session's: a variable, or a constant or a type of a function.
type exposed struct {
	types.Object
	value reflect.Value       // of a variable of a function; one of the running cell has an address
	set   func(reflect.Value) // assigns to the variable
}

// exposed returns the names in scope in a call, or outside of calls if it is nil: declarations of the function, and
// the variables that the running cell has declared so far.
func (m *machine) exposed(c *vm.Call, calls []vm.Call) (list []exposed) {
	for _, v := range m.pending(reachedBy(calls)) {
		list = append(list, exposed{Object: v})
	}
	if c == nil {
		return list
	}
	for _, v := range c.Names() {
		if v.Type == nil {
			list = append(list, exposed{Object: v.Object.(types.Object)})
			continue
		}
		x := v.Value()
		if !x.IsValid() {
			continue
		}
		e := exposed{Object: types.NewVar(0, m.e.front.Package(), v.Name, v.Object.(types.Type)), value: x}
		if !v.Memory {
			e.set = v.Assign
		}
		list = append(list, e)
	}
	return list
}

// evalExposed runs Go text with the names in list in scope in addition to those of the session, and returns the
// values of its last expression.
func (s *Session) evalExposed(e *engine, list []exposed, text string) (values []reflect.Value, failed *CellError) {
	m := e.machine
	objects := make([]types.Object, len(list))
	for i, x := range list {
		if objects[i] = x.Object; x.value.IsValid() {
			if !x.value.CanAddr() {
				p := reflect.New(x.value.Type())
				p.Elem().Set(x.value)
				list[i].value = p.Elem()
			}
			m.comp.Keep(x.Object.(*types.Var), list[i].value.Addr().UnsafePointer())
		}
	}
	restore := e.front.Expose(objects)
	defer restore()
	defer func() {
		for _, x := range list {
			if x.set != nil {
				x.set(x.value)
			}
		}
	}()
	s.mu.Lock()
	s.asides++
	cell := syntax.NewCell(asideNumber+s.asides, text)
	s.mu.Unlock()
	cell.Name = fmt.Sprintf("debug[%d]", cell.N-asideNumber)
	p, err := e.front.Compile(cell, nil)
	if err != nil {
		failed = s.compileError(err)
		if !strings.Contains(text, "\n") { // the user sees no cell with this text
			for _, x := range append(failed.More, failed) {
				x.Cell, x.Line = "", 0
			}
		}
		return nil, failed
	}
	return s.runExposed(e, p)
}

func (s *Session) runExposed(e *engine, p *front.Program) (values []reflect.Value, failed *CellError) {
	life := newLife(e.front, p.Extent)
	defer life.end()
	for i, u := range p.Units {
		code, o := u.Code, outcome{}
		if err := e.machine.unit(u, life, &o); err != nil {
			e.front.Abort(p, i)
			kind, msg := describe(err)
			return nil, &CellError{Kind: kind, Msg: msg}
		}
		e.front.Commit(p, i, -1)
		if values = nil; u.Echo {
			for _, v := range code.Show {
				values = append(values, e.machine.value(v))
			}
			e.rt.Hide()
		}
	}
	return values, nil
}

// test evaluates a condition in the current scope of a goroutine.
func (s *Session) test(e *engine, at *vm.Stopped, expr string) (bool, error) {
	calls := at.Calls()
	values, failed := s.evalExposed(e, e.machine.exposed(&calls[0], calls), expr)
	if failed != nil {
		return false, failed
	}
	if len(values) != 1 || values[0].Kind() != reflect.Bool {
		return false, fmt.Errorf("want a bool, have %s", typesOf(values))
	}
	return values[0].Bool(), nil
}

func typesOf(values []reflect.Value) string {
	if len(values) == 0 {
		return "no value"
	}
	return debug.TypeText(values[0])
}

// format replaces the expressions in braces in a message by their values.
func (s *Session) format(e *engine, at *vm.Stopped, message string) string {
	calls := at.Calls()
	var b strings.Builder
	for message != "" {
		text, rest, ok := strings.Cut(message, "{")
		b.WriteString(text)
		if message = rest; !ok {
			break
		}
		expr, rest, ok := cutBrace(rest)
		if !ok {
			b.WriteString("{" + expr)
			break
		}
		message = rest
		values, failed := s.evalExposed(e, e.machine.exposed(&calls[0], calls), expr)
		if failed != nil {
			fmt.Fprintf(&b, "{%s: %s}", expr, failed.Msg)
			continue
		}
		for i, v := range values {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(debug.Text(v))
		}
	}
	return b.String()
}

// cutBrace cuts a text at the first unbalanced closing brace: literals in an expression contain balanced ones.
func cutBrace(text string) (before, after string, found bool) {
	depth := 0
	for l := range syntax.Tokens(text, 0) {
		switch l.Tok {
		case token.LBRACE:
			depth++
		case token.RBRACE:
			if depth--; depth < 0 {
				return text[:l.Off], text[l.Off+1:], true
			}
		}
	}
	return text, "", false
}
