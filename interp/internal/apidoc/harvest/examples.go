package harvest

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/printer"
	"go/token"
	"strings"
)

// longest is how many lines an example may have that documentation shows; those that show whole programs are for
// files.
const longest = 30

// example writes the first short example of a name as a block of code below its documentation, "" when there is none.
func (p *Package) example(all []*doc.Example) string {
	for _, ex := range all {
		code := p.code(ex)
		if code == "" || strings.Count(code, "\n") >= longest {
			continue
		}
		return "\n\nExample:\n\n\t" + strings.ReplaceAll(strings.TrimRight(code, "\n"), "\n", "\n\t")
	}
	return ""
}

// code prints what an example does, with what it prints as a comment; "" for one that is no plain list of statements.
func (p *Package) code(ex *doc.Example) string {
	block, ok := ex.Code.(*ast.BlockStmt)
	if !ok {
		return ""
	}
	var b bytes.Buffer
	config := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
	if err := config.Fprint(&b, p.fset, &printer.CommentedNode{Node: block, Comments: ex.Comments}); err != nil {
		return ""
	}
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(b.String(), "{"), "}"))
	return strings.ReplaceAll(text, "\n\t", "\n")
}

// isTest reports whether a file is there for tests and examples.
func isTest(fset *token.FileSet, f *ast.File) bool {
	return strings.HasSuffix(fset.File(f.FileStart).Name(), "_test.go")
}
