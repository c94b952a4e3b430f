package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/advice"
	"github.com/msrepl/msrepl/interp/internal/syntax"
	"github.com/msrepl/msrepl/interp/internal/unread"
)

// noteUnread inserts statements that record errors which the cell does not read.
func (a *analysis) noteUnread() {
	if a.quiet || a.program || a.cell.Items != nil {
		return
	}
	cell := &unread.Cell{Package: a.pkg, Owns: a.owns, Touched: a.touched, Closed: a.closed, Note: a.unreadNote}
	for _, u := range a.units {
		cell.Parts = append(cell.Parts, unread.Part{Body: u.Body, Decls: u.decls, Info: u.info, Kept: u.kept})
	}
	notes := unread.Find(cell)
	a.unread = notes.After
	for o := range notes.Closed {
		a.close(o)
	}
}

// touched returns what the functions of the session use.
func (a *analysis) touched() (set syntax.Set[types.Object]) {
	for _, fn := range a.live() {
		for o := range fn.uses {
			set.Add(o)
		}
	}
	return set
}

// owns reports whether a variable is one of the session rather than of a block.
func (a *analysis) owns(o types.Object) bool {
	return a.overlay[o.Name()] == o || a.env[o.Name()] == o ||
		slices.ContainsFunc(a.units, func(u *unit) bool { return slices.Contains(u.defs, o) })
}

// unreadNote returns a statement that records the value of a variable; in an exported program it reports an error
// immediately.
func (a *analysis) unreadNote(n *unread.Note) ast.Stmt {
	v := func() *ast.Ident {
		name := syntax.Ident(n.Pos, n.Var.Name())
		n.Info.Uses[name] = n.Var
		return name
	}
	if a.plain {
		return syntax.Quote(n.Pos, "if Q0 != nil { Q1.Fprintln(Q2.Stderr, Q3, Q4) }", v(), syntax.Ident(n.Pos, FmtName),
			syntax.Ident(n.Pos, OSName), syntax.Quoted(n.Pos, n.Text+":"), v())[0]
	}
	h := a.hooks
	return &ast.ExprStmt{X: h.call(n.Info, n.Pos, h.unread,
		h.literal(n.Info, n.Pos, types.Typ[types.Int], constant.MakeInt64(int64(n.Number))),
		h.literal(n.Info, n.Pos, types.Typ[types.Bool], constant.MakeBool(n.Loop)),
		h.literal(n.Info, n.Pos, types.Typ[types.String], constant.MakeString(n.Text)), v())}
}

// Advice returns lines for the author of the cell.
func (p *Program) Advice() []string { return p.a.advice }

// advise looks for mistakes that Go accepts.
func (a *analysis) advise() {
	if a.quiet || a.plain || a.program || a.cell.Items != nil {
		a.advice = nil
		return
	}
	cell := &advice.Cell{
		Cell: a.cell, Fset: a.fset, Package: a.pkg, Tensor: a.tensor, Lookup: a.get, Text: a.typed, Network: a.cellStruct,
		Former: a.world.FormerFor,
	}
	for _, u := range a.units {
		if u.relink {
			continue
		}
		start := ast.Expr.Pos
		if u.sugar != nil {
			start = func(e ast.Expr) token.Pos { return u.sugar.Span(e).Lo }
		}
		decls := slices.DeleteFunc(slices.Clone(u.decls), func(d ast.Decl) bool { return Synthesized(d) })
		part := advice.Part{Files: u.Files, Decls: decls, Body: u.Body, Info: u.info, Last: u.last, Start: start}
		cell.Parts = append(cell.Parts, part)
	}
	a.advice = append(a.advice, advice.Of(cell)...)
}

// typed returns the text that the user typed from lo to hi, in this cell or an earlier one.
func (a *analysis) typed(lo, hi token.Pos) string {
	for _, u := range a.units {
		if text := a.text(u.cellAt(a, lo), lo, hi); text != "" {
			return text
		}
	}
	return ""
}

// Names of packages in checks of sources, until the program has names for them.
const (
	FmtName = "fmt" + syntax.Mark
	OSName  = "os" + syntax.Mark
)
