package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/schedule"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// A name that its own initial value refers to is undefined in a cell, which runs in order. In Go it is an
// initialization cycle. So names undefined in a cell are looked up in the cycles of the package that its declarations
// would form.

// initCycles returns the initialization cycles of a cell in which names are undefined.
func (f *Front) initCycles(cell *syntax.Cell, found Diags) (cycles Diags) {
	missing := false
	for _, d := range found {
		missing = missing || strings.HasPrefix(d.Msg, "undefined: ") || strings.Contains(d.Msg, " undefined (")
	}
	if !missing {
		return nil
	}
	pieces, errs := f.reader().Parse(cell, syntax.Split(cell.Src))
	if len(errs) > 0 {
		return nil
	}
	a := f.newAnalysis(cell)
	u := &unit{Unit: &schedule.Unit{Cell: cell, Free: map[string]bool{}}}
	names := map[string]bool{}
	for _, p := range pieces {
		if p.Kind == syntax.ImportItem {
			a.importDecl(p)
			continue
		}
		if p.Kind == syntax.StmtItem {
			p.File.Decls = variables(p.Body.List, f.env)
		}
		for _, n := range syntax.Declared(p.File) {
			names[n] = true
		}
		syntax.CollectFree(p.File, u.Free)
		u.Files = append(u.Files, p.File)
	}
	a.fill(u, names)
	for _, e := range a.typecheck(u, u.Files) {
		if part, ok := strings.CutPrefix(e.Msg, "\t"); ok && len(cycles) > 0 { // the next element of the cycle
			last := &cycles[len(cycles)-1]
			last.Msg += fmt.Sprintf("\n\t%v: %s", a.Position(e.Pos), part)
		}
		if strings.HasPrefix(e.Msg, "initialization cycle") {
			cycles = append(cycles, Diag{a.Position(e.Pos), e.Msg})
		}
	}
	return cycles
}

// variables returns the variable declarations among statements, as package-level declarations, except those of names
// in the session: x := x + 1 is not a cycle there.
func variables(list []ast.Stmt, known map[string]types.Object) (decls []ast.Decl) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.DeclStmt:
			decls = append(decls, s.Decl)
		case *ast.AssignStmt:
			spec := &ast.ValueSpec{Values: s.Rhs}
			for _, l := range s.Lhs {
				if id, ok := l.(*ast.Ident); ok && known[id.Name] == nil {
					spec.Names = append(spec.Names, id)
				}
			}
			if s.Tok == token.DEFINE && len(spec.Names) == len(s.Lhs) {
				decls = append(decls, &ast.GenDecl{TokPos: s.Pos(), Tok: token.VAR, Specs: []ast.Spec{spec}})
			}
		}
	}
	return decls
}
