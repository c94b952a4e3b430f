package front

import (
	"go/ast"
	"go/types"
)

// promoted spells out the way to a promoted field or method where there are several of its name at different depths: the interpreter
// takes the first that it finds, not the one that is least deep.
//
//	b.val() → b.embedded.val()
func promoted(l *lowerer, e ast.Expr) ast.Expr {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return e
	}
	s := l.info.Selections[sel]
	if s == nil || s.Kind() == types.MethodExpr || len(s.Index()) < 2 || waysTo(s.Recv(), s.Obj().Name(), 0) < 2 {
		return e
	}
	t := s.Recv()
	for _, i := range s.Index()[:len(s.Index())-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		f := t.Underlying().(*types.Struct).Field(i)
		name := f.Name()
		if n := l.embeddedName(f); n != "" {
			name = n
		}
		t = f.Type()
		sel.X = &ast.SelectorExpr{X: sel.X, Sel: ident(sel.Sel.NamePos, name)}
		l.made[sel.X] = t
	}
	return sel
}

// waysTo counts the fields and methods of a name that a type has or that are promoted to it, hidden ones as well.
func waysTo(t types.Type, name string, depth int) (n int) {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		for i := range named.NumMethods() {
			if named.Method(i).Name() == name {
				n++
			}
		}
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || depth > maxEmbedding {
		return n
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		if f.Name() == name {
			n++
		}
		if f.Embedded() {
			n += waysTo(f.Type(), name, depth+1)
		}
	}
	return n
}

// maxEmbedding bounds the depth of the search, as a struct may embed a pointer to itself.
const maxEmbedding = 8
