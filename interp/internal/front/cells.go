package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
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

// ofBase says whether to is an interface of compiled code with methods that the base of a cell has, such as nn.Layer: the base stands
// for the cell there.
func (l *lowerer) ofBase(to types.Type) bool {
	return l.f.toCompiled(to) && !anyLike(to) && !l.keepsTypes(to)
}

// mayHoldCell says whether an interface of the session may hold a cell.
func (l *lowerer) mayHoldCell(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	return ok && slices.ContainsFunc(l.typeNames(), func(tn *types.TypeName) bool {
		return l.f.cellStruct(tn.Type()) != nil && types.Implements(types.NewPointer(tn.Type()), it)
	})
}

// based makes the base of what an interface of the session holds a value of such an interface.
func (l *lowerer) based(e ast.Expr, to types.Type) ast.Expr {
	x := quoteExpr(e.Pos(), "func(sꞏ Q0) Q1 { vꞏ, okꞏ := func(xꞏ any) (Q1, bool) { vꞏ, okꞏ := rtꞏ.Based(xꞏ).(Q1); return vꞏ, okꞏ }(sꞏ); if okꞏ || sꞏ == nil { return vꞏ }; var iꞏ Q1 = func(xꞏ Q0) Q0 { return xꞏ }(sꞏ); return iꞏ }(Q2)",
		l.mustType(l.typeOf(e), e.Pos()), l.mustType(to, e.Pos()), e)
	l.made[x] = to
	return x
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
		l.spellStruct(s, tn)
		l.tag(s, l.f.name(tn))
	}
}

// spellStruct spells out the struct in "type A B" for a B of the session, so that it can have a tag of its own.
func (l *lowerer) spellStruct(s *ast.TypeSpec, tn *types.TypeName) {
	b, ok := types.Unalias(l.typeOf(s.Type)).(*types.Named)
	if !ok || s.Assign.IsValid() || b.Obj().Pkg() != l.f.pkg || l.f.Off["spelled-structs"] {
		return
	}
	if st, isStruct := tn.Type().Underlying().(*types.Struct); isStruct && l.f.cellStruct(b) == nil {
		if x := l.typeExpr(st, s.Type.Pos()); x != nil {
			s.Type = x
		}
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
	l.promotedTo(touch)
	for _, n := range order {
		regs = append(regs, l.registration(pos, n))
	}
	return decls, regs
}

// promotedTo touches the types that are there already and get the new methods of the unit from what they embed.
func (l *lowerer) promotedTo(touch func(types.Type)) {
	for _, x := range l.u.ext {
		if x.method == nil {
			continue
		}
		for _, n := range l.typesBefore() {
			if sel := types.NewMethodSet(types.NewPointer(n)).Lookup(l.f.pkg, x.method.Name()); sel != nil && sel.Obj() == x.method {
				touch(n)
			}
		}
	}
}

// typesBefore returns the types that units before this one have declared.
func (l *lowerer) typesBefore() []*types.Named {
	list := l.instances()
	add := func(o types.Object) {
		if n, ok := o.Type().(*types.Named); ok && o == n.Obj() && o.Pkg() == l.f.pkg {
			list = append(list, n)
		}
	}
	for name, o := range l.f.env {
		if l.a.overlay[name] == nil {
			add(o)
		}
	}
	for _, u := range l.a.units {
		if u == l.u {
			break
		}
		for _, o := range u.defs {
			add(o)
		}
	}
	slices.SortFunc(list, func(a, b *types.Named) int { return strings.Compare(l.typeName(a), l.typeName(b)) })
	return list
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
			spelling = l.spelled(v.Type(), pos)
		}
		if v.Embedded() {
			spelling = " " + spelling
		}
		fieldTypes = append(fieldTypes, strconv.Quote(spelling))
	}
	methods := quoteExpr(pos, "map[string]any{}").(*ast.CompositeLit)
	set, values, ofValues := types.NewMethodSet(types.NewPointer(n)), types.NewMethodSet(n), []string{}
	for i := range set.Len() {
		m, ok := set.At(i).Obj().(*types.Func)
		if ok && !l.future[m] && (m.Pkg() == n.Obj().Pkg() || slices.Contains(asked, m.Name()) && l.f.cellStruct(n) == nil || l.ofLayer(n, m)) {
			methods.Elts = append(methods.Elts, &ast.KeyValueExpr{
				Key: quoted(pos, m.Name()), Colon: pos, Value: l.methodFunc(pos, name, set.At(i)),
			})
			if values.Lookup(m.Pkg(), m.Name()) != nil {
				ofValues = append(ofValues, strconv.Quote(m.Name()))
			}
		}
	}
	src := fmt.Sprintf("%s.Register((*%s)(nil), %q, []string{%s}, []string{%s}, Q0, []string{%s})",
		runtimeID, name, strings.TrimPrefix(l.userName(n), l.f.pkg.Name()+"."), strings.Join(fields, ", "), strings.Join(fieldTypes, ", "), strings.Join(ofValues, ", "))
	return quote(pos, src, methods)[0]
}

// ofLayer says whether a cell has a method from a compiled layer that it embeds, by which package nn knows it.
func (l *lowerer) ofLayer(n *types.Named, m *types.Func) bool {
	return (m.Name() == "Construct" || m.Name() == "ExtendRepr") && l.f.cellStruct(n) != nil
}

// methodFunc builds func(r *Net, p0 T0, …) R { return r.m(p0, …) }.
func (l *lowerer) methodFunc(pos token.Pos, name string, s *types.Selection) ast.Expr {
	recv := ident(pos, "r"+mark)
	var from ast.Expr = recv
	if hidden(s) || s.Obj().Pkg() != l.f.pkg {
		from = l.way(recv, s)
	}
	m := s.Obj().(*types.Func)
	lit := l.forward(from, m.Name(), m.Signature(), recv)
	first := &ast.Field{Names: []*ast.Ident{ident(pos, recv.Name)}, Type: &ast.StarExpr{Star: pos, X: ident(pos, name)}}
	lit.Type.Params.List = append([]*ast.Field{first}, lit.Type.Params.List...)
	return lit
}

// isFill says whether t is the type of the method of an initializer.
func isFill(sig *types.Signature) bool {
	return sig.Params().Len() == 2 && sig.Results().Len() == 0 && !sig.Variadic() &&
		types.Identical(sig.Params().At(0).Type(), types.NewSlice(types.Typ[types.Float32])) && types.Identical(sig.Params().At(1).Type(), types.NewSlice(types.Typ[types.Int]))
}

// takesInit says whether a compiled function takes an initializer as any, whose method Fill it looks for.
func takesInit(fn *types.Func) bool {
	switch fn.Pkg().Path() {
	case nnPath + "/initializer":
		return fn.Name() == "New"
	case nnPath:
		return strings.HasSuffix(fn.Name(), "Init") || fn.Name() == "EmbeddingTable" || fn.Name() == "W" || fn.Name() == "Clone"
	}
	return false
}
