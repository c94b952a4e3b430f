package compose

import (
	"go/token"
	"go/types"
	"strings"
)

// generic is a generic type of declared.txt with the parameters and results of its methods.
type generic struct {
	names []string
	piece string
	under func(elem types.Type, main *types.Package) types.Type
	// methods are the methods that programs call; "T" is the element type.
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
		under: func(elem types.Type, main *types.Package) types.Type {
			return types.NewStruct([]*types.Var{field(main, "items", types.NewSlice(elem)), field(main, "limit", intType)}, nil)
		},
		methods: []genericMethod{
			{"Push", true, []string{"T"}, []string{"bool"}, true},
			{"Pop", true, nil, []string{"T", "bool"}, true},
			{"Len", false, nil, []string{"int"}, false},
		},
	},
	{
		names: []string{"pair", "Box", "cell"}, piece: "generic-pair",
		under: func(elem types.Type, main *types.Package) types.Type {
			return types.NewStruct([]*types.Var{
				field(main, "first", elem), field(main, "second", elem), field(main, "swaps", intType),
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
		under: func(elem types.Type, _ *types.Package) types.Type { return types.NewSlice(elem) },
		methods: []genericMethod{
			{"Size", false, nil, []string{"int"}, false},
			{"Add", true, []string{"...T"}, []string{"int"}, true},
		},
	},
}

// declareGeneric declares a generic type and one or two instances.
func (g *gen) declareGeneric() {
	t := pick(g, generics)
	if !g.may(t.piece) {
		return
	}
	name := g.newName(t.names)
	g.decls = append(g.decls, strings.ReplaceAll(declared[t.piece], "NAME", name))
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

func field(main *types.Package, name string, t types.Type) *types.Var {
	return types.NewField(token.NoPos, main, name, t, false)
}
