package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// In a cell, print is Python's and println that of package fmt, on standard output: Go's own functions would print
// the address of a tensor. Programs keep Go's.

// printers lists the functions that replace the built-in ones.
var printers = map[string]struct{ pkg, name string }{"print": {pyID, "Print"}, "println": {FmtName, "Println"}}

// pyID is the name of package py in rewritten code.
const (
	pyID   = "py" + syntax.Mark
	pyPath = ourPaths + "py"
	hookID = "cellrt" + syntax.Mark // the package of hooks
)

// prints replaces the built-in functions by those of printers, before the cell is checked. Declared are the names
// that the cell declares itself.
func (a *analysis) prints(p *syntax.Piece, declared map[string]bool) {
	if p.File == nil || !strings.Contains(p.Cell.Src, "print") {
		return
	}
	builtin := map[*ast.Ident]bool{}
	for _, id := range p.File.Unresolved {
		if printers[id.Name].name != "" && !declared[id.Name] && a.get(id.Name) == nil {
			builtin[id] = true
		}
	}
	if len(builtin) == 0 || p.Cell.IsProgram() {
		return
	}
	ast.Inspect(p.File, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if id, ok := c.Fun.(*ast.Ident); ok && builtin[id] {
			by := printers[id.Name]
			c.Fun = &ast.SelectorExpr{X: syntax.Ident(id.NamePos, by.pkg), Sel: syntax.Ident(id.NamePos, by.name)}
			a.usesFmt, a.usesPy = a.usesFmt || by.pkg == FmtName, a.usesPy || by.pkg == pyID
		}
		return true
	})
}

// declaredNames returns the names that the pieces of a cell declare at top level.
func declaredNames(pieces []*syntax.Piece) map[string]bool {
	names := map[string]bool{}
	for _, p := range pieces {
		for _, n := range syntax.Declared(p.File) {
			names[n] = true
		}
		if p.Body == nil {
			continue
		}
		for _, s := range p.Body.List {
			for _, n := range syntax.Defines(s) {
				names[n] = true
			}
		}
	}
	return names
}

// printing returns the packages that the cell needs for the result of prints.
func (a *analysis) printing() (pkgs []types.Object) {
	if a.usesFmt {
		pkgs = append(pkgs, types.NewPkgName(token.NoPos, a.pkg, FmtName, a.known("fmt")))
	}
	if a.usesPy {
		pkgs = append(pkgs, types.NewPkgName(token.NoPos, a.pkg, pyID, a.known(pyPath)))
	}
	if len(a.stales) > 0 || a.stubbed {
		pkgs = append(pkgs, types.NewPkgName(token.NoPos, a.pkg, hookID, a.hooks.pkg))
	}
	return pkgs
}

// unprinted restores the names typed by the user for functions in a message.
func unprinted(msg string) string {
	for name, by := range printers {
		msg = strings.ReplaceAll(msg, by.pkg+"."+by.name+"(", name+"(")
		msg = strings.ReplaceAll(msg, by.pkg+"."+by.name+" ", name+" ")
	}
	return msg
}
