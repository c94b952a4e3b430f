package compile

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/ssa"

	"github.com/msrepl/msrepl/interp/internal/compile/evalorder"
	"github.com/msrepl/msrepl/interp/internal/realtype/maker"
	"github.com/msrepl/msrepl/interp/internal/vm/layout"
)

// typeInfo caches the properties of a type.
type typeInfo struct {
	reflect reflect.Type
	leaves  []layout.Leaf
	known   bool // leaves has been computed
}

func (c *Unit) info(t types.Type) *typeInfo {
	i := c.types[t]
	if i == nil {
		i = &typeInfo{}
		c.types[t] = i
	}
	return i
}

func (c *Unit) rtype(t types.Type) reflect.Type {
	i := c.info(t)
	if i.reflect == nil {
		i.reflect = c.env.Reflect(t)
	}
	return i.reflect
}

var pointerLeaf = []layout.Leaf{{Kind: layout.Pointer}}

// leaves returns the words of values of type t; those of a tuple are those of its components.
func (c *Unit) leaves(t types.Type) []layout.Leaf {
	if t == nil {
		return nil
	}
	i := c.info(t)
	if !i.known {
		i.leaves, i.known = c.makeLeaves(t), true
	}
	return i.leaves
}

func (c *Unit) makeLeaves(t types.Type) (l []layout.Leaf) {
	switch u := t.Underlying().(type) {
	case *types.Tuple:
		for i := range u.Len() {
			l = append(l, c.leaves(u.At(i).Type())...)
		}
		return l
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return pointerLeaf
	case *types.Basic:
		switch u.Kind() {
		case types.Invalid: // an unused value of a range
			return nil
		case types.UntypedNil:
			return pointerLeaf
		}
		return layout.Leaves(maker.Basic(u))
	case *types.Struct, *types.Array, *types.Slice, *types.Interface:
		return layout.Leaves(c.shape(t))
	}
	return pointerLeaf // an iterator or a frame, which only the SSA form knows
}

// shape returns a reflect type with the words of t.
func (c *Unit) shape(t types.Type) reflect.Type {
	switch t.Underlying().(type) {
	case *types.Slice:
		return reflect.TypeFor[[]byte]()
	case *types.Interface:
		return reflect.TypeFor[any]()
	}
	return c.rtype(t)
}

// The kinds of types that operators distinguish.

func basicInfo(t types.Type) types.BasicInfo {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()
	}
	return 0
}

func isFloat(t types.Type) bool    { return basicInfo(t)&types.IsFloat != 0 }
func isString(t types.Type) bool   { return basicInfo(t)&types.IsString != 0 }
func isUnsigned(t types.Type) bool { return basicInfo(t)&types.IsUnsigned != 0 }
func isInt(t types.Type) bool      { return basicInfo(t)&types.IsInteger != 0 }
func isBool(t types.Type) bool     { return basicInfo(t)&types.IsBoolean != 0 }
func isComplex(t types.Type) bool  { return basicInfo(t)&types.IsComplex != 0 }

func isSingle(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Float32
}

func isPointer(t types.Type) bool { return evalorder.IsPointer(t) }

func isInterface(t types.Type) bool { return types.IsInterface(t) }

// hasMethods reports whether interfaces of type t hold itabs.
func hasMethods(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() > 0
}

func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.Value == nil && (k.Type() == types.Typ[types.UntypedNil] || isPointer(k.Type()) || isInterface(k.Type()) || isSlice(k.Type()))
}

func isSlice(t types.Type) bool { _, ok := t.Underlying().(*types.Slice); return ok }

// elem returns the type that a pointer type points to.
func elem(t types.Type) types.Type { return t.Underlying().(*types.Pointer).Elem() }

// keepsBox reports whether registers keep values of a type as boxes.
func (c *Unit) keepsBox(t types.Type) bool { return isBox(c.leaves(t)) }

func isBox(l []layout.Leaf) bool { return len(l) == 1 && l[0].Kind == layout.Box }

// fieldOffset returns the offset of field i of the struct type t.
func (c *Unit) fieldOffset(t types.Type, i int) int64 { return int64(c.rtype(t).Field(i).Offset) }

// fieldWords returns the range of the words of field i in a flat struct. Private fields of compiled structs have
// other types in package go/types.
func (c *Unit) fieldWords(t types.Type, i int) (from, to int) {
	s := c.rtype(t)
	for j := range i {
		from += len(layout.Leaves(s.Field(j).Type))
	}
	return from, from + len(layout.Leaves(s.Field(i).Type))
}

// elemSize returns the size of the elements of a slice, an array or a string, or of the array behind a pointer.
func (c *Unit) elemSize(t types.Type) int64 {
	switch u := t.Underlying().(type) {
	case *types.Slice:
		return int64(c.sizeOf(u.Elem()))
	case *types.Array:
		return int64(c.sizeOf(u.Elem()))
	case *types.Pointer:
		return c.elemSize(u.Elem())
	}
	return 1
}

func (c *Unit) sizeOf(t types.Type) uintptr {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Chan, *types.Signature:
		return reflect.TypeFor[uintptr]().Size()
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		return maker.Basic(b).Size()
	}
	return c.shape(t).Size()
}
