package compile

import (
	"golang.org/x/tools/go/ssa"
)

// leavesArray reports whether a call of append that needs a larger array leaves the old one without references, so
// that its memory can be reused. This holds for slices that are only appended to, indexed and measured, with elements
// without pointers. All values that may share the array are checked.
func (x *function) leavesArray(c *ssa.Call) bool {
	for _, l := range x.leaves(elemOf(c.Type())) {
		if l.Kind.Pointer() {
			return false
		}
	}
	o := &owned{x: x, values: map[ssa.Value]bool{}}
	if !o.add(c) {
		return false
	}
	for _, call := range o.appends {
		at := x.defAt[call]
		for v := range o.values {
			if _, known := x.id[v]; known && v != ssa.Value(call) && x.liveAfter(v, at.b, at.pos) {
				return false
			}
		}
	}
	return true
}

// owned is a set of slices that may share an array, and of addresses in it.
type owned struct {
	x       *function
	values  map[ssa.Value]bool
	appends []*ssa.Call
}

// add adds v and all values that share its array. It returns false if others may share it.
func (o *owned) add(v ssa.Value) bool {
	if o.values[v] {
		return true
	}
	o.values[v] = true
	if !o.from(v) {
		return false
	}
	if v.Referrers() == nil { // a constant
		return true
	}
	for _, r := range *v.Referrers() {
		if !o.use(v, r) {
			return false
		}
	}
	return true
}

// from adds the operands that v is made from.
func (o *owned) from(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Const:
		return v.IsNil()
	case *ssa.MakeSlice:
		return true
	case *ssa.Slice: // make with constants
		a, ok := v.X.(*ssa.Alloc)
		return ok && a.Comment == "makeslice" && len(*a.Referrers()) == 1
	case *ssa.Call:
		o.appends = append(o.appends, v)
		return isBuiltin(&v.Call, "append") && o.x.lists[v] != nil && o.add(v.Call.Args[0])
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !o.add(e) {
				return false
			}
		}
		return true
	}
	return false
}

// use adds what instruction r makes from v.
func (o *owned) use(v ssa.Value, r ssa.Instruction) bool {
	switch r := r.(type) {
	case *ssa.Return, *ssa.DebugRef, *ssa.BinOp: // a comparison with nil
		return true
	case *ssa.Phi:
		return o.add(r)
	case *ssa.IndexAddr:
		o.values[r] = true
		return every(*r.Referrers(), func(access ssa.Instruction) bool { return accesses(access, r) })
	case *ssa.Call:
		switch {
		case isBuiltin(&r.Call, "len"), isBuiltin(&r.Call, "cap"):
			return true
		case isBuiltin(&r.Call, "append"):
			return r.Call.Args[0] == v && o.add(r)
		}
	}
	return false
}
