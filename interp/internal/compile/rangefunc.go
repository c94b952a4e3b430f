package compile

import "golang.org/x/tools/go/ssa"

// The blocks of the SSA form that panic when a range function breaks its promises.
const (
	misused   = "yield-invalid"
	recovered = "rangefunc.resume.busy"
)

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
