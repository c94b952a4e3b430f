package hints

import (
	"go/ast"
	"go/token"
	"strings"
)

// otherwise says what a name of Python is here, "" where nothing is known.
func (h *Hints) otherwise(name string) string {
	found, ok := h.Python.Find(name)
	if !ok {
		return ""
	}
	if found.Path != "" && !strings.Contains(found.Goes, "(") {
		return Meant(found.Goes)
	}
	return found.Here()
}

// chainAt returns the longest chain x.a.b that begins with the identifier at pos.
func (h *Hints) chainAt(pos token.Pos) string {
	chain := ""
	for _, f := range h.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok && e.Pos() == pos {
				if text := chainOf(e); len(text) > len(chain) {
					chain = text
				}
			}
			return true
		})
	}
	return chain
}

func chainOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		if x := chainOf(e.X); x != "" {
			return x + "." + e.Sel.Name
		}
	}
	return ""
}

// hiddenPackage is for a member of a variable that a package of the same name has.
func (h *Hints) hiddenPackage(sel *ast.SelectorExpr) string {
	id, ok := sel.X.(*ast.Ident)
	if !ok {
		return ""
	}
	for _, path := range h.World.PathsNamed(id.Name) {
		if h.World.HasMember(path, sel.Sel.Name) {
			return " (the variable " + id.Name + " hides package " + path + ": give it another name, or say import other \"" +
				path + "\" and other." + sel.Sel.Name + ")"
		}
	}
	return ""
}
