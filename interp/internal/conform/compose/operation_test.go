package compose

import (
	"fmt"
	"go/types"
	"strings"
)

// some picks a place of a type.
func (g *gen) some(s *scope, t types.Type) (p place, ok bool) {
	list := g.placesOf(s, t)
	if len(list) == 0 {
		return p, false
	}
	return pick(g, list), true
}

// someRead reads a place of a type, or returns "".
func (g *gen) someRead(s *scope, t types.Type) string {
	return g.somewhere(s, func(p place) bool { return types.Identical(p.typ, t) })
}

// operation generates an operator, a conversion or a call of a function of the standard library.
func (g *gen) operation(s *scope, t types.Type, depth int) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return g.stringOperation(s, t, depth)
		case u.Info()&types.IsBoolean != 0:
			return g.condition(s, depth)
		case u.Info()&types.IsInteger != 0:
			return g.intOperation(s, t, depth)
		default:
			x := g.someRead(s, t)
			if x == "" {
				return ""
			}
			return "(" + x + pick(g, []string{" + ", " - ", " * "}) + g.expr(s, t, depth-1) + ")"
		}
	case *types.Slice:
		return g.sliceOperation(s, t, u, depth)
	}
	return ""
}

func (g *gen) intOperation(s *scope, t types.Type, depth int) string {
	x, ok := g.some(s, t)
	switch g.r.IntN(6) {
	case 0:
		if ok {
			return fmt.Sprintf("(%s %s %d)", g.read(x), pick(g, []string{"/", "%", "<<", ">>", "&^", "|", "^"}), 1+g.r.IntN(3))
		}
	case 1:
		return g.conversion(s, t)
	case 2:
		if t == intType {
			return g.length(s)
		}
	case 3:
		if t == intType && s.sees("min") && s.sees("max") && ok {
			return fmt.Sprintf("%s(%s, %s)", pick(g, []string{"min", "max"}), g.read(x), g.expr(s, t, depth-1))
		}
	}
	if !ok {
		return ""
	}
	return "(" + g.read(x) + pick(g, []string{" + ", " - ", " * "}) + g.expr(s, t, depth-1) + ")"
}

// conversion converts a variable of another number type.
func (g *gen) conversion(s *scope, t types.Type) string {
	if !s.seesType(t) {
		return ""
	}
	x := g.somewhere(s, func(p place) bool {
		b, ok := p.typ.Underlying().(*types.Basic)
		return ok && b.Info()&types.IsInteger != 0 && !types.Identical(p.typ, t)
	})
	if x == "" {
		return ""
	}
	g.note("conversion")
	return text(t) + "(" + x + ")"
}

// length generates the length of a value.
func (g *gen) length(s *scope) string {
	if !s.sees("len") {
		return ""
	}
	x := g.somewhere(s, func(p place) bool {
		switch u := p.typ.Underlying().(type) {
		case *types.Slice, *types.Map:
			return true
		case *types.Basic:
			return u.Info()&types.IsString != 0
		}
		return false
	})
	if x == "" {
		return ""
	}
	return "len(" + x + ")"
}

func (g *gen) stringOperation(s *scope, t types.Type, depth int) string {
	x, ok := g.some(s, t)
	switch g.r.IntN(6) {
	case 0:
		if t == stringType && g.use(s, "strings") && ok {
			return fmt.Sprintf(pick(g, []string{
				"strings.ToUpper(%s)", "strings.TrimSpace(%s)",
				`strings.ReplaceAll(%s, "a", "e")`,
			}), g.read(x))
		}
	case 1:
		if t == stringType && g.use(s, "strconv") {
			return "strconv.Itoa(" + g.expr(s, intType, depth-1) + ")"
		}
	case 2:
		if t == stringType && g.use(s, "fmt") {
			return g.sprintf(s)
		}
	case 3:
		if t != stringType && s.seesType(t) {
			if y := g.someRead(s, stringType); y != "" {
				return text(t) + "(" + y + ")"
			}
		}
	case 4:
		if t == stringType && s.seesType(types.NewSlice(stringType)) && g.use(s, "strings") {
			return fmt.Sprintf("strings.Join(%s, %q)", g.expr(s, types.NewSlice(stringType), min(depth-1, 1)),
				pick(g, []string{",", "-", ""}))
		}
	}
	if !ok {
		return ""
	}
	return fmt.Sprintf("(%s + %q)", g.read(x), pick(g, texts))
}

// sprintf formats a place with a verb that fits.
func (g *gen) sprintf(s *scope) string {
	var list []place
	for _, p := range g.places(s) {
		if printable(p.typ) && !types.IsInterface(p.typ) {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return ""
	}
	// The names of types have another length if many programs are compiled as one.
	p, verb := pick(g, list), "%v"
	if isScalar(p.typ) {
		verb = g.verb(p.typ)
	}
	return fmt.Sprintf("fmt.Sprintf(%q, %s)", pick(g, texts)+verb, g.read(p))
}

// verb picks a verb for values of a scalar type.
func (g *gen) verb(t types.Type) string {
	verbs := []string{"%v"}
	switch u := t.Underlying().(*types.Basic); {
	case u.Info()&types.IsInteger != 0:
		verbs = []string{"%d", "%v", "%03d", "%x"}
	case u.Info()&types.IsString != 0:
		verbs = []string{"%s", "%q", "%v", "%6s|", "%-4s|"}
	case u.Info()&types.IsFloat != 0:
		verbs = []string{"%.2f", "%v", "%8.3f", "%g"}
	}
	return pick(g, verbs)
}

func (g *gen) sliceOperation(s *scope, t types.Type, u *types.Slice, depth int) string {
	x, ok := g.some(s, t)
	if !ok {
		return ""
	}
	switch g.r.IntN(3) {
	case 0:
		if s.sees("append") && g.use(s, "slices") {
			return fmt.Sprintf("append(slices.Clone(%s), %s)", g.read(x), g.expr(s, u.Elem(), depth-1))
		}
	case 1:
		if s.sees("len") {
			return fmt.Sprintf("%s[len(%s)/2:]", g.read(x), x.text)
		}
	case 2:
		if s.sees("append") && s.seesType(t) && u == t {
			return fmt.Sprintf("append(%s(nil), %s...)", text(t), g.read(x))
		}
	}
	return ""
}

// condition generates a comparison.
func (g *gen) condition(s *scope, depth int) string {
	switch g.r.IntN(8) {
	case 0:
		if x := g.someRead(s, boolType); x != "" {
			return pick(g, []string{"!", ""}) + x
		}
	case 1:
		if depth > 0 {
			return "(" + g.condition(s, depth-1) + pick(g, []string{" && ", " || "}) + g.condition(s, depth-1) + ")"
		}
	case 2:
		if x := g.someRead(s, errorType); x != "" {
			return x + pick(g, []string{" != nil", " == nil"})
		}
	case 3:
		if !g.use(s, "strings") {
			break
		}
		if x := g.someRead(s, stringType); x != "" {
			return fmt.Sprintf("strings.Contains(%s, %q)", x, pick(g, texts))
		}
	}
	var list []place
	for _, p := range g.places(s) {
		if b, ok := p.typ.Underlying().(*types.Basic); ok && b.Info()&types.IsOrdered != 0 {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return pick(g, []string{"true", "false"})
	}
	p := pick(g, list)
	return "(" + g.read(p) + pick(g, []string{" < ", " > ", " == ", " != ", " <= "}) + g.expr(s, p.typ, depth-1) + ")"
}

// roundabout generates a detour that returns a value unchanged.
func (g *gen) roundabout(s *scope, t types.Type, depth int) string {
	if !s.seesType(t) || !g.makeable(s, t) || g.bounded > 0 {
		return ""
	}
	switch g.r.IntN(4) {
	case 0:
		if types.IsInterface(t) || !s.sees("any") || !g.may("assertion") {
			return ""
		}
		return "any(" + g.converted(t, g.expr(s, t, depth)) + ").(" + text(t) + ")"
	case 1:
		if _, ok := t.Underlying().(*types.Signature); ok || !g.may("literal-called") {
			return ""
		}
		sig := types.NewSignatureType(nil, nil, nil, nil, types.NewTuple(types.NewParam(0, g.main, "", t)), false)
		body, e := g.funcText(s, nil, sig, 1)
		if e.impure {
			return ""
		}
		g.fn.effect.add(e, g.fn.times)
		return "func" + body + "()"
	case 2:
		if !zeroSafe(t) || types.IsInterface(t) || !s.sees("string") || !g.may("map-lookup") {
			return ""
		}
		return fmt.Sprintf("map[string]%s{%q: %s}[%s]", text(t), "a", g.expr(s, t, depth-1), g.expr(s, stringType, 0))
	default:
		if !g.may("index-literal") || types.IsInterface(t) {
			return ""
		}
		return fmt.Sprintf("[]%s{%s, %s}[%d]", text(t), g.expr(s, t, depth-1), g.expr(s, t, 0), g.r.IntN(2))
	}
}

// functionValue generates a function value: a declared function, a method of a value, or a literal.
func (g *gen) functionValue(s *scope, t types.Type, sig *types.Signature) string {
	var list []string
	for _, c := range g.callables(s) {
		if c.typ != nil && !types.AssignableTo(c.typ, t) {
			continue // both types have names
		}
		if types.Identical(c.sig, sig) && (c.call == ofValue || c.call.calm()) {
			list = append(list, c.text)
		}
	}
	if len(list) > 0 && g.one(2) {
		g.note("function-value")
		f := pick(g, list)
		g.reads(s, f)
		return f
	}
	return "func" + g.quietLiteral(s, sig)
}

// quietLiteral generates a function literal that changes nothing.
func (g *gen) quietLiteral(s *scope, sig *types.Signature) string {
	var params []string
	calm := g.calm
	g.fn, g.calm = newFunction(g.fn, sig), true
	defer func() { g.fn, g.calm = g.fn.outer, calm }()
	inner := newScope(s)
	for v := range sig.Params().Variables() {
		e := g.declare(inner, v.Type())
		e.used = true
		params = append(params, e.name+" "+text(v.Type()))
	}
	header := "(" + strings.Join(params, ", ") + ")"
	if sig.Results().Len() == 0 {
		return header + " {}"
	}
	result := sig.Results().At(0).Type()
	return header + " " + text(result) + " { return " + g.expr(inner, result, 1) + " }"
}
