package front

import (
	"go/ast"
	"go/token"
)

// callInits has functions called init run where they are declared: nothing can call them by that name. In a
// program that is before main.
func (a *analysis) callInits(pieces []*piece) (out []*piece) {
	if a.plain {
		return pieces
	}
	for _, p := range pieces {
		out = append(out, p)
		if p.kind != declItem || p.file == nil {
			continue
		}
		for _, d := range p.file.Decls {
			fd, ok := d.(*ast.FuncDecl)
			if !ok || fd.Recv != nil || fd.Name.Name != "init" {
				continue
			}
			fd.Name.Name = a.fresh("init" + mark)
			out = append(out, callOf(p, fd.Name))
		}
	}
	return out
}

// callOf is a statement that calls a function without parameters.
func callOf(p *piece, name *ast.Ident) *piece {
	id := ident(name.NamePos, name.Name)
	call := &ast.ExprStmt{X: &ast.CallExpr{Fun: id, Lparen: name.NamePos, Rparen: name.NamePos}}
	body := &ast.BlockStmt{Lbrace: name.NamePos, List: []ast.Stmt{call}, Rbrace: name.NamePos}
	fn := &ast.FuncDecl{Name: ast.NewIdent("_"), Type: &ast.FuncType{Func: name.NamePos, Params: &ast.FieldList{}}, Body: body}
	file := &ast.File{Package: token.NoPos, Name: ident(name.NamePos, "main"), Decls: []ast.Decl{fn}, Unresolved: []*ast.Ident{id}}
	return &piece{item: &item{stmtItem, p.end, p.end}, cell: p.cell, file: file, body: body}
}
