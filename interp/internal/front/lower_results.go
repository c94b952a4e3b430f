package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// resultTypes puts the results of a call into variables of their own where they become interfaces: the interpreter converts none of
// several, and loses those beside it.
//
//	return f() → r1, r2 := f(); return r1, r2
func resultTypes(l *lowerer, s ast.Stmt) []ast.Stmt {
	switch x := s.(type) {
	case *ast.ReturnStmt:
		sig := l.scope().sig
		if len(x.Results) != 1 || sig == nil {
			return nil
		}
		var to []types.Type
		for i := range sig.Results().Len() {
			to = append(to, sig.Results().At(i).Type())
		}
		if out := l.apart(x.Return, &x.Results, to); out != nil {
			return append(out, s)
		}
	case *ast.AssignStmt:
		if len(x.Rhs) != 1 || len(x.Lhs) < 2 {
			return nil
		}
		var to []types.Type
		for _, e := range x.Lhs {
			if id, ok := e.(*ast.Ident); ok && (id.Name == "_" || x.Tok == token.DEFINE && l.isNew(id)) {
				to = append(to, nil)
				continue
			}
			to = append(to, l.typeOf(e))
		}
		if out := l.apart(x.TokPos, &x.Rhs, to); out != nil {
			return append(out, s)
		}
	}
	return nil
}

// apart puts variables in the place of a call that has several results, if one of them becomes an interface; nil where a type is not to
// change.
func (l *lowerer) apart(pos token.Pos, list *[]ast.Expr, to []types.Type) []ast.Stmt {
	call := (*list)[0]
	tuple, ok := l.typeOf(call).(*types.Tuple)
	if _, isCall := ast.Unparen(l.original(call)).(*ast.CallExpr); !ok || !isCall || tuple.Len() != len(to) {
		return nil
	}
	changes := false
	set := &ast.AssignStmt{TokPos: pos, Tok: token.DEFINE, Rhs: []ast.Expr{call}}
	var values []ast.Expr
	for i, t := range to {
		from := tuple.At(i).Type()
		changes = changes || t != nil && types.IsInterface(t) && !types.IsInterface(from)
		name := l.temp("r")
		id := ident(pos, name)
		l.made[id] = from
		values, set.Lhs = append(values, id), append(set.Lhs, ident(pos, name))
	}
	if !changes {
		return nil
	}
	*list = values
	return []ast.Stmt{set}
}
