package front

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
)

// Compiled code does not find the methods that cells declare beyond those of the interface that it takes, see
// rt/optional.go.

// reader is a set of functions of a package that ask their arguments, or the parts of these, for methods.
type reader struct {
	path    string
	funcs   []string
	methods []string
	deep    bool // in their parts, too
}

// embeds stands among methods, in package rt too, for structs that embed others without a tag, of which
// compiled code does not know it.
const embeds = "embeds"

// readers are those whose arguments are refused when they have such a method.
var readers = []reader{
	{"encoding/json", []string{"Unmarshal", "Decode"}, []string{"UnmarshalJSON", "UnmarshalText", embeds}, true},
	{"encoding/xml", []string{"Marshal", "MarshalIndent", "Encode", "EncodeElement"}, []string{"MarshalXML", "MarshalXMLAttr", "MarshalText", embeds}, true},
	{"encoding/xml", []string{"Unmarshal", "Decode", "DecodeElement"}, []string{"UnmarshalXML", "UnmarshalXMLAttr", "UnmarshalText", embeds}, true},
	{"encoding/gob", []string{"Encode", "EncodeValue"}, []string{"GobEncode", "MarshalBinary"}, true},
	{"encoding/gob", []string{"Decode", "DecodeValue"}, []string{"GobDecode", "UnmarshalBinary"}, true},
	{"fmt", []string{"Scan", "Scanf", "Scanln", "Sscan", "Sscanf", "Sscanln", "Fscan", "Fscanf", "Fscanln"}, []string{"Scan"}, false},
	{"image/png", []string{"Encode"}, []string{"Opaque"}, false},
	{"testing/quick", []string{"Check", "CheckEqual"}, []string{"Generate"}, true},
	{"io/fs", []string{"ReadFile"}, []string{"ReadFile"}, false},
	{"io/fs", []string{"ReadDir", "WalkDir"}, []string{"ReadDir"}, false},
	{"io/fs", []string{"Stat", "WalkDir"}, []string{"Stat"}, false},
	{"io/fs", []string{"Glob"}, []string{"Glob", "ReadDir"}, false},
	{"io/fs", []string{"Sub"}, []string{"Sub"}, false},
}

// boxer is a function of package rt that gives an argument the method which a function asks it for.
type boxer struct {
	path  string
	funcs []string
	arg   int // -1 for all of them
	box   string
}

var boxers = []boxer{
	{"io", []string{"Copy", "CopyN", "CopyBuffer", "WriteString"}, 0, "Writer"},
	{"io", []string{"Copy", "CopyBuffer"}, 1, "ReaderTo"},
	{"io", []string{"MultiWriter"}, -1, "Writer"},
	{"io", []string{"MultiReader"}, -1, "ReaderTo"},
	{"strings", []string{"WriteTo", "WriteString"}, 0, "Writer"},
	{"bufio", []string{"NewWriter", "NewWriterSize"}, 0, "Writer"},
	{"bufio", []string{"NewReader", "NewReaderSize"}, 0, "ReaderTo"},
	{"math/rand", []string{"New"}, 0, "Source64"},
	{"flag", []string{"Var"}, 0, "BoolFlag"},
	{"net/http", []string{"NewResponseController"}, 0, "Unwrapper"},
}

// optionalMethods are the names of all those methods.
var optionalMethods = func() (names []string) {
	names = []string{"WriteTo", "ReadFrom", "WriteString", "Uint64", "IsBoolFlag", "Unwrap", "LogValue"}
	for _, r := range readers {
		names = append(names, r.methods...)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == embeds })
	slices.Sort(names)
	return slices.Compact(names)
}()

// optional gives the arguments of a call of compiled code the methods that it asks for, or refuses them.
func (l *lowerer) optional(c *ast.CallExpr) {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	if !ok || l.f.Off["optional"] {
		return
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return
	}
	if c.Ellipsis.IsValid() {
		if fn.FullName() == "io.MultiWriter" && l.anyHas([]string{"WriteString"}) {
			l.refuseOnce(c.Pos(), "a list of writers for io.MultiWriter, which cannot find a method WriteString that a cell declares; arguments one by one are found")
		}
		return
	}
	if path := fn.Pkg().Path(); path == "text/template" || path == "html/template" {
		l.executes(c, sel, fn)
	}
	for _, r := range readers {
		if r.path != fn.Pkg().Path() || !slices.Contains(r.funcs, fn.Name()) {
			continue
		}
		for i := range c.Args {
			c.Args[i] = l.checkIgnored(c, c.Args[i], r)
		}
	}
	for _, b := range boxers {
		if b.path != fn.Pkg().Path() || !slices.Contains(b.funcs, fn.Name()) {
			continue
		}
		for i := range c.Args {
			if i == b.arg || b.arg < 0 {
				l.boxArg(c, i, fn, b.box)
			}
		}
	}
}

// boxArg gives an argument the method that a function asks it for.
func (l *lowerer) boxArg(c *ast.CallExpr, i int, fn *types.Func, box string) {
	to := paramType(fn.Signature(), i)
	if !types.IsInterface(to) || !l.mayHaveMethods(c.Args[i]) {
		return
	}
	x := callRT(c.Args[i].Pos(), box, l.converted(l.convert(c.Args[i], to), to))
	l.made[x] = to
	c.Args[i] = x
}

// executes gives a template its data, and its functions, by package rt.
//
//	t.Execute(w, data) → rt.Execute(t, w, data)
func (l *lowerer) executes(c *ast.CallExpr, sel *ast.SelectorExpr, fn *types.Func) {
	sig := fn.Signature()
	if sig.Recv() == nil || len(c.Args) != sig.Params().Len() {
		return
	}
	switch fn.Name() {
	case "Funcs":
		to := sig.Params().At(0).Type()
		arg := l.converted(l.convert(c.Args[0], to), to)
		x := quoteExpr(c.Pos(), "Q0(rtꞏ.TemplateFuncs(Q1))", l.mustType(to, c.Pos()), arg)
		l.made[x] = to
		c.Args[0] = x
	case "Execute", "ExecuteTemplate":
		if s := l.info.Selections[sel]; s == nil || len(s.Index()) != 1 || s.Kind() != types.MethodVal {
			return
		}
		recv := sel.X
		if !isPointer(l.typeOf(recv)) {
			recv = &ast.UnaryExpr{OpPos: recv.Pos(), Op: token.AND, X: recv}
			l.made[recv] = types.NewPointer(l.typeOf(sel.X))
		}
		last := len(c.Args) - 1
		for i := range last {
			c.Args[i] = l.passed(c.Args[i], sig.Params().At(i).Type())
		}
		c.Args[last] = l.identified(c.Args[last])
		params := []*types.Var{types.NewParam(token.NoPos, nil, "", types.Universe.Lookup("any").Type())}
		for v := range sig.Params().Variables() {
			params = append(params, v)
		}
		methods := l.boxedMethods(c.Pos())
		params = append(params, types.NewParam(token.NoPos, nil, "", types.NewSlice(types.Typ[types.String])))
		c.Args = append(append([]ast.Expr{recv}, c.Args...), methods)
		c.Fun = callRT(c.Pos(), fn.Name()).Fun
		l.made[c.Fun] = types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), sig.Results(), false)
	}
}

// boxedMethods lists the methods of types of the session that are no structs, as "main.T.Method".
func (l *lowerer) boxedMethods(pos token.Pos) ast.Expr {
	list := quoteExpr(pos, "[]string{}").(*ast.CompositeLit)
	add := func(n *types.Named) {
		if !l.boxes(n) {
			return
		}
		set := types.NewMethodSet(types.NewPointer(n))
		for i := range set.Len() {
			list.Elts = append(list.Elts, quoted(pos, l.userName(n)+"."+set.At(i).Obj().Name()))
		}
	}
	for _, tn := range l.typeNames() {
		if n, ok := tn.Type().(*types.Named); ok && !generic(n) {
			add(n)
		}
	}
	for _, n := range l.instances() {
		add(n)
	}
	return list
}

// mayHaveMethods says whether an expression may be a value of a type for which a cell declares methods.
func (l *lowerer) mayHaveMethods(e ast.Expr) bool {
	t := l.typeOf(e)
	return !l.value(e).IsNil() && (types.IsInterface(t) || l.sessionType(t))
}

// checkIgnored refuses an argument of a type that the checker sees, and has another one looked at when the call
// is made.
func (l *lowerer) checkIgnored(c *ast.CallExpr, arg ast.Expr, r reader) ast.Expr {
	t := l.typeOf(arg)
	if _, isTuple := t.(*types.Tuple); isTuple || l.value(arg).IsNil() {
		return arg
	}
	name := r.path[max(0, lastSlash(r.path)+1):]
	if n, method := l.hasMethod(t, r, map[types.Type]bool{}); n != nil {
		if method == embeds {
			l.refuseOnce(c.Pos(), fmt.Sprintf("package %s cannot know what %s embeds, which a cell declares", name, n.Obj().Name()))
			return arg
		}
		l.refuseOnce(c.Pos(), fmt.Sprintf("package %s cannot find the method %s of %s, which a cell declares", name, method, n.Obj().Name()))
		return arg
	}
	if why := l.unfound(t, map[types.Type]bool{}); why != "" && r.path == "encoding/json" {
		l.refuseOnce(c.Pos(), why)
		return arg
	}
	if !types.IsInterface(t) && !(r.deep && l.holdsInterface(t)) || !l.anyHas(r.methods) {
		return arg
	}
	list := ""
	for _, m := range r.methods {
		list += ", " + strconv.Quote(m)
	}
	typ := l.mustType(t, arg.Pos())
	x := quoteExpr(arg.Pos(), fmt.Sprintf("func(xꞏ Q0) Q0 { rtꞏ.Ignored(xꞏ, %q, %v%s); return xꞏ }(Q1)", name, r.deep, list), typ, arg)
	l.from[x] = arg
	return x
}

func lastSlash(path string) int {
	at := -1
	for i, c := range path {
		if c == '/' {
			at = i
		}
	}
	return at
}

// anyHas says whether some type of the session has one of some methods.
func (l *lowerer) anyHas(methods []string) bool {
	has := func(n *types.Named) bool {
		return slices.ContainsFunc(methods, func(name string) bool { return l.declaresMethod(n, name) })
	}
	for o := range l.f.names {
		if tn, ok := o.(*types.TypeName); ok {
			if n, isNamed := tn.Type().(*types.Named); isNamed && n.Obj().Pkg() == l.f.pkg && has(n) {
				return true
			}
		}
	}
	return slices.ContainsFunc(l.instances(), has)
}

// declaresMethod says whether a cell declares a method for a type, or for what it embeds.
func (l *lowerer) declaresMethod(t types.Type, name string) bool {
	if st, ok := t.Underlying().(*types.Struct); name == embeds {
		return ok && l.embedsUntagged(st)
	}
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), false, l.f.pkg, name)
	fn, ok := m.(*types.Func)
	return ok && fn.Pkg() == l.f.pkg && !types.IsInterface(t)
}

// embedsUntagged says whether a struct embeds one that a cell declares, without a name in its tag.
func (l *lowerer) embedsUntagged(st *types.Struct) bool {
	for i := range st.NumFields() {
		f, tag := st.Field(i), reflect.StructTag(st.Tag(i))
		n, isNamed := types.Unalias(deref(f.Type())).(*types.Named)
		if !f.Embedded() || !isNamed || n.Obj().Pkg() != l.f.pkg || tag.Get("json") != "" || tag.Get("xml") != "" {
			continue
		}
		if _, isStruct := n.Underlying().(*types.Struct); isStruct {
			return true
		}
	}
	return false
}

// hasMethod returns a type of the session in t that has a method which a reader ignores.
func (l *lowerer) hasMethod(t types.Type, r reader, seen map[types.Type]bool) (n *types.Named, method string) {
	if seen[t] {
		return nil, ""
	}
	seen[t] = true
	if n, ok := types.Unalias(t).(*types.Named); ok {
		if n.Obj().Pkg() != l.f.pkg {
			return nil, ""
		}
		for _, name := range r.methods {
			if l.declaresMethod(n, name) {
				return n, name
			}
		}
	}
	var parts []types.Type
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		parts = append(parts, t.Elem())
	case *types.Slice:
		parts = append(parts, t.Elem())
	case *types.Array:
		parts = append(parts, t.Elem())
	case *types.Map:
		parts = append(parts, t.Key(), t.Elem())
	case *types.Struct:
		for i := range t.NumFields() {
			if reflect.StructTag(t.Tag(i)).Get(r.path[lastSlash(r.path)+1:]) != "-" {
				parts = append(parts, t.Field(i).Type())
			}
		}
	case *types.Signature:
		for i := 0; i < t.Params().Len() && r.path == "testing/quick"; i++ { // it makes the arguments
			parts = append(parts, t.Params().At(i).Type())
		}
	}
	if _, isPointer := t.Underlying().(*types.Pointer); !r.deep && !isPointer {
		return nil, ""
	}
	for _, p := range parts {
		if n, method = l.hasMethod(p, r, seen); n != nil {
			return n, method
		}
	}
	return nil, ""
}

// loggedValue gives a value that package slog logs the method LogValue that a cell may declare for it.
func (l *lowerer) loggedValue(arg ast.Expr) ast.Expr {
	t := l.typeOf(arg)
	switch {
	case l.value(arg).IsNil() || l.f.Off["optional"]:
		return arg
	case types.IsInterface(t):
		if !l.anyHas([]string{"LogValue"}) {
			return arg
		}
	case !l.sessionType(t) || !l.declaresMethod(deref(t), "LogValue"):
		return arg
	case l.boxes(t):
		arg = l.box(arg)
	}
	x := callRT(arg.Pos(), "LogValuer", arg)
	l.made[x] = types.Universe.Lookup("any").Type()
	return x
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
