package compile

import (
	"go/constant"
	"go/token"
	"go/types"
	"io"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/vm"
	"github.com/msrepl/msrepl/interp/internal/vm/format"
)

// listed is a call of append or of a formatting function whose variadic arguments need no array.
type listed struct {
	print  *format.Printing // nil for append
	elems  []ssa.Value
	args   []format.Value    // of elems
	of     []*vm.FormatValue // of those
	pieces []format.Piece
}

// printing returns the description of a function of package fmt, or nil for other functions.
func (x *function) printing(callee *ssa.Function) *format.Printing {
	if callee == nil || callee.Object() == nil || callee.Object().Pkg() == nil || callee.Object().Pkg().Path() != "fmt" ||
		!x.isNative(callee) {
		return nil
	}
	return format.Printings[callee.String()]
}

// findLists finds such calls: elements are appended directly, operands are formatted directly.
func (x *function) findLists() {
	for c := range each[*ssa.Call](x.fn) {
		print := x.printing(c.Call.StaticCallee())
		if print != nil || isBuiltin(&c.Call, "append") && len(c.Call.Args) == 2 {
			x.findList(c, &listed{print: print})
		}
	}
}

func (x *function) findList(c *ssa.Call, l *listed) {
	elems, gone := arrayOf(c.Call.Args[len(c.Call.Args)-1], c.Block())
	if elems == nil {
		return
	}
	l.elems = elems
	for i, e := range elems {
		switch m, ok := e.(*ssa.MakeInterface); {
		case l.print == nil:
			if x.aliased(e) {
				return
			}
			continue
		case !ok || len(*m.Referrers()) != 1:
			return
		default:
			a, of, ok := x.printable(m.X.Type())
			if !ok {
				return
			}
			l.args, l.of = append(l.args, a), append(l.of, of)
			elems[i], gone = m.X, append(gone, m)
		}
	}
	if l.print != nil {
		text, known := "", !l.print.Format
		if !known {
			var k *ssa.Const
			if k, known = c.Call.Args[len(c.Call.Args)-2].(*ssa.Const); known {
				text = constant.StringVal(k.Value)
			}
		}
		if l.pieces = l.print.Parse(text, l.args); !known || l.pieces == nil {
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

// oneText is the result tuple of methods Error and String.
var oneText = types.NewTuple(types.NewParam(token.NoPos, nil, "", types.Typ[types.String]))

// printable returns the description of operands of a type for formats, if it is a string or number type, or has a
// method of code that returns its text.
func (x *function) printable(t types.Type) (a format.Value, of *vm.FormatValue, ok bool) {
	r := x.rtype(t)
	a.Kind = r.Kind()
	_, basic := t.Underlying().(*types.Basic)
	for _, name := range []string{"Error", "String"} {
		sel := types.NewMethodSet(t).Lookup(nil, name)
		if sel == nil {
			continue
		}
		m := sel.Obj().(*types.Func)
		_, formats := r.MethodByName("Format")
		sig := m.Signature()
		makes := sig.Params().Len() == 0 && types.Identical(sig.Results(), oneText)
		if !makes || formats || x.debug || len(sel.Index()) != 1 || !types.Identical(sig.Recv().Type(), t) {
			return a, nil, false
		}
		a.Method = true
		f := x.Unit.code(m)
		return a, &vm.FormatValue{Type: r, Method: f, Name: name}, f != nil
	}
	if _, predeclared := types.Unalias(t).(*types.Basic); !predeclared {
		of = &vm.FormatValue{Type: r}
	}
	return a, of, basic && r.NumMethod() == 0
}

// arrayOf returns the values of the array made for a variadic list, which block b fills, and the instructions that do
// so.
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

// aliased reports whether a value is the current content of a variable: its use cannot move.
func (x *function) aliased(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	return ok && u.Op == token.MUL && len(x.leaves(v.Type())) > 1
}

// format compiles a call of a formatting function whose operands are formatted directly.
func (x *function) format(c *ssa.Call, l *listed, d []uint32) {
	pieces := make([]vm.Printed, len(l.pieces))
	for i, p := range l.pieces {
		pieces[i].Piece = p
		if p.Spec == "" {
			continue
		}
		e := l.elems[i]
		if of := l.of[i]; of != nil {
			of.At = x.regsOrNone(e)
			pieces[i].Of = of
		}
		if len(x.leaves(e.Type())) > 0 {
			pieces[i].At = x.reg(e)
		}
	}
	if l.print.Text {
		x.help(vm.Format(d[0], pieces))
		return
	}
	if len(*c.Referrers()) == 0 {
		d = nil
	}
	scope := c.Call.StaticCallee().Object().Pkg().Scope()
	if l.print.Writer {
		v, _ := x.compiled(scope.Lookup("Fprintf").(*types.Func))
		fprintf := v.Interface().(func(io.Writer, string, ...any) (int, error))
		x.help(vm.FormatTo(x.regs(c.Call.Args[0]), d, pieces, fprintf))
		return
	}
	v, _ := x.compiled(scope.Lookup("Printf").(*types.Func))
	printf := v.Interface().(func(string, ...any) (int, error))
	x.help(vm.FormatTo(nil, d, pieces, func(_ io.Writer, f string, a ...any) (int, error) { return printf(f, a...) }))
}
