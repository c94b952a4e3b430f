package gotypes

import (
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/apidoc"
)

// param is a parameter or a result. Package apidoc writes the names of a func: "name", or "name []rune" where the type
// is spelled with rune or byte; none where they are unknown.
func param(names []string, i int, t types.Type) *types.Var {
	if i >= len(names) {
		return types.NewParam(token.NoPos, nil, "", t)
	}
	name, spelling, _ := strings.Cut(names[i], " ")
	return types.NewParam(token.NoPos, nil, name, respell(t, spelling))
}

// respell restores rune and byte in t, a type that was written as spelling.
func respell(t types.Type, spelling string) types.Type {
	switch u := t.(type) {
	case *types.Basic:
		if spelling == "rune" && u.Kind() == types.Int32 {
			return runeType
		}
		if spelling == "byte" && u.Kind() == types.Uint8 {
			return byteType
		}
	case *types.Slice:
		if elem, ok := strings.CutPrefix(spelling, "[]"); ok {
			return types.NewSlice(respell(u.Elem(), elem))
		}
	case *types.Pointer:
		if elem, ok := strings.CutPrefix(spelling, "*"); ok {
			return types.NewPointer(respell(u.Elem(), elem))
		}
	}
	return t
}

// maxEmbedding bounds the search through embedded fields, which may be recursive.
const maxEmbedding = 6

// declaring returns the type that declares member m (a method or field) of t, and the entry of m.
func (w *World) declaring(t reflect.Type, m string, depth int) (symbol, apidoc.Entry, bool) {
	home := w.home(t)
	if e, ok := apidoc.Lookup(home.path, home.name+"."+m); ok {
		return home, e, true
	}
	if t.Kind() != reflect.Struct || depth > maxEmbedding {
		return symbol{}, apidoc.Entry{}, false
	}
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous {
			continue
		}
		ft := f.Type
		if ft.Kind() == reflect.Pointer {
			ft = ft.Elem()
		}
		if s, e, ok := w.declaring(ft, m, depth+1); ok {
			return s, e, true
		}
	}
	return symbol{}, apidoc.Entry{}, false
}

// Doc returns the documentation of the package at path (name ""), of one of its names ("Builder"),
// or of a method or field ("Builder.WriteString"), in go/doc's text form. It is "" when there is none.
func (w *World) Doc(path, name string) string {
	if e, ok := apidoc.Lookup(path, name); ok {
		return e.Doc()
	}
	typeName, member, isMember := strings.Cut(name, ".")
	v, known := w.symbols[path][typeName]
	if !isMember || !known || !isType(v) {
		return ""
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, e, _ := w.declaring(v.Type().Elem(), member, 0)
	return e.Doc()
}

// Former returns the replacement of a name that will be removed in the next release, or "".
func (w *World) Former(path, name string) string { return apidoc.Former(path, name) }

// FormerFor is Former for an argument of callee: of several names, it returns those in the documentation of callee,
// if any.
func (w *World) FormerFor(path, callee, name string) string {
	now := w.Former(path, name)
	names := strings.Split(strings.ReplaceAll(now, " or ", ", "), ", ")
	if len(names) > 1 {
		doc := w.Doc(path, callee)
		names = slices.DeleteFunc(names, func(n string) bool { return !mentions(doc, n) })
	}
	if len(names) == 1 {
		return names[0]
	}
	return now
}

// mentions reports whether a documentation contains a name.
func mentions(doc, name string) bool { return regexp.MustCompile(`\b` + name + `\b`).MatchString(doc) }

// Option returns the function of the package at path that makes the option which MindSpore calls keyword, or "". Its
// documentation has the keyword in parentheses, the usual one first, or it has this name; among several, it is the
// one named in the documentation of callee, a function that takes it.
func (w *World) Option(path, callee, keyword string) string {
	pkg, err := w.Import(path)
	if err != nil {
		return ""
	}
	best, most, called := "", -1, w.Doc(path, callee)
	for _, m := range w.Members(path) {
		f, ok := pkg.Scope().Lookup(m).(*types.Func)
		if !ok || !makesOption(f) || w.Former(path, m) != "" {
			continue
		}
		fits := 2
		if !strings.EqualFold(m, strings.ReplaceAll(keyword, "_", "")) {
			at := slices.Index(keywords(w.Doc(path, m)), keyword)
			if at < 0 {
				continue
			}
			fits = 1 - min(at, 1)
		}
		if mentions(called, m) {
			fits += 3
		}
		if fits > most {
			best, most = m, fits
		}
	}
	return best
}

// Options returns the option functions named in the documentation of f that take a value of a given type.
func (w *World) Options(f *types.Func, given types.Type) (names []string) {
	name := f.Name()
	if r := f.Signature().Recv(); r != nil {
		if n, ok := pointedTo(r.Type()).(*types.Named); ok {
			name = n.Obj().Name() + "." + name
		}
	}
	for _, m := range docLinks().FindAllStringSubmatch(w.Doc(f.Pkg().Path(), name), -1) {
		o, ok := f.Pkg().Scope().Lookup(m[1]).(*types.Func)
		if !ok || !makesOption(o) || o.Signature().Params().Len() != 1 || slices.Contains(names, m[1]) {
			continue
		}
		takes := o.Signature().Params().At(0).Type()
		if s, ok := takes.(*types.Slice); ok && o.Signature().Variadic() {
			takes = s.Elem()
		}
		if types.AssignableTo(given, takes) && !types.IsInterface(takes) {
			names = append(names, m[1])
		}
	}
	return names
}

// pointedTo returns the type that t points to, or t.
func pointedTo(t types.Type) types.Type {
	if p, ok := t.(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

var docLinks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\[([A-Z]\w*)\]`) })

// keywords returns the keywords in parentheses in the documentation of an option: (eps, epsilon).
func keywords(doc string) (all []string) {
	for _, list := range keywordLists().FindAllStringSubmatch(doc, -1) {
		all = append(all, strings.Split(list[1], ", ")...)
	}
	return all
}

var keywordLists = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\((\w+(?:, \w+)*)\)`) })

// makesOption reports whether the only result of a function is an option.
func makesOption(f *types.Func) bool {
	r := f.Signature().Results()
	if r.Len() != 1 {
		return false
	}
	n, ok := types.Unalias(r.At(0).Type()).(*types.Named)
	return ok && strings.HasSuffix(n.Obj().Name(), "Option")
}
