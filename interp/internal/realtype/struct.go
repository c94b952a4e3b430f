package realtype

import (
	"fmt"
	"reflect"
	"unsafe"
)

// CompleteStruct sets the fields of a struct type from New, which must have the layout passed to New. Fields of any
// type may be embedded; unexported ones have a PkgPath, including blank ones. Promoted methods are set by SetMethods
// and Promote.
func CompleteStruct(t reflect.Type, fields []reflect.StructField) error {
	m := madeOf(t)
	if m == nil || !m.named || t.Kind() != reflect.Struct {
		return fmt.Errorf("%v is no named struct made at run time", t)
	}
	from := rtypeOf(m.layout)
	if err := fieldsFit(t, from, fields); err != nil {
		return err
	}
	s := (*structType)(unsafe.Pointer(m.typ))
	before := s.rtype
	s.fill(from, fields)
	s.TFlag |= before.TFlag & (flagUncommon | flagStar | flagNamed)
	s.Hash, s.Str, s.PtrToThis = before.Hash, before.Str, before.PtrToThis
	return nil
}

// fieldsFit returns how fields differ from those of a layout.
func fieldsFit(t reflect.Type, layout *rtype, fields []reflect.StructField) error {
	if layout.kind() != reflect.Struct {
		return fmt.Errorf("%v was made with the layout of a %v, not of a struct", t, layout.kind())
	}
	parts := (*structType)(unsafe.Pointer(layout)).Fields
	if len(parts) != len(fields) {
		return fmt.Errorf("%v was made with the layout of %d fields and gets %d", t, len(parts), len(fields))
	}
	for i, f := range fields {
		a, b := rtypeOf(PartLayout(f.Type)), parts[i].Type
		if a != b && !fits(a, rtypeOf(PartLayout(toType(b)))) {
			return fmt.Errorf("field %s %v of %v has not the layout with which it was made, %v", f.Name, f.Type, t, toType(b))
		}
	}
	return nil
}

// Struct returns the unnamed struct type with the given fields. It is the compiled type if the program has it, or the
// one of reflect.StructOf if that supports it. Structs with embedded types that have methods need room for the
// promoted ones, as in New: they are made again at every call, so the caller has to keep them.
func Struct(fields []reflect.StructField, methods, ptrMethods int) (reflect.Type, error) {
	special := false
	for _, f := range fields {
		special = special || f.Anonymous || f.Name == "_"
	}
	if !special {
		return reflect.StructOf(fields), nil
	}
	if t := compiledStruct(fields); t != nil {
		return t, nil
	}
	if err := known(); err != nil {
		return nil, err
	}
	m := &made{layout: StructLayout(fields), room: roomFor(methods, ptrMethods)}
	for _, f := range fields {
		if f.PkgPath != "" {
			m.pkg.Path = f.PkgPath
		}
	}
	text := structText(fields)
	m.describe(m.layout, text)
	s := (*structType)(unsafe.Pointer(m.typ))
	before := s.rtype
	s.fill(rtypeOf(m.layout), fields)
	s.TFlag |= before.TFlag & (flagUncommon | flagStar)
	s.Hash, s.Str, s.PtrToThis = before.Hash, before.Str, before.PtrToThis
	return m.register(), nil
}

// typesByString returns the compiled types with a string.
//
//go:linkname typesByString reflect.typesByString
func typesByString(s string) []*rtype

// compiledStruct returns the compiled struct type with the given fields.
func compiledStruct(fields []reflect.StructField) reflect.Type {
	for _, r := range typesByString(structText(fields)) {
		t := toType(r)
		if t.Kind() != reflect.Struct || t.Name() != "" || t.NumField() != len(fields) {
			continue
		}
		same := true
		for i, f := range fields {
			g := t.Field(i)
			same = same && f.Name == g.Name && f.Type == g.Type && f.Tag == g.Tag && f.Anonymous == g.Anonymous && f.PkgPath == g.PkgPath
		}
		if same {
			return t
		}
	}
	return nil
}

// SameLayout returns nil if memory of type a may be accessed as memory of type b, and otherwise an error with the
// difference: types that they refer to must have the same layout as well. Interfaces must be the same type or have
// the same methods; names and the methods of other types do not matter.
func SameLayout(a, b reflect.Type) error { return sameLayout(a, b, map[[2]reflect.Type]bool{}) }

func sameLayout(a, b reflect.Type, seen map[[2]reflect.Type]bool) error {
	pair := [2]reflect.Type{a, b}
	if a == b || seen[pair] {
		return nil
	}
	seen[pair] = true
	if a.Kind() != b.Kind() || a.Size() != b.Size() || a.Align() != b.Align() || a.Comparable() != b.Comparable() {
		return fmt.Errorf("%v and %v differ in layout", a, b)
	}
	as, bs, err := partsOf(a, b)
	for i := range as {
		if err == nil {
			err = sameLayout(as[i], bs[i], seen)
		}
	}
	return err
}

// partsOf returns the component types of two types of one kind.
func partsOf(a, b reflect.Type) (as, bs []reflect.Type, err error) {
	differ := fmt.Errorf("%v and %v differ in layout", a, b)
	switch a.Kind() {
	case reflect.Map:
		return []reflect.Type{a.Key(), a.Elem()}, []reflect.Type{b.Key(), b.Elem()}, nil
	case reflect.Array:
		if a.Len() != b.Len() {
			return nil, nil, differ
		}
		return []reflect.Type{a.Elem()}, []reflect.Type{b.Elem()}, nil
	case reflect.Pointer, reflect.Slice, reflect.Chan:
		return []reflect.Type{a.Elem()}, []reflect.Type{b.Elem()}, nil
	case reflect.Func:
		if a.NumIn() != b.NumIn() || a.NumOut() != b.NumOut() || a.IsVariadic() != b.IsVariadic() {
			return nil, nil, differ
		}
		for i := range a.NumIn() {
			as, bs = append(as, a.In(i)), append(bs, b.In(i))
		}
		for i := range a.NumOut() {
			as, bs = append(as, a.Out(i)), append(bs, b.Out(i))
		}
	case reflect.Struct:
		if a.NumField() != b.NumField() {
			return nil, nil, differ
		}
		for i := range a.NumField() {
			if a.Field(i).Offset != b.Field(i).Offset {
				return nil, nil, differ
			}
			as, bs = append(as, a.Field(i).Type), append(bs, b.Field(i).Type)
		}
	case reflect.Interface:
		if a.NumMethod() != b.NumMethod() {
			return nil, nil, differ
		}
		for i := range a.NumMethod() {
			x, y := a.Method(i), b.Method(i)
			if x.Name != y.Name || x.PkgPath != y.PkgPath {
				return nil, nil, differ
			}
			as, bs = append(as, x.Type), append(bs, y.Type)
		}
	}
	return as, bs, nil
}
