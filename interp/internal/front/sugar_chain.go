package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Sums of thousands of terms. The checker writes out what is called for every argument that it checks, so the
// time for x.Add(y).Add(z)… grows with the square of its length. Where the receivers are deep, the sugar
// pass writes Addꞏ(x, y) instead, and package compile makes a method call of it.

// deepChain is the number of operations from which receivers count as deep.
const deepChain = 50

func newSugar(a *analysis, u *unit, spans map[ast.Expr]span) *sugar {
	return &sugar{
		a: a, info: u.info, spans: spans, known: map[ast.Expr]types.Type{},
		vars: map[types.Object]types.Type{}, depth: map[ast.Expr]int{},
	}
}

// operation builds recv.name(arg), or nameꞏ(recv, arg) in a long chain.
func (g *sugar) operation(recv ast.Expr, name string, pos, end token.Pos, arg ast.Expr) *ast.CallExpr {
	depth := max(g.depth[ast.Unparen(recv)], g.depth[ast.Unparen(arg)]) + 1
	c := g.method(recv, name, pos, end, arg)
	if depth > deepChain {
		c = &ast.CallExpr{Fun: syntax.Ident(g.span(recv).lo, name+chainMark), Lparen: pos, Args: []ast.Expr{recv, arg}, Rparen: end - 1}
	}
	g.depth[c] = depth
	return c
}

// chainMark ends the names of those functions; copies of generic code end in a bare mark.
const chainMark = syntax.Mark + "op"

// ChainMark ends the names of functions that stand for methods of tensors.
const ChainMark = chainMark

// chained returns the functions that stand for operators in long chains.
func (f *Front) chained() []types.Object {
	if f.tensor == nil || f.chains != nil {
		return f.chains
	}
	for _, name := range operators {
		m, _, _ := types.LookupFieldOrMethod(f.tensor, true, f.pkg, name)
		if m == nil {
			continue
		}
		sig := m.(*types.Func).Signature()
		params := []*types.Var{types.NewParam(token.NoPos, nil, "", f.tensor), sig.Params().At(0)}
		of := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), false)
		f.chains = append(f.chains, types.NewFunc(token.NoPos, f.tensor.Elem().(*types.Named).Obj().Pkg(), name+chainMark, of))
	}
	return f.chains
}

// chains turns the functions of long chains back into methods.
func chains(l *namer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || len(c.Args) != 2 {
		return e
	}
	id, ok := c.Fun.(*ast.Ident)
	if sel, isSel := c.Fun.(*ast.SelectorExpr); isSel { // with the name of its package already
		id, ok = sel.Sel, true
	}
	if !ok || !slices.ContainsFunc(l.f.chains, func(o types.Object) bool { return o.Name() == id.Name }) {
		return e
	}
	name := strings.TrimSuffix(id.Name, chainMark)
	m, _, _ := types.LookupFieldOrMethod(l.f.tensor, true, l.f.pkg, name)
	fun := &ast.SelectorExpr{X: c.Args[0], Sel: syntax.Ident(c.Lparen, name)}
	l.made[fun] = m.Type()
	out := &ast.CallExpr{Fun: fun, Lparen: c.Lparen, Args: c.Args[1:], Rparen: c.Rparen}
	l.made[out] = l.typeOf(c)
	return out
}
