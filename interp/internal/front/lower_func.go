package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// literalArgs passes arguments of compiled functions in a roundabout way. Passed directly, a function
// literal would share the variables of all iterations of a loop around it, of a struct literal that
// becomes an interface only a field would arrive, and what a call returns would arrive without its
// methods.
//
//	f(func() { … }) → f(func() func() { return func() { … } }())
//	f(T{…}) → f([]T{T{…}}[0])
func literalArgs(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || l.isType(c.Fun) || l.callsSession(c) {
		return e
	}
	for i, arg := range c.Args {
		c.Args[i] = l.boxed(arg)
	}
	return e
}

// callsSession says whether a call is one of a function or method that the session declares.
func (l *lowerer) callsSession(c *ast.CallExpr) bool {
	var o types.Object
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		o = l.info.Uses[fun]
	case *ast.SelectorExpr:
		o = l.info.Uses[fun.Sel]
	}
	fn, ok := o.(*types.Func)
	return ok && fn.Pkg() == l.f.pkg
}

// boxed returns a function literal out of a function, because the interpreter writes to the frame in
// which a closure was made when the closure ends, on whatever goroutine; a struct literal or the
// result of a call it takes out of a slice.
func (l *lowerer) boxed(e ast.Expr) ast.Expr {
	switch x := ast.Unparen(e).(type) {
	case *ast.FuncLit:
		return l.private(x)
	case *ast.CompositeLit:
		if l.f.namedStruct(l.typeOf(x)) == nil {
			return e
		}
	case *ast.CallExpr:
		if t := l.typeOf(x); !l.sessionType(t) || types.IsInterface(t) || l.isType(x.Fun) {
			return e
		}
	default:
		return e
	}
	t := l.typeExpr(l.typeOf(e), e.Pos())
	if t == nil {
		return e
	}
	x := quoteExpr(e.Pos(), "[]Q0{Q1}[0]", t, ast.Unparen(e))
	l.from[x] = e
	return x
}

// private makes a closure in a frame of its own.
func (l *lowerer) private(lit *ast.FuncLit) ast.Expr {
	t := l.typeExpr(l.typeOf(lit), lit.Pos())
	if t == nil {
		return lit
	}
	x := quoteExpr(lit.Pos(), "func() Q0 { return Q1 }()", t, lit)
	l.from[x] = lit
	return x
}

// functionValues makes values of declared functions where they are returned or become interfaces: the interpreter's own are nodes of
// its tree there.
//
//	return f → return []func(){f}[0]
func functionValues(l *lowerer, s ast.Stmt) []ast.Stmt {
	r, ok := s.(*ast.ReturnStmt)
	if !ok {
		return nil
	}
	for i, e := range r.Results {
		if _, isFunc := l.typeOf(e).Underlying().(*types.Signature); !isFunc || l.value(e).IsNil() {
			continue
		}
		if id, isID := ast.Unparen(e).(*ast.Ident); isID {
			r.Results[i] = l.converted(id, l.typeOf(e))
		}
	}
	return nil
}

// returnedTypes gives results that are functions variables: the interpreter keeps with their type the expression that is
// returned, and takes its parts for the type parameters of a generic function.
//
//	return x.m() → t := x.m(); return t
func returnedTypes(l *lowerer, s ast.Stmt) []ast.Stmt {
	r, ok := s.(*ast.ReturnStmt)
	if !ok || !slices.ContainsFunc(r.Results, l.poisons) {
		return nil
	}
	if tuple, several := l.typeOf(r.Results[0]).(*types.Tuple); several {
		list := resultNames(tuple.Len())
		return quote(r.Return, list+" := Q0; return "+list, r.Results[0])
	}
	var out []ast.Stmt
	for i, e := range r.Results {
		if tv := l.value(e); tv.Value == nil && !tv.IsNil() {
			out = append(out, l.freeze(r.Return, &r.Results[i]))
		}
	}
	return append(out, r)
}

// resultNames returns a list of n names of variables.
func resultNames(n int) string {
	var names []string
	for i := range n {
		names = append(names, "ret"+mark+strconv.Itoa(i))
	}
	return strings.Join(names, ", ")
}

// poisons says whether the interpreter would keep e with its type.
func (l *lowerer) poisons(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Ident, *ast.FuncLit:
		return false
	}
	t := l.typeOf(e)
	if tuple, ok := t.(*types.Tuple); ok && tuple.Len() > 0 {
		t = tuple.At(0).Type()
	}
	return isFunc(t)
}

func isFunc(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// isFunction says whether an expression names a function that a cell declares.
func (l *lowerer) isFunction(e ast.Expr) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	if !ok {
		return false
	}
	fn, ok := l.info.Uses[id].(*types.Func)
	return ok && fn.Pkg() == l.f.pkg && !l.f.Off["function-values"]
}

// methodValues makes closures of method values and functions of method expressions. The former otherwise share the variables of all
// iterations, too, and evaluate their receiver when they are called.
//
//	x.m → func(r T) func(A) B { return func(p0 A) B { return r.m(p0) } }(x)
func methodValues(l *lowerer, e ast.Expr) ast.Expr {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok {
		return e
	}
	s := l.info.Selections[sel]
	switch {
	case s == nil || s.Kind() == types.FieldVal:
		return e
	case s.Kind() == types.MethodExpr:
		return l.methodExpr(sel, s)
	case l.called[sel]:
		return e
	}
	pos := sel.Pos()
	sig := s.Type().(*types.Signature)
	x, t := sel.X, l.typeOf(sel.X)
	if recv := s.Obj().(*types.Func).Signature().Recv(); recv != nil {
		if len(s.Index()) > 1 && !hidden(s) { // what is on the way to the receiver is evaluated now
			x = l.way(x, s)
			t = l.typeOf(x)
			if p, ok := t.Underlying().(*types.Pointer); ok && !isPointer(recv.Type()) {
				x, t = &ast.StarExpr{Star: pos, X: x}, p.Elem()
			}
		}
		switch p, ok := t.Underlying().(*types.Pointer); {
		case isPointer(recv.Type()) && !ok:
			x, t = &ast.UnaryExpr{OpPos: pos, Op: token.AND, X: x}, types.NewPointer(t)
		case !isPointer(recv.Type()) && ok && len(s.Index()) == 1: // a method of values has a copy from now
			x, t = &ast.StarExpr{Star: pos, X: x}, p.Elem()
		}
	}
	typ, recv := l.typeExpr(sig, pos), l.typeExpr(t, pos)
	if typ == nil || recv == nil {
		return e
	}
	inner := l.forward(ident(pos, "r"+mark), sel.Sel.Name, sig, e)
	if types.IsInterface(t) {
		return quoteExpr(pos, "func(r"+mark+" Q0) Q1 { if r"+mark+" == nil { rtꞏ.NilPointer() }; return Q2 }(Q3)", recv, typ, inner, x)
	}
	return quoteExpr(pos, "func(r"+mark+" Q0) Q1 { return Q2 }(Q3)", recv, typ, inner, x)
}

// methodExpr makes a function of T.m, which the interpreter calls with the receiver twice.
func (l *lowerer) methodExpr(sel *ast.SelectorExpr, s *types.Selection) ast.Expr {
	pos := sel.Pos()
	sig := s.Type().(*types.Signature) // the receiver is its first parameter
	var rest []*types.Var
	for i := 1; i < sig.Params().Len(); i++ {
		rest = append(rest, sig.Params().At(i))
	}
	recv := l.typeExpr(sig.Params().At(0).Type(), pos)
	if recv == nil {
		return sel
	}
	r := ident(pos, "r"+mark)
	var from ast.Expr = r
	if hidden(s) {
		from = l.way(r, s)
	}
	lit := l.forward(from, sel.Sel.Name, types.NewSignatureType(nil, nil, nil, types.NewTuple(rest...), sig.Results(), sig.Variadic()), sel)
	first := &ast.Field{Names: []*ast.Ident{ident(pos, r.Name)}, Type: recv}
	lit.Type.Params.List = append([]*ast.Field{first}, lit.Type.Params.List...)
	if l.f.rescuers && l.deaf(sel) {
		lit.Body.List = append(quote(pos, "rtꞏ.Hush()"), lit.Body.List...)
	}
	return lit
}

// forward builds func(p0 A, …) R { return recv.name(p0, …) }.
func (l *lowerer) forward(recv ast.Expr, name string, sig *types.Signature, at ast.Node) *ast.FuncLit {
	lit, _ := l.forwarding(recv, name, sig, at.Pos())
	return lit
}

// forwarding is forward; it returns the call, too. Without a name, what recv is gets called itself.
func (l *lowerer) forwarding(recv ast.Expr, name string, sig *types.Signature, pos token.Pos) (*ast.FuncLit, *ast.CallExpr) {
	callee := "Q0"
	if name != "" {
		callee += "." + name
	}
	src := "func() { return " + callee + "() }"
	switch n := sig.Results().Len(); {
	case n == 0:
		src = "func() { " + callee + "() }"
	case isFunc(sig.Results().At(0).Type()) && !l.f.Off["returned-types"]:
		list := resultNames(n)
		src = "func() { " + list + " := " + callee + "(); return " + list + " }"
	}
	lit := quoteExpr(pos, src, recv).(*ast.FuncLit)
	var call *ast.CallExpr
	switch s := lit.Body.List[0].(type) {
	case *ast.ReturnStmt:
		call = s.Results[0].(*ast.CallExpr)
	case *ast.ExprStmt:
		call = s.X.(*ast.CallExpr)
	case *ast.AssignStmt:
		call = s.Rhs[0].(*ast.CallExpr)
	}
	for i := range sig.Params().Len() {
		p := "p" + mark + strconv.Itoa(i)
		variadic := sig.Variadic() && i == sig.Params().Len()-1
		t := l.paramExpr(sig.Params().At(i).Type(), variadic, pos)
		lit.Type.Params.List = append(lit.Type.Params.List, &ast.Field{Names: []*ast.Ident{ident(pos, p)}, Type: t})
		call.Args = append(call.Args, ident(pos, p))
		if variadic {
			call.Ellipsis = pos
		}
	}
	if sig.Results().Len() > 0 {
		lit.Type.Results = l.tupleFields(sig.Results(), false, pos)
	}
	return lit, call
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

// noteCalls records which functions are called, so that the others are values.
func (l *lowerer) noteCalls(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			switch fun := ast.Unparen(n.Fun).(type) {
			case *ast.SelectorExpr, *ast.Ident, *ast.IndexExpr, *ast.IndexListExpr:
				l.called.add(fun)
			}
		case *ast.SelectorExpr:
			if c, ok := ast.Unparen(n.X).(*ast.CallExpr); ok {
				l.asked.add(c)
			}
		case *ast.IndexExpr: // of a generic function
			l.called.add(n.X)
		case *ast.IndexListExpr:
			l.called.add(n.X)
		}
		return true
	})
}

// variadicValues makes the list of arguments of a function that is a value: of one in a field the interpreter
// takes them for so many parameters, and no arguments for an empty list that is not nil, as it does for methods
// of interfaces.
//
//	l.printf(s, a, b) → l.printf(s, []any{a, b}...)
func variadicValues(l *lowerer, e ast.Expr) ast.Expr {
	c, ok := e.(*ast.CallExpr)
	if !ok || l.isType(c.Fun) {
		return e
	}
	sig, ok := l.typeOf(c.Fun).Underlying().(*types.Signature)
	if !ok || !sig.Variadic() {
		return e
	}
	n := sig.Params().Len() - 1
	switch {
	case c.Ellipsis.IsValid() && !l.value(c.Args[n]).IsNil(), len(c.Args) == 1 && isTuple(l.typeOf(c.Args[0])),
		!l.callsValue(c.Fun) && !(len(c.Args) == n && l.callsMethod(c.Fun)), l.passesTensors(c, n):
		return e
	}
	for i, arg := range c.Args[:n] { // those before a list arrive as they are
		if to := sig.Params().At(i).Type(); types.IsInterface(to) && !types.IsInterface(l.typeOf(arg)) && !l.value(arg).IsNil() {
			c.Args[i] = l.converted(arg, to)
		}
	}
	t := l.mustType(sig.Params().At(n).Type(), c.Pos())
	last := quoteExpr(c.Pos(), "Q0(nil)", t)
	if len(c.Args) > n && !c.Ellipsis.IsValid() {
		list := &ast.CompositeLit{Type: t, Lbrace: c.Pos(), Elts: c.Args[n:len(c.Args):len(c.Args)], Rbrace: c.Rparen}
		l.keyIndices(list)
		last = list
	}
	l.made[last] = sig.Params().At(n).Type()
	c.Args = append(c.Args[:n:n], last)
	c.Ellipsis = c.Rparen
	return e
}

// passesTensors says whether the arguments of a call from the n-th on are pointers of compiled types, tensors say, and the function is no
// field or element, so that they arrive without a list. One would hold them until the statement runs again, or its block ends.
func (l *lowerer) passesTensors(c *ast.CallExpr, n int) bool {
	switch ast.Unparen(c.Fun).(type) {
	case *ast.Ident, *ast.CallExpr:
	default:
		return false
	}
	return len(c.Args) > n && !c.Ellipsis.IsValid() && !slices.ContainsFunc(c.Args, func(e ast.Expr) bool {
		p, isPointer := types.Unalias(l.typeOf(e)).(*types.Pointer)
		if !isPointer {
			return true
		}
		t, isNamed := types.Unalias(p.Elem()).(*types.Named)
		return !isNamed || t.Obj().Pkg() == l.f.pkg || t.TypeArgs().Len() > 0
	})
}

// callsMethod says whether a method that the session declares is called.
func (l *lowerer) callsMethod(fun ast.Expr) bool {
	sel, ok := ast.Unparen(fun).(*ast.SelectorExpr)
	if !ok || l.info.Selections[sel] == nil {
		return false
	}
	fn, isFunc := l.info.Selections[sel].Obj().(*types.Func)
	return isFunc && fn.Pkg() == l.f.pkg
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// callsValue says whether what is called is a variable, a literal or what another expression gives, not a
// declared function.
func (l *lowerer) callsValue(fun ast.Expr) bool {
	if l.isType(fun) {
		return false
	}
	switch x := ast.Unparen(fun).(type) {
	case *ast.Ident:
		_, isVar := l.info.Uses[x].(*types.Var)
		return isVar
	case *ast.SelectorExpr:
		_, isVar := l.info.Uses[x.Sel].(*types.Var)
		return isVar
	case *ast.FuncLit:
		return l.original(x) == x
	case *ast.IndexExpr, *ast.CallExpr, *ast.StarExpr, *ast.TypeAssertExpr:
		return true
	}
	return false
}
