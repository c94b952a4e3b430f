package schedule

import (
	"go/ast"
	"go/types"

	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// ahead divides declarations that are checked together. The first ones are those needed by the signatures of methods
// added to types of earlier cells: each check makes new types, and the method must have those of the rest of the
// cell. These types include their methods and what those need, except for declarations that may call the added
// methods.
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

// group is a group of declarations that ahead divides.
type group struct {
	owner map[string]*decl
	added map[string]bool // names of methods added to types of earlier cells
	first map[*decl]bool
}

// take moves d and what it names to the first part.
func (g *group) take(d *decl) {
	if d == nil || g.first[d] {
		return
	}
	g.first[d] = true
	for n := range d.free {
		g.take(g.owner[n])
	}
}

// calls reports whether d, or what it names, selects something with the name of an added method.
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

// method returns the method that d declares and the name of its receiver's type, or "" for other declarations.
func (d *decl) method() (*ast.FuncDecl, string) {
	if fd, ok := d.File.Decls[0].(*ast.FuncDecl); ok {
		if r := syntax.ReceiverOf(fd); r.Name != nil {
			return fd, r.Name.Name
		}
	}
	return nil, ""
}
