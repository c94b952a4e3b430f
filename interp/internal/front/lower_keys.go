package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// What the interpreter puts into an interface is equal to nothing else, so a map would not find it again. Where keys are interfaces with
// methods, or structs and arrays that hold interfaces, the keys of the map are pointers, of which compiled code makes one for all equal
// keys. The keys of a map[any]T are put into a form that is comparable.

// mapKeys spells the type of such a map.
//
//	map[Shape]int → map[*rt.Key]int
func mapKeys(l *lowerer, e ast.Expr) ast.Expr {
	if m, ok := e.(*ast.MapType); ok && l.keyed(l.typeOf(m.Key)) {
		m.Key = keyType(m.Key.Pos())
	}
	return e
}

func keyType(pos token.Pos) ast.Expr {
	return &ast.StarExpr{Star: pos, X: &ast.SelectorExpr{X: ident(pos, runtimeID), Sel: ident(pos, "Key")}}
}

// keyed says whether compiled code makes the keys of maps whose keys are of type t.
func (l *lowerer) keyed(t types.Type) bool {
	if _, isParam := types.Unalias(t).(*types.TypeParam); isParam || l.f.plain || l.f.Off["map-keys"] || l.spelling > 0 {
		return false
	}
	if it, ok := t.Underlying().(*types.Interface); ok {
		return it.NumMethods() > 0
	}
	return l.holdsInterface(t)
}

// holdsInterface says whether t is an array, or a struct that a cell declares or that has no name, with an interface in it.
func (l *lowerer) holdsInterface(t types.Type) bool {
	if n, ok := types.Unalias(t).(*types.Named); ok && n.Obj().Pkg() != l.f.pkg && !l.f.copied(n) {
		return false
	}
	holds := func(t types.Type) bool { return types.IsInterface(t) || l.holdsInterface(t) }
	switch t := t.Underlying().(type) {
	case *types.Array:
		return holds(t.Elem())
	case *types.Struct:
		return slices.ContainsFunc(slices.Collect(t.Fields()), func(f *types.Var) bool { return holds(f.Type()) })
	}
	return false
}

// spelled is how the interpreter's type is known to compiled code: with the keys that the user has given it.
func (l *lowerer) spelled(t types.Type, pos token.Pos) string {
	l.spelling++
	defer func() { l.spelling-- }()
	return types.ExprString(l.mustType(t, pos))
}

// mapKey makes a key of a map.
func (l *lowerer) mapKey(e ast.Expr, key types.Type) ast.Expr {
	pos, isNil := e.Pos(), l.value(e).IsNil()
	var x ast.Expr
	switch {
	case isNil && l.keyed(key):
		x = callRT(pos, "KeyOf", quoteExpr(pos, "any(nil)"))
	case isNil:
		return l.converted(e, key)
	case l.keepsTypes(key) && l.keyed(key): // the interpreter tells the type of what is in an any
		x = quoteExpr(pos, "func(sꞏ Q0) *rtꞏ.Key { if sꞏ == nil { return rtꞏ.KeyOf(any(nil)) }; return func(xꞏ any) *rtꞏ.Key { return rtꞏ.KeyOf(xꞏ) }(sꞏ) }(Q1)",
			l.mustType(key, pos), l.convert(e, key))
	case l.keyed(key):
		if lit, ok := e.(*ast.CompositeLit); ok && lit.Type == nil {
			lit.Type = l.mustType(key, pos)
		}
		e = l.converted(l.convert(e, key), key)
		if !types.IsInterface(key) {
			e = l.convert(e, types.Universe.Lookup("any").Type())
		}
		x = callRT(pos, "KeyOf", e)
	case anyLike(key) && l.unequal(l.typeOf(e)):
		x = callRT(pos, "Canon", l.convert(e, key))
	default:
		return l.convert(e, key)
	}
	l.made[x] = key
	return x
}

// unequal says whether a value of type t in an any may be equal to nothing else.
func (l *lowerer) unequal(t types.Type) bool {
	return !l.f.plain && !l.f.Off["map-keys"] && (types.IsInterface(t) || l.sessionType(t) || l.holdsInterface(t))
}

// comparing are functions and methods of the standard library that compare what they are given, and which argument that is.
var comparing = map[string]int{
	"sync.CompareAndDelete": 0, "sync.CompareAndSwap": 0, "sync.Delete": 0, "sync.Load": 0, "sync.LoadAndDelete": 0, "sync.LoadOrStore": 0, "sync.Store": 0,
	"sync.Swap": 0, "context.WithValue": 1, "context.Value": 0,
}

// compares says whether a call compares its i-th argument with others.
func (l *lowerer) compares(c *ast.CallExpr, i int) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || fn.Pkg() == l.f.pkg {
		return false
	}
	at, ok := comparing[fn.Pkg().Path()+"."+fn.Name()]
	return ok && at == i
}

// rangeKeys gives the variable of a range the key itself.
//
//	for s, n := range m { … } → for k, n := range m { s := k.List()[0].(Shape); … }
func rangeKeys(l *lowerer, s ast.Stmt) []ast.Stmt {
	x, ok := s.(*ast.RangeStmt)
	if !ok || x.Tok != token.DEFINE {
		return nil
	}
	m, isMap := l.typeOf(x.X).Underlying().(*types.Map)
	id, isID := x.Key.(*ast.Ident)
	if !isMap || !isID || id.Name == "_" || !l.keyed(m.Key()) {
		return nil
	}
	pos, name := x.For, l.temp("k")
	x.Key = ident(pos, name)
	x.Body.List = append(l.keyValue(id, name, m.Key()), x.Body.List...)
	return []ast.Stmt{x}
}

// keyValue declares a variable with the value that a key stands for.
func (l *lowerer) keyValue(id *ast.Ident, key string, t types.Type) []ast.Stmt {
	pos := id.Pos()
	typ := l.mustType(t, pos)
	l.made[typ] = t
	if types.IsInterface(t) {
		return quote(pos, "var "+id.Name+" Q0; if lꞏ := "+key+".List(); lꞏ[0] != nil { "+id.Name+" = lꞏ[0].(Q0) }", typ)
	}
	v, ok := l.temp("v"), l.temp("ok")
	out := quote(pos, "var "+id.Name+" Q0; var "+ok+" bool; "+v+" := "+key+".List()[0]", typ)
	return append(append(out, l.assertTo(ident(pos, v), types.Universe.Lookup("any").Type(), typ, id.Name, ok)...), quote(pos, "_ = "+ok)...)
}

// deletes says whether the i-th argument of a call is the key that it deletes from a map.
func (l *lowerer) deletes(c *ast.CallExpr, i int) bool {
	_, name := l.builtin(c)
	return name == "delete" && i == 1
}
