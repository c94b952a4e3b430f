package assist

import (
	"cmp"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/syntax"
)

// Ranks of names, best first.
const (
	rankKey = iota
	rankLocal
	rankSession
	rankPublic // packages of msrepl
	rankTensor
	rankWord
	rankPackage
	rankPython // names that exist only in Python
)

// list collects candidates.
type list struct {
	engine    *Engine
	prefix    string
	home      *types.Package
	typesOnly bool
	seen      map[string]bool
	items     []ranked
	near      []ranked // offered if no name begins with the prefix
}

type ranked struct {
	Item
	rank int
}

// add adds a candidate unless an earlier one shadows its name or it does not match the prefix.
func (l *list) add(it Item, rank int) {
	if !l.wants(it.Text) || l.seen[it.Text] || strings.Contains(it.Text, "ꞏ") || it.Text == "_" {
		return
	}
	l.seen[it.Text] = true
	if matches(it.Text, l.prefix) {
		l.items = append(l.items, ranked{it, rank})
	} else {
		l.near = append(l.near, ranked{it, rank})
	}
}

// wants reports whether a name matches the prefix.
func (l *list) wants(name string) bool { return matches(name, l.prefix) || fuzzy(name, l.prefix) }

// fuzzy reports whether name contains the typed letters in order, beginning with its first letter.
func fuzzy(name, typed string) bool {
	if len(typed) < 3 || len(name) <= len(typed) || !strings.EqualFold(name[:1], typed[:1]) {
		return false
	}
	name = strings.ToLower(name)
	for _, r := range strings.ToLower(typed) {
		i := strings.IndexRune(name, r)
		if i < 0 {
			return false
		}
		name = name[i+utf8.RuneLen(r):]
	}
	return true
}

func matches(name, prefix string) bool {
	return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
}

func (l *list) object(o types.Object, rank int) {
	if !l.wants(o.Name()) {
		return
	}
	kind := kindOf(o)
	if l.typesOnly && kind != Type && kind != Module {
		l.seen[o.Name()] = true // it shadows others even so
		return
	}
	l.add(Item{o.Name(), kind, l.engine.detail(o, l.home)}, rank)
}

// keys offers the fields of type t that a struct literal at the cursor does not have yet.
func (l *list) keys(t types.Type, lit *ast.CompositeLit) {
	if t == nil {
		return
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		set := map[string]bool{}
		for _, x := range lit.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				set[types.ExprString(kv.Key)] = true
			}
		}
		for f := range s.Fields() {
			if (f.Exported() || f.Pkg() == l.home) && !set[f.Name()] {
				l.object(f, rankKey)
			}
		}
	}
}

func (l *list) keywords() {
	if l.prefix == "" {
		return
	}
	for _, word := range syntax.Keywords() {
		l.add(Item{Text: word, Kind: Keyword}, rankWord)
	}
}

// sorted sorts the candidates; names that begin exactly as typed, as nn.Bias does for B, precede those that differ in
// case.
func (l *list) sorted() []Item {
	if len(l.items) == 0 {
		l.items = l.near
	}
	exact := func(r ranked) int {
		_, name, _ := strings.Cut(r.Text, ".")
		if strings.HasPrefix(r.Text, l.prefix) || strings.HasPrefix(name, l.prefix) {
			return 0
		}
		return 1
	}
	slices.SortFunc(l.items, func(a, b ranked) int {
		return cmp.Or(exact(a)-exact(b), a.rank-b.rank, strings.Compare(a.Text, b.Text))
	})
	items := make([]Item, len(l.items))
	for i, r := range l.items {
		items[i] = r.Item
	}
	return items
}

func kindOf(o types.Object) Kind {
	switch o := o.(type) {
	case *types.Func, *types.Builtin:
		return Function
	case *types.TypeName:
		return Type
	case *types.PkgName:
		return Module
	case *types.Const:
		return Constant
	case *types.Var:
		if o.IsField() {
			return Field
		}
	}
	return Variable
}

// detail returns the text shown beside a candidate.
func (e *Engine) detail(o types.Object, home *types.Package) string {
	if o.Pkg() == home {
		return detail(o, home)
	}
	if text, ok := e.details.Load(o); ok {
		return text.(string)
	}
	text := detail(o, home)
	e.details.Store(o, text)
	return text
}

func detail(o types.Object, home *types.Package) string {
	switch o := written(o).(type) {
	case *types.Func:
		return strings.TrimPrefix(gotypes.Text(o.Type(), home), "func")
	case *types.PkgName:
		return o.Imported().Path()
	case *types.TypeName:
		return typeDetail(o, home)
	case *types.Builtin:
		return builtins[o.Name()]
	case *types.Nil:
		return ""
	}
	return gotypes.Text(o.Type(), home)
}

// builtins lists the signatures of built-in functions, as Go documents them: go/types has none.
var builtins = map[string]string{
	"append":  "(slice []Type, elems ...Type) []Type",
	"copy":    "(dst, src []Type) int",
	"delete":  "(m map[Type]Type1, key Type)",
	"len":     "(v Type) int",
	"cap":     "(v Type) int",
	"make":    "(t Type, size ...IntegerType) Type",
	"max":     "[T cmp.Ordered](x T, y ...T) T",
	"min":     "[T cmp.Ordered](x T, y ...T) T",
	"new":     "(TypeOrExpr) *Type",
	"complex": "(r, i FloatType) ComplexType",
	"real":    "(c ComplexType) FloatType",
	"imag":    "(c ComplexType) FloatType",
	"clear":   "[T ~[]Type | ~map[Type]Type1](t T)",
	"close":   "(c chan<- Type)",
	"panic":   "(v any)",
	"recover": "() any",
	"print":   "(args ...Type)",
	"println": "(args ...Type)",
}

// typeDetail describes the underlying type, in one word if it is long.
func typeDetail(o *types.TypeName, home *types.Package) string {
	if o.Parent() == types.Universe {
		return ""
	}
	switch u := o.Type().Underlying().(type) {
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return "interface"
	default:
		return gotypes.Text(u, home)
	}
}
