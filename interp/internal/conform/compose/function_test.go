package compose

import (
	"fmt"
	"go/token"
	"go/types"
	"iter"
	"strings"
)

// maxCost is the approximate maximum number of statements that one call of a function may run.
const maxCost = 400

// every reports whether a check holds for the types of fields, parameters or results.
func every(vars iter.Seq[*types.Var], holds func(types.Type) bool) bool {
	for v := range vars {
		if !holds(v.Type()) {
			return false
		}
	}
	return true
}

// zeroSafe reports whether programs may use the zero value of a type as any other value.
func zeroSafe(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return types.Identical(t, errorType) || types.Identical(t, anyType)
	case *types.Slice:
		return true
	case *types.Array:
		return zeroSafe(u.Elem())
	case *types.Struct:
		return every(u.Fields(), zeroSafe)
	}
	return false
}

// printable reports whether values of a type print the same in every run.
func printable(t types.Type) bool { return types.Identical(t, errorType) || inside(t) }

// inside reports whether values of a type print the same in every run as part of another value; an error may be a
// pointer, which prints as an address there.
func inside(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Interface:
		return types.Identical(t, anyType)
	case *types.Slice:
		return inside(u.Elem())
	case *types.Array:
		return inside(u.Elem())
	case *types.Map:
		return inside(u.Key()) && inside(u.Elem())
	case *types.Struct:
		return every(u.Fields(), inside)
	}
	return false
}

// makeable reports whether a value of a type can be generated here.
func (g *gen) makeable(s *scope, t types.Type) bool {
	if n, ok := t.(*types.Named); ok {
		switch u := n.Underlying().(type) {
		case *types.Basic:
			return true
		case *types.Interface:
			return types.Identical(t, errorType) || len(g.implementors(s, n)) > 0
		case *types.Struct:
			return s.seesType(n) && every(u.Fields(), func(t types.Type) bool { return zeroSafe(t) || g.makeable(s, t) })
		case *types.Signature:
			return s.seesType(n) && g.makeable(s, u)
		}
		return s.seesType(n)
	}
	switch u := t.(type) {
	case *types.Basic, *types.Interface, *types.Alias:
		return true
	case *types.Pointer:
		return s.seesType(u.Elem()) && g.makeable(s, u.Elem())
	case *types.Signature:
		return g.allMakeable(s, u.Results()) && s.seesType(u)
	}
	return s.seesType(t)
}

// allMakeable reports whether values of all types of a tuple can be generated here.
func (g *gen) allMakeable(s *scope, tuple *types.Tuple) bool {
	return every(tuple.Variables(), func(t types.Type) bool { return g.makeable(s, t) })
}

// implementors returns the types that can be named here and implement an interface.
func (g *gen) implementors(s *scope, iface types.Type) (list []types.Type) {
	i := iface.Underlying().(*types.Interface)
	for _, t := range g.pool {
		if types.IsInterface(t) {
			continue
		}
		if _, isPtr := t.(*types.Pointer); !isPtr && !types.Implements(t, i) {
			t = types.NewPointer(t)
		}
		if types.Implements(t, i) && s.seesType(t) && g.makeable(s, t) {
			list = append(list, t)
		}
	}
	return list
}

// someType returns a type of which values can be generated here.
func (g *gen) someType(s *scope) types.Type {
	for {
		if t := pick(g, g.pool); g.makeable(s, t) && s.seesType(t) {
			return t
		}
		if g.one(50) {
			return intType
		}
	}
}

// signature generates the type of a function: parameters, and one of the forms of results.
func (g *gen) signature() *types.Signature {
	var params, results []*types.Var
	for range g.r.IntN(4) {
		params = append(params, param(g.someType(g.pkg)))
	}
	variadic := g.one(5) && g.may("variadic")
	if variadic {
		params = append(params, param(types.NewSlice(pick(g, scalarTypes))))
	}
	named := g.one(2) && g.may("results-named")
	add := func(t types.Type) {
		name := ""
		if named {
			if !zeroSafe(t) {
				t = intType
			}
			name = "_"
		}
		results = append(results, types.NewParam(token.NoPos, g.main, name, t))
	}
	form := pick(g, []string{"none", "one", "one", "several", "error", "error"})
	switch form {
	case "one":
		add(g.someType(g.pkg))
	case "several":
		add(g.someType(g.pkg))
		add(g.someType(g.pkg))
	case "error":
		for range g.r.IntN(3) {
			add(g.someType(g.pkg))
		}
		add(errorType)
	}
	g.note("results-" + form)
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(results...), variadic)
}

// named reports whether the results of a signature have names.
func named(sig *types.Signature) bool {
	return sig.Results().Len() > 0 && sig.Results().At(0).Name() != ""
}

// funcText generates a function: parameters, results and body as Go source. recv is its receiver, if any.
func (g *gen) funcText(outer *scope, recv *entity, sig *types.Signature, statements int) (string, *effect) {
	f := newFunction(g.fn, sig)
	g.fn = f
	defer func() { g.fn = f.outer }()
	s := newScope(outer)
	if recv != nil {
		recv.fn = f
		s.add(recv)
	}
	for _, name := range []string{"variadic", "results-named"} {
		if sig.Variadic() && name == "variadic" || named(sig) && name == "results-named" {
			g.note(name)
		}
	}
	var params []string
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		e := g.declare(s, t)
		e.used = true
		written := text(t)
		if sig.Variadic() && i == sig.Params().Len()-1 {
			written = "..." + strings.TrimPrefix(written, "[]")
		}
		params = append(params, e.name+" "+written)
	}
	var results []string
	for v := range sig.Results().Variables() {
		if named(sig) {
			e := g.declare(s, v.Type())
			e.used = true
			f.results = append(f.results, e)
			results = append(results, e.name+" "+text(v.Type()))
			continue
		}
		results = append(results, text(v.Type()))
	}
	header := "(" + strings.Join(params, ", ") + ")"
	switch {
	case len(results) == 1 && !named(sig):
		header += " " + results[0]
	case len(results) > 0:
		header += " (" + strings.Join(results, ", ") + ")"
	}
	body := g.funcBody(s, statements)
	return header + " {\n" + body + "}", &f.effect
}

// funcBody generates the statements of the function g.fn.
func (g *gen) funcBody(s *scope, statements int) string {
	var list []string
	if statements > 1 && g.one(3) {
		list = append(list, g.deferred(s))
	}
	list = append(list, g.statements(s, statements, 2)...)
	if g.fn.sig.Results().Len() > 0 {
		list = append(list, g.giveBack(s))
	}
	return strings.Join(g.settle(s, list), "\n") + "\n"
}

// declareFunction declares a function that later ones can call.
func (g *gen) declareFunction() {
	sig := g.signature()
	name := g.newName([]string{
		"load", "process", "scan", "build", "check", "total", "handle", "update", "merge", "visit",
		"Report", "Find", "shout", "compute",
	})
	body, e := g.funcText(g.pkg, nil, sig, 2+g.r.IntN(3))
	g.decls = append(g.decls, "func "+name+body)
	g.pkg.add(&entity{name: name, kind: declaredFunc, typ: sig, call: e})
}

// declareMethod declares a method of a form that later functions can call.
func (g *gen) declareMethod(t *types.Named, ptr bool) {
	g.method(t, pick(g, []string{"Get", "Set", "Next", "Total", "reset", "grow", "Describe", "Visit"}), ptr, g.signature())
}

// method declares a method, unless the type has one or a field of the name already.
func (g *gen) method(t *types.Named, name string, ptr bool, sig *types.Signature) *effect {
	obj, _, _ := types.LookupFieldOrMethod(t, true, g.main, name)
	if obj != nil {
		return &effect{}
	}
	recvType := types.Type(t)
	if ptr {
		recvType = types.NewPointer(t)
		g.note("receiver-pointer")
	} else {
		g.note("receiver-value")
	}
	recv := &entity{name: strings.ToLower(text(t)[:1]), typ: recvType, used: true, fixed: ptr}
	body, e := g.funcText(g.pkg, recv, sig, 1+g.r.IntN(2))
	g.decls = append(g.decls, fmt.Sprintf("func (%s %s) %s%s", recv.name, text(recvType), name, body))
	g.addMethod(t, name, ptr, sig, e)
	return e
}

// declareVariable declares a package-level variable, with a value that prints nothing when it is computed.
func (g *gen) declareVariable() {
	t := g.someType(g.pkg)
	name := g.newName([]string{"cache", "limit", "registry", "last", "calls", "table", "current"})
	e := &entity{name: name, typ: t, used: true}
	init := newFunction(nil, noArgs)
	g.fn = init
	value := g.literal(g.pkg, t, 1)
	if f := g.quietCall(t); f != "" {
		value = f
		g.note("variable-from-call")
	}
	g.fn = nil
	g.decls = append(g.decls, fmt.Sprintf("var %s %s = %s", name, text(t), value))
	g.pkg.add(e)
}

// quietCall calls a function that returns a type, prints nothing and cannot panic.
func (g *gen) quietCall(t types.Type) string {
	for _, e := range g.pkg.order {
		sig, ok := e.typ.(*types.Signature)
		if !ok || e.kind != declaredFunc || e.call.prints || e.call.risky || e.call.impure || sig.Variadic() {
			continue
		}
		if sig.Results().Len() == 1 && types.Identical(sig.Results().At(0).Type(), t) {
			return e.name + g.literals(g.pkg, sig)
		}
	}
	return ""
}

// literals generates constant arguments for a call.
func (g *gen) literals(s *scope, sig *types.Signature) string {
	var args []string
	for v := range sig.Params().Variables() {
		args = append(args, g.literal(s, v.Type(), 0))
	}
	return "(" + strings.Join(args, ", ") + ")"
}

// declareMain declares main, which calls every function and recovers its panics.
func (g *gen) declareMain() {
	f := newFunction(nil, noArgs)
	g.fn = f
	s := newScope(g.pkg)
	var list []string
	for _, e := range g.pkg.order {
		if e.kind == declaredFunc {
			for range 1 + g.r.IntN(2) {
				list = append(list, g.showCall(s, e))
			}
		}
	}
	list = append(list, g.statements(s, g.r.IntN(3), 2)...)
	for _, e := range g.pkg.order {
		if e.kind == variable && printable(e.typ) && g.use(s, "fmt") && s.lookup(e.name) == e {
			list = append(list, fmt.Sprintf("fmt.Println(%q, %s)", e.name, e.name))
		}
	}
	body := strings.Join(g.settle(s, list), "\n")
	if f.effect.risky {
		body = g.help("try") + "(\"main\", func() {\n" + body + "\n})"
	}
	g.fn = nil
	g.decls = append(g.decls, "func main() {\n"+body+"\n}")
}

// showCall calls a function and prints its results.
func (g *gen) showCall(s *scope, e *entity) string {
	sig := e.typ.(*types.Signature)
	inner := newScope(s)
	call := e.name + g.args(inner, sig, 2)
	statement := g.shown(inner, e.name, call, sig)
	quiet := *e.call
	if !e.call.risky {
		g.fn.effect.add(&quiet, g.fn.times)
		return "{\n" + statement + "\n}"
	}
	quiet.risky = false
	g.fn.effect.add(&quiet, g.fn.times)
	return fmt.Sprintf("%s(%q, func() {\n%s\n})", g.help("try"), e.name, statement)
}

// shown prints the results of a call.
func (g *gen) shown(s *scope, label, call string, sig *types.Signature) string {
	if sig.Results().Len() == 0 {
		return call
	}
	var prints []string
	list, names := g.declareAll(s, sig.Results())
	for _, e := range list {
		prints = append(prints, g.printText(s, e.name, e.typ))
	}
	return fmt.Sprintf("%s := %s\nfmt.Println(%q, %s)", names, call, label, strings.Join(prints, ", "))
}
