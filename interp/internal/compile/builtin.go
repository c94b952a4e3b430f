package compile

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"unsafe"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/goabi"
	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// builtin compiles a call of a built-in function.
func (x *function) builtin(name string, args []ssa.Value, v *ssa.Call) {
	var d []uint32
	if v.Type() != nil && len(x.leaves(v.Type())) > 0 {
		d = x.regs(v)
	}
	switch name {
	case "len", "cap":
		x.length(name, d[0], args[0])
	case "append":
		x.appendCall(v, d)
	case "copy":
		x.help(vm.Copy(x.word(elemOf(args[0].Type())), d[0], x.regs(args[0]), x.regs(args[1])))
	case "delete":
		x.help(x.mapType(x.rtype(args[0].Type())).Delete(x.reg(args[0]), x.regs(args[1])))
	case "clear":
		x.clear(args[0])
	case "close":
		x.help(x.chanType(x.rtype(args[0].Type())).Close(x.reg(args[0])))
	case "min", "max":
		x.minMax(name == "max", d, args)
	case "recover":
		x.emit(vm.Ins{Op: vm.RECOVER, A: d[0], B: d[1]})
	case "print", "println":
		x.print(name == "println", args)
	case "real", "imag":
		i := 0
		if name == "imag" {
			i = 1
		}
		x.op(vm.MOVN, d[0], x.regs(args[0])[i], 0)
	case "complex":
		x.op(vm.MOVN, d[0], x.reg(args[0]), 0)
		x.op(vm.MOVN, d[1], x.reg(args[1]), 0)
	case "ssa:wrapnilchk":
		x.wrapNilCheck(d[0], args)
	case "ssa:deferstack":
		x.help(vm.DeferStackOf(d[0]))
	default:
		x.unsafeBuiltin(name, args, d)
	}
}

func elemOf(t types.Type) types.Type {
	if s, ok := t.Underlying().(*types.Slice); ok {
		return s.Elem()
	}
	return types.Typ[types.Byte]
}

func (x *function) length(name string, d uint32, v ssa.Value) {
	switch u := v.Type().Underlying().(type) {
	case *types.Slice, *types.Basic:
		i := 1
		if name == "cap" {
			i = 2
		}
		x.op(vm.MOVN, d, x.regs(v)[i], 0)
	case *types.Map:
		x.help(x.mapType(x.rtype(v.Type())).Len(d, x.reg(v)))
	case *types.Chan:
		if name == "cap" {
			x.help(x.chanType(x.rtype(v.Type())).Cap(d, x.reg(v)))
		} else {
			x.help(x.chanType(x.rtype(v.Type())).Len(d, x.reg(v)))
		}
	case *types.Array:
		x.emit(vm.Ins{Op: vm.LDI, A: d, Imm: u.Len()})
	case *types.Pointer:
		x.emit(vm.Ins{Op: vm.LDI, A: d, Imm: u.Elem().Underlying().(*types.Array).Len()})
	default:
		x.refuse("%s of %v", name, v.Type())
	}
}

func (x *function) appendCall(v *ssa.Call, d []uint32) {
	args := v.Call.Args
	s := x.regs(args[0])
	t := elemOf(v.Type())
	i := &vm.AppendInfo{Elem: x.word(t), Size: uintptr(x.elemSize(v.Type())), Cap: s[2], To: d[2]}
	ap := x.lists[v]
	if ap == nil {
		if len(args) == 1 {
			x.move(d, s, x.leaves(v.Type()))
			return
		}
		x.emit(vm.Ins{Op: vm.APPENDS, A: d[0], B: s[0], C: x.reg(args[1]), Aux: unsafe.Pointer(i)})
		return
	}
	i.Leaves = x.leavesArray(v)
	leaves := x.leaves(t)
	elems := make([][]uint32, len(ap.elems))
	for k, e := range ap.elems {
		if _, constant := e.(*ssa.Const); !constant && len(leaves) > 0 {
			elems[k] = x.separate(x.regs(e), leaves, d)
		}
	}
	p := x.temp(layout.Pointer)
	x.emit(vm.Ins{Op: vm.RESERVE, A: d[0], B: s[0], C: p, Imm: int64(len(ap.elems)), Aux: unsafe.Pointer(i)})
	for k, e := range ap.elems {
		if elems[k] == nil && len(leaves) > 0 {
			elems[k] = x.regs(e)
		}
		x.storeTo(elems[k], leaves, p, int64(k)*int64(i.Size))
	}
}

// separate returns registers for a value that must survive writes to registers to, which may include its own: the
// length of a slice that is appended to is a part of the slice.
func (x *function) separate(regs []uint32, leaves []layout.Leaf, to []uint32) []uint32 {
	if !slices.ContainsFunc(regs, func(r uint32) bool { return slices.Contains(to, r) }) {
		return regs
	}
	other := x.next.Add(leaves)
	x.move(other, regs, leaves)
	return other
}

func (x *function) clear(v ssa.Value) {
	if _, ok := v.Type().Underlying().(*types.Map); ok {
		x.help(x.mapType(x.rtype(v.Type())).Clear(x.reg(v)))
		return
	}
	x.help(vm.ClearSlice(x.rtype(v.Type()).Elem(), x.regs(v)))
}

func (x *function) minMax(largest bool, d []uint32, args []ssa.Value) {
	t := args[0].Type()
	if len(args) == 1 {
		x.move(d, x.regs(args[0]), x.leaves(t))
		return
	}
	op := [2][2]vm.Op{{vm.MIN, vm.MAX}, {vm.MINU, vm.MAXU}}
	from := x.regs(args[0])
	for i, a := range args[1:] {
		to := d
		if i < len(args)-2 {
			to = x.next.Add(x.leaves(t))
		}
		switch {
		case isString(t), isFloat(t):
			x.help(vm.MinMax(largest, x.leaves(t)[0].Kind, to[0], from[0], x.regs(a)[0]))
		case isUnsigned(t):
			x.op(pick(largest, op[1]), to[0], from[0], x.reg(a))
		default:
			x.op(pick(largest, op[0]), to[0], from[0], x.reg(a))
		}
		from = to
	}
}

func pick(second bool, of [2]vm.Op) vm.Op {
	if second {
		return of[1]
	}
	return of[0]
}

func (x *function) print(line bool, args []ssa.Value) {
	var ts []reflect.Type
	for _, a := range args {
		ts = append(ts, x.rtype(a.Type()))
	}
	read, host := x.values(args, ts), x.Host
	x.help(&vm.Helper{Name: "print", Run: func(_ *vm.Machine, fp unsafe.Pointer) { host.PrintValues(line, read(fp)) }})
}

// wrapNilCheck panics as Go does if a method with a value receiver is called for a nil pointer.
func (x *function) wrapNilCheck(d uint32, args []ssa.Value) {
	at := x.reg(args[0])
	typ, method := textOf(args[1]), textOf(args[2])
	x.help(&vm.Helper{Name: "check a receiver", Run: func(_ *vm.Machine, fp unsafe.Pointer) {
		p := *vm.Ptr(fp, at)
		if p == nil {
			panic(goabi.NilReceiver(typ, method))
		}
		*vm.Ptr(fp, d) = p
	}})
}

func textOf(v ssa.Value) string {
	k, ok := v.(*ssa.Const)
	if !ok {
		return ""
	}
	s, err := strconv.Unquote(k.Value.ExactString())
	if err != nil {
		return ""
	}
	return s
}

// unsafeBuiltin compiles the functions of package unsafe. Sizes are constants already, except those of type
// parameters.
func (x *function) unsafeBuiltin(name string, args []ssa.Value, d []uint32) {
	number := func(n uintptr) { x.emit(vm.Ins{Op: vm.LDI, A: d[0], Imm: int64(n)}) }
	switch name {
	case "Add":
		x.help(vm.UnsafeAdd(d[0], x.reg(args[0]), x.reg(args[1])))
	case "String", "Slice":
		p, n, size := x.reg(args[0]), x.reg(args[1]), uintptr(1)
		if name == "Slice" {
			size = x.rtype(args[0].Type()).Elem().Size()
		}
		x.help(vm.UnsafeCheck("unsafe."+name, p, n, size))
		x.op(vm.MOVP, d[0], p, 0)
		for _, to := range d[1:] {
			x.op(vm.MOVN, to, n, 0)
		}
	case "StringData", "SliceData":
		x.op(vm.MOVP, d[0], x.reg(args[0]), 0)
	case "Sizeof":
		number(x.rtype(args[0].Type()).Size())
	case "Alignof":
		number(uintptr(x.rtype(args[0].Type()).Align()))
	case "Offsetof":
		number(x.offset(args[0]))
	default:
		x.refuse("the builtin function %s", name)
	}
}

// offset returns the offset of the field that v reads in the struct that the source text names.
func (x *function) offset(v ssa.Value) (offset uintptr) {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	for range x.selected(x.cur) {
		switch f := v.(type) {
		case *ssa.Field:
			v, offset = f.X, offset+x.rtype(f.X.Type()).Field(f.Field).Offset
		case *ssa.FieldAddr:
			v, offset = f.X, offset+x.rtype(f.X.Type()).Elem().Field(f.Field).Offset
		}
	}
	return offset
}

// selected returns how many fields the argument of the call at a position selects, including embedded ones without a
// name in the source text: the SSA form looks the same for both. Only generic functions compute offsets at run time.
func (x *function) selected(lparen token.Pos) (n int) {
	n = 1
	for _, g := range x.generics {
		for _, d := range g.decls {
			if lparen < d.Pos() || d.End() <= lparen {
				continue
			}
			ast.Inspect(d, func(node ast.Node) bool {
				if call, ok := node.(*ast.CallExpr); ok && call.Lparen == lparen && len(call.Args) == 1 {
					if sel, ok := ast.Unparen(call.Args[0]).(*ast.SelectorExpr); ok && g.info.Selections[sel] != nil {
						n = len(g.info.Selections[sel].Index())
					}
				}
				return true
			})
		}
	}
	return n
}
