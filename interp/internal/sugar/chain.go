package sugar

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Sums of thousands of terms. The checker formats the called expression for every argument that it checks, so the
// time for x.Add(y).Add(z)… grows with the square of its length. For deep receivers, the sugar pass writes
// Addꞏ(x, y) instead, which package compile converts to a method call.

// deepChain is the number of operations from which a receiver is considered deep.
const deepChain = 50

// operation builds recv.name(arg), or nameꞏ(recv, arg) in a long chain.
func (g *Rewriter) operation(recv ast.Expr, name string, pos, end token.Pos, arg ast.Expr) *ast.CallExpr {
	depth := max(g.depth[ast.Unparen(recv)], g.depth[ast.Unparen(arg)]) + 1
	c := g.method(recv, name, pos, end, arg)
	if depth > deepChain {
		c = &ast.CallExpr{Fun: syntax.Ident(g.Span(recv).Lo, name+ChainMark), Lparen: pos, Args: []ast.Expr{recv, arg}, Rparen: end - 1}
	}
	g.depth[c] = depth
	return c
}

// ChainMark is the suffix of the names of these functions; copies of generic code end in a bare mark.
const ChainMark = syntax.Mark + "op"

// Chained returns the functions that replace operators in long chains.
func (l *Language) Chained() (functions []types.Object) {
	for _, name := range operators {
		m, _, _ := types.LookupFieldOrMethod(l.Tensor, true, l.Package, name)
		if m == nil {
			continue
		}
		sig := m.(*types.Func).Signature()
		params := []*types.Var{types.NewParam(token.NoPos, nil, "", l.Tensor), sig.Params().At(0)}
		of := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), false)
		home := l.Tensor.Elem().(*types.Named).Obj().Pkg()
		functions = append(functions, types.NewFunc(token.NoPos, home, name+ChainMark, of))
	}
	return functions
}
