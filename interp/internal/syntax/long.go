package syntax

import (
	"go/ast"
	"go/token"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/longtext"
)

// Long comments, strings and lists of constants are not scanned and parsed. A string is put back into the syntax tree
// as a substring of the cell's text. A list is checked by package longtext, and the code parses its text when the
// literal is evaluated.

// minLong is the size in bytes from which this pays off.
const minLong = 4 << 10

// longMark is the prefix of the string that replaces a long part of the text; its number follows.
const longMark = "long" + Mark

// longParts finds the long parts of a text.
func longParts(src string) []longtext.Part {
	if len(src) < minLong || strings.Contains(src, longMark) {
		return nil
	}
	return longtext.Find(src, minLong)
}

// placeholder returns the string that replaces part i of a text.
func placeholder(src string, parts []longtext.Part, i int) string {
	p := parts[i]
	switch {
	case p.Kind != longtext.Comment:
		return strconv.Quote(longMark + strconv.Itoa(i))
	case strings.Contains(src[p.From:p.To], "\n"):
		return "\n"
	}
	return " "
}

// abridged returns a text with placeholders, and a function that converts offsets in it, in ascending order, to those
// in the original text.
func abridged(src string, parts []longtext.Part) (short string, original func(off int) int) {
	if len(parts) == 0 {
		return src, func(off int) int { return off }
	}
	var b strings.Builder
	ends := make([]int, len(parts))
	last := 0
	for i, p := range parts {
		b.WriteString(src[last:p.From])
		b.WriteString(placeholder(src, parts, i))
		ends[i], last = b.Len(), p.To
	}
	b.WriteString(src[last:])
	past := 0
	return b.String(), func(off int) int {
		for past < len(parts) && ends[past] <= off {
			past++
		}
		switch {
		case past < len(parts) && off >= ends[past]-len(placeholder(src, parts, past)):
			return parts[past].From
		case past > 0:
			return off - ends[past-1] + parts[past-1].To
		}
		return off
	}
}

// LongList is a list omitted from a composite literal.
type LongList struct {
	Cell *Cell
	Off  int // in the cell
	Text string
}

// longEdits returns the edits that omit the long parts of a piece.
func longEdits(src string, parts []longtext.Part) (edits []textEdit) {
	for i, p := range parts {
		edits = append(edits, textEdit{p.From, p.To - p.From, placeholder(src, parts, i)})
	}
	return edits
}

// putBack replaces the placeholders of strings in a piece by the strings and records its lists. It reports whether
// each list belongs to a composite literal of known length.
func (p *Piece) putBack(src string, parts []longtext.Part) (ok bool) {
	part := func(e ast.Expr) (k int, is bool) {
		lit, is := e.(*ast.BasicLit)
		if !is || lit.Kind != token.STRING || !strings.HasPrefix(lit.Value, `"`+longMark) {
			return 0, false
		}
		k, _ = strconv.Atoi(lit.Value[len(longMark)+1 : len(lit.Value)-1])
		return k, true
	}
	ok = true
	p.Lists = map[*ast.CompositeLit]LongList{}
	ast.Inspect(p.File, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if len(n.Elts) != 1 {
				break
			}
			k, is := part(n.Elts[0])
			if !is || parts[k].Kind != longtext.List {
				break
			}
			list := LongList{p.Cell, p.Start + parts[k].From, src[parts[k].From:parts[k].To]}
			n.Elts, p.Lists[n] = nil, list
			if a, isArray := n.Type.(*ast.ArrayType); isArray && a.Len != nil {
				if _, open := a.Len.(*ast.Ellipsis); open {
					count, plain := longtext.Count(list.Text)
					a.Len, ok = IntLit(a.Len.Pos(), count), ok && plain
				}
			}
		case *ast.BasicLit:
			if k, is := part(n); is {
				n.Value = longString(src[parts[k].From:parts[k].To])
				ok = ok && parts[k].Kind == longtext.String
			}
		}
		return true
	})
	return ok
}

// longString returns a string literal in the form that the checker copies least: it uses a raw one without carriage
// returns as it is, and makes half a dozen copies of any other.
func longString(lit string) string {
	if lit[0] == '`' {
		return strings.ReplaceAll(lit, "\r", "")
	}
	if !strings.Contains(lit, `\`) {
		return lit
	}
	raw, ok := longtext.Raw(lit)
	if !ok {
		return lit
	}
	return raw
}
