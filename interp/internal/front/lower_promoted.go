package front

import (
	"go/ast"
	"go/token"
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
	if s == nil || s.Kind() == types.MethodExpr || !hidden(s) {
		return e
	}
	sel.X = l.way(sel.X, s)
	return sel
}

// hidden says whether the interpreter loses its way to what a selector selects: there are several of its name, or it belongs to an
// embedded interface.
func hidden(s *types.Selection) bool {
	if len(s.Index()) < 2 {
		return false
	}
	if fn, ok := s.Obj().(*types.Func); ok && types.IsInterface(fn.Signature().Recv().Type()) {
		return true
	}
	return waysTo(s.Recv(), s.Obj().Name(), 0) > 1
}

// way spells out the embedded fields on the way from x to what is selected.
func (l *lowerer) way(x ast.Expr, s *types.Selection) ast.Expr {
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
		x = &ast.SelectorExpr{X: x, Sel: ident(x.Pos(), name)}
		l.made[x] = t
	}
	return x
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

// forwardPromoted declares the methods that a struct has from embedded interfaces and from embedded types of compiled packages, as far
// as an interface of the session wants them: through such an interface the interpreter does not find them. To a compiled one, it loses its way to
// those of interfaces.
//
//	type S struct{ *bytes.Buffer } → func (r S) String() string { return r.Buffer.String() }
func (l *lowerer) forwardPromoted(pos token.Pos, from, to types.Type) {
	if p, ok := from.Underlying().(*types.Pointer); ok {
		from = p.Elem()
	}
	n := l.f.namedStruct(from)
	if n == nil || l.f.Off["promoted"] || !types.IsInterface(to) || l.f.cellStruct(n) != nil && !l.keepsTypes(to) {
		return
	}
	it := to.Underlying().(*types.Interface)
	all, values := types.NewMethodSet(types.NewPointer(n)), types.NewMethodSet(n)
	for i := range it.NumMethods() {
		m := it.Method(i)
		s := all.Lookup(m.Pkg(), m.Name())
		if s == nil || len(s.Index()) < 2 {
			continue
		}
		fn := s.Obj().(*types.Func)
		if ofInterface := types.IsInterface(fn.Signature().Recv().Type()); !ofInterface && (fn.Pkg() == l.f.pkg || !l.keepsTypes(to)) {
			continue
		}
		if key := l.typeName(n) + mark + m.Name(); !l.f.declaredMethods[key] && !l.a.newMethods[key] {
			l.declareForward(pos, n, s, values.Lookup(m.Pkg(), m.Name()) == nil)
		}
	}
}

// declareForward declares a method that calls the one that s selects.
func (l *lowerer) declareForward(pos token.Pos, n *types.Named, s *types.Selection, pointer bool) {
	r := ident(pos, "r"+mark)
	fn := s.Obj().(*types.Func)
	lit := l.forward(l.way(r, s), fn.Name(), fn.Signature(), r)
	var recv ast.Expr = ident(pos, l.typeName(n))
	if pointer {
		recv = &ast.StarExpr{Star: pos, X: recv}
	}
	d := &ast.FuncDecl{
		Recv: &ast.FieldList{List: []*ast.Field{{Names: []*ast.Ident{r}, Type: recv}}},
		Name: ident(pos, fn.Name()), Type: lit.Type, Body: lit.Body,
	}
	decls, assigns := l.method(d, &function{})
	l.decls, l.assigns = append(l.decls, decls...), append(l.assigns, assigns...)
}
