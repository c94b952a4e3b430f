package evalorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"runtime"
)

// operand is an operand of a statement or an expression.
type operand struct {
	at     *ast.Expr
	place  bool // the address is used, not the value
	copied bool // the user takes its address, so a value that is not addressable is copied first
	boxed  bool // it is converted to an interface, which is not addressable
}

func plain(at *ast.Expr) operand     { return operand{at: at} }
func addressOf(at *ast.Expr) operand { return operand{at: at, place: true} }

// to returns an operand that is converted to type t.
func (o *order) to(at *ast.Expr, t types.Type) operand {
	return operand{at: at, copied: t != nil && types.IsInterface(t) && !isTypeParam(t) && byAddress(o.typeOf(*at))}
}

func isTypeParam(t types.Type) bool { _, ok := t.(*types.TypeParam); return ok }

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isBlank(e ast.Expr) bool { id, ok := e.(*ast.Ident); return ok && id.Name == "_" }

func isReceive(e ast.Expr) bool {
	u, ok := ast.Unparen(e).(*ast.UnaryExpr)
	return ok && u.Op == token.ARROW
}

var sizes = types.SizesFor("gc", runtime.GOARCH)

// byAddress reports whether the conversion of a value to an interface takes its address.
func byAddress(t types.Type) bool {
	switch u := t.(type) {
	case nil:
		return false
	case *types.Basic:
		if t = types.Default(u); u.Kind() == types.UntypedNil || u.Kind() == types.Invalid {
			return false
		}
	}
	if types.IsInterface(t) || !hasSize(t) {
		return false
	}
	for {
		u := t.Underlying()
		if s, ok := u.(*types.Struct); ok && s.NumFields() == 1 {
			t = s.Field(0).Type()
			continue
		}
		if a, ok := u.(*types.Array); ok && a.Len() == 1 {
			t = a.Elem()
			continue
		}
		_, isSlice := u.(*types.Slice)
		if isSlice || isString(t) {
			return false
		}
		switch n := sizes.Sizeof(t); n {
		case 2, 4, 8:
			return sizes.Alignof(t) != n || hasPointers(t)
		}
		return true
	}
}

// hasSize reports whether the size of a type is known: that of a type parameter is not.
func hasSize(t types.Type) bool {
	if isTypeParam(types.Unalias(t)) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return hasSize(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if !hasSize(f.Type()) {
				return false
			}
		}
	case *types.Tuple:
		return false
	}
	return true
}

func hasPointers(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || u.Info()&types.IsString != 0
	case *types.Array:
		return u.Len() > 0 && hasPointers(u.Elem())
	case *types.Struct:
		for f := range u.Fields() {
			if hasPointers(f.Type()) {
				return true
			}
		}
		return false
	}
	return true
}

func (o *order) typeOf(e ast.Expr) types.Type {
	if t := o.info.TypeOf(e); t != nil {
		return t
	}
	return types.Typ[types.Invalid]
}

// operands returns the operands of an expression in source order.
func (o *order) operands(e ast.Expr) []operand {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return []operand{plain(&e.X)}
	case *ast.StarExpr:
		return []operand{plain(&e.X)}
	case *ast.UnaryExpr:
		return []operand{{at: &e.X, place: e.Op == token.AND}}
	case *ast.BinaryExpr:
		return o.binary(e)
	case *ast.TypeAssertExpr:
		return []operand{plain(&e.X)}
	case *ast.SelectorExpr:
		return o.selected(e)
	case *ast.IndexExpr:
		if o.info.Types[e.Index].IsType() {
			return nil
		}
		return []operand{o.holder(&e.X), o.index(e)}
	case *ast.SliceExpr:
		ops := []operand{o.holder(&e.X)}
		for _, at := range []*ast.Expr{&e.Low, &e.High, &e.Max} {
			if *at != nil {
				ops = append(ops, plain(at))
			}
		}
		return ops
	case *ast.CompositeLit:
		return o.elements(e)
	case *ast.CallExpr:
		return o.called(e)
	}
	return nil
}

// holder returns the indexed operand: of a variable that is an array only the address matters.
func (o *order) holder(at *ast.Expr) operand {
	_, isArray := o.typeOf(*at).Underlying().(*types.Array)
	return operand{at: at, place: isArray && addressable(o, *at)}
}

func (o *order) index(e *ast.IndexExpr) operand {
	m, ok := o.typeOf(e.X).Underlying().(*types.Map)
	boxed := ok && types.IsInterface(m.Key()) && !isTypeParam(types.Unalias(m.Key())) &&
		!types.IsInterface(o.typeOf(e.Index))
	return operand{at: &e.Index, copied: ok && !fastKey(m), boxed: boxed}
}

// fastKey reports whether the key of a map is passed as a value.
func fastKey(m *types.Map) bool {
	if !hasSize(m.Elem()) || sizes.Sizeof(m.Elem()) > 128 {
		return false
	}
	switch k := m.Key().Underlying().(type) {
	case *types.Basic:
		n := sizes.Sizeof(k)
		return k.Info()&types.IsString != 0 || k.Info()&types.IsInteger != 0 && n >= 4
	case *types.Pointer, *types.Chan:
		return true
	}
	return false
}

func (o *order) binary(e *ast.BinaryExpr) []operand {
	copied := false
	switch o.typeOf(e.X).Underlying().(type) {
	case *types.Struct, *types.Array:
		copied = e.Op.Precedence() == token.EQL.Precedence()
	}
	return []operand{{at: &e.X, copied: copied}, {at: &e.Y, copied: copied}}
}

func (o *order) selected(e *ast.SelectorExpr) []operand {
	s := o.info.Selections[e]
	if s == nil || s.Kind() == types.MethodExpr {
		return nil
	}
	if s.Kind() == types.FieldVal {
		_, isPointer := s.Recv().Underlying().(*types.Pointer)
		return []operand{{at: &e.X, place: !isPointer && addressable(o, e.X)}}
	}
	recv := s.Obj().(*types.Func).Signature().Recv()
	_, byPointer := recv.Type().Underlying().(*types.Pointer)
	_, isPointer := s.Recv().Underlying().(*types.Pointer)
	return []operand{{at: &e.X, place: byPointer && !isPointer}}
}

func (o *order) elements(e *ast.CompositeLit) (ops []operand) {
	t := o.typeOf(e).Underlying()
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem().Underlying()
	}
	for i := range e.Elts {
		at := &e.Elts[i]
		kv, keyed := (*at).(*ast.KeyValueExpr)
		if keyed {
			at = &kv.Value
		}
		switch t := t.(type) {
		case *types.Struct:
			f := t.Field(min(i, t.NumFields()-1)).Type()
			if keyed {
				f = o.typeOf(kv.Key)
			}
			ops = append(ops, o.to(at, f))
		case *types.Map:
			ops = append(ops, o.to(&kv.Key, t.Key()), o.to(at, t.Elem()))
		case interface{ Elem() types.Type }:
			ops = append(ops, o.to(at, t.Elem()))
		}
	}
	return ops
}

func (o *order) called(e *ast.CallExpr) (ops []operand) {
	fun := o.info.Types[e.Fun]
	if fun.IsType() {
		return []operand{o.to(&e.Args[0], fun.Type)}
	}
	if fun.IsBuiltin() {
		for i := range e.Args {
			if !o.info.Types[e.Args[i]].IsType() {
				ops = append(ops, plain(&e.Args[i]))
			}
		}
		return ops
	}
	switch f := ast.Unparen(e.Fun).(type) {
	case *ast.SelectorExpr:
		if s := o.info.Selections[f]; s != nil && s.Kind() == types.MethodVal {
			ops = o.selected(f)
			break
		}
		ops = []operand{plain(&e.Fun)}
	default:
		ops = []operand{plain(&e.Fun)}
	}
	sig, _ := o.typeOf(e.Fun).Underlying().(*types.Signature)
	for i := range e.Args {
		ops = append(ops, o.to(&e.Args[i], parameter(sig, i, e.Ellipsis.IsValid())))
	}
	return ops
}

// parameter returns the type of an argument.
func parameter(sig *types.Signature, i int, spread bool) types.Type {
	if sig == nil {
		return nil
	}
	n := sig.Params().Len()
	if sig.Variadic() && i >= n-1 && !spread {
		if s, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok {
			return s.Elem()
		}
		return nil
	}
	return sig.Params().At(min(i, n-1)).Type()
}

func addressable(o *order, e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return addressable(o, e.X)
	case *ast.Ident:
		_, ok := o.info.Uses[e].(*types.Var)
		return ok
	case *ast.StarExpr:
		return true
	case *ast.IndexExpr:
		switch o.typeOf(e.X).Underlying().(type) {
		case *types.Slice, *types.Pointer:
			return true
		case *types.Array:
			return addressable(o, e.X)
		}
	case *ast.SelectorExpr:
		s := o.info.Selections[e]
		if s == nil {
			_, ok := o.info.Uses[e.Sel].(*types.Var)
			return ok
		}
		return s.Kind() == types.FieldVal && (s.Indirect() || addressable(o, e.X))
	}
	return false
}

// turn describes how an expression is evaluated.
type turn struct {
	first  bool // in source order, before late operands
	effect bool // it can change variables
	late   bool // its value or failure can change if evaluated later
}

// pureBuiltins are evaluated in source order, and change nothing.
var pureBuiltins = map[string]bool{
	"cap": true, "complex": true, "imag": true, "len": true, "make": true, "max": true, "min": true, "new": true, "real": true,
}

func (o *order) turnOf(e ast.Expr) turn {
	switch e := e.(type) {
	case *ast.Ident:
		_, isVar := o.info.Uses[e].(*types.Var)
		return turn{late: isVar}
	case *ast.StarExpr, *ast.IndexExpr:
		return turn{late: true}
	case *ast.SelectorExpr:
		s := o.info.Selections[e]
		_, isVar := o.info.Uses[e.Sel].(*types.Var)
		return turn{late: s == nil && isVar || s != nil && s.Kind() != types.MethodExpr}
	case *ast.SliceExpr:
		return turn{first: true}
	case *ast.TypeAssertExpr:
		return turn{first: !isDirect(o.typeOf(e)), late: isDirect(o.typeOf(e))}
	case *ast.UnaryExpr:
		return turn{first: e.Op == token.ARROW, effect: e.Op == token.ARROW}
	case *ast.BinaryExpr:
		return turn{late: e.Op == token.QUO || e.Op == token.REM || e.Op == token.SHL || e.Op == token.SHR}
	case *ast.CallExpr:
		return o.turnOfCall(e)
	case *ast.CompositeLit:
		_, isMap := o.typeOf(e).Underlying().(*types.Map)
		return turn{first: isMap && len(e.Elts) > 0}
	}
	return turn{}
}

func (o *order) turnOfCall(e *ast.CallExpr) turn {
	fun := o.info.Types[e.Fun]
	switch {
	case fun.IsType():
		_, toSlice := fun.Type.Underlying().(*types.Slice)
		b, fromText := o.typeOf(e.Args[0]).Underlying().(*types.Basic)
		return turn{first: toSlice && fromText && b.Info()&types.IsString != 0, late: true}
	case fun.IsBuiltin():
		name := ""
		switch f := ast.Unparen(e.Fun).(type) {
		case *ast.Ident:
			name = f.Name
		case *ast.SelectorExpr: // a function of package unsafe
			return turn{late: true}
		}
		return turn{first: true, effect: !pureBuiltins[name]}
	}
	return turn{first: true, effect: true}
}

// IsPointer reports whether values of type t are one pointer.
func IsPointer(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer
	}
	return false
}

// isDirect reports whether interfaces hold values of type t directly.
func isDirect(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Struct: // fields of size zero may precede the only one with a size
		n := u.NumFields() - 1
		for i := range max(n, 0) {
			if t := u.Field(i).Type(); !hasSize(t) || sizes.Sizeof(t) != 0 {
				return false
			}
		}
		return n >= 0 && isDirect(u.Field(n).Type())
	case *types.Array:
		return u.Len() == 1 && isDirect(u.Elem())
	}
	return IsPointer(t)
}

func isLogic(e ast.Expr) (*ast.BinaryExpr, bool) {
	b, ok := e.(*ast.BinaryExpr)
	return b, ok && (b.Op == token.LAND || b.Op == token.LOR)
}

// settled reports whether an expression is known at compile time: a constant, nil or a type.
func (o *order) settled(e ast.Expr) bool {
	tv, ok := o.info.Types[e]
	return e == nil || ok && (tv.Value != nil || tv.IsType() || tv.IsNil())
}

// wrong reports whether a late operand precedes a change in source order.
func (o *order) wrong(ops []operand) bool {
	s := scan{o: o}
	s.list(ops)
	return s.wrong
}

func (o *order) scanAll(ops []operand) found { return (&scan{o: o}).list(ops) }

// scan looks for a late operand before a change, and for a failure that another failure precedes.
type scan struct {
	o     *order
	wrong bool
}

// found describes the effects of expressions.
type found struct {
	late   bool // something has yet to be read
	risky  bool // something has yet to be read that can fail
	effect bool // something changes variables
	fails  bool // something that is evaluated in source order can fail
}

func (f found) and(g found) found {
	return found{f.late || g.late, f.risky || g.risky, f.effect || g.effect, f.fails || g.fails}
}

// first returns what remains when everything has been read.
func (f found) first() found { return found{effect: f.effect, fails: f.fails || f.risky} }

func (s *scan) list(ops []operand) (all found) {
	for _, op := range ops {
		f := s.one(op)
		s.wrong = s.wrong || all.late && f.effect || all.risky && f.fails
		all = all.and(f)
	}
	return all
}

// one returns the effects of an operand.
func (s *scan) one(op operand) (f found) {
	e := *op.at
	if s.o.settled(e) {
		return f
	}
	if _, ok := e.(*ast.Ident); ok && op.place {
		return f
	}
	if b, ok := isLogic(e); ok {
		return s.one(plain(&b.X)).and(s.one(plain(&b.Y))).first()
	}
	if lit, ok := e.(*ast.CompositeLit); ok && s.o.turnOf(e).first { // a map: entry by entry
		ops := s.o.elements(lit)
		for i := 0; i < len(ops); i += 2 {
			key, value := s.one(ops[i]), s.one(ops[i+1])
			s.wrong = s.wrong || key.late && value.effect || key.risky && (value.fails || value.risky)
			f = f.and(key).and(value)
		}
		return f.first()
	}
	t := s.o.turnOf(e)
	s.wrong = s.wrong || s.o.turned(e)
	f = s.list(s.o.operands(e)).and(found{late: t.late, risky: t.late && s.o.canFail(e), effect: t.effect, fails: t.first && s.o.canFail(e)})
	if t.first || s.o.copiedFirst(op) {
		return f.first()
	}
	return f
}

// canFail reports whether the expression itself, without its operands, can panic.
func (o *order) canFail(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.StarExpr, *ast.TypeAssertExpr:
		return true
	case *ast.SliceExpr:
		return e.Low != nil || e.High != nil
	case *ast.IndexExpr:
		_, isMap := o.typeOf(e.X).Underlying().(*types.Map)
		return !isMap
	case *ast.SelectorExpr:
		s := o.info.Selections[e]
		return s != nil && s.Kind() == types.FieldVal && s.Indirect()
	case *ast.BinaryExpr:
		b, ok := o.typeOf(e).Underlying().(*types.Basic)
		return ok && b.Info()&types.IsInteger != 0 && o.info.Types[e.Y].Value == nil // constants have been checked
	}
	return false
}

func (o *order) copiedFirst(op operand) bool { return op.copied && (op.boxed || o.unplaced(*op.at)) }

// hoist moves what is evaluated first before the statement.
func (o *order) hoist(op operand) {
	e := *op.at
	if o.settled(e) {
		return
	}
	if b, ok := isLogic(e); ok {
		o.logic(b, op.at)
		return
	}
	t := o.turnOf(e)
	if lit, ok := e.(*ast.CompositeLit); ok && t.first {
		o.mapLiteral(lit, op.at)
		return
	}
	ops := o.operands(e)
	for _, p := range ops {
		o.hoist(p)
	}
	if tuple, ok := o.typeOf(e).(*types.Tuple); ok && tuple.Len() != 1 {
		return
	}
	if c, ok := e.(*ast.CallExpr); ok {
		o.apartArgs(c)
	}
	if t.first || !op.place && o.copiedFirst(op) {
		o.keep(op.at)
	}
}

// apartArgs gives a call of several results that are its arguments a variable for each.
func (o *order) apartArgs(c *ast.CallExpr) {
	if len(c.Args) != 1 {
		return
	}
	if _, ok := o.typeOf(c.Args[0]).(*types.Tuple); ok {
		c.Args = o.several(c.Args[0])
	}
}

// logic handles && and ||, whose right side may not be evaluated.
func (o *order) logic(b *ast.BinaryExpr, at *ast.Expr) {
	o.hoistAll(plain(&b.X))
	v := o.variable(b.Pos(), o.typeOf(b))
	o.pre = append(o.pre, &ast.AssignStmt{Lhs: []ast.Expr{o.define(v, b.Pos())}, Tok: token.DEFINE, Rhs: []ast.Expr{b.X}})
	pre := o.hoisted(func() { o.hoistAll(plain(&b.Y)) })
	then := append(pre, &ast.AssignStmt{Lhs: []ast.Expr{o.use(v, b.OpPos)}, Tok: token.ASSIGN, Rhs: []ast.Expr{b.Y}})
	branch := &ast.IfStmt{Cond: o.use(v, b.OpPos), Body: &ast.BlockStmt{List: then}}
	if b.Op == token.LOR {
		branch.Body, branch.Else = &ast.BlockStmt{}, branch.Body
	}
	o.pre = append(o.pre, branch)
	*at = o.use(v, b.OpPos)
}

// again returns another use of a variable.
func (o *order) again(e ast.Expr) ast.Expr {
	return o.use(o.info.Uses[e.(*ast.Ident)].(*types.Var), e.Pos())
}

// whole adds the elided type to a literal in a literal.
func (o *order) whole(e ast.Expr, t types.Type) ast.Expr {
	lit, ok := e.(*ast.CompositeLit)
	if !ok || lit.Type != nil {
		return e
	}
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return e
	}
	o.typed(lit, p.Elem())
	return o.typed(&ast.UnaryExpr{OpPos: lit.Lbrace, Op: token.AND, X: lit}, t)
}
