package compose

import (
	"fmt"
	"go/token"
	"go/types"
)

// generic is a generic type: its text, with T for the parameter, and its methods, with what they take and give.
type generic struct {
	names []string
	piece string
	text  string // %[1]s is the type's name
	under func(elem types.Type, main *types.Package) types.Type
	// methods are those that programs call; "T" is the element.
	methods []genericMethod
}

type genericMethod struct {
	name    string
	ptr     bool
	params  []string
	results []string
	impure  bool
}

var generics = []generic{
	{
		names: []string{"stack", "Queue", "Bag"}, piece: "generic-stack",
		text: `type %[1]s[T any] struct {
	items []T
	limit int
}

func (s *%[1]s[T]) Push(v T) bool {
	if s.limit > 0 && len(s.items) == s.limit {
		return false
	}
	s.items = append(slices.Clip(s.items), v)
	return true
}

func (s *%[1]s[T]) Pop() (v T, ok bool) {
	if len(s.items) == 0 {
		return v, false
	}
	v, s.items = s.items[len(s.items)-1], s.items[:len(s.items)-1]
	return v, true
}

func (s %[1]s[T]) Len() int { return len(s.items) }

func (s *%[1]s[T]) Each(f func(int, T)) {
	for i, v := range s.items {
		f(i, v)
	}
}`,
		under: func(elem types.Type, main *types.Package) types.Type {
			return types.NewStruct([]*types.Var{
				types.NewField(token.NoPos, main, "items", types.NewSlice(elem), false),
				types.NewField(token.NoPos, main, "limit", intType, false),
			}, nil)
		},
		methods: []genericMethod{
			{"Push", true, []string{"T"}, []string{"bool"}, true},
			{"Pop", true, nil, []string{"T", "bool"}, true},
			{"Len", false, nil, []string{"int"}, false},
		},
	},
	{
		names: []string{"pair", "Box", "cell"}, piece: "generic-pair",
		text: `type %[1]s[T any] struct {
	first, second T
	swaps         int
}

func (p *%[1]s[T]) Swap() { p.first, p.second, p.swaps = p.second, p.first, p.swaps+1 }

func (p %[1]s[T]) First() T { return p.first }

func (p %[1]s[T]) With(v T) %[1]s[T] {
	p.second = v
	return p
}`,
		under: func(elem types.Type, main *types.Package) types.Type {
			return types.NewStruct([]*types.Var{
				types.NewField(token.NoPos, main, "first", elem, false),
				types.NewField(token.NoPos, main, "second", elem, false),
				types.NewField(token.NoPos, main, "swaps", intType, false),
			}, nil)
		},
		methods: []genericMethod{
			{"Swap", true, nil, nil, true},
			{"First", false, nil, []string{"T"}, false},
			{"With", false, []string{"T"}, []string{"SELF"}, false},
		},
	},
	{
		names: []string{"list", "Seq", "row"}, piece: "generic-slice",
		text: `type %[1]s[T any] []T

func (l %[1]s[T]) Size() int { return len(l) }

func (l *%[1]s[T]) Add(v ...T) int {
	*l = append(slices.Clip(*l), v...)
	return len(*l)
}

func (l %[1]s[T]) All() func(yield func(int, T) bool) {
	return func(yield func(int, T) bool) {
		for i, v := range l {
			if !yield(i, v) {
				return
			}
		}
	}
}`,
		under: func(elem types.Type, _ *types.Package) types.Type { return types.NewSlice(elem) },
		methods: []genericMethod{
			{"Size", false, nil, []string{"int"}, false},
			{"Add", true, []string{"...T"}, []string{"int"}, true},
		},
	},
}

// declareGeneric declares a generic type and one or two types made of it.
func (g *gen) declareGeneric() {
	t := pick(g, generics)
	if !g.may(t.piece) {
		return
	}
	name := g.newName(t.names)
	g.decls = append(g.decls, fmt.Sprintf(t.text, name))
	elems := []types.Type{pick(g, scalarTypes)}
	if p := pick(g, g.pool); zeroSafe(p) && printable(p) && !types.Identical(p, elems[0]) {
		elems = append(elems, p)
	}
	for _, elem := range elems {
		made := g.named(name+"["+text(elem)+"]", t.piece, t.under(elem, g.main))
		for _, m := range t.methods {
			g.genericMethod(made, elem, m)
		}
		g.pool = append(g.pool, made)
	}
}

func (g *gen) genericMethod(made *types.Named, elem types.Type, m genericMethod) {
	variadic := false
	typeOf := func(name string) types.Type {
		switch name {
		case "T":
			return elem
		case "...T":
			variadic = true
			return types.NewSlice(elem)
		case "SELF":
			return made
		case "bool":
			return boolType
		}
		return intType
	}
	var params, results []*types.Var
	for _, p := range m.params {
		params = append(params, param(typeOf(p)))
	}
	for _, r := range m.results {
		results = append(results, param(typeOf(r)))
	}
	sig := types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(results...), variadic)
	g.addMethod(made, m.name, m.ptr, sig, &effect{impure: m.impure, cost: 3})
}
