package front

import (
	"go/ast"
	"go/token"
)

// leadingTypes lets && and || begin with a value: where the first thing on their left spells out the type of a map or a struct, the
// interpreter takes the type for their result.
//
//	f(map[string]int{}) && ok → (1 == 1 && f(map[string]int{})) && ok
func leadingTypes(l *lowerer, e ast.Expr) ast.Expr {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.LAND && b.Op != token.LOR || !spellsType(b.X) {
		return e
	}
	t := l.typeOf(b.X)
	x := quoteExpr(b.X.Pos(), "(1 == 1 && Q0)", b.X)
	l.made[x] = t
	b.X = x
	return b
}

// spellsType says whether the type of a map or a struct is spelled out in an expression.
func spellsType(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.MapType, *ast.StructType:
			found = true
		}
		return !found
	})
	return found
}
