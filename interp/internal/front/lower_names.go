package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// renameExpr gives session objects, packages and names visible without qualifier the
// interpreter's names: older generations of a name must not be touched by a new one.
func renameExpr(l *lowerer, e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.SelectorExpr:
		if n := l.embeddedName(l.info.Uses[e.Sel]); n != "" {
			e.Sel.Name = n
		}
	case *ast.Ident:
		return l.rename(e)
	}
	return e
}

func (l *lowerer) rename(id *ast.Ident) ast.Expr {
	o := l.info.ObjectOf(id)
	if o == nil {
		return id
	}
	if n := l.embeddedName(o); n != "" {
		id.Name = n
		return id
	}
	if v, ok := o.(*types.Var); ok && v.Embedded() && l.info.Defs[id] == o { // it is the name of the type, too
		o = l.info.Uses[id]
	}
	if o == nil {
		return id
	}
	if pkg, ok := o.(*types.PkgName); ok {
		id.Name = l.importName(pkg.Imported().Path())
		return id
	}
	if l.session(o) {
		l.uses[o] = true
		id.Name = l.f.name(o)
		return id
	}
	if o.Pkg() != nil && o.Pkg() != l.f.pkg && o.Parent() == o.Pkg().Scope() && l.f.template(o) == nil {
		return &ast.SelectorExpr{X: ident(id.NamePos, l.importName(o.Pkg().Path())), Sel: id}
	}
	return id
}

// embeddedName returns the name of an embedded field whose type, or other name of a type, goes by another name in the interpreter, or "".
func (l *lowerer) embeddedName(o types.Object) string {
	v, ok := o.(*types.Var)
	if !ok || !v.IsField() || !v.Embedded() {
		return ""
	}
	t := v.Type()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	name := v.Name()
	if other, ok := t.(*types.Alias); ok && l.session(other.Obj()) {
		l.uses[other.Obj()] = true
		name = l.f.name(other.Obj())
	} else if n, ok := types.Unalias(t).(*types.Named); ok && (n.Obj().Pkg() == l.f.pkg || l.f.template(n.Obj()) != nil) {
		l.uses[n.Obj()] = true
		name = l.typeName(n)
	}
	if name == v.Name() {
		return ""
	}
	return name
}

// instantiate makes type arguments explicit, because the interpreter infers them badly.
func instantiate(l *lowerer, e ast.Expr) ast.Expr {
	var id *ast.Ident
	switch x := e.(type) {
	case *ast.Ident:
		id = x
	case *ast.SelectorExpr:
		id = x.Sel
	case *ast.IndexExpr: // explicit already
		if l.inst[x.X] {
			return x.X
		}
	case *ast.IndexListExpr:
		if l.inst[x.X] {
			return x.X
		}
	}
	if id == nil {
		return e
	}
	in, ok := l.info.Instances[id]
	if _, isFunc := in.Type.(*types.Signature); !ok || !isFunc {
		return e // types have their arguments already
	}
	if x := l.instance(id, in); x != nil {
		return x
	}
	x := l.withTypeArgs(e, in.TypeArgs, e.Pos())
	if x == nil {
		l.refuse(e.Pos(), "these type arguments cannot be named")
		return e
	}
	l.inst.add(x)
	return x
}

// interfaceEqual compares interfaces in compiled code: the interpreter compares their boxes.
func interfaceEqual(l *lowerer, e ast.Expr) ast.Expr {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ || l.value(b.X).IsNil() || l.value(b.Y).IsNil() {
		return e
	}
	if holdsMethods(l.typeOf(b.X)) && holdsMethods(l.typeOf(b.Y)) {
		return l.partsEqual(b)
	}
	if !types.IsInterface(l.typeOf(b.X)) && !types.IsInterface(l.typeOf(b.Y)) {
		return e
	}
	name := map[token.Token]string{token.EQL: "Equal", token.NEQ: "NotEqual"}[b.Op]
	return callRT(b.OpPos, name, l.identified(b.X), l.identified(b.Y))
}

// partsEqual compares structs and arrays in compiled code, which looks into the boxes that their interfaces hold.
func (l *lowerer) partsEqual(b *ast.BinaryExpr) ast.Expr {
	if l.f.Off["parts-equal"] {
		return b
	}
	name := map[token.Token]string{token.EQL: "Equal", token.NEQ: "NotEqual"}[b.Op]
	return callRT(b.OpPos, name, l.converted(b.X, l.typeOf(b.X)), l.converted(b.Y, l.typeOf(b.Y)))
}

// holdsMethods says whether t is a struct or an array with an interface in it whose values the interpreter keeps in boxes.
func holdsMethods(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Array:
		return boxesValues(t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if boxesValues(t.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

func boxesValues(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	return ok && it.NumMethods() > 0 || holdsMethods(t)
}

// mixedEqual gives the sides of a comparison one type where Go takes two: a named and an unnamed one, or channels with and without
// direction.
func mixedEqual(l *lowerer, e ast.Expr) ast.Expr {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != token.EQL && b.Op != token.NEQ {
		return e
	}
	x, y := l.value(b.X), l.value(b.Y)
	if x.IsNil() || y.IsNil() || x.Value != nil || y.Value != nil {
		return e
	}
	t, u := l.typeOf(b.X), l.typeOf(b.Y)
	if types.IsInterface(t) || types.IsInterface(u) || types.Identical(t, u) || isInvalid(t) || isInvalid(u) {
		return e
	}
	switch {
	case types.AssignableTo(u, t):
		b.Y = l.converted(b.Y, t)
	case types.AssignableTo(t, u):
		b.X = l.converted(b.X, u)
	}
	return b
}

func isInvalid(t types.Type) bool { return t == types.Typ[types.Invalid] }

// converted makes a value of type t of one that is assignable to it.
func (l *lowerer) converted(e ast.Expr, t types.Type) ast.Expr {
	src := "[]Q0{Q1}[0]"
	if indexesAndGoesOn(e) {
		src = "[]Q0{0: Q1}[0]"
	}
	x := quoteExpr(e.Pos(), src, l.mustType(t, e.Pos()), e)
	l.made[x] = t
	return x
}

// nilFirst swaps nil == x, which the interpreter takes for false, into x == nil, and keeps a nil pointer that is converted to an
// interface from being nil itself.
func nilFirst(l *lowerer, e ast.Expr) ast.Expr {
	if b, ok := e.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) && l.value(b.X).IsNil() {
		b.X, b.Y = b.Y, b.X
	}
	if b, ok := e.(*ast.BinaryExpr); ok && (b.Op == token.EQL || b.Op == token.NEQ) && l.value(b.Y).IsNil() {
		c, isCall := ast.Unparen(b.X).(*ast.CallExpr)
		if isCall && len(c.Args) == 1 && l.isType(c.Fun) && types.IsInterface(l.typeOf(c.Fun)) && !l.value(c.Args[0]).IsNil() && !l.f.Off["nil-in-interface"] {
			b.X = l.converted(c, l.typeOf(c.Fun))
		}
	}
	return e
}
