package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// Values of session types lose their methods in interfaces: to the interpreter's assertions an any
// that holds one satisfies no interface, and a compiled interface that wraps one is of no session
// type. The front end knows the types, so it asks for each of those that can be meant.

// assertions rewrites x.(T).
func assertions(l *lowerer, e ast.Expr) ast.Expr {
	t, ok := e.(*ast.TypeAssertExpr)
	if !ok || t.Type == nil {
		return e
	}
	from, to := l.typeOf(t.X), l.typeOf(t.Type)
	if tuple, ok := to.(*types.Tuple); ok {
		to = tuple.At(0).Type()
	}
	if impossible(from, to) && !l.f.Off["assertions"] {
		return l.assertNothing(t, from, to)
	}
	if l.boxes(to) {
		return l.assertBoxed(t, from, to)
	}
	if st, ok := to.Underlying().(*types.Struct); ok && st.NumFields() == 0 {
		return l.assertEmpty(t, to)
	}
	candidates := l.implementers(from, to)
	if len(candidates) == 0 && !types.IsInterface(to) {
		if _, two := l.typeOf(e).(*types.Tuple); !two && types.NewMethodSet(to).Lookup(nil, "CellBase") != nil {
			return l.assertCell(t, from, to)
		}
		if _, two := l.typeOf(e).(*types.Tuple); !two && (!anyLike(from) || l.haveBoxes()) {
			return l.assertCell(t, from, to)
		}
		t.X = l.assertable(t.X, from, to)
		return e
	}
	pos := t.Lparen
	s, v, more := l.temp("s"), l.temp("v"), l.temp("ok")
	body := l.assertTo(ident(pos, s), from, t.Type, v, more)
	if _, two := l.typeOf(e).(*types.Tuple); two {
		return quoteExpr(pos, "func("+s+" Q0) (Q1, bool) { var "+v+" Q1; var "+more+" bool; if "+s+" != nil { Q2 }; return "+v+", "+more+" }(Q3)",
			l.mustType(from, pos), t.Type, body, t.X)
	}
	return quoteExpr(pos, "func("+s+" Q0) Q1 { var "+v+" Q1; var "+more+" bool; if "+s+" != nil { Q2 }; if !"+more+" { Q4 }; return "+v+" }(Q3)",
		l.mustType(from, pos), t.Type, body, t.X, l.badAssert(ident(pos, s), from, to))
}

// badAssert is a call that panics as a failed assertion does.
func (l *lowerer) badAssert(x ast.Expr, from, to types.Type) ast.Expr {
	pos := x.Pos()
	it, ok := to.Underlying().(*types.Interface)
	if !ok {
		static := types.TypeString(types.Unalias(from), (*types.Package).Name)
		return callRT(pos, "BadAssert", x, quoted(pos, l.userName(to)), quoted(pos, atRunTime(static)))
	}
	methods := quoteExpr(pos, "[]string{}").(*ast.CompositeLit)
	for i := range it.NumMethods() {
		methods.Elts = append(methods.Elts, quoted(pos, it.Method(i).Name()))
	}
	missing := quoteExpr(pos, "map[string]string{}").(*ast.CompositeLit)
	for _, tn := range l.typeNames() {
		n, isNamed := tn.Type().(*types.Named)
		if !isNamed || it.NumMethods() < 2 || generic(n) || types.IsInterface(n) {
			continue
		}
		for _, t := range []types.Type{n, types.NewPointer(n)} {
			if m, _ := types.MissingMethod(t, it, true); m != nil {
				missing.Elts = append(missing.Elts, &ast.KeyValueExpr{Key: quoted(pos, l.userName(t)), Colon: pos, Value: quoted(pos, m.Name())})
			}
		}
	}
	return callRT(pos, "NotImplemented", x, quoted(pos, l.userName(to)), methods, missing)
}

// haveBoxes says whether a value of some type of the session may be in a box.
func (l *lowerer) haveBoxes() bool {
	return slices.ContainsFunc(l.typeNames(), func(tn *types.TypeName) bool {
		n, ok := tn.Type().(*types.Named)
		return ok && l.boxes(n)
	})
}

// impossible says whether no value of an interface can be of type to, which only copies of generic code ask.
func impossible(from, to types.Type) bool {
	it, ok := from.Underlying().(*types.Interface)
	return ok && it.IsMethodSet() && !types.AssertableTo(it, to)
}

// assertNothing asserts to a type that the value cannot be of.
func (l *lowerer) assertNothing(t *ast.TypeAssertExpr, from, to types.Type) ast.Expr {
	pos := t.Lparen
	typ, of := l.mustType(to, pos), l.mustType(from, pos)
	if _, two := l.typeOf(t).(*types.Tuple); two {
		return quoteExpr(pos, "func(_ Q0) (Q1, bool) { var zeroꞏ Q1; return zeroꞏ, 1 == 0 }(Q2)", of, typ, t.X)
	}
	return quoteExpr(pos, "func(xꞏ Q0) Q1 { Q3; var zeroꞏ Q1; return zeroꞏ }(Q2)", of, typ, t.X, l.badAssert(ident(pos, "xꞏ"), from, to))
}

// assertCell asserts to a type of cells, and to others where the interpreter would speak of representations if
// the value is of another.
func (l *lowerer) assertCell(t *ast.TypeAssertExpr, from, to types.Type) ast.Expr {
	pos := t.Lparen
	return quoteExpr(pos, "func(xꞏ Q0) Q1 { vꞏ, okꞏ := Q2.(Q1); if !okꞏ { Q3 }; return vꞏ }(Q4)",
		l.mustType(from, pos), l.mustType(to, pos), l.assertable(ident(pos, "xꞏ"), from, to), l.badAssert(ident(pos, "xꞏ"), from, to), t.X)
}

// assertEmpty asserts to a struct without fields, at which the interpreter stumbles, in compiled code.
func (l *lowerer) assertEmpty(t *ast.TypeAssertExpr, to types.Type) ast.Expr {
	pos := t.Lparen
	x, typ := t.X, l.mustType(to, pos)
	if _, two := l.typeOf(t).(*types.Tuple); two {
		return quoteExpr(pos, "func(vꞏ Q0, okꞏ bool) (Q0, bool) { return vꞏ, okꞏ }(Q0{}, rtꞏ.Holds(Q1, Q0{}))", typ, x)
	}
	return quoteExpr(pos, "func(xꞏ any) Q0 { if !rtꞏ.Holds(xꞏ, Q0{}) { Q2 }; return Q0{} }(Q1)",
		typ, x, l.badAssert(ident(pos, "xꞏ"), l.typeOf(x), to))
}

// assertTo sets v and ok by an assertion of a variable of type from to the type that e denotes.
func (l *lowerer) assertTo(x *ast.Ident, from types.Type, e ast.Expr, v, ok string) []ast.Stmt {
	pos := e.Pos()
	to := l.typeOf(e)
	if impossible(from, to) {
		return quote(pos, ok+" = 1 == 0")
	}
	if l.boxes(to) {
		return l.assertOf(x, from, to, v, ok)
	}
	if anyLike(to) {
		out := quote(pos, ok+" = Q0 != nil", ident(pos, x.Name))
		if v != "_" {
			out = append(out, quote(pos, v+" = Q0", ident(pos, x.Name))...)
		}
		return out
	}
	out := quote(pos, v+", "+ok+" = Q0.(Q1)", l.assertable(x, from, to), e)
	if l.keepsTypes(from) && !types.IsInterface(to) {
		out = quote(pos, v+", "+ok+" = Q0.(Q1)", x, e)
	}
	if l.compiledMethods(to) && !isError(to) && !l.f.Off["assertions"] { // of a compiled type, in an interface of the session that is in a compiled one
		first := quoteExpr(pos, "cꞏ[0]")
		l.inst.add(first) // its index is in range
		out = append(out, quote(pos, "if !"+ok+" { cꞏ := Q0; if len(cꞏ) > 0 { "+v+", "+ok+" = Q1.(Q2) } }", callRT(pos, "Compiled", ident(pos, x.Name)), first, e)...)
	}
	out = append(out, l.notHalf(x, to, v, ok)...)
	for _, c := range l.implementers(from, to) {
		l.forwardPromoted(pos, c, to)
		if l.boxes(c) {
			found := ident(pos, l.temp("c"))
			l.made[found] = c
			var as ast.Expr = found
			if l.losesName(found, to) {
				as = l.named(found, to)
			} else if isError(to) && l.chained(c) {
				as = l.keepMethods(found, to)
			}
			out = append(out, quote(pos, "if !"+ok+" { var "+found.Name+" Q0; Q1; if "+ok+" { "+v+" = Q2 } }", l.mustType(c, pos), l.assertOf(x, from, c, found.Name, ok), as)...)
			continue
		}
		typ, raw := l.mustType(c, pos), callRT(pos, "Outer", ident(pos, x.Name))
		if v == "_" {
			out = append(out, quote(pos, "if !"+ok+" { _, "+ok+" = Q0.(Q1) }", raw, typ)...)
			continue
		}
		found := ident(pos, l.temp("c"))
		l.made[found] = c
		var as ast.Expr = found
		switch {
		case isError(to) && l.chained(c):
			as = l.keepMethods(found, to)
		case l.mayBeNilError(found, to):
			as = l.nilError(found)
		}
		out = append(out, quote(pos, "if !"+ok+" { "+found.Name+", isꞏ := Q0.(Q1); if isꞏ { "+v+" = Q2; "+ok+" = true } }", raw, typ, as)...)
	}
	if l.keepsTypes(to) {
		out = append(out, l.lost(x, to, ok))
	}
	return out
}

// lost stops where a value of a compiled type would be of an interface of the session: the interpreter cannot make it one.
func (l *lowerer) lost(x *ast.Ident, to types.Type, ok string) ast.Stmt {
	methods := quoteExpr(x.Pos(), "[]string{}").(*ast.CompositeLit)
	it := to.Underlying().(*types.Interface)
	for i := range it.NumMethods() {
		methods.Elts = append(methods.Elts, quoted(x.Pos(), it.Method(i).Name()))
	}
	return quote(x.Pos(), "if !"+ok+" { rtꞏ.Lost("+x.Name+", Q0, Q1) }", quoted(x.Pos(), types.TypeString(to, l.f.Qualify)), methods)[0]
}

// anyLike says whether t is an interface without methods, which every value has.
func anyLike(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	return ok && it.NumMethods() == 0
}

// implementers returns the session types with methods that a value asserted to the interface to may
// have, when the interpreter cannot find them itself.
func (l *lowerer) implementers(from, to types.Type) (list []types.Type) {
	it, ok := to.Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 {
		return nil
	}
	add := func(n *types.Named) {
		if generic(n) || types.IsInterface(n) || l.f.cellStruct(n) != nil && l.ofBase(to) {
			return
		}
		for _, t := range []types.Type{n, types.NewPointer(n)} {
			if types.Implements(t, it) && !impossible(from, t) {
				list = append(list, t)
			}
		}
	}
	for _, tn := range l.typeNames() {
		if n, ok := tn.Type().(*types.Named); ok {
			add(n)
		}
	}
	for _, n := range l.instances() {
		add(n)
	}
	return list
}

// notHalf takes ok back where x holds a struct of which pointers alone have the methods of an interface.
func (l *lowerer) notHalf(x *ast.Ident, to types.Type, v, ok string) (out []ast.Stmt) {
	pos := x.Pos()
	for _, c := range l.halfImplementers(to) {
		outer := callRT(pos, "Outer", ident(pos, x.Name))
		out = append(out, quote(pos, "if "+ok+" { if _, isꞏ := Q0.(Q1); isꞏ { "+ok+" = 1 == 0 } }", outer, l.mustType(c, pos))...)
		if v != "_" {
			out = append(out, quote(pos, "if !"+ok+" { "+v+" = nil }")...)
		}
	}
	return out
}

// halfImplementers returns the struct types of the session of which pointers have the methods of an interface,
// but values have not. The interpreter takes these for such, too.
func (l *lowerer) halfImplementers(to types.Type) (list []types.Type) {
	it, ok := to.Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 {
		return nil
	}
	for _, tn := range l.typeNames() {
		n, isNamed := tn.Type().(*types.Named)
		if !isNamed || generic(n) || types.IsInterface(n) || l.boxes(n) || l.f.namedStruct(n) == nil {
			continue
		}
		if types.Implements(types.NewPointer(n), it) && !types.Implements(n, it) {
			list = append(list, n)
		}
	}
	return list
}

// instances returns the instances of generic types of the session, and of packages that it copies, that have been met so far, in their order.
func (l *lowerer) instances() (list []*types.Named) {
	for _, t := range l.f.templates {
		for _, s := range t.copies {
			if s.typ != nil && (s.typ.Obj().Pkg() == l.f.pkg || l.f.copied(s.typ)) {
				list = append(list, s.typ)
			}
		}
	}
	slices.SortFunc(list, func(a, b *types.Named) int { return strings.Compare(l.typeName(a), l.typeName(b)) })
	return list
}

// ownInterface says whether t is an interface with methods that the session declares: its values
// keep their types.
func (l *lowerer) ownInterface(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	it, isInterface := types.Unalias(t).Underlying().(*types.Interface)
	return ok && n.Obj().Pkg() == l.f.pkg && isInterface && it.NumMethods() > 0
}

// typeNames returns the types of the session and of the cell, by name.
func (l *lowerer) typeNames() (names []*types.TypeName) {
	add := func(o types.Object) {
		if tn, ok := o.(*types.TypeName); ok && tn.Pkg() == l.f.pkg && !tn.IsAlias() {
			names = append(names, tn)
		}
	}
	for n, o := range l.f.env {
		if l.a.overlay[n] == nil {
			add(o)
		}
	}
	for _, o := range l.a.overlay {
		add(o)
	}
	slices.SortFunc(names, func(a, b *types.TypeName) int { return strings.Compare(a.Name(), b.Name()) })
	return names
}

// assertable returns x, of type from, in a form that a value of type to can be asserted from: out of
// the wrapper of a compiled interface, or from the base of a cell.
func (l *lowerer) assertable(x ast.Expr, from, to types.Type) ast.Expr {
	if l.ownInterface(to) && !l.ownInterface(from) {
		return l.kept(x) // as it comes from compiled code, the interpreter gets it right
	}
	if l.ofBase(to) && (l.keepsTypes(from) || anyLike(from)) {
		return callRT(x.Pos(), "Based", x)
	}
	if types.IsInterface(to) && (l.keepsTypes(from) || anyLike(from)) { // the interpreter looks for the value where it came from
		return callRT(x.Pos(), "Outer", x)
	}
	if types.IsInterface(to) || l.ownInterface(from) || !l.sessionType(to) {
		return x
	}
	return callRT(x.Pos(), "Outer", x)
}

// kept returns a value as compiled code hands it to the interpreter.
func (l *lowerer) kept(x ast.Expr) ast.Expr {
	e := quoteExpr(x.Pos(), "rtꞏ.Kept(Q0)[0]", x)
	l.inst.add(e) // its index is in range
	return e
}

// sessionType says whether t is a type of the session, or a pointer to one.
func (l *lowerer) sessionType(t types.Type) bool {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	return ok && n.Obj().Pkg() == l.f.pkg
}

func quoted(pos token.Pos, s string) *ast.BasicLit {
	return &ast.BasicLit{ValuePos: pos, Kind: token.STRING, Value: "`" + s + "`"}
}

// errorsAs walks the chain of errors itself when the target is of a type of the session, which
// package errors would not take for an error.
func errorsAs(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || len(c.Args) != 2 {
		return e
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "As" {
		return e
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	p, isPointer := l.typeOf(c.Args[1]).(*types.Pointer)
	if !ok || fn.Pkg() == nil || fn.Pkg().Path() != "errors" || !isPointer || !l.sessionType(p.Elem()) && !l.keepsTypes(p.Elem()) && len(l.implementers(types.Universe.Lookup("error").Type(), p.Elem())) == 0 {
		return e
	}
	pos := c.Pos()
	t, target := l.mustType(p.Elem(), pos), ident(pos, l.temp("to"))
	l.made[t], l.made[target] = p.Elem(), p
	body := quote(pos, "vꞏ, okꞏ := Q0.(Q1); if okꞏ { *Q2 = vꞏ }; return okꞏ", callRT(pos, "Outer", ident(pos, "x"+mark)), t, target)
	if st, isStruct := p.Elem().Underlying().(*types.Struct); isStruct && st.NumFields() == 0 {
		body = quote(pos, "return rtꞏ.Of(xꞏ, Q0)", quoted(pos, l.spelled(p.Elem(), pos)))
	} else if types.IsInterface(p.Elem()) {
		body = quote(pos, "var vꞏ Q0; var okꞏ bool; if xꞏ != nil { Q1 }; if okꞏ { *Q2 = vꞏ }; return okꞏ",
			t, l.assertTo(ident(pos, "x"+mark), types.Universe.Lookup("any").Type(), t, "v"+mark, "ok"+mark), target)
	}
	return quoteExpr(pos, "func(eꞏ error, "+target.Name+" *Q0) bool { return rtꞏ.ErrorAs(eꞏ, func(xꞏ any) bool { Q1 }, Q2) }(Q3, Q4)",
		t, body, l.convert(target, types.Universe.Lookup("any").Type()), l.convert(c.Args[0], types.Universe.Lookup("error").Type()), c.Args[1])
}
