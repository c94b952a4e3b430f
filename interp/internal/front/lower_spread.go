package front

import (
	"go/ast"
	"go/types"
)

// spreadInterfaces takes apart what a call with several results passes to another one, if one of the results becomes an interface: the
// interpreter converts none of several, and what is printed loses its methods.
//
//	fmt.Println(f()) → func(a A, b error) { fmt.Println(a, b) }(f())
func spreadInterfaces(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || calls(c.Fun) {
		return e
	}
	tuple, ok := l.spreadArgument(c)
	if !ok {
		return e
	}
	sig, ok := l.typeOf(c.Fun).Underlying().(*types.Signature)
	if !ok || !l.changesType(tuple, sig) {
		return e
	}
	out, inner := l.spread(c, tuple)
	l.from[inner] = c
	call := l.walker().expr(inner)
	lit := out.(*ast.CallExpr).Fun.(*ast.FuncLit)
	switch s := lit.Body.List[0].(type) {
	case *ast.ExprStmt:
		s.X = call
	case *ast.ReturnStmt:
		s.Results[0] = call
	}
	return out
}

// spreadArgument returns the types of several results that are all the arguments of a call.
func (l *lowerer) spreadArgument(c *ast.CallExpr) (*types.Tuple, bool) {
	if len(c.Args) != 1 {
		return nil, false
	}
	tuple, ok := l.typeOf(c.Args[0]).(*types.Tuple)
	return tuple, ok
}

// changesType says whether one of several results must be converted to be a parameter.
func (l *lowerer) changesType(results *types.Tuple, sig *types.Signature) bool {
	for i := range results.Len() {
		from, to := results.At(i).Type(), paramType(sig, i)
		if to == nil || !types.IsInterface(to) {
			continue
		}
		if types.IsInterface(from) && !types.Identical(from, to) || !types.IsInterface(from) && (l.declares(from) || l.boxes(from)) {
			return true
		}
	}
	return false
}
