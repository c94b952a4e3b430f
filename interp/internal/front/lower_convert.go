package front

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Values become values of other types where they are assigned, passed, returned and compared. What the interpreter or compiled code
// would lose of them on the way is kept here.

// convert gives e, which becomes a value of type to, a form that keeps all of it.
func (l *lowerer) convert(e ast.Expr, to types.Type) ast.Expr {
	if l.losesName(e, to) {
		return l.named(e, to)
	}
	return l.passed(e, to)
}

// passed is convert for what is given to compiled code that does not hand it back.
func (l *lowerer) passed(e ast.Expr, to types.Type) ast.Expr {
	l.refuseUnnamedWays(e, to)
	l.refuseNilPointer(e, to)
	if x := l.represent(e, to); x != e {
		return x
	}
	if l.shares(e, to) {
		return l.copied(e)
	}
	return e
}

// store is convert for what a statement stores where to is expected.
func (l *lowerer) store(e ast.Expr, to types.Type) ast.Expr { return l.ownPlace(l.convert(e, to), to) }

// represent turns a cell of the session that becomes an interface value into its base, a compiled
// pointer that knows the outer value, and keeps the method of an error.
func (l *lowerer) represent(e ast.Expr, to types.Type) ast.Expr {
	if to != nil {
		l.forwardPromoted(e.Pos(), l.typeOf(e), to)
	}
	if l.losesMethods(l.typeOf(e), to) {
		return l.keepMethods(e, to)
	}
	if l.mayBeNilError(e, to) {
		return l.nilError(e)
	}
	if l.losesType(e, to) {
		return l.box(e)
	}
	if st, ok := l.typeOf(e).Underlying().(*types.Struct); ok && st.NumFields() == 0 && to != nil && l.keepsTypes(to) {
		return l.converted(e, to)
	}
	if to != nil && l.otherStruct(l.typeOf(e), to) {
		x := &ast.CallExpr{Fun: &ast.ParenExpr{X: l.mustType(to, e.Pos())}, Lparen: e.Pos(), Args: []ast.Expr{e}, Rparen: e.Pos()}
		l.made[x] = to
		return x
	}
	if to != nil && l.isFunction(e) && types.IsInterface(to) {
		return l.converted(e, l.typeOf(e))
	}
	if to != nil && l.ofBase(to) && l.keepsTypes(l.typeOf(e)) && l.mayHoldCell(l.typeOf(e)) {
		return l.based(e, to)
	}
	if !l.f.toCompiled(to) || l.keepsTypes(to) || l.f.cellOf(l.typeOf(e)) == nil || l.value(e).IsNil() {
		return e
	}
	pos := e.Pos()
	switch ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr: // it may be nil
		c := callRT(pos, "BaseOf", e)
		l.made[c] = types.NewPointer(l.f.nnCell)
		return c
	}
	c := &ast.CallExpr{Fun: &ast.SelectorExpr{X: e, Sel: ident(pos, "CellBase")}, Lparen: pos, Rparen: pos}
	l.made[c] = types.NewPointer(l.f.nnCell)
	return c
}

// shares says whether an interface would share its value with the variable that it has come from: of a type with methods the
// interpreter keeps in it the place where the value was, and what is put there later shows.
//
//	s = p; p = q → s = []*T{p}[0]; p = q
func (l *lowerer) shares(e ast.Expr, to types.Type) bool {
	if to == nil || !types.IsInterface(to) || l.f.Off["interface-copies"] || l.value(e).IsNil() {
		return false
	}
	from := l.typeOf(e)
	if _, isTuple := from.(*types.Tuple); isTuple || types.IsInterface(from) || from == types.Typ[types.Invalid] {
		return false
	}
	if l.keepsTypes(to) {
		return true
	}
	if !isPointer(from) {
		return l.sessionType(from) && types.NewMethodSet(types.NewPointer(from)).Len() > 0
	}
	return l.sessionType(from) && types.NewMethodSet(from).Len() > 0
}

// copied takes a value out of a slice of its own.
func (l *lowerer) copied(e ast.Expr) ast.Expr {
	x := l.converted(e, l.typeOf(e))
	l.inst.add(x) // its index is in range
	return x
}

// otherStruct says whether two struct types are not the same though one can be assigned to the other: one is named.
func (l *lowerer) otherStruct(from, to types.Type) bool {
	_, isStruct := from.Underlying().(*types.Struct)
	if _, both := to.Underlying().(*types.Struct); !both || !isStruct || l.f.Off["cell-values"] {
		return false
	}
	return !types.Identical(from, to) && types.AssignableTo(from, to)
}

// losesMethods says whether the interpreter corrupts a value that becomes a compiled interface: of a
// struct, it hands over a field.
func (l *lowerer) losesMethods(from, to types.Type) bool {
	if to == nil || !types.IsInterface(to) || l.keepsTypes(to) || types.IsInterface(from) || isPointer(from) && !(isError(to) && l.chained(from)) {
		return false
	}
	if _, isParam := to.(*types.TypeParam); isParam || !l.sessionType(from) {
		return false
	}
	it := to.Underlying().(*types.Interface)
	return it.NumMethods() > 0 && it.IsMethodSet()
}

// mayBeNilError says whether e is a pointer to a type of the session that becomes an error and may be nil, of
// which the interpreter makes an error that is nil.
func (l *lowerer) mayBeNilError(e ast.Expr, to types.Type) bool {
	t := l.typeOf(e)
	if to == nil || !isError(to) || !isPointer(t) || !l.sessionType(t) || l.value(e).IsNil() || l.f.Off["nil-errors"] {
		return false
	}
	u, isAddress := ast.Unparen(e).(*ast.UnaryExpr)
	return !isAddress || u.Op != token.AND
}

// nilError keeps the type of a pointer that is nil where it becomes an error.
func (l *lowerer) nilError(e ast.Expr) ast.Expr {
	pos := e.Pos()
	v := ident(pos, "v"+mark)
	l.made[v] = l.typeOf(e)
	x := quoteExpr(pos, "func(vꞏ Q0) error { if vꞏ == nil { return Q1 }; return vꞏ }(Q2)", l.mustType(l.typeOf(e), pos), l.wrapped(v, "ErrorValue", "Error", "error"), e)
	l.made[x] = types.Universe.Lookup("error").Type()
	return x
}

// keepMethods wraps such a value: an error in one of ours, any other in the methods of a copy.
func (l *lowerer) keepMethods(e ast.Expr, to types.Type) ast.Expr {
	if isError(to) {
		return l.wrapped(e, "ErrorValue", "Error", "error")
	}
	if l.f.namedStruct(l.typeOf(e)) == nil {
		return e
	}
	x := quoteExpr(e.Pos(), "func(vꞏ Q0) Q1 { var iꞏ Q1 = &vꞏ; return rtꞏ.Carried(iꞏ, vꞏ).(Q1) }(Q2)", l.mustType(l.typeOf(e), e.Pos()), l.mustType(to, e.Pos()), e)
	l.made[x] = to
	return x
}

// cellValues converts cells in expressions.
func cellValues(l *lowerer, e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.CallExpr:
		l.convertArgs(e)
		return l.keepType(e)
	case *ast.CompositeLit:
		l.convertElements(e)
	case *ast.BinaryExpr:
		if e.Op == token.EQL || e.Op == token.NEQ {
			e.X, e.Y = l.convert(e.X, l.typeOf(e.Y)), l.convert(e.Y, l.typeOf(e.X))
		}
	case *ast.IndexExpr:
		if m, ok := l.typeOf(e.X).Underlying().(*types.Map); ok {
			e.Index = l.mapKey(e.Index, m.Key())
		}
	}
	return e
}

func (l *lowerer) convertArgs(c *ast.CallExpr) {
	if l.isType(c.Fun) {
		if len(c.Args) == 1 {
			c.Args[0] = l.convert(c.Args[0], l.typeOf(c.Fun))
		}
		return
	}
	sig, ok := l.typeOf(c.Fun).Underlying().(*types.Signature)
	if !ok {
		return
	}
	bare := l.takesBare(c)
	if c.Ellipsis.IsValid() {
		if bare {
			l.optional(c)
		}
		return
	}
	if bare {
		l.refuseNameless(c)
		if l.optional(c); isRT(c, "Execute") || isRT(c, "ExecuteTemplate") {
			return
		}
	}
	for i := range c.Args {
		if bare && l.reflects(c) && anyLike(l.typeOf(c.Args[i])) {
			c.Args[i] = callRT(c.Args[i].Pos(), "Unbox", c.Args[i])
			continue
		}
		if bare && i == 0 && l.writesJSON(c) {
			c.Args[i] = l.asJSON(c.Args[i])
			continue
		}
		switch to := paramType(sig, i); {
		case l.deletes(c, i) || l.compares(c, i):
			c.Args[i] = l.mapKey(c.Args[i], to)
		case bare && !anyLike(to):
			c.Args[i] = l.passed(c.Args[i], to)
		case !bare:
			c.Args[i] = l.convert(c.Args[i], to)
		case !l.losesType(c.Args[i], to):
			c.Args[i] = l.represent(c.Args[i], to)
		}
	}
}

func (l *lowerer) convertElements(c *ast.CompositeLit) {
	value := func(e ast.Expr, to types.Type) ast.Expr {
		if sig, isFunc := l.typeOf(e).(*types.Signature); isFunc && l.isFunction(e) && !l.declares(l.typeOf(c)) {
			lit, _ := l.forwarding(e, "", sig, e.Pos()) // in a compiled struct the name would be a node of the interpreter's tree
			l.made[lit] = sig
			return lit
		}
		return l.convert(e, to)
	}
	set := func(i int, to types.Type) {
		if kv, ok := c.Elts[i].(*ast.KeyValueExpr); ok {
			if m, isMap := l.typeOf(c).Underlying().(*types.Map); isMap {
				if kv.Key = l.mapKey(kv.Key, m.Key()); anyLike(m.Key()) && !l.value(kv.Key).IsNil() || types.IsInterface(m.Key()) && l.value(kv.Key).Value != nil {
					kv.Key = l.kept(kv.Key) // constants of different types may be equal to the interpreter, and values of the session's not
				}
			}
			kv.Value = value(kv.Value, to)
			return
		}
		c.Elts[i] = value(c.Elts[i], to)
	}
	switch t := l.typeOf(c).Underlying().(type) {
	case *types.Slice:
		for i := range c.Elts {
			set(i, t.Elem())
		}
	case *types.Array:
		for i := range c.Elts {
			set(i, t.Elem())
		}
	case *types.Map:
		for i := range c.Elts {
			set(i, t.Elem())
		}
	case *types.Struct:
		for i, e := range c.Elts {
			field := i
			if kv, ok := e.(*ast.KeyValueExpr); ok {
				field = l.fieldIndex(t, kv.Key.(*ast.Ident))
			}
			if field >= 0 && field < t.NumFields() {
				set(i, t.Field(field).Type())
			}
		}
	}
}

// fieldIndex returns the number of the field that a key of a literal names, which a rewrite may have made of the number.
func (l *lowerer) fieldIndex(st *types.Struct, key *ast.Ident) int {
	o := l.info.Uses[key]
	for i := range st.NumFields() {
		if f := st.Field(i); f == o || o == nil && f.Name() == key.Name {
			return i
		}
	}
	return -1
}

// cellValuesStmt converts cells in statements.
func cellValuesStmt(l *lowerer, s ast.Stmt) []ast.Stmt {
	switch s := s.(type) {
	case *ast.AssignStmt:
		if (s.Tok == token.ASSIGN || s.Tok == token.DEFINE) && len(s.Lhs) == len(s.Rhs) {
			for i := range s.Rhs {
				s.Rhs[i] = l.store(s.Rhs[i], l.typeOf(s.Lhs[i]))
			}
		}
	case *ast.ReturnStmt:
		sig := l.scope().sig
		if sig != nil && sig.Results().Len() == len(s.Results) {
			for i := range s.Results {
				s.Results[i] = l.ownResult(l.store(s.Results[i], sig.Results().At(i).Type()), len(s.Results))
			}
		}
	case *ast.SendStmt:
		if ch, ok := l.typeOf(s.Chan).Underlying().(*types.Chan); ok {
			s.Value = l.store(s.Value, ch.Elem())
		}
	case *ast.DeclStmt:
		if gd, ok := s.Decl.(*ast.GenDecl); ok && gd.Tok == token.VAR {
			for _, spec := range gd.Specs {
				vs := spec.(*ast.ValueSpec)
				for i := range vs.Values {
					if vs.Type != nil && len(vs.Values) == len(vs.Names) {
						vs.Values[i] = l.store(vs.Values[i], l.typeOf(vs.Type))
					}
				}
			}
		}
	}
	return nil
}
