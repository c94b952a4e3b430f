package schedule

import (
	"go/ast"
	"go/types"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// ahead divides declarations that are checked at once. Those come first that the signatures of methods need which are
// added to types of earlier cells: each check makes types of its own, and the method must have those that the rest of
// the cell has. With these types go their methods and what those need, but for what may call the added methods.
func ahead(decls []*decl, get func(string) types.Object) (first, rest []*decl) {
	g := &group{owner: map[string]*decl{}, added: map[string]bool{}, first: map[*decl]bool{}}
	for _, d := range decls {
		for _, n := range d.names {
			g.owner[n] = d
		}
	}
	var needed []string
	for _, d := range decls {
		if fd, r := d.method(); r != "" && g.owner[r] == nil && get(r) != nil {
			g.added[fd.Name.Name] = true
			ast.Inspect(fd.Type, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					needed = append(needed, id.Name)
				}
				return true
			})
		}
	}
	for _, n := range needed {
		if o := g.owner[n]; o != nil && !o.isFunc() {
			g.take(o)
		}
	}
	for grown := len(g.first) > 0; grown; {
		grown = false
		for _, d := range decls {
			if _, r := d.method(); r != "" && g.first[g.owner[r]] && !g.first[d] && !g.calls(d, map[*decl]bool{}) {
				g.take(d)
				grown = true
			}
		}
	}
	for _, d := range decls {
		if g.first[d] {
			first = append(first, d)
		} else {
			rest = append(rest, d)
		}
	}
	return first, rest
}

// group is declarations that ahead divides.
type group struct {
	owner map[string]*decl
	added map[string]bool // the names of methods that are added to types of earlier cells
	first map[*decl]bool
}

// take puts d and what it names among the first.
func (g *group) take(d *decl) {
	if d == nil || g.first[d] {
		return
	}
	g.first[d] = true
	for n := range d.free {
		g.take(g.owner[n])
	}
}

// calls reports whether d, or what it names, selects something of the name of an added method.
func (g *group) calls(d *decl, seen map[*decl]bool) bool {
	if d == nil || seen[d] {
		return false
	}
	seen[d] = true
	found := false
	ast.Inspect(d.File, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		found = found || ok && g.added[s.Sel.Name]
		return !found
	})
	for n := range d.free {
		found = found || g.calls(g.owner[n], seen)
	}
	return found
}

// method returns the method that d declares and the name of its receiver's type, "" for other declarations.
func (d *decl) method() (*ast.FuncDecl, string) {
	if fd, ok := d.File.Decls[0].(*ast.FuncDecl); ok {
		if r := syntax.ReceiverOf(fd); r.Name != nil {
			return fd, r.Name.Name
		}
	}
	return nil, ""
}
