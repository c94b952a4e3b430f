// Package assist implements completion and inspection at a cursor. It works on incomplete text, with the types that
// the front end finds in it, and does not use values: a cell may be running.
package assist

import (
	"go/ast"
	"go/types"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/interp/internal/foreign"
	"github.com/msrepl/msrepl/interp/internal/front"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
)

// Item is one candidate.
type Item struct {
	Text   string
	Kind   Kind
	Detail string // its type, signature or import path
}

// Kind is the kind of a candidate.
type Kind string

// The kinds of candidates.
const (
	Function Kind = "function" // including methods
	Variable Kind = "variable"
	Constant Kind = "constant"
	Type     Kind = "type"
	Module   Kind = "module"
	Field    Kind = "field"
	Keyword  Kind = "keyword"
	File     Kind = "file"
)

// Engine completes and inspects with a session's front end. It may be used from several goroutines.
type Engine struct {
	Front *front.Front
	World *gotypes.World

	// Caches that stay valid for the session: for compiled packages and types.
	members sync.Map // types.Type → []member
	details sync.Map // types.Object → string
}

// Complete returns the candidates to replace src[start:at], best ones first.
func (e *Engine) Complete(src string, at int) (items []Item, start int) {
	c := newCursor(src, at)
	if prefix, ok := c.importing(); ok {
		return e.importPaths(prefix), c.at - len(prefix)
	}
	if q, ok := c.quoted(); ok {
		return c.inString(q)
	}
	if inNumber(c) {
		return nil, c.at
	}
	l := &list{engine: e, prefix: src[c.start:c.at], seen: map[string]bool{}}
	found := e.Front.View(c.variants(mark), c.start, func(v *front.View) {
		l.home = v.Home()
		e.candidates(l, v)
	})
	if !found && !c.afterDot() {
		l.keywords()
		e.packages(l)
	}
	return l.sorted(), c.start
}

// inNumber reports whether the apparent identifier is part of a number such as 1e5 or 0x1f.
func inNumber(c *cursor) bool {
	return c.start < c.at && c.src[c.start] >= '0' && c.src[c.start] <= '9'
}

func (e *Engine) importPaths(prefix string) (items []Item) {
	for _, path := range e.World.Paths() {
		if strings.HasPrefix(path, prefix) {
			items = append(items, Item{path, Module, e.World.Name(path)})
		}
	}
	return items
}

// candidates collects what may replace the name in view.
func (e *Engine) candidates(l *list, v *front.View) {
	switch p := v.Parent().(type) {
	case *ast.SelectorExpr:
		if p.Sel == v.Ident() {
			e.selected(l, v, p.X)
			return
		}
	case *ast.CompositeLit:
		if p.Type != v.Ident() {
			l.keys(v.TypeOf(p), p)
		}
	case *ast.BranchStmt:
		for _, label := range v.Labels() {
			l.add(Item{Text: label, Kind: Keyword, Detail: "label"}, rankKey)
		}
		return
	case *ast.FuncDecl, *ast.TypeSpec, *ast.LabeledStmt:
		if declares(p, v.Ident()) {
			return // the user is inventing a name
		}
	case *ast.Field:
		if p.Type != v.Ident() {
			return
		}
	}
	l.typesOnly = wantsType(v.Parent(), v.Ident())
	e.names(l, v)
}

// declares reports whether id is the name that n introduces.
func declares(n ast.Node, id *ast.Ident) bool {
	spec, ok := n.(*ast.TypeSpec)
	return !ok || spec.Name == id
}

// wantsType reports whether only a type is valid at x, a child of parent.
func wantsType(parent ast.Node, x ast.Expr) bool {
	switch p := parent.(type) {
	case *ast.Field:
		return p.Type == x
	case *ast.ValueSpec:
		return p.Type == x
	case *ast.TypeSpec:
		return p.Type == x
	case *ast.ArrayType:
		return p.Elt == x
	case *ast.MapType, *ast.ChanType, *ast.Ellipsis:
		return true
	case *ast.TypeAssertExpr:
		return p.Type == x
	}
	return false
}

// selected collects what may follow x and a dot.
func (e *Engine) selected(l *list, v *front.View, x ast.Expr) {
	if pkg := v.Package(x); pkg != nil {
		options := e.options(v)
		for _, name := range pkg.Scope().Names() {
			o := pkg.Scope().Lookup(name)
			if rank, ok := options.rank(o); ok && o.Exported() && e.World.Former(pkg.Path(), name) == "" {
				l.object(o, rank)
			}
		}
		if l.prefix != "" && foreign.Mirrors(pkg.Path()) {
			l.python(e.Front.Python().In(pkg.Name(), l.prefix))
		}
		return
	}
	if t := v.TypeOf(x); t != nil {
		var only *types.MethodSet
		if v.IsType(x) { // only method expressions
			only = types.NewMethodSet(t)
		}
		for _, m := range e.membersOf(t, v.Home()) {
			if only == nil || only.Lookup(m.Pkg(), m.Name()) != nil {
				l.object(m.Object, m.depth)
			}
		}
		if l.prefix != "" {
			l.python(e.Front.Python().Methods(t, l.prefix))
		}
		return
	}
	if module := types.ExprString(x); foreign.Module(strings.SplitN(module, ".", 2)[0]) {
		l.python(e.Front.Python().In(module, l.prefix))
	}
}

// python adds Python names, with their Go forms as details.
func (l *list) python(names []foreign.Alias) {
	for _, a := range names {
		l.add(Item{a.Name, Function, a.Goes}, rankPython)
	}
}

// predeclared lists the predeclared names.
var predeclared = types.Universe.Names()

// names collects everything that a bare name may denote.
func (e *Engine) names(l *list, v *front.View) {
	if !l.typesOnly {
		e.options(v).offer(l)
	}
	v.Locals(func(o types.Object) { l.object(o, rankLocal) })
	v.Session(func(name string, o types.Object) {
		if o.Name() == name {
			l.object(o, rankSession)
		}
	})
	for _, o := range v.Unqualified(l.wants) {
		l.object(o, rankTensor)
	}
	for _, name := range predeclared {
		l.object(types.Universe.Lookup(name), rankWord)
	}
	if !l.typesOnly {
		for name, d := range results {
			l.add(Item{name, Variable, d.Note}, rankSession)
		}
	}
	l.keywords()
	e.packages(l)
}

// packages offers packages that are not imported yet, since naming one imports it. Without a prefix there would be
// too many.
func (e *Engine) packages(l *list) {
	if l.prefix == "" {
		return
	}
	for _, name := range e.World.Names() {
		path := e.World.PathsNamed(name)[0]
		rank := rankPackage
		if strings.Contains(path, ".") {
			rank = rankPublic
		}
		l.add(Item{name, Module, path}, rank)
	}
}
