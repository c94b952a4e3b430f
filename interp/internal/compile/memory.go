package compile

import (
	"go/constant"
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

// Load and store instructions for words of each kind. Unsigned numbers are stored like signed ones.
var (
	loads         = opsOf(vm.LD8, vm.LDU8, vm.LD16, vm.LDU16, vm.LD32, vm.LDU32, vm.LD64, vm.LDPTR)
	stores        = opsOf(vm.ST8, vm.ST8, vm.ST16, vm.ST16, vm.ST32, vm.ST32, vm.ST64, vm.STPTR)
	indexedLoads  = opsOf(vm.IX8, vm.IXU8, vm.IX16, vm.IXU16, vm.IX32, vm.IXU32, vm.IX64, vm.IXPTR)
	indexedStores = opsOf(vm.SX8, vm.SX8, vm.SX16, vm.SX16, vm.SX32, vm.SX32, vm.SX64, vm.SXPTR)
)

func opsOf(i8, u8, i16, u16, i32, u32, i64, pointer vm.Op) map[layout.Kind]vm.Op {
	return map[layout.Kind]vm.Op{
		layout.I8: i8, layout.I16: i16, layout.I32: i32, layout.I64: i64, layout.U8: u8, layout.U16: u16,
		layout.U32: u32, layout.U64: i64, layout.F32: u32, layout.F64: i64, layout.Pointer: pointer,
	}
}

// address returns the register and the offset of an address, including fields that are folded into it.
func (x *function) address(v ssa.Value) (uint32, int64) {
	if f, ok := v.(*ssa.FieldAddr); ok && x.folded[v] {
		at, off := x.address(f.X)
		return at, off + x.fieldOffset(elem(f.X.Type()), f.Field)
	}
	return x.reg(v), 0
}

// element returns the element of a slice whose field has the address v, if both are folded, and the offset of the
// field.
func (x *function) element(v ssa.Value) (*ssa.IndexAddr, int64) {
	if f, ok := v.(*ssa.FieldAddr); ok {
		if i, ok := f.X.(*ssa.IndexAddr); ok && x.folded[i] {
			return i, x.fieldOffset(elem(f.X.Type()), f.Field)
		}
	}
	return nil, 0
}

func (x *function) load(v, addr ssa.Value) {
	leaves := x.leaves(v.Type())
	if len(leaves) == 0 {
		x.check(addr)
		return
	}
	d := x.regs(v)
	if i, ok := addr.(*ssa.IndexAddr); ok && x.folded[addr] {
		op := vm.IX2
		if !leaves[0].Pair {
			op = indexedLoads[leaves[0].Kind]
		}
		x.emit(vm.Ins{Op: op, A: d[0], B: x.reg(i.X), C: x.reg(i.Index), Imm: x.elemSize(i.X.Type()), Aux: signOf(i.Index)})
		return
	}
	if p, ok := x.alias[addr]; ok {
		x.move(d, x.partRegs(p, v.Type()), leaves)
		return
	}
	if i, off := x.element(addr); i != nil {
		size := x.elemSize(i.X.Type())
		op := fieldLoads[kindsOf(leaves)]
		x.emit(vm.Ins{Op: op, A: d[0], B: x.reg(i.X), C: x.reg(i.Index), Imm: size | off<<32, Aux: signOf(i.Index)})
		return
	}
	at, off := x.address(addr)
	if u, ok := v.(*ssa.UnOp); ok && x.boxes.Shared[u] {
		x.emit(vm.Ins{Op: vm.ADDP, A: d[0], B: at, Imm: off})
		return
	}
	x.loadFrom(d, leaves, at, off)
}

// check panics if an address is nil and no load from it would.
func (x *function) check(addr ssa.Value) {
	if _, ok := x.alias[addr]; ok {
		return
	}
	if _, ok := addr.(*ssa.IndexAddr); ok && x.folded[addr] {
		return
	}
	at, _ := x.address(addr)
	x.op(vm.CHECKP, 0, at, 0)
}

func (x *function) loadFrom(d []uint32, leaves []layout.Leaf, at uint32, off int64) {
	last := len(leaves) - 1
	if len(leaves) > 1 && slices.Contains(d, at) { // loading a word over its own address would lose it
		t := x.temp(layout.Pointer)
		x.op(vm.MOVP, t, at, 0)
		at = t
	}
	for i := 0; i <= last; i++ {
		l := leaves[i]
		in := vm.Ins{Op: loads[l.Kind], A: d[i], B: at, Imm: off + int64(l.Off)}
		switch {
		case l.Kind == layout.Box:
			in.Op, in.Aux = vm.BOXLD, l.Type
		case l.Pair && d[i+1] == d[i]+8:
			in.Op = vm.LD2
			i++
		}
		x.emit(in)
	}
}

func (x *function) store(addr, v ssa.Value) {
	leaves := x.leaves(v.Type())
	if len(leaves) == 0 {
		x.check(addr)
		return
	}
	if i, ok := addr.(*ssa.IndexAddr); ok && x.folded[addr] {
		if k, ok := immediate(v); ok && leaves[0].Kind == layout.U8 {
			x.emit(vm.Ins{Op: vm.SXI8, B: x.reg(i.X), C: x.reg(i.Index), Imm: k, Aux: signOf(i.Index)})
			return
		}
		x.emit(vm.Ins{Op: indexedStores[leaves[0].Kind], A: x.reg(v), B: x.reg(i.X), C: x.reg(i.Index), Aux: signOf(i.Index)})
		return
	}
	if p, ok := x.alias[addr]; ok {
		x.moveValue(x.partRegs(p, v.Type()), v)
		return
	}
	if a, ok := addr.(*ssa.Alloc); ok && x.boxes.Same[a] {
		x.moveValue(x.loc[a], v)
		return
	}
	at, off := x.address(addr)
	x.storeTo(x.regs(v), leaves, at, off)
}

func (x *function) storeTo(from []uint32, leaves []layout.Leaf, at uint32, off int64) {
	for i := 0; i < len(leaves); i++ {
		l := leaves[i]
		in := vm.Ins{Op: stores[l.Kind], A: from[i], B: at, Imm: off + int64(l.Off)}
		switch {
		case l.Kind == layout.Box:
			in.Op, in.Aux = vm.BOXST, l.Type
		case l.Pair && from[i+1] == from[i]+8:
			in.Op = vm.ST2
			i++
		}
		x.emit(in)
	}
}

// instruction compiles one instruction of the SSA form.
func (x *function) instruction(in ssa.Instruction) {
	if v, ok := in.(ssa.Value); x.skipped[in] || ok && x.folded[v] {
		return
	}
	switch v := in.(type) {
	case *ssa.BinOp:
		x.binOp(v)
	case *ssa.UnOp:
		x.unOp(v)
	case *ssa.Convert:
		x.convert(v)
	case *ssa.ChangeType:
		x.move(x.regs(v), x.regs(v.X), x.leaves(v.Type()))
	case *ssa.Store:
		x.store(v.Addr, v.Val)
	case *ssa.Call:
		x.call(v)
	case *ssa.Return:
		x.ret(v)
	case *ssa.Alloc, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Index, *ssa.Field, *ssa.Slice, *ssa.MakeSlice, *ssa.SliceToArrayPointer:
		x.addressOrPart(v.(ssa.Value))
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.MakeClosure:
		x.dynamic(v.(ssa.Value))
	case *ssa.MakeMap, *ssa.MapUpdate, *ssa.Lookup, *ssa.Range, *ssa.Next, *ssa.MakeChan, *ssa.Send, *ssa.Select:
		x.container(in)
	case *ssa.Go, *ssa.Defer, *ssa.RunDefers, *ssa.Panic:
		x.control(in)
	default:
		x.refuse("%v (%T)", in, in)
	}
}

// measure checks the size of variables here, as later their positions are not known.
func (x *function) measure() {
	var at token.Pos
	defer func() {
		if v := recover(); v != nil {
			if r := Refusal(v); r != nil && !r.Pos.IsValid() && !x.prog.ofLibrary(x.fn) {
				r.Pos = at
			}
			panic(v)
		}
	}()
	for _, b := range x.fn.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(*ssa.Alloc); ok {
				at = v.Pos()
				x.rtype(elem(v.Type()))
			}
		}
	}
}

// askRoom checks for memory for a large variable: for arrays, including make with a constant length, by elements.
func (x *function) askRoom(t types.Type) {
	r := x.rtype(t)
	switch size := r.Size(); {
	case !vm.IsLarge(int64(size)):
	case r.Kind() == reflect.Array:
		x.help(vm.AskRoom(int64(r.Len()), r.Elem().Size()))
	default:
		x.help(vm.AskRoom(1, size))
	}
}

// addressOrPart compiles instructions that compute addresses and parts.
func (x *function) addressOrPart(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.Alloc:
		t := elem(v.Type())
		if x.inReg[v] {
			for _, in := range zeroing(x.loc[v], x.leaves(t)) {
				x.emit(in)
			}
			return
		}
		x.alloc(v, t)
	case *ssa.FieldAddr:
		at, off := x.address(v.X)
		x.emit(vm.Ins{Op: vm.ADDP, A: x.reg(v), B: at, Imm: off + x.fieldOffset(elem(v.X.Type()), v.Field)})
	case *ssa.IndexAddr:
		x.elementAddress(x.reg(v), v.X, v.Index)
	case *ssa.Index:
		if isString(v.X.Type()) {
			x.emit(vm.Ins{Op: vm.IXU8, A: x.reg(v), B: x.reg(v.X), C: x.reg(v.Index), Aux: signOf(v.Index)})
			return
		}
		x.arrayElement(v)
	case *ssa.Field: // a field of a box
		x.loadFrom(x.regs(v), x.leaves(v.Type()), x.reg(v.X), x.fieldOffset(v.X.Type(), v.Field))
	case *ssa.Slice:
		x.slice(v)
	case *ssa.MakeSlice:
		d := x.regs(v)
		x.emit(vm.Ins{Op: vm.MAKESLICE, A: d[0], B: x.reg(v.Len), C: x.reg(v.Cap), Imm: int64(d[2]), Aux: x.word(v.Type().Underlying().(*types.Slice).Elem())})
	case *ssa.SliceToArrayPointer:
		n := elem(v.Type()).Underlying().(*types.Array).Len()
		x.help(vm.SliceToArray(x.reg(v), x.regs(v.X), n))
	}
}

// alloc allocates the memory of a variable.
func (x *function) alloc(v *ssa.Alloc, t types.Type) {
	zeroed, once := x.boxes.Once[v]
	switch {
	case x.boxes.Same[v]:
		return
	case once:
		x.near[x.emit(vm.Ins{Op: vm.BNNILP, A: x.reg(v), C: distance(2)})] = true
	default:
		x.askRoom(t)
	}
	x.emit(vm.Ins{Op: vm.NEW, A: x.reg(v), Aux: x.word(t)})
	if once {
		x.targets[len(x.code)] = true
	}
	if zeroed {
		x.storeTo(x.zero(t), x.leaves(t), x.reg(v), 0)
	}
}

func (x *function) elementAddress(d uint32, of, index ssa.Value) {
	if isSlice(of.Type()) {
		x.emit(vm.Ins{Op: vm.IXADDR, A: d, B: x.reg(of), C: x.reg(index), Imm: x.elemSize(of.Type()), Aux: signOf(index)})
		return
	}
	x.arrayAddress(d, x.reg(of), elem(of.Type()), index)
}

func (x *function) arrayAddress(d, at uint32, t types.Type, index ssa.Value) {
	n, size := t.Underlying().(*types.Array).Len(), x.elemSize(t)
	if n >= 1<<31 || size >= 1<<31 {
		x.refuse("an array of %d elements", n)
	}
	x.emit(vm.Ins{Op: vm.IXARR, A: d, B: at, C: x.reg(index), Imm: size | n<<32, Aux: signOf(index)})
}

// arrayElement loads an element of an array that is a value.
func (x *function) arrayElement(v *ssa.Index) {
	leaves := x.leaves(v.X.Type())
	if len(leaves) == 0 {
		n := v.X.Type().Underlying().(*types.Array).Len()
		x.help(vm.Bounds(x.reg(v.Index), n, signOf(v.Index)))
		for _, in := range zeroing(x.regs(v), x.leaves(v.Type())) {
			x.emit(in)
		}
		return
	}
	t := x.temp(layout.Pointer)
	x.arrayAddress(t, x.reg(v.X), v.X.Type(), v.Index)
	x.loadFrom(x.regs(v), x.leaves(v.Type()), t, 0)
}

// signOf returns how messages format an index: the instruction itself does not distinguish negative numbers from
// large ones.
func signOf(index ssa.Value) unsafe.Pointer {
	if index == nil {
		return nil
	}
	if b, ok := index.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsUnsigned != 0 {
		return vm.Unsigned
	}
	return nil
}

func (x *function) optional(v ssa.Value) uint32 {
	if v == nil {
		return vm.None
	}
	return x.reg(v)
}

func (x *function) slice(v *ssa.Slice) {
	d := x.regs(v)
	if a := made(v); a != nil {
		t := elem(a.Type()).Underlying().(*types.Array)
		k := x.pooled("n"+strconv.FormatInt(t.Len(), 16), vm.Ins{Op: vm.LDI, Imm: t.Len()})
		x.emit(vm.Ins{Op: vm.MAKESLICE, A: d[0], B: x.reg(v.High), C: k[0], Imm: int64(d[2]), Aux: x.word(t.Elem())})
		return
	}
	s := x.regs(v.X)
	i := &vm.SliceInfo{
		Lo: x.optional(v.Low), Hi: x.optional(v.High), Max: x.optional(v.Max), Size: uintptr(x.elemSize(v.X.Type())),
		Signs: [3]unsafe.Pointer{signOf(v.Low), signOf(v.High), signOf(v.Max)},
	}
	switch u := v.X.Type().Underlying().(type) {
	case *types.Slice:
		i.Cap, i.To = s[2], d[2]
	case *types.Basic:
		i.Of = vm.OfString
	case *types.Pointer:
		i.Of, i.Len, i.To = vm.OfArray, u.Elem().Underlying().(*types.Array).Len(), d[2]
	}
	x.emit(vm.Ins{Op: vm.SLICE, A: d[0], B: s[0], Aux: unsafe.Pointer(i)})
}

// dynamic compiles instructions on interfaces and closures.
func (x *function) dynamic(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		x.makeInterface(v)
	case *ssa.ChangeInterface:
		x.help(vm.ChangeInterface(x.rtype(v.Type()), x.regs(v), x.regs(v.X), hasMethods(v.X.Type())))
	case *ssa.TypeAssert:
		if isCheck(v) {
			x.help(vm.CheckInterface(x.reg(v.X)))
			return
		}
		x.help(vm.Assertion{Static: x.rtype(v.X.Type()), Type: x.rtype(v.AssertedType), To: x.regs(v), From: x.regs(v.X), CommaOK: v.CommaOk}.Helper())
	case *ssa.MakeClosure:
		x.emit(vm.Ins{Op: vm.CLOSURE, A: x.reg(v), Aux: unsafe.Pointer(x.closure(v))})
	}
}

func (x *function) closure(v *ssa.MakeClosure) *vm.ClosureInfo {
	fn := v.Fn.(*ssa.Function)
	i := &vm.ClosureInfo{Func: x.fnOf(fn), Adapter: x.adapterOf(v.Type().Underlying().(*types.Signature), nil)}
	for _, b := range v.Bindings {
		i.From = append(i.From, x.regs(b)...)
		for _, l := range x.leaves(b.Type()) {
			i.Ptr = append(i.Ptr, l.Kind.Pointer())
		}
	}
	return i
}

// isCheck reports whether v is an assertion that only checks an interface for nil, when a method value is taken.
func isCheck(v *ssa.TypeAssert) bool {
	if v.CommaOk || len(*v.Referrers()) > 0 {
		return false
	}
	list := v.Block().Instrs
	for _, in := range list[slices.Index(list, ssa.Instruction(v))+1:] {
		switch in := in.(type) {
		case *ssa.ChangeInterface, *ssa.ChangeType, *ssa.DebugRef:
			continue
		case *ssa.MakeClosure:
			fn := in.Fn.(*ssa.Function)
			return fn.Synthetic != "" && len(fn.FreeVars) == 1 && types.Identical(fn.FreeVars[0].Type(), v.AssertedType)
		}
		return false
	}
	return false
}

func (x *function) makeInterface(v *ssa.MakeInterface) {
	d, t := x.regs(v), x.rtype(v.X.Type())
	w := goabi.TypeWord(t)
	i := &vm.IfaceInfo{Type: w, Word: w, Leaves: x.leaves(v.X.Type())}
	if hasMethods(v.Type()) {
		inter := x.rtype(v.Type())
		if !t.Implements(inter) {
			x.refuse("%v as %v, whose methods it does not have at run time", v.X.Type(), v.Type())
		}
		i.Word = goabi.Itab(inter, t)
	}
	if goabi.Direct(t) {
		x.emit(vm.Ins{Op: vm.LDI, A: d[0], Imm: int64(uintptr(i.Word))})
		if i.Leaves[0].Kind == layout.Box { // a value that is one pointer
			x.op(vm.LDPTR, d[1], x.reg(v.X), 0)
		} else {
			x.moveValue(d[1:], v.X)
		}
		return
	}
	if box := x.boxed(v.X, t); box != nil {
		x.emit(vm.Ins{Op: vm.LDI, A: d[0], Imm: int64(uintptr(i.Word))})
		x.emit(vm.Ins{Op: vm.LDP, A: d[1], Aux: box})
		return
	}
	if len(i.Leaves) > 0 {
		i.From = x.regs(v.X)
	}
	i.Form = vm.FormOf(t)
	x.emit(vm.Ins{Op: vm.IFACE, A: d[0], B: d[1], Aux: unsafe.Pointer(i)})
}

// boxed returns the address of a constant number or string for an interface, or nil for other values.
func (x *function) boxed(v ssa.Value, t reflect.Type) unsafe.Pointer {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return nil
	}
	p := reflect.New(t)
	switch e := p.Elem(); {
	case e.Kind() == reflect.String && c.Value.Kind() == constant.String:
		e.SetString(constant.StringVal(c.Value))
	case e.CanInt():
		e.SetInt(c.Int64())
	case e.CanFloat():
		e.SetFloat(c.Float64())
	default:
		return nil
	}
	return p.UnsafePointer()
}

// container compiles instructions on maps, strings and channels.
func (x *function) container(in ssa.Instruction) {
	switch v := in.(type) {
	case *ssa.MakeMap:
		x.help(x.mapType(x.rtype(v.Type())).Make(x.reg(v), x.optional(v.Reserve)))
	case *ssa.MapUpdate:
		x.help(x.mapType(x.rtype(v.Map.Type())).Set(x.reg(v.Map), x.regs(v.Key), x.regs(v.Value), x.foundAt(x.updates[v])))
	case *ssa.Lookup:
		if operates(v) {
			x.help(x.mapType(x.rtype(v.X.Type())).Assigns(x.reg(v.X), x.regs(v.Index)))
		}
		x.help(x.mapType(x.rtype(v.X.Type())).Get(x.regs(v), x.reg(v.X), x.regs(v.Index), v.CommaOk, x.foundAt(v)))
	case *ssa.Range:
		if isString(v.X.Type()) {
			x.help(vm.RangeText(x.reg(v), x.reg(v.X)))
			return
		}
		x.help(x.mapType(x.rtype(v.X.Type())).Range(x.reg(v), x.reg(v.X)))
	case *ssa.Next:
		x.nextElement(v)
	case *ssa.MakeChan:
		x.help(x.chanType(x.rtype(v.Type())).Make(x.reg(v), x.reg(v.Size)))
	case *ssa.Send:
		x.help(x.chanType(x.rtype(v.Chan.Type())).Send(x.reg(v.Chan), x.regs(v.X)))
	case *ssa.Select:
		x.selectStatement(v)
	}
}

// foundAt returns the register that keeps the address of an element from a lookup for a following assignment.
func (x *function) foundAt(v *ssa.Lookup) uint32 {
	if at, ok := x.elements[v]; ok {
		return at
	}
	return vm.None
}

// operates reports whether v is the lookup of m[k] op= v, with a key that may not be hashable.
func operates(v *ssa.Lookup) bool {
	m, ok := v.X.Type().Underlying().(*types.Map)
	refs := v.X.Referrers()
	if !ok || !holdsInterface(m.Key()) || refs == nil {
		return false
	}
	return slices.ContainsFunc(*refs, func(in ssa.Instruction) bool {
		u, ok := in.(*ssa.MapUpdate)
		if !ok || u.Map != v.X || u.Key != v.Index {
			return false
		}
		op, ok := u.Value.(*ssa.BinOp)
		return ok && op.X == v
	})
}

// holdsInterface reports whether values of a comparable type are or contain interfaces.
func holdsInterface(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Interface:
		return true
	case *types.Array:
		return holdsInterface(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if holdsInterface(f.Type()) {
				return true
			}
		}
	}
	return false
}

func (x *function) nextElement(v *ssa.Next) {
	d, t := x.regs(v), v.Type().(*types.Tuple)
	key, value := len(x.leaves(t.At(1).Type())) > 0, len(x.leaves(t.At(2).Type())) > 0
	if v.IsString {
		index, char, rest := vm.None, vm.None, d[1:]
		if key {
			index, rest = rest[0], rest[1:]
		}
		if value {
			char = rest[0]
		}
		x.help(vm.NextText(x.reg(v.Iter), d[0], index, char))
		return
	}
	m := v.Iter.(*ssa.Range).X.Type()
	x.help(x.mapType(x.rtype(m)).Next(x.reg(v.Iter), d, wanted(t.At(1)), wanted(t.At(2))))
}

func wanted(v *types.Var) bool { return v.Type() != types.Typ[types.Invalid] }

func (x *function) selectStatement(v *ssa.Select) {
	d := x.regs(v)
	to := d[2:]
	cases := make([]vm.SelectCase, len(v.States))
	for i, s := range v.States {
		ct := x.chanType(x.rtype(s.Chan.Type()))
		cases[i] = vm.SelectCase{Type: ct, Chan: x.reg(s.Chan)}
		if s.Dir == types.SendOnly {
			cases[i].Send = append([]uint32{}, x.regsOrNone(s.Send)...)
			continue
		}
		n := len(x.leaves(s.Chan.Type().Underlying().(*types.Chan).Elem()))
		cases[i].To, to = to[:n:n], to[n:]
	}
	x.help(vm.Select(cases, v.Blocking, d[0], d[1]))
}

func (x *function) regsOrNone(v ssa.Value) []uint32 {
	if len(x.leaves(v.Type())) == 0 {
		return nil
	}
	return x.regs(v)
}
