package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// loopFrames makes a function of the body of a loop that makes closures and handles tensors. A closure keeps a copy of the variables
// around it, with them the closure before, and so on to that of the first round: all tensors of all rounds. A body that is a
// function has variables of its own, which are gone when it returns.
//
//	for c { x := …; f := func() { … x … }; if g() { break } }
//
// becomes
//
//	for c {
//		exit := 0
//		again := func() bool { x := …; f := func() { … x … }; if g() { return false }; return true }()
//		if !again { break }
//	}
func loopFrames(l *lowerer, s ast.Stmt) []ast.Stmt {
	if b, ok := s.(*ast.BlockStmt); ok && l.loose[b] { // what a loop has become
		for _, x := range b.List {
			loopFrames(l, x)
		}
		return nil
	}
	var body *ast.BlockStmt
	switch x := s.(type) {
	case *ast.ForStmt:
		body = x.Body
	case *ast.RangeStmt:
		body = x.Body
	}
	if body == nil || l.f.plain || !l.keepsTensors(body) {
		return nil
	}
	pos := body.Lbrace
	b := &funcBody{l: l, exit: l.temp("exit"), pos: pos}
	list := b.list(body.List)
	again := l.temp("again")
	lit := &ast.FuncLit{
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}, Results: &ast.FieldList{List: []*ast.Field{{Type: ident(pos, "bool")}}}},
		Body: &ast.BlockStmt{Lbrace: pos, List: append(list, quote(pos, "return true")...), Rbrace: body.Rbrace},
	}
	body.List = nil
	if len(b.exits) > 0 {
		body.List = append(quote(pos, b.exit+" := 0"), b.vars...)
	}
	body.List = append(body.List, define(pos, again, &ast.CallExpr{Fun: lit, Lparen: pos, Rparen: pos}))
	left := quote(pos, "if !"+again+" {}")[0].(*ast.IfStmt)
	left.Body.List = append(b.exits, &ast.BranchStmt{TokPos: pos, Tok: token.BREAK})
	body.List = append(body.List, left)
	return nil
}

// keepsTensors says whether a loop's body makes closures and handles tensors.
func (l *lowerer) keepsTensors(body *ast.BlockStmt) bool {
	if l.f.tensor == nil {
		return false
	}
	closures, tensors := false, false
	ast.Inspect(body, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.FuncLit:
			closures = true
		case ast.Expr:
			if t := l.typeOf(x); !tensors && t != nil {
				tensors = types.Identical(t, l.f.tensor)
			}
		}
		return !closures || !tensors
	})
	return closures && tensors
}
