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

// take adds the lists of a piece to the analysis.
func (a *analysis) take(p *syntax.Piece) {
	for lit, list := range p.Lists {
		syntax.Put(&a.lists, lit, list)
	}
}

// checkLists checks the lists of a checked unit against the types of their literals. Elements that do not fit are
// passed to the checker. For a list that the checker must process as a whole, it sets a.whole, and the cell is parsed
// completely.
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

// elements parses some elements of a list, at their positions.
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
		panic(err) // package longtext accepts valid Go only
	}
	return file.Decls[0].(*ast.GenDecl).Specs[0].(*ast.ValueSpec).Values[0].(*ast.CompositeLit).Elts
}

// wholeAgain reports whether the cell, or functions of older ones, must be parsed again with their long lists.
func (a *analysis) wholeAgain() bool {
	again := a.whole
	a.whole = false
	return again
}

// longLists makes the code parse long lists at run time.
func (d *direct) longLists() {
	if len(d.a.lists) == 0 {
		return
	}
	d.rewrite(d.longList)
}

// longList returns *List((*T)(nil), "…").(*T) for a literal of type T, and List((*T)(nil), "…").(*T) for an
// element {…} of a []*T.
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
