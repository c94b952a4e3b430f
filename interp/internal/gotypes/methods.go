package gotypes

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/msrepl/msrepl/interp/internal/apidoc"
	"github.com/msrepl/msrepl/interp/internal/realtype"
)

// addMethods declares the exported methods of t. Promoted ones become methods of t itself, which is harmless: their
// signatures are right.
func (w *World) addMethods(typ *types.Named, t reflect.Type) {
	byValue := map[string]bool{}
	for _, name := range realtype.MethodNames(t) {
		byValue[name] = true
	}
	pointer := reflect.PointerTo(t)
	methods := reflect.Zero(pointer)
	for i, name := range realtype.MethodNames(pointer) {
		_, names, _ := w.declaring(t, name, 0) // t may owe the method to an embedded field
		sig := w.signature(receiver(typ, byValue[name]), methods.Method(i).Type(), names)
		typ.AddMethod(types.NewFunc(token.NoPos, typ.Obj().Pkg(), name, sig))
	}
}

// addSealed declares the unexported methods that make t satisfy a sealed interface of its package
// (ast.Expr, reflect.Type). Reflection does not list them, but it knows which types have them all.
func (w *World) addSealed(typ *types.Named, t reflect.Type) {
	for _, sealed := range w.sealedBy(t.PkgPath()) {
		if !reflect.PointerTo(t).Implements(sealed) {
			continue
		}
		for i := range sealed.NumMethod() {
			m := sealed.Method(i)
			if m.PkgPath == "" || hasMethod(typ, m.Name) {
				continue
			}
			sig := w.signature(receiver(typ, t.Implements(sealed)), m.Type, apidoc.Entry{})
			typ.AddMethod(types.NewFunc(token.NoPos, w.shell(m.PkgPath, ""), m.Name, sig))
		}
	}
}

func hasMethod(typ *types.Named, name string) bool {
	for m := range typ.Methods() {
		if m.Name() == name {
			return true
		}
	}
	return false
}

// sealedBy returns the exported interfaces of a package that have unexported methods.
func (w *World) sealedBy(path string) []reflect.Type {
	list, known := w.sealed[path]
	if known {
		return list
	}
	for name, v := range w.symbols[path] {
		if !ast.IsExported(name) || !isType(v) {
			continue
		}
		if t := v.Type().Elem(); t.Kind() == reflect.Interface && t.PkgPath() == path && isSealed(t) {
			list = append(list, t)
		}
	}
	w.sealed[path] = list
	return list
}

func isSealed(t reflect.Type) bool {
	for i := range t.NumMethod() {
		if t.Method(i).PkgPath != "" {
			return true
		}
	}
	return false
}

// receiver returns the receiver of a method of typ, named by convention: (b *Builder).
func receiver(typ *types.Named, byValue bool) *types.Var {
	first, _ := utf8.DecodeRuneInString(typ.Obj().Name())
	var t types.Type = typ
	if !byValue {
		t = types.NewPointer(typ)
	}
	return types.NewParam(token.NoPos, typ.Obj().Pkg(), strings.ToLower(string(first)), t)
}
