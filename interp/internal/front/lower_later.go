package front

import (
	"go/ast"
	"go/types"
)

// laterFunctions makes closures of functions that are values before the interpreter has compiled them: it
// compiles in the order of the text, and what it makes of such a name in a closure is a function that does
// nothing.
//
//	strings.Map(up, s) → strings.Map(func(p0 rune) rune { return up(p0) }, s)
func laterFunctions(l *lowerer, e ast.Expr) ast.Expr {
	switch e.(type) {
	case *ast.Ident, *ast.IndexExpr, *ast.IndexListExpr:
	default:
		return e
	}
	id, ok := e.(*ast.Ident)
	if !ok || l.called[l.original(e)] || !l.isLater(id) {
		return e
	}
	sig, ok := l.typeOf(id).(*types.Signature)
	if !ok || sig.TypeParams().Len() > 0 {
		return e
	}
	lit, _ := l.forwarding(id, "", sig, id.Pos())
	l.made[lit] = sig
	return lit
}

// isLater says whether a name is that of a function which the interpreter compiles after the one that is being
// lowered, or with it.
func (l *lowerer) isLater(id *ast.Ident) bool {
	fn, ok := l.info.Uses[id].(*types.Func)
	if !ok || fn.Pkg() != l.f.pkg || fn.Signature().Recv() != nil || len(l.funcs) == 0 {
		return false
	}
	in := l.funcs[0].decl
	switch {
	case in == nil, in.Recv != nil && l.u.bound == nil:
		return false // it is compiled when all functions are
	case l.inst[id], l.u.bound != nil:
		return true
	}
	return l.defs[fn] && (l.u.relink || fn.Pos() >= in.Name.Pos())
}
