package compile

import (
	"golang.org/x/tools/go/ssa"
)

type bits []uint64

func (b bits) has(i int) bool { return b[i>>6]>>(i&63)&1 != 0 }
func (b bits) set(i int)      { b[i>>6] |= 1 << (i & 63) }

// where is a place in the function: an instruction of a block.
type where struct {
	b   *ssa.BasicBlock
	pos int
}

// liveness finds what is live at the end of each block, and the last use of each value in each block.
func (x *function) liveness() {
	blocks := x.fn.Blocks
	n := len(x.id)/64 + 1
	set := func() []bits {
		l := make([]bits, len(blocks))
		for i := range l {
			l[i] = make(bits, n)
		}
		return l
	}
	liveIn, gen, kill := set(), set(), set()
	x.liveOut, x.lastUse = set(), make([]map[int]int, len(blocks))
	for _, b := range blocks {
		x.lastUse[b.Index] = map[int]int{}
		for pos, in := range b.Instrs {
			v, isValue := in.(ssa.Value)
			if _, phi := in.(*ssa.Phi); !phi && !(isValue && x.folded[v]) {
				for _, u := range x.uses(in) {
					id := x.id[u]
					x.lastUse[b.Index][id] = pos
					if !kill[b.Index].has(id) {
						gen[b.Index].set(id)
					}
				}
			}
			if isValue {
				kill[b.Index].set(x.id[v])
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for j := len(blocks) - 1; j >= 0; j-- {
			changed = x.flow(blocks[j], liveIn, gen, kill) || changed
		}
	}
}

// flow brings the liveness of one block up to date.
func (x *function) flow(b *ssa.BasicBlock, liveIn, gen, kill []bits) (changed bool) {
	o := x.liveOut[b.Index]
	for _, s := range b.Succs {
		for w, v := range liveIn[s.Index] {
			o[w] |= v
		}
		for p := range phis(s) {
			x.through(p.Edges[edge(s, b)], func(v ssa.Value) { o.set(x.id[v]) })
		}
	}
	in := liveIn[b.Index]
	for w := range in {
		v := gen[b.Index][w] | o[w]&^kill[b.Index][w]
		changed = changed || v != in[w]
		in[w] = v
	}
	return changed
}

// edge returns which predecessor of s block b is.
func edge(s, b *ssa.BasicBlock) int {
	for i, p := range s.Preds {
		if p == b {
			return i
		}
	}
	panic("compile: blocks without an edge")
}

func (x *function) liveAfter(v ssa.Value, b *ssa.BasicBlock, pos int) bool {
	id := x.id[v]
	if d, ok := x.defAt[v]; ok && d.b == b && d.pos > pos {
		return false
	}
	if x.liveOut[b.Index].has(id) {
		return true
	}
	u, ok := x.lastUse[b.Index][id]
	return ok && u > pos
}

// meet says whether the lives of two values meet.
func (x *function) meet(v, w ssa.Value) bool {
	dv, dw := x.defAt[v], x.defAt[w]
	if dv.b == dw.b && dv.pos == dw.pos {
		return true
	}
	return before(dv, dw) && x.liveAfter(v, dw.b, dw.pos) || before(dw, dv) && x.liveAfter(w, dv.b, dv.pos)
}

// before says whether what is at a may reach b: a dominates b.
func before(a, b where) bool {
	if a.b == b.b {
		return a.pos < b.pos
	}
	return a.b.Dominates(b.b)
}

// class is a set of values that share registers: a phi and what flows into it.
type class struct {
	members []ssa.Value
	loc     []uint32
}

// join puts phis and their operands into classes where their lives do not meet.
func (x *function) join() {
	for _, b := range x.fn.Blocks {
		for p := range phis(b) {
			for _, e := range p.Edges {
				if _, ok := x.id[e]; ok && !x.folded[e] {
					x.joinTwo(p, e)
				}
			}
		}
	}
}

func (x *function) classOf(v ssa.Value) *class {
	c := x.class[v]
	if c == nil {
		c = &class{members: []ssa.Value{v}}
		x.class[v] = c
	}
	return c
}

func (x *function) joinTwo(v, w ssa.Value) {
	if isFree(v) || isFree(w) {
		return
	}
	a, b := x.classOf(v), x.classOf(w)
	if a == b {
		return
	}
	for _, m := range a.members {
		for _, n := range b.members {
			if x.meet(m, n) {
				return
			}
		}
	}
	a.members = append(a.members, b.members...)
	for _, m := range b.members {
		x.class[m] = a
	}
}

// isFree: what a closure has captured is loaded to registers of its own.
func isFree(v ssa.Value) bool { _, ok := v.(*ssa.FreeVar); return ok }
