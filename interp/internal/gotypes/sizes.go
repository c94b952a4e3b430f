package gotypes

import (
	"go/types"
	"reflect"
	"runtime"
)

// Sizes returns the sizes of types as Go lays them out. Those of compiled packages come from reflection, as types of
// this world lack their unexported fields.
func (w *World) Sizes() types.Sizes { return sizes{w, types.SizesFor("gc", runtime.GOARCH)} }

type sizes struct {
	w *World
	types.Sizes
}

// compiled returns the compiled type that t was built from, nil when it is none.
func (s sizes) compiled(t types.Type) reflect.Type {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return nil
	}
	return s.w.Reflect(n)
}

// Alignof implements types.Sizes.
func (s sizes) Alignof(t types.Type) int64 {
	if r := s.compiled(t); r != nil {
		return int64(r.Align())
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return s.Alignof(u.Elem())
	case *types.Struct:
		most := int64(1)
		for f := range u.Fields() {
			most = max(most, s.Alignof(f.Type()))
		}
		return most
	}
	return s.Sizes.Alignof(t)
}

// Sizeof implements types.Sizes.
func (s sizes) Sizeof(t types.Type) int64 {
	if r := s.compiled(t); r != nil {
		return int64(r.Size())
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		return u.Len() * s.Sizeof(u.Elem())
	case *types.Struct:
		size, _ := s.layout(u)
		return size
	}
	return s.Sizes.Sizeof(t)
}

// Offsetsof implements types.Sizes.
func (s sizes) Offsetsof(fields []*types.Var) []int64 {
	_, at := s.layout(types.NewStruct(fields, nil))
	return at
}

// layout returns the size of a struct and the offsets of its fields. A last field of size zero takes a byte, so that
// its address is inside the struct.
func (s sizes) layout(u *types.Struct) (size int64, at []int64) {
	last := int64(1)
	for f := range u.Fields() {
		size = aligned(size, s.Alignof(f.Type()))
		at, last = append(at, size), s.Sizeof(f.Type())
		size += last
	}
	if last == 0 && size > 0 {
		size++
	}
	return aligned(size, s.Alignof(u)), at
}

func aligned(at, to int64) int64 { return (at + to - 1) / to * to }
