// Package updates finds assignments to elements of maps that the function has just looked up, such as m[k] += v and
// m[k] = append(m[k], v): these need no second lookup.
package updates

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxBlocks is the largest number of blocks between a lookup and an assignment.
const maxBlocks = 16

// Find returns the assignments of fn whose element has been found by a lookup of the same key in the same map, with
// that lookup: no instruction on any path between the two can change a map or let another goroutine run.
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

// same reports whether two keys are equal.
func same(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok := a.(*ssa.Const)
	y, ok2 := b.(*ssa.Const)
	return ok && ok2 && x.Value != nil && y.Value != nil && x.Value.ExactString() == y.Value.ExactString() &&
		types.Identical(x.Type(), y.Type())
}

// stays reports whether an assignment keeps a key of type t in the map. One of two equal floats may replace the
// other.
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

// leads reports whether each path to u comes from l, without an instruction that may affect maps.
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
		if len(seen) > maxBlocks || !harmless(b.Instrs) { // u itself, on a path that returns to it, is not harmless
			return false
		}
		todo = append(todo, b.Preds...)
	}
	return true
}

func index(in ssa.Instruction) int { return slices.Index(in.Block().Instrs, in) }

// harmless reports whether instructions neither change maps nor call, block or let other goroutines run.
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

// quiet lists the built-in functions that do not affect maps.
var quiet = []string{"append", "cap", "complex", "copy", "imag", "len", "max", "min", "real", "ssa:wrapnilchk"}
