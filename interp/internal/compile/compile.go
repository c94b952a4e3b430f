// Package compile makes code for package vm from the SSA form of type-checked Go.
//
// A function is compiled when it first runs: operands that their users compute themselves are folded into them,
// struct variables whose address nobody keeps move to registers, phis are joined with what flows into them, every
// value gets registers, and blocks become instructions. What is not supported is refused with an error before
// anything of the function runs.
package compile

import (
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"sync"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// Env is what code knows of the world outside of it.
type Env interface {
	// Reflect returns the type of values of type t in memory.
	Reflect(t types.Type) reflect.Type
	// Session returns the type that code has declared and that t is the form of, nil when t is compiled.
	Session(t reflect.Type) types.Type
	// Native returns a compiled function, or a method with its receiver as first parameter.
	Native(f *types.Func) (reflect.Value, bool)
	// Settle makes the methods of types that Reflect has returned call code.
	Settle()
	// Variable returns where a package-level variable is, nil when code is to make it.
	Variable(v types.Object) unsafe.Pointer
}

// Compiler makes and keeps the functions of one session.
type Compiler struct {
	Host *vm.Host
	env  Env
	prog *Program

	mu      sync.Mutex // guards what follows; functions are compiled one at a time
	funcs   map[*ssa.Function]*vm.Func
	globals map[*ssa.Global]unsafe.Pointer
	types   map[types.Type]*typeInfo
	adapt   map[reflect.Type]*vm.Adapter
	natives map[reflect.Type]*vm.FuncType
	maps    map[reflect.Type]*vm.MapType
	chans   map[reflect.Type]*vm.ChanType
}

// New returns a compiler for the functions of prog.
func New(host *vm.Host, prog *Program, env Env) *Compiler {
	return &Compiler{
		Host: host, env: env, prog: prog,
		funcs: map[*ssa.Function]*vm.Func{}, globals: map[*ssa.Global]unsafe.Pointer{}, types: map[types.Type]*typeInfo{},
		adapt: map[reflect.Type]*vm.Adapter{}, natives: map[reflect.Type]*vm.FuncType{},
		maps: map[reflect.Type]*vm.MapType{}, chans: map[reflect.Type]*vm.ChanType{},
	}
}

// Refused is the reason why a function cannot be compiled.
type Refused struct {
	Pos  token.Pos
	What string
}

func (r *Refused) Error() string { return "cannot compile " + r.What }

// Func returns the function that runs fn. It is compiled when it first runs.
func (c *Compiler) Func(fn *ssa.Function) *vm.Func {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fn(fn)
}

// Compile compiles fn and all that it calls directly by name, and says what of it is refused.
func (c *Compiler) Compile(fn *ssa.Function) (err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.compile(c.fn(fn))
}

// CompileAll compiles fn and all that it may call, methods of the types that it makes interfaces of included, and
// says what of it is refused.
func (c *Compiler) CompileAll(fn *ssa.Function) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.fn(fn)
	for {
		n := len(c.funcs)
		for _, f := range c.list() {
			if f.Code[0].Op != vm.LAZY {
				continue
			}
			if err := c.compile(f); err != nil {
				return err
			}
		}
		if len(c.funcs) == n {
			return nil
		}
	}
}

// list returns the functions there are.
func (c *Compiler) list() []*vm.Func { return slices.Collect(maps.Values(c.funcs)) }

func (c *Compiler) fn(fn *ssa.Function) *vm.Func {
	if f := c.funcs[fn]; f != nil {
		return f
	}
	f := c.Host.NewFunc(fn.String(), c.signature(fn), func(f *vm.Func) {
		c.mu.Lock()
		defer c.mu.Unlock()
		if err := c.compile(f); err != nil {
			panic(err)
		}
	})
	f.Owner = fn
	f.Wrapper = fn.Synthetic != "" && fn.Parent() == nil && fn.Object() != nil
	c.funcs[fn] = f
	if len(fn.FreeVars) == 0 {
		f.SetStatic(c.adapter(c.funcType(fn)))
	}
	return f
}

// funcType returns the type of fn as a func value, with the receiver of a method as first parameter.
func (c *Compiler) funcType(fn *ssa.Function) reflect.Type {
	sig := fn.Signature
	if sig.Recv() != nil && len(fn.Params) > sig.Params().Len() {
		params := []*types.Var{types.NewParam(token.NoPos, nil, "", fn.Params[0].Type())}
		for i := range sig.Params().Len() {
			params = append(params, sig.Params().At(i))
		}
		sig = types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), sig.Variadic())
	}
	return c.env.Reflect(types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic()))
}

func (c *Compiler) adapter(t reflect.Type) *vm.Adapter {
	a := c.adapt[t]
	if a == nil {
		a = c.Host.NewAdapter(t)
		c.adapt[t] = a
	}
	return a
}

func (c *Compiler) native(t reflect.Type) *vm.FuncType {
	x := c.natives[t]
	if x == nil {
		x = vm.NewFuncType(t)
		c.natives[t] = x
	}
	return x
}

func (c *Compiler) mapType(t reflect.Type) *vm.MapType {
	x := c.maps[t]
	if x == nil {
		x = vm.NewMapType(t)
		c.maps[t] = x
	}
	return x
}

func (c *Compiler) chanType(t reflect.Type) *vm.ChanType {
	x := c.chans[t]
	if x == nil {
		x = vm.NewChanType(t)
		c.chans[t] = x
	}
	return x
}

// global returns where a package-level variable is.
func (c *Compiler) global(g *ssa.Global) unsafe.Pointer {
	p, ok := c.globals[g]
	if !ok {
		if g.Object() != nil {
			p = c.env.Variable(g.Object())
		}
		if p == nil {
			p = reflect.New(c.rtype(g.Type().Underlying().(*types.Pointer).Elem())).UnsafePointer()
		}
		c.globals[g] = p
	}
	return p
}

// signature says where fn finds its parameters.
func (c *Compiler) signature(fn *ssa.Function) vm.Signature {
	return c.layout(fn.Signature, fn.Signature.Recv() != nil && len(fn.Params) > fn.Signature.Params().Len(), fn)
}

func (c *Compiler) layout(sig *types.Signature, method bool, fn *ssa.Function) (s vm.Signature) {
	p := vm.Place{P: 1, N: 1}
	for i := range sig.Params().Len() {
		s.Params = append(s.Params, c.leaves(sig.Params().At(i).Type())...)
	}
	s.At = p.Add(s.Params)
	if method {
		s.Recv = c.leaves(fn.Params[0].Type())
		s.RecvAt = p.Add(s.Recv)
	}
	s.Results = c.leaves(sig.Results())
	return s
}

// function is a function that is being compiled.
type function struct {
	*Compiler
	fn *ssa.Function
	f  *vm.Func

	id      map[ssa.Value]int
	defAt   map[ssa.Value]where
	folded  map[ssa.Value]bool
	skipped map[ssa.Instruction]bool
	appends map[*ssa.Call]*appended
	inReg   map[*ssa.Alloc]bool
	alias   map[ssa.Value]part // addresses in variables that are in registers
	loaded  map[ssa.Value]part // loads from them that are not made
	liveOut []bits
	lastUse []map[int]int
	class   map[ssa.Value]*class
	loc     map[ssa.Value][]uint32
	next    vm.Place
	maxOut  uint32 // slots

	code, prologue  []vm.Ins
	pos             []int32
	cur             token.Pos
	library         bool                // positions are not the user's
	defersForOthers bool                // calls are deferred to the frame by functions called from it
	pool            map[string][]uint32 // registers of constants
	at              []int               // first instruction of each block
	placed          []bool
	order           []*ssa.BasicBlock
	jumps           []jump
	late            []*uint32    // registers of frames of calls, outside of instructions
	near            map[int]bool // jumps whose distance is final
	targets         map[int]bool // instructions that such jumps go to
}

type jump struct{ ins, block int }

func (c *Compiler) compile(f *vm.Func) (err error) {
	fn := f.Owner.(*ssa.Function)
	c.prog.build(fn)
	if fn.Blocks == nil {
		return &Refused{fn.Pos(), fn.String() + ", which has no body"}
	}
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Refused:
			err = r
		default:
			panic(r)
		}
	}()
	x := &function{
		Compiler: c, fn: fn, f: f, id: map[ssa.Value]int{}, defAt: map[ssa.Value]where{}, folded: map[ssa.Value]bool{},
		skipped: map[ssa.Instruction]bool{}, appends: map[*ssa.Call]*appended{}, inReg: map[*ssa.Alloc]bool{}, alias: map[ssa.Value]part{}, loaded: map[ssa.Value]part{},
		class: map[ssa.Value]*class{}, loc: map[ssa.Value][]uint32{}, pool: map[string][]uint32{}, near: map[int]bool{}, targets: map[int]bool{},
		cur: fn.Pos(), library: c.prog.ofLibrary(fn),
	}
	x.number()
	x.fold()
	x.liveness()
	x.join()
	x.place()
	x.captured()
	x.blocks()
	x.finish()
	c.env.Settle()
	return nil
}

// number gives every value a number and notes where it is defined.
func (x *function) number() {
	define := func(v ssa.Value, b *ssa.BasicBlock, pos int) {
		x.id[v] = len(x.id)
		x.defAt[v] = where{b, pos}
	}
	for _, p := range x.fn.Params {
		define(p, x.fn.Blocks[0], -2)
	}
	for _, v := range x.fn.FreeVars {
		define(v, x.fn.Blocks[0], -2)
	}
	for _, b := range x.fn.Blocks {
		for i, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				pos := i
				if _, ok := in.(*ssa.Phi); ok {
					pos = -1
				}
				define(v, b, pos)
			}
		}
	}
}

// captured loads what a closure has captured.
func (x *function) captured() {
	n := int64(0)
	for _, v := range x.fn.FreeVars {
		leaves := x.leaves(v.Type())
		x.loc[v] = x.next.Add(leaves)
		for i, l := range leaves {
			in := vm.Ins{Op: vm.LDFREE, A: x.loc[v][i], Imm: n * int64(vm.SlotSize)}
			if l.Kind.Pointer() {
				in.B = 1
			} else {
				in.Imm += 8
			}
			x.prologue = append(x.prologue, in)
			n++
		}
	}
}

// out marks registers of the frame of a call, which begins where this one ends.
const out = 1 << 30

// finish gives the function its code.
func (x *function) finish() {
	n := len(x.prologue)
	code := append(x.prologue, x.code...)
	pos := append(make([]int32, n), x.pos...)
	jumps := map[int]bool{}
	for i := range x.near {
		jumps[n+i] = true
	}
	for _, j := range x.jumps {
		jumps[n+j.ins] = true
		code[n+j.ins].C = distance(x.at[j.block] - j.ins)
	}
	frame := max(x.next.P, x.next.N) * vm.SlotSize
	for i := range code {
		patch(&code[i].A, frame)
		patch(&code[i].B, frame)
		if !jumps[i] {
			patch(&code[i].C, frame)
		}
	}
	for _, at := range x.late {
		patch(at, frame)
	}
	code = append(code, vm.Ins{Op: vm.HALT}, vm.Ins{Op: vm.HALT})
	x.f.Need = frame + x.maxOut*vm.SlotSize
	x.f.Recovery = -1
	if x.fn.Recover != nil {
		x.f.Recovery = n + x.at[x.fn.Recover.Index]
	}
	x.f.SetCode(code, pos)
}

func patch(at *uint32, frame uint32) {
	if *at >= out && *at < 1<<31 {
		*at = *at - out + frame
	}
}

// distance is that of a jump over n instructions.
func distance(n int) uint32 { return uint32(int32(n * vm.InsSize)) }

func (x *function) refuse(format string, args ...any) {
	panic(&Refused{x.cur, fmt.Sprintf(format, args...)})
}

func (x *function) emit(in vm.Ins) int {
	x.code = append(x.code, in)
	pos := int32(x.cur)
	if x.library {
		pos = 0
	}
	x.pos = append(x.pos, pos)
	return len(x.code) - 1
}

func (x *function) op(op vm.Op, a, b, c uint32) { x.emit(vm.Ins{Op: op, A: a, B: b, C: c}) }

func (x *function) help(h *vm.Helper) { x.emit(vm.Ins{Op: vm.HELP, Aux: unsafe.Pointer(h)}) }

// temp returns a fresh register.
func (x *function) temp(k vm.Kind) uint32 { return x.next.Add([]vm.Leaf{{Kind: k}})[0] }

func (c *Compiler) word(t types.Type) unsafe.Pointer { return goabi.TypeWord(c.rtype(t)) }
