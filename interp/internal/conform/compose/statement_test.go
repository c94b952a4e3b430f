package compose

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// piece is a kind of statement. make returns "" if it does not fit.
type piece struct {
	name   string
	weight int
	make   func(g *gen, s *scope, depth int) string
}

// pieces is set by init, because pieces refer to each other.
var pieces []piece

func init() {
	pieces = slices.Concat(simplePieces, controlPieces, switchPieces, callPieces, closurePieces, valuePieces, panicPieces,
		templatePieces())
}

// statements generates consecutive statements in a scope.
func (g *gen) statements(s *scope, n, depth int) (list []string) {
	total := 0
	for _, p := range pieces {
		total += p.weight
	}
	for tries := 0; len(list) < n && tries < 20*n; tries++ {
		if g.fn.effect.cost > maxCost {
			break
		}
		at := g.r.IntN(total)
		i := 0
		for ; at >= pieces[i].weight; i++ {
			at -= pieces[i].weight
		}
		p := pieces[i]
		if !g.allowed(p.name) {
			continue
		}
		marks, declared := len(g.marked), len(s.order)
		made := g.attempt(p, s, depth)
		if made == "" {
			g.forget(marks)
			s.drop(declared)
			continue
		}
		g.note(p.name)
		g.fn.effect.cost += g.fn.times
		list = append(list, made)
	}
	return list
}

// unfit is the panic of a piece that needs a type whose name a variable hides.
type unfit struct{ t types.Type }

// Error names the type.
func (u unfit) Error() string { return "no value of " + u.t.String() + " can be written here" }

// attempt generates a statement, or "" if it does not fit.
func (g *gen) attempt(p piece, s *scope, depth int) (made string) {
	fn, times, loops, calm, bounded := g.fn, g.fn.times, g.fn.loops, g.calm, g.bounded
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(unfit); !ok {
				panic(r)
			}
			made = ""
			g.fn, g.calm, g.bounded = fn, calm, bounded
			fn.times, fn.loops = times, loops
		}
	}()
	return p.make(g, s, depth)
}

// nested returns a piece with inner statements, which requires that some depth is left.
func nested(make func(g *gen, s *scope, depth int) string) func(g *gen, s *scope, depth int) string {
	return func(g *gen, s *scope, depth int) string {
		if depth <= 0 {
			return ""
		}
		return make(g, s, depth)
	}
}

// block generates statements in a new scope, in braces.
func (g *gen) block(s *scope, n, depth int, before ...string) string {
	return g.blockIn(newScope(s), n, depth, before...)
}

// blockIn generates a block in an existing scope.
func (g *gen) blockIn(s *scope, n, depth int, before ...string) string {
	list := append(slices.Clone(before), g.statements(s, n, depth-1)...)
	return "{\n" + strings.Join(g.settle(s, list), "\n") + "\n}"
}

// under generates the block of a statement that declares variables in its own scope, and uses these.
func (g *gen) under(head *scope, n, depth int, before ...string) string {
	block := g.block(head, n, depth, before...)
	for _, e := range head.order {
		if e.kind == variable && !e.used {
			e.used = true
			block = "{\n_ = " + e.name + "\n" + strings.TrimPrefix(block, "{\n")
		}
	}
	return block
}

// settle uses the unused variables of a scope, before the block's last statement jumps.
func (g *gen) settle(s *scope, list []string) []string {
	var uses []string
	for _, e := range s.order {
		if e.kind != variable || e.used {
			continue
		}
		e.used = true
		if g.use(s, "fmt") && g.one(2) {
			uses = append(uses, fmt.Sprintf("fmt.Println(%q, %s)", e.name, g.printText(s, e.name, e.typ)))
			g.fn.effect.prints = true
			continue
		}
		uses = append(uses, "_ = "+e.name)
	}
	at := len(list)
	if at > 0 && jumps(list[at-1]) {
		at--
	}
	return slices.Insert(list, at, uses...)
}

// jumps reports whether nothing runs after a statement.
func jumps(statement string) bool {
	first, _, _ := strings.Cut(statement, " ")
	return first == "return" || lastLine(statement) == "return"
}

// printText returns arguments with which Println prints a value in the same way in every run.
func (g *gen) printText(s *scope, value string, t types.Type) string {
	if printable(t) {
		return value
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		if printable(u.Elem()) {
			return "*" + value
		}
	case *types.Struct:
		for f := range u.Fields() {
			if printable(f.Type()) {
				return value + "." + f.Name()
			}
		}
		return `"…"`
	case *types.Slice, *types.Array:
		if s.sees("len") {
			return "len(" + value + ")"
		}
		return `"…"`
	}
	return value + " != nil"
}

// fresh declares a variable of a type, whose value was generated before.
func (g *gen) fresh(s *scope, t types.Type) string { return g.declare(s, t).name }

var simplePieces = []piece{
	{"declare", 10, (*gen).declareLocal},
	{"var", 4, (*gen).varLocal},
	{"assign", 8, (*gen).assign},
	{"op-assign", 6, (*gen).opAssign},
	{"swap", 2, (*gen).swap},
	{"print", 8, (*gen).print},
	{"map-assign", 3, (*gen).mapAssign},
	{"append", 4, (*gen).appendTo},
	{"element-assign", 3, (*gen).elementAssign},
	{"const-local", 1, (*gen).constLocal},
	{"block", 1, nested(func(g *gen, s *scope, depth int) string { return g.block(s, 2, depth) })},
}

func (g *gen) declareLocal(s *scope, depth int) string {
	t := g.someType(s)
	value := g.expr(s, t, depth+1)
	switch t.Underlying().(type) {
	case *types.Basic, *types.Interface, *types.Signature:
		if types.IsInterface(t) || value == "nil" || g.one(3) || !types.Identical(t, stringType) &&
			!types.Identical(t, intType) && !types.Identical(t, boolType) {
			return fmt.Sprintf("var %s %s = %s", g.fresh(s, t), text(t), value)
		}
	}
	if g.one(5) {
		u := pick(g, []types.Type{intType, stringType})
		second := g.expr(s, u, depth)
		return fmt.Sprintf("%s, %s := %s, %s", g.fresh(s, t), g.fresh(s, u), value, second)
	}
	return fmt.Sprintf("%s := %s", g.fresh(s, t), value)
}

func (g *gen) varLocal(s *scope, depth int) string {
	t := g.someType(s)
	if !zeroSafe(t) {
		return ""
	}
	if g.one(3) {
		value := g.expr(s, intType, depth)
		first := g.fresh(s, intType)
		if !s.seesType(t) || !s.sees("int") {
			return ""
		}
		return fmt.Sprintf("var (\n%s = int(%s)\n%s %s\n)", first, value, g.fresh(s, t), text(t))
	}
	return fmt.Sprintf("var %s %s", g.fresh(s, t), text(t))
}

// changed records that the function assigns to a place.
func (g *gen) changed(p place) {
	for f := g.fn; f != nil && (p.shared || f != p.root.fn); f = f.outer {
		f.effect.impure = true
	}
}

// target picks a place to assign to.
func (g *gen) target(s *scope, fits func(types.Type) bool) (p place, ok bool) {
	list := slices.DeleteFunc(g.places(s), func(p place) bool {
		return p.fixed || !fits(p.typ) || !g.makeable(s, p.typ) || g.calm && (p.shared || p.root.fn != g.fn)
	})
	if len(list) == 0 {
		return p, false
	}
	return pick(g, list), true
}

func anything(types.Type) bool { return true }

// lasting generates a value for a variable that may be assigned repeatedly.
func (g *gen) lasting(s *scope, t types.Type, depth int) string {
	g.bounded++
	defer func() { g.bounded-- }()
	return g.expr(s, t, depth)
}

// stored is lasting for an element of an existing value. In an interface it is a new value, because fmt does not
// terminate for a list that contains itself.
func (g *gen) stored(s *scope, t types.Type, depth int) string {
	if types.IsInterface(t) {
		return g.literal(s, t, 0)
	}
	return g.lasting(s, t, depth)
}

func (g *gen) assign(s *scope, depth int) string {
	p, ok := g.target(s, anything)
	if !ok {
		return ""
	}
	value := g.lasting(s, p.typ, depth+1)
	if value == p.text {
		return ""
	}
	g.changed(p)
	return p.text + " = " + value
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

func (g *gen) opAssign(s *scope, depth int) string {
	p, ok := g.target(s, isNumber)
	if !ok {
		return ""
	}
	g.changed(p)
	if g.one(3) {
		return p.text + pick(g, []string{"++", "--"})
	}
	return p.text + pick(g, []string{" += ", " -= ", " *= "}) + g.expr(s, p.typ, depth)
}

func (g *gen) swap(s *scope, _ int) string {
	p, ok := g.target(s, func(t types.Type) bool { return !types.IsInterface(t) })
	if !ok {
		return ""
	}
	for _, q := range g.placesOf(s, p.typ) {
		if q.text != p.text && !q.fixed && !strings.Contains(q.text, p.text) && !strings.Contains(p.text, q.text) &&
			!(g.calm && q.root.fn != g.fn) {
			g.changed(p)
			g.changed(q)
			g.mark(p.root)
			g.mark(q.root)
			return fmt.Sprintf("%s, %s = %s, %s", p.text, q.text, q.text, p.text)
		}
	}
	return ""
}

// print prints some of the visible values.
func (g *gen) print(s *scope, depth int) string {
	if !g.use(s, "fmt") {
		return ""
	}
	var args []string
	for _, p := range g.places(s) {
		if g.one(3) && len(args) < 4 {
			args = append(args, g.printText(s, g.read(p), p.typ))
		}
	}
	if len(args) == 0 || g.one(3) {
		t := g.someType(s)
		if printable(t) {
			args = append(args, g.expr(s, t, depth))
		}
	}
	g.fn.effect.prints = true
	switch {
	case len(args) > 0 && g.one(4):
		return fmt.Sprintf("fmt.Printf(%q, %s)", strings.Repeat("%v ", len(args))+"\n", strings.Join(args, ", "))
	case len(args) > 0 && g.one(5):
		return fmt.Sprintf("fmt.Print(%s, \"\\n\")", strings.Join(args, ", "))
	}
	return fmt.Sprintf("fmt.Println(%s)", strings.Join(append([]string{fmt.Sprintf("%q", pick(g, texts))}, args...), ", "))
}

func (g *gen) mapAssign(s *scope, depth int) string {
	p, ok := g.target(s, func(t types.Type) bool { _, ok := t.Underlying().(*types.Map); return ok })
	if !ok {
		return ""
	}
	m := p.typ.Underlying().(*types.Map)
	p.shared = true
	g.changed(p)
	key := g.expr(s, m.Key(), 0)
	switch {
	case isNumber(m.Elem()) && g.one(2):
		return fmt.Sprintf("%s[%s]%s", g.read(p), key, pick(g, []string{"++", " += 2", " -= 1"}))
	case g.one(5) && s.sees("delete"):
		return fmt.Sprintf("delete(%s, %s)", g.read(p), key)
	case g.one(3) && types.Identical(m.Elem(), intType):
		found, ok := g.declare(s, m.Elem()), g.declare(s, boolType)
		return fmt.Sprintf("%s, %s := %s[%s]", found.name, ok.name, g.read(p), key)
	}
	return fmt.Sprintf("%s[%s] = %s", g.read(p), key, g.stored(s, m.Elem(), depth))
}

func (g *gen) appendTo(s *scope, depth int) string {
	p, ok := g.target(s, func(t types.Type) bool { _, ok := t.Underlying().(*types.Slice); return ok })
	if !ok || !s.sees("append") {
		return ""
	}
	elem := p.typ.Underlying().(*types.Slice).Elem()
	g.changed(p)
	// The capacity of a slice is not specified, so nothing may depend on it.
	return fmt.Sprintf("%s = append(slices.Clip(%s), %s)", p.text, g.read(p), g.lasting(s, elem, depth))
}

func (g *gen) elementAssign(s *scope, depth int) string {
	p, ok := g.target(s, func(t types.Type) bool { _, ok := t.Underlying().(*types.Slice); return ok })
	if !ok || !s.sees("len") {
		return ""
	}
	elem := p.typ.Underlying().(*types.Slice).Elem()
	p.shared = true
	g.changed(p)
	x := g.read(p)
	return fmt.Sprintf("if len(%s) > 1 {\n%s[%s] = %s\n}", x, x, pick(g, []string{"0", "1", "len(" + x + ")-1"}),
		g.stored(s, elem, depth))
}

func (g *gen) constLocal(s *scope, _ int) string {
	e := g.declare(s, intType)
	e.kind, e.used = constant, true
	return fmt.Sprintf("const %s int = %s", e.name, pick(g, []string{"3", "1 << 4", "'a'", "2*8 - 1"}))
}
