package compile

import (
	"errors"
	"fmt"
	"go/types"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/realtype"
	"github.com/msrepl/msrepl/interp/internal/realtype/maker"
)

// World is what code knows of the world outside of it: types that are made at run time, and compiled packages, which
// are those of a gotypes.World.
type World struct {
	// Replace returns a function to use instead of the compiled one with that package and name, or of the method with
	// that types.Func.FullName: functions that end the program, for example.
	Replace func(path, name string) (reflect.Value, bool)

	packages *gotypes.World
	maker    *maker.Maker

	mu       sync.RWMutex
	session  map[reflect.Type]types.Type
	declared map[*types.TypeName]bool     // that have been made
	bodiless map[*types.Func]*types.Named // methods that a later unit declares
	fresh    []maker.Renewed              // types whose methods have no bodies yet
	renewed  []reflect.Type               // types that have been replaced
	gone     map[reflect.Type]string      // forgotten types and their names, "" for those of functions
	pending  []func(*Unit)                // functions that set the bodies of methods of new types
}

// NewWorld returns the world of the packages of w.
func NewWorld(w *gotypes.World) *World {
	e := &World{packages: w, session: map[reflect.Type]types.Type{}, declared: map[*types.TypeName]bool{}, bodiless: map[*types.Func]*types.Named{}, gone: map[reflect.Type]string{}}
	e.maker = maker.New(func(n *types.Named) (reflect.Type, error) { return w.Reflect(n), nil })
	e.maker.Made = e.made
	return e
}

// Reflect returns the type of values of type t in memory.
func (e *World) Reflect(t types.Type) reflect.Type {
	r, err := e.maker.Type(t)
	switch {
	case err == nil && r.Size() <= math.MaxInt64:
		return r
	case err == nil || strings.Contains(err.Error(), "would exceed virtual address space"): // as reflect has it
		is := "is"
		switch t.Underlying().(type) {
		case *types.Array, *types.Struct:
		default: // for example, function types whose parameters are not supported
			is = "has a part"
		}
		name := types.TypeString(t, (*types.Package).Name)
		panic(&Refused{What: fmt.Sprintf("type %s %s larger than the address space", name, is), Large: true})
	}
	panic(&Refused{What: refusal(err)})
}

// refusal returns why a type cannot be made.
func refusal(err error) string {
	if errors.Is(err, realtype.ErrSlots) {
		return err.Error() + "; restart the session to free them"
	}
	return err.Error()
}

// Session returns the type that code has declared and that t is the form of, nil when t is compiled.
func (e *World) Session(t reflect.Type) types.Type {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.session[t]
}

// Top returns the name of the type, declared by a cell outside of functions, that r is or that it is a pointer to, a
// slice or map of and so on, or "". Its declaration is nil if it is forgotten.
func (e *World) Top(r reflect.Type) (name string, declared *types.TypeName) {
	for r.Name() == "" {
		switch r.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Chan, reflect.Map:
			r = r.Elem()
		default:
			return "", nil
		}
	}
	e.mu.RLock()
	defer e.mu.RUnlock()
	if name, ok := e.gone[r]; ok {
		return name, nil
	}
	if name = topName(e.session[r]); name != "" {
		declared = e.session[r].(*types.Named).Origin().Obj()
	}
	return name, declared
}

// topName returns the name of a type that is declared outside of functions.
func topName(t types.Type) string {
	if n, ok := t.(*types.Named); ok {
		if o := n.Origin().Obj(); o.Parent() == nil || o.Parent() == o.Pkg().Scope() {
			return o.Name()
		}
	}
	return ""
}

// made records a type. Its methods get their bodies when all types of the conversion are complete.
func (e *World) made(t types.Type, r reflect.Type) {
	e.mu.Lock()
	e.session[r] = t
	e.session[reflect.PointerTo(r)] = types.NewPointer(t)
	e.mu.Unlock()
	n, ok := t.(*types.Named)
	if !ok {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.declared[n.Origin().Obj()] = true
	if types.IsInterface(n) {
		return
	}
	for i := range n.NumMethods() {
		e.pending = append(e.pending, func(u *Unit) {
			if i < n.NumMethods() { // the declaration that added it may have been refused since
				e.setBody(u, n, n.Method(i))
			}
		})
	}
}

// Renew makes types again whose methods have changed, or returns why it cannot; then nothing has changed. The
// function that it returns sets the bodies of the methods, once the unit has declared its functions.
func (e *World) Renew(declared []*types.TypeName) (give func(*Unit), err error) {
	renewed, err := e.maker.Renew(declared...)
	if err != nil {
		return nil, &Refused{What: refusal(err)}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.fresh = append(e.fresh, renewed...)
	return func(u *Unit) {
		u.mu.Lock()
		defer u.mu.Unlock()
		e.find(u)
		e.again(declared)
		clear(u.types) // those of before
		e.Settle(u)
		e.mu.Lock()
		defer e.mu.Unlock()
		for _, r := range e.fresh {
			newest.Renew(r.Old, r.New)
			e.renewed = append(e.renewed, r.Old)
		}
		e.fresh = nil
	}, nil
}

// find sets the bodies of methods that had none to those that a unit declares.
func (e *World) find(u *Unit) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for m, n := range e.bodiless {
		if u.objects[m] != nil {
			delete(e.bodiless, m)
			e.pending = append(e.pending, func(u *Unit) { e.setBody(u, n, m) })
		}
	}
}

// again sets the bodies of methods of instances of generic types that a unit redeclares.
func (e *World) again(declared []*types.TypeName) {
	for _, o := range declared {
		for _, n := range e.instances(o) {
			e.pending = append(e.pending, func(u *Unit) {
				for i := range n.NumMethods() {
					if m := n.Method(i); u.declaresMethod(m) {
						e.setBody(u, n, m)
					}
				}
			})
		}
	}
}

// All returns the types that have been made.
func (e *World) All() []types.Type {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return slices.Collect(maps.Values(e.session))
}

// instances returns the instances of a generic type that have been made.
func (e *World) instances(o *types.TypeName) (list []*types.Named) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	for _, t := range e.session {
		if n, ok := t.(*types.Named); ok && n.TypeArgs().Len() > 0 && n.Origin().Obj() == o {
			list = append(list, n)
		}
	}
	return list
}

// Made reports whether a declared type has been made.
func (e *World) Made(o *types.TypeName) bool {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.declared[o]
}

// Forget lets go of declarations that no code to come mentions.
func (e *World) Forget(declared []*types.TypeName) {
	dropped, err := e.maker.Forget(declared...)
	if err != nil {
		return // they are kept
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, r := range dropped {
		e.gone[r] = topName(e.session[r])
		delete(e.session, r)
		delete(e.session, reflect.PointerTo(r))
	}
	for _, o := range declared {
		delete(e.declared, o)
	}
	maps.DeleteFunc(e.bodiless, func(_ *types.Func, n *types.Named) bool { return slices.Contains(declared, n.Origin().Obj()) })
}

// Close drops the code of the methods of all types, which live forever. It is for when no code will run any more:
// later calls panic with the argument.
func (e *World) Close(with any) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for t := range e.session {
		realtype.Empty(t, with)
	}
	for t := range e.gone {
		realtype.Empty(t, with)
	}
	for _, t := range e.renewed {
		newest.Forget(t)
	}
	e.renewed = nil
}

// Settle makes the methods of types that Reflect has returned call code; those of generic types are made by the unit.
func (e *World) Settle(u *Unit) {
	for {
		e.mu.Lock()
		todo := e.pending
		e.pending = nil
		e.mu.Unlock()
		if len(todo) == 0 {
			return
		}
		for _, f := range todo {
			f(u)
		}
	}
}

// setBody makes the entry point of a method call its code.
func (e *World) setBody(u *Unit, n *types.Named, m *types.Func) {
	f := u.method(n, m)
	if f == nil {
		e.mu.Lock()
		e.bodiless[m] = n
		e.mu.Unlock()
		return
	}
	body := realtype.Body{Closure: unsafe.Pointer(f.Static())}
	if _, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer); !pointer {
		a := u.adapterOf(m.Signature(), types.Typ[types.UnsafePointer])
		body.Through = f.Through(a, realtype.NilReceiver(u.rtype(n), m.Name()))
	}
	if err := e.maker.SetBody(n, m, body); err != nil {
		panic(&Refused{Pos: m.Pos(), What: err.Error()})
	}
}

// Native returns a compiled function, or a method with its receiver as first parameter.
func (e *World) Native(f *types.Func) (reflect.Value, bool) {
	method := f.Pkg() == nil || f.Signature().Recv() != nil
	if e.Replace != nil && f.Pkg() != nil {
		name := f.Name()
		if method {
			name = f.FullName()
		}
		if v, ok := e.Replace(f.Pkg().Path(), name); ok {
			return v, true
		}
	}
	if method {
		return e.method(f)
	}
	return e.packages.Value(f.Pkg().Path(), f.Name())
}

// method returns a compiled method as a function with the receiver as first parameter.
func (e *World) method(f *types.Func) (reflect.Value, bool) {
	t := e.Reflect(f.Signature().Recv().Type())
	if m, ok := t.MethodByName(f.Name()); ok && t.Kind() != reflect.Interface {
		return m.Func, true
	}
	return reflect.Value{}, false
}

// Variable returns where a package-level variable is, nil when code is to make it.
func (e *World) Variable(v types.Object) unsafe.Pointer {
	r, ok := e.packages.Value(v.Pkg().Path(), v.Name())
	if e.Replace != nil {
		if other, replaced := e.Replace(v.Pkg().Path(), v.Name()); replaced {
			r, ok = other, true
		}
	}
	switch {
	case !ok:
		return nil
	case r.CanAddr():
		return r.Addr().UnsafePointer()
	}
	p := reflect.New(r.Type())
	p.Elem().Set(r)
	return p.UnsafePointer()
}
