package compile

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/compile/marking"
	"github.com/msrepl/msrepl/interp/internal/compile/rangefunc"
	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

func (x *function) call(v *ssa.Call) {
	if b, ok := v.Call.Value.(*ssa.Builtin); ok {
		x.builtin(b.Name(), v.Call.Args, v)
		return
	}
	if marking.Is(&v.Call) {
		x.mark(v.Pos())
		return
	}
	leaves := x.leaves(v.Type())
	var d []uint32
	if len(leaves) > 0 {
		d = x.regs(v)
	}
	if l := x.lists[v]; l != nil {
		x.format(v, l, d)
		return
	}
	c := &v.Call
	if x.compares(c, d) || x.slices(c, d) {
		return
	}
	if callee := c.StaticCallee(); callee != nil && x.isNative(callee) && callee == c.Value {
		if len(*v.Referrers()) == 0 && callee.String() != "math.Sqrt" && !x.endsAtOnce(v) {
			d = nil // the results are not used
		}
		x.nativeCall(callee, c.Args, d)
		return
	}
	in := x.prepare(c)
	if len(d) > 0 {
		in.A = d[0]
	}
	x.emit(in)
	if len(leaves) > 1 {
		x.emit(vm.Ins{Op: vm.DATA, Aux: unsafe.Pointer(vm.NewWords(d, leaves))})
	}
}

// compares compiles a call of cmp.Compare for numbers and strings, or of strings.Compare, which dominate sorting.
func (x *function) compares(c *ssa.CallCommon, d []uint32) bool {
	callee := c.StaticCallee()
	if callee == nil || callee != c.Value || !strings.HasPrefix(callee.Name(), "Compare") {
		return false
	}
	generic := callee.Origin() != nil && callee.Origin().String() == "cmp.Compare"
	if !generic && (callee.String() != "strings.Compare" || !x.isNative(callee)) {
		return false
	}
	op := vm.LT
	switch t := c.Args[0].Type(); {
	case isString(t):
		op = vm.LTS
	case isFloat(t) && !isSingle(t):
		x.op(vm.CMPF, d[0], x.reg(c.Args[0]), x.reg(c.Args[1]))
		return true
	case !isInt(t):
		return false
	case isUnsigned(t):
		op = vm.LTU
	}
	a, b := x.reg(c.Args[0]), x.reg(c.Args[1])
	more, less := x.temp(layout.I64), x.temp(layout.I64)
	x.op(op, more, b, a)
	x.op(op, less, a, b)
	x.op(vm.SUB, d[0], more, less)
	return true
}

// slices compiles a call of a function of package slices that has a compiled form for the elements.
func (x *function) slices(c *ssa.CallCommon, d []uint32) bool {
	callee := c.StaticCallee()
	generic := callee != nil && callee.Origin() != nil && x.prog.ofLibrary(callee)
	if !generic || x.debug || len(c.Args) == 0 || !isSlice(c.Args[0].Type()) {
		return false
	}
	var args [][]uint32
	for _, a := range c.Args {
		args = append(args, x.regsOrNone(a))
	}
	h := vm.CallSlices(callee.Origin().String(), x.rtype(elemOf(c.Args[0].Type())).Kind(), args, d)
	if h != nil {
		x.help(h)
	}
	return h != nil
}

// prepare stores the arguments of a call in the frame of the callee and returns the call instruction.
func (x *function) prepare(c *ssa.CallCommon) vm.Ins {
	if c.IsInvoke() {
		sig := x.layout(c.Signature(), false, nil)
		x.passArgs(c.Args, outgoing(sig.At), &sig)
		s := x.regs(c.Value)
		return vm.Ins{Op: vm.CALLM, B: out, C: s[0], Imm: int64(s[1]), Aux: unsafe.Pointer(x.methodSite(c, sig.At))}
	}
	if callee := c.StaticCallee(); callee != nil && callee == c.Value {
		x.passArgs(c.Args, x.argumentPlaces(callee), x.fnSig(callee))
		return vm.Ins{Op: vm.CALL, B: out, Aux: unsafe.Pointer(x.fnOf(callee))}
	}
	sig := x.layout(c.Signature(), false, nil)
	x.passArgs(c.Args, outgoing(sig.At), &sig)
	t := x.rtype(c.Value.Type().Underlying())
	site := &vm.CallSite{Type: x.native(t), At: sig.At}
	return vm.Ins{Op: vm.CALLC, B: out, C: x.reg(c.Value), Aux: unsafe.Pointer(site)}
}

func (x *function) passArgs(args []ssa.Value, at []uint32, sig *vm.Signature) {
	x.outSlots(sig)
	for _, a := range args {
		n := len(x.leaves(a.Type()))
		if n > 0 && !x.isThere(a, at[:n]) {
			x.moveValue(at[:n], a)
		}
		at = at[n:]
	}
}

// isThere reports whether a value has been computed in the place where it is passed.
func (x *function) isThere(v ssa.Value, at []uint32) bool {
	l, ok := x.loc[v]
	return ok && len(l) > 0 && l[0] == at[0]
}

// outSlots records the minimum size of the frame of a call.
func (x *function) outSlots(sig *vm.Signature) {
	p := layout.Place{P: 1, N: 1}
	p.Add(sig.Params)
	p.Add(sig.Recv)
	x.maxOut = max(x.maxOut, p.P+1, p.N+1)
}

// methodSite returns the call site of a call of an interface method.
func (x *function) methodSite(c *ssa.CallCommon, at []uint32) *vm.CallSite {
	inter := x.rtype(c.Value.Type())
	name := c.Method.Name()
	site := &vm.CallSite{At: at, Index: -1, Host: x.Host, Name: name, Method: c.Method, Releases: releases[name]}
	for i := range inter.NumMethod() {
		if m := inter.Method(i); m.Name == name {
			site.Index, site.Type = i, x.native(m.Type)
			in := []reflect.Type{reflect.TypeFor[unsafe.Pointer]()}
			for i := range m.Type.NumIn() {
				in = append(in, m.Type.In(i))
			}
			var results []reflect.Type
			for i := range m.Type.NumOut() {
				results = append(results, m.Type.Out(i))
			}
			site.Recv = x.native(reflect.FuncOf(in, results, m.Type.IsVariadic()))
		}
	}
	if site.Index < 0 {
		x.refuse("a call of %s, which %v does not have at run time", name, inter)
	}
	site.Find = x.finder(c.Method)
	return site
}

// releases lists the names of methods of compiled types that release what code holds.
var releases = map[string]bool{"Unlock": true, "RUnlock": true, "Done": true, "Close": true}

// nativeCall compiles a call of a known compiled function.
func (x *function) nativeCall(callee *ssa.Function, args []ssa.Value, d []uint32) {
	if callee.Name() == "init" && callee.Synthetic != "" {
		return // the init of a compiled package: it has run
	}
	if callee.String() == "math.Sqrt" {
		x.op(vm.SQRT, d[0], x.reg(args[0]), 0)
		return
	}
	x.emit(vm.Ins{Op: vm.NATIVE, Aux: unsafe.Pointer(x.nativeOperands(callee, args, d))})
}

// nativeOperands describes a call of a compiled function.
func (x *function) nativeOperands(callee *ssa.Function, args []ssa.Value, to []uint32) *vm.Native {
	fn, ok := x.nativeOf(callee)
	if !ok {
		x.refuse("a call of %s, which has no body", callee)
	}
	n := &vm.Native{Fn: fn, Type: x.native(x.funcTypeOf(callee)), To: to, Of: callee.Object()}
	n.Releases = callee.Signature.Recv() != nil && releases[callee.Name()]
	for _, a := range args {
		if len(x.leaves(a.Type())) > 0 {
			n.From = append(n.From, x.regs(a)...)
		}
	}
	return n
}

// funcTypeOf returns the type of a compiled function.
func (x *function) funcTypeOf(fn *ssa.Function) reflect.Type {
	v, _ := x.env.Native(fn.Object().(*types.Func))
	return v.Type()
}

// compiled returns a compiled function as code has to call it.
func (c *Compiler) compiled(f *types.Func) (reflect.Value, bool) {
	v, ok := c.env.Native(f)
	if !ok || v.IsNil() {
		return v, false
	}
	return c.Host.Substitute(f.FullName(), v), true
}

func (x *function) ret(v *ssa.Return) {
	var at []uint32
	var leaves []layout.Leaf
	for _, r := range v.Results {
		l := x.leaves(r.Type())
		if len(l) > 0 {
			at, leaves = append(at, x.regs(r)...), append(leaves, l...)
		}
	}
	x.releaseAll(at)
	switch {
	case len(at) == 0:
		x.emit(vm.Ins{Op: vm.RET0})
	case len(at) == 1 && leaves[0].Kind.Pointer():
		x.emit(vm.Ins{Op: vm.RETP, A: at[0]})
	case len(at) == 1:
		x.emit(vm.Ins{Op: vm.RETN, A: at[0]})
	default:
		x.emit(vm.Ins{Op: vm.RETX, Aux: unsafe.Pointer(vm.NewWords(at, leaves))})
	}
}

// control compiles instructions that defer, start goroutines or end the block.
func (x *function) control(in ssa.Instruction) {
	switch v := in.(type) {
	case *ssa.Defer:
		i := x.later(&v.Call)
		i.Stack = x.optional(v.DeferStack)
		x.defers = append(x.defers, i)
		x.emit(vm.Ins{Op: vm.DEFER, Aux: unsafe.Pointer(i)})
	case *ssa.Go:
		x.help(vm.Go(x.later(&v.Call)))
	case *ssa.RunDefers:
		x.cur = x.endPos(v.Block(), x.cur)
		x.maxOut = max(x.maxOut, 2)
		x.emit(vm.Ins{Op: vm.RUNDEFERS, A: x.temp(layout.I64), B: out})
		x.near[x.emit(vm.Ins{Op: vm.JMP, C: distance(-1)})] = true
		x.targets[len(x.code)] = true
	case *ssa.Panic:
		s := x.regs(v.X)
		switch v.Block().Comment {
		case rangefunc.Misused:
			x.help(vm.RangeMisused(s))
		case rangefunc.Recovered:
			x.help(vm.RangeRecovered())
		}
		x.emit(vm.Ins{Op: vm.PANIC, A: s[0], B: s[1]})
	}
}

// endPos returns the position where the function that ends with block b returns: its return statement or its last
// brace.
func (x *function) endPos(b *ssa.BasicBlock, known token.Pos) token.Pos {
	if b == nil { // a return of a function without deferred calls
		return known
	}
	if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && r.Pos().IsValid() {
		return r.Pos()
	}
	switch n := x.fn.Syntax().(type) {
	case *ast.FuncDecl:
		return n.Body.Rbrace
	case *ast.FuncLit:
		return n.Body.Rbrace
	}
	return known
}

// later prepares a deferred call or a call in a go statement: its operands are evaluated now. Package evalorder has
// made functions of the methods of interfaces.
func (x *function) later(c *ssa.CallCommon) *vm.DeferInfo {
	i := &vm.DeferInfo{Target: vm.None, Out: out, Stack: vm.None}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		i.Native = x.laterBuiltin(b.Name(), c.Args)
		return i
	}
	var sig *vm.Signature
	switch callee := c.StaticCallee(); {
	case callee != nil && x.isNative(callee) && callee == c.Value:
		i.Native = x.nativeOperands(callee, c.Args, nil).Later()
		return i
	case callee != nil && callee == c.Value:
		sig, i.Func = x.fnSig(callee), x.fnOf(callee)
		x.passArgs(c.Args, x.argumentPlaces(callee), sig)
	case x.onlyDeferred(c.Value):
		l := x.layout(c.Signature(), false, nil)
		sig, i.Closure = &l, x.closure(c.Value.(*ssa.MakeClosure))
		x.passArgs(c.Args, outgoing(l.At), sig)
	default:
		if len(c.Args) > 0 || c.Signature().Results().Len() > 0 {
			if callee := c.StaticCallee(); callee == nil { // the func value may be of compiled Go
				i.Native = x.laterValue(c)
			}
		}
		l := x.layout(c.Signature(), false, nil)
		sig, i.Target = &l, x.reg(c.Value)
		x.passArgs(c.Args, outgoing(l.At), sig)
	}
	p := layout.Place{P: 1, N: 1}
	p.Add(sig.Params)
	p.Add(sig.Recv)
	i.Slots = max(p.P, p.N) - 1
	x.late = append(x.late, &i.Out)
	return i
}

// values reads operands now, and returns a function that converts them to reflected values later.
func (x *function) values(args []ssa.Value, types []reflect.Type) func(fp unsafe.Pointer) []reflect.Value {
	n := len(args) // the closure must not keep the SSA form alive
	from, leaves := make([][]uint32, n), make([][]layout.Leaf, n)
	for i, a := range args {
		leaves[i] = x.leaves(a.Type())
		from[i] = x.regsOrNone(a)
	}
	return func(fp unsafe.Pointer) []reflect.Value {
		list := make([]reflect.Value, n)
		for i := range n {
			p := reflect.New(types[i])
			layout.Store(p.UnsafePointer(), fp, from[i], leaves[i])
			list[i] = p.Elem()
		}
		return list
	}
}

func callReflected(f reflect.Value, args []reflect.Value) {
	if f.Type().IsVariadic() {
		f.CallSlice(args)
	} else {
		f.Call(args)
	}
}

func paramTypes(t reflect.Type) (list []reflect.Type) {
	for i := range t.NumIn() {
		list = append(list, t.In(i))
	}
	return list
}

// laterValue calls a func value that may be of compiled Go.
func (x *function) laterValue(c *ssa.CallCommon) func(*vm.Machine, unsafe.Pointer) func(*vm.Machine) {
	t := x.rtype(c.Value.Type().Underlying())
	read, at := x.values(c.Args, paramTypes(t)), x.reg(c.Value)
	return func(_ *vm.Machine, fp unsafe.Pointer) func(*vm.Machine) {
		in, fn := read(fp), *vm.Ptr(fp, at)
		return func(*vm.Machine) {
			if fn == nil {
				(*(*func())(unsafe.Pointer(&fn)))() // fails as Go's call does
			}
			callReflected(reflect.NewAt(t, unsafe.Pointer(&fn)).Elem(), in)
		}
	}
}

// laterBuiltin compiles a deferred call of a built-in function.
func (x *function) laterBuiltin(name string, args []ssa.Value) func(*vm.Machine, unsafe.Pointer) func(*vm.Machine) {
	var ts []reflect.Type
	for _, a := range args {
		ts = append(ts, x.rtype(a.Type()))
	}
	read, host := x.values(args, ts), x.Host
	run := func(in []reflect.Value) {}
	switch name {
	case "close":
		run = func(in []reflect.Value) { in[0].Close() }
	case "delete":
		run = func(in []reflect.Value) {
			host.ChangeMap(in[0], func() { in[0].SetMapIndex(in[1], reflect.Value{}) })
		}
	case "panic":
		run = func(in []reflect.Value) { panic(in[0].Interface()) }
	case "clear":
		run = func(in []reflect.Value) {
			if in[0].Kind() == reflect.Map {
				host.ChangeMap(in[0], in[0].Clear)
				return
			}
			in[0].Clear()
		}
	case "copy":
		run = func(in []reflect.Value) { reflect.Copy(in[0], in[1]) }
	case "recover":
	case "print", "println":
		run = func(in []reflect.Value) { host.PrintValues(name == "println", in) }
	default:
		x.refuse("a deferred %s", name)
	}
	return func(_ *vm.Machine, fp unsafe.Pointer) func(*vm.Machine) {
		in := read(fp)
		return func(*vm.Machine) { run(in) }
	}
}
