package front

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
)

// The interpreter evaluates the arguments of defer too late, and a deferred function that calls a
// closure of its function blocks for ever. A function that defers is therefore split: its body
// becomes a closure that compiled code runs, with a list of deferred calls of its own.
//
//	func f() (r int) { defer g(x); return 1 }
//
// becomes
//
//	func f() (r int) {
//		d := rt.NewDefers()
//		rt.Guard(d, func() {
//			a := x
//			d.Push(func() { g(a) })
//			r = 1
//			return
//		})
//		return
//	}

const defersVar = "defers" + mark

func (l *lowerer) enter(fn ast.Node) {
	scope := &funcScope{}
	var body *ast.BlockStmt
	switch fn := fn.(type) {
	case *ast.FuncDecl:
		scope.typ, scope.decl, scope.name, body = fn.Type, fn, l.funcName(fn), fn.Body
		if o, ok := l.info.Defs[fn.Name].(*types.Func); ok {
			scope.sig = o.Signature()
		}
		if x := l.u.adoptedDecl(fn); x != nil {
			if o, ok := l.info.Defs[x.fake.Name].(*types.Func); ok {
				scope.sig = o.Signature()
			}
		}
	case *ast.FuncLit:
		scope.typ, scope.name, body = fn.Type, "func", fn.Body
		scope.deaf = l.undeferred[fn] && !l.f.Off["recovers"]
		scope.sig, _ = l.typeOf(fn).Underlying().(*types.Signature)
	}
	made := synthesized(fn)
	if body != nil && l.u.lib == nil && !made { // what happens in a library happens where it is called
		l.f.lastScope++
		scope.id = l.f.lastScope
		info := scopeInfo{name: scope.name, from: l.f.Position(body.Lbrace), to: l.f.Position(body.Rbrace)}
		l.f.scopes[scope.id] = info
	}
	if body != nil && scope.typ != nil && !l.f.Off["parameters"] {
		nameParameters(scope.typ)
	}
	scope.simple, l.simple = l.simple, 0
	if made {
		l.simple = 1
	}
	l.funcs = append(l.funcs, scope)
}

// nameParameters names parameters without a name: the interpreter makes no room for them, and puts arguments into other variables.
func nameParameters(typ *ast.FuncType) {
	for _, f := range typ.Params.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{ident(f.Pos(), "_")}
		}
	}
}

// funcName returns the user's name of a function: "f", "T.m".
func (l *lowerer) funcName(d *ast.FuncDecl) string {
	name := d.Name.Name
	if o := l.info.Defs[d.Name]; o != nil {
		name = o.Name()
	}
	if r := receiver(d); r.name != nil {
		typ := r.name.Name
		if o := l.info.ObjectOf(r.name); o != nil {
			typ = o.Name()
		}
		return typ + "." + name
	}
	return name
}

func (l *lowerer) leave(fn ast.Node, body *ast.BlockStmt) {
	n := len(l.funcs) - 1
	scope := l.funcs[n]
	l.guard(scope, scope.typ, body)
	if body != nil {
		l.localResults(scope.typ, body)
		l.restoreMarks(scope, body)
		l.halts(fn, body)
		l.arrivals(fn, scope.sig, body)
	}
	l.funcs, l.simple = l.funcs[:n], scope.simple
}

// adoptedDecl returns the method of an older type that fd declares, if any.
func (u *unit) adoptedDecl(fd *ast.FuncDecl) *extMethod {
	for _, x := range u.ext {
		if x.decl == fd {
			return x
		}
	}
	return nil
}

func (l *lowerer) scope() *funcScope { return l.funcs[len(l.funcs)-1] }

// deferStmt pushes the call with its operands evaluated.
func deferStmt(l *lowerer, s ast.Stmt) []ast.Stmt {
	d, ok := s.(*ast.DeferStmt)
	if !ok {
		return nil
	}
	l.scope().defers = true
	push := "Push"
	if l.deaf(d.Call.Fun) {
		push = "PushDeaf"
	}
	out, call := l.frozen(d.Defer, d.Call)
	return append(out, quote(d.Defer, defersVar+"."+push+"(func() func() { return Q0 }())", call)...)
}

// goStmt starts goroutines through compiled code that survives their panics.
func goStmt(l *lowerer, s ast.Stmt) []ast.Stmt {
	g, ok := s.(*ast.GoStmt)
	if !ok {
		return nil
	}
	out, call := l.frozen(g.Go, g.Call)
	return append(out, quote(g.Go, runtimeID+".Go(func() func() { return Q0 }())", call)...)
}

// frozen evaluates the function and the arguments of a call now, and returns a func() that makes it.
func (l *lowerer) frozen(pos token.Pos, c *ast.CallExpr) ([]ast.Stmt, ast.Expr) {
	if lit, ok := c.Fun.(*ast.FuncLit); ok && len(c.Args) == 0 && lit.Type.Results == nil {
		return nil, lit
	}
	var out []ast.Stmt
	keep := func(e ast.Expr) ast.Expr {
		if tv := l.value(e); tv.Value != nil || tv.IsNil() || tv.IsType() || tv.IsBuiltin() {
			return e
		}
		name := l.temp("d")
		out = append(out, define(pos, name, e))
		return ident(pos, name)
	}
	switch fn := c.Fun.(type) {
	case *ast.FuncLit, *ast.IndexExpr, *ast.CallExpr:
		c.Fun = keep(fn)
	case *ast.Ident:
		if v, ok := l.info.ObjectOf(fn).(*types.Var); ok && v != nil {
			c.Fun = keep(fn)
		}
	case *ast.SelectorExpr:
		if sel := l.info.Selections[fn]; sel != nil && sel.Kind() == types.MethodVal {
			var checks []ast.Stmt
			fn.X, checks = l.frozenReceiver(fn, sel, keep)
			out = append(out, checks...)
		}
	}
	if tuple, ok := l.spreadArgument(c); ok {
		set := &ast.AssignStmt{TokPos: pos, Tok: token.DEFINE, Rhs: c.Args}
		c.Args = nil
		for range tuple.Len() {
			name := l.temp("d")
			set.Lhs, c.Args = append(set.Lhs, ident(pos, name)), append(c.Args, ident(pos, name))
		}
		out = append(out, set)
	} else {
		for i, arg := range c.Args {
			c.Args[i] = keep(arg)
		}
	}
	lit := quoteExpr(pos, "func() { Q0 }", c).(*ast.FuncLit)
	return out, lit
}

// frozenReceiver evaluates the receiver of a method now, and says what fails now when it is a nil interface.
func (l *lowerer) frozenReceiver(fn *ast.SelectorExpr, sel *types.Selection, keep func(ast.Expr) ast.Expr) (ast.Expr, []ast.Stmt) {
	pos, t := fn.Pos(), l.typeOf(fn.X)
	recv := sel.Obj().(*types.Func).Signature().Recv().Type()
	switch {
	case types.IsInterface(recv):
		x := keep(fn.X)
		if id, ok := x.(*ast.Ident); ok && types.IsInterface(t) {
			return x, quote(pos, "if "+id.Name+" == nil { rtꞏ.NilPointer() }")
		}
		return x, nil
	case isPointer(t) && !isPointer(recv) && len(sel.Index()) == 1: // it has a copy from now
		return keep(&ast.StarExpr{Star: pos, X: fn.X}), nil
	case isPointer(t), !isPointer(recv):
		return keep(fn.X), nil
	}
	return fn.X, nil
}

// guard splits a function that defers.
func (l *lowerer) guard(scope *funcScope, typ *ast.FuncType, body *ast.BlockStmt) {
	if !scope.defers {
		return
	}
	results := nameResults(typ)
	l.assignReturns(scope, body, results)
	pos := body.Lbrace
	inner := &ast.FuncLit{
		Type: &ast.FuncType{Func: pos, Params: &ast.FieldList{Opening: pos, Closing: pos}},
		Body: &ast.BlockStmt{Lbrace: pos, List: body.List, Rbrace: body.Rbrace},
	}
	body.List = quote(pos, defersVar+" := Q0; Q1; return", callRT(pos, "NewDefers"),
		callRT(pos, "Guard", ident(pos, defersVar), inner))
}

// nameResults gives results names and returns these.
func nameResults(typ *ast.FuncType) (names []string) {
	if typ.Results == nil {
		return nil
	}
	for i, f := range typ.Results.List {
		if len(f.Names) == 0 {
			f.Names = []*ast.Ident{ident(f.Pos(), "ret"+mark+strconv.Itoa(i))}
		}
		for _, n := range f.Names {
			if n.Name == "_" {
				n.Name = "ret" + mark + strconv.Itoa(len(names)) + "_"
			}
			names = append(names, n.Name)
		}
	}
	return names
}

// assignReturns turns "return v" into assignments to the named results and a bare return.
func (l *lowerer) assignReturns(scope *funcScope, body *ast.BlockStmt, names []string) {
	w := &walker{}
	depth := 0
	w.enter = func(ast.Node) { depth++ }
	w.leave = func(ast.Node, *ast.BlockStmt) { depth-- }
	w.after = func(s ast.Stmt) []ast.Stmt {
		r, ok := s.(*ast.ReturnStmt)
		if !ok || depth > 0 || len(r.Results) == 0 {
			return []ast.Stmt{s}
		}
		as := &ast.AssignStmt{TokPos: r.Return, Tok: token.ASSIGN, Rhs: r.Results}
		for i, n := range names {
			id := ident(r.Return, n)
			if scope.sig != nil {
				l.made[id] = scope.sig.Results().At(i).Type()
			}
			as.Lhs = append(as.Lhs, id)
		}
		r.Results = nil
		return append(parallel(l, as), r)
	}
	body.List = w.list(body.List)
}
