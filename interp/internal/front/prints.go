package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"
)

// In a cell, print and println show what package fmt shows, on standard output: an address, which Go's own print of a
// tensor, says nothing. Operands of print stand side by side, as in Go. Programs keep Go's.

// printers are the builtin functions by the functions of fmt that take their place.
var printers = map[string]string{"print": "Print", "println": "Println"}

// prints puts package fmt in the place of the builtin functions, before the cell is checked. Declared are the names
// that the cell declares itself.
func (a *analysis) prints(p *piece, declared map[string]bool) {
	if p.file == nil || !strings.Contains(p.cell.Src, "print") || isProgram(lex(p.cell.Src)) {
		return
	}
	builtin := map[*ast.Ident]bool{}
	for _, id := range p.file.Unresolved {
		if printers[id.Name] != "" && !declared[id.Name] && a.get(id.Name) == nil {
			builtin[id] = true
		}
	}
	if len(builtin) == 0 {
		return
	}
	ast.Inspect(p.file, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if id, ok := c.Fun.(*ast.Ident); ok && builtin[id] {
			if id.Name == "print" && len(c.Args) > 1 && !c.Ellipsis.IsValid() {
				for i, arg := range c.Args {
					c.Args[i] = &ast.CallExpr{Fun: fmtFunc(arg.Pos(), "Sprint"), Lparen: arg.Pos(), Args: []ast.Expr{arg}, Rparen: arg.End()}
				}
			}
			c.Fun = fmtFunc(id.NamePos, printers[id.Name])
		}
		return true
	})
	a.usesFmt = true
}

// declaredNames returns what the pieces of a cell declare at its top level.
func declaredNames(pieces []*piece) map[string]bool {
	names := map[string]bool{}
	for _, p := range pieces {
		for _, n := range declared(p.file) {
			names[n] = true
		}
		if p.body == nil {
			continue
		}
		for _, s := range p.body.List {
			for _, n := range defines(s) {
				names[n] = true
			}
		}
	}
	return names
}

func fmtFunc(pos token.Pos, name string) ast.Expr {
	return &ast.SelectorExpr{X: ident(pos, fmtID), Sel: ident(pos, name)}
}

// runtimeFmt is package fmt under the name that prints gives it, nil when no cell needs it.
func (a *analysis) runtimeFmt() types.Object {
	if !a.usesFmt {
		return nil
	}
	return types.NewPkgName(token.NoPos, a.pkg, fmtID, a.known("fmt"))
}

// unprinted gives the functions of fmt in a message the names that the user has typed.
func unprinted(msg string) string {
	for name, fn := range printers {
		msg = strings.ReplaceAll(msg, fmtID+"."+fn+"(", name+"(")
		msg = strings.ReplaceAll(msg, fmtID+"."+fn+" ", name+" ")
	}
	return msg
}
