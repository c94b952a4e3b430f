package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Advice is about valid Go that can hardly mean what it says. The cell runs all the same; what is said must not be
// said of what people write on purpose.

// Advice returns lines for the one who wrote the cell.
func (p *Program) Advice() []string { return p.a.advice }

// advise looks for mistakes that Go accepts.
func (a *analysis) advise() {
	if a.quiet || a.plain || a.program {
		return
	}
	for _, u := range a.units {
		if u.relink {
			continue
		}
		for _, d := range u.decls {
			if fd, ok := d.(*ast.FuncDecl); ok {
				a.adviseMethod(u, fd)
			}
			a.adviseCalls(u, d)
		}
		if u.body != nil {
			a.adviseCalls(u, u.body)
			a.adviseEcho(u)
		}
	}
	a.adviseComments()
}

func (a *analysis) advisef(format string, args ...any) {
	if line := "hint: " + fmt.Sprintf(format, args...); !slices.Contains(a.advice, line) {
		a.advice = append(a.advice, line)
	}
}

// calledMethods are the methods of a cell that package nn looks for.
var calledMethods = []string{"Construct", "Bprop", "ExtendRepr"}

// adviseMethod is for methods of cells that nothing calls, as they have Python's names.
func (a *analysis) adviseMethod(u *unit, d *ast.FuncDecl) {
	if d.Recv == nil || a.nnCell == nil || synthesized(d) {
		return
	}
	r := receiver(d)
	if r.name == nil {
		return
	}
	tn, ok := u.info.ObjectOf(r.name).(*types.TypeName)
	if !ok || a.cellStruct(tn.Type()) == nil {
		return
	}
	for _, want := range calledMethods {
		if d.Name.Name == want || !strings.EqualFold(strings.ReplaceAll(d.Name.Name, "_", ""), want) {
			continue
		}
		n := a.cellStruct(tn.Type())
		if !slices.ContainsFunc(slices.Collect(n.Methods()), func(m *types.Func) bool { return m.Name() == want }) {
			a.advisef("nothing calls the method %s of %s: in Go it is %s, with a capital letter", d.Name.Name, tn.Name(), want)
		}
	}
}

// adviseCalls is for methods that are printed instead of called, and for indices that are printed instead of
// elements.
func (a *analysis) adviseCalls(u *unit, n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			if a.shown(u, n) {
				for _, arg := range n.Args {
					a.adviseValue(u, arg)
				}
			}
		case *ast.RangeStmt:
			a.adviseRange(u, n)
		}
		return true
	})
}

// shown says whether a call is one of package fmt or py that writes its arguments.
func (a *analysis) shown(u *unit, c *ast.CallExpr) bool {
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := u.info.Uses[sel.Sel].(*types.Func)
	return ok && fn.Pkg() != nil && (fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == pyPath) && strings.Contains(strings.ToLower(fn.Name()), "print")
}

// adviseValue is for a method without arguments in the place of its result: the address of a function says
// nothing.
func (a *analysis) adviseValue(u *unit, e ast.Expr) {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := u.info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return
	}
	sig := s.Type().(*types.Signature)
	if needed := sig.Params().Len(); sig.Results().Len() == 0 || needed > 1 || needed == 1 && !sig.Variadic() {
		return
	}
	cell := u.cellAt(a, sel.Pos())
	lo := sel.Pos()
	if u.sugar != nil {
		lo = u.sugar.span(sel).lo
	}
	text := a.text(cell, lo, sel.End())
	a.advisef("%s is a method: %s() calls it", text, text)
}

// adviseEcho is adviseValue for the last line of a cell.
func (a *analysis) adviseEcho(u *unit) {
	if n := len(u.body.List); u.last && n > 0 && !a.cell.Silent() {
		if es, ok := u.body.List[n-1].(*ast.ExprStmt); ok {
			a.adviseValue(u, es.X)
		}
	}
}

// adviseNamed is for "name, p" over a list of named parameters or cells, whose names are in the elements.
func (a *analysis) adviseNamed(u *unit, s *ast.RangeStmt) {
	list, ok := u.info.TypeOf(s.X).Underlying().(*types.Slice)
	if !ok {
		return
	}
	st, ok := list.Elem().Underlying().(*types.Struct)
	if !ok || st.NumFields() < 2 || st.Field(0).Name() != "Name" {
		return
	}
	text := a.text(u.cellAt(a, s.X.Pos()), s.X.Pos(), s.X.End())
	a.advisef("name is the index: for _, p := range %s has p.Name and p.%s", text, st.Field(1).Name())
}

// indexNames are what people call indices.
var indexNames = []string{"i", "j", "k", "l", "m", "n", "idx", "index", "at", "pos", "count", "num", "number", "_"}

// adviseRange is for a loop over tensors, parameters or cells that prints its only variable, as if it were an
// element.
func (a *analysis) adviseRange(u *unit, s *ast.RangeStmt) {
	id, ok := s.Key.(*ast.Ident)
	if ok && id.Name == "name" && s.Value != nil && s.Tok == token.DEFINE {
		a.adviseNamed(u, s)
		return
	}
	if !ok || s.Value != nil || s.Tok != token.DEFINE || slices.Contains(indexNames, id.Name) {
		return
	}
	list, ok := u.info.TypeOf(s.X).Underlying().(*types.Slice)
	if !ok || !a.ofNetwork(list.Elem()) {
		return
	}
	o, printed, other := u.info.Defs[id], 0, 0
	ast.Inspect(s.Body, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && a.shown(u, c) {
			for _, arg := range c.Args {
				if x, ok := ast.Unparen(arg).(*ast.Ident); ok && u.info.Uses[x] == o {
					printed++
				}
			}
		}
		if x, ok := n.(*ast.Ident); ok && u.info.Uses[x] == o {
			other++
		}
		return true
	})
	if printed > 0 && printed == other {
		text := a.text(u.cellAt(a, s.X.Pos()), s.X.Pos(), s.X.End())
		a.advisef("%s is the index: for _, %s := range %s goes over the elements", id.Name, id.Name, text)
	}
}

// ofNetwork says whether t is a tensor, a parameter or a cell.
func (a *analysis) ofNetwork(t types.Type) bool {
	if a.tensor != nil && types.Identical(t, a.tensor) {
		return true
	}
	for _, name := range []string{"Tensor", "CellBase"} {
		if o, _, _ := types.LookupFieldOrMethod(t, true, a.pkg, name); o != nil {
			return true
		}
	}
	return false
}
