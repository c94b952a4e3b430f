package front

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/longtext"
)

// Long comments, strings and lists of constants are left out of what is scanned and parsed. A string is put back into
// the syntax tree as a part of the cell's text. A list is checked by package longtext, and the code reads it from the
// text where the literal is made.

// leastLong is the size from which on this is worth it.
const leastLong = 4 << 10

// longMark begins the string that stands for a long part of the text, before its number.
const longMark = "long" + mark

// longParts finds the long parts of a text.
func longParts(src string) []longtext.Part {
	if len(src) < leastLong || strings.Contains(src, longMark) {
		return nil
	}
	return longtext.Find(src, leastLong)
}

// placeholder is what stands for part i of a text.
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

// abridged returns a text with placeholders, and what leads from offsets in it, in rising order, to those in the
// text.
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

// longList is a list that is left out of a composite literal.
type longList struct {
	cell *Cell
	off  int // in the cell
	text string
}

// longEdits leave out the long parts of a piece.
func longEdits(src string, parts []longtext.Part) (edits []textEdit) {
	for i, p := range parts {
		edits = append(edits, textEdit{p.From, p.To - p.From, placeholder(src, parts, i)})
	}
	return edits
}

// putBack puts the strings of a piece back where their placeholders are and notes its lists. It reports whether each
// list is one of a composite literal of known length.
func (p *piece) putBack(src string, parts []longtext.Part) (ok bool) {
	part := func(e ast.Expr) (k int, is bool) {
		lit, is := e.(*ast.BasicLit)
		if !is || lit.Kind != token.STRING || !strings.HasPrefix(lit.Value, `"`+longMark) {
			return 0, false
		}
		k, _ = strconv.Atoi(lit.Value[len(longMark)+1 : len(lit.Value)-1])
		return k, true
	}
	ok = true
	p.lists = map[*ast.CompositeLit]longList{}
	ast.Inspect(p.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			if len(n.Elts) != 1 {
				break
			}
			k, is := part(n.Elts[0])
			if !is || parts[k].Kind != longtext.List {
				break
			}
			list := longList{p.cell, p.start + parts[k].From, src[parts[k].From:parts[k].To]}
			n.Elts, p.lists[n] = nil, list
			if a, isArray := n.Type.(*ast.ArrayType); isArray && a.Len != nil {
				if _, open := a.Len.(*ast.Ellipsis); open {
					count, plain := longtext.Count(list.text)
					a.Len, ok = intLit(a.Len.Pos(), count), ok && plain
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

// longString returns a string literal as one that the checker copies as little as it can: it takes a raw one, without
// line ends of Windows, as it is, and has half a dozen copies of any other.
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

// take makes the lists of a piece known to the analysis.
func (a *analysis) take(p *piece) {
	for lit, list := range p.lists {
		put(&a.lists, lit, list)
	}
}

// checkLists compares the lists of a checked unit with the types of their literals. Where elements do not fit, the
// checker looks at them. A list that it must see as a whole makes a.whole true, and its cell one of which all is
// parsed.
func (a *analysis) checkLists(u *unit, names map[string]bool) []types.Error {
	again := false
	for lit, list := range a.lists {
		t := u.info.TypeOf(lit)
		if t == nil {
			continue
		}
		got := longtext.Check(list.text, t)
		if !got.Plain {
			a.whole, list.cell.whole = true, true
		} else if len(got.Bad) > 0 {
			lit.Elts, again = a.elements(list, got.Bad), true
		}
	}
	if !again || a.whole {
		return nil
	}
	a.fill(u, names)
	return a.typecheck(u, u.files)
}

// elements parses some elements of a list, at their places.
func (a *analysis) elements(list longList, some []longtext.Part) []ast.Expr {
	var b strings.Builder
	b.WriteString("package main; var _ = T{")
	for _, p := range some {
		line, col := lineCol(list.cell.Src, list.off+p.From)
		fmt.Fprintf(&b, "/*line %s:%d:%d*/%s,", base, line, col, list.text[p.From:p.To])
	}
	b.WriteString("}")
	file, err := parser.ParseFile(a.fset, list.cell.Name+"/"+base, b.String(), parser.SkipObjectResolution)
	if err != nil {
		panic(err) // package longtext knows what Go is
	}
	return file.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.CompositeLit).Elts
}

// wholeAgain reports whether the cell, or functions of older ones, must be parsed again, without leaving out lists.
func (a *analysis) wholeAgain() bool {
	again := a.whole
	a.whole = false
	return again
}

// longLists has the code read the lists.
func (d *direct) longLists() {
	if len(d.a.lists) == 0 {
		return
	}
	w := &walker{expr: d.longList}
	for _, f := range d.u.files {
		for _, decl := range f.Decls {
			w.decl(decl)
		}
	}
}

// longList makes *List((*T)(nil), "…").(*T) of a literal of type T, and List((*T)(nil), "…").(*T) of an element {…} of
// a []*T.
func (d *direct) longList(e ast.Expr) ast.Expr {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return e
	}
	list, ok := d.a.lists[lit]
	if !ok {
		return e
	}
	t := d.typeOf(lit)
	ptr, isPtr := t.Underlying().(*types.Pointer)
	if !isPtr {
		ptr = types.NewPointer(t)
	}
	pos := lit.Pos()
	none := ident(pos, "nil")
	tv := d.hooks.valueMode
	tv.Type = ptr
	d.info.Uses[none], d.info.Types[none] = types.Universe.Lookup("nil"), tv
	text := &ast.BasicLit{ValuePos: pos, Kind: token.STRING}
	ct := d.hooks.constantMode
	ct.Type, ct.Value = types.Typ[types.String], constant.MakeString(list.text)
	d.info.Types[text] = ct
	x := &ast.TypeAssertExpr{X: d.call(pos, d.hooks.list, none, text), Lparen: pos, Type: ident(pos, "_"), Rparen: pos}
	d.info.Types[x], d.info.Types[x.Type] = tv, tv
	if isPtr {
		return x
	}
	star := &ast.StarExpr{Star: pos, X: x}
	tv.Type = t
	d.info.Types[star] = tv
	return star
}
