package front

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// printed keeps the Error and String methods of session values that package fmt or log prints: the
// interpreter hands over values without methods for parameters of type any.
func printed(l *lowerer, e ast.Expr) ast.Expr {
	if sel, ok := e.(*ast.SelectorExpr); ok {
		return l.printer(sel)
	}
	c, ok := e.(*ast.CallExpr)
	if !ok {
		return e
	}
	sel, ok := c.Fun.(*ast.SelectorExpr)
	if !ok {
		return e
	}
	fn := l.prints(sel)
	if fn == nil {
		return e
	}
	with := l.withText
	if showsArguments(fn) {
		with = l.withMedia
	}
	if l.typeVerbs(c, fn) || c.Ellipsis.IsValid() && !showsArguments(fn) {
		l.printsLater(c, fn)
		l.joined(c, fn)
		return e
	}
	if c.Ellipsis.IsValid() {
		return e
	}
	defer l.joined(c, fn)
	for i, arg := range c.Args {
		want := paramType(fn.Signature(), i)
		if want == nil || !types.Identical(want.Underlying(), types.Universe.Lookup("any").Type().Underlying()) {
			c.Args[i] = l.asInterface(arg, want)
			continue
		}
		if fn.Pkg().Path() == "log/slog" {
			if x := l.loggedValue(arg); x != arg {
				c.Args[i] = x
				continue
			}
		}
		if l.sessionType(l.typeOf(arg)) && (fn.Pkg().Path() != "log/slog" || types.Implements(l.typeOf(arg), errorInterface)) {
			c.Args[i] = with(arg)
		}
		if cell := unbased(arg); cell != arg && l.formatHas(c, "%#v") {
			c.Args[i] = callRT(arg.Pos(), "Named", cell)
			l.made[c.Args[i]] = want
			continue
		}
		if c.Args[i] == arg && !l.formatHas(c, "%p") && !l.asItIs(arg, fn) {
			c.Args[i] = l.dressed(arg, want, !showsArguments(fn))
		}
	}
	return e
}

// joiners are the functions that put a space between two values when neither is a string.
var joiners = []string{"Print", "Sprint", "Fprint", "Append", "Panic"}

// joined makes the text of several values that such a function prints, if one of them may be a string of a type
// that the session declares: compiled code would not take it for one.
//
//	fmt.Sprint(a, b) → fmt.Sprint(rt.Joined(a, b))
func (l *lowerer) joined(c *ast.CallExpr, fn *types.Func) {
	if !slices.Contains(joiners, fn.Name()) || !printsAny(fn.Signature()) || !l.haveStrings() || l.f.Off["joined"] {
		return
	}
	first := fn.Signature().Params().Len() - 1
	if len(c.Args) < first+2 && !c.Ellipsis.IsValid() {
		return
	}
	text := callRT(c.Pos(), "Joined", c.Args[first:]...)
	text.Ellipsis, c.Ellipsis = c.Ellipsis, token.NoPos
	l.made[text] = types.Typ[types.String]
	c.Args = append(c.Args[:first:first], text)
}

// haveStrings says whether the session declares a type of strings, in a function or not.
func (l *lowerer) haveStrings() bool {
	for o := range l.f.names {
		if tn, ok := o.(*types.TypeName); ok && isText(tn.Type()) {
			return true
		}
	}
	return slices.ContainsFunc(l.instances(), func(n *types.Named) bool { return isText(n) })
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// asItIs says whether a function hands a value of a compiled interface on, as an error that is wrapped.
func (l *lowerer) asItIs(arg ast.Expr, fn *types.Func) bool {
	t := l.typeOf(arg)
	return types.IsInterface(t) && !anyLike(t) && !l.keepsTypes(t) && (fn.Name() == "Errorf" || fn.Pkg().Path() == "log/slog")
}

// asInterface makes an argument the interface that a printing function wants before it is passed: of one with a method String the
// interpreter would pass that method only.
func (l *lowerer) asInterface(arg ast.Expr, want types.Type) ast.Expr {
	if want == nil || !types.IsInterface(want) || !l.sessionType(l.typeOf(arg)) || types.IsInterface(l.typeOf(arg)) {
		return arg
	}
	x := quoteExpr(arg.Pos(), "[]Q0{Q1}[0]", l.mustType(want, arg.Pos()), arg)
	l.made[x] = want
	return x
}

// dressed returns a value that is printed with what compiled code must know of its type: a box, or, if names is set, the names of
// fields.
func (l *lowerer) dressed(arg ast.Expr, want types.Type, names bool) ast.Expr {
	t := l.typeOf(arg)
	if c, ok := ast.Unparen(arg).(*ast.CallExpr); ok && l.isTypeOf(c) && names {
		x := l.typeString(c, "TypeString", arg)
		l.made[x] = types.Typ[types.String]
		return x
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "reflect" && n.Obj().Name() == "Type" && names {
		x := callRT(arg.Pos(), "Named", arg)
		l.made[x] = want
		return x
	}
	switch {
	case !types.IsInterface(t) && l.boxes(t) && l.declares(t) && !l.value(arg).IsNil():
		return l.box(arg)
	case names && l.keepsTypes(t) && !l.f.Off["boxed-text"]:
		x := callRT(arg.Pos(), "Named", l.rebox(arg))
		l.made[x] = want
		return x
	case names && (l.holdsStruct(t, 0) || types.IsInterface(t)):
		x := callRT(arg.Pos(), "Named", arg)
		l.made[x] = want
		return x
	}
	return arg
}

// formatHas says whether a format of a call has a verb, such as %p, which must see the pointers themselves.
func (l *lowerer) formatHas(c *ast.CallExpr, verb string) bool {
	for _, arg := range c.Args {
		if v := l.value(arg).Value; v != nil && v.Kind() == constant.String && strings.Contains(constant.StringVal(v), verb) {
			return true
		}
	}
	return false
}

// printPackages are the packages whose functions print what they are given.
var printPackages = []string{"fmt", "log", "log/slog"}

// prints returns the function that sel names if it prints its arguments, else nil.
func (l *lowerer) prints(sel *ast.SelectorExpr) *types.Func {
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil || !slices.Contains(printPackages, fn.Pkg().Path()) && !showsArguments(fn) {
		return nil
	}
	return fn
}

// printer makes a closure of a function of package fmt or log that is not called at once: its arguments are not known before.
func (l *lowerer) printer(sel *ast.SelectorExpr) ast.Expr {
	fn := l.prints(sel)
	if fn == nil || l.called[sel] || l.f.plain || showsArguments(fn) || fn.Signature().Recv() != nil || !printsAny(fn.Signature()) {
		return sel
	}
	sig := fn.Signature()
	lit, call := l.forwarding(sel.X, sel.Sel.Name, sig, sel.Pos())
	l.printsLater(call, fn)
	l.joined(call, fn)
	l.made[lit] = sig
	return lit
}

// printsLater has a call whose format or arguments are known only when it is made ask for the names of types then.
func (l *lowerer) printsLater(c *ast.CallExpr, fn *types.Func) {
	if !printsAny(fn.Signature()) {
		return
	}
	first := fn.Signature().Params().Len() - 1 // of the values
	if fn.Pkg().Path() == "log/slog" && l.anyHas([]string{"LogValue"}) {
		c.Args[first] = callRT(c.Args[first].Pos(), "LogValues", c.Args[first])
	}
	if !formats(fn) {
		c.Args[first] = callRT(c.Args[first].Pos(), "NamedAll", c.Args[first])
		l.made[c.Args[first]] = types.NewSlice(types.Universe.Lookup("any").Type())
		return
	}
	for i := first; i < len(c.Args) && !c.Ellipsis.IsValid(); i++ {
		arg := unbased(c.Args[i])
		if c.Args[i] = l.withText(arg); c.Args[i] == arg || !l.sessionType(l.typeOf(arg)) {
			c.Args[i] = l.dressed(arg, types.Universe.Lookup("any").Type(), false)
		}
	}
	if fn.Name() == "Errorf" {
		c.Fun = callRT(c.Pos(), "Errorf").Fun
		l.made[c.Fun] = fn.Signature()
		return
	}
	text := callRT(c.Pos(), "Text", c.Args[first-1:]...)
	text.Ellipsis = c.Ellipsis
	l.made[text] = types.Typ[types.String]
	c.Args = append(c.Args[:first-1:first-1], quoted(c.Pos(), "%s"), text)
	c.Ellipsis = token.NoPos
}

// printsAny says whether the last parameters of a function are values of any type.
func printsAny(sig *types.Signature) bool {
	n := sig.Params().Len()
	return sig.Variadic() && types.Identical(sig.Params().At(n-1).Type(), types.NewSlice(types.Universe.Lookup("any").Type()))
}
