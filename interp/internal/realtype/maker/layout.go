package maker

import (
	"go/types"
	"reflect"
	"unsafe"

	"github.com/msrepl/msrepl/interp/internal/realtype"
)

var layoutPointer = reflect.TypeFor[unsafe.Pointer]()

// topLayout returns the layout to pass to realtype.New for an underlying type, without types that do not exist yet.
func (m *Maker) topLayout(t types.Type) reflect.Type {
	switch t := t.(type) {
	case *types.Pointer:
		return reflect.TypeFor[*int]()
	case *types.Slice:
		return reflect.TypeFor[[]int]()
	case *types.Map:
		return reflect.TypeFor[map[int]int]()
	case *types.Chan:
		return reflect.TypeFor[chan int]()
	case *types.Signature:
		list := func(n int) (ts []reflect.Type) {
			for range n {
				ts = append(ts, layoutPointer)
			}
			return ts
		}
		return reflect.FuncOf(list(t.Params().Len()), list(t.Results().Len()), false)
	case *types.Interface:
		if t.NumMethods() > 0 {
			return reflect.TypeFor[error]()
		}
		return reflect.TypeFor[any]()
	}
	return m.layout(t)
}

// layout returns the layout of a type as a component of another one. It converts no types: they need not exist yet.
func (m *Maker) layout(t types.Type) reflect.Type {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return Basic(t)
	case *types.Named:
		if t.Obj().Pkg() != nil {
			c, err := m.compiled(t)
			check(err)
			if c != nil {
				return realtype.PartLayout(c)
			}
		}
		return m.layout(t.Underlying())
	case *types.Array:
		return reflect.ArrayOf(length(t), m.layout(t.Elem()))
	case *types.Struct:
		fs := make([]reflect.StructField, t.NumFields())
		for i := range fs {
			fs[i] = reflect.StructField{Name: t.Field(i).Name(), Type: m.layout(t.Field(i).Type())}
		}
		return realtype.StructLayout(fs)
	case *types.Slice:
		return reflect.TypeFor[[]byte]()
	case *types.Interface, *types.Map, *types.Signature:
		return realtype.PartLayout(m.topLayout(t))
	case *types.Pointer, *types.Chan:
		return layoutPointer
	}
	failf("%v is no type of a value", t)
	return nil
}
