package compose

import (
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// kind is the kind of entity that a name denotes.
type kind int

const (
	variable kind = iota
	constant
	declaredFunc
	other // a type, a package, a builtin function
)

// effect describes the side effects and cost of a call.
type effect struct {
	impure bool // it changes variables of others
	prints bool
	risky  bool // it can panic
	values bool // it calls functions that variables hold
	cost   int  // approximate number of statements that it runs
}

// add adds the effects of n calls.
func (e *effect) add(o *effect, n int) {
	e.impure, e.prints, e.risky = e.impure || o.impure, e.prints || o.prints, e.risky || o.risky
	e.values = e.values || o.values
	e.cost += n * (1 + o.cost)
}

// entity is a declared name.
type entity struct {
	name  string
	kind  kind
	typ   types.Type
	fixed bool      // must not be assigned
	used  bool      // a variable that is not used does not compile
	fn    *function // that declares it; nil at package level
	call  *effect   // of calling it
}

// scope is a block with the names that it declares.
type scope struct {
	outer *scope
	names map[string]*entity
	order []*entity
}

func newScope(outer *scope) *scope { return &scope{outer: outer, names: map[string]*entity{}} }

func universe() *scope {
	s := newScope(nil)
	for _, name := range types.Universe.Names() {
		s.names[name] = &entity{name: name, kind: other}
	}
	for _, p := range packages {
		s.names[p] = &entity{name: p, kind: other}
	}
	return s
}

// lookup resolves a name.
func (s *scope) lookup(name string) *entity {
	for ; s != nil; s = s.outer {
		if e := s.names[name]; e != nil {
			return e
		}
	}
	return nil
}

// sees reports whether a name denotes what Go or the package declares, and is not hidden.
func (s *scope) sees(name string) bool {
	e := s.lookup(name)
	return e == nil || e.kind == other
}

// visible returns the variables, constants and functions that are not hidden.
func (s *scope) visible() (list []*entity) {
	seen := map[string]bool{}
	for ; s != nil; s = s.outer {
		for _, e := range s.order {
			if !seen[e.name] {
				seen[e.name] = true
				list = append(list, e)
			}
		}
	}
	return list
}

// drop removes all declarations after the first n.
func (s *scope) drop(n int) {
	for _, e := range s.order[n:] {
		delete(s.names, e.name)
	}
	s.order = s.order[:n]
}

func (s *scope) add(e *entity) *entity {
	s.names[e.name] = e
	s.order = append(s.order, e)
	return e
}

// seesType reports whether no name in a type is hidden.
func (s *scope) seesType(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return s.sees(t.Name())
	case *types.Named:
		base := baseName(t.Obj().Name())
		return s.sees(base) && (base == t.Obj().Name() || s.seesType(t.Underlying())) // with its arguments
	case *types.Alias:
		return s.sees(t.Obj().Name())
	case *types.Map:
		return s.seesType(t.Key()) && s.seesType(t.Elem())
	case interface{ Elem() types.Type }: // a pointer, a slice, an array, a channel
		return s.seesType(t.Elem())
	case *types.Struct:
		return every(t.Fields(), s.seesType)
	case *types.Signature:
		return s.seesType(t.Params()) && s.seesType(t.Results())
	case *types.Tuple:
		return every(t.Variables(), s.seesType)
	default:
		return true
	}
}

// words returns names for variables of a type.
func words(t types.Type) []string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsInteger != 0:
			return []string{"n", "i", "k", "total", "count", "x", "size"}
		case u.Info()&types.IsString != 0:
			return []string{"s", "name", "text", "key", "word"}
		case u.Info()&types.IsBoolean != 0:
			return []string{"ok", "found", "done"}
		}
		return []string{"x", "f", "rate", "mean"}
	case *types.Slice:
		return []string{"list", "xs", "items", "rest"}
	case *types.Map:
		return []string{"m", "seen", "byName", "index"}
	case *types.Signature:
		return []string{"f", "fn", "step", "apply", "next"}
	case *types.Interface:
		if types.Identical(t, types.Universe.Lookup("error").Type()) {
			return []string{"err", "err", "err", "cause"}
		}
		return []string{"v", "x", "value", "any1"}
	case *types.Pointer:
		return []string{"p", "q", "ptr", "node"}
	case *types.Array:
		return []string{"a", "row", "grid"}
	case *types.Chan:
		return []string{"c", "ch", "in"}
	}
	return []string{"v", "p", "item", "rec", "e"}
}

// hideable are predeclared names and packages that programs may hide with variables.
var hideable = []string{
	"len", "cap", "min", "max", "new", "copy", "strings", "strconv", "errors", "sort", "any",
	"clear", "error", "string",
}

// declare declares a variable under a name that is new in the scope.
func (g *gen) declare(s *scope, t types.Type) *entity {
	name := pick(g, words(t))
	switch {
	case g.one(14) && g.allowed("shadow-own"):
		name = g.hide(s, g.pkg.order, name)
	case g.one(30) && g.allowed("shadow-go"):
		if h := pick(g, hideable); !g.spoken(h) {
			g.note("shadow-go")
			name = h
		}
	}
	for i := 2; s.names[name] != nil || g.hides(name); i++ {
		name = pick(g, words(t)) + strconv.Itoa(i)
	}
	return s.add(&entity{name: name, typ: t, fn: g.fn})
}

// declareAll declares a variable for each value of a tuple.
func (g *gen) declareAll(s *scope, tuple *types.Tuple) (list []*entity, names string) {
	var all []string
	for v := range tuple.Variables() {
		e := g.declare(s, v.Type())
		list, all = append(list, e), append(all, e.name)
	}
	return list, strings.Join(all, ", ")
}

// hides reports whether a name hides a package-level name that must not be hidden. It records one that may be hidden.
func (g *gen) hides(name string) bool {
	if g.pkg.names[name] == nil {
		return false
	}
	return g.spoken(name) || !g.may("shadow-own")
}

// hide returns the name of a package-level declaration, for a variable that hides it.
func (g *gen) hide(s *scope, list []*entity, name string) string {
	var names []string
	for _, e := range list {
		names = append(names, e.name)
	}
	for tn := range g.models {
		names = append(names, tn.Name())
	}
	slices.Sort(names)
	names = slices.DeleteFunc(names, func(n string) bool { return g.spoken(n) || s.names[n] != nil || !isWord(n) })
	if len(names) == 0 {
		return name
	}
	return pick(g, names)
}

func isWord(s string) bool { return s != "" && !strings.ContainsAny(s, "[.") }

// spoken reports whether the enclosing functions need a name for their results, so that no variable may hide it.
func (g *gen) spoken(name string) bool {
	probe := newScope(g.pkg)
	probe.names[name] = &entity{name: name}
	for f := g.fn; f != nil; f = f.outer {
		if !g.allMakeable(probe, f.sig.Results()) {
			return true
		}
	}
	return false
}
