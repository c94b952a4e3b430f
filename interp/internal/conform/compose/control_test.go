package compose

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

var controlPieces = []piece{
	{"if", 6, nested((*gen).ifStatement)},
	{"if-init", 5, nested((*gen).ifInit)},
	{"for-clause", 3, loopOf((*gen).clauseHeader)},
	{"for-condition", 2, nested((*gen).forCondition)},
	{"range-int", 3, loopOf((*gen).intHeader)},
	{"range-slice", 4, loopOf((*gen).sliceHeader)},
	{"range-string", 2, loopOf((*gen).stringHeader)},
	{"range-map-sum", 1, (*gen).rangeMap},
	{"range-map-sorted", 2, loopOf((*gen).mapHeader)},
	{"range-func", 2, loopOf((*gen).funcHeader)},
	{"range-chan", 2, loopOf((*gen).chanHeader)},
	{"jump", 5, (*gen).jump},
	{"goto", 1, nested((*gen).gotoLoop)},
	{"return-early", 4, (*gen).returnEarly},
	{"select", 2, nested((*gen).selectStatement)},
}

func (g *gen) ifStatement(s *scope, depth int) string {
	text := "if " + g.condition(s, 1) + " " + g.block(s, 1+g.r.IntN(2), depth)
	for g.one(3) {
		text += " else if " + g.condition(s, 1) + " " + g.block(s, 1, depth)
	}
	if g.one(2) {
		text += " else " + g.block(s, 1, depth)
	}
	return text
}

// ifInit declares a variable in the statement, often one that hides an outer one.
func (g *gen) ifInit(s *scope, depth int) string {
	inner := newScope(s)
	var init, cond string
	switch g.r.IntN(3) {
	case 0:
		init, cond = g.parsed(inner)
	case 1:
		init, cond = g.failing(inner, depth)
	}
	if init == "" {
		value := g.expr(s, intType, depth)
		e := g.declare(inner, intType)
		e.used = true
		init, cond = e.name+" := "+value, fmt.Sprintf("%s > %d", e.name, g.r.IntN(5))
	}
	text := "if " + init + "; " + cond + " " + g.under(inner, 1+g.r.IntN(2), depth)
	if g.one(2) {
		text += " else " + g.block(inner, 1, depth)
	}
	return text
}

// parsed declares the results of strconv.Atoi.
func (g *gen) parsed(s *scope) (init, cond string) {
	if !g.use(s, "strconv") {
		return "", ""
	}
	arg := g.expr(s, stringType, 1)
	n, err := g.declare(s, intType), g.declare(s, errorType)
	err.used = true
	name := n.name
	if g.one(3) {
		name = "_"
		delete(s.names, n.name)
		s.order = []*entity{err}
	}
	return fmt.Sprintf("%s, %s := strconv.Atoi(%s)", name, err.name, arg), err.name +
		pick(g, []string{" != nil", " == nil"})
}

// failing declares the results of a function whose last result is an error.
func (g *gen) failing(s *scope, depth int) (init, cond string) {
	list := g.failers(s)
	if len(list) == 0 {
		return "", ""
	}
	c := pick(g, list)
	call := g.call(s, c, depth)
	results, names := g.declareAll(s, c.sig.Results())
	last := results[len(results)-1]
	last.used = true
	return names + " := " + call, last.name + pick(g, []string{" != nil", " == nil"})
}

// failers returns the functions whose last result is an error.
func (g *gen) failers(s *scope) []callable {
	return slices.DeleteFunc(g.callables(s), func(c callable) bool { return !fails(c.sig) })
}

// fails reports whether the last result of a function is an error.
func fails(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && types.Identical(sig.Results().At(n-1).Type(), errorType)
}

// header generates the head of a loop and declares its variables. It returns the maximum number of iterations.
type header func(g *gen, s, inner *scope, depth int) (text string, times int)

// loopOf returns the piece of a loop with such a head.
func loopOf(h header) func(g *gen, s *scope, depth int) string {
	return nested(func(g *gen, s *scope, depth int) string {
		inner := newScope(s)
		text, times := h(g, s, inner, depth)
		if text == "" {
			return ""
		}
		return g.loop(inner, text, times, depth)
	})
}

// loop generates a loop with its body.
func (g *gen) loop(inner *scope, head string, times, depth int, before ...string) string {
	l := &loop{}
	if g.one(2) {
		l.label = g.newLabel(inner)
	}
	before2 := g.fn.times
	g.fn.times *= times
	g.fn.loops = append(g.fn.loops, l)
	body := g.under(inner, 1+g.r.IntN(3), depth, before...)
	g.fn.loops = g.fn.loops[:len(g.fn.loops)-1]
	g.fn.times = before2
	text := head + " " + body
	if l.used {
		text = l.label + ":\n" + text
	}
	return text
}

// newLabel returns a label, sometimes with the name of a variable.
func (g *gen) newLabel(s *scope) string {
	g.fn.labels++
	if list := g.places(s); len(list) > 0 && g.one(3) && !g.labels[list[0].root.name] && g.may("label-as-variable") {
		g.labels[list[0].root.name] = true
		return list[0].root.name
	}
	g.serial++
	return pick(g, []string{"outer", "rows", "scan", "again"}) + fmt.Sprint(g.serial)
}

func (g *gen) clauseHeader(_, inner *scope, _ int) (string, int) {
	e := g.declare(inner, intType)
	e.fixed, e.used = true, true
	n := 1 + g.r.IntN(4)
	if g.one(3) {
		return fmt.Sprintf("for %s := %d; %s >= 0; %s--", e.name, n, e.name, e.name), n + 1
	}
	return fmt.Sprintf("for %s := 0; %s < %d; %s++", e.name, e.name, n, e.name), n
}

func (g *gen) intHeader(_, inner *scope, _ int) (string, int) {
	n := 1 + g.r.IntN(4)
	if g.one(4) {
		return fmt.Sprintf("for range %d", n), n
	}
	return fmt.Sprintf("for %s := range %d", g.fresh(inner, intType), n), n
}

// forCondition increments a variable at the start of the body, so that no jump skips it.
func (g *gen) forCondition(s *scope, depth int) string {
	outer := newScope(s)
	e := g.declare(outer, intType)
	e.fixed, e.used = true, true
	n := 1 + g.r.IntN(3)
	body := g.loop(outer, fmt.Sprintf("for %s < %d", e.name, n), n, depth, e.name+"++")
	return fmt.Sprintf("{\n%s := 0\n%s\n}", e.name, body)
}

func (g *gen) sliceHeader(s, inner *scope, depth int) (string, int) {
	value, elem := g.rangeable(s)
	if value == "" {
		elem = pick(g, scalarTypes)
		value = g.expr(s, types.NewArray(elem, 3), min(depth, 1))
	}
	i := g.declare(inner, intType)
	switch g.r.IntN(3) {
	case 0:
		return fmt.Sprintf("for %s := range %s", i.name, grouped(value)), 5
	case 1:
		delete(inner.names, i.name)
		inner.order = nil
		v := g.declare(inner, elem)
		return fmt.Sprintf("for _, %s := range %s", v.name, grouped(value)), 5
	}
	v := g.declare(inner, elem)
	return fmt.Sprintf("for %s, %s := range %s", i.name, v.name, grouped(value)), 5
}

// rangeable picks a slice or an array that a loop can range over, and the type of its elements.
func (g *gen) rangeable(s *scope) (string, types.Type) {
	list := slices.DeleteFunc(g.places(s), func(p place) bool {
		switch p.typ.Underlying().(type) {
		case *types.Slice:
			return !s.sees("few")
		case *types.Array:
			return false
		}
		return true
	})
	if len(list) == 0 || g.one(3) {
		return "", nil
	}
	p := pick(g, list)
	if u, ok := p.typ.Underlying().(*types.Slice); ok {
		return g.help("few") + "(" + g.read(p) + ")", u.Elem()
	}
	return pick(g, []string{"", "&"}) + g.read(p), p.typ.Underlying().(*types.Array).Elem()
}

// grouped puts a literal in parentheses, which are required in the head of a statement.
func grouped(value string) string {
	if strings.HasSuffix(value, "}") {
		return "(" + value + ")"
	}
	return value
}

func (g *gen) stringHeader(s, inner *scope, _ int) (string, int) {
	value := fmt.Sprintf("%q", pick(g, texts))
	x := ""
	if s.sees("clip") {
		x = g.someRead(s, stringType)
	}
	if x != "" {
		value = g.help("clip") + "(" + x + ")"
	}
	i, r := g.declare(inner, intType), g.declare(inner, types.Typ[types.Rune])
	return fmt.Sprintf("for %s, %s := range %s", i.name, r.name, value), 10
}

func (g *gen) mapHeader(s, inner *scope, depth int) (string, int) {
	if !g.use(s, "maps", "slices") {
		return "", 0
	}
	m := g.expr(s, types.NewMap(stringType, intType), min(depth, 1))
	k := g.declare(inner, stringType)
	return fmt.Sprintf("for _, %s := range slices.Sorted(maps.Keys(%s))", k.name, m), 4
}

// rangeMap adds the values of a map, so that the order does not matter.
func (g *gen) rangeMap(s *scope, depth int) string {
	p, ok := g.target(s, func(t types.Type) bool { return types.Identical(t, intType) })
	if !ok {
		return ""
	}
	m := g.expr(s, types.NewMap(stringType, intType), min(depth, 1))
	inner := newScope(s)
	v := g.declare(inner, intType)
	if s.lookup(p.root.name) != inner.lookup(p.root.name) {
		return ""
	}
	g.changed(p)
	return fmt.Sprintf("for _, %s := range %s {\n%s += %s\n}", v.name, grouped(m), p.text, v.name)
}

// funcHeader ranges over a function: a literal, or one of the standard library.
func (g *gen) funcHeader(s, inner *scope, depth int) (string, int) {
	switch {
	case g.one(3) && g.use(s, "slices"):
		list := g.expr(s, types.NewSlice(stringType), min(depth, 1))
		if list == "nil" || !s.sees("few") {
			return "", 0
		}
		v := g.declare(inner, stringType)
		return fmt.Sprintf("for %s := range slices.Values(%s(%s))", v.name, g.help("few"), list), 5
	case g.one(2):
		v := g.declare(inner, intType)
		n := 1 + g.r.IntN(3)
		g.note("range-func-literal")
		head := fmt.Sprintf("for %s := range func(yield func(int) bool) {", v.name)
		return fmt.Sprintf("%s\nfor i := range %d {\nif !yield(i*%d) {\nreturn\n}\n}\n}", head, n, 1+g.r.IntN(4)), n
	}
	for _, p := range g.places(s) {
		if n, ok := p.typ.(*types.Named); ok && g.pieceOf(n) == "generic-slice" {
			i, v := g.declare(inner, intType), g.declare(inner, n.Underlying().(*types.Slice).Elem())
			return fmt.Sprintf("for %s, %s := range %s.All()", i.name, v.name, g.read(p)), 5
		}
	}
	return "", 0
}

// chanHeader ranges over the values that a goroutine sends.
func (g *gen) chanHeader(s, inner *scope, _ int) (string, int) {
	if !s.sees("make") || !s.sees("close") || !s.sees("int") || !g.may("goroutine") {
		return "", 0
	}
	v := g.declare(inner, intType)
	n := 1 + g.r.IntN(3)
	return fmt.Sprintf(`for %s := range func() <-chan int {
	c := make(chan int%s)
	go func() {
		defer close(c)
		for i := range %d {
			c <- i
		}
	}()
	return c
}()`, v.name, pick(g, []string{"", ", 1"}), n), n
}

// jump leaves a loop or starts its next iteration.
func (g *gen) jump(s *scope, _ int) string {
	loops := g.fn.loops
	if len(loops) == 0 {
		return ""
	}
	l := loops[len(loops)-1]
	word := pick(g, []string{"break", "continue"})
	if g.one(2) {
		l = pick(g, loops)
	}
	if l.label != "" && g.one(2) {
		l.used = true
		word += " " + l.label
		g.note("jump-labelled")
	}
	return "if " + g.condition(s, 1) + " {\n" + word + "\n}"
}

func (g *gen) gotoLoop(s *scope, depth int) string {
	inner := newScope(s)
	e := g.declare(inner, intType)
	e.fixed, e.used = true, true
	label := g.newLabel(inner)
	g.fn.times *= 3
	body := g.block(inner, 1, depth)
	g.fn.times /= 3
	return fmt.Sprintf("{\n%s := 0\n%s:\n%s++\n%s\nif %s < 3 {\ngoto %s\n}\n}", e.name, label, e.name, body, e.name, label)
}

// returnEarly returns if a condition is true.
func (g *gen) returnEarly(s *scope, _ int) string {
	if g.fn.outer == nil && g.fn.sig.Results().Len() == 0 && g.fn.results == nil && g.one(2) {
		return ""
	}
	cond := g.condition(s, 1)
	if g.fn.sig.Results().Len() == 0 {
		return "if " + cond + " {\nreturn\n}"
	}
	return "if " + cond + " {\n" + g.giveBack(s) + "\n}"
}

// selectStatement selects among channels, one of which is ready.
func (g *gen) selectStatement(s *scope, depth int) string {
	if !s.sees("make") || !s.sees("int") || !g.use(s, "fmt") {
		return ""
	}
	g.fn.effect.prints = true
	value := g.expr(s, intType, 1)
	inner := newScope(s)
	c := inner.add(&entity{name: "ready", kind: other})
	if s.lookup(c.name) != nil {
		return ""
	}
	got := newScope(inner)
	v := g.declare(got, intType)
	head, first := "", v.name+" := <-ready"
	switch g.r.IntN(3) {
	case 0:
		ok := g.declare(got, boolType)
		first = v.name + ", " + ok.name + " := <-ready"
	case 1:
		head = "var never chan int\n"
		first = "case <-never:\nfmt.Println(\"never\")\ncase " + first
	}
	first = strings.TrimPrefix(first, "case ")
	body := strings.TrimSuffix(strings.TrimPrefix(g.blockIn(got, 1, depth), "{\n"), "\n}")
	last := ""
	if g.one(2) {
		last = "default:\nfmt.Println(\"nothing\")\n"
	}
	fill := "ready <- " + value
	if g.one(4) && last != "" {
		fill = "_ = " + value
	}
	return fmt.Sprintf("{\nready := make(chan int, 1)\n%s%s\nselect {\ncase %s:\n%s\n%s}\n}", head, fill, first, body,
		last)
}
