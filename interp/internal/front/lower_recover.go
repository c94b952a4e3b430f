package front

import (
	"go/ast"
	"go/types"
)

// Only a deferred function itself recovers, not one that it calls. Compiled code cannot tell the two apart, so a deferred call of a
// function that is known not to call recover is marked.

// noteRecovers notes which functions of the unit call recover themselves, and which literals nobody can defer.
func (l *lowerer) noteRecovers(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			if o, ok := l.info.Defs[n.Name].(*types.Func); ok && n.Body != nil && o.Name() != "_" { // that of the cell itself, which nothing can call
				l.f.recovers[o] = l.recoversItself(n.Body)
				l.f.rescuers = l.f.rescuers || l.f.recovers[o]
			}
		case *ast.FuncLit:
			put(&l.recovering, n, l.recoversItself(n.Body))
		case *ast.DeferStmt:
			if lit, ok := n.Call.Fun.(*ast.FuncLit); ok {
				l.deferrable.add(lit)
			}
		case *ast.CallExpr:
			if lit, ok := ast.Unparen(n.Fun).(*ast.FuncLit); ok && !l.deferrable[lit] {
				l.undeferred.add(lit)
			}
		}
		return true
	})
}

// recoversItself says whether recover is called in a body, not in functions inside of it.
func (l *lowerer) recoversItself(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.CallExpr:
			_, name := l.builtin(n)
			found = found || name == "recover"
		case *ast.RangeStmt: // its body may become a function
			_, isFunc := l.typeOf(n.X).Underlying().(*types.Signature)
			found = found || isFunc
		}
		return !found
	})
	return found
}

// deaf says whether a deferred function is known not to call recover itself.
func (l *lowerer) deaf(fun ast.Expr) bool {
	if l.f.Off["recovers"] {
		return false
	}
	var o types.Object
	switch x := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		recovers, known := l.recovering[x]
		return known && !recovers
	case *ast.Ident:
		o = l.info.Uses[x]
	case *ast.SelectorExpr:
		o = l.info.Uses[x.Sel]
	}
	fn, ok := o.(*types.Func)
	if !ok {
		return false
	}
	recovers, known := l.f.recovers[fn]
	return known && !recovers
}
