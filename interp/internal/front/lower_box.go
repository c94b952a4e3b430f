package front

import (
	"go/ast"
	"go/types"
	"regexp"
	"slices"
	"strings"
)

// Of a type that is no struct the interpreter knows the name only while the value is in a variable of that
// type. A value that becomes an interface goes into a box that tells its type; assertions take
// it out. Structs need none: their tags tell them apart.

// boxes says whether compiled code could not tell a value of type t from one of another type.
func (l *lowerer) boxes(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Named:
		if l.f.Off["boxes"] || t.Obj().Pkg() != l.f.pkg || types.IsInterface(t) || generic(t) {
			return false
		}
		st, isStruct := t.Underlying().(*types.Struct)
		return !isStruct || st.NumFields() == 0
	case *types.Pointer:
		return l.boxes(t.Elem())
	case *types.Slice:
		return l.boxesPart(t.Elem())
	case *types.Array:
		return l.boxesPart(t.Elem())
	case *types.Chan:
		return l.boxesPart(t.Elem())
	case *types.Map:
		return l.boxesPart(t.Key()) || l.boxesPart(t.Elem()) || l.keyed(t.Key())
	case *types.Signature:
		for _, list := range []*types.Tuple{t.Params(), t.Results()} {
			for i := range list.Len() {
				if l.boxesPart(list.At(i).Type()) {
					return true
				}
			}
		}
	case *types.Struct:
		for i := range t.NumFields() {
			if l.boxesPart(t.Field(i).Type()) {
				return true
			}
		}
	}
	return false
}

// boxesPart is boxes for what a type consists of, where interfaces have lost their methods.
func (l *lowerer) boxesPart(t types.Type) bool {
	if it, ok := t.Underlying().(*types.Interface); ok {
		n, isNamed := types.Unalias(t).(*types.Named)
		return !l.f.Off["boxes"] && (isNamed && n.Obj().Pkg() == l.f.pkg || !isNamed && it.NumMethods() > 0)
	}
	return l.boxes(t)
}

// losesType says whether e needs a box to become a value of type to.
func (l *lowerer) losesType(e ast.Expr, to types.Type) bool {
	if to == nil || !types.IsInterface(to) || l.value(e).IsNil() {
		return false
	}
	if _, isParam := to.(*types.TypeParam); isParam {
		return false
	}
	from := l.typeOf(e)
	if to.Underlying().(*types.Interface).NumMethods() == 0 && l.maybeBox(from) {
		return true
	}
	return to.Underlying().(*types.Interface).NumMethods() == 0 && !types.IsInterface(from) && l.boxes(from)
}

// box builds rt.NewBox(e, spelling, name).
func (l *lowerer) box(e ast.Expr) ast.Expr {
	t := l.typeOf(e)
	if types.IsInterface(t) {
		return l.rebox(e)
	}
	typ := l.mustType(t, e.Pos())
	arg := &ast.CallExpr{Fun: &ast.ParenExpr{Lparen: e.Pos(), X: typ, Rparen: e.Pos()}, Lparen: e.Pos(), Args: []ast.Expr{e}, Rparen: e.Pos()}
	x := callRT(e.Pos(), "NewBox", l.taken(arg, typ), quoted(e.Pos(), l.spelled(t, e.Pos())), quoted(e.Pos(), l.userName(t)))
	l.made[x] = types.Universe.Lookup("any").Type()
	return x
}

// losesName says whether e becomes a value of a compiled interface with methods, in which the interpreter puts the bare value.
func (l *lowerer) losesName(e ast.Expr, to types.Type) bool {
	from := l.typeOf(e)
	if to == nil || !types.IsInterface(to) || types.IsInterface(from) || l.value(e).IsNil() || l.keepsTypes(to) || !l.boxes(from) {
		return false
	}
	bare := from
	if p, ok := types.Unalias(from).(*types.Pointer); ok {
		bare = p.Elem()
	}
	_, isStruct := bare.Underlying().(*types.Struct)
	_, isParam := to.(*types.TypeParam)
	it := to.Underlying().(*types.Interface)
	return !isStruct && !isParam && it.NumMethods() > 0 && it.IsMethodSet() && (isPointer(from) || !types.Identical(it, errorInterface))
}

// named puts a value that is in a box into a compiled interface.
//
//	var s fmt.Stringer = c → var s fmt.Stringer = rt.Carried(c, rt.NewBox(c, …)).(fmt.Stringer)
func (l *lowerer) named(e ast.Expr, to types.Type) ast.Expr {
	pos := e.Pos()
	v := ident(pos, "v"+mark)
	l.made[v] = l.typeOf(e)
	x := quoteExpr(pos, "func(vꞏ Q0) Q1 { var iꞏ Q1 = vꞏ; return rtꞏ.Carried(iꞏ, Q2).(Q1) }(Q3)", l.mustType(l.typeOf(e), pos), l.mustType(to, pos), l.box(v), e)
	l.made[x] = to
	return x
}

// taken passes a value to compiled code in the way that keeps all of it.
func (l *lowerer) taken(e, typ ast.Expr) ast.Expr { return quoteExpr(e.Pos(), "[]Q0{Q1}[0]", typ, e) }

// userName spells a type as Go's messages do.
func (l *lowerer) userName(t types.Type) string {
	return atRunTime(types.TypeString(unaliased(t), (*types.Package).Name) + l.argumentsOf(t))
}

// unaliased is t without other names, as far as pointers and functions go.
func unaliased(t types.Type) types.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return types.NewPointer(unaliased(t.Elem()))
	case *types.Signature:
		if t.TypeParams().Len() == 0 {
			return types.NewSignatureType(nil, nil, nil, unaliasedTuple(t.Params()), unaliasedTuple(t.Results()), t.Variadic())
		}
		return t
	default:
		return t
	}
}

func unaliasedTuple(list *types.Tuple) *types.Tuple {
	var vars []*types.Var
	for v := range list.Variables() {
		vars = append(vars, types.NewParam(v.Pos(), v.Pkg(), "", unaliased(v.Type())))
	}
	return types.NewTuple(vars...)
}

// argumentsOf returns what Go writes behind the name of a type that a generic function declares: its type arguments.
func (l *lowerer) argumentsOf(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		return l.argumentsOf(p.Elem())
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || len(l.u.args) == 0 || n.TypeArgs().Len() > 0 || n.Obj().Parent() == nil || n.Obj().Pkg() != l.f.pkg || n.Obj().Parent() == l.f.pkg.Scope() {
		return ""
	}
	var list []string
	for _, a := range l.u.args {
		list = append(list, types.TypeString(a, (*types.Package).Name))
	}
	return "[" + strings.Join(list, ", ") + "]"
}

var anyWord = regexp.MustCompile(`(^|[^.\w])any\b`)

// atRunTime writes a type as programs do that run: the checker puts blanks between type arguments, none into
// braces, and knows any.
//
//	P[int, func(struct{x any})] → P[int,func(struct { x interface {} })]
func atRunTime(text string) string {
	text = anyWord.ReplaceAllString(text, "${1}interface {}")
	var b strings.Builder
	var around []rune // the brackets that are open
	tag := false
	for i, c := range text {
		switch {
		case c == '"' && text[i-1] != '\\':
			tag = !tag
		case tag:
		case c == '{' && text[i-1] != ' ':
			b.WriteByte(' ')
			around = append(around, c)
		case c == '[', c == '(', c == '{':
			around = append(around, c)
		case c == ']', c == ')', c == '}':
			if around = around[:len(around)-1]; c == '}' && text[i-1] != '{' {
				b.WriteByte(' ')
			}
		case c == ' ' && len(around) > 0 && around[len(around)-1] == '[' && text[i-1] == ',':
			continue
		}
		if b.WriteRune(c); c == '{' && !tag && text[i+1] != '}' {
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// keepers are the packages whose functions return what they were given.
var keepers = []string{"container/list", "container/ring", "container/heap", "context", "sync", "sync/atomic"}

// takesBare says whether a call is one of compiled code that wants values as they are.
func (l *lowerer) takesBare(c *ast.CallExpr) bool {
	var id *ast.Ident
	switch fun := ast.Unparen(c.Fun).(type) {
	case *ast.Ident:
		id = fun
	case *ast.SelectorExpr:
		id = fun.Sel
	default:
		return false
	}
	fn, ok := l.info.Uses[id].(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg() != l.f.pkg && !slices.Contains(keepers, fn.Pkg().Path()) && !takesInit(fn)
}

// reflects says whether a call is one of package reflect, which looks into every box.
func (l *lowerer) reflects(c *ast.CallExpr) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return ok && l.info.Uses[sel.Sel].Pkg().Path() == "reflect" && !l.f.Off["boxes"]
}

// assertBoxed is assertions for types whose values are in boxes.
func (l *lowerer) assertBoxed(t *ast.TypeAssertExpr, from, to types.Type) ast.Expr {
	pos := t.Lparen
	s, v, more := l.temp("s"), l.temp("v"), l.temp("ok")
	body := l.assertOf(ident(pos, s), from, to, v, more)
	typ := l.mustType(to, pos)
	if _, two := l.typeOf(t).(*types.Tuple); two {
		return quoteExpr(pos, "func("+s+" Q0) (Q1, bool) { var "+v+" Q1; var "+more+" bool; Q2; return "+v+", "+more+" }(Q3)", l.mustType(from, pos), typ, body, t.X)
	}
	return quoteExpr(pos, "func("+s+" Q0) Q1 { var "+v+" Q1; var "+more+" bool; Q2; if !"+more+" { Q4 }; return "+v+" }(Q3)",
		l.mustType(from, pos), typ, body, t.X, l.badAssert(ident(pos, s), from, to))
}

// assertOf sets v and ok by an assertion of a variable to a type whose values are in boxes.
func (l *lowerer) assertOf(x *ast.Ident, from, to types.Type, v, ok string) []ast.Stmt {
	pos := x.Pos()
	typ := l.mustType(to, pos)
	of := callRT(pos, "Of", ident(pos, x.Name), quoted(pos, l.spelled(to, pos)))
	var is ast.Expr = of
	if l.keepsTypes(from) { // the interpreter tells the type of what is in an any
		is = quoteExpr(pos, "func("+x.Name+" any) bool { return Q0 }(Q1)", of, ident(pos, x.Name))
	}
	if st, isStruct := to.Underlying().(*types.Struct); isStruct && st.NumFields() == 0 {
		if v == "_" {
			return quote(pos, ok+" = Q0", is)
		}
		return quote(pos, ok+" = Q0; if "+ok+" { "+v+" = Q1{} }", is, typ)
	}
	return quote(pos, "if Q0 { "+v+", "+ok+" = Q1.(Q2) }", is, callRT(pos, "Outer", ident(pos, x.Name)), typ)
}

// identified returns e in the box that its type needs.
func (l *lowerer) identified(e ast.Expr) ast.Expr {
	switch t := l.typeOf(e); {
	case l.value(e).IsNil():
	case l.maybeBox(t):
		return l.rebox(e)
	case !types.IsInterface(t) && l.boxes(t):
		return l.box(e)
	}
	return e
}

// maybeBox says whether t is an interface with methods whose values may be ones that need a box as soon as
// they become an interface without.
func (l *lowerer) maybeBox(t types.Type) bool {
	if !l.keepsTypes(t) {
		return false
	}
	it := t.Underlying().(*types.Interface)
	for _, tn := range l.typeNames() {
		n, isNamed := tn.Type().(*types.Named)
		if isNamed && l.boxes(n) && (types.Implements(n, it) || types.Implements(types.NewPointer(n), it)) {
			return true
		}
	}
	return len(l.f.templates) > 0
}

// keepsTypes says whether t is an interface with methods of the interpreter's own, which knows the types of its values.
func (l *lowerer) keepsTypes(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	if !ok || it.NumMethods() == 0 || !it.IsMethodSet() {
		return false
	}
	n, isNamed := types.Unalias(t).(*types.Named)
	return !isNamed || n.Obj().Pkg() == l.f.pkg
}

// compiledMethods says whether t is an interface with methods of compiled code.
func (l *lowerer) compiledMethods(t types.Type) bool {
	it, ok := t.Underlying().(*types.Interface)
	return ok && it.NumMethods() > 0 && it.IsMethodSet() && !l.keepsTypes(t)
}

// keepType converts to an interface with methods by a parameter: of an explicit conversion the interpreter
// takes the interface for the type of the value.
func (l *lowerer) keepType(c *ast.CallExpr) ast.Expr {
	if l.isType(c.Fun) && len(c.Args) == 1 && isPointer(l.typeOf(c.Args[0])) && l.sessionType(l.typeOf(c.Args[0])) && l.compiledMethods(l.typeOf(c.Fun)) {
		x := l.converted(c.Args[0], l.typeOf(c.Fun))
		l.from[x] = c
		return x
	}
	if !l.isType(c.Fun) || len(c.Args) != 1 || !l.keepsTypes(l.typeOf(c.Fun)) || !l.boxes(l.typeOf(c.Args[0])) && l.f.namedStruct(l.typeOf(c.Args[0])) == nil {
		return c
	}
	x := quoteExpr(c.Pos(), "func(xꞏ Q0) Q0 { return xꞏ }(Q1)", l.mustType(l.typeOf(c.Fun), c.Pos()), c.Args[0])
	l.from[x] = c
	return x
}

// rebox asks for the type while the interpreter still knows it.
func (l *lowerer) rebox(e ast.Expr) ast.Expr {
	x := quoteExpr(e.Pos(), "func(sꞏ Q0) any { if sꞏ == nil { return nil }; return func(xꞏ any) any { return rtꞏ.Rebox(xꞏ) }(sꞏ) }(Q1)", l.mustType(l.typeOf(e), e.Pos()), e)
	l.made[x] = types.Universe.Lookup("any").Type()
	return x
}
