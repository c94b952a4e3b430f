package compile

import (
	"fmt"
	"go/constant"
	"go/types"
	"math"
	"strconv"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// regs returns the registers of the words of v.
func (x *function) regs(v ssa.Value) []uint32 {
	if u, ok := v.(*ssa.UnOp); ok && x.folded[v] {
		return x.partRegs(x.loaded[u], v.Type())
	}
	switch v := v.(type) {
	case *ssa.Const:
		return x.constant(v)
	case *ssa.Global:
		return x.pooled("g"+fmt.Sprintf("%p", v), vm.Ins{Op: vm.LDP, Aux: x.global(v)})
	case *ssa.Function:
		return x.funcValue(v)
	case *ssa.Call:
		if x.folded[v] {
			return x.regs(v.Call.Args[0])[1:2]
		}
	case *ssa.Extract:
		n := 0
		t := v.Tuple.Type().(*types.Tuple)
		for i := range v.Index {
			n += len(x.leaves(t.At(i).Type()))
		}
		return x.regs(v.Tuple)[n : n+len(x.leaves(v.Type()))]
	case *ssa.Field:
		if x.folded[v] {
			from, to := x.fieldWords(v.X.Type(), v.Field)
			return x.regs(v.X)[from:to]
		}
	}
	l, ok := x.loc[v]
	if !ok {
		x.refuse("%s: no registers for %s = %v (%T)", x.fn, v.Name(), v, v)
	}
	return l
}

// reg returns the first register of v.
func (x *function) reg(v ssa.Value) uint32 { return x.regs(v)[0] }

func (x *function) partRegs(p part, t types.Type) []uint32 {
	return x.loc[p.of][p.from : p.from+len(x.leaves(t))]
}

// funcValue returns a register that holds the func value of a function that captures nothing.
func (x *function) funcValue(fn *ssa.Function) []uint32 {
	key := fmt.Sprintf("f%p", fn)
	if x.isNative(fn) {
		v, ok := x.nativeOf(fn)
		if !ok {
			x.refuse("%s, which has no body", fn)
		}
		return x.pooled(key, vm.Ins{Op: vm.LDP, Aux: v})
	}
	return x.pooled(key, vm.Ins{Op: vm.LDP, Aux: unsafe.Pointer(x.fnOf(fn).Static())})
}

func (x *function) fnOf(fn *ssa.Function) *vm.Func { return x.fnFor(fn) }

// isNative reports whether a function is compiled Go.
func (u *Unit) isNative(fn *ssa.Function) bool {
	u.prog.build(fn)
	return fn.Blocks == nil && u.older(fn) == nil
}

// nativeOf returns the func value of a compiled function.
func (x *function) nativeOf(fn *ssa.Function) (unsafe.Pointer, bool) {
	o, ok := fn.Object().(*types.Func)
	if !ok {
		return nil, false
	}
	v, ok := x.compiled(o)
	if !ok {
		return nil, false
	}
	return goabi.FuncWord(v.Interface()), true
}

// pooled returns a register for a constant that one instruction loads.
func (x *function) pooled(key string, in vm.Ins) []uint32 {
	k := layout.I64
	if in.Op == vm.LDP {
		k = layout.Pointer
	}
	at, isNew := x.share(x.pool, key, []layout.Leaf{{Kind: k}})
	if isNew {
		in.A = at[0]
		x.prologue = append(x.prologue, in)
	}
	return at
}

// number returns a constant that is one number in its register representation.
func number(k *ssa.Const) (int64, bool) {
	b, ok := k.Type().Underlying().(*types.Basic)
	if !ok || k.Value == nil {
		return 0, false
	}
	switch {
	case b.Info()&types.IsBoolean != 0:
		if constant.BoolVal(k.Value) {
			return 1, true
		}
		return 0, true
	case b.Info()&types.IsUnsigned != 0:
		return int64(k.Uint64()), true
	case b.Info()&types.IsInteger != 0:
		return k.Int64(), true
	case b.Kind() == types.Float32:
		f, _ := constant.Float32Val(k.Value)
		return int64(math.Float32bits(f)), true
	case b.Info()&types.IsFloat != 0:
		f, _ := constant.Float64Val(k.Value)
		return int64(math.Float64bits(f)), true
	}
	return 0, false
}

// immediate returns the value of a constant number.
func immediate(v ssa.Value) (int64, bool) {
	k, ok := v.(*ssa.Const)
	if !ok {
		return 0, false
	}
	return number(k)
}

func (x *function) constant(k *ssa.Const) []uint32 {
	if n, ok := number(k); ok {
		return x.pooled("n"+strconv.FormatInt(n, 16), vm.Ins{Op: vm.LDI, Imm: n})
	}
	if k.Value == nil {
		return x.zero(k.Type())
	}
	switch {
	case isString(k.Type()):
		return x.textConstant(constant.StringVal(k.Value))
	case isComplex(k.Type()):
		re, _ := constant.Float64Val(constant.Real(k.Value))
		im, _ := constant.Float64Val(constant.Imag(k.Value))
		if x.leaves(k.Type())[0].Kind == layout.F32 {
			return x.several(fmt.Sprintf("c%v %v", re, im), x.leaves(k.Type()), []int64{int64(math.Float32bits(float32(re))), int64(math.Float32bits(float32(im)))})
		}
		return x.several(fmt.Sprintf("C%v %v", re, im), x.leaves(k.Type()), []int64{int64(math.Float64bits(re)), int64(math.Float64bits(im))})
	case isPointer(k.Type()): // unsafe.Pointer(uintptr(1))
		n := k.Uint64()
		return x.pooled("p"+strconv.FormatUint(n, 16), vm.Ins{Op: vm.LDP, Aux: goabi.Word(int64(n))})
	}
	x.refuse("the constant %v of type %v", k, k.Type())
	return nil
}

func (x *function) several(key string, leaves []layout.Leaf, n []int64) []uint32 {
	at, isNew := x.share(x.pool, key, leaves)
	for i := 0; isNew && i < len(n); i++ {
		x.prologue = append(x.prologue, vm.Ins{Op: vm.LDI, A: at[i], Imm: n[i]})
	}
	return at
}

var textLeaves = []layout.Leaf{{Kind: layout.Pointer, Pair: true}, {Kind: layout.I64}}

func (x *function) textConstant(s string) []uint32 {
	at, isNew := x.share(x.texts, s, textLeaves)
	if isNew {
		x.prologue = append(x.prologue, vm.Ins{Op: vm.LDP, A: at[0], Aux: unsafe.Pointer(unsafe.StringData(s))},
			vm.Ins{Op: vm.LDI, A: at[1], Imm: int64(len(s))})
	}
	return at
}

// zero returns registers with the zero value of a type.
func (x *function) zero(t types.Type) []uint32 {
	leaves := x.leaves(t)
	if len(leaves) == 0 {
		return nil
	}
	if len(leaves) == 1 && !leaves[0].Kind.Pointer() {
		return x.pooled("n0", vm.Ins{Op: vm.LDI})
	}
	if len(leaves) == 1 && leaves[0].Kind == layout.Pointer {
		return x.pooled("nil", vm.Ins{Op: vm.LDP})
	}
	key := "z" + shapeOf(leaves)
	if isBox(leaves) {
		key = fmt.Sprintf("z%p", leaves[0].Type)
	} else {
		for _, l := range leaves {
			if l.Kind == layout.Box {
				key += fmt.Sprintf("%p", l.Type)
			}
		}
	}
	at, isNew := x.share(x.pool, key, leaves)
	if isNew {
		x.prologue = append(x.prologue, zeroing(at, leaves)...)
	}
	return at
}

// zeroing returns instructions that zero registers.
func zeroing(at []uint32, leaves []layout.Leaf) (list []vm.Ins) {
	for i, l := range leaves {
		switch {
		case l.Kind == layout.Box:
			list = append(list, vm.Ins{Op: vm.LDP, A: at[i], Aux: goabi.New(l.Type)})
		case l.Kind == layout.Pointer:
			list = append(list, vm.Ins{Op: vm.LDP, A: at[i]})
		default:
			list = append(list, vm.Ins{Op: vm.LDI, A: at[i]})
		}
	}
	return list
}

// move copies words between registers.
func (x *function) move(to, from []uint32, leaves []layout.Leaf) {
	for i := 0; i < len(leaves); i++ {
		switch {
		case to[i] == from[i]:
		case leaves[i].Pair && to[i+1] == to[i]+8 && from[i+1] == from[i]+8:
			x.op(vm.MOV2, to[i], from[i], 0)
			i++
		case leaves[i].Kind.Pointer():
			x.op(vm.MOVP, to[i], from[i], 0)
		default:
			x.op(vm.MOVN, to[i], from[i], 0)
		}
	}
}

// moveValue copies a value to registers.
func (x *function) moveValue(to []uint32, v ssa.Value) {
	if n, ok := immediate(v); ok {
		x.emit(vm.Ins{Op: vm.LDI, A: to[0], Imm: n})
		return
	}
	leaves := x.leaves(v.Type())
	if k, ok := v.(*ssa.Const); ok && k.Value == nil && !isBox(leaves) {
		for _, in := range zeroing(to, leaves) {
			x.emit(in)
		}
		return
	}
	x.move(to, x.regs(v), leaves)
}
