package syntax

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"strconv"
	"strings"
)

// Quote parses the statements of a rewrite and sets their position to pos. The identifiers Q0, Q1, … are replaced
// by args: expressions, or, as statements, lists of statements.
func Quote(pos token.Pos, src string, args ...ast.Expr) []ast.Stmt {
	file, err := parser.ParseFile(token.NewFileSet(), "", "package p; func _() {\n"+src+"\n}", parser.SkipObjectResolution)
	if err != nil {
		panic(fmt.Sprintf("front: bad rewrite %q: %v", src, err))
	}
	body := file.Decls[0].(*ast.FuncDecl).Body
	Place(body, pos)
	w := &Walker{Types: true, Expr: func(e ast.Expr) ast.Expr {
		if id, ok := e.(*ast.Ident); ok && strings.HasPrefix(id.Name, "Q") {
			if i, err := strconv.Atoi(id.Name[1:]); err == nil {
				return args[i]
			}
		}
		return e
	}}
	return w.List(body.List)
}

// QuoteExpr is Quote for one expression.
func QuoteExpr(pos token.Pos, src string, args ...ast.Expr) ast.Expr {
	return Quote(pos, src, args...)[0].(*ast.ExprStmt).X
}

var posType = reflect.TypeFor[token.Pos]()

// Place sets the position of all nodes of a tree to pos.
func Place(n ast.Node, pos token.Pos) {
	ast.Inspect(n, func(n ast.Node) bool {
		if n == nil {
			return true
		}
		v := reflect.ValueOf(n).Elem()
		for i := range v.NumField() {
			if f := v.Field(i); f.Type() == posType && f.Int() != 0 {
				f.SetInt(int64(pos))
			}
		}
		return true
	})
}

func Ident(pos token.Pos, name string) *ast.Ident { return &ast.Ident{NamePos: pos, Name: name} }

func IntLit(pos token.Pos, n int) *ast.BasicLit {
	return &ast.BasicLit{ValuePos: pos, Kind: token.INT, Value: fmt.Sprint(n)}
}

func Assign(pos token.Pos, lhs, rhs ast.Expr) *ast.AssignStmt {
	return &ast.AssignStmt{Lhs: []ast.Expr{lhs}, TokPos: pos, Tok: token.ASSIGN, Rhs: []ast.Expr{rhs}}
}

func Quoted(pos token.Pos, s string) *ast.BasicLit {
	return &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: "`" + s + "`"}
}
