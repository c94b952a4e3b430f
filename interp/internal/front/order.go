package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// varSpec is one line of var declarations that follow each other.
type varSpec struct {
	gd    *ast.GenDecl
	spec  *ast.ValueSpec
	names map[string]bool
	uses  map[string]bool
}

// orderVars brings the lines of one var ( … ) into the order in which they use each other, as Go initializes
// packages. A name that an earlier cell has defined means that one to the lines before its new definition.
func orderVars(stmts []ast.Stmt, decls []*decl, get func(string) types.Object) []ast.Stmt {
	var out []ast.Stmt
	for _, s := range stmts {
		ds, ok := s.(*ast.DeclStmt)
		if !ok {
			out = append(out, s)
			continue
		}
		gd, ok := ds.Decl.(*ast.GenDecl)
		if !ok || gd.Tok != token.VAR || len(gd.Specs) < 2 {
			out = append(out, s)
			continue
		}
		list := varSpecs(gd, decls)
		if ordered, changed := sortSpecs(list, get); changed {
			for _, v := range ordered {
				one := &ast.GenDecl{TokPos: v.spec.Pos(), Tok: token.VAR, Specs: []ast.Spec{v.spec}}
				out = append(out, &ast.DeclStmt{Decl: one})
			}
			continue
		}
		out = append(out, s)
	}
	return out
}

// varSpecs returns the lines of a declaration with the names that they use, by functions of the cell too.
func varSpecs(gd *ast.GenDecl, decls []*decl) (list []*varSpec) {
	bodies := map[string]map[string]bool{}
	for _, d := range decls {
		for _, n := range d.names {
			bodies[n] = d.free
		}
	}
	for _, s := range gd.Specs {
		vs := s.(*ast.ValueSpec)
		v := &varSpec{gd: gd, spec: vs, names: map[string]bool{}, uses: map[string]bool{}}
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
		list = append(list, v)
	}
	return list
}

// use notes a name, and what the function of that name uses.
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

// sortSpecs moves each line behind those that define what it uses. Lines that use each other keep their places.
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
