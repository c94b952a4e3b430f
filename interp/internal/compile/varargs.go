package compile

import (
	"go/constant"
	"go/token"
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
)

// listed is a call of append or fmt.Sprintf whose list of values needs no array.
type listed struct {
	elems  []ssa.Value
	pieces []vm.Piece // of fmt.Sprintf
}

// findLists finds such calls: elements go straight to the slice, values straight into the text.
func (x *function) findLists() {
	for _, b := range x.fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || len(c.Call.Args) != 2 {
				continue
			}
			if format, ok := x.formats(&c.Call); ok || isBuiltin(&c.Call, "append") {
				x.findList(c, format)
			}
		}
	}
}

// formats returns the format of a call of fmt.Sprintf that is a constant.
func (x *function) formats(c *ssa.CallCommon) (string, bool) {
	k, ok := c.Args[0].(*ssa.Const)
	if callee := c.StaticCallee(); !ok || callee == nil || callee.String() != "fmt.Sprintf" || !x.isNative(callee) {
		return "", false
	}
	return constant.StringVal(k.Value), true
}

func (x *function) findList(c *ssa.Call, format string) {
	elems, gone := arrayOf(c.Call.Args[1], c.Block())
	if elems == nil {
		return
	}
	l := &listed{elems: elems}
	kinds := make([]reflect.Kind, len(elems))
	for i, e := range elems {
		switch m, ok := e.(*ssa.MakeInterface); {
		case isBuiltin(&c.Call, "append"):
			if x.aliased(e) {
				return
			}
			continue
		case !ok || len(*m.Referrers()) != 1:
			return
		default:
			if _, ok := types.Unalias(m.X.Type()).(*types.Basic); !ok { // another type may have methods
				return
			}
			kinds[i], elems[i], gone = x.rtype(m.X.Type()).Kind(), m.X, append(gone, m)
		}
	}
	if !isBuiltin(&c.Call, "append") {
		if l.pieces = vm.ParseFormat(format, kinds); l.pieces == nil {
			return
		}
	}
	x.lists[c] = l
	for _, in := range gone {
		x.skipped[in] = true
		if v, ok := in.(ssa.Value); ok {
			x.folded[v] = true
		}
	}
}

// arrayOf returns the values of the array that is made for a list, which block b fills, and the instructions that do.
func arrayOf(list ssa.Value, b *ssa.BasicBlock) (elems []ssa.Value, gone []ssa.Instruction) {
	s, ok := list.(*ssa.Slice)
	if !ok || s.Low != nil || s.High != nil || len(*s.Referrers()) != 1 {
		return nil, nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" || a.Block() != b {
		return nil, nil
	}
	elems = make([]ssa.Value, elem(a.Type()).Underlying().(*types.Array).Len())
	gone = []ssa.Instruction{a, s}
	for _, r := range *a.Referrers() {
		if r == ssa.Instruction(s) {
			continue
		}
		i, ok := r.(*ssa.IndexAddr)
		if !ok || len(*i.Referrers()) != 1 {
			return nil, nil
		}
		st, ok := (*i.Referrers())[0].(*ssa.Store)
		k, isConst := i.Index.(*ssa.Const)
		if !ok || !isConst || st.Addr != ssa.Value(i) || st.Block() != b {
			return nil, nil
		}
		elems[k.Int64()] = st.Val
		gone = append(gone, i, st)
	}
	for _, e := range elems {
		if e == nil {
			return nil, nil
		}
	}
	return elems, gone
}

// aliased says whether a value is only the content of a variable now: its use cannot move.
func (x *function) aliased(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	return ok && u.Op == token.MUL && len(x.leaves(v.Type())) > 1
}

// format makes a call of fmt.Sprintf whose values go straight into the text.
func (x *function) format(c *ssa.Call, l *listed) {
	next := 0
	for i := range l.pieces {
		if l.pieces[i].Verb != 0 {
			l.pieces[i].At = x.reg(l.elems[next])
			next++
		}
	}
	x.help(vm.Format(x.reg(c), l.pieces))
}
