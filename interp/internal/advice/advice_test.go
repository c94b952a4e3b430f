package advice

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/passtest"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// TestAdvice checks the advice about texts. The last statement of main is the last one of the cell.
func TestAdvice(t *testing.T) {
	passtest.Run(t, func(t *testing.T, in string) string {
		c := passtest.Check(t, in)
		body, decls := c.Body(t)
		cell := &Cell{
			Cell: &syntax.Cell{Name: "cell", Src: c.Source()}, Fset: c.Fset, Package: c.Package, Tensor: c.Tensor,
			Former: func(path, _, name string) string {
				return map[string]string{"github.com/msrepl/msrepl/nn.IgnoreIndiex": "IgnoreIndex, Blank or Eps"}[path+"."+name]
			},
			Lookup: c.Package.Scope().Lookup, Text: c.Text,
			Network: func(t types.Type) *types.Named {
				n, ok := t.(*types.Named)
				if !ok {
					return nil
				}
				if st, ok := n.Underlying().(*types.Struct); ok && st.NumFields() > 0 && st.Field(0).Name() == "Cell" {
					return n
				}
				return nil
			},
			Parts: []Part{{
				Files: []*ast.File{c.File}, Decls: decls, Body: body, Info: c.Info, Last: true, Start: ast.Expr.Pos,
			}},
		}
		return strings.Join(Of(cell), "\n")
	})
}
