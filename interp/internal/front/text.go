package front

import (
	"go/ast"
	"go/printer"
	"go/token"
	"strings"
)

// Text prints what the interpreter runs, for tests and for whoever studies a rewrite.
func (u *Unit) Text() string {
	var b strings.Builder
	for _, n := range u.Nodes {
		f, ok := n.(*ast.File)
		if !ok {
			continue
		}
		for _, d := range f.Decls {
			// Printing to a builder does not fail.
			_ = printer.Fprint(&b, token.NewFileSet(), d)
			b.WriteByte('\n')
		}
	}
	return b.String()
}
