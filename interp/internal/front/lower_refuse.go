package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// What the interpreter would get wrong, or refuse in words of its own, and no rewrite cures.

// refusals refuses expressions.
func refusals(l *lowerer, e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.SelectorExpr:
		l.refuseHiding(x)
	case *ast.StructType:
		l.refuseLocalAlias(x)
	case *ast.TypeAssertExpr:
		l.refuseReflected(x)
	}
	return e
}

// refuseHiding refuses a field with the name of a method of a type that is embedded beside it.
func (l *lowerer) refuseHiding(x *ast.SelectorExpr) {
	s := l.info.Selections[x]
	if s == nil || s.Kind() != types.FieldVal || len(s.Index()) != 1 {
		return
	}
	t := s.Recv()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return
	}
	for i := range st.NumFields() {
		f := st.Field(i).Type()
		if p, ok := f.(*types.Pointer); ok {
			f = p.Elem()
		}
		n, isNamed := types.Unalias(f).(*types.Named)
		if !st.Field(i).Embedded() || !isNamed || n.Obj().Pkg() != l.f.pkg || types.IsInterface(n) {
			continue
		}
		for k := range n.NumMethods() {
			if n.Method(k).Name() == s.Obj().Name() {
				l.refuseOnce(x.Sel.Pos(), "the field "+s.Obj().Name()+", which hides a method of the embedded type "+n.Obj().Name())
			}
		}
	}
}

// refuseLocalAlias refuses a struct that embeds another name of a type, which a function declares.
func (l *lowerer) refuseLocalAlias(x *ast.StructType) {
	for _, f := range x.Fields.List {
		id, ok := l.original(f.Type).(*ast.Ident)
		if !ok || len(f.Names) > 0 {
			continue
		}
		o, ok := l.info.Uses[id].(*types.TypeName)
		if ok && o.IsAlias() && o.Pkg() == l.f.pkg && l.a.overlay[o.Name()] != o && l.f.env[o.Name()] != o && l.u.bound[o.Name()] == nil {
			l.refuseOnce(id.Pos(), "a struct that embeds "+o.Name()+", which a function declares as another name of a type")
		}
	}
}

// refuseReflected refuses to ask what comes from package reflect for methods that only values in boxes have.
func (l *lowerer) refuseReflected(x *ast.TypeAssertExpr) {
	c, ok := ast.Unparen(l.original(x.X)).(*ast.CallExpr)
	if !ok || x.Type == nil || !types.IsInterface(l.typeOf(x.Type)) {
		return
	}
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "Interface" || l.info.Uses[sel.Sel] == nil || !ofReflect(l.info.Uses[sel.Sel]) {
		return
	}
	for _, t := range l.implementers(l.typeOf(x.X), l.typeOf(x.Type)) {
		if l.boxes(t) {
			l.refuseOnce(x.Pos(), "reflection does not know the methods of "+l.userName(t)+", which a cell declares")
			return
		}
	}
}

// refuseNilPointer refuses to give an interface a pointer that nothing ever sets, if the methods are those of values and the cell
// recovers: Go's panic says then which method was called through nil.
func (l *lowerer) refuseNilPointer(e ast.Expr, to types.Type) {
	id, ok := e.(*ast.Ident)
	if !ok || to == nil || !l.keepsTypes(to) || l.f.Off["refusals"] || !isPointer(l.typeOf(e)) {
		return
	}
	if n := l.typeOf(e).Underlying().(*types.Pointer).Elem(); types.Implements(n, to.Underlying().(*types.Interface)) && l.neverSet(l.info.Uses[id]) {
		l.refuseOnce(e.Pos(), "the text of the panic of a method of "+l.userName(n)+" that is called through "+id.Name+", which is always nil")
	}
}

// neverSet says whether the cell declares a variable without a value, looks at what it recovers from, and neither assigns to anything of its name nor takes
// the address.
func (l *lowerer) neverSet(o types.Object) bool {
	if o == nil {
		return false
	}
	is := func(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Name == o.Name() }
	declared, set, recovers := false, false, false
	look := func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for _, id := range n.Names {
				declared = declared || id.Pos() == o.Pos() && len(n.Values) == 0
			}
		case *ast.AssignStmt:
			set = set || slices.ContainsFunc(n.Lhs, is)
		case *ast.RangeStmt:
			set = set || n.Key != nil && is(n.Key) || n.Value != nil && is(n.Value)
		case *ast.UnaryExpr:
			set = set || n.Op == token.AND && is(n.X)
		case *ast.ExprStmt:
			c, isCall := n.X.(*ast.CallExpr)
			if !isCall || len(c.Args) > 0 {
				return true
			}
			_, isLit := ast.Unparen(c.Fun).(*ast.FuncLit)
			return isLit // a recover whose value is dropped does not tell
		case *ast.Ident:
			recovers = recovers || n.Name == "recover" || n.Name == "Recover"
		}
		return true
	}
	for _, u := range l.a.units {
		for _, f := range u.files {
			ast.Inspect(f, look)
		}
	}
	return declared && recovers && !set
}

// refuseUnnamedWays refuses to give interfaces structs of types without a name that have methods of one name by several ways.
func (l *lowerer) refuseUnnamedWays(e ast.Expr, to types.Type) {
	if to == nil || !types.IsInterface(to) || l.f.Off["refusals"] {
		return
	}
	from := types.Unalias(l.typeOf(e))
	if p, ok := from.(*types.Pointer); ok {
		from = types.Unalias(p.Elem())
	}
	if _, unnamed := from.(*types.Struct); !unnamed {
		return
	}
	set := to.Underlying().(*types.Interface)
	for i := range set.NumMethods() {
		if name := set.Method(i).Name(); waysTo(from, name, 0) > 1 {
			l.refuseOnce(e.Pos(), "a struct of a type without a name as an interface, as it embeds the method "+name+" several times")
		}
	}
}
