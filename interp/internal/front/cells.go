package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// Cells (networks) that users declare. Compiled code sees an interpreted struct as nameless and
// without methods, so the front end, which knows the types, supplies what is missing: a tag that
// keeps types apart, a registration of names and methods, a call that tells a new value its own
// address, and conversions where such a value meets compiled code.

// cellOf returns the session type that t points to, if it embeds nn.Cell; nil otherwise.
func (f *Front) cellOf(t types.Type) *types.Named {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return nil
	}
	return f.cellStruct(p.Elem())
}

// cellStruct returns t as a session type that embeds nn.Cell, or nil.
func (f *Front) cellStruct(t types.Type) *types.Named {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || f.nnCell == nil || n.Obj().Pkg() != f.pkg || generic(n) {
		return nil
	}
	st, ok := n.Underlying().(*types.Struct)
	if !ok || f.embedded(st) == nil {
		return nil
	}
	return n
}

// embedded returns the field through which a struct embeds nn.Cell.
func (f *Front) embedded(st *types.Struct) *types.Var {
	for i := range st.NumFields() {
		v := st.Field(i)
		if v.Embedded() && (f.compiledCell(v.Type()) || f.cellStruct(v.Type()) != nil) {
			return v
		}
	}
	return nil
}

// compiledCell says whether t is nn.Cell or a compiled struct that embeds it and is a base itself, as
// nn.LossBase is.
func (f *Front) compiledCell(t types.Type) bool {
	if types.Identical(t, f.nnCell) {
		return true
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == f.pkg {
		return false
	}
	st, ok := n.Underlying().(*types.Struct)
	return ok && f.embedded(st) != nil
}

// toCompiled says whether values of type to may be handed to compiled code, which knows cells by
// their base only.
func (f *Front) toCompiled(to types.Type) bool {
	if to == nil || f.nnCell == nil {
		return false
	}
	if _, isParam := to.(*types.TypeParam); isParam {
		return false
	}
	it, ok := to.Underlying().(*types.Interface)
	return ok && types.Implements(types.NewPointer(f.nnCell), it)
}

// convert turns a cell of the session that becomes an interface value into its base, a compiled
// pointer that knows the outer value, and keeps the method of an error.
func (l *lowerer) convert(e ast.Expr, to types.Type) ast.Expr {
	if l.losesMethods(l.typeOf(e), to) {
		return l.keepMethods(e, to)
	}
	if l.losesType(e, to) {
		return l.box(e)
	}
	if !l.f.toCompiled(to) || l.f.cellOf(l.typeOf(e)) == nil || l.value(e).IsNil() {
		return e
	}
	pos := e.Pos()
	c := &ast.CallExpr{Fun: &ast.SelectorExpr{X: e, Sel: ident(pos, "CellBase")}, Lparen: pos, Rparen: pos}
	l.made[c] = types.NewPointer(l.f.nnCell)
	return c
}

// losesMethods says whether the interpreter corrupts a value that becomes a compiled interface: of a
// struct, it hands over a field.
func (l *lowerer) losesMethods(from, to types.Type) bool {
	if to == nil || !types.IsInterface(to) || l.ownInterface(to) || types.IsInterface(from) || isPointer(from) {
		return false
	}
	if _, isParam := to.(*types.TypeParam); isParam || !l.sessionType(from) {
		return false
	}
	it := to.Underlying().(*types.Interface)
	return it.NumMethods() > 0 && it.IsMethodSet()
}

// keepMethods wraps such a value: an error in one of ours, any other in a pointer to a copy, which has
// the same methods.
func (l *lowerer) keepMethods(e ast.Expr, to types.Type) ast.Expr {
	if types.Identical(to, types.Universe.Lookup("error").Type()) {
		return l.wrapped(e, "ErrorValue", "Error", "error")
	}
	if l.f.namedStruct(l.typeOf(e)) == nil {
		return e
	}
	t := l.mustType(l.typeOf(e), e.Pos())
	x := quoteExpr(e.Pos(), "func(vꞏ Q0) *Q0 { return &vꞏ }(Q1)", t, e)
	l.made[x] = types.NewPointer(l.typeOf(e))
	return l.boxed(x)
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
			e.Index = l.convert(e.Index, m.Key())
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
	if !ok || c.Ellipsis.IsValid() {
		return
	}
	bare := l.takesBare(c)
	for i := range c.Args {
		if bare && l.reflects(c) && anyLike(l.typeOf(c.Args[i])) {
			c.Args[i] = callRT(c.Args[i].Pos(), "Unbox", c.Args[i])
			continue
		}
		if bare && i == 0 && l.writesJSON(c) {
			c.Args[i] = l.asJSON(c.Args[i])
			continue
		}
		if to := paramType(sig, i); !bare || !l.losesType(c.Args[i], to) {
			c.Args[i] = l.convert(c.Args[i], to)
		}
	}
}

func (l *lowerer) convertElements(c *ast.CompositeLit) {
	set := func(i int, to types.Type) {
		if kv, ok := c.Elts[i].(*ast.KeyValueExpr); ok {
			if m, isMap := l.typeOf(c).Underlying().(*types.Map); isMap {
				kv.Key = l.convert(kv.Key, m.Key())
			}
			kv.Value = l.convert(kv.Value, to)
			return
		}
		c.Elts[i] = l.convert(c.Elts[i], to)
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
				field = fieldIndex(t, l.info.Uses[kv.Key.(*ast.Ident)])
			}
			if field >= 0 && field < t.NumFields() {
				set(i, t.Field(field).Type())
			}
		}
	}
}

func fieldIndex(st *types.Struct, o types.Object) int {
	for i := range st.NumFields() {
		if st.Field(i) == o {
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
				s.Rhs[i] = l.convert(s.Rhs[i], l.typeOf(s.Lhs[i]))
			}
		}
	case *ast.ReturnStmt:
		sig := l.scope().sig
		if sig != nil && sig.Results().Len() == len(s.Results) {
			for i := range s.Results {
				s.Results[i] = l.convert(s.Results[i], sig.Results().At(i).Type())
			}
		}
	case *ast.SendStmt:
		if ch, ok := l.typeOf(s.Chan).Underlying().(*types.Chan); ok {
			s.Value = l.convert(s.Value, ch.Elem())
		}
	case *ast.DeclStmt:
		if gd, ok := s.Decl.(*ast.GenDecl); ok && gd.Tok == token.VAR {
			for _, spec := range gd.Specs {
				vs := spec.(*ast.ValueSpec)
				for i := range vs.Values {
					if vs.Type != nil && len(vs.Values) == len(vs.Names) {
						vs.Values[i] = l.convert(vs.Values[i], l.typeOf(vs.Type))
					}
				}
			}
		}
	}
	return []ast.Stmt{s}
}

// cellNew tells a new value of a cell type its own address, and one in a variable before a method of its base is called.
func cellNew(l *lowerer, e ast.Expr) ast.Expr {
	if sel, ok := e.(*ast.SelectorExpr); ok {
		return l.bindReceiver(sel)
	}
	n := l.f.cellOf(l.typeOf(e))
	if n == nil {
		return e
	}
	pos := e.Pos()
	switch x := e.(type) {
	case *ast.UnaryExpr:
		if x.Op != token.AND {
			return e
		}
	case *ast.CallExpr:
		if _, name := l.builtin(e); name != "new" {
			return e
		}
	case *ast.CompositeLit: // an element {…} of []*Net{…}
		x.Type = l.mustType(n, pos)
		e = &ast.UnaryExpr{OpPos: pos, Op: token.AND, X: x}
	default:
		return e
	}
	return &ast.CallExpr{Fun: ident(pos, bindName(l.typeName(n))), Lparen: pos, Args: []ast.Expr{e}, Rparen: pos}
}

// bindReceiver makes v.Call, of a network v that is no pointer, bindꞏNet(&v).Call.
func (l *lowerer) bindReceiver(sel *ast.SelectorExpr) ast.Expr {
	s, n := l.info.Selections[sel], l.f.cellStruct(l.typeOf(sel.X))
	if s == nil || s.Kind() != types.MethodVal || n == nil || !isPointer(s.Obj().(*types.Func).Signature().Recv().Type()) {
		return sel
	}
	pos := sel.X.Pos()
	addr := &ast.UnaryExpr{OpPos: pos, Op: token.AND, X: sel.X}
	sel.X = &ast.CallExpr{Fun: ident(pos, bindName(l.typeName(n))), Lparen: pos, Args: []ast.Expr{addr}, Rparen: pos}
	l.made[sel.X] = types.NewPointer(n)
	return sel
}

func bindName(typ string) string { return "bind" + mark + typ }

// tagStruct gives the first field of a struct type a tag that no other type has: interpreted structs
// with equal fields would be one type to compiled code, and to type switches.
func (l *lowerer) tagStruct(s *ast.TypeSpec) {
	if tn, ok := l.info.Defs[s.Name].(*types.TypeName); ok && s.TypeParams == nil {
		l.tag(s, l.f.name(tn))
	}
}

// tag puts a name into the tag of the first field.
func (l *lowerer) tag(s *ast.TypeSpec, name string) {
	st, isStruct := s.Type.(*ast.StructType)
	if !isStruct || len(st.Fields.List) == 0 {
		return
	}
	hidePrivate(st)
	f := st.Fields.List[0]
	old := ""
	if f.Tag != nil {
		old, _ = strconv.Unquote(f.Tag.Value)
	}
	tag := strings.TrimSpace(fmt.Sprintf("%s msrepl:%q", old, name))
	f.Tag = &ast.BasicLit{ValuePos: f.Pos(), Kind: token.STRING, Value: strconv.Quote(tag)}
}

// namedStruct returns t as a session type whose underlying type is a struct, or nil.
func (f *Front) namedStruct(t types.Type) *types.Named {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() != f.pkg && !f.copied(n) || generic(n) {
		return nil
	}
	if _, ok := n.Underlying().(*types.Struct); !ok {
		return nil
	}
	return n
}

// registrations declares what cells need beside their types, and registers the names and methods of
// structs.
func (l *lowerer) registrations(pos token.Pos) (decls []ast.Decl, regs []ast.Stmt) {
	touched := map[*types.Named]bool{}
	var order []*types.Named
	touch := func(t types.Type) {
		n, ok := types.Unalias(t).(*types.Named)
		if ok && n.Obj().Pkg() == l.f.pkg && !generic(n) && !types.IsInterface(n) && !touched[n] {
			touched[n] = true
			order = append(order, n)
		}
	}
	for _, d := range l.u.decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if ts, ok := s.(*ast.TypeSpec); ok {
					touch(l.info.Defs[ts.Name].Type())
					decls = append(decls, l.binder(pos, l.info.Defs[ts.Name].Type())...)
				}
			}
		case *ast.FuncDecl:
			if r := receiver(d); r.name != nil {
				if o := l.info.ObjectOf(r.name); o != nil {
					touch(o.Type())
				}
			}
		}
	}
	for _, n := range order {
		regs = append(regs, l.registration(pos, n))
	}
	return decls, regs
}

// binder declares the function that tells a new network of type t its own address.
func (l *lowerer) binder(pos token.Pos, t types.Type) []ast.Decl {
	n := l.f.cellStruct(t)
	if n == nil {
		return nil
	}
	name := l.typeName(n)
	src := fmt.Sprintf("func(p *%s) *%s { %s.Bind(p); return p }", name, name, runtimeID)
	lit := quoteExpr(pos, src).(*ast.FuncLit)
	return []ast.Decl{&ast.FuncDecl{Name: ident(pos, bindName(name)), Type: lit.Type, Body: lit.Body}}
}

// registration tells compiled code of a type what it cannot see.
func (l *lowerer) registration(pos token.Pos, n *types.Named) ast.Stmt {
	if l.f.namedStruct(n) != nil {
		return l.register(pos, n)
	}
	return l.declare(pos, n)
}

// register builds rt.Register((*Net)(nil), "Net", []string{fields}, map[string]any{methods}).
func (l *lowerer) register(pos token.Pos, n *types.Named) ast.Stmt {
	name := l.typeName(n)
	var fields, fieldTypes []string
	st := n.Underlying().(*types.Struct)
	for i := range st.NumFields() {
		v := st.Field(i)
		fields = append(fields, strconv.Quote(v.Name()))
		spelling := ""
		if l.declares(v.Type()) {
			spelling = types.ExprString(l.mustType(v.Type(), pos))
		}
		if v.Embedded() {
			spelling = " " + spelling
		}
		fieldTypes = append(fieldTypes, strconv.Quote(spelling))
	}
	methods := quoteExpr(pos, "map[string]any{}").(*ast.CompositeLit)
	set, values, ofValues := types.NewMethodSet(types.NewPointer(n)), types.NewMethodSet(n), []string{}
	for i := range set.Len() {
		if m, ok := set.At(i).Obj().(*types.Func); ok && m.Pkg() == n.Obj().Pkg() && !l.future[m] {
			methods.Elts = append(methods.Elts, &ast.KeyValueExpr{
				Key: quoted(pos, m.Name()), Colon: pos, Value: l.methodFunc(pos, name, m),
			})
			if values.Lookup(m.Pkg(), m.Name()) != nil {
				ofValues = append(ofValues, strconv.Quote(m.Name()))
			}
		}
	}
	src := fmt.Sprintf("%s.Register((*%s)(nil), %q, []string{%s}, []string{%s}, Q0, []string{%s})",
		runtimeID, name, types.TypeString(n, l.f.Qualify), strings.Join(fields, ", "), strings.Join(fieldTypes, ", "), strings.Join(ofValues, ", "))
	return quote(pos, src, methods)[0]
}

// methodFunc builds func(r *Net, p0 T0, …) R { return r.m(p0, …) }.
func (l *lowerer) methodFunc(pos token.Pos, name string, m *types.Func) ast.Expr {
	recv := ident(pos, "r"+mark)
	lit := l.forward(recv, m.Name(), m.Signature(), recv)
	first := &ast.Field{Names: []*ast.Ident{ident(pos, recv.Name)}, Type: &ast.StarExpr{Star: pos, X: ident(pos, name)}}
	lit.Type.Params.List = append([]*ast.Field{first}, lit.Type.Params.List...)
	return lit
}
