// Package evalorder rewrites syntax trees of Go so that their SSA form evaluates operands in the order of compiled
// Go.
//
// The language does not specify whether a statement reads a variable before or after it calls a function that changes
// it. Compiled Go first makes the calls of a statement, in their order, and reads variables, elements and fields when
// they are used. The SSA form reads everything in source order. So in statements where this makes a difference, what
// has to come first is assigned to variables:
//
//	return q, apply()       t := apply(); return q, t
//	a[i] = f()              t := f(); a[i] = t
package evalorder

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
)

// order rewrites the statements of one function.
type order struct {
	info *types.Info
	pkg  *types.Package
	sig  *types.Signature // of the enclosing function
	lit  *ast.FuncLit     // the enclosing function, if it is a literal
	pre  []ast.Stmt       // statements to insert before the statement
	kept *kept            // of the enclosing function declaration
	held Session
}

// Session reports whether a variable is one of the session.
type Session interface{ Holds(v *types.Var) bool }

// Apply rewrites the files of a package so that their SSA form evaluates in the order of compiled Go.
func Apply(pkg *types.Package, files []*ast.File, info *types.Info, held Session) {
	for _, f := range files {
		for _, d := range f.Decls {
			o := &order{info: info, pkg: pkg, kept: &kept{root: d}, held: held}
			if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
				o.sig, o.kept.root = info.Defs[fn.Name].Type().(*types.Signature), fn.Body
				o.body(fn.Body)
				continue
			}
			o.body(d)
		}
	}
	for _, init := range info.InitOrder {
		if len(init.Lhs) == 1 {
			(&order{info: info, pkg: pkg, held: held}).initial(&init.Rhs)
		}
	}
}

// body rewrites all statements in a node, including those of nested functions.
func (o *order) body(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			sig, _ := o.info.Types[n.Type].Type.(*types.Signature)
			(&order{info: o.info, pkg: o.pkg, sig: sig, kept: o.kept, lit: n, held: o.held}).body(n.Body)
			return false
		case *ast.CompositeLit:
			o.unnamed(n)
			o.constantsFirst(n)
		case *ast.IndexExpr:
			o.arrayFirst(n)
		case *ast.BlockStmt:
			n.List = o.list(n.List)
		case *ast.CaseClause:
			for i := range n.List {
				o.inPlace(&n.List[i])
			}
			n.Body = o.list(n.Body)
		case *ast.CommClause:
			o.comm(n.Comm)
			n.Body = o.list(n.Body)
		}
		return true
	})
}

func (o *order) list(list []ast.Stmt) []ast.Stmt {
	var done []ast.Stmt
	for i, s := range list {
		pre, t := o.split(s)
		if done == nil && (len(pre) > 0 || t != s) {
			done = append(make([]ast.Stmt, 0, len(list)+4), list[:i]...)
		}
		if done != nil {
			done = append(append(done, pre...), t)
		}
	}
	if done == nil {
		return list
	}
	return done
}

// hoisted returns what f puts before a statement.
func (o *order) hoisted(f func()) (pre []ast.Stmt) {
	outer := o.pre
	o.pre = nil
	f()
	pre, o.pre = o.pre, outer
	return pre
}

// split returns what comes before a statement, and the rest of it.
func (o *order) split(s ast.Stmt) (pre []ast.Stmt, rest ast.Stmt) {
	pre = o.hoisted(func() { rest = o.stmt(s) })
	return pre, rest
}

// together returns a single statement that replaces s.
func (o *order) together(s ast.Stmt) ast.Stmt {
	if s == nil {
		return nil
	}
	pre, s := o.split(s)
	if len(pre) == 0 {
		return s
	}
	return &ast.BlockStmt{List: append(pre, s)}
}

func (o *order) stmt(s ast.Stmt) ast.Stmt {
	switch s := s.(type) {
	case *ast.ExprStmt:
		o.root(&s.X)
	case *ast.GoStmt:
		o.later(s.Call)
	case *ast.DeferStmt:
		o.later(s.Call)
	case *ast.SendStmt:
		o.all(plain(&s.Chan), plain(&s.Value))
	case *ast.IncDecStmt:
		o.all(addressOf(&s.X))
	case *ast.AssignStmt:
		o.assign(s)
	case *ast.ReturnStmt:
		o.returned(s)
	case *ast.DeclStmt:
		return o.decl(s)
	case *ast.LabeledStmt:
		o.labeled(s)
	case *ast.IfStmt:
		s.Init = o.before(s.Init, plain(&s.Cond))
		if e, ok := s.Else.(*ast.IfStmt); ok {
			s.Else = o.together(e)
		}
	case *ast.SwitchStmt:
		s.Init = o.before(s.Init, plain(&s.Tag))
	case *ast.TypeSwitchStmt:
		s.Init = o.before(s.Init, plain(subject(s)))
	case *ast.ForStmt:
		o.loop(s)
	case *ast.RangeStmt:
		o.length(s)
		o.all(plain(&s.X))
	}
	return s
}

// later rewrites the operands of a call in a defer or go statement. The method of an interface becomes a function, as
// only functions are called later. In generic code, compiled Go looks for the method when it is called.
func (o *order) later(c *ast.CallExpr) {
	o.all(o.operands(c)...)
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok {
		return
	}
	s := o.info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return
	}
	switch fn := s.Obj().(*types.Func); {
	case isTypeParam(types.Unalias(s.Recv())):
		o.toExpression(c, sel, s.Recv())
	case types.IsInterface(fn.Signature().Recv().Type()): // possibly of an embedded field
		o.keep(&c.Fun)
	}
}

// toExpression rewrites a call x.m(y) of a method of a type parameter to T.m(x, y).
func (o *order) toExpression(c *ast.CallExpr, sel *ast.SelectorExpr, t types.Type) {
	scope := types.NewPackage(o.pkg.Path(), o.pkg.Name())
	recv := &ast.Ident{NamePos: sel.Pos(), Name: "T"}
	scope.Scope().Insert(types.NewTypeName(sel.Pos(), scope, recv.Name, t))
	fun := &ast.SelectorExpr{X: recv, Sel: sel.Sel}
	if err := types.CheckExpr(token.NewFileSet(), scope, token.NoPos, fun, o.info); err != nil {
		panic(err) // what T has been checked to have
	}
	o.apartArgs(c)
	c.Fun, c.Args = fun, append([]ast.Expr{sel.X}, c.Args...)
}

// length rewrites a loop over the indices of an array that need not be evaluated to one over its length.
func (o *order) length(s *ast.RangeStmt) {
	a, ok := o.typeOf(s.X).Underlying().(*types.Array)
	if !ok || s.Value != nil || mayCall(s.X) {
		return
	}
	n := &ast.BasicLit{ValuePos: s.X.Pos(), Kind: token.INT, Value: strconv.FormatInt(a.Len(), 10)}
	o.info.Types[n] = types.TypeAndValue{Type: types.Typ[types.Int], Value: constant.MakeInt64(a.Len())}
	s.X = n
}

// subject returns the operand of a type switch.
func subject(s *ast.TypeSwitchStmt) *ast.Expr {
	switch a := s.Assign.(type) {
	case *ast.AssignStmt:
		return &a.Rhs[0].(*ast.TypeAssertExpr).X
	case *ast.ExprStmt:
		return &a.X.(*ast.TypeAssertExpr).X
	}
	return nil
}

// before returns the init statement of a statement with the hoisted parts of its operand.
func (o *order) before(init ast.Stmt, op operand) ast.Stmt {
	init = o.together(init)
	if *op.at == nil {
		return init
	}
	pre := o.hoisted(func() { o.all(op) })
	if len(pre) == 0 {
		return init
	}
	if init != nil {
		pre = append([]ast.Stmt{init}, pre...)
	}
	return &ast.BlockStmt{List: pre}
}

func (o *order) loop(s *ast.ForStmt) {
	if s.Init != nil {
		pre, init := o.split(s.Init)
		o.pre, s.Init = append(o.pre, pre...), init
	}
	s.Post = o.together(s.Post)
	if s.Cond == nil || !o.moves(plain(&s.Cond)) {
		return
	}
	pre := o.hoisted(func() { o.hoistAll(plain(&s.Cond)) })
	end := &ast.IfStmt{
		Cond: s.Cond, Body: &ast.BlockStmt{},
		Else: &ast.BlockStmt{List: []ast.Stmt{&ast.BranchStmt{Tok: token.BREAK}}},
	}
	s.Cond = nil
	s.Body.List = append(append(pre, end), s.Body.List...)
}

func (o *order) labeled(s *ast.LabeledStmt) {
	switch s.Stmt.(type) {
	case *ast.ForStmt, *ast.RangeStmt:
		pre, loop := o.split(s.Stmt)
		s.Stmt = loop
		if len(pre) > 0 {
			if l := o.another(s.Label); l != nil {
				pre = []ast.Stmt{&ast.LabeledStmt{Label: l, Stmt: &ast.BlockStmt{List: pre}}}
			}
		}
		o.pre = append(o.pre, pre...)
	default:
		s.Stmt = o.together(s.Stmt)
	}
}

// another returns a label for the gotos to a label, which have to repeat what was inserted before its loop; nil if
// there are none.
func (o *order) another(label *ast.Ident) (id *ast.Ident) {
	old, l := o.info.Defs[label], types.NewLabel(label.Pos(), o.pkg, label.Name)
	ast.Inspect(o.kept.root, func(n ast.Node) bool {
		if b, ok := n.(*ast.BranchStmt); ok && b.Tok == token.GOTO && o.info.Uses[b.Label] == old {
			if id == nil {
				id = &ast.Ident{NamePos: label.Pos(), Name: label.Name}
				o.info.Defs[id] = l
			}
			o.info.Uses[b.Label] = l
		}
		return true
	})
	return id
}

// decl splits a declaration of several variables, as hoisted parts may belong before each.
func (o *order) decl(s *ast.DeclStmt) ast.Stmt {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return s
	}
	var list []ast.Stmt
	moved := false
	for _, spec := range d.Specs {
		v := spec.(*ast.ValueSpec)
		var ops []operand
		for i := range v.Values {
			ops = append(ops, o.to(&v.Values[i], o.typeOf(v.Names[min(i, len(v.Names)-1)])))
		}
		pre := o.hoisted(func() { o.all(ops...) })
		moved = moved || len(pre) > 0
		list = append(
			append(list, pre...), &ast.DeclStmt{Decl: &ast.GenDecl{TokPos: d.TokPos, Tok: d.Tok, Specs: []ast.Spec{v}}},
		)
	}
	if !moved {
		return s
	}
	last := len(list) - 1
	o.pre = append(o.pre, list[:last]...)
	return list[last]
}

func (o *order) returned(s *ast.ReturnStmt) {
	var ops []operand
	for i := range s.Results {
		var t types.Type
		if o.sig != nil && len(s.Results) == o.sig.Results().Len() {
			t = o.sig.Results().At(i).Type()
		}
		ops = append(ops, o.to(&s.Results[i], t))
	}
	o.all(ops...)
}

// root rewrites the operands of an expression statement.
func (o *order) root(at *ast.Expr) { o.all(o.operands(ast.Unparen(*at))...) }

func (o *order) assign(s *ast.AssignStmt) {
	var ops []operand
	if s.Tok != token.DEFINE {
		for i := range s.Lhs {
			ops = append(ops, addressOf(&s.Lhs[i]))
		}
	}
	if len(s.Lhs) > len(s.Rhs) {
		o.assignSeveral(s, ops)
		return
	}
	for i := range s.Rhs {
		var t types.Type
		if !isBlank(s.Lhs[i]) {
			t = o.typeOf(s.Lhs[i])
		}
		ops = append(ops, o.to(&s.Rhs[i], t))
	}
	o.all(ops...)
	o.settle(s)
}

// assignSeveral rewrites the assignment of all results of one expression.
func (o *order) assignSeveral(s *ast.AssignStmt, left []operand) {
	l := o.scanAll(left)
	right := o.operands(ast.Unparen(s.Rhs[0]))
	inner := o.scanAll(right).effect
	_, isCall := ast.Unparen(s.Rhs[0]).(*ast.CallExpr)
	if !l.late || !l.effect && !inner && !isCall && !isReceive(s.Rhs[0]) {
		o.all(right...)
		return
	}
	for _, l := range left {
		o.hoist(l)
	}
	for _, r := range right {
		o.hoist(r)
	}
	s.Rhs = o.several(s.Rhs[0])
}

// several assigns the results of an expression to variables.
func (o *order) several(e ast.Expr) (list []ast.Expr) {
	t := o.typeOf(e).(*types.Tuple)
	set := &ast.AssignStmt{TokPos: e.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{e}}
	for i := range t.Len() {
		v := o.variable(e.Pos(), t.At(i).Type())
		set.Lhs = append(set.Lhs, o.define(v, e.Pos()))
		list = append(list, o.use(v, e.Pos()))
	}
	o.pre = append(o.pre, set)
	return list
}

// comm rewrites the operands of a case of a select statement, which are all evaluated first, one after the other.
func (o *order) comm(s ast.Stmt) {
	var recv ast.Expr
	switch s := s.(type) {
	case *ast.SendStmt:
		o.inPlace(&s.Chan)
		o.inPlace(&s.Value)
	case *ast.ExprStmt:
		recv = s.X
	case *ast.AssignStmt:
		recv = s.Rhs[0]
	}
	if u, ok := ast.Unparen(recv).(*ast.UnaryExpr); ok && recv != nil {
		o.inPlace(&u.X)
	}
}

// initial rewrites the initial value of a package-level variable: a literal is set element by element.
func (o *order) initial(at *ast.Expr) {
	if u, ok := (*at).(*ast.UnaryExpr); ok && u.Op == token.AND {
		at = &u.X
	}
	lit, ok := (*at).(*ast.CompositeLit)
	if _, isMap := o.typeOf(*at).Underlying().(*types.Map); !ok || isMap {
		o.inPlace(at)
		return
	}
	for i := range lit.Elts {
		if kv, ok := lit.Elts[i].(*ast.KeyValueExpr); ok {
			o.initial(&kv.Value)
		} else {
			o.initial(&lit.Elts[i])
		}
	}
}

// inPlace rewrites an expression that nothing can be inserted before to a call of a function literal.
func (o *order) inPlace(at *ast.Expr) {
	op := plain(at)
	if !o.moves(op) {
		return
	}
	e := *at
	t := types.Default(o.typeOf(e))
	pre := o.hoisted(func() { o.hoistAll(op) })
	*at = o.function(e, t, append(pre, &ast.ReturnStmt{Return: e.Pos(), Results: []ast.Expr{*at}}))
}

// function returns a call of a function literal with a result of type t that replaces e.
func (o *order) function(e ast.Expr, t types.Type, body []ast.Stmt) ast.Expr {
	sig := types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(types.NewParam(e.Pos(), o.pkg, "", t)), false)
	lit := &ast.FuncLit{
		Type: &ast.FuncType{
			Func: e.Pos(), Params: &ast.FieldList{},
			Results: &ast.FieldList{List: []*ast.Field{{Type: o.typed(&ast.Ident{NamePos: e.Pos(), Name: "_"}, t)}}},
		},
		Body: &ast.BlockStmt{Lbrace: e.Pos(), List: body, Rbrace: e.End()},
	}
	o.typed(lit.Type, sig)
	return o.typed(&ast.CallExpr{Fun: o.typed(lit, sig), Lparen: e.Pos(), Rparen: e.End()}, t)
}

// unnamed drops fields named _ from a literal: their values are evaluated, but the fields stay zero.
func (o *order) unnamed(lit *ast.CompositeLit) {
	t := o.typeOf(lit).Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	s, ok := t.(*types.Struct)
	if !ok || len(lit.Elts) != s.NumFields() {
		return
	}
	for i, e := range lit.Elts {
		if _, keyed := e.(*ast.KeyValueExpr); keyed || s.Field(i).Name() != "_" {
			continue
		}
		f := s.Field(i).Type()
		zero := o.use(o.variable(e.Pos(), f), e.Pos())
		lit.Elts[i] = o.function(e, f, []ast.Stmt{
			&ast.AssignStmt{Lhs: []ast.Expr{&ast.Ident{NamePos: e.Pos(), Name: "_"}}, TokPos: e.Pos(), Tok: token.ASSIGN, Rhs: []ast.Expr{e}},
			&ast.DeclStmt{Decl: &ast.GenDecl{Tok: token.VAR, Specs: []ast.Spec{&ast.ValueSpec{Names: []*ast.Ident{o.declared(zero)}}}}},
			&ast.ReturnStmt{Return: e.Pos(), Results: []ast.Expr{zero}},
		})
	}
}

// declared returns the identifier that declares a variable.
func (o *order) declared(use ast.Expr) *ast.Ident {
	return o.define(o.info.Uses[use.(*ast.Ident)].(*types.Var), use.Pos())
}

func (o *order) typed(e ast.Expr, t types.Type) ast.Expr {
	o.info.Types[e] = types.TypeAndValue{Type: t}
	return e
}

func (o *order) variable(pos token.Pos, t types.Type) *types.Var {
	return types.NewVar(pos, o.pkg, "~order", types.Default(t))
}

func (o *order) define(v *types.Var, pos token.Pos) *ast.Ident {
	id := &ast.Ident{NamePos: pos, Name: v.Name()}
	o.info.Defs[id] = v
	return id
}

func (o *order) use(v *types.Var, pos token.Pos) ast.Expr {
	id := &ast.Ident{NamePos: pos, Name: v.Name()}
	o.info.Uses[id] = v
	return o.typed(id, v.Type())
}

// keep assigns the value of an expression to a variable that replaces it.
func (o *order) keep(at *ast.Expr) {
	e := *at
	v := o.variable(e.Pos(), o.typeOf(e))
	o.pre = append(o.pre, &ast.AssignStmt{Lhs: []ast.Expr{o.define(v, e.Pos())}, TokPos: e.Pos(), Tok: token.DEFINE, Rhs: []ast.Expr{e}})
	*at = o.use(v, e.Pos())
}

// all rewrites the operands of one statement.
func (o *order) all(ops ...operand) {
	if o.moves(ops...) {
		o.hoistAll(ops...)
	}
}

// moves reports whether a call has to be evaluated before something that precedes it.
func (o *order) moves(ops ...operand) bool {
	return slices.ContainsFunc(ops, func(op operand) bool { return o.mayMove(*op.at) }) && o.wrong(ops)
}
