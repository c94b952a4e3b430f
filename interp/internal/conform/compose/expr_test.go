package compose

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// place is a variable, a field or an element.
type place struct {
	text    string
	typ     types.Type
	root    *entity
	fixed   bool // must not be assigned
	shared  bool // assignments to it may be visible elsewhere
	addable bool // it is addressable
}

// places returns the places that can be read here without a panic.
func (g *gen) places(s *scope) (list []place) {
	for _, e := range s.visible() {
		if e.kind == variable && e.call == nil {
			list = g.within(list, place{text: e.name, typ: e.typ, root: e, fixed: e.fixed, addable: true}, 2)
		}
	}
	return list
}

// within adds a place and its parts.
func (g *gen) within(list []place, p place, depth int) []place {
	list = append(list, p)
	if depth == 0 {
		return list
	}
	under, shared, fixed := p.typ.Underlying(), p.shared, p.fixed
	if ptr, ok := under.(*types.Pointer); ok {
		list = append(list, place{text: "(*" + p.text + ")", typ: ptr.Elem(), root: p.root, shared: true, addable: true})
		under, shared, fixed = ptr.Elem().Underlying(), true, false
	}
	switch u := under.(type) {
	case *types.Struct:
		for f := range u.Fields() {
			list = g.within(list, place{p.text + "." + f.Name(), f.Type(), p.root, fixed, shared, p.addable}, depth-1)
		}
	case *types.Array:
		list = g.within(list, place{
			p.text + "[" + fmt.Sprint(g.r.Int64N(u.Len())) + "]", u.Elem(), p.root, fixed, shared,
			p.addable,
		}, depth-1)
	}
	return list
}

// placesOf returns the places whose values have a type.
func (g *gen) placesOf(s *scope, t types.Type) []place {
	return slices.DeleteFunc(g.places(s), func(p place) bool { return !types.Identical(p.typ, t) })
}

// somewhere reads a place that fits, or returns "".
func (g *gen) somewhere(s *scope, fits func(place) bool) string {
	list := slices.DeleteFunc(g.places(s), func(p place) bool { return !fits(p) })
	if len(list) == 0 {
		return ""
	}
	return g.read(pick(g, list))
}

// read uses the value of a place.
func (g *gen) read(p place) string {
	g.mark(p.root)
	return p.text
}

// mark records that a variable is used.
func (g *gen) mark(e *entity) {
	if !e.used {
		e.used = true
		g.marked = append(g.marked, e)
	}
}

// forget removes all marks after the first n, because the code that used the variables was discarded.
func (g *gen) forget(n int) {
	for _, e := range g.marked[n:] {
		e.used = false
	}
	g.marked = g.marked[:n]
}

// expr generates an expression of a type.
func (g *gen) expr(s *scope, t types.Type, depth int) string {
	text := g.freeExpr(s, t, depth)
	if g.bounded == 0 || strings.HasPrefix(text, `"`) {
		return text
	}
	if types.Identical(t, stringType) && s.sees("clip") {
		return g.help("clip") + "(" + text + ")"
	}
	if _, ok := t.(*types.Slice); ok && s.sees("few") && text != "nil" {
		return g.help("few") + "(" + text + ")"
	}
	return text
}

func (g *gen) freeExpr(s *scope, t types.Type, depth int) string {
	for range 5 {
		made, marks := "", len(g.marked)
		switch n := g.r.IntN(10); {
		case n < 4:
			if list := g.placesOf(s, t); len(list) > 0 {
				made = g.read(pick(g, list))
			}
		case depth <= 0:
			return g.literal(s, t, depth)
		case n < 6:
			made = g.pureCall(s, t, depth-1)
		case n < 9:
			made = g.operation(s, t, depth-1)
		default:
			made = g.roundabout(s, t, depth-1)
		}
		if made != "" {
			return made
		}
		g.forget(marks)
	}
	return g.literal(s, t, depth)
}

// callable is a function that can be called here.
type callable struct {
	text string
	sig  *types.Signature
	call *effect
	typ  types.Type // of the variable that holds it, nil for others
}

// ofValue is the maximum effect of calling a function value. Function values do not call variables, which may hold the
// value itself, so that the call would not terminate.
var ofValue = &effect{prints: true, values: true, cost: 12}

// ofArgument is the effect of calling a function's own parameter.
var ofArgument = &effect{prints: true, cost: 12}

// calm reports whether a function value may make a call.
func (e *effect) calm() bool { return !e.risky && !e.impure && !e.values && e.cost <= ofValue.cost }

// callables returns functions, methods and variables that hold functions.
func (g *gen) callables(s *scope) (list []callable) {
	for _, e := range s.visible() {
		if sig, ok := e.typ.(*types.Signature); ok && e.call != nil {
			list = append(list, callable{e.name, sig, e.call, nil})
		}
	}
	for _, p := range g.places(s) {
		list = append(list, g.methodsOf(p.text, p.typ, p.addable)...)
		if sig, ok := p.typ.Underlying().(*types.Signature); ok {
			call := ofValue
			if g.calm && p.root.fn == g.fn {
				call = ofArgument
			}
			list = append(list, callable{p.text, sig, call, p.typ})
		}
	}
	return slices.DeleteFunc(list, func(c callable) bool {
		return g.fn.effect.cost+g.fn.times*c.call.cost > maxCost || g.calm && !c.call.calm() ||
			!g.allMakeable(s, c.sig.Params())
	})
}

// methodsOf returns the methods of a value that can be called.
func (g *gen) methodsOf(text string, t types.Type, addable bool) (list []callable) {
	if _, ok := t.(*types.Basic); ok {
		return nil
	}
	of := t
	if _, isPtr := t.(*types.Pointer); !isPtr && addable && !types.IsInterface(t) {
		of = types.NewPointer(t)
	}
	set := types.NewMethodSet(of)
	for i := range set.Len() {
		f := set.At(i).Obj().(*types.Func)
		if e := g.effects[f]; e != nil {
			list = append(list, callable{text + "." + f.Name(), f.Signature(), e, nil})
		}
	}
	return list
}

// pureCall calls a function that changes nothing and returns one value of a type.
func (g *gen) pureCall(s *scope, t types.Type, depth int) string {
	list := slices.DeleteFunc(g.callables(s), func(c callable) bool {
		r := c.sig.Results()
		return c.call.impure || r.Len() != 1 || !types.Identical(r.At(0).Type(), t)
	})
	if len(list) == 0 {
		return ""
	}
	return g.call(s, pick(g, list), depth)
}

// call calls a function and adds its effect.
func (g *gen) call(s *scope, c callable, depth int) string {
	g.reads(s, c.text)
	g.fn.effect.add(c.call, g.fn.times)
	if g.fn.recovers {
		g.fn.effect.risky = false
	}
	return c.text + g.args(s, c.sig, depth)
}

// reads records that a text that begins with a variable uses it.
func (g *gen) reads(s *scope, text string) {
	name, _, _ := strings.Cut(strings.TrimLeft(text, "(*&"), ".")
	name, _, _ = strings.Cut(strings.TrimRight(name, ")"), "[")
	if e := s.lookup(name); e != nil {
		g.mark(e)
	}
}

// args generates the arguments of a call.
func (g *gen) args(s *scope, sig *types.Signature, depth int) string {
	var args []string
	n := sig.Params().Len()
	for i := range n {
		t := sig.Params().At(i).Type()
		if !sig.Variadic() || i < n-1 {
			args = append(args, g.expr(s, t, depth-1))
			continue
		}
		if g.one(3) {
			args = append(args, g.expr(s, t, 0)+"...")
			continue
		}
		for range g.r.IntN(3) {
			args = append(args, g.expr(s, t.(*types.Slice).Elem(), depth-1))
		}
	}
	return "(" + strings.Join(args, ", ") + ")"
}

// The strings and numbers of programs.
var (
	texts  = []string{"", "a", "go", "héllo", "x,y", "  pad ", "Zed", "a b c", "42", "-7", "3x", "k=v"}
	counts = []string{"0", "1", "2", "3", "5", "7", "10", "-1", "-4", "42", "100"}
	floats = []string{"0", "0.5", "1.5", "2", "-3.25", "10", "1e3"}
)

// literal generates a value without calling or reading anything, if the type allows it.
func (g *gen) literal(s *scope, t types.Type, depth int) string {
	if _, ok := t.Underlying().(*types.Basic); !ok && !types.IsInterface(t) && !s.seesType(t) {
		panic(unfit{t})
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return g.basic(s, t, u)
	case *types.Interface:
		return g.interfaceValue(s, t, depth)
	case *types.Pointer:
		switch u.Elem().Underlying().(type) {
		case *types.Struct, *types.Slice, *types.Map, *types.Array:
			return "&" + g.literal(s, u.Elem(), depth)
		}
		return g.help("ref") + "(" + g.converted(u.Elem(), g.literal(s, u.Elem(), depth)) + ")"
	case *types.Slice:
		return text(t) + g.elements(s, u.Elem(), g.r.IntN(4), depth)
	case *types.Array:
		return text(t) + g.elements(s, u.Elem(), int(u.Len()), depth)
	case *types.Map:
		return text(t) + g.entries(s, u, depth)
	case *types.Struct:
		return text(t) + g.fields(s, u, depth)
	case *types.Signature:
		return g.functionValue(s, t, u)
	}
	panic("no literal of " + t.String())
}

func (g *gen) basic(s *scope, t types.Type, u *types.Basic) string {
	if n, ok := t.(*types.Named); ok && g.one(2) {
		for _, e := range s.visible() {
			if e.kind == constant && types.Identical(e.typ, n) {
				return e.name
			}
		}
	}
	switch {
	case u.Info()&types.IsString != 0:
		return fmt.Sprintf("%q", pick(g, texts))
	case u.Info()&types.IsBoolean != 0:
		return pick(g, []string{"true", "false"})
	case u.Info()&types.IsFloat != 0:
		return pick(g, floats)
	case u.Info()&types.IsUnsigned != 0:
		return strings.TrimPrefix(pick(g, counts), "-")
	}
	return pick(g, counts)
}

func (g *gen) elements(s *scope, elem types.Type, n int, depth int) string {
	var list []string
	for range n {
		list = append(list, g.elided(s, elem, depth))
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// elided generates an element of a literal, often without its type.
func (g *gen) elided(s *scope, elem types.Type, depth int) string {
	value := g.expr(s, elem, depth-1)
	if rest, ok := strings.CutPrefix(value, text(elem)+"{"); ok && g.one(2) {
		return "{" + rest
	}
	return value
}

func (g *gen) entries(s *scope, m *types.Map, depth int) string {
	var list []string
	for _, k := range g.r.Perm(4)[:g.r.IntN(4)] {
		key := fmt.Sprintf("%q", "k"+fmt.Sprint(k))
		list = append(list, key+": "+g.elided(s, m.Elem(), depth))
	}
	return "{" + strings.Join(list, ", ") + "}"
}

func (g *gen) fields(s *scope, st *types.Struct, depth int) string {
	var list []string
	keyed := g.one(2) || st.NumFields() == 0
	for f := range st.Fields() {
		skip := zeroSafe(f.Type()) && (g.one(4) || !g.makeable(s, f.Type()))
		if !skip {
			list = append(list, f.Name()+": "+g.expr(s, f.Type(), depth-1))
		} else {
			keyed = true
		}
	}
	if !keyed {
		for i := range list {
			_, list[i], _ = strings.Cut(list[i], ": ")
		}
	}
	return "{" + strings.Join(list, ", ") + "}"
}

// interfaceValue generates a value for an interface.
func (g *gen) interfaceValue(s *scope, t types.Type, depth int) string {
	switch {
	case types.Identical(t, errorType):
		return g.errorValue(s, depth)
	case types.Identical(t, anyType):
		if depth > 0 && g.one(2) {
			for range 5 {
				if u := pick(g, g.pool); printable(u) && s.seesType(u) && g.makeable(s, u) && !types.IsInterface(u) {
					return g.converted(u, g.expr(s, u, depth-1))
				}
			}
		}
		return g.basicAny()
	}
	list := g.implementors(s, t)
	if len(list) == 0 {
		panic(unfit{t})
	}
	of := pick(g, list)
	return g.converted(of, g.literal(s, of, depth-1))
}

// converted ensures that a value has a type even without context.
func (g *gen) converted(t types.Type, value string) string {
	_, isPtr := t.(*types.Pointer)
	_, isFunc := t.Underlying().(*types.Signature)
	if !isPtr && (isScalar(t) || isFunc || value == "nil") {
		return text(t) + "(" + value + ")"
	}
	return value
}

func (g *gen) basicAny() string {
	return pick(g, []string{"1", `"s"`, "nil", "2.5", "true", "'x'", "uint8(3)"})
}

// errorValue generates an error, or nil.
func (g *gen) errorValue(s *scope, depth int) string {
	if list := g.placesOf(s, errorType); len(list) > 0 && g.one(2) {
		p := g.read(pick(g, list))
		if g.one(2) && g.use(s, "fmt") && g.bounded == 0 {
			return fmt.Sprintf("fmt.Errorf(%q, %s)", pick(g, texts)+": %w", p)
		}
		return p
	}
	switch g.r.IntN(4) {
	case 0:
		if g.use(s, "errors") {
			return fmt.Sprintf("errors.New(%q)", pick(g, texts))
		}
	case 1:
		for _, t := range g.errors {
			if s.seesType(t) && g.makeable(s, t) && g.bounded == 0 {
				return g.literal(s, t, depth-1)
			}
		}
	case 2:
		if g.use(s, "fmt") {
			return fmt.Sprintf("fmt.Errorf(%q, %s)", "bad %v", g.expr(s, intType, min(depth-1, 1)))
		}
	}
	return "nil"
}
