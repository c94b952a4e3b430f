// Package compile compiles the SSA form of type-checked Go to code for package vm.
//
// A function is compiled when it first runs. Operands that their users can compute themselves are folded into them,
// struct variables whose address does not escape move to registers, phis are coalesced with their operands, every
// value is assigned registers, and blocks become instructions. What is not supported is refused with an error before
// any part of the function runs.
package compile

import (
	"encoding/binary"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"sync"
	"unsafe"
	"weak"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/internal/session/lastuse"
	"github.com/msrepl/msrepl/interp/internal/compile/boxes"
	"github.com/msrepl/msrepl/interp/internal/compile/marking"
	"github.com/msrepl/msrepl/interp/internal/compile/rangefunc"
	"github.com/msrepl/msrepl/interp/internal/compile/reload"
	"github.com/msrepl/msrepl/interp/internal/compile/updates"
	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/realtype"
	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// Compiler keeps the functions and variables of one session.
type Compiler struct {
	Host *vm.Host
	env  *World
	fset *token.FileSet

	marked func(*vm.Marks) // receives the marks of functions; nil without a debugger

	mu        sync.Mutex // guards the fields below; functions are compiled one at a time
	objects   map[*types.Func]*vm.Func
	vars      map[*types.Var]unsafe.Pointer
	waiting   []weak.Pointer[Unit] // the latest ones, the oldest first
	stuck     []weak.Pointer[Unit] // those that could not be compiled completely
	left      leaving              // types that have been redeclared
	generics  map[types.Object]*generic
	methods   map[methodKey]*vm.Func         // promoted methods, and methods of pointers from those of values
	instances map[*types.TypeName][]instance // of generic types
	parts     map[*types.Package]*ast.File   // the compiled parts of packages with source text
	sigs      map[string]*vm.Signature       // shared by functions, by their words
	adapt     map[reflect.Type]*vm.Adapter
	natives   map[reflect.Type]*vm.FuncType
	maps      map[reflect.Type]*vm.MapType
	chans     map[reflect.Type]*vm.ChanType
	lastUses  map[*types.Func]lastuse.Use
}

// New returns a compiler for the functions of a session. Positions belong to fset, and texts has the packages with
// source text.
func New(host *vm.Host, fset *token.FileSet, env *World) *Compiler {
	c := &Compiler{
		Host: host, env: env, fset: fset,
		objects: map[*types.Func]*vm.Func{}, vars: map[*types.Var]unsafe.Pointer{}, generics: map[types.Object]*generic{},
		methods: map[methodKey]*vm.Func{}, instances: map[*types.TypeName][]instance{}, parts: map[*types.Package]*ast.File{},
		sigs: map[string]*vm.Signature{}, adapt: map[reflect.Type]*vm.Adapter{}, natives: map[reflect.Type]*vm.FuncType{},
		maps: map[reflect.Type]*vm.MapType{}, chans: map[reflect.Type]*vm.ChanType{}, lastUses: map[*types.Func]lastuse.Use{},
	}
	host.Compile, host.Promote = c.lazy, c.promote
	env.maker.Later = c.promoted
	return c
}

// Refused is the reason why a function cannot be compiled.
type Refused struct {
	Pos   token.Pos
	What  string
	Large bool // it does not fit into memory
}

func (r *Refused) Error() string {
	if r.Large {
		return r.What
	}
	return "cannot compile " + r.What
}

// adapterOf returns the adapter for func values of a function; the receiver of a method is the first parameter.
func (u *Unit) adapterOf(sig *types.Signature, recv types.Type) *vm.Adapter {
	in, out := make([]reflect.Type, 0, sig.Params().Len()+1), make([]reflect.Type, 0, sig.Results().Len())
	if recv != nil {
		in = append(in, realtype.Layout(u.rtype(recv)))
	}
	for v := range sig.Params().Variables() {
		in = append(in, realtype.Layout(u.rtype(v.Type())))
	}
	for v := range sig.Results().Variables() {
		out = append(out, realtype.Layout(u.rtype(v.Type())))
	}
	return u.adapter(reflect.FuncOf(in, out, false))
}

// adapter returns the adapter of a function type. Functions whose parameters and results have the same layouts share
// one: an adapter that mentioned a type of the session would keep it alive.
func (c *Compiler) adapter(t reflect.Type) *vm.Adapter { return memo(c.adapt, t, c.Host.NewAdapter) }

func (c *Compiler) native(t reflect.Type) *vm.FuncType   { return memo(c.natives, t, vm.NewFuncType) }
func (c *Compiler) mapType(t reflect.Type) *vm.MapType   { return memo(c.maps, t, vm.NewMapType) }
func (c *Compiler) chanType(t reflect.Type) *vm.ChanType { return memo(c.chans, t, vm.NewChanType) }

// memo returns the result of made for a type, computed once.
func memo[T any](known map[reflect.Type]*T, t reflect.Type, made func(reflect.Type) *T) *T {
	x := known[t]
	if x == nil {
		x = made(t)
		known[t] = x
	}
	return x
}

// signature returns the places of the parameters of fn and the words of its results.
func (u *Unit) signature(fn *ssa.Function) *vm.Signature {
	s := u.layout(fn.Signature, fn.Signature.Recv() != nil && len(fn.Params) > fn.Signature.Params().Len(), fn)
	key := wordsKey(s.Params, s.Recv, s.Results)
	if u.sigs[key] == nil {
		u.sigs[key] = &s
	}
	return u.sigs[key]
}

// wordsKey returns a key that identifies lists of words.
func wordsKey(lists ...[]layout.Leaf) string {
	var b []byte
	for _, list := range lists {
		b = binary.AppendUvarint(b, uint64(len(list)))
		for _, l := range list {
			b = append(b, byte(l.Kind))
			if l.Pair {
				b = append(b, 1)
			} else {
				b = append(b, 0)
			}
			b = binary.AppendUvarint(b, uint64(l.Off))
			b = binary.AppendUvarint(b, uint64(uintptr(l.Type)))
		}
	}
	return string(b)
}

func (u *Unit) layout(sig *types.Signature, method bool, fn *ssa.Function) (s vm.Signature) {
	p := layout.Place{P: 1, N: 1}
	for i := range sig.Params().Len() {
		s.Params = append(s.Params, u.leaves(sig.Params().At(i).Type())...)
	}
	s.At = p.Add(s.Params)
	if method {
		s.Recv = u.leaves(fn.Params[0].Type())
		s.RecvAt = p.Add(s.Recv)
	}
	s.Results = u.leaves(sig.Results())
	return s
}

// function is a function that is being compiled.
type function struct {
	*Unit
	fn *ssa.Function
	f  *vm.Func

	id      map[ssa.Value]int
	defAt   map[ssa.Value]where
	folded  map[ssa.Value]bool
	skipped map[ssa.Instruction]bool
	lists   map[*ssa.Call]*listed
	inReg   map[*ssa.Alloc]bool
	alias   map[ssa.Value]part // addresses in variables that are in registers
	loaded  map[ssa.Value]part // loads from them that generate no code
	liveOut []sparse
	lastUse []map[int]int
	boxes   boxes.Plan
	class   map[ssa.Value]*class

	dominated []span // by each block

	loc     map[ssa.Value][]uint32
	heavy   map[uint32][]ssa.Value // registers to clear, and the values in them
	lives   map[uint32][]life      // live ranges of such registers in the block livesOf, as far as computed
	livesOf *ssa.BasicBlock
	watches bool   // it can observe what its registers keep alive
	params  uint32 // the first slot after parameters that are pointers

	updates  map[*ssa.MapUpdate]*ssa.Lookup // assignments to elements that have been looked up
	elements map[*ssa.Lookup]uint32         // registers of their addresses

	lifetimes map[ssa.Value]*lifetime // of tensors
	operands  []*ssa.Value            // of the current instruction
	next      layout.Place
	maxOut    uint32 // slots

	code, prologue []vm.Ins
	pos            []int32
	cur            token.Pos
	library        bool              // positions are not in the user's text
	pool           map[string]shared // constants
	texts          map[string]shared // string constants
	in             *ssa.BasicBlock   // the one that is compiled; nil before the first
	at             []int             // index of the first instruction of each block
	placed         []bool
	order          []*ssa.BasicBlock
	jumps          []jump
	defers         []*vm.DeferInfo
	late           []*uint32    // registers in frames of calls that are not operands of instructions
	marks          *vm.Marks    // nil without a debugger
	near           map[int]bool // jumps with their final distance
	targets        map[int]bool // targets of such jumps
}

type jump struct{ ins, block int }

func (u *Unit) compile(f *vm.Func, fn *ssa.Function) (err error) {
	u.prog.build(fn)
	if fn.Blocks == nil {
		return &Refused{Pos: fn.Pos(), What: fn.String() + ", which has no body"}
	}
	var x *function
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Refused:
			if !r.Pos.IsValid() && x != nil && !x.library {
				r.Pos = x.cur
			}
			err = r
		default:
			panic(r)
		}
	}()
	u.prog.instantiate(fn)
	x = &function{
		Unit: u, fn: fn, f: f, id: map[ssa.Value]int{}, defAt: map[ssa.Value]where{}, folded: map[ssa.Value]bool{},
		skipped: map[ssa.Instruction]bool{}, lists: map[*ssa.Call]*listed{}, inReg: map[*ssa.Alloc]bool{},
		alias: map[ssa.Value]part{}, loaded: map[ssa.Value]part{}, class: map[ssa.Value]*class{},
		loc: map[ssa.Value][]uint32{}, pool: map[string]shared{}, texts: map[string]shared{},
		near: map[int]bool{}, targets: map[int]bool{},
		cur: fn.Pos(), library: u.prog.ofLibrary(fn) || unwritten(fn),
	}
	if u.debug {
		marking.LeaveDefers(fn)
		if !x.library {
			x.marks = marksOf(fn)
		}
	}
	rangefunc.ShowStates(fn)
	rangefunc.EndLoops(fn)
	rangefunc.EndDefers(fn)
	if !u.debug {
		reload.Reuse(fn, isLen)
	}
	x.measure()
	x.boxes = boxes.Find(fn, u.keepsBox, u.debug)
	x.number()
	x.fold()
	x.liveness()
	x.join()
	x.place()
	x.captured()
	x.findHeavy()
	x.findUpdates()
	x.findTemporaries()
	x.blocks()
	x.placeShared()
	if x.marks != nil {
		x.findVars()
	}
	x.finish()
	u.env.Settle(u)
	return nil
}

// marksOf returns the debug information of fn, without marks yet.
func marksOf(fn *ssa.Function) *vm.Marks {
	home := fn
	for rangefunc.IsBody(home) {
		home = home.Parent()
	}
	return &vm.Marks{Home: home, Body: home != fn}
}

// findUpdates finds assignments to elements of maps that need no second lookup.
func (x *function) findUpdates() {
	if x.watches {
		return
	}
	x.updates = updates.Find(x.fn)
	if len(x.updates) > 0 {
		x.elements = map[*ssa.Lookup]uint32{}
	}
	for _, l := range x.updates {
		if _, ok := x.elements[l]; !ok {
			x.elements[l] = x.temp(layout.Pointer)
		}
	}
}

// unwritten reports whether a function was not written by the user, so that positions in it must not be shown.
func unwritten(fn *ssa.Function) bool {
	d, ok := fn.Syntax().(*ast.FuncDecl)
	return ok && d.Body != nil && !d.Body.Lbrace.IsValid()
}

// number numbers all values and records where they are defined.
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

// captured loads captured variables.
func (x *function) captured() {
	n := int64(0)
	for _, v := range x.fn.FreeVars {
		leaves := x.leaves(v.Type())
		x.loc[v] = x.next.Add(leaves)
		for i, l := range leaves {
			in := vm.Ins{Op: vm.LDFREE, A: x.loc[v][i], Imm: n * int64(layout.SlotSize)}
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

// out marks registers in the frame of a call, which begins at the end of this one.
const out = 1 << 30

// finish sets the code of the function.
func (x *function) finish() {
	prologue := x.prologue
	if x.watches {
		prologue = append(x.clearing(), prologue...)
	}
	n := len(prologue)
	code := append(prologue, x.code...)
	pos := append(make([]int32, n), x.pos...)
	jumps := map[int]bool{}
	for i := range x.near {
		jumps[n+i] = true
	}
	for _, j := range x.jumps {
		jumps[n+j.ins] = true
		code[n+j.ins].C = distance(x.at[j.block] - j.ins)
	}
	frame := max(x.next.P, x.next.N) * layout.SlotSize
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
	l := vm.Layout{Need: frame + x.maxOut*layout.SlotSize, Out: x.maxOut * layout.SlotSize, Marks: x.finishMarks()}
	if x.fn.Recover != nil {
		l.Recovery = int32(n + x.at[x.fn.Recover.Index])
	}
	for i := range code {
		if code[i].Op == vm.PANIC {
			code[i].Imm = int64(l.Need)
		}
	}
	x.f.SetCode(code, pos, l)
	if x.fn.Recover != nil {
		for _, d := range x.defers {
			d.Recovery = &x.f.Code()[l.Recovery]
		}
	}
	x.f.Owner = parameters(x.fn) // the SSA form is no longer needed
}

// parameters returns the names of the parameters of a function, or nil if it has none.
func parameters(fn *ssa.Function) (names []string) {
	for p := range fn.Signature.Params().Variables() {
		names = append(names, p.Name())
	}
	return names
}

// Parameters returns the names of the parameters of a function in its source text, or nil if it has none.
func (c *Compiler) Parameters(f *vm.Func) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s, ok := f.Owner.(*source); ok {
		return parameters(s.fn)
	}
	names, _ := f.Owner.([]string)
	return names
}

func patch(at *uint32, frame uint32) {
	if *at >= out && *at < 1<<31 {
		*at = *at - out + frame
	}
}

// distance returns the operand of a jump over n instructions.
func distance(n int) uint32 { return uint32(int32(n * vm.InsSize)) }

func (x *function) refuse(format string, args ...any) {
	panic(&Refused{Pos: x.cur, What: fmt.Sprintf(format, args...)})
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
func (x *function) temp(k layout.Kind) uint32 { return x.next.Add([]layout.Leaf{{Kind: k}})[0] }

func (u *Unit) word(t types.Type) unsafe.Pointer { return goabi.TypeWord(u.rtype(t)) }
