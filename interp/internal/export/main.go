package export

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/printer"
	"go/token"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// writeStmts prints a run of statements as a part of main.
func (x *program) writeStmts(b *bytes.Buffer, e *unit) error {
	list := e.Body.List
	whole := leaves(list)
	if whole { // return and defer end the cell, not the program; its variables go on
		for _, o := range e.Defs {
			x.global[o] = true
		}
		b.WriteString("func() {\n")
	}
	w := x.namesOnly(e)
	for i, s := range list {
		if i > 0 && x.parted(e.Cell, x.f.Offset(e.Cell, s.Pos())) {
			b.WriteByte('\n')
		}
		if err := x.writeStmt(b, e, w, s); err != nil {
			return err
		}
	}
	if whole {
		b.WriteString("}()\n")
	}
	return x.writeEcho(b, e, w)
}

// leaves says whether statements leave their function, other than by running to the end.
func leaves(list []ast.Stmt) bool {
	found := false
	for _, s := range list {
		ast.Inspect(s, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.FuncLit:
				return false
			case *ast.ReturnStmt, *ast.DeferStmt:
				found = true
			}
			return !found
		})
	}
	return found
}

func (x *program) predeclare(b *bytes.Buffer, e *unit, o types.Object) error {
	if e.Reuse[o] != nil {
		return nil
	}
	fmt.Fprintf(b, "var %s ", x.name(o))
	if err := printer.Fprint(b, token.NewFileSet(), e.mustType(o.Type(), token.NoPos)); err != nil {
		return err
	}
	fmt.Fprintf(b, "\n_ = %s\n", x.name(o))
	return nil
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

// plainAssign makes := an assignment when what it declares is declared already. It returns what must
// be declared first when only some of it is.
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

// oldVars says whether a var declaration declares something that is declared elsewhere.
func (x *program) oldVars(e *unit, defs []types.Object) bool {
	for _, o := range defs {
		if e.Reuse[o] != nil || x.global[o] {
			return true
		}
	}
	return false
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

// writeEcho prints the last expression: its value is kept only if a later cell asks for it.
func (x *program) writeEcho(b *bytes.Buffer, e *unit, w *syntax.Walker) error {
	if !e.Shows {
		return nil
	}
	display, fmtName := e.importName(displayPath), e.importName("fmt")
	off := -1
	if e.Keeps != nil {
		off = x.f.Offset(e.Cell, e.Keeps.Rhs[0].Pos())
	}
	if len(e.Body.List) > 0 && x.parted(e.Cell, off) {
		b.WriteByte('\n')
	}
	as := e.Keeps
	if !e.shown {
		return x.writeUnseen(b, e, w, as)
	}
	b.WriteString(x.above(e.Cell, off))
	if as == nil {
		fmt.Fprintf(b, "%s.Println(\"nil\")\n", fmtName)
		return nil
	}
	var text bytes.Buffer
	for i, value := range as.Rhs {
		if i > 0 {
			text.WriteString(", ")
		}
		if err := printer.Fprint(&text, x.f.Fset(), w.Visit(value)); err != nil {
			return err
		}
	}
	b.WriteString(x.echoText(e, as, text.String(), fmtName, display))
	return nil
}

// writeUnseen prints the last expression of a part of a cell that something follows: nobody sees its value.
func (x *program) writeUnseen(b *bytes.Buffer, e *unit, w *syntax.Walker, as *ast.AssignStmt) error {
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

// echoText is the code that prints the value of a last expression, which the text of is given.
func (x *program) echoText(e *unit, as *ast.AssignStmt, text, fmtName, display string) string {
	out := func(i int) types.Object { return e.Info.Uses[as.Lhs[i].(*ast.Ident)] }
	if len(as.Lhs) > 1 {
		names := "v0"
		for i := range as.Lhs[1:] {
			names += fmt.Sprintf(", v%d", i+1)
		}
		if !e.Results {
			return fmt.Sprintf("{\n%s := %s\n%s.Println(%s.EchoAll([]any{%s}).Text())\n}\n",
				names, text, fmtName, display, names)
		}
		cut := strings.LastIndex(names, ", ")
		values, err := names[:cut], names[cut+2:]
		return fmt.Sprintf("{\n%s := %s\nvalues := []any{%s}\nif %s != nil {\nvalues = append(values, %s)\n}\n"+
			"%s.Println(%s.EchoAll(values).Text())\n}\n",
			names, text, values, err, err, fmtName, display)
	}
	name, later, op := x.name(out(0)), x.usedLater(e, out(0)), x.assignment(out(0))
	switch {
	case later && e.Results:
		return fmt.Sprintf("%s %s %s\nif %s != nil {\n%s.Println(%s.Echo(%s).Text())\n}\n",
			name, op, text, name, fmtName, display, name)
	case later:
		return fmt.Sprintf("%s %s %s\n%s.Println(%s.Echo(%s).Text())\n", name, op, text, fmtName, display, name)
	case e.Results:
		return fmt.Sprintf("if err := %s; err != nil {\n%s.Println(%s.Echo(err).Text())\n}\n", text, fmtName, display)
	}
	return fmt.Sprintf("%s.Println(%s.Echo(%s).Text())\n", fmtName, display, text)
}

// assignment is what gives an Out variable its value: functions may use it already.
func (x *program) assignment(out types.Object) string {
	if x.global[out] {
		return "="
	}
	return ":="
}

// usedLater says whether a cell after that of e uses an Out variable.
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
