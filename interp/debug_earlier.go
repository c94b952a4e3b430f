package interp

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Functions and methods declared by cells are recompiled for a debugger. Function literals already made by
// statements, and generic functions, keep their code until their cell runs again: until then, breakpoints in them
// have no effect.

// texts returns the texts of the cells that have run.
func (s *Session) texts() map[string]bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := make(map[string]bool, len(s.cells))
	for _, text := range s.cells {
		all[text] = true
	}
	return all
}

// kept reports whether a cell was last run without the debugger.
func (d *Debugger) kept(text string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.earlier[text]
}

// compiled records that a cell has been compiled for the debugger, if one is attached, and reports its pending
// breakpoints.
func (d *Debugger) compiled(cell string) {
	d.mu.Lock()
	none := len(d.earlier) == 0
	d.mu.Unlock()
	if none {
		return
	}
	text, _ := d.s.textOf(cell)
	if !d.kept(text) {
		return
	}
	d.mu.Lock()
	delete(d.earlier, text)
	d.mu.Unlock()
	e := DebugEvent{Kind: "effective"}
	_, keeping := statementLines(text)
	for _, b := range d.Breakpoints()[text] {
		if keeping[b.Line] != "" {
			e.Hit = append(e.Hit, b.ID)
		}
	}
	if len(e.Hit) > 0 {
		d.event(e)
	}
}

// statementLines returns the lines of a cell on which statements begin, in order. keeping maps lines within code that
// is not recompiled to a description of that code.
func statementLines(text string) (lines []int, keeping map[int]string) {
	fset := token.NewFileSet()
	cell := syntax.NewCell(1, syntax.Program(goOnly(text)))
	pieces, _ := syntax.Reader{Fset: fset}.Parse(cell, syntax.Split(cell.Src))
	seen := map[int]bool{}
	keeping = map[int]string{}
	var walk func(n ast.Node, what string, declared bool)
	walk = func(n ast.Node, what string, declared bool) {
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				switch {
				case n.Body == nil:
				case n.Name.Name == "_":
					return true // the statements of the cell
				case n.Type.TypeParams != nil || len(syntax.ReceiverOf(n).Params) > 0:
					walk(n.Body, "generic function", true)
				default:
					walk(n.Body, "", true)
				}
				return false
			case *ast.FuncLit:
				if !declared {
					walk(n.Body, "function literal", true)
				}
				return declared
			case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause, *ast.EmptyStmt:
			case ast.Stmt:
				if line := syntax.Position(fset, n.Pos()).Line; line > 0 && !seen[line] {
					seen[line], keeping[line] = true, what
					lines = append(lines, line)
				}
			}
			return true
		})
	}
	for _, p := range pieces {
		if p.File != nil {
			walk(p.File, "", false)
		}
	}
	slices.Sort(lines)
	return lines, keeping
}
