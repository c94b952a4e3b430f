// Package boxes finds values that need no copy although registers keep them as a box, a pointer to a copy that never
// changes: arrays, and structs of many words. A variable whose address does not escape changes only where the
// function assigns to it. So a value loaded from it may be the memory of the variable itself until the next
// assignment.
//
// A function may be called with the memory of such a variable of its caller, which does not change until the call
// returns: the function copies a parameter that it keeps longer.
package boxes

import (
	"go/token"
	"go/types"
	"runtime"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Plan lists what needs no copy.
type Plan struct {
	Shared map[*ssa.UnOp]bool      // loads whose result is the memory that they load from
	Same   map[*ssa.Alloc]bool     // variables that are the box of their only value
	Once   map[*ssa.Alloc]bool     // of loops: one memory for all iterations; true: zeroed in each
	Kept   map[*ssa.Parameter]bool // parameters that are copied when the function begins
}

// Find analyzes a function. Box reports whether values of a type are boxes. In the naive form, which a debugger
// needs, all parameters that are boxes are copied, and so are all loaded boxes.
func Find(fn *ssa.Function, box func(types.Type) bool, naive bool) (p Plan) {
	f := finder{Plan: &p, box: box} // a copy, so that box does not escape to the heap
	if !f.has(fn) {
		return p // most functions
	}
	p = Plan{map[*ssa.UnOp]bool{}, map[*ssa.Alloc]bool{}, map[*ssa.Alloc]bool{}, map[*ssa.Parameter]bool{}}
	if naive {
		for _, v := range fn.Params {
			f.Kept[v] = box(v.Type())
		}
		return p
	}
	f.uses, f.after = map[*ssa.Alloc]*variable{}, map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if a, ok := in.(*ssa.Alloc); ok && box(pointed(a)) {
				f.look(a)
			}
		}
	}
	for _, v := range fn.Params {
		f.Kept[v] = box(v.Type()) && !f.unretained(v, true)
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if u, ok := in.(*ssa.UnOp); ok && u.Op == token.MUL && box(u.Type()) {
				f.Shared[u] = f.shares(u)
			}
		}
	}
	return p
}

// has reports whether a function has boxes.
func (f *finder) has(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if f.box(p.Type()) {
			return true
		}
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch v := in.(type) {
			case *ssa.Alloc:
				if f.box(pointed(v)) {
					return true
				}
			case *ssa.UnOp:
				if v.Op == token.MUL && f.box(v.Type()) {
					return true
				}
			}
		}
	}
	return false
}

type finder struct {
	*Plan
	box   func(types.Type) bool
	uses  map[*ssa.Alloc]*variable // those whose address does not escape
	after map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool
}

// small is the size up to which a function allocates memory for variables that it may not need.
const small = 1024

var sizes = types.SizesFor("gc", runtime.GOARCH)

// variable is a variable whose address does not escape.
type variable struct {
	loads  []ssa.Instruction
	stores []*ssa.Store // including stores to its parts
}

func pointed(v ssa.Value) types.Type { return v.Type().Underlying().(*types.Pointer).Elem() }

// look finds the uses of a variable.
func (f *finder) look(a *ssa.Alloc) {
	v := &variable{}
	if !v.collect(a) {
		return
	}
	if r := a.Parent().Recover; r != nil { // the function may resume there at any time
		later := f.reach(r)
		for _, in := range v.loads {
			if in.Block() == r || later[in.Block()] {
				return
			}
		}
	}
	f.uses[a] = v
	turns := f.reach(a.Block())[a.Block()]
	switch first := f.first(a, v); {
	case first != nil && len(v.stores) == 1 && !(turns && isLoad(first.Val)):
		f.Same[a] = true
	case turns && sizes.Sizeof(pointed(a)) <= small:
		f.Once[a] = first == nil
	}
}

func isLoad(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	return ok && u.Op == token.MUL
}

// collect records the accesses through an address. It returns false if the address may escape.
func (v *variable) collect(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			v.loads = append(v.loads, r)
		case *ssa.Store:
			if r.Val == addr {
				return false
			}
			v.stores = append(v.stores, r)
		case *ssa.FieldAddr:
			if !v.collect(r) {
				return false
			}
		case *ssa.IndexAddr:
			if !v.collect(r) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

// first returns the store of the first value of a variable, or nil if the variable is used before that, or the store
// is in another block.
func (f *finder) first(a *ssa.Alloc, v *variable) *ssa.Store {
	list := a.Block().Instrs
	for _, in := range list[slices.Index(list, ssa.Instruction(a))+1:] {
		s, ok := in.(*ssa.Store)
		switch {
		case ok && s.Addr == ssa.Value(a):
			return s
		case ok && slices.Contains(v.stores, s), slices.Contains(v.loads, in), inside(in, a):
			return nil
		}
	}
	return nil
}

// inside reports whether in computes the address of a part of a variable.
func inside(in ssa.Instruction, a *ssa.Alloc) bool {
	switch v := in.(type) {
	case *ssa.FieldAddr:
		return root(v) == a
	case *ssa.IndexAddr:
		return root(v) == a
	}
	return false
}

// reach returns the blocks that may run after b.
func (f *finder) reach(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	if r := f.after[b]; r != nil {
		return r
	}
	r := map[*ssa.BasicBlock]bool{}
	for list := slices.Clone(b.Succs); len(list) > 0; {
		last := list[len(list)-1]
		if list = list[:len(list)-1]; !r[last] {
			r[last] = true
			list = append(list, last.Succs...)
		}
	}
	f.after[b] = r
	return r
}

// root returns the variable that contains an address, or nil for other memory.
func root(addr ssa.Value) *ssa.Alloc {
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			addr = v.X
		case *ssa.Alloc:
			return v
		default:
			return nil
		}
	}
}

// shares reports whether the result of a load may be the memory that it loads from.
func (f *finder) shares(u *ssa.UnOp) bool {
	a := root(u.X)
	v := f.uses[a]
	switch {
	case v == nil:
		return f.within(u, harmless, func(r ssa.Instruction) bool { return f.atOnce(r) })
	case f.Same[a] || !f.changes(v, u):
		return !f.borrowed(a) || f.unretained(u, false)
	}
	stays := func(in ssa.Instruction) bool {
		s, ok := in.(*ssa.Store)
		return !ok || !slices.Contains(v.stores, s)
	}
	return f.within(u, stays, func(r ssa.Instruction) bool {
		_, returns := r.(*ssa.Return)
		return returns || f.releases(u, r, false)
	})
}

// borrowed reports whether a variable is a parameter that the caller may change after the call.
func (f *finder) borrowed(a *ssa.Alloc) bool {
	if !f.Same[a] {
		return false
	}
	p, ok := f.uses[a].stores[0].Val.(*ssa.Parameter)
	return ok && !f.Kept[p]
}

// changes reports whether a variable may change after a load from it.
func (f *finder) changes(v *variable, u *ssa.UnOp) bool {
	b := u.Block()
	later, loaded := f.reach(b), slices.Index(b.Instrs, ssa.Instruction(u))
	return slices.ContainsFunc(v.stores, func(s *ssa.Store) bool {
		at := s.Block()
		return later[at] || at == b && slices.Index(b.Instrs, ssa.Instruction(s)) > loaded
	})
}

// unretained reports whether the box v is not kept.
func (f *finder) unretained(v ssa.Value, parameter bool) bool {
	return !slices.ContainsFunc(*v.Referrers(), func(r ssa.Instruction) bool { return !f.releases(v, r, parameter) })
}

// releases reports whether r no longer needs a box when it has run, or when the function that it calls returns.
// Variables that are parameters have been analyzed.
func (f *finder) releases(v ssa.Value, r ssa.Instruction, parameter bool) bool {
	switch r := r.(type) {
	case *ssa.Call:
		return r.Call.Value != v
	case *ssa.Send:
		return true
	case *ssa.Store:
		a, ok := r.Addr.(*ssa.Alloc)
		return f.atOnce(r) || parameter && ok && f.Same[a]
	}
	return f.atOnce(r)
}

// atOnce reports whether r no longer needs a box when it has run, and runs nothing else before.
func (f *finder) atOnce(r ssa.Instruction) bool {
	switch r := r.(type) {
	case *ssa.Field, *ssa.Index, *ssa.BinOp, *ssa.MakeInterface, *ssa.MapUpdate, *ssa.Lookup, *ssa.DebugRef:
		return true
	case *ssa.Call:
		_, builtin := r.Call.Value.(*ssa.Builtin)
		return builtin
	case *ssa.Store:
		a := root(r.Addr)
		return a == nil || f.box(pointed(a)) && !f.Same[a] // others may be in registers
	}
	return false
}

// within reports whether all uses of a load are in its block, are done with the value, and come before any
// instruction that is not harmless.
func (f *finder) within(u *ssa.UnOp, harmless func(ssa.Instruction) bool, done func(r ssa.Instruction) bool) bool {
	list := u.Block().Instrs
	left := slices.Clone(*u.Referrers())
	for _, in := range list[slices.Index(list, ssa.Instruction(u))+1:] {
		for i := slices.Index(left, in); i >= 0; i = slices.Index(left, in) {
			if !done(in) {
				return false
			}
			left = slices.Delete(left, i, i+1)
		}
		if len(left) == 0 {
			return true
		}
		if !harmless(in) {
			return false
		}
	}
	return len(left) == 0
}

// harmless reports whether in does not change memory.
func harmless(in ssa.Instruction) bool {
	switch v := in.(type) {
	case *ssa.Alloc, *ssa.BinOp, *ssa.Convert, *ssa.ChangeType, *ssa.DebugRef, *ssa.Extract, *ssa.Field, *ssa.FieldAddr,
		*ssa.Index, *ssa.IndexAddr, *ssa.MakeInterface, *ssa.Slice:
		return true
	case *ssa.UnOp:
		return v.Op != token.ARROW
	}
	return false
}
