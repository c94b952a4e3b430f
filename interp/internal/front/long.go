package front

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/longtext"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// take makes the lists of a piece known to the analysis.
func (a *analysis) take(p *syntax.Piece) {
	for lit, list := range p.Lists {
		syntax.Put(&a.lists, lit, list)
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
		got := longtext.Check(list.Text, t)
		if !got.Plain {
			a.whole, list.Cell.Plain = true, true
		} else if len(got.Bad) > 0 {
			lit.Elts, again = a.elements(list, got.Bad), true
		}
	}
	if !again || a.whole {
		return nil
	}
	a.fill(u, names)
	return a.typecheck(u, u.Files)
}

// elements parses some elements of a list, at their places.
func (a *analysis) elements(list syntax.LongList, some []longtext.Part) []ast.Expr {
	var b strings.Builder
	b.WriteString("package main; var _ = T{")
	for _, p := range some {
		line, col := list.Cell.LineCol(list.Off + p.From)
		fmt.Fprintf(&b, "/*line %s:%d:%d*/%s,", syntax.Base, line, col, list.Text[p.From:p.To])
	}
	b.WriteString("}")
	file, err := parser.ParseFile(a.fset, list.Cell.Name+"/"+syntax.Base, b.String(), parser.SkipObjectResolution)
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
	d.rewrite(d.longList)
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
	none := syntax.Ident(pos, "nil")
	tv := d.hooks.valueMode
	tv.Type = ptr
	d.info.Uses[none], d.info.Types[none] = types.Universe.Lookup("nil"), tv
	text := &ast.BasicLit{ValuePos: pos, Kind: token.STRING}
	ct := d.hooks.constantMode
	ct.Type, ct.Value = types.Typ[types.String], constant.MakeString(list.Text)
	d.info.Types[text] = ct
	x := &ast.TypeAssertExpr{X: d.call(pos, d.hooks.list, none, text), Lparen: pos, Type: syntax.Ident(pos, "_"), Rparen: pos}
	d.info.Types[x], d.info.Types[x.Type] = tv, tv
	if isPtr {
		return x
	}
	star := &ast.StarExpr{Star: pos, X: x}
	tv.Type = t
	d.info.Types[star] = tv
	return star
}
