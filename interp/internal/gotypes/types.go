package gotypes

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/apidoc"
)

var basics = map[reflect.Kind]types.BasicKind{
	reflect.Bool: types.Bool, reflect.String: types.String, reflect.UnsafePointer: types.UnsafePointer,
	reflect.Int: types.Int, reflect.Int8: types.Int8, reflect.Int16: types.Int16, reflect.Int32: types.Int32, reflect.Int64: types.Int64,
	reflect.Uint: types.Uint, reflect.Uint8: types.Uint8, reflect.Uint16: types.Uint16, reflect.Uint32: types.Uint32, reflect.Uint64: types.Uint64,
	reflect.Uintptr: types.Uintptr, reflect.Float32: types.Float32, reflect.Float64: types.Float64,
	reflect.Complex64: types.Complex64, reflect.Complex128: types.Complex128,
}

var (
	errorReflect = reflect.TypeFor[error]()
	errorType    = types.Universe.Lookup("error").Type()
	anyType      = types.Universe.Lookup("any").Type()
	byteType     = types.Universe.Lookup("byte").Type()
	runeType     = types.Universe.Lookup("rune").Type()
)

// typ converts any type; w.mu is held.
func (w *World) typ(t reflect.Type) types.Type {
	if known := w.types[t]; known != nil {
		return known
	}
	if t == errorReflect {
		return errorType
	}
	if t.Name() != "" && t.PkgPath() != "" && t.Kind() != reflect.UnsafePointer {
		return w.named(t)
	}
	typ := w.underlying(t)
	w.types[t] = typ
	return typ
}

// named converts a defined type. It is added to the table before its components are built, which ends the recursion
// of types that refer to themselves.
func (w *World) named(t reflect.Type) types.Type {
	if inst := w.sequence(t); inst != nil {
		w.types[t] = inst
		return inst
	}
	home := w.home(t)
	pkg := w.shell(home.path, packageName(t))
	typ := types.NewNamed(types.NewTypeName(token.NoPos, pkg, home.name, nil), nil, nil)
	w.types[t] = typ
	w.origin[typ] = t
	typ.SetUnderlying(w.underlying(t))
	if t.Kind() != reflect.Interface {
		w.addMethods(typ, t)
		w.addSealed(typ, t)
	}
	return typ
}

// sequence returns iter.Seq or iter.Seq2 for the type of a compiled iterator, and nil for other types.
func (w *World) sequence(t reflect.Type) types.Type {
	if t.PkgPath() != "iter" || w.sources["iter"] == nil {
		return nil
	}
	pkg, err := w.importLocked("iter")
	if err != nil {
		return nil
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	generic, ok := pkg.Scope().Lookup(name).(*types.TypeName)
	if !ok {
		return nil
	}
	var args []types.Type
	for i := range t.In(0).NumIn() {
		args = append(args, w.typ(t.In(0).In(i)))
	}
	inst, err := types.Instantiate(nil, generic.Type(), args, false)
	if err != nil {
		return nil
	}
	return inst
}

// packageName returns the package name in the string "name.Type".
func packageName(t reflect.Type) string {
	text, _, _ := strings.Cut(t.String(), "[")
	name, _, ok := strings.Cut(text, ".")
	if !ok {
		return ""
	}
	return name
}

// owner returns the package of a field or method of t; pkgPath is that of an unexported one, otherwise "".
func (w *World) owner(t reflect.Type, pkgPath string) *types.Package {
	switch {
	case pkgPath != "" && pkgPath != t.PkgPath():
		return w.shell(pkgPath, "")
	case t.PkgPath() != "":
		return w.shell(w.home(t).path, packageName(t))
	case pkgPath != "":
		return w.shell(pkgPath, "")
	}
	return nil
}

// underlying builds a type from its structure.
func (w *World) underlying(t reflect.Type) types.Type {
	if kind, ok := basics[t.Kind()]; ok {
		return types.Typ[kind]
	}
	switch t.Kind() {
	case reflect.Pointer:
		return types.NewPointer(w.typ(t.Elem()))
	case reflect.Slice:
		return types.NewSlice(w.element(t.Elem()))
	case reflect.Array:
		return types.NewArray(w.element(t.Elem()), int64(t.Len()))
	case reflect.Map:
		return types.NewMap(w.typ(t.Key()), w.typ(t.Elem()))
	case reflect.Chan:
		return types.NewChan(direction(t.ChanDir()), w.typ(t.Elem()))
	case reflect.Func:
		return w.signature(nil, t, apidoc.Entry{})
	case reflect.Interface:
		return w.interfaceType(t)
	case reflect.Struct:
		return w.structType(t)
	}
	panic(fmt.Sprintf("gotypes: no rule for %v", t))
}

// element returns []byte for []uint8, as that is nearly always how it was written.
func (w *World) element(t reflect.Type) types.Type {
	if t.Kind() == reflect.Uint8 && t.PkgPath() == "" {
		return byteType
	}
	return w.typ(t)
}

func direction(d reflect.ChanDir) types.ChanDir {
	switch d {
	case reflect.SendDir:
		return types.SendOnly
	case reflect.RecvDir:
		return types.RecvOnly
	}
	return types.SendRecv
}

func (w *World) interfaceType(t reflect.Type) types.Type {
	if t.NumMethod() == 0 && t.Name() == "" {
		return anyType
	}
	var methods []*types.Func
	for i := range t.NumMethod() {
		m := t.Method(i)
		var names apidoc.Entry
		var recv *types.Var
		pkg := w.owner(t, m.PkgPath)
		if t.Name() != "" {
			names, _ = apidoc.Lookup(t.PkgPath(), t.Name()+"."+m.Name)
			recv = types.NewVar(token.NoPos, pkg, "", w.types[t])
		}
		methods = append(methods, types.NewFunc(token.NoPos, pkg, m.Name, w.signature(recv, m.Type, names)))
	}
	return types.NewInterfaceType(methods, nil).Complete()
}

func (w *World) structType(t reflect.Type) types.Type {
	fields := make([]*types.Var, t.NumField())
	tags := make([]string, t.NumField())
	for i := range fields {
		f := t.Field(i)
		typ := w.hidden(f)
		if typ == nil {
			typ = w.typ(f.Type)
		}
		fields[i] = types.NewField(token.NoPos, w.owner(t, f.PkgPath), f.Name, typ, f.Anonymous)
		tags[i] = string(f.Tag)
	}
	return types.NewStruct(fields, tags)
}

// hidden returns a replacement for the type of an unexported field of a compiled type: a defined type that cannot be
// named and that keeps internal types and their dependencies out of the world. Reflection has the real type for it,
// so types declared from the compiled one have its layout. It returns nil if the actual type is needed: embedded
// fields promote.
func (w *World) hidden(f reflect.StructField) types.Type {
	if f.PkgPath == "" || f.Anonymous {
		return nil
	}
	if known := w.standIns[f.Type]; known != nil {
		return known
	}
	var under types.Type = types.NewStruct(nil, nil)
	if !f.Type.Comparable() {
		under = types.NewSlice(under)
	}
	typ := types.NewNamed(types.NewTypeName(token.NoPos, w.shell(f.PkgPath, ""), f.Type.String(), nil), under, nil)
	w.standIns[f.Type], w.origin[typ] = typ, f.Type
	return typ
}

// signature converts a func type.
func (w *World) signature(recv *types.Var, t reflect.Type, names apidoc.Entry) *types.Signature {
	in := make([]*types.Var, 0, t.NumIn())
	for i := range t.NumIn() {
		in = append(in, param(names.In, i, w.typ(t.In(i))))
	}
	out := make([]*types.Var, 0, t.NumOut())
	for i := range t.NumOut() {
		out = append(out, param(names.Out, i, w.typ(t.Out(i))))
	}
	return types.NewSignatureType(recv, nil, nil, types.NewTuple(in...), types.NewTuple(out...), t.IsVariadic())
}
