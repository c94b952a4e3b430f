package unread

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/passtest"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// TestFind compares with texts that have a call note(name, text) where a value is recorded. The statements of main are
// those of the cell, and its variables those of the session.
func TestFind(t *testing.T) {
	passtest.Run(t, func(t *testing.T, in string) string {
		c := passtest.Check(t, in)
		if len(c.Errors) > 0 {
			t.Fatal(c.Errors)
		}
		body, decls := c.Body(t)
		cell := &Cell{
			Package: c.Package,
			Owns:    func(o types.Object) bool { return o.Parent() == c.Info.Scopes[c.Main(t).Type] },
			Touched: func() syntax.Set[types.Object] { return nil },
			Parts: []Part{{
				Body: body, Decls: decls, Info: c.Info,
				Kept: func(o types.Object) types.Object { return o },
			}},
			Note: func(n *Note) ast.Stmt {
				text := strings.TrimSpace(strings.TrimPrefix(n.Text, n.Var.Name()))
				args := []ast.Expr{ast.NewIdent(n.Var.Name()), syntax.Quoted(n.Pos, text)}
				return &ast.ExprStmt{X: &ast.CallExpr{Fun: ast.NewIdent("note"), Args: args}}
			},
		}
		notes := Find(cell)
		var list []ast.Stmt
		for _, s := range body.List {
			list = append(append(list, s), notes.After[s]...)
		}
		var out strings.Builder
		for _, s := range list {
			out.WriteString(passtest.Print(t, s) + "\n")
		}
		return out.String()
	})
}
