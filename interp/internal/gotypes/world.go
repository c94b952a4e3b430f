// Package gotypes builds go/types packages by reflection from yaegi's symbol tables, so that cells can be
// type-checked, completed and inspected on a machine without a Go toolchain.
//
// Reflection provides everything that type checking needs. Parameter names, documentation and the spellings rune and
// byte are missing; these come from the embedded table of package apidoc.
package gotypes

import (
	"cmp"
	"go/ast"
	"go/types"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// World is the set of packages that cells may import. It implements types.Importer. Packages are built when they are
// first imported and never change afterwards, so all methods, and all packages and types they return, may be used
// from several goroutines.
type World struct {
	symbols map[string]map[string]reflect.Value // by import path
	names   map[string]string                   // import path → package name
	paths   map[string][]string                 // package name → import paths, preferred one first
	sorted  atomic.Pointer[[]string]            // the keys of paths, nil until needed
	sources map[string]*source                  // by import path
	bodies  bool                                // check bodies in sources, too
	runes   map[symbol]bool                     // untyped constants that are characters

	mu     sync.Mutex                // guards the fields below; while it is free, every type is complete
	pkgs   map[string]*types.Package // those used so far
	built  map[string]bool           // those whose scope has been filled
	types  map[reflect.Type]types.Type
	origin map[*types.Named]reflect.Type

	standIns map[reflect.Type]types.Type // for the types of unexported fields

	sealed  map[string][]reflect.Type // import path → its interfaces with unexported methods
	adopted map[reflect.Type]symbol   // see home; nil until it is needed
}

// symbol is a package-level name.
type symbol struct{ path, name string }

// Exports is a table of packages in the format of yaegi: by "path/name", then by exported name.
type Exports map[string]map[string]reflect.Value

// New returns the world of the packages in tables, whose keys are "import/path/name" as in yaegi.
func New(tables ...Exports) *World {
	w := &World{
		symbols: map[string]map[string]reflect.Value{},
		names:   map[string]string{"unsafe": "unsafe"},
		paths:   map[string][]string{},
		sources: map[string]*source{},
		runes:   map[symbol]bool{},
		pkgs:    map[string]*types.Package{"unsafe": types.Unsafe},
		built:   map[string]bool{"unsafe": true},
		types:   map[reflect.Type]types.Type{},
		origin:  map[*types.Named]reflect.Type{},

		standIns: map[reflect.Type]types.Type{},

		sealed: map[string][]reflect.Type{},
	}
	for _, table := range tables {
		for key, syms := range table {
			w.add(path.Dir(key), path.Base(key), syms)
		}
	}
	return w
}

// add adds one package of a table. It ignores entries that are not packages (".") but are used by yaegi itself.
func (w *World) add(path, name string, syms map[string]reflect.Value) {
	if path == "." {
		return
	}
	if old := w.symbols[path]; old != nil { // tables may share a package, and must not be modified
		merged := maps.Clone(old)
		maps.Copy(merged, syms)
		syms = merged
	}
	w.symbols[path] = syms
	w.name(path, name)
}

func (w *World) name(path, name string) {
	w.names[path] = name
	w.sorted.Store(nil)
	if l := w.paths[name]; !slices.Contains(l, path) {
		l = append(l, path)
		slices.SortFunc(l, func(a, b string) int {
			return cmp.Or(rank(a)-rank(b), strings.Compare(a, b))
		})
		w.paths[name] = l
	}
}

// AddRunes sets which constants of the package at path are untyped characters: tables contain only their numbers. It
// must be called before the world is used.
func (w *World) AddRunes(path string, names []string) {
	for _, name := range names {
		w.runes[symbol{path, name}] = true
	}
}

// preferred lists the packages that a bare name denotes if several share it and the path with the fewest elements
// would be wrong.
var preferred = map[string]bool{
	"math/rand": true, "text/template": true, "text/scanner": true, "runtime/pprof": true,
}

// ours is the prefix of the import paths of this module.
const ours = "github.com/msrepl/msrepl/"

// ThirdParty reports whether a package belongs neither to the standard library nor to this module.
func ThirdParty(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".") && !strings.HasPrefix(path, ours) && !strings.HasPrefix(path, Inner)
}

// rank orders packages of one name: those of this module first, then the preferred ones, then short paths, and
// packages added by custom builds last, so that no name changes its meaning.
func rank(path string) int {
	switch {
	case ThirdParty(path):
		return 1000
	case strings.HasPrefix(path, ours):
		return -2
	case preferred[path]:
		return -1
	}
	return strings.Count(path, "/")
}

// Inner is the path prefix of packages that only texts of AddSource import.
const Inner = "msrepl.local/"

// Paths returns the import paths of all packages, sorted.
func (w *World) Paths() []string {
	paths := slices.Sorted(maps.Keys(w.names))
	return slices.DeleteFunc(paths, func(p string) bool { return strings.HasPrefix(p, Inner) })
}

// Has reports whether path can be imported.
func (w *World) Has(path string) bool { return w.names[path] != "" }

// Name returns the name of the package at path, or "".
func (w *World) Name(path string) string { return w.names[path] }

// Names returns the names of all packages, sorted. The slice must not be modified.
func (w *World) Names() []string {
	if known := w.sorted.Load(); known != nil {
		return *known
	}
	names := slices.Sorted(maps.Keys(w.paths))
	w.sorted.Store(&names)
	return names
}

// PathsNamed returns the import paths of the packages called name, beginning with the one that a bare name denotes.
func (w *World) PathsNamed(name string) []string { return w.paths[name] }

// Members returns the exported names of the package at path, sorted, without building the package.
func (w *World) Members(path string) []string {
	var names []string
	for n := range w.symbols[path] {
		if ast.IsExported(n) {
			names = append(names, n)
		}
	}
	if src := w.sources[path]; src != nil {
		names = append(names, src.exported()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// HasMember reports whether the package at path exports name, without building the package.
func (w *World) HasMember(path, name string) bool {
	if !ast.IsExported(name) {
		return false
	}
	if _, ok := w.symbols[path][name]; ok {
		return true
	}
	src := w.sources[path]
	return src != nil && slices.Contains(src.exported(), name)
}

// Value returns the symbol of an exported name: a func, a constant's value, an addressable variable, or a nil pointer
// to a type.
func (w *World) Value(path, name string) (reflect.Value, bool) {
	v, ok := w.symbols[path][name]
	return v, ok
}

// Reflect returns the compiled type that t was built from, or nil if t is not of this world.
func (w *World) Reflect(t *types.Named) reflect.Type {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.origin[t]
}
