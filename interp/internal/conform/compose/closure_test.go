package compose

import (
	"fmt"
	"go/types"
	"strings"
)

var closurePieces = []piece{
	{"closure", 5, nested((*gen).closure)},
	{"closures-of-loop", 3, (*gen).closuresOfLoop},
	{"closure-called", 3, nested((*gen).closureCalled)},
	{"method-value", 3, (*gen).methodValue},
	{"variadic-literal", 2, (*gen).variadicLiteral},
	{"defer-local", 2, nested((*gen).deferLocal)},
}

// closure declares a function that may change captured variables.
func (g *gen) closure(s *scope, depth int) string {
	sig := g.signature()
	if !s.seesType(sig) || !g.allMakeable(s, sig.Params()) || !g.allMakeable(s, sig.Results()) {
		return ""
	}
	body, e := g.funcText(s, nil, sig, 1+g.r.IntN(2))
	plain := types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())
	v := g.declare(s, plain)
	v.fixed, v.used, v.call = true, true, e
	return fmt.Sprintf("%s := func%s\n_ = %s", v.name, body, v.name)
}

// closuresOfLoop collects functions created in a loop and calls them after it.
func (g *gen) closuresOfLoop(s *scope, depth int) string {
	if !s.sees("append") || !s.sees("int") || !g.use(s, "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	value := g.expr(s, intType, min(depth, 1))
	head := pick(g, []string{
		"for i := range 3", "for i := 0; i < 3; i++", "for i := range [3]int{}",
		"for _, i := range []int{4, 5, 6}",
	})
	change := pick(g, []string{"i *= 2", "i++", "base += i", "base, i = base+1, i+base"})
	if strings.HasPrefix(head, "for i := 0") {
		change = "base += i"
	}
	return fmt.Sprintf(`{
	base := %s
	var made []func() int
	%s {
		made = append(made, func() int {
			%s
			return i + base
		})
	}
	for _, f := range made {
		fmt.Println(f(), f())
	}
}`, value, head, change)
}

// closureCalled calls a function literal immediately.
func (g *gen) closureCalled(s *scope, depth int) string {
	sig := g.signature()
	if !s.seesType(sig) || sig.Variadic() || !g.allMakeable(s, sig.Params()) || !g.allMakeable(s, sig.Results()) {
		return ""
	}
	args := g.args(s, sig, 1)
	body, e := g.funcText(s, nil, sig, 1+g.r.IntN(2))
	g.call(s, callable{"func", noArgs, e, nil}, 0)
	inner := newScope(s)
	if sig.Results().Len() == 0 || !g.use(s, "fmt") {
		return "func" + body + args
	}
	text := g.shown(inner, "called", "func"+body+args, sig)
	if !inner.sees("fmt") {
		return ""
	}
	g.fn.effect.prints = true
	return "{\n" + text + "\n}"
}

// methodValue stores a method value, changes its receiver, and calls the method value.
func (g *gen) methodValue(s *scope, depth int) string {
	var list []callable
	var of []place
	for _, p := range g.places(s) {
		for _, c := range g.methodsOf(p.text, p.typ, p.addable) {
			if g.allMakeable(s, c.sig.Params()) && g.fn.effect.cost+g.fn.times*c.call.cost < maxCost &&
				!(g.calm && !c.call.calm()) {
				list, of = append(list, c), append(of, p)
			}
		}
	}
	if len(list) == 0 {
		return ""
	}
	i := g.r.IntN(len(list))
	c, p := list[i], of[i]
	g.mark(p.root)
	kept := g.declare(s, types.NewSignatureType(nil, nil, nil, c.sig.Params(), c.sig.Results(), c.sig.Variadic()))
	kept.fixed, kept.used = true, true
	text := kept.name + " := " + p.text + c.text[len(p.text):]
	if s.lookup(p.root.name) != p.root || !g.allMakeable(s, c.sig.Params()) { // its name hides what the call needs
		delete(s.names, kept.name)
		s.order = s.order[:len(s.order)-1]
		return ""
	}
	g.fn.effect.add(c.call, g.fn.times)
	kept.call = c.call
	if g.fn.recovers {
		g.fn.effect.risky = false
	}
	if change := g.opAssign(s, 0); change != "" {
		text += "\n" + change
	}
	return text + "\n" + kept.name + g.args(s, c.sig, depth)
}

// variadicLiteral calls a variadic function literal in all three ways.
func (g *gen) variadicLiteral(s *scope, _ int) string {
	if !s.sees("string") || !s.sees("int") || !s.sees("any") || !s.sees("len") || !g.use(s, "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	a, b := g.expr(s, intType, 1), g.expr(s, intType, 1)
	list := g.expr(s, types.NewSlice(intType), 0)
	none := "\nshow(\"none\")"
	if !g.may("variadic-literal-none") {
		none = ""
	}
	return fmt.Sprintf("{\nshow := func(label string, xs ...int) { fmt.Println(label, len(xs), xs == nil, xs) }%s\n"+
		"show(\"two\", %s, %s)\nshow(\"list\", %s...)\n}", none, a, b, list)
}

// deferLocal has a defer statement in a function literal that is called immediately.
func (g *gen) deferLocal(s *scope, depth int) string {
	if !g.use(s, "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	sig := noArgs
	f := newFunction(g.fn, sig)
	g.fn = f
	inner := newScope(s)
	list := append([]string{g.deferred(inner)}, g.statements(inner, 2, depth-1)...)
	body := strings.Join(g.settle(inner, list), "\n")
	g.fn = f.outer
	g.call(s, callable{"func", sig, &f.effect, nil}, 0)
	return "func() {\n" + body + "\n}()"
}
