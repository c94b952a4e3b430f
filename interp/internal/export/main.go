package export

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// writeStmts prints a run of statements as a part of main.
func (x *program) writeStmts(b *bytes.Buffer, e *unit) error {
	w := x.namesOnly(e)
	if syntax.Leaves(e.Body.List) {
		return x.writeLeaving(b, e, w)
	}
	if err := x.writeList(b, e, w); err != nil {
		return err
	}
	return x.writeEcho(b, e, w)
}

func (x *program) writeList(b *bytes.Buffer, e *unit, w *syntax.Walker) error {
	for i, s := range e.Body.List {
		if i > 0 && x.afterBlankLine(e.Cell, x.f.Offset(e.Cell, s.Pos())) {
			b.WriteByte('\n')
		}
		if err := x.writeStmt(b, e, w, s); err != nil {
			return err
		}
	}
	return nil
}

func (x *program) predeclare(b *bytes.Buffer, e *unit, o types.Object) error {
	if e.Reuse[o] != nil {
		return nil
	}
	if err := x.writeVar(b, e, o); err != nil {
		return err
	}
	fmt.Fprintf(b, "\n_ = %s\n", x.name(o))
	return nil
}

// writeVar declares a variable that statements assign.
func (x *program) writeVar(b *bytes.Buffer, e *unit, o types.Object) error {
	fmt.Fprintf(b, "var %s ", x.name(o))
	typ := e.mustType(o.Type(), token.NoPos)
	if v := e.variableOf(o.Type()); v != nil {
		b.WriteString("= ")
		typ = v
	}
	return printer.Fprint(b, token.NewFileSet(), typ)
}

func (x *program) writeStmt(b *bytes.Buffer, e *unit, w *syntax.Walker, s ast.Stmt) error {
	checks := e.Checks[s]
	var defs, before []types.Object
	for _, id := range syntax.DefinedIdents(s) {
		if o := e.Info.Defs[id]; o != nil && id.Name != "_" {
			defs = append(defs, o)
		}
	}
	switch st := s.(type) {
	case *ast.AssignStmt:
		before = x.plainAssign(e, st, defs)
	case *ast.DeclStmt:
		if gd, ok := st.Decl.(*ast.GenDecl); ok && gd.Tok == token.VAR && x.oldVars(e, defs) {
			return x.writeVars(b, e, w, gd)
		}
	case *ast.ExprStmt:
		s = e.discarded(st)
	}
	for _, o := range before {
		if err := x.predeclare(b, e, o); err != nil {
			return err
		}
	}
	for _, n := range syntax.DefinedIdents(s) {
		e.rename(n)
	}
	cell := e.Cell
	b.WriteString(x.above(cell, x.f.Offset(cell, s.Pos())))
	beside := x.beside(cell, x.f.Offset(cell, s.End()))
	for _, out := range w.Stmts(s) {
		if err := x.printCommented(b, out, cell.Comments); err != nil {
			return err
		}
		b.WriteString(beside + "\n")
		beside = ""
	}
	for _, check := range w.List(checks) {
		if err := printer.Fprint(b, token.NewFileSet(), check); err != nil {
			return err
		}
		b.WriteByte('\n')
	}
	for _, o := range defs {
		if !x.read[e.Kept(o)] && !x.global[e.Kept(o)] {
			fmt.Fprintf(b, "_ = %s\n", x.name(o))
		}
	}
	return nil
}

// discarded assigns a bare value, which Go does not allow as a statement, to _.
func (e *unit) discarded(s *ast.ExprStmt) ast.Stmt {
	if call, ok := ast.Unparen(s.X).(*ast.CallExpr); ok {
		fun := e.Info.Types[call.Fun]
		if !fun.IsType() && !(fun.IsBuiltin() && e.Info.Types[s.X].IsValue()) {
			return s
		}
	}
	return syntax.Assign(s.X.Pos(), syntax.Ident(s.X.Pos(), "_"), s.X)
}

// plainAssign converts := to an assignment if what it declares is already declared. If only some of it is, it returns
// declarations for the rest.
func (x *program) plainAssign(e *unit, s *ast.AssignStmt, defs []types.Object) (before []types.Object) {
	if s.Tok != token.DEFINE {
		return nil
	}
	old, global := 0, 0
	for _, o := range defs {
		if x.global[e.Kept(o)] {
			global++
		} else if e.Reuse[o] != nil {
			old++
		} else {
			before = append(before, o)
		}
	}
	if global == 0 && old < len(defs) {
		return nil
	}
	s.Tok = token.ASSIGN
	return before
}

// oldVars reports whether a var declaration declares something that is already declared.
func (x *program) oldVars(e *unit, defs []types.Object) bool {
	return slices.ContainsFunc(defs, func(o types.Object) bool { return e.Reuse[o] != nil || x.global[o] })
}

// writeVars prints a var declaration as assignments.
func (x *program) writeVars(b *bytes.Buffer, e *unit, w *syntax.Walker, gd *ast.GenDecl) error {
	for _, s := range gd.Specs {
		vs := s.(*ast.ValueSpec)
		as := &ast.AssignStmt{TokPos: gd.TokPos, Tok: token.ASSIGN, Rhs: vs.Values}
		for _, n := range vs.Names {
			if o := e.Info.Defs[n]; o != nil && e.Reuse[o] == nil && !x.global[o] {
				if err := x.predeclare(b, e, o); err != nil {
					return err
				}
			}
			as.Lhs = append(as.Lhs, n)
			if len(vs.Values) == 0 {
				as.Rhs = append(as.Rhs, syntax.QuoteExpr(gd.TokPos, "*new(Q0)", e.mustType(e.Info.Defs[n].Type(), gd.TokPos)))
			}
		}
		for _, out := range w.Stmts(as) {
			if err := printer.Fprint(b, x.f.Fset(), out); err != nil {
				return err
			}
			b.WriteByte('\n')
		}
	}
	return nil
}

// writeEcho prints the last expression: its value is kept only if a later cell uses it.
func (x *program) writeEcho(b *bytes.Buffer, e *unit, w *syntax.Walker) error {
	if !e.Shows {
		return nil
	}
	off := -1
	if e.Keeps != nil {
		off = x.f.Offset(e.Cell, e.Keeps.Rhs[0].Pos())
	}
	if len(e.Body.List) > 0 && x.afterBlankLine(e.Cell, off) {
		b.WriteByte('\n')
	}
	if !e.shown {
		return x.writeUnseen(b, e, w)
	}
	b.WriteString(x.above(e.Cell, off))
	shows, err := x.echo(e, w)
	if err != nil {
		return err
	}
	b.WriteString(shows.now())
	return nil
}

// writeUnseen prints the last expression of a part of a cell that is not the last part: its value is not shown.
func (x *program) writeUnseen(b *bytes.Buffer, e *unit, w *syntax.Walker) error {
	as := e.Keeps
	if as == nil {
		return nil
	}
	if out := e.Info.Uses[as.Lhs[0].(*ast.Ident)]; len(as.Lhs) == 1 && x.usedLater(e, out) {
		fmt.Fprintf(b, "%s %s %s\n", x.name(out), x.assignment(out), x.text(w.Visit(as.Rhs[0])))
		return nil
	}
	for _, value := range as.Rhs {
		if err := x.writeStmt(b, e, w, &ast.ExprStmt{X: value}); err != nil {
			return err
		}
	}
	return nil
}

// echoed is the code that shows the value of a last expression: it computes the value, then prints it.
type echoed struct {
	name, op, value string // name op value; "" for nil
	print           string
	later           bool // a later cell uses the value
	several         bool
	single          string // prints the value without naming it, "" if that is not possible
}

// now returns the code for printing the value immediately.
func (s echoed) now() string {
	switch {
	case s.single != "" && !s.later:
		return s.single
	case s.several:
		return "{\n" + s.assign() + s.print + "}\n"
	}
	return s.assign() + s.print
}

func (s echoed) assign() string {
	if s.value == "" {
		return ""
	}
	return fmt.Sprintf("%s %s %s\n", s.name, s.op, s.value)
}

// echo returns the code that shows the value of a last expression.
func (x *program) echo(e *unit, w *syntax.Walker) (s echoed, err error) {
	display, fmtName, as := e.importName(displayPath), e.importName("fmt"), e.Keeps
	if as == nil {
		return echoed{print: fmt.Sprintf("%s.Println(\"nil\")\n", fmtName)}, nil
	}
	var text bytes.Buffer
	for i, value := range as.Rhs {
		if i > 0 {
			text.WriteString(", ")
		}
		if err := printer.Fprint(&text, x.f.Fset(), w.Visit(value)); err != nil {
			return s, err
		}
	}
	s.value, s.op, s.several = text.String(), ":=", len(as.Lhs) > 1
	if s.several {
		s.name, s.print = echoAll(len(as.Lhs), e.Results, fmtName, display)
		return s, nil
	}
	print := func(v string) string { return fmt.Sprintf("%s.Println(%s.Echo(%s).Text())\n", fmtName, display, v) }
	out := e.Info.Uses[as.Lhs[0].(*ast.Ident)]
	if s.name, s.later = "v", x.usedLater(e, out); s.later {
		s.name, s.op = x.name(out), x.assignment(out)
	} else if e.Results {
		s.name = "err"
	}
	s.print, s.single = print(s.name), print(s.value)
	if e.Results {
		s.print = fmt.Sprintf("if %s != nil {\n%s}\n", s.name, s.print)
		s.single = fmt.Sprintf("if err := %s; err != nil {\n%s}\n", s.value, print("err"))
	}
	return s, nil
}

// echoAll names n values and prints them; a nil error at their end is left out.
func echoAll(n int, results bool, fmtName, display string) (names, print string) {
	names = "v0"
	for i := range n - 1 {
		names += fmt.Sprintf(", v%d", i+1)
	}
	if !results {
		return names, fmt.Sprintf("%s.Println(%s.EchoAll([]any{%s}).Text())\n", fmtName, display, names)
	}
	cut := strings.LastIndex(names, ", ")
	values, err := names[:cut], names[cut+2:]
	return names, fmt.Sprintf("values := []any{%s}\nif %s != nil {\nvalues = append(values, %s)\n}\n"+
		"%s.Println(%s.EchoAll(values).Text())\n", values, err, err, fmtName, display)
}

// writeLeaving prints statements that return or defer: that ends the cell, not the program, and its variables stay in
// scope. The value that the cell shows is computed before the deferred calls, and printed after them, if the cell has
// computed it.
func (x *program) writeLeaving(b *bytes.Buffer, e *unit, w *syntax.Walker) error {
	for _, o := range e.Defs {
		if !e.isOut(o) || x.usedLater(e, o) {
			x.global[o] = true
		}
	}
	shows := e.Shows && e.shown
	if shows && x.show == "" {
		x.show = x.fresh("show")
	}
	if shows {
		fmt.Fprintf(b, "{\n%s := func() {}\n", x.show)
	}
	b.WriteString("func() {\n")
	if err := x.writeList(b, e, w); err != nil {
		return err
	}
	if !shows {
		if err := x.writeEcho(b, e, w); err != nil {
			return err
		}
		b.WriteString("}()\n")
		return nil
	}
	s, err := x.echo(e, w)
	fmt.Fprintf(b, "%s%s = func() {\n%s}\n}()\n%s()\n}\n", s.assign(), x.show, s.print, x.show)
	return err
}

// isOut reports whether an object of the unit is a variable for the value that it shows.
func (e *unit) isOut(o types.Object) bool {
	return e.Keeps != nil && slices.ContainsFunc(e.Keeps.Lhs, func(l ast.Expr) bool {
		return e.Info.Uses[l.(*ast.Ident)] == o
	})
}

// assignment returns the token for setting an Out variable: functions may already refer to it.
func (x *program) assignment(out types.Object) string {
	if x.global[out] {
		return "="
	}
	return ":="
}

// usedLater reports whether a cell after that of e uses an Out variable.
func (x *program) usedLater(e *unit, o types.Object) bool {
	for _, u := range x.units {
		if u == e {
			continue
		}
		for _, used := range u.Info.Uses {
			if used == o {
				return true
			}
		}
	}
	return false
}
