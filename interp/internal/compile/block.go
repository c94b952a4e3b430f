package compile

import (
	"go/token"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/compile/rangefunc"
	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// blocks compiles all blocks.
func (x *function) blocks() {
	x.layoutBlocks()
	x.at = make([]int, len(x.fn.Blocks))
	x.placed = make([]bool, len(x.fn.Blocks))
	for i, b := range x.order {
		var next *ssa.BasicBlock
		if i+1 < len(x.order) {
			next = x.order[i+1]
		}
		x.at[b.Index] = len(x.code)
		x.targets[len(x.code)] = true
		x.placed[b.Index] = true
		x.block(b, next)
	}
}

// layoutBlocks orders blocks so that the likely way falls through.
func (x *function) layoutBlocks() {
	seen := make([]bool, len(x.fn.Blocks))
	first := x.fn.Blocks[0]
	stack := []*ssa.BasicBlock{first}
	if x.fn.Recover != nil {
		stack = []*ssa.BasicBlock{x.fn.Recover, first}
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for b != nil && !seen[b.Index] {
			seen[b.Index] = true
			if b == first || !x.repeated(b) {
				x.order = append(x.order, b)
			}
			var next *ssa.BasicBlock
			for i := len(b.Succs) - 1; i >= 0; i-- {
				if s := b.Succs[i]; !seen[s.Index] {
					if next != nil {
						stack = append(stack, next)
					}
					next = s
				}
			}
			b = next
		}
	}
}

// maxRepeated is the largest number of instructions of a block that is duplicated at each jump to it.
const maxRepeated = 4

// repeated reports whether b is a short loop header. Duplicating it saves a jump per iteration.
func (x *function) repeated(b *ssa.BasicBlock) bool {
	if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); !ok || len(b.Preds) == 0 || b == x.fn.Blocks[0] || b == x.fn.Recover {
		return false
	}
	for _, p := range b.Preds {
		if len(p.Succs) != 1 {
			return false
		}
	}
	if slices.Contains(b.Succs, b) {
		return false
	}
	n := 0
	for _, in := range b.Instrs[:len(b.Instrs)-1] {
		if _, ok := in.(*ssa.Phi); ok {
			continue
		}
		if v, ok := in.(ssa.Value); ok && x.folded[v] {
			continue
		}
		if _, ok := in.(*ssa.DebugRef); ok {
			continue
		}
		if isCall(in) {
			return false
		}
		n++
	}
	return n <= maxRepeated
}

func (x *function) block(b, next *ssa.BasicBlock) {
	x.in = b
	for pos, in := range b.Instrs {
		if p := rangefunc.PlaceOf(in); p.IsValid() {
			x.cur = p
		}
		switch in := in.(type) {
		case *ssa.Phi, *ssa.DebugRef:
		case *ssa.Jump:
			x.goTo(b, b.Succs[0], next)
		case *ssa.If:
			x.branch(in, b, next)
		default:
			ends := x.before(in, b, pos)
			x.clearDead(in, b, pos)
			x.instruction(in)
			x.endLifetimes(in, ends)
			x.release(in, b, pos)
		}
	}
}

func (x *function) jumpTo(in vm.Ins, to *ssa.BasicBlock) {
	x.jumps = append(x.jumps, jump{x.emit(in), to.Index})
}

func (x *function) goTo(b, s, next *ssa.BasicBlock) {
	x.flowInto(b, s)
	if x.repeated(s) {
		x.placed[s.Index] = true
		x.targets[len(x.code)] = true
		x.block(s, next)
		return
	}
	if s != next {
		x.jumpTo(vm.Ins{Op: x.jumpOp(s)}, s)
	}
}

// jumpOp returns the jump to s: a backward jump checks whether the run is halted.
func (x *function) jumpOp(s *ssa.BasicBlock) vm.Op {
	if x.placed[s.Index] {
		return vm.JMPB
	}
	return vm.JMP
}

func hasPhis(s *ssa.BasicBlock) bool { _, ok := s.Instrs[0].(*ssa.Phi); return ok }

// branch ends block b with a condition.
func (x *function) branch(in *ssa.If, b, next *ssa.BasicBlock) {
	t, e := b.Succs[0], b.Succs[1]
	neg := false
	if t == next && !hasPhis(t) || hasPhis(t) && !hasPhis(e) { // the side with phi moves falls through to them
		t, e, neg = e, t, true
	}
	if x.repeated(t) || x.repeated(e) {
		x.refuse("a branch to a block that is repeated") // such blocks have a single kind of predecessor
	}
	i := x.condition(in.Cond, neg)
	if hasPhis(t) { // both sides have phi moves
		at := x.emit(i)
		x.flowInto(b, e)
		x.jumpTo(vm.Ins{Op: x.jumpOp(e)}, e)
		x.code[at].C = distance(len(x.code) - at)
		x.near[at] = true
		x.targets[len(x.code)] = true
		x.flowInto(b, t)
		x.jumpTo(vm.Ins{Op: x.jumpOp(t)}, t)
		return
	}
	if x.placed[t.Index] && len(t.Succs) > 0 && !x.fuseLoop(&i) { // a block that returns ends no loop
		x.emit(vm.Ins{Op: vm.POLL})
	}
	x.jumpTo(i, t)
	x.flowInto(b, e)
	if e != next {
		x.jumpTo(vm.Ins{Op: x.jumpOp(e)}, e)
	}
}

// fuseLoop fuses an addition and the following comparison, which is how most loops end.
func (x *function) fuseLoop(i *vm.Ins) bool {
	n := len(x.code)
	if n == 0 || x.targets[n] {
		return false
	}
	l := x.code[n-1]
	if l.Op != vm.ADDI || l.A != l.B || l.Imm != int64(int32(l.Imm)) || i.A != l.A {
		return false
	}
	step := uint32(int32(l.Imm))
	switch i.Op {
	case vm.BLT:
		*i = vm.Ins{Op: vm.LOOPLT, A: i.A, B: i.B, Imm: l.Imm}
	case vm.BLE:
		*i = vm.Ins{Op: vm.LOOPLE, A: i.A, B: i.B, Imm: l.Imm}
	case vm.BLTI:
		*i = vm.Ins{Op: vm.LOOPLTI, A: i.A, B: step, Imm: i.Imm}
	case vm.BLEI:
		*i = vm.Ins{Op: vm.LOOPLEI, A: i.A, B: step, Imm: i.Imm}
	default:
		return false
	}
	if l.Imm < 0 || l.Imm >= out { // the step would be taken for a register of a call
		return false
	}
	x.code, x.pos = x.code[:n-1], x.pos[:n-1]
	return true
}

// phiMove is one word that flows into a phi.
type phiMove struct {
	to, from uint32
	ptr      bool
	set      *vm.Ins // instead of from: loads a constant
}

// phis iterates over the phis at the beginning of a block.
func phis(b *ssa.BasicBlock) iter.Seq[*ssa.Phi] {
	return func(yield func(*ssa.Phi) bool) {
		for _, in := range b.Instrs {
			if p, ok := in.(*ssa.Phi); !ok || !yield(p) {
				return
			}
		}
	}
}

// flowInto emits the phi moves of the edge from b to s as a parallel assignment.
func (x *function) flowInto(b, s *ssa.BasicBlock) {
	if !hasPhis(s) {
		return
	}
	var moves []phiMove
	k := edge(s, b)
	for p := range phis(s) {
		if len(*p.Referrers()) > 0 {
			moves = x.phiMoves(moves, p, p.Edges[k])
		}
	}
	x.parallel(moves)
}

func (x *function) phiMoves(moves []phiMove, p *ssa.Phi, v ssa.Value) []phiMove {
	leaves, to := x.leaves(p.Type()), x.regs(p)
	if n, ok := immediate(v); ok {
		return append(moves, phiMove{to: to[0], set: &vm.Ins{Op: vm.LDI, A: to[0], Imm: n}})
	}
	from := x.regs(v)
	for i, l := range leaves {
		if to[i] != from[i] {
			moves = append(moves, phiMove{to: to[i], from: from[i], ptr: l.Kind.Pointer()})
		}
	}
	return moves
}

// parallel emits moves as a parallel assignment: a move whose target is no longer read goes first, and a cycle is
// broken by a copy.
func (x *function) parallel(moves []phiMove) {
	for len(moves) > 0 {
		done := false
		for i, m := range moves {
			if !readBy(moves, i) {
				x.moveOne(m)
				moves = append(moves[:i:i], moves[i+1:]...)
				done = true
				break
			}
		}
		if done {
			continue
		}
		m := moves[0]
		k := layout.I64
		if m.ptr {
			k = layout.Pointer
		}
		t := x.temp(k)
		x.moveOne(phiMove{to: t, from: m.to, ptr: m.ptr})
		for j := range moves {
			if moves[j].set == nil && moves[j].from == m.to {
				moves[j].from = t
			}
		}
	}
}

// readBy reports whether another move reads the target of move i.
func readBy(moves []phiMove, i int) bool {
	for j, o := range moves {
		if j != i && o.set == nil && o.from == moves[i].to {
			return true
		}
	}
	return false
}

func (x *function) moveOne(m phiMove) {
	switch {
	case m.set != nil:
		x.emit(*m.set)
	case m.ptr:
		x.op(vm.MOVP, m.to, m.from, 0)
	default:
		x.op(vm.MOVN, m.to, m.from, 0)
	}
}

func isComparison(op token.Token) bool {
	switch op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		return true
	}
	return false
}

// branchable reports whether a branch can perform the comparison v itself.
func (x *function) branchable(v *ssa.BinOp) bool {
	t := v.X.Type()
	switch {
	case !isComparison(v.Op):
		return false
	case isNil(v.X) || isNil(v.Y):
		return true
	case isString(t):
		return v.Op == token.EQL || v.Op == token.NEQ
	case isSingle(t):
		return false
	}
	return isInt(t) || isBool(t) || isFloat(t) || isPointer(t)
}

var (
	negated = map[token.Token]token.Token{
		token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS,
		token.GTR: token.LEQ, token.LEQ: token.GTR,
	}
	swapped = map[token.Token]token.Token{
		token.EQL: token.EQL, token.NEQ: token.NEQ, token.LSS: token.GTR, token.GEQ: token.LEQ,
		token.GTR: token.LSS, token.LEQ: token.GEQ,
	}
	floatBranches    = map[token.Token][2]vm.Op{token.LSS: {vm.BLTF, vm.BNLTF}, token.LEQ: {vm.BLEF, vm.BNLEF}, token.EQL: {vm.BEQF, vm.BNEF}, token.NEQ: {vm.BNEF, vm.BEQF}}
	textBranches     = map[token.Token]vm.Op{token.EQL: vm.BEQS, token.NEQ: vm.BNES}
	pointerBranches  = map[token.Token]vm.Op{token.EQL: vm.BEQP, token.NEQ: vm.BNEP}
	numberBranches   = map[token.Token]vm.Op{token.EQL: vm.BEQI, token.NEQ: vm.BNEI, token.LSS: vm.BLTI, token.LEQ: vm.BLEI, token.GTR: vm.BGTI, token.GEQ: vm.BGEI}
	signedBranches   = map[token.Token]vm.Op{token.EQL: vm.BEQ, token.NEQ: vm.BNE, token.LSS: vm.BLT, token.LEQ: vm.BLE}
	unsignedBranches = map[token.Token]vm.Op{token.EQL: vm.BEQ, token.NEQ: vm.BNE, token.LSS: vm.BLTU, token.LEQ: vm.BLEU}
)

// condition returns the branch for a condition, without its target.
func (x *function) condition(v ssa.Value, neg bool) vm.Ins {
	cmp, ok := v.(*ssa.BinOp)
	if !ok || !x.folded[v] {
		if neg {
			return vm.Ins{Op: vm.BRN, A: x.reg(v)}
		}
		return vm.Ins{Op: vm.BR, A: x.reg(v)}
	}
	op, a, b := cmp.Op, cmp.X, cmp.Y
	if isNil(a) || isNil(b) {
		return x.nilBranch(op, a, b, neg)
	}
	t := a.Type()
	if isFloat(t) {
		if op == token.GTR || op == token.GEQ {
			op, a, b = swapped[op], b, a
		}
		which := 0
		if neg {
			which = 1
		}
		return vm.Ins{Op: floatBranches[op][which], A: x.reg(a), B: x.reg(b)}
	}
	if neg {
		op = negated[op]
	}
	switch {
	case isString(t):
		return vm.Ins{Op: textBranches[op], A: x.reg(a), B: x.reg(b)}
	case isPointer(t):
		return vm.Ins{Op: pointerBranches[op], A: x.reg(a), B: x.reg(b)}
	}
	if _, ok := immediate(a); ok {
		op, a, b = swapped[op], b, a
	}
	if k, ok := immediate(b); ok && (!isUnsigned(t) || op == token.EQL || op == token.NEQ) {
		return vm.Ins{Op: numberBranches[op], A: x.reg(a), Imm: k}
	}
	if op == token.GTR || op == token.GEQ {
		op, a, b = swapped[op], b, a
	}
	ops := signedBranches
	if isUnsigned(t) {
		ops = unsignedBranches
	}
	return vm.Ins{Op: ops[op], A: x.reg(a), B: x.reg(b)}
}

func (x *function) nilBranch(op token.Token, a, b ssa.Value, neg bool) vm.Ins {
	if isNil(a) {
		a = b
	}
	if neg {
		op = negated[op]
	}
	at := x.regs(a)
	ops := map[token.Token]vm.Op{token.EQL: vm.BNILP, token.NEQ: vm.BNNILP}
	if isInterface(a.Type()) { // its type word
		ops = map[token.Token]vm.Op{token.EQL: vm.BEQI, token.NEQ: vm.BNEI}
	}
	return vm.Ins{Op: ops[op], A: at[0]}
}
