package export

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/scanner"
	"go/token"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// comment is a comment of a cell, from offset off to end.
type comment struct {
	off, end int
	text     string
}

// commentsOf returns the comments of a cell in order.
func (x *program) commentsOf(c *syntax.Cell) []comment {
	if list, ok := x.comments[c]; ok {
		return list
	}
	var list []comment
	for l := range syntax.Tokens(c.Src, scanner.ScanComments) {
		if l.Tok == token.COMMENT {
			list = append(list, comment{l.Off, l.Off + len(l.Lit), l.Lit})
		}
	}
	x.comments[c] = list
	return list
}

// above returns the comments directly before an offset of a cell, on lines of their own; a blank line between them
// and what follows is kept.
func (x *program) above(c *syntax.Cell, off int) string {
	text := ""
	list := x.commentsOf(c)
	for i := len(list) - 1; i >= 0 && off >= 0; i-- {
		k := list[i]
		if k.off >= off {
			continue
		}
		begin := strings.LastIndexByte(c.Src[:k.off], '\n') + 1
		if strings.TrimSpace(c.Src[k.end:off]) != "" || strings.TrimSpace(c.Src[begin:k.off]) != "" {
			break
		}
		gap := "\n"
		if strings.Count(c.Src[k.end:off], "\n") > 1 {
			gap = "\n\n"
		}
		text = k.text + gap + text
		off = k.off
	}
	return text
}

// afterBlankLine reports whether the source has a blank line before the code at an offset of a cell and its comments.
func (x *program) afterBlankLine(c *syntax.Cell, off int) bool {
	if off < 0 {
		return false
	}
	lines := strings.Count(x.above(c, off), "\n")
	for before := c.Src[:off]; ; lines-- {
		i := strings.LastIndexByte(before, '\n')
		if i < 0 || lines < 0 {
			return false
		}
		if before = before[:i]; lines <= 0 {
			return strings.HasSuffix(strings.TrimRight(before, " \t"), "\n")
		}
	}
}

// beside returns the comment after code of a cell, on the line where it ends.
func (x *program) beside(c *syntax.Cell, end int) string {
	for _, k := range x.commentsOf(c) {
		if end >= 0 && k.off >= end && strings.Trim(c.Src[end:k.off], " \t;") == "" {
			return " " + k.text
		}
	}
	return ""
}

// printCommented prints a node with the comments inside it. If a rewrite has removed their positions, it prints none.
func (x *program) printCommented(b *bytes.Buffer, n ast.Node, inside []*ast.CommentGroup) error {
	if len(inside) > 0 {
		var text bytes.Buffer
		err := printer.Fprint(&text, x.f.Fset(), &printer.CommentedNode{Node: n, Comments: inside})
		before, after := "package p\n", "\n"
		if _, isStmt := n.(ast.Stmt); isStmt {
			before, after = "package p\nfunc _() {\n", "\n}"
		}
		if err == nil {
			if _, err = parser.ParseFile(token.NewFileSet(), "", before+text.String()+after, parser.SkipObjectResolution); err == nil {
				_, err = text.WriteTo(b)
				return err
			}
		}
	}
	return printer.Fprint(b, x.f.Fset(), n)
}
