// Package depends determines what the parts of a cell define and depend on, from the text alone, without types.
package depends

import (
	"cmp"
	"go/ast"
	"go/printer"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Part is a declaration or a statement of a cell, with what it defines and depends on.
type Part struct {
	Text    string   // without comments, in normalized layout
	Defines []string // names of the session; "T.m" for a method
	Uses    []string // names that it does not declare itself, sorted, including packages and predeclared names
	Result  bool     // it runs with the cell: a statement, or a variable with a value
	Sets    []string // names of the session that are assigned a new value
	Changes []string // names that are assigned partially, conditionally, or depending on their previous value

	Statement bool
}

// Of returns the parts of a cell's Go text: declarations first, because they take effect before the statements, and
// methods after their types. A cell that cannot be parsed has no parts.
func Of(src string) []Part {
	defer syntax.ForgetLong()
	fset := token.NewFileSet()
	pieces, errs := syntax.Reader{Fset: fset}.Parse(syntax.NewCell(0, src), syntax.Split(src))
	if len(errs) > 0 {
		return nil
	}
	var decls, methods, stmts []Part
	for _, p := range pieces {
		switch p.Kind {
		case syntax.StmtItem:
			for _, s := range p.Body.List {
				part := Part{Text: bareText(fset, p, s), Defines: syntax.Defines(s), Uses: elsewhere(s)}
				part.Result, part.Statement = true, true
				part.Sets, part.Changes = assigned(s)
				stmts = append(stmts, part)
			}
		case syntax.DeclItem:
			for _, d := range p.File.Decls {
				part := Part{Text: bareText(fset, p, d), Uses: elsewhere(d), Result: hasValue(d)}
				if part.Defines = method(d); len(part.Defines) > 0 {
					methods = append(methods, part)
					continue
				}
				part.Defines = syntax.Declared(&ast.File{Decls: []ast.Decl{d}})
				decls = append(decls, part)
			}
		}
	}
	return slices.Concat(decls, methods, stmts)
}

// bareText returns the text of a part of a piece without differences in comments and layout. For a piece with a long
// list, which is not parsed, it returns the source text.
func bareText(fset *token.FileSet, p *syntax.Piece, n ast.Node) string {
	var text, bare strings.Builder
	if len(p.Lists) > 0 || printer.Fprint(&text, fset, n) != nil {
		return p.Cell.Src[p.Start:p.End]
	}
	for _, x := range syntax.Lex(text.String()) {
		if x.Tok != token.SEMICOLON && x.Tok != token.EOF {
			bare.WriteString(cmp.Or(x.Lit, x.Tok.String()) + " ")
		}
	}
	return bare.String()
}

// hasValue reports whether a declaration declares variables with values.
func hasValue(d ast.Decl) bool {
	g, ok := d.(*ast.GenDecl)
	return ok && g.Tok == token.VAR && slices.ContainsFunc(g.Specs, func(s ast.Spec) bool {
		v, ok := s.(*ast.ValueSpec)
		return ok && len(v.Values) > 0
	})
}

// method returns "T.m" for the declaration of a method.
func method(d ast.Decl) []string {
	fn, ok := d.(*ast.FuncDecl)
	if !ok || fn.Recv == nil {
		return nil
	}
	if r := syntax.ReceiverOf(fn); r.Name != nil {
		return []string{r.Name.Name + "." + fn.Name.Name}
	}
	return nil
}

// elsewhere returns the names in n that are declared elsewhere, except fields and methods.
func elsewhere(n ast.Node) []string {
	names := map[string]bool{}
	skip := map[ast.Node]bool{}
	ast.Inspect(n, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.SelectorExpr:
			skip[x.Sel] = true
		case *ast.KeyValueExpr:
			if _, ok := x.Key.(*ast.Ident); ok {
				skip[x.Key] = true // the name of a field, nearly always
			}
		case *ast.FuncDecl:
			skip[x.Name] = true
		case *ast.Ident:
			if !skip[x] && !own(x, n) && x.Name != "_" {
				names[x.Name] = true
			}
		case *ast.AssignStmt:
			for _, y := range x.Lhs {
				skip[y] = skip[y] || x.Tok == token.ASSIGN // only a bare name; names within an operand are used
			}
		}
		return true
	})
	return slices.Sorted(maps.Keys(names))
}

// own reports whether a name is declared in n.
func own(x *ast.Ident, n ast.Node) bool {
	return x.Obj != nil && n.Pos() <= x.Obj.Pos() && x.Obj.Pos() < n.End()
}

// assigned returns the names that a statement assigns and does not declare: in sets those that always receive a new
// value, in changes the others.
func assigned(s ast.Stmt) (sets, changes []string) {
	ast.Inspect(s, func(x ast.Node) bool {
		switch x := x.(type) {
		case *ast.AssignStmt:
			for _, y := range x.Lhs {
				id := root(y)
				switch {
				case id == nil || x.Tok == token.DEFINE || own(id, s) || id.Name == "_":
				case x == s && x.Tok == token.ASSIGN && y == ast.Expr(id):
					sets = append(sets, id.Name)
				default:
					changes = append(changes, id.Name)
				}
			}
		case *ast.IncDecStmt:
			if id := root(x.X); id != nil && !own(id, s) {
				changes = append(changes, id.Name)
			}
		case *ast.RangeStmt:
			for _, y := range []ast.Expr{x.Key, x.Value} {
				if id := root(y); id != nil && x.Tok == token.ASSIGN && !own(id, s) {
					changes = append(changes, id.Name)
				}
			}
		}
		return true
	})
	return sets, changes
}

// root returns the variable that an operand is, or is a part of.
func root(x ast.Expr) *ast.Ident {
	switch x := x.(type) {
	case *ast.Ident:
		return x
	case *ast.SelectorExpr:
		return root(x.X)
	case *ast.IndexExpr:
		return root(x.X)
	case *ast.IndexListExpr:
		return root(x.X)
	case *ast.SliceExpr:
		return root(x.X)
	case *ast.StarExpr:
		return root(x.X)
	case *ast.ParenExpr:
		return root(x.X)
	}
	return nil
}
