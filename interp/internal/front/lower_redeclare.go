package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// The body of a function that defers becomes a function inside of it, see lower_defer.go. To Go, parameters and
// results are of the same block as the body; there they are not, so what the body declares must not take their
// place.

// noteDeferring notes the parameters and results of functions that defer, and gives named results names that
// nothing in the body hides:
//
//	func f() (err error) { defer g(); if err := h(); err != nil { return err }; return }
//
// has to set the err of f, not that of its if.
func (l *lowerer) noteDeferring(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch fn := n.(type) {
		case *ast.FuncDecl:
			if fn.Body != nil && defersItself(fn.Body) {
				l.noteOuter(fn.Recv)
				l.noteOuter(fn.Type.Params)
				l.renameResults(fn.Type.Results, fn.Body)
			}
		case *ast.FuncLit:
			if defersItself(fn.Body) {
				l.noteOuter(fn.Type.Params)
				l.renameResults(fn.Type.Results, fn.Body)
			}
		}
		return true
	})
}

// defersItself says whether a body defers calls, not counting functions inside of it.
func defersItself(body *ast.BlockStmt) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.DeferStmt:
			found = true
		}
		return !found
	})
	return found
}

// noteOuter notes the variables of a list.
func (l *lowerer) noteOuter(list *ast.FieldList) {
	if list == nil {
		return
	}
	for _, f := range list.List {
		for _, id := range f.Names {
			if o := l.info.Defs[id]; o != nil {
				l.outer.add(o)
			}
		}
	}
}

// renameResults gives named results names of their own, by object: a body may declare others of the same name.
func (l *lowerer) renameResults(list *ast.FieldList, body *ast.BlockStmt) {
	if list == nil || l.f.Off["result-names"] {
		return
	}
	l.noteOuter(list)
	names := map[types.Object]string{}
	for _, f := range list.List {
		for _, id := range f.Names {
			if o := l.info.Defs[id]; o != nil && id.Name != "_" {
				id.Name += mark + "r"
				names[o] = id.Name
			}
		}
	}
	if len(names) == 0 {
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if name := names[l.info.Uses[id]]; name != "" {
				id.Name = name
			}
		}
		return true
	})
}

// redeclared assigns to the parameters and results among the targets of := instead of declaring others.
//
//	f, err := g() → var v T; v, err = g(); f := v
func redeclared(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.AssignStmt)
	if !ok || x.Tok != token.DEFINE || !l.reusesOuter(x.Lhs) {
		return nil
	}
	var before, after []ast.Stmt
	for i, e := range x.Lhs {
		id, isID := e.(*ast.Ident)
		if !isID || id.Name == "_" || l.info.Defs[id] == nil {
			continue
		}
		t := l.info.Defs[id].Type()
		name := l.temp("v")
		target, value := ident(id.NamePos, name), ident(id.NamePos, name)
		l.made[target], l.made[value] = t, t
		before = append(before, quote(id.NamePos, "var "+name+" Q0", l.mustType(t, id.NamePos))...)
		after = append(after, &ast.AssignStmt{Lhs: []ast.Expr{id}, TokPos: x.TokPos, Tok: token.DEFINE, Rhs: []ast.Expr{value}})
		x.Lhs[i] = target
	}
	x.Tok = token.ASSIGN
	return append(append(before, x), after...)
}

// reusesOuter says whether := sets a parameter or result of a function that defers.
func (l *lowerer) reusesOuter(targets []ast.Expr) bool {
	for _, e := range targets {
		if id, ok := e.(*ast.Ident); ok && l.info.Defs[id] == nil && l.outer[l.info.Uses[id]] {
			return true
		}
	}
	return false
}
