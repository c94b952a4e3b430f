package front

import (
	"fmt"
	"go/ast"
	"go/token"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// callInits makes functions called init run where they are declared: they cannot be called by name. A program made of
// cells calls them at the same place, too, while Go would do so before all other cells.
func (a *analysis) callInits(pieces []*syntax.Piece) (out []*syntax.Piece) {
	for _, p := range pieces {
		out = append(out, p)
		if p.Kind != syntax.DeclItem || p.File == nil {
			continue
		}
		for _, d := range p.File.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv != nil || fd.Name.Name != "init" {
				continue
			}
			fd.Name.Name = fmt.Sprintf("init%s%d", syntax.Mark, a.inits)
			a.inits++
			out = append(out, callOf(p, fd.Name))
		}
	}
	return out
}

// callOf returns a statement that calls a function without parameters.
func callOf(p *syntax.Piece, name *ast.Ident) *syntax.Piece {
	id := syntax.Ident(name.NamePos, name.Name)
	call := &ast.ExprStmt{X: &ast.CallExpr{Fun: id, Lparen: name.NamePos, Rparen: name.NamePos}}
	body := &ast.BlockStmt{Lbrace: name.NamePos, List: []ast.Stmt{call}, Rbrace: name.NamePos}
	fn := &ast.FuncDecl{Name: ast.NewIdent("_"), Type: &ast.FuncType{Func: name.NamePos, Params: &ast.FieldList{}}, Body: body}
	file := &ast.File{Package: token.NoPos, Name: syntax.Ident(name.NamePos, "main"), Decls: []ast.Decl{fn}, Unresolved: []*ast.Ident{id}}
	return &syntax.Piece{Item: &syntax.Item{Kind: syntax.StmtItem, Start: p.End, End: p.End}, Cell: p.Cell, File: file, Body: body}
}
