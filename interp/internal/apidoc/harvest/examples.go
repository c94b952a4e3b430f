package harvest

import (
	"bytes"
	"go/ast"
	"go/doc"
	"go/printer"
	"go/token"
	"strings"
)

// longest is the maximum number of lines of an example in documentation; examples that are whole programs are too
// long.
const longest = 30

// example returns the first short example of a name as a code block for its documentation, or "" if there is none.
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

// code returns the statements of an example, with its output as a comment, or "" if it is not a plain list of
// statements.
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

// isTest reports whether a file has tests and examples.
func isTest(fset *token.FileSet, f *ast.File) bool {
	return strings.HasSuffix(fset.File(f.FileStart).Name(), "_test.go")
}
