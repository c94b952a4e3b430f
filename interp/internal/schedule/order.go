package schedule

import (
	"go/ast"
	"go/token"
	"go/types"
)

// varSpec is one line of consecutive var declarations.
type varSpec struct {
	spec  *ast.ValueSpec
	names map[string]bool
	uses  map[string]bool
}

// orderVars sorts the lines of consecutive var declarations by dependency, as Go initializes packages. Before its new
// definition, a name defined by an earlier cell denotes the earlier object.
func orderVars(stmts []ast.Stmt, decls []*decl, get func(string) types.Object) []ast.Stmt {
	var out []ast.Stmt
	for len(stmts) > 0 {
		n := 0
		for n < len(stmts) && varDecl(stmts[n]) != nil {
			n++
		}
		if n == 0 {
			out, stmts = append(out, stmts[0]), stmts[1:]
			continue
		}
		list := varSpecs(stmts[:n], decls, get)
		if ordered, changed := sortSpecs(list, get); changed && !repeated(list) {
			for _, v := range ordered {
				one := &ast.GenDecl{TokPos: v.spec.Pos(), Tok: token.VAR, Specs: []ast.Spec{v.spec}}
				out = append(out, &ast.DeclStmt{Decl: one})
			}
		} else {
			out = append(out, stmts[:n]...)
		}
		stmts = stmts[n:]
	}
	return out
}

// varDecl returns the declaration in a statement that declares variables, or nil.
func varDecl(s ast.Stmt) *ast.GenDecl {
	if ds, ok := s.(*ast.DeclStmt); ok {
		if gd, ok := ds.Decl.(*ast.GenDecl); ok && gd.Tok == token.VAR {
			return gd
		}
	}
	return nil
}

// repeated reports whether two lines declare the same name.
func repeated(list []*varSpec) bool {
	seen := map[string]bool{"_": false}
	for _, v := range list {
		for n := range v.names {
			if seen[n] {
				return true
			}
			seen[n] = n != "_"
		}
	}
	return false
}

// varSpecs returns the lines of declarations with the names that they use, including through functions of the cell.
func varSpecs(stmts []ast.Stmt, decls []*decl, get func(string) types.Object) (list []*varSpec) {
	bodies := map[string]map[string]bool{}
	for _, d := range decls {
		for _, n := range d.names {
			bodies[n] = d.free
		}
	}
	for _, s := range stmts {
		for _, s := range varDecl(s).Specs {
			for _, one := range splitSpec(s.(*ast.ValueSpec), get) {
				list = append(list, newVarSpec(one, bodies))
			}
		}
	}
	return list
}

// splitSpec returns the variables of a line with one value each, as Go initializes them one by one, in dependency
// order. A line with names of earlier cells is not split: its values may refer to the older ones.
func splitSpec(vs *ast.ValueSpec, get func(string) types.Object) (list []*ast.ValueSpec) {
	if len(vs.Names) < 2 || len(vs.Values) != len(vs.Names) {
		return []*ast.ValueSpec{vs}
	}
	for i, n := range vs.Names {
		if get(n.Name) != nil {
			return []*ast.ValueSpec{vs}
		}
		list = append(list, &ast.ValueSpec{Doc: vs.Doc, Names: []*ast.Ident{n}, Type: vs.Type, Values: []ast.Expr{vs.Values[i]}, Comment: vs.Comment})
	}
	return list
}

func newVarSpec(vs *ast.ValueSpec, bodies map[string]map[string]bool) *varSpec {
	v := &varSpec{spec: vs, names: map[string]bool{}, uses: map[string]bool{}}
	for _, n := range vs.Names {
		v.names[n.Name] = true
	}
	for _, e := range vs.Values {
		ast.Inspect(e, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				ast.Inspect(sel.X, func(n ast.Node) bool { return v.use(n, bodies) })
				return false
			}
			return v.use(n, bodies)
		})
	}
	return v
}

// use records a name, and what the function of that name uses.
func (v *varSpec) use(n ast.Node, bodies map[string]map[string]bool) bool {
	if id, ok := n.(*ast.Ident); ok {
		v.note(id.Name, bodies)
	}
	return true
}

func (v *varSpec) note(name string, bodies map[string]map[string]bool) {
	if v.uses[name] {
		return
	}
	v.uses[name] = true
	for n := range bodies[name] {
		v.note(n, bodies)
	}
}

// sortSpecs moves each line after those that define what it uses. Lines that use each other keep their order.
func sortSpecs(list []*varSpec, get func(string) types.Object) (out []*varSpec, changed bool) {
	state := map[*varSpec]int{}
	var visit func(v *varSpec)
	visit = func(v *varSpec) {
		if state[v] != 0 {
			return
		}
		state[v] = 1
		for _, w := range list {
			for name := range w.names {
				if w != v && v.uses[name] && get(name) == nil {
					visit(w)
				}
			}
		}
		out = append(out, v)
	}
	for _, v := range list {
		visit(v)
	}
	for i, v := range out {
		changed = changed || v != list[i]
	}
	return out, changed
}
