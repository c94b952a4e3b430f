package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strconv"
)

// builtin returns the name of the builtin that a call calls, or "".
func (l *lowerer) builtin(e ast.Expr) (*ast.CallExpr, string) {
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return nil, ""
	}
	if id, ok := ast.Unparen(c.Fun).(*ast.Ident); ok {
		if _, ok := l.info.Uses[id].(*types.Builtin); ok {
			return c, id.Name
		}
	}
	return nil, ""
}

// minMax spells out min, max and clear, which the interpreter lacks.
func minMax(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	pos := e.Pos()
	switch name {
	case "min", "max":
		return l.minMaxCall(c, name)
	case "len", "cap":
		return l.arrayLen(c)
	case "clear":
		x := callRT(pos, "Clear", c.Args[0])
		l.from[x] = e
		return x
	}
	return e
}

// spreadCall calls a builtin with what a call with several results returns.
//
//	copy(f()) → func(a []T, b []T) int { return copy(a, b) }(f())
func spreadCall(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	if name == "" || name == "print" || name == "println" || len(c.Args) != 1 {
		return e
	}
	tuple, ok := l.typeOf(c.Args[0]).(*types.Tuple)
	if !ok {
		return e
	}
	out, _ := l.spread(c, tuple)
	return out
}

// spread takes apart what a call with several results passes to another one, and returns the inner call, too.
//
//	f(g()) → func(a A, b B) R { return f(a, b) }(g())
func (l *lowerer) spread(c *ast.CallExpr, tuple *types.Tuple) (out ast.Expr, inner *ast.CallExpr) {
	pos := c.Pos()
	lit := quoteExpr(pos, "func() {}").(*ast.FuncLit)
	inner = &ast.CallExpr{Fun: c.Fun, Lparen: pos, Rparen: pos}
	for i := range tuple.Len() {
		p := "p" + mark + strconv.Itoa(i)
		t := l.mustType(tuple.At(i).Type(), pos)
		lit.Type.Params.List = append(lit.Type.Params.List, &ast.Field{Names: []*ast.Ident{ident(pos, p)}, Type: t})
		id := ident(pos, p)
		l.made[id] = tuple.At(i).Type()
		inner.Args = append(inner.Args, id)
	}
	var body ast.Stmt = &ast.ExprStmt{X: inner}
	if t := l.typeOf(c); t != nil && !isInvalid(t) && !isNoValue(t) {
		lit.Type.Results = l.resultFields(t, pos)
		body = &ast.ReturnStmt{Return: pos, Results: []ast.Expr{inner}}
	}
	lit.Body.List = []ast.Stmt{body}
	return &ast.CallExpr{Fun: lit, Lparen: pos, Args: c.Args, Rparen: pos}, inner
}

// resultFields lists the types of the results of a call.
func (l *lowerer) resultFields(t types.Type, pos token.Pos) *ast.FieldList {
	if tuple, ok := t.(*types.Tuple); ok {
		return l.tupleFields(tuple, false, pos)
	}
	return &ast.FieldList{List: []*ast.Field{{Type: l.mustType(t, pos)}}}
}

// isNoValue says whether t is what the checker gives to a call without results.
func isNoValue(t types.Type) bool {
	tuple, ok := t.(*types.Tuple)
	return ok && tuple.Len() == 0
}

// arrayLen is len or cap of an array that a call returns, perhaps by a pointer that may be nil.
func (l *lowerer) arrayLen(c *ast.CallExpr) ast.Expr {
	arg := c.Args[0]
	t := l.typeOf(arg).Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	a, ok := t.(*types.Array)
	if l.value(c).Value != nil || !ok {
		return c
	}
	x := quoteExpr(c.Pos(), "func(pꞏ Q0) int { return Q1 }(Q2)", l.mustType(l.typeOf(arg), c.Pos()), intLit(c.Pos(), int(a.Len())), arg)
	l.from[x] = c
	return x
}

// minMaxCall calls a function of the argument type that keeps the smaller or larger of two; on
// floats a NaN stays, as Go says.
func (l *lowerer) minMaxCall(c *ast.CallExpr, name string) ast.Expr {
	pos := c.Pos()
	t := types.Default(l.typeOf(c))
	op := map[string]string{"min": "<", "max": ">"}[name]
	x := l.mustType(t, pos)
	nan := ""
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsFloat != 0 {
		nan = " || xꞏ != xꞏ && rꞏ == rꞏ"
	}
	c.Fun = quoteExpr(pos, "func(rꞏ Q0, lꞏ ...Q0) Q0 { for iꞏ := 0; iꞏ < len(lꞏ); iꞏ++ { xꞏ := lꞏ[iꞏ]; if xꞏ "+op+" rꞏ"+nan+" { rꞏ = xꞏ } }; return rꞏ }", x)
	return c
}

// withText wraps a value in a compiled one that tells its text.
func (l *lowerer) withText(e ast.Expr) ast.Expr {
	t := l.typeOf(e)
	if types.IsInterface(t) || l.f.cellOf(t) != nil {
		return e
	}
	if m, _, _ := types.LookupFieldOrMethod(t, false, l.f.pkg, "Format"); m != nil && isFormat(m.Type()) {
		return e
	}
	if m, _, _ := types.LookupFieldOrMethod(t, false, l.f.pkg, "Error"); types.Implements(t, errorInterface) && !l.future[m] {
		return l.wrapped(e, "ErrorValue", "Error", "error")
	}
	if m, _, _ := types.LookupFieldOrMethod(t, false, l.f.pkg, "String"); m != nil && !l.future[m] && isStringMethod(m.Type()) {
		return l.wrapped(e, "StringValue", "String", "any")
	}
	return e
}

// wrapped builds a call of a function of package rt with a value and a closure of its method.
func (l *lowerer) wrapped(e ast.Expr, fn, method, result string) ast.Expr {
	pos := e.Pos()
	t := l.mustType(l.typeOf(e), pos)
	value := "vꞏ"
	if l.boxes(l.typeOf(e)) { // nothing else tells the type
		value = runtimeID + ".NewBox(vꞏ, `" + l.spelled(l.typeOf(e), pos) + "`, `" + l.userName(l.typeOf(e)) + "`)"
	}
	var v ast.Expr = ident(pos, "v"+mark)
	if s := types.NewMethodSet(l.typeOf(e)).Lookup(l.f.pkg, method); s != nil && hidden(s) {
		v = l.way(v, s)
	}
	src := "func(vꞏ Q0) " + result + " { return " + runtimeID + "." + fn + "(" + value + ", []func() string{func() string { return Q2." + method + "() }}[0]"
	if fn == "ErrorValue" {
		src += ", Q3"
	}
	x := quoteExpr(pos, src+") }(Q1)", t, e, v, l.chainMethods(e))
	l.made[x] = types.Universe.Lookup(result).Type()
	return x
}

// chainShapes are the methods by which package errors walks chains, and those that packages os and net ask errors for, without names of
// parameters.
var chainShapes = map[string][]string{
	"Unwrap": {"func() error", "func() []error"}, "Is": {"func(error) bool"}, "As": {"func(any) bool"},
	"Timeout": {"func() bool"}, "Temporary": {"func() bool"},
}

// chainMethods builds a map of those that e has, of the variable vꞏ that holds it.
func (l *lowerer) chainMethods(e ast.Expr) ast.Expr {
	pos := e.Pos()
	table := quoteExpr(pos, "map[string]any{}").(*ast.CompositeLit)
	for _, name := range slices.Sorted(maps.Keys(chainShapes)) {
		s := l.chainMethod(l.typeOf(e), name)
		if s == nil {
			continue
		}
		var v ast.Expr = ident(pos, "v"+mark)
		if hidden(s) {
			v = l.way(v, s)
		}
		fn := s.Obj().(*types.Func)
		table.Elts = append(table.Elts, &ast.KeyValueExpr{Key: quoted(pos, name), Colon: pos, Value: l.forward(v, name, fn.Signature(), e)})
	}
	return table
}

func (l *lowerer) chainMethod(t types.Type, name string) *types.Selection {
	s := types.NewMethodSet(t).Lookup(l.f.pkg, name)
	if s == nil || l.future[s.Obj()] {
		return nil
	}
	sig := s.Obj().(*types.Func).Signature()
	shape := types.TypeString(types.NewSignatureType(nil, nil, nil, nameless(sig.Params()), nameless(sig.Results()), sig.Variadic()), nil)
	if !slices.Contains(chainShapes[name], shape) {
		return nil
	}
	return s
}

// chained says whether a type has one of those methods.
func (l *lowerer) chained(t types.Type) bool {
	for name := range chainShapes {
		if l.chainMethod(t, name) != nil {
			return true
		}
	}
	return false
}

func nameless(list *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range list.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", v.Type()))
	}
	return types.NewTuple(vars...)
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

func isStringMethod(t types.Type) bool {
	sig, ok := t.(*types.Signature)
	return ok && sig.Params().Len() == 0 && sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), types.Typ[types.String])
}

// newValue spells new(x) for a value x out.
func newValue(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	if name != "new" || l.isType(c.Args[0]) {
		return e
	}
	t := l.typeOf(e).(*types.Pointer).Elem()
	return quoteExpr(e.Pos(), "func(vꞏ Q0) *Q0 { return &vꞏ }(Q1)", l.mustType(t, e.Pos()), c.Args[0])
}

// printCall sends print and println through compiled code, which writes to standard error as Go's do.
func printCall(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	switch name {
	case "print":
		return callRT(e.Pos(), "Print", c.Args...)
	case "println":
		return callRT(e.Pos(), "Println", c.Args...)
	}
	return e
}

// panicCall sends panic and recover through compiled code, which keeps the panicking value as it is
// and knows the deferred calls that the guard runs.
func panicCall(l *lowerer, e ast.Expr) ast.Expr {
	c, name := l.builtin(e)
	switch name {
	case "recover":
		if l.scope().deaf {
			return callRT(e.Pos(), "Same", quoteExpr(e.Pos(), "any(nil)"))
		}
		return callRT(e.Pos(), "Recover")
	case "panic":
		arg := c.Args[0]
		if l.sessionType(l.typeOf(arg)) {
			arg = l.withText(arg)
		}
		if types.Implements(l.typeOf(arg), errorInterface) {
			return callRT(e.Pos(), "PanicError", arg)
		}
		return callRT(e.Pos(), "Panic", l.boxed(arg))
	}
	return e
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// variadicInterfaces passes the variadic arguments of an interface type as a slice: the interpreter
// does not wrap them one by one.
func variadicInterfaces(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || c.Ellipsis.IsValid() {
		return e
	}
	sig, ok := l.typeOf(c.Fun).Underlying().(*types.Signature)
	if !ok || !sig.Variadic() || len(c.Args) < sig.Params().Len() || l.value(c.Fun).IsBuiltin() {
		return e
	}
	n := sig.Params().Len() - 1
	elem := paramType(sig, n)
	it, ok := under(elem).(*types.Interface)
	if !ok || it.NumMethods() == 0 {
		return e
	}
	if _, isTuple := l.typeOf(c.Args[n]).(*types.Tuple); isTuple {
		return e
	}
	pos := c.Args[n].Pos()
	lit := &ast.CompositeLit{
		Type: &ast.ArrayType{Lbrack: pos, Elt: l.mustType(elem, pos)}, Lbrace: pos,
		Elts: append([]ast.Expr(nil), c.Args[n:]...), Rbrace: c.Rparen,
	}
	c.Args = append(append([]ast.Expr(nil), c.Args[:n]...), lit)
	c.Ellipsis = token.Pos(max(int(c.Rparen), int(pos)))
	return e
}
