package syntax

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
)

// Quote parses the statements of a rewrite and sets their position to pos. The identifiers Q0, Q1, … are replaced
// by args: expressions, or, as statements, lists of statements.
func Quote(pos token.Pos, src string, args ...any) []ast.Stmt {
	file, err := parser.ParseFile(
		token.NewFileSet(),
		"",
		"package p; func _() {\n"+src+"\n}",
		parser.SkipObjectResolution,
	)
	if err != nil {
		panic(fmt.Sprintf("front: bad rewrite %q: %v", src, err))
	}
	body := file.Decls[0].(*ast.FuncDecl).Body
	Place(body, pos)
	hole := func(e ast.Expr) (int, bool) {
		id, ok := e.(*ast.Ident)
		if !ok || len(id.Name) != 2 || id.Name[0] != 'Q' || id.Name[1] < '0' || id.Name[1] > '9' {
			return 0, false
		}
		return int(id.Name[1] - '0'), true
	}
	w := &Walker{Types: true}
	w.Expr = func(e ast.Expr) ast.Expr {
		if i, ok := hole(e); ok {
			return args[i].(ast.Expr)
		}
		return e
	}
	w.Before = func(s ast.Stmt) (ast.Stmt, bool) {
		if es, ok := s.(*ast.ExprStmt); ok {
			if i, ok := hole(es.X); ok {
				_, isList := args[i].([]ast.Stmt)
				return s, isList
			}
		}
		return s, false
	}
	return splice(w, body.List, func(s ast.Stmt) ([]ast.Stmt, bool) {
		if es, ok := s.(*ast.ExprStmt); ok {
			if i, ok := hole(es.X); ok {
				l, isList := args[i].([]ast.Stmt)
				return l, isList
			}
		}
		return nil, false
	})
}

// splice fills the holes of list: with w, those for expressions, and then those for lists.
func splice(w *Walker, list []ast.Stmt, fill func(ast.Stmt) ([]ast.Stmt, bool)) []ast.Stmt {
	list = w.List(list)
	var expand func([]ast.Stmt) []ast.Stmt
	expand = func(in []ast.Stmt) (out []ast.Stmt) {
		for _, s := range in {
			if l, ok := fill(s); ok {
				out = append(out, l...)
				continue
			}
			ast.Inspect(s, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.BlockStmt:
					n.List = expand(n.List)
				case *ast.CaseClause:
					n.Body = expand(n.Body)
				case *ast.CommClause:
					n.Body = expand(n.Body)
				}
				return true
			})
			out = append(out, s)
		}
		return out
	}
	return expand(list)
}

// QuoteExpr is Quote for one expression.
func QuoteExpr(pos token.Pos, src string, args ...any) ast.Expr {
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
