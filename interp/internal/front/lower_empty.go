package front

import (
	"go/ast"
	"go/token"
	"slices"
)

// emptyStatements drops the empty statements of a list, those among them that rewrites have left: in a clause, the interpreter goes
// nowhere but to the last statement.
//
//	case 1: f(); ; g() → case 1: f(); g()
func emptyStatements(_ *lowerer, s ast.Stmt) []ast.Stmt {
	switch s := s.(type) {
	case *ast.CaseClause:
		s.Body = labelled(slices.DeleteFunc(s.Body, isEmpty))
	case *ast.CommClause:
		s.Body = labelled(slices.DeleteFunc(s.Body, isEmpty))
	}
	return nil
}

// labelled puts what a clause does into a block when there are labels in it, which the interpreter does not find otherwise.
func labelled(list []ast.Stmt) []ast.Stmt {
	if !slices.ContainsFunc(list, func(s ast.Stmt) bool { _, ok := s.(*ast.LabeledStmt); return ok }) {
		return list
	}
	last := len(list)
	if b, ok := list[last-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
		last--
	}
	b := &ast.BlockStmt{Lbrace: list[0].Pos(), List: list[:last:last], Rbrace: list[last-1].End()}
	return append([]ast.Stmt{b}, list[last:]...)
}

func isEmpty(s ast.Stmt) bool {
	_, ok := s.(*ast.EmptyStmt)
	return ok
}
