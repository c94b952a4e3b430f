package compile

import (
	"cmp"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// class is a set of values that share registers: a phi and its operands. No two of them are live at the same time. If
// one is live where another is defined, its definition dominates that one and all definitions between them in the
// dominator tree. So comparing a value with its neighbours in the tree shows whether it interferes with the class.
type class struct {
	members []*member // in the order of the tree, dominators first
	loc     []uint32
}

type member struct {
	v ssa.Value
	where
	span
	up *member // the nearest member of its class that dominates it
}

// span is the range of the numbers of the blocks that a block dominates, beginning with itself.
type span struct{ from, to int }

// dominators returns the blocks that each block dominates.
func dominators(fn *ssa.Function) []span {
	spans := make([]span, len(fn.Blocks))
	var order, stack []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		if b.Idom() == nil { // the entry, and the block that resumes after a panic
			stack = append(stack, b)
		}
	}
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		stack = append(stack[:len(stack)-1], b.Dominees()...)
		spans[b.Index] = span{len(order), len(order)}
		order = append(order, b)
	}
	for _, b := range slices.Backward(order) {
		if d := b.Idom(); d != nil {
			spans[d.Index].to = max(spans[d.Index].to, spans[b.Index].to)
		}
	}
	return spans
}

// find returns the position of a value among the members, the nearest member that dominates it, and whether one is
// defined at the same place.
func (c *class) find(m *member) (i int, up *member, same bool) {
	i, same = slices.BinarySearchFunc(c.members, m, func(a, b *member) int {
		return cmp.Or(a.from-b.from, a.pos-b.pos)
	})
	if i > 0 {
		up = c.members[i-1]
	}
	for up != nil && up.to < m.from {
		up = up.up
	}
	return i, up, same
}

// below calls visit for the members that a value at position i dominates and that no other of them dominates, until
// visit returns false.
func (c *class) below(m *member, i int, visit func(*member) bool) {
	for i < len(c.members) && c.members[i].from <= m.to {
		o := c.members[i]
		if !visit(o) {
			return
		}
		i++
		if i < len(c.members) && c.members[i].from <= o.to {
			i += sort.Search(len(c.members)-i, func(k int) bool { return c.members[i+k].from > o.to })
		}
	}
}

func (c *class) insert(m *member) {
	i, up, _ := c.find(m)
	m.up = up
	c.below(m, i, func(o *member) bool {
		o.up = m
		return true
	})
	c.members = slices.Insert(c.members, i, m)
}

// meets reports whether the live range of a value overlaps that of a member of a class.
func (x *function) meets(c *class, m *member) (does bool) {
	i, up, same := c.find(m)
	if same || up != nil && x.liveAfter(up.v, m.b, m.pos) {
		return true
	}
	c.below(m, i, func(o *member) bool {
		does = x.liveAfter(m.v, o.b, o.pos)
		return !does
	})
	return does
}
