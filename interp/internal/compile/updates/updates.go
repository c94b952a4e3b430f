// Package updates finds assignments to elements of maps that the function has looked up just before, as m[k] += v and
// m[k] = append(m[k], v) do: the element is where it was found.
package updates

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// mostBlocks is how many blocks may be between a look-up and an assignment.
const mostBlocks = 16

// Find returns the assignments of fn whose element a look-up of the same key in the same map has found, if there is
// one: nothing on any way between the two can change a map or let another goroutine do so.
func Find(fn *ssa.Function) map[*ssa.MapUpdate]*ssa.Lookup {
	var found map[*ssa.MapUpdate]*ssa.Lookup
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			u, ok := in.(*ssa.MapUpdate)
			if !ok || u.Map.Referrers() == nil || !stays(u.Key.Type()) {
				continue
			}
			for _, r := range *u.Map.Referrers() {
				if l, ok := r.(*ssa.Lookup); ok && l.X == u.Map && same(l.Index, u.Key) && leads(l, u) {
					if found == nil {
						found = map[*ssa.MapUpdate]*ssa.Lookup{}
					}
					found[u] = l
				}
			}
		}
	}
	return found
}

// same says whether two keys are equal.
func same(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ssa.Const)
	y, ok2 := b.(*ssa.Const)
	return ok && ok2 && x.Value != nil && y.Value != nil && x.Value.ExactString() == y.Value.ExactString() &&
		types.Identical(x.Type(), y.Type())
}

// stays says whether an assignment leaves a key of type t as it is in the map. One of equal floats may replace another.
func stays(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Info()&(types.IsInteger|types.IsString|types.IsBoolean) != 0
	case *types.Pointer, *types.Chan:
		return true
	case *types.Array:
		return stays(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if !stays(f.Type()) {
				return false
			}
		}
		return true
	}
	return false
}

// leads says whether each way to u comes from l, with nothing on it that concerns maps.
func leads(l *ssa.Lookup, u *ssa.MapUpdate) bool {
	from, to := l.Block(), u.Block()
	i, j := index(l), index(u)
	if from == to {
		return i < j && harmless(from.Instrs[i+1:j])
	}
	if !from.Dominates(to) || !harmless(from.Instrs[i+1:]) || !harmless(to.Instrs[:j]) {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{from: true}
	todo := slices.Clone(to.Preds)
	for len(todo) > 0 {
		b := todo[0]
		if todo = todo[1:]; seen[b] {
			continue
		}
		seen[b] = true
		if len(seen) > mostBlocks || !harmless(b.Instrs) { // u itself, on a way that comes back to it, is not harmless
			return false
		}
		todo = append(todo, b.Preds...)
	}
	return true
}

func index(in ssa.Instruction) int { return slices.Index(in.Block().Instrs, in) }

// harmless says whether instructions neither change maps nor call, wait or let others go on.
func harmless(list []ssa.Instruction) bool {
	return !slices.ContainsFunc(list, func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.Call:
			b, ok := in.Call.Value.(*ssa.Builtin)
			return !ok || !slices.Contains(quiet, b.Name())
		case *ssa.UnOp:
			return in.Op == token.ARROW
		case *ssa.MapUpdate, *ssa.Next, *ssa.Send, *ssa.Select, *ssa.Go, *ssa.Defer, *ssa.RunDefers:
			return true
		}
		return false
	})
}

// quiet are the builtin functions that do nothing to maps.
var quiet = []string{"append", "cap", "complex", "copy", "imag", "len", "max", "min", "real", "ssa:wrapnilchk"}
