package hints

import (
	"go/ast"
	"go/token"
	"go/types"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// otherwise returns the hint for a name of Python, or "" if there is none.
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

// snake returns a name in Python's spelling: to_csr for ToCSR.
func snake(name string) string { return strings.ToLower(wordStart().ReplaceAllString(name, "${1}_$2")) }

var wordStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([a-z0-9])([A-Z])`) })

// inPlace is for Python's x.name_, which changes the tensor or parameter x of type t: x.add_ is x.AddAssign. Without
// such a method, the result is computed and assigned.
func (h *Hints) inPlace(t types.Type, x, name string) string {
	base, ok := strings.CutSuffix(name, "_")
	if !ok || !h.holdsTensor(t) {
		return ""
	}
	members := membersOf(t, nil)
	if m := sameName(base+"Assign", members); m != "" {
		return Meant(m)
	}
	goes := h.opOf(base)
	if m := sameName(base, members); m != "" {
		if f, _, _ := types.LookupFieldOrMethod(t, true, nil, m); h.makesTensor(f) {
			goes = x + "." + m
		}
	}
	if goes == "" {
		return ""
	}
	return " (in place: " + x + ".Assign(" + goes + "(…)))"
}

// opOf returns the function of package ops for Python's name, or "" if there is none.
func (h *Hints) opOf(name string) string {
	if found, ok := h.Python.Find("ops." + name); ok && strings.HasPrefix(found.Goes, "ops.") {
		return found.Goes
	}
	return ""
}

// holdsTensor reports whether t is the type of tensors or parameters.
func (h *Hints) holdsTensor(t types.Type) bool {
	assign, _, _ := types.LookupFieldOrMethod(t, true, nil, "Assign")
	return h.makesTensor(assign)
}

// sameName returns the element of names that equals name except for case and underscores, or "" if there is none.
func sameName(name string, names []string) string {
	name = strings.ReplaceAll(name, "_", "")
	if i := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); i >= 0 {
		return names[i]
	}
	return ""
}

// makesTensor reports whether o is a method that returns a tensor.
func (h *Hints) makesTensor(o types.Object) bool {
	f, ok := o.(*types.Func)
	return ok && h.Tensor != nil && f.Signature().Results().Len() == 1 &&
		types.Identical(f.Signature().Results().At(0).Type(), h.Tensor)
}

// chainAt returns the longest chain x.a.b that has an identifier at pos.
func (h *Hints) chainAt(pos token.Pos) string {
	chain := ""
	for _, f := range h.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			if e, ok := n.(*ast.SelectorExpr); ok && e.Pos() <= pos && pos <= e.Sel.Pos() {
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
			return " (the variable " + id.Name + " hides package " + path + ": rename it, or write import other \"" +
				path + "\" and other." + sel.Sel.Name + ")"
		}
	}
	return ""
}
