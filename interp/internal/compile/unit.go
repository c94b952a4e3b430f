package compile

import (
	"fmt"
	"go/ast"
	"go/types"
	"reflect"
	"strings"
	"unsafe"
	"weak"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/realtype"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// A Unit is a part of a session that was type-checked at once. It gets what it uses of earlier units from the
// compiler, so that its SSA form can be dropped as soon as its functions are compiled.
type Unit struct {
	*Compiler
	prog    *program
	pkg     *ssa.Package
	funcs   map[*ssa.Function]*vm.Func
	globals map[*ssa.Global]unsafe.Pointer
	types   map[types.Type]*typeInfo

	declares map[*types.Var]unsafe.Pointer // variables that it declares or uses, with their addresses
	uses     map[*types.Func]*vm.Func      // functions of earlier units, which the compiler may have dropped since
	life     any                           // kept alive as long as a function of the unit
	settled  bool                          // all its functions are compiled
	debug    bool                          // they are compiled for a debugger
}

// source is what a function is compiled from; it is its Owner until then.
type source struct {
	unit *Unit
	fn   *ssa.Function
}

// Unit builds the SSA form of type-checked files of a package. It changes files and info so that statements are
// evaluated in the order of compiled Go. vars are the variables of the session that the unit declares, with their
// addresses. life is kept alive as long as a function of the unit can run.
func (c *Compiler) Unit(pkg *types.Package, files []*ast.File, info *types.Info, vars map[*types.Var]unsafe.Pointer, life any) (u *Unit, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the SSA form of the code cannot be made: %v", r)
		}
	}()
	u = &Unit{
		Compiler: c, prog: newProgram(c), funcs: map[*ssa.Function]*vm.Func{},
		globals: map[*ssa.Global]unsafe.Pointer{}, types: map[types.Type]*typeInfo{}, declares: vars,
		uses: map[*types.Func]*vm.Func{}, life: life, debug: c.marked != nil,
	}
	u.prog.u = u
	u.pkg = u.prog.add(pkg, files, info)
	c.waiting = append(c.waiting, weak.Make(u))
	return u, nil
}

// maxWaiting is the largest number of units kept for functions that have not run. Their SSA form takes 17 kB for ten
// lines.
const maxWaiting = 64

// Rest compiles the units that have waited longest, between cells.
func (c *Compiler) Rest() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.waiting) > maxWaiting {
		u := c.waiting[0].Value() // nil if all of its functions have been compiled
		c.waiting = c.waiting[1:]
		if u != nil && !u.settle() {
			c.stuck = append(c.stuck, weak.Make(u))
		}
	}
	c.leave()
}

// settle compiles as much as possible, and reports whether that is all. The rest reports its error when it runs.
func (u *Unit) settle() bool {
	defer func() { _ = recover() }()
	u.settled = u.compileAll() == nil
	return u.settled
}

// Declare makes the functions of the unit the current ones of their objects. A function in again replaces an earlier
// one of the same signature, including for existing callers and func values; nothing is replaced if a type of the
// unit is refused.
func (u *Unit) Declare(again map[*types.Func]*types.Func) {
	u.mu.Lock()
	defer u.mu.Unlock()
	earlier := map[*ssa.Function]*vm.Func{}
	for o, fn := range u.prog.declared {
		old := u.objects[o]
		if of := again[o]; of != nil {
			old = u.objects[of]
		}
		if old == nil {
			u.objects[o] = u.declared(fn)
		} else {
			earlier[fn] = old
		}
	}
	for fn, old := range earlier {
		u.replace(old, fn)
	}
}

// declared is fn for a function in the unit's own source text. A refusal without a position gets that of the function.
func (u *Unit) declared(fn *ssa.Function) *vm.Func {
	defer func() {
		if v := recover(); v != nil {
			if r := Refusal(v); r != nil && !r.Pos.IsValid() {
				r.Pos = fn.Pos()
			}
			panic(v)
		}
	}()
	return u.fn(fn)
}

// Func returns the function that runs the declaration of o, or nil if there is none.
func (u *Unit) Func(o *types.Func) *vm.Func {
	u.mu.Lock()
	defer u.mu.Unlock()
	if fn := u.prog.SSA.FuncValue(o); fn != nil {
		return u.fnFor(fn)
	}
	return nil
}

// Init returns the function that initializes the package-level variables of the unit.
func (u *Unit) Init() *vm.Func {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.fnFor(u.pkg.Func("init"))
}

// CompileAll compiles all functions that the unit declares and all that they may call, including methods of types
// that they convert to interfaces, and returns what is refused.
func (u *Unit) CompileAll() error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.compileAll()
}

// compileAll is CompileAll under the lock.
func (u *Unit) compileAll() error {
	for {
		n := len(u.funcs)
		for fn, f := range u.funcs {
			if s, ok := f.Owner.(*source); ok && s.fn == fn {
				if err := u.compile(f, fn); err != nil {
					return err
				}
			}
		}
		if len(u.funcs) == n {
			return nil
		}
	}
}

// fnFor returns the function that runs fn, under the lock.
func (u *Unit) fnFor(fn *ssa.Function) *vm.Func {
	if f := u.older(fn); f != nil {
		return f
	}
	return u.fn(fn)
}

// older returns the function of an earlier unit that fn replaces.
func (u *Unit) older(fn *ssa.Function) *vm.Func {
	o, ok := fn.Object().(*types.Func)
	switch {
	case fn.Blocks != nil || fn.Parent() != nil || !ok:
		return nil
	case len(fn.TypeArgs()) > 0:
		if u.pkg == nil && o.Signature().Recv() != nil { // called by the wrapper of a method
			return u.code(o)
		}
		return nil
	}
	if fn.Synthetic == "" || strings.HasPrefix(fn.Synthetic, "from type information") {
		if f := u.uses[o]; f != nil {
			return f
		}
		return u.objects[o]
	}
	return nil
}

func (u *Unit) fn(fn *ssa.Function) *vm.Func {
	if f := u.funcs[fn]; f != nil {
		return f
	}
	f := u.Host.NewFunc(fn.String(), u.signature(fn))
	f.Owner, f.Life = &source{u, fn}, u.life
	f.Wrapper = fn.Synthetic != "" && fn.Origin() == nil && fn.Parent() == nil && fn.Object() != nil
	u.funcs[fn] = f
	if len(fn.FreeVars) == 0 {
		var recv types.Type
		if fn.Signature.Recv() != nil && len(fn.Params) > fn.Signature.Params().Len() {
			recv = fn.Params[0].Type()
		}
		f.SetStatic(u.adapterOf(fn.Signature, recv))
	}
	return f
}

// lazy compiles a function that runs for the first time.
func (c *Compiler) lazy(f *vm.Func) {
	c.mu.Lock()
	defer c.mu.Unlock()
	s, ok := f.Owner.(*source)
	if !ok {
		return // compiled by another goroutine in the meantime
	}
	if err := s.unit.compile(f, s.fn); err != nil {
		panic(err)
	}
}

// methodKey is a method that a type has by promotion, or a pointer type from its element type.
type methodKey struct {
	t types.Type
	m *types.Func
}

// finder returns a function that finds the function of a method by the dynamic type of an interface.
func (c *Compiler) finder(m *types.Func) func(unsafe.Pointer) *vm.Func {
	return func(word unsafe.Pointer) *vm.Func {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.methodBy(goabi.TypeOf(word), m.Pkg(), m.Name())
	}
}

// methodBy returns the function of a method of a type declared by code, or nil if there is none.
func (c *Compiler) methodBy(r reflect.Type, pkg *types.Package, name string) *vm.Func {
	t := c.env.Session(r)
	if t == nil {
		return nil
	}
	sel := types.NewMethodSet(t).Lookup(pkg, name)
	if sel == nil {
		return nil
	}
	return c.methodOf(t, sel)
}

// methodOf returns the function of a method of type t, or nil if it is compiled Go.
func (c *Compiler) methodOf(t types.Type, sel *types.Selection) *vm.Func {
	m := sel.Obj().(*types.Func)
	_, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
	_, isPointer := types.Unalias(t).(*types.Pointer)
	if len(sel.Index()) == 1 && pointer == isPointer {
		return c.code(m)
	}
	if c.code(m) == nil && !c.promotes(sel) {
		return nil
	}
	key := methodKey{t, m}
	f, known := c.methods[key]
	if !known {
		f = c.wrapper(sel, c.objects[m] == nil)
		c.methods[key] = f
	}
	return f
}

// code returns the function of a method declared in a cell.
func (c *Compiler) code(m *types.Func) *vm.Func {
	if m.Origin() == m {
		return c.objects[m]
	}
	if n, ok := receiver(m).(*types.Named); ok {
		return c.instance(n)[m.Id()]
	}
	return nil
}

// instance holds the methods of an instance of a generic type, by their Id. It may have several types.Named.
type instance struct {
	of      *types.Named
	methods map[string]*vm.Func
}

// instance returns the methods of an instance of a generic type.
func (c *Compiler) instance(n *types.Named) map[string]*vm.Func {
	o := n.Origin().Obj()
	for _, i := range c.instances[o] {
		if types.Identical(i.of, n) {
			return i.methods
		}
	}
	i := instance{n, map[string]*vm.Func{}}
	c.instances[o] = append(c.instances[o], i)
	return i.methods
}

// receiver returns the type that declares a method.
func receiver(m *types.Func) types.Type {
	t := types.Unalias(m.Signature().Recv().Type())
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	return t
}

// wrapper returns a function that finds the receiver of a method and calls the method. With spare, it returns nil if
// the function is refused, as the caller can do without it.
func (c *Compiler) wrapper(sel *types.Selection, spare bool) (f *vm.Func) {
	u := c.Bare()
	fn := u.prog.SSA.MethodValue(sel)
	if !spare {
		return u.fn(fn)
	}
	defer func() {
		if r := recover(); r != nil {
			if f = nil; Refusal(r) == nil {
				panic(r)
			}
		}
	}()
	if f = u.fn(fn); u.compile(f, fn) != nil {
		return nil
	}
	return f
}

// promotes reports whether a method comes from an embedded interface, or from an embedded type of a compiled package:
// a wrapper of code calls it, while the method of the type would use reflection.
func (c *Compiler) promotes(sel *types.Selection) bool {
	m := sel.Obj().(*types.Func)
	if len(sel.Index()) == 1 {
		return false
	}
	recv := m.Signature().Recv().Type()
	if types.IsInterface(recv) {
		return true
	}
	if c.env.Session(c.env.Reflect(recv)) != nil { // of a generic type
		return false
	}
	_, ok := c.compiled(m)
	return ok
}

// promoted returns the body of an exported promoted method, for calls by compiled Go.
func (c *Compiler) promoted(owner reflect.Type, name string, pointer bool) (realtype.Body, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ofPtr := c.methodBy(reflect.PointerTo(owner), nil, name)
	switch {
	case ofPtr == nil:
		return realtype.Body{}, false
	case pointer:
		return realtype.Body{Closure: unsafe.Pointer(ofPtr.Static())}, true
	}
	ofT := c.methodBy(owner, nil, name)
	if ofT == nil {
		return realtype.Body{}, false
	}
	return realtype.Body{Closure: unsafe.Pointer(ofT.Static()), Through: unsafe.Pointer(ofPtr.Static())}, true
}

// promote sets the body of a promoted method of t before its first call, and reports whether there is one.
func (c *Compiler) promote(t reflect.Type, name string) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	c.mu.Lock()
	ofT := c.methodBy(t, nil, name)
	c.mu.Unlock()
	b, ok := c.promoted(t, name, ofT == nil)
	return ok && realtype.SetBody(t, name, "", b) == nil
}

// Bare returns a unit without declarations.
func (c *Compiler) Bare() *Unit {
	return &Unit{
		Compiler: c, prog: newProgram(c), funcs: map[*ssa.Function]*vm.Func{},
		globals: map[*ssa.Global]unsafe.Pointer{}, types: map[types.Type]*typeInfo{},
	}
}

// method returns the function of a method that a type declares. That of an instance of a generic type is compiled by
// the unit; it is nil if the unit does not contain the generic type.
func (u *Unit) method(n *types.Named, m *types.Func) *vm.Func {
	if f := u.objects[m]; f != nil {
		return f
	}
	_, pointer := types.Unalias(m.Signature().Recv().Type()).(*types.Pointer)
	var recv types.Type = n
	if pointer {
		recv = types.NewPointer(n)
	}
	sel := u.prog.SSA.MethodSets.MethodSet(recv).Lookup(m.Pkg(), m.Name())
	fn := u.prog.SSA.MethodValue(sel)
	if fn == nil {
		return nil
	}
	if u.prog.build(fn); fn.Blocks == nil {
		return nil
	}
	known := u.instance(n)
	if f := known[m.Id()]; f != nil && f != u.funcs[fn] { // existing references must run the new body
		u.replace(f, fn)
	}
	known[m.Id()] = u.fn(fn)
	return known[m.Id()]
}

// replace gives a function the body of fn.
func (u *Unit) replace(f *vm.Func, fn *ssa.Function) {
	u.funcs[fn] = f
	f.Owner, f.Name, f.Life = &source{u, fn}, fn.String(), u.life
	f.Reset()
}

// declaresMethod reports whether a method belongs to a generic type that the unit declares.
func (u *Unit) declaresMethod(m *types.Func) bool {
	fn := u.prog.SSA.FuncValue(m.Origin())
	return fn != nil && fn.Pkg == u.pkg
}

// Variable returns the address of a variable of the session, or nil if it is not known.
func (c *Compiler) Variable(v *types.Var) unsafe.Pointer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.vars[v]
}

// Keep makes p the address of a variable of the session.
func (c *Compiler) Keep(v *types.Var, p unsafe.Pointer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.vars[v] = p
}

// global returns the address of a package-level variable.
func (u *Unit) global(g *ssa.Global) unsafe.Pointer {
	if v, ok := g.Object().(*types.Var); ok {
		if p := u.variable(v); p != nil {
			return p
		}
	}
	p, ok := u.globals[g]
	if !ok {
		if g.Object() != nil {
			p = u.env.Variable(g.Object())
		}
		if p == nil {
			p = reflect.New(u.rtype(g.Type().Underlying().(*types.Pointer).Elem())).UnsafePointer()
		}
		u.globals[g] = p
	}
	return p
}

// variable returns the address of a variable of the session, or nil if v is none.
func (u *Unit) variable(v *types.Var) unsafe.Pointer {
	if p := u.declares[v]; p != nil {
		return p
	}
	return u.vars[v]
}

// Holds reports whether v is a variable of the session.
func (u *Unit) Holds(v *types.Var) bool { return u.variable(v) != nil }

// Refusal returns the Refused in the value of a panic, or nil if there is none.
func Refusal(v any) *Refused {
	r, _ := vm.Within[*Refused](v)
	return r
}
