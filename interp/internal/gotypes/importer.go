package gotypes

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/apidoc"
)

// Import returns the complete package at path, or an error if the session has no such package.
func (w *World) Import(path string) (*types.Package, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.importLocked(path)
}

// obtainable says how to get a package that is a module's, not the standard library's.
func obtainable(path string) string {
	if host, _, _ := strings.Cut(path, "/"); !strings.Contains(host, ".") {
		return ""
	}
	return "; msrepl build -with " + path + " makes a msrepl that has it"
}

func (w *World) importLocked(path string) (*types.Package, error) {
	if !w.Has(path) {
		return nil, fmt.Errorf("package %s is not available in a session%s", path, obtainable(path))
	}
	if w.built[path] {
		return w.pkgs[path], nil
	}
	w.built[path] = true
	pkg := w.shell(path, "")
	syms := w.symbols[path]
	for _, name := range slices.Sorted(maps.Keys(syms)) {
		if ast.IsExported(name) {
			pkg.Scope().Insert(w.object(pkg, name, syms[name]))
		}
	}
	if src := w.sources[path]; src != nil {
		if err := w.check(pkg, src); err != nil {
			return nil, err
		}
	}
	pkg.MarkComplete()
	return pkg, nil
}

// locked imports for a checker that runs while w.mu is held.
type locked struct{ w *World }

func (l locked) Import(path string) (*types.Package, error) { return l.w.importLocked(path) }

// shell returns the package at path, whose scope may still be empty: types refer to packages that have not been
// imported. Scopes are filled only in importLocked, since others may be reading them.
func (w *World) shell(p, name string) *types.Package {
	if pkg := w.pkgs[p]; pkg != nil {
		return pkg
	}
	if n := w.names[p]; n != "" {
		name = n
	}
	name = cmp.Or(name, path.Base(p))
	pkg := types.NewPackage(p, name)
	w.pkgs[p] = pkg
	return pkg
}

// isType reports whether v represents a type: tables represent types as nil pointers, which unlike variables are
// never addressable.
func isType(v reflect.Value) bool {
	return v.Kind() == reflect.Pointer && !v.CanAddr() && v.IsNil()
}

var constantValue = reflect.TypeFor[constant.Value]()

// object declares the object of a table entry in the format of yaegi.
func (w *World) object(pkg *types.Package, name string, v reflect.Value) types.Object {
	switch {
	case isType(v):
		return w.typeName(pkg, name, v.Type().Elem())
	case v.CanAddr():
		return types.NewVar(token.NoPos, pkg, name, w.typ(v.Type()))
	case v.Kind() == reflect.Func:
		names, _ := apidoc.Lookup(pkg.Path(), name)
		return types.NewFunc(token.NoPos, pkg, name, w.signature(nil, v.Type(), names))
	case v.Type().Implements(constantValue):
		c := v.Interface().(constant.Value)
		typ := untyped(c)
		if w.runes[symbol{pkg.Path(), name}] {
			typ = types.Typ[types.UntypedRune]
		}
		return types.NewConst(token.NoPos, pkg, name, typ, c)
	}
	if c := constantOf(v); c != nil {
		return types.NewConst(token.NoPos, pkg, name, w.typ(v.Type()), c)
	}
	return types.NewVar(token.NoPos, pkg, name, w.typ(v.Type()))
}

// untyped returns the type of an untyped constant other than a character.
func untyped(c constant.Value) types.Type {
	switch c.Kind() {
	case constant.Bool:
		return types.Typ[types.UntypedBool]
	case constant.String:
		return types.Typ[types.UntypedString]
	case constant.Int:
		return types.Typ[types.UntypedInt]
	case constant.Float:
		return types.Typ[types.UntypedFloat]
	}
	return types.Typ[types.UntypedComplex]
}

// constantOf returns the value of a typed constant, or nil if v cannot be one.
func constantOf(v reflect.Value) constant.Value {
	switch {
	case v.Kind() == reflect.Bool:
		return constant.MakeBool(v.Bool())
	case v.Kind() == reflect.String:
		return constant.MakeString(v.String())
	case v.CanInt():
		return constant.MakeInt64(v.Int())
	case v.CanUint():
		return constant.MakeUint64(v.Uint())
	case v.CanFloat():
		return constant.MakeFloat64(v.Float())
	case v.CanComplex():
		c := v.Complex()
		return constant.BinaryOp(constant.MakeFloat64(real(c)), token.ADD,
			constant.MakeImag(constant.MakeFloat64(imag(c))))
	}
	return nil
}

// typeName declares a type of pkg: one of its own, or an alias such as os.FileInfo = fs.FileInfo.
func (w *World) typeName(pkg *types.Package, name string, t reflect.Type) *types.TypeName {
	typ := w.typ(t)
	if n, ok := typ.(*types.Named); ok && n.Obj().Pkg() == pkg && n.Obj().Name() == name {
		return n.Obj()
	}
	alias := types.NewTypeName(token.NoPos, pkg, name, nil)
	types.NewAlias(alias, typ)
	return alias
}

// home returns the name by which users know a named type: its own, except that a type of a package that cannot be
// imported is known by the first name under which an importable package exports it (tensor.DType rather than
// internal/compute/dtype.DType).
func (w *World) home(t reflect.Type) symbol {
	if own := (symbol{t.PkgPath(), t.Name()}); w.Has(own.path) {
		return own
	}
	if w.adopted == nil {
		w.adopt()
	}
	if s, ok := w.adopted[t]; ok {
		return s
	}
	return symbol{t.PkgPath(), t.Name()}
}

// adopt fills the table used by home. It is called on demand, which is rare.
func (w *World) adopt() {
	w.adopted = map[reflect.Type]symbol{}
	for path, syms := range w.symbols {
		if strings.HasPrefix(path, Inner) {
			continue
		}
		for name, v := range syms {
			if !isType(v) || !ast.IsExported(name) {
				continue
			}
			t := v.Type().Elem()
			if own := t.PkgPath(); own == path || own == "" || w.Has(own) {
				continue
			}
			s, known := w.adopted[t]
			if !known || path < s.path || path == s.path && name < s.name {
				w.adopted[t] = symbol{path, name}
			}
		}
	}
}
