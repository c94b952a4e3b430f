// Package rangefunc completes the SSA form of loops over functions where it differs from compiled Go: how they end,
// what they defer, and what an iterator must not do.
package rangefunc

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Comments of blocks of the SSA form: the blocks that panic when an iterator breaks its contract, and the one where a
// loop ends that has not been left early.
const (
	Misused   = "yield-invalid"
	Recovered = "rangefunc.resume.busy"
	exhausted = "rangefunc.resume.ready"
)

// IsBody reports whether fn is the body of a loop over a function.
func IsBody(fn *ssa.Function) bool {
	_, ok := fn.Syntax().(*ast.RangeStmt)
	return ok && fn.Parent() != nil
}

// EndLoops marks a loop over a function as ended however it was left; the SSA form does so only at its regular end.
// The message of a panic in a body function that is called later depends on it.
func EndLoops(fn *ssa.Function) {
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
		before.Instrs = slices.Insert(before.Instrs, 0, ssa.Instruction(end)) // its operands have been loaded
	}
}

// EndDefers makes a function whose deferred calls are all in loops over functions run them where it returns, before
// it loads the results that they may change: the SSA form omits that.
func EndDefers(fn *ssa.Function) {
	defers := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if _, runs := in.(*ssa.RunDefers); runs {
				return
			}
			c, ok := in.(*ssa.Call)
			defers = defers || ok && isDeferStack(c.Call.Value)
		}
	}
	if !defers {
		return
	}
	for _, b := range fn.Blocks {
		at := len(b.Instrs) - 1
		if at < 0 {
			continue
		}
		if _, ok := b.Instrs[at].(*ssa.Return); !ok {
			continue
		}
		for at > 0 && loadsResult(fn, b.Instrs[at-1]) {
			at--
		}
		b.Instrs = slices.Insert(b.Instrs, at, ssa.Instruction(new(ssa.RunDefers)))
	}
}

// isDeferStack reports whether v is the function that returns the current frame, for calls deferred to it.
func isDeferStack(v ssa.Value) bool {
	b, ok := v.(*ssa.Builtin)
	return ok && b.Name() == "ssa:deferstack"
}

// loadsResult reports whether an instruction loads a named result of fn.
func loadsResult(fn *ssa.Function, in ssa.Instruction) bool {
	load, ok := in.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	a, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for v := range fn.Signature.Results().Variables() {
		if v.Pos() == a.Pos() && v.Name() != "" {
			return true
		}
	}
	return false
}

// ShowStates passes the state of the loop, which the message of Go depends on, to panics about an iterator that
// continues after its loop, instead of a string.
func ShowStates(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		if b.Comment != Misused || len(b.Preds) != 1 {
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

// PlaceOf returns the position of an instruction. The call of the iterator of a loop, which has no position in the
// SSA form, is at the for.
func PlaceOf(in ssa.Instruction) token.Pos {
	if c, ok := in.(*ssa.Call); ok && !c.Pos().IsValid() && len(c.Call.Args) == 1 {
		if m, ok := c.Call.Args[0].(*ssa.MakeClosure); ok {
			if loop, ok := m.Fn.(*ssa.Function).Syntax().(*ast.RangeStmt); ok {
				return loop.For
			}
		}
	}
	return in.Pos()
}
