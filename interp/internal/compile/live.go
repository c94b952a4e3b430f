package compile

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// sparse is a set of numbers that were added in ascending order: the non-zero words of a bit set. Most values of a
// long function are live in few of its blocks.
type sparse []word

type word struct {
	at   int
	bits uint64
}

func (s sparse) has(i int) bool {
	k, ok := slices.BinarySearchFunc(s, i>>6, func(w word, at int) int { return w.at - at })
	return ok && s[k].bits>>(i&63)&1 != 0
}

// add adds a number that is not below the others in the set, and reports whether it is new.
func (s *sparse) add(i int) (isNew bool) {
	n := len(*s)
	if n == 0 || (*s)[n-1].at != i>>6 {
		*s = append(*s, word{at: i >> 6})
		n++
	}
	last := &(*s)[n-1]
	isNew = last.bits>>(i&63)&1 == 0
	last.bits |= 1 << (i & 63)
	return isNew
}

// where is a position in the function: an instruction of a block.
type where struct {
	b   *ssa.BasicBlock
	pos int
}

// liveness computes what is live at the end of each block, and the last use of each value in each block, going back
// from each use to the definition.
func (x *function) liveness() {
	blocks := x.fn.Blocks
	x.liveOut, x.lastUse = make([]sparse, len(blocks)), make([]map[int]int, len(blocks))
	home := make([]*ssa.BasicBlock, len(x.id)) // the block that defines a value
	uses := make([][]*ssa.BasicBlock, len(x.id))
	ends := make([][]*ssa.BasicBlock, len(x.id)) // the blocks at whose end a phi uses it
	for _, b := range blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				home[x.id[v]] = b
			}
		}
	}
	for _, b := range blocks {
		last := map[int]int{}
		x.lastUse[b.Index] = last
		for pos, in := range b.Instrs {
			if p, ok := in.(*ssa.Phi); ok {
				for i, e := range p.Edges {
					x.through(e, func(v ssa.Value) { ends[x.id[v]] = append(ends[x.id[v]], b.Preds[i]) })
				}
				continue
			}
			if v, ok := in.(ssa.Value); ok && x.folded[v] {
				continue
			}
			for _, u := range x.uses(in) {
				id := x.id[u]
				if _, again := last[id]; !again && home[id] != b {
					uses[id] = append(uses[id], b)
				}
				last[id] = pos
			}
		}
	}
	seen := make([]int, len(blocks)) // value number, from 1, last marked as live at the beginning
	for id := range uses {
		x.goBack(id, home[id], uses[id], ends[id], seen)
	}
}

// goBack marks the blocks at whose ends a value is live that is used in some blocks and at the ends of others.
func (x *function) goBack(id int, home *ssa.BasicBlock, uses, ends []*ssa.BasicBlock, seen []int) {
	for len(uses) > 0 || len(ends) > 0 {
		if n := len(ends); n > 0 {
			b := ends[n-1]
			ends = ends[:n-1]
			if x.liveOut[b.Index].add(id) && b != home {
				uses = append(uses, b)
			}
			continue
		}
		b := uses[len(uses)-1]
		uses = uses[:len(uses)-1]
		if seen[b.Index] != id+1 {
			seen[b.Index] = id + 1
			ends = append(ends, b.Preds...)
		}
	}
}

// edge returns the index of block b among the predecessors of s.
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

// join puts phis and their operands into classes if their live ranges do not overlap.
func (x *function) join() {
	x.dominated = dominators(x.fn)
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
		d := x.defAt[v]
		c = &class{members: []*member{{v: v, where: d, span: x.dominated[d.b.Index]}}}
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
	if len(a.members) < len(b.members) {
		a, b = b, a
	}
	for _, m := range b.members {
		if x.meets(a, m) {
			return
		}
	}
	for _, m := range b.members {
		a.insert(m)
		x.class[m.v] = a
	}
}

// isFree reports whether v is a captured variable, which is loaded to its own registers.
func isFree(v ssa.Value) bool { _, ok := v.(*ssa.FreeVar); return ok }
