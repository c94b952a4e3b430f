package compile

import (
	"go/types"
	"reflect"
	"sync"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/realtype"
	"github.com/msrepl/msrepl/interp/internal/realtype/maker"
)

// World is the Env of code whose types are made at run time and whose compiled packages are those of a gotypes.World.
type World struct {
	// Replace gives other functions than the compiled ones of that name: those that end the program, for example.
	Replace map[string]reflect.Value // by "path.Name"

	packages *gotypes.World
	maker    *maker.Maker
	compiler *Compiler

	mu      sync.RWMutex
	session map[reflect.Type]types.Type
	pending []func() // what gives methods of new types their bodies
}

// NewWorld returns an Env of the packages of w.
func NewWorld(w *gotypes.World) *World {
	e := &World{packages: w, session: map[reflect.Type]types.Type{}}
	e.maker = maker.New(func(n *types.Named) (reflect.Type, error) { return w.Reflect(n), nil }, nil)
	e.maker.Made = e.made
	return e
}

// Bind makes the types' methods those that c compiles.
func (e *World) Bind(c *Compiler) { e.compiler = c }

// Reflect implements Env.
func (e *World) Reflect(t types.Type) reflect.Type {
	r, err := e.maker.Type(t)
	if err != nil {
		panic(&Refused{What: err.Error()})
	}
	return r
}

// Session implements Env.
func (e *World) Session(t reflect.Type) types.Type {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.session[t]
}

// made notes a type. Its methods get their bodies when all that is being made is complete.
func (e *World) made(t types.Type, r reflect.Type) {
	e.mu.Lock()
	e.session[r] = t
	e.session[reflect.PointerTo(r)] = types.NewPointer(t)
	e.mu.Unlock()
	n, ok := t.(*types.Named)
	if !ok || types.IsInterface(n) {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range n.NumMethods() {
		e.pending = append(e.pending, func() { e.setBody(n, n.Method(i)) })
	}
}

// Settle implements Env.
func (e *World) Settle() {
	for {
		e.mu.Lock()
		todo := e.pending
		e.pending = nil
		e.mu.Unlock()
		if len(todo) == 0 {
			return
		}
		for _, f := range todo {
			f()
		}
	}
}

// setBody lets compiled Go arrive at the code of a method.
func (e *World) setBody(n *types.Named, m *types.Func) {
	_, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
	var recv types.Type = n
	if pointer {
		recv = types.NewPointer(n)
	}
	prog := e.compiler.prog.SSA
	sel := prog.MethodSets.MethodSet(recv).Lookup(m.Pkg(), m.Name())
	fn := prog.MethodValue(sel)
	if fn == nil {
		return
	}
	f := e.compiler.fn(fn)
	p := unsafe.Pointer(f.Static())
	code := reflect.NewAt(e.compiler.funcType(fn), unsafe.Pointer(&p)).Elem()
	if err := e.maker.SetBody(n, m, realtype.Body{Code: code}); err != nil {
		panic(&Refused{m.Pos(), err.Error()})
	}
}

// Native implements Env.
func (e *World) Native(f *types.Func) (reflect.Value, bool) {
	if f.Pkg() == nil {
		return e.method(f)
	}
	if f.Signature().Recv() != nil {
		return e.method(f)
	}
	if v, ok := e.Replace[f.Pkg().Path()+"."+f.Name()]; ok {
		return v, true
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

// Variable implements Env.
func (e *World) Variable(v types.Object) unsafe.Pointer {
	r, ok := e.packages.Value(v.Pkg().Path(), v.Name())
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
