package compile

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// The blocks of the SSA form that panic when a range function breaks its promises, and the one in which a loop ends
// that has not been left.
const (
	misused   = "yield-invalid"
	recovered = "rangefunc.resume.busy"
	exhausted = "rangefunc.resume.ready"
)

// endLoops notes that a loop over a function has ended however it was left, where the SSA form does so only for one
// that has gone through: the text of a panic in a function that is kept depends on it.
func endLoops(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		if b.Comment != exhausted || len(b.Preds) != 1 || len(b.Instrs) == 0 {
			continue
		}
		end, ok := b.Instrs[0].(*ssa.Store)
		if !ok {
			continue
		}
		b.Instrs = b.Instrs[1:]
		before := b.Preds[0]
		before.Instrs = slices.Insert(before.Instrs, 0, ssa.Instruction(end)) // what it compares has been loaded
	}
}

// showStates lets panics about a range function that goes on after a loop have the state of the loop, which Go's text
// depends on, in the place of a text.
func showStates(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		if b.Comment != misused || len(b.Preds) != 1 {
			continue
		}
		before := b.Preds[0].Instrs
		is, ok := before[len(before)-1].(*ssa.If)
		if !ok {
			continue
		}
		ready, ok := is.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		for _, in := range b.Instrs {
			if i, ok := in.(*ssa.MakeInterface); ok && i.X != ready.X {
				i.X = ready.X
				users := ready.X.Referrers()
				*users = append(*users, i)
			}
		}
	}
}
