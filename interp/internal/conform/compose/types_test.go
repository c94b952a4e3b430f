package compose

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

var (
	intType    = types.Typ[types.Int]
	stringType = types.Typ[types.String]
	boolType   = types.Typ[types.Bool]
	floatType  = types.Typ[types.Float64]
	byteType   = types.Typ[types.Uint8]
	int8Type   = types.Typ[types.Int8]
	errorType  = types.Universe.Lookup("error").Type()
	anyType    = types.Universe.Lookup("any").Type()

	// scalarTypes are the types of fields, elements and results.
	scalarTypes = []types.Type{intType, intType, stringType, stringType, boolType, floatType, byteType, int8Type}
	// plainTypes are the unnamed types that every program uses.
	plainTypes = []types.Type{
		intType, intType, stringType, stringType, boolType, floatType, byteType, anyType, errorType,
		types.NewSlice(intType), types.NewSlice(stringType), types.NewMap(stringType, intType), types.NewArray(intType, 3),
	}
)

// text returns a type in Go syntax.
func text(t types.Type) string { return types.TypeString(t, func(*types.Package) string { return "" }) }

// typeNames are the names that programs give to types.
var typeNames = []string{
	"account", "item", "shape", "token", "node", "job", "level", "suit", "Point", "Order", "Event", "Celsius", "state",
	"entry", "color", "Money",
}

// newName returns a name that is not used in the package.
func (g *gen) newName(list []string) string {
	for {
		name := pick(g, list)
		if g.serial++; g.serial > 200 {
			name += fmt.Sprint(g.serial)
		}
		if g.pkg.names[name] == nil &&
			!slices.ContainsFunc(g.pool, func(t types.Type) bool { return baseName(text(t)) == name }) {
			return name
		}
	}
}

// baseName is the name of a generic type without its arguments.
func baseName(name string) string {
	name, _, _ = strings.Cut(name, "[")
	return name
}

// declareType declares a type with methods.
func (g *gen) declareType() {
	kinds := []struct {
		piece string
		make  func()
	}{
		{"type-struct", func() { g.declareStruct(false) }},
		{"type-struct", func() { g.declareStruct(false) }},
		{"type-embedding", func() { g.declareStruct(true) }},
		{"type-enum", g.declareEnum},
		{"type-slice", func() { g.declareSimple("type-slice", types.NewSlice(pick(g, scalarTypes))) }},
		{"type-map", func() { g.declareSimple("type-map", types.NewMap(stringType, pick(g, scalarTypes))) }},
		{"type-string", func() { g.declareSimple("type-string", stringType) }},
		{"type-func", g.declareFuncType},
		{"type-error", g.declareError},
		{"type-interface", g.declareInterface},
		{"type-generic", g.declareGeneric},
	}
	k := pick(g, kinds)
	if g.may(k.piece) {
		k.make()
	}
}

// pieceOf returns the piece that declares a type, if the program does.
func (g *gen) pieceOf(t *types.Named) string { return g.models[t.Obj()] }

// named creates a type of the program.
func (g *gen) named(name, piece string, under types.Type) *types.Named {
	obj := types.NewTypeName(token.NoPos, g.main, name, nil)
	t := types.NewNamed(obj, under, nil)
	g.models[obj] = piece
	g.pkg.names[baseName(name)] = &entity{name: baseName(name), kind: other}
	return t
}

// fieldsOf generates fields of simple types.
func (g *gen) fieldsOf(n int) (fields []*types.Var) {
	exported := g.one(2)
	taken := map[string]bool{}
	for range n {
		t := pick(g, scalarTypes)
		if g.one(3) {
			t = pick(g, slices.DeleteFunc(slices.Clone(g.pool),
				func(t types.Type) bool { return !printable(t) || t == anyType }))
		}
		name := pick(g, words(t))
		for i := 2; taken[name]; i++ {
			name = pick(g, words(t)) + fmt.Sprint(i)
		}
		taken[name] = true
		if exported {
			name = strings.ToUpper(name[:1]) + name[1:]
		}
		fields = append(fields, field(g.main, name, t))
	}
	return fields
}

func (g *gen) declareStruct(embeds bool) {
	fields := g.fieldsOf(1 + g.r.IntN(3))
	if embeds {
		var bases []types.Type
		for _, t := range g.pool {
			if n, ok := t.(*types.Named); ok && !strings.Contains(text(n), "[") && isStruct(n) {
				bases = append(bases, n, types.NewPointer(n))
			}
		}
		if len(bases) > 0 {
			base := pick(g, bases)
			name := strings.TrimPrefix(text(base), "*")
			fields = slices.DeleteFunc(fields, func(f *types.Var) bool { return f.Name() == name })
			fields = slices.Insert(fields, g.r.IntN(len(fields)+1), types.NewField(token.NoPos, g.main, name, base, true))
		}
	}
	name := g.newName(typeNames)
	t := g.named(name, "type-struct", types.NewStruct(fields, nil))
	g.decls = append(g.decls, fmt.Sprintf("type %s struct {\n%s}", name, fieldsText(fields)))
	g.pool = append(g.pool, t, t)
	if g.one(2) {
		g.pool = append(g.pool, types.NewPointer(t))
	}
	if g.one(4) && g.may("method-string") {
		g.stringMethod(t, "String", false)
	}
	for range g.r.IntN(3) {
		g.declareMethod(t, g.one(2))
	}
}

func isStruct(t types.Type) bool {
	_, ok := t.Underlying().(*types.Struct)
	return ok
}

func fieldsText(fields []*types.Var) string {
	var b strings.Builder
	for _, f := range fields {
		if f.Embedded() {
			fmt.Fprintln(&b, text(f.Type()))
			continue
		}
		fmt.Fprintln(&b, f.Name(), text(f.Type()))
	}
	return b.String()
}

// stringMethod declares a method String or Error, which must not print its receiver itself.
func (g *gen) stringMethod(t *types.Named, name string, ptr bool) {
	recv := text(t)
	if ptr {
		recv = "*" + recv
	}
	var args []string
	switch u := t.Underlying().(type) {
	case *types.Struct:
		for f := range u.Fields() {
			if _, ok := f.Type().(*types.Basic); ok {
				args = append(args, "r."+f.Name())
			}
		}
	case *types.Basic:
		args = append(args, u.Name()+"(r)")
	}
	call := fmt.Sprintf("fmt.Sprintf(%q%s)", text(t)+"<"+strings.Repeat("%v ", len(args))+">",
		strings.Join(append([]string{""}, args...), ", "))
	g.decls = append(g.decls, fmt.Sprintf("func (r %s) %s() string {\nreturn %s\n}", recv, name, call))
	g.addMethod(t, name, ptr, types.NewSignatureType(nil, nil, nil, nil,
		types.NewTuple(types.NewParam(token.NoPos, nil, "", stringType)), false), &effect{})
}

// addMethod records a method.
func (g *gen) addMethod(t *types.Named, name string, ptr bool, sig *types.Signature, e *effect) {
	recv := types.Type(t)
	if ptr {
		recv = types.NewPointer(t)
	}
	sig = types.NewSignatureType(types.NewParam(token.NoPos, g.main, "r", recv), nil, nil, sig.Params(), sig.Results(),
		sig.Variadic())
	f := types.NewFunc(token.NoPos, g.main, name, sig)
	t.AddMethod(f)
	if g.effects == nil {
		g.effects = map[*types.Func]*effect{}
	}
	g.effects[f] = e
}

func (g *gen) declareEnum() {
	name := g.newName(typeNames)
	under := pick(g, []types.Type{intType, byteType, int8Type})
	t := g.named(name, "type-enum", under)
	var b strings.Builder
	fmt.Fprintf(&b, "type %s %s\n\nconst (\n", name, text(under))
	names := pick(g, [][]string{
		{"low", "mid", "high"},
		{"Red", "Green", "Blue"},
		{"idle", "running", "stopped"},
		{"Clubs", "Hearts", "Spades"},
	})
	start := pick(g, []string{"iota", "iota + 1", "1 << iota"})
	for i, n := range names {
		if g.pkg.names[n] != nil {
			n += fmt.Sprint(g.serial)
			g.serial++
		}
		if i == 0 {
			fmt.Fprintf(&b, "%s %s = %s\n", n, name, start)
		} else {
			fmt.Fprintln(&b, n)
		}
		g.pkg.add(&entity{name: n, kind: constant, typ: t})
	}
	b.WriteString(")")
	g.decls = append(g.decls, b.String())
	g.pool = append(g.pool, t, t)
	if g.one(2) && g.may("method-string") {
		g.stringMethod(t, "String", false)
	}
	for range g.r.IntN(2) {
		g.declareMethod(t, g.one(4))
	}
}

// declareSimple declares a type of another.
func (g *gen) declareSimple(piece string, under types.Type) {
	name := g.newName(typeNames)
	t := g.named(name, piece, under)
	g.decls = append(g.decls, fmt.Sprintf("type %s %s", name, text(under)))
	g.pool = append(g.pool, t, t)
	for range 1 + g.r.IntN(2) {
		g.declareMethod(t, g.one(3))
	}
}

func (g *gen) declareFuncType() {
	sig := g.smallSignature()
	name := g.newName(typeNames)
	t := g.named(name, "type-func", sig)
	g.decls = append(g.decls, fmt.Sprintf("type %s %s", name, text(sig)))
	g.pool = append(g.pool, t)
	g.declareMethod(t, false)
}

// smallSignature returns the type of a function with one result.
func (g *gen) smallSignature() *types.Signature {
	var params []*types.Var
	for range 1 + g.r.IntN(2) {
		params = append(params, param(pick(g, scalarTypes)))
	}
	result := param(pick(g, scalarTypes))
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), types.NewTuple(result), false)
}

// declareError declares a type of errors, or a variable with one.
func (g *gen) declareError() {
	name := g.newName([]string{"parseError", "NotFound", "fault", "RangeError"})
	fields := slices.DeleteFunc(g.fieldsOf(1+g.r.IntN(2)), func(f *types.Var) bool { return !isScalar(f.Type()) })
	wraps := g.one(2)
	if wraps {
		fields = append(fields, field(g.main, "reason", errorType))
	}
	t := g.named(name, "type-error", types.NewStruct(fields, nil))
	g.decls = append(g.decls, fmt.Sprintf("type %s struct {\n%s}", name, fieldsText(fields)))
	ptr := g.one(2)
	g.stringMethod(t, "Error", ptr)
	if wraps {
		recv := name
		if ptr {
			recv = "*" + name
		}
		g.decls = append(g.decls, fmt.Sprintf("func (r %s) Unwrap() error { return r.reason }", recv))
	}
	if ptr {
		g.errors = append(g.errors, types.NewPointer(t))
	} else {
		g.errors = append(g.errors, t)
	}
}

// declareInterface declares an interface and two types that have its methods.
func (g *gen) declareInterface() {
	name := g.newName([]string{"Shape", "walker", "Speaker", "source", "rule"})
	var methods []*types.Func
	sigs := map[string]*types.Signature{}
	for _, m := range []string{pick(g, []string{"Area", "Speak", "apply"}), "Rank"}[:1+g.r.IntN(2)] {
		sig := g.smallSignature()
		if g.one(2) {
			sig = types.NewSignatureType(nil, nil, nil, nil, sig.Results(), false)
		}
		sigs[m] = sig
		methods = append(methods, types.NewFunc(token.NoPos, g.main, m, sig))
	}
	iface := types.NewInterfaceType(methods, nil).Complete()
	t := g.named(name, "type-interface", iface)
	var b strings.Builder
	fmt.Fprintf(&b, "type %s interface {\n", name)
	for _, m := range methods {
		fmt.Fprintf(&b, "%s%s\n", m.Name(), strings.TrimPrefix(text(sigs[m.Name()]), "func"))
	}
	b.WriteString("}")
	g.decls = append(g.decls, b.String())
	all := make([]effect, len(methods))
	for range 2 {
		implementor := g.implementor()
		ptr := g.one(2)
		for i, m := range methods {
			all[i].add(g.method(implementor, m.Name(), ptr, sigs[m.Name()]), 1)
		}
	}
	for i := range methods {
		g.effects[iface.Method(i)] = &all[i]
		for k := range methods {
			if methods[k].Name() == iface.Method(i).Name() {
				g.effects[iface.Method(i)] = &all[k]
			}
		}
	}
	g.pool = append(g.pool, t, t)
}

// implementor declares a type with the methods of an interface.
func (g *gen) implementor() *types.Named {
	name := g.newName([]string{"square", "circle", "dog", "cat", "limit", "always", "Ticker"})
	under := types.Type(types.NewStruct(g.fieldsOf(1+g.r.IntN(2)), nil))
	if g.one(4) {
		under = pick(g, []types.Type{intType, stringType, types.NewSlice(intType)})
	}
	t := g.named(name, "type-implementor", under)
	if st, ok := under.(*types.Struct); ok {
		g.decls = append(g.decls, fmt.Sprintf("type %s struct {\n%s}", name, fieldsText(slices.Collect(st.Fields()))))
	} else {
		g.decls = append(g.decls, fmt.Sprintf("type %s %s", name, text(under)))
	}
	g.pool = append(g.pool, t)
	return t
}
