package compile

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// shared is a constant in registers of its own, which are loaded once for all its uses: where all of them have passed,
// outside of loops. A call does not load what only other ways through the function use.
type shared struct {
	at       []uint32
	from, to int             // its loads in the prologue
	block    *ssa.BasicBlock // dominates the uses; nil if none does
}

// share returns the registers of a constant for the block that is compiled, and whether it is new. If so, the caller
// appends one load for each leaf to the prologue.
func (x *function) share(known map[string]shared, key string, leaves []layout.Leaf) (at []uint32, isNew bool) {
	s, ok := known[key]
	if !ok {
		n := len(x.prologue)
		s = shared{x.next.Add(leaves), n, n + len(leaves), x.in}
	}
	b := s.block
	for b != nil && (x.in == nil || !b.Dominates(x.in)) {
		b = b.Idom()
	}
	if !ok || b != s.block {
		s.block = b
		known[key] = s
	}
	return s.at, !ok
}

// placeShared moves loads of constants from the prologue to the beginning of blocks.
func (x *function) placeShared() {
	var list []shared
	for _, known := range []map[string]shared{x.pool, x.texts} {
		for _, s := range known {
			if s.block != nil && s.block != x.fn.Blocks[0] {
				list = append(list, s)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	slices.SortFunc(list, func(a, b shared) int { return a.from - b.from })
	inLoop, at := loops(x.fn), make([][]vm.Ins, len(x.fn.Blocks))
	rest, done := make([]vm.Ins, 0, len(x.prologue)), 0
	for _, s := range list {
		b := s.block
		for b.Idom() != nil && (inLoop[b.Index] || x.repeated(b)) {
			b = b.Idom()
		}
		if b != x.fn.Blocks[0] {
			rest = append(rest, x.prologue[done:s.from]...)
			at[b.Index] = append(at[b.Index], x.prologue[s.from:s.to]...)
			done = s.to
		}
	}
	x.insert(at, done)
	x.prologue = append(rest, x.prologue[done:]...)
}

// insert inserts code at the beginning of blocks, at most some number of instructions.
func (x *function) insert(at [][]vm.Ins, most int) {
	code, pos := make([]vm.Ins, 0, len(x.code)+most), make([]int32, 0, len(x.code)+most)
	near := make(map[int]bool, len(x.near))
	begin, next := x.at, 0 // next is the next jump
	x.at = make([]int, len(begin))
	for i, b := range x.order {
		end := len(x.code)
		if i+1 < len(x.order) {
			end = begin[x.order[i+1].Index]
		}
		x.at[b.Index] = len(code)
		code, pos = append(code, at[b.Index]...), append(pos, make([]int32, len(at[b.Index]))...)
		for ; next < len(x.jumps) && x.jumps[next].ins < end; next++ {
			x.jumps[next].ins += len(code) - begin[b.Index]
		}
		for j := begin[b.Index]; j < end; j++ {
			if x.near[j] {
				near[len(code)] = true
			}
			code, pos = append(code, x.code[j]), append(pos, x.pos[j])
		}
	}
	x.code, x.pos, x.near = code, pos, near
}

// loops reports which blocks can run more than once in a call: those in strongly connected parts of the graph.
func loops(fn *ssa.Function) []bool {
	in := make([]bool, len(fn.Blocks))
	number, low := make([]int, len(fn.Blocks)), make([]int, len(fn.Blocks)) // of blocks whose part is not complete
	var path []*ssa.BasicBlock
	count := 0
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		count++
		number[b.Index], low[b.Index] = count, count
		path = append(path, b)
		from := len(path) - 1
		for _, s := range b.Succs {
			if number[s.Index] == 0 {
				visit(s)
			}
			low[b.Index] = min(low[b.Index], low[s.Index])
			in[b.Index] = in[b.Index] || s == b
		}
		if low[b.Index] < number[b.Index] {
			return
		}
		for _, c := range path[from:] {
			in[c.Index] = in[c.Index] || len(path) > from+1
			low[c.Index] = len(fn.Blocks) + 1
		}
		path = path[:from]
	}
	for _, b := range fn.Blocks {
		if number[b.Index] == 0 {
			visit(b)
		}
	}
	return in
}
