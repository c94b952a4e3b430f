package compile

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

var (
	intOps = map[token.Token]vm.Op{
		token.ADD: vm.ADD, token.SUB: vm.SUB, token.MUL: vm.MUL, token.QUO: vm.DIV, token.REM: vm.REM,
		token.AND: vm.AND, token.OR: vm.OR, token.XOR: vm.XOR, token.AND_NOT: vm.ANDN,
		token.EQL: vm.EQ, token.NEQ: vm.NE, token.LSS: vm.LT, token.LEQ: vm.LE,
	}
	uintOps = map[token.Token]vm.Op{token.QUO: vm.DIVU, token.REM: vm.REMU, token.LSS: vm.LTU, token.LEQ: vm.LEU}
	immOps  = map[token.Token]vm.Op{
		token.ADD: vm.ADDI, token.SUB: vm.ADDI, token.MUL: vm.MULI, token.QUO: vm.DIVI, token.REM: vm.REMI,
		token.AND: vm.ANDI, token.OR: vm.ORI, token.XOR: vm.XORI,
	}
	floatOps = map[token.Token]vm.Op{
		token.ADD: vm.ADDF, token.SUB: vm.SUBF, token.MUL: vm.MULF, token.QUO: vm.DIVF,
		token.EQL: vm.EQF, token.NEQ: vm.NEF, token.LSS: vm.LTF, token.LEQ: vm.LEF,
	}
	singleOps = map[token.Token]vm.Op{
		token.ADD: vm.ADDF32, token.SUB: vm.SUBF32, token.MUL: vm.MULF32, token.QUO: vm.DIVF32,
		token.EQL: vm.EQF32, token.NEQ: vm.NEF32, token.LSS: vm.LTF32, token.LEQ: vm.LEF32,
	}
	floatImmOps = map[token.Token]vm.Op{token.ADD: vm.ADDFI, token.MUL: vm.MULFI, token.QUO: vm.DIVFI}
	textOps     = map[token.Token]vm.Op{token.ADD: vm.CONCAT, token.EQL: vm.EQS, token.NEQ: vm.NES, token.LSS: vm.LTS, token.LEQ: vm.LES}
	pointerOps  = map[token.Token]vm.Op{token.EQL: vm.EQP, token.NEQ: vm.NEP}
	extensions  = map[layout.Kind]vm.Op{
		layout.I8: vm.EXT8, layout.I16: vm.EXT16, layout.I32: vm.EXT32,
		layout.U8: vm.EXTU8, layout.U16: vm.EXTU16, layout.U32: vm.EXTU32,
	}
)

func (x *function) binOp(v *ssa.BinOp) {
	op, a, b := v.Op, v.X, v.Y
	t := a.Type()
	if isComparison(op) && (isNil(a) || isNil(b)) {
		x.nilComparison(v)
		return
	}
	if op == token.GTR || op == token.GEQ {
		op, a, b = swapped[op], b, a
	}
	d := x.reg(v)
	switch {
	case isString(t):
		x.op(textOps[op], d, x.reg(a), x.reg(b))
	case op == token.SHL || op == token.SHR:
		x.shift(v)
	case isSingle(t):
		x.op(singleOps[op], d, x.reg(a), x.reg(b))
	case isFloat(t):
		x.floatOp(op, d, a, b)
	case isInt(t) || isBool(t):
		x.intOp(op, d, a, b)
	case isComplex(t):
		single := x.leaves(t)[0].Kind == layout.F32
		x.help(vm.Complex(op, single, x.regs(v), x.regs(a), x.regs(b)))
	case isPointer(t):
		x.op(pointerOps[op], d, x.reg(a), x.reg(b))
	case isInterface(t) || isInterface(b.Type()):
		// the SSA form has converted a value of another type to an interface
		x.help(vm.EqualIfaces(d, x.regs(a), x.regs(b), hasMethods(t), hasMethods(b.Type()), op == token.NEQ))
	default:
		x.help(vm.EqualValues(x.rtype(t), d, x.regs(a), x.regs(b), op == token.NEQ))
	}
}

func (x *function) nilComparison(v *ssa.BinOp) {
	a := v.X
	if isNil(a) {
		a = v.Y
	}
	at := x.regs(a)
	if isInterface(a.Type()) {
		x.op(intOps[v.Op], x.reg(v), at[0], x.pooled("n0", vm.Ins{Op: vm.LDI})[0])
		return
	}
	x.op(pointerOps[v.Op], x.reg(v), at[0], x.pooled("nil", vm.Ins{Op: vm.LDP})[0])
}

func (x *function) floatOp(op token.Token, d uint32, a, b ssa.Value) {
	if o, ok := floatImmOps[op]; ok {
		if k, ok := immediate(b); ok {
			x.emit(vm.Ins{Op: o, A: d, B: x.reg(a), Imm: k})
			return
		}
		if k, ok := immediate(a); ok && op != token.QUO {
			x.emit(vm.Ins{Op: o, A: d, B: x.reg(b), Imm: k})
			return
		}
	}
	x.op(floatOps[op], d, x.reg(a), x.reg(b))
}

func (x *function) intOp(op token.Token, d uint32, a, b ssa.Value) {
	t := a.Type()
	kind := x.leaves(t)[0].Kind
	if _, ok := immediate(a); ok && (op == token.ADD || op == token.MUL || op == token.AND || op == token.OR || op == token.XOR) {
		a, b = b, a
	}
	if k, ok := immediate(b); ok && x.intImmediate(op, d, a, k, t) {
		x.extend(d, kind, op)
		return
	}
	o := intOps[op]
	if u, ok := uintOps[op]; ok && isUnsigned(t) {
		o = u
	}
	x.op(o, d, x.reg(a), x.reg(b))
	if !isComparison(op) {
		x.extend(d, kind, op)
	}
}

// intImmediate compiles an operation with a constant, if there is an instruction for it.
func (x *function) intImmediate(op token.Token, d uint32, a ssa.Value, k int64, t types.Type) bool {
	o, ok := immOps[op]
	if !ok || (op == token.QUO || op == token.REM) && (isUnsigned(t) || k == 0 || k == -1) {
		return false
	}
	if op == token.SUB {
		k = -k
	}
	x.emit(vm.Ins{Op: o, A: d, B: x.reg(a), Imm: k})
	return true
}

// extend wraps the result of an operation to the range of its type. And, or and xor of numbers in range are in range.
func (x *function) extend(d uint32, k layout.Kind, op token.Token) {
	switch op {
	case token.ADD, token.SUB, token.MUL, token.SHL, token.QUO:
		if o, ok := extensions[k]; ok {
			x.op(o, d, d, 0)
		}
	}
}

func (x *function) shift(v *ssa.BinOp) {
	d, t := x.reg(v), v.X.Type()
	kind := x.leaves(t)[0].Kind
	left := v.Op == token.SHL
	if k, ok := immediate(v.Y); ok && uint64(k) < 64 {
		o := vm.SHRI
		if left {
			o = vm.SHLI
		} else if isUnsigned(t) {
			o = vm.SHRUI
		}
		x.emit(vm.Ins{Op: o, A: d, B: x.reg(v.X), Imm: k})
		x.extend(d, kind, v.Op)
		return
	}
	ops := [2][3]vm.Op{{vm.SHL, vm.SHR, vm.SHRU}, {vm.SHLV, vm.SHRV, vm.SHRUV}}[0]
	if isUnsigned(v.Y.Type()) {
		ops = [3]vm.Op{vm.SHLV, vm.SHRV, vm.SHRUV}
	}
	o := ops[1]
	if left {
		o = ops[0]
	} else if isUnsigned(t) {
		o = ops[2]
	}
	x.op(o, d, x.reg(v.X), x.reg(v.Y))
	x.extend(d, kind, v.Op)
}

func (x *function) unOp(v *ssa.UnOp) {
	t := v.X.Type()
	switch v.Op {
	case token.MUL:
		x.load(v, v.X)
	case token.ARROW:
		x.help(x.chanType(x.rtype(t)).Receive(x.regs(v), x.reg(v.X), v.CommaOk))
	case token.NOT:
		x.op(vm.NOT, x.reg(v), x.reg(v.X), 0)
	case token.XOR:
		x.op(vm.COM, x.reg(v), x.reg(v.X), 0)
		x.extend(x.reg(v), x.leaves(t)[0].Kind, token.SUB)
	case token.SUB:
		switch {
		case isComplex(t):
			x.help(vm.Complex(token.ILLEGAL, x.leaves(t)[0].Kind == layout.F32, x.regs(v), x.regs(v.X), nil))
		case isSingle(t):
			x.op(vm.NEGF32, x.reg(v), x.reg(v.X), 0)
		case isFloat(t):
			x.op(vm.NEGF, x.reg(v), x.reg(v.X), 0)
		default:
			x.op(vm.NEG, x.reg(v), x.reg(v.X), 0)
			x.extend(x.reg(v), x.leaves(t)[0].Kind, token.SUB)
		}
	default:
		x.refuse("%v", v)
	}
}

func (x *function) convert(v *ssa.Convert) {
	d, from, to := x.regs(v), v.X.Type(), v.Type()
	s := x.regs(v.X)
	switch {
	case isInt(from) && isInt(to):
		if o, ok := extensions[x.leaves(to)[0].Kind]; ok {
			x.op(o, d[0], s[0], 0)
		} else {
			x.op(vm.MOVN, d[0], s[0], 0)
		}
	case isInt(from) && isFloat(to), isFloat(from) && isInt(to), isFloat(from) && isFloat(to):
		x.convertFloat(d[0], s[0], from, to)
	case isComplex(from) && isComplex(to):
		for i := range d {
			x.convertFloat(d[i], s[i], partOf(from), partOf(to))
		}
	case isString(to) && isInt(from):
		x.help(vm.TextOfChar(d[0], s[0]))
	case isString(to) && isSlice(from):
		x.help(vm.TextOf(d[0], s[0], x.isRunes(from)))
	case isString(from) && isSlice(to):
		x.help(vm.OfText(d, s[0], x.isRunes(to)))
	case isString(from) && isString(to):
		x.move(d, s, x.leaves(to))
	case isPointer(from) && isPointer(to):
		x.op(vm.MOVP, d[0], s[0], 0)
	case isPointer(from) && isInt(to):
		x.help(vm.AddressOf(d[0], s[0]))
	case isInt(from) && isPointer(to):
		x.help(vm.PointerOf(d[0], s[0]))
	default:
		x.refuse("the conversion of %v to %v", from, to)
	}
}

// partOf returns the type of the real and imaginary parts of a complex type.
func partOf(t types.Type) types.Type {
	if t.Underlying().(*types.Basic).Kind() == types.Complex64 {
		return types.Typ[types.Float32]
	}
	return types.Typ[types.Float64]
}

func (x *function) isRunes(t types.Type) bool {
	return x.sizeOf(t.Underlying().(*types.Slice).Elem()) == 4
}

func (x *function) convertFloat(d, s uint32, from, to types.Type) {
	pick := func(single bool, f32, f64 vm.Op) vm.Op {
		if single {
			return f32
		}
		return f64
	}
	switch {
	case isInt(from) && isUnsigned(from):
		x.op(pick(isSingle(to), vm.UTOF32, vm.UTOF), d, s, 0)
	case isInt(from):
		x.op(pick(isSingle(to), vm.ITOF32, vm.ITOF), d, s, 0)
	case isInt(to):
		kind := x.leaves(to)[0].Kind
		if kind == layout.U64 {
			x.op(pick(isSingle(from), vm.F32TOU, vm.FTOU), d, s, 0)
			return
		}
		x.op(pick(isSingle(from), vm.F32TOI, vm.FTOI), d, s, 0)
		x.extend(d, kind, token.ADD)
	case isSingle(from) == isSingle(to):
		x.op(vm.MOVN, d, s, 0)
	default:
		x.op(pick(isSingle(to), vm.FTOF32, vm.F32TOF), d, s, 0)
	}
}
