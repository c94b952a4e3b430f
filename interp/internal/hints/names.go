package hints

import (
	"go/ast"
	"go/token"
	"go/types"
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

// inPlace is for a method x.name_ of Python, which changes the tensor x, on a tensor or parameter of type t: x.add_ is
// x.AddAssign, and what has no such method is computed and assigned.
func (h *Hints) inPlace(t types.Type, x, name string) string {
	base, ok := strings.CutSuffix(name, "_")
	if assign, _, _ := types.LookupFieldOrMethod(t, true, nil, "Assign"); !ok || base == "" || !h.makesTensor(assign) {
		return ""
	}
	written := strings.ReplaceAll(base, "_", "")
	goes := ""
	for _, m := range membersOf(t, nil) {
		if strings.EqualFold(m, written+"Assign") {
			return Meant(m)
		}
		if f, _, _ := types.LookupFieldOrMethod(t, true, nil, m); strings.EqualFold(m, written) && h.makesTensor(f) {
			goes = x + "." + m
		}
	}
	if found, ok := h.Python.Find("ops." + base); ok && goes == "" && strings.HasPrefix(found.Goes, "ops.") {
		goes = found.Goes
	}
	if goes == "" {
		return ""
	}
	return " (in place: " + x + ".Assign(" + goes + "(…)))"
}

// makesTensor says whether o is a method that returns a tensor.
func (h *Hints) makesTensor(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && h.Tensor != nil && f.Signature().Results().Len() == 1 &&
		types.Identical(f.Signature().Results().At(0).Type(), h.Tensor)
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
