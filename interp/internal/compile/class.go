package compile

import (
	"cmp"
	"slices"
	"sort"

	"golang.org/x/tools/go/ssa"
)

// class is a set of values that share registers: a phi and what flows into it. No two of them live at the same time.
// The definition of one that lives where another is defined dominates that, and all definitions between them in the
// tree of dominators: whether a value meets a class is seen by its neighbours in the tree.
type class struct {
	members []*member // in the order of the tree, what dominates first
	loc     []uint32
}

type member struct {
	v ssa.Value
	where
	span
	up *member // the nearest of its class that dominates it
}

// span is the numbers of the blocks that a block dominates, itself the first.
type span struct{ from, to int }

// dominators returns what each block dominates.
func dominators(fn *ssa.Function) []span {
	spans := make([]span, len(fn.Blocks))
	var order, stack []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		if b.Idom() == nil { // the first, and the one that goes on after a panic
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

// find returns where a value has its place among the members, the nearest member that dominates it, and whether one is
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

// below calls visit for the members that a value at place i dominates and that no other of them dominates, until it
// returns false.
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

// meets says whether the life of a value meets that of a member of a class.
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
