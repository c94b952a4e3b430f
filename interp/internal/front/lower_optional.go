package front

import (
	"fmt"
	"go/ast"
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
	arg   int
	box   string
}

var boxers = []boxer{
	{"io", []string{"Copy", "CopyN", "CopyBuffer", "WriteString"}, 0, "Writer"},
	{"io", []string{"Copy", "CopyBuffer"}, 1, "ReaderTo"},
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
	if !ok || l.f.Off["optional"] || c.Ellipsis.IsValid() {
		return
	}
	fn, ok := l.info.Uses[sel.Sel].(*types.Func)
	if !ok || fn.Pkg() == nil {
		return
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
		if b.path == fn.Pkg().Path() && slices.Contains(b.funcs, fn.Name()) && b.arg < len(c.Args) && l.mayHaveMethods(c.Args[b.arg]) {
			to := paramType(fn.Signature(), b.arg)
			x := callRT(c.Args[b.arg].Pos(), b.box, l.converted(l.convert(c.Args[b.arg], to), to))
			l.made[x] = to
			c.Args[b.arg] = x
		}
	}
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
		for f := range t.Fields() {
			parts = append(parts, f.Type())
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
