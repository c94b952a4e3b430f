package rt

import (
	"math"
	"reflect"
	"sync"
	"unsafe"
)

// The interpreter does not pass on arguments that are zero, as what they are to become is zero already, and takes −0 for zero. So
// a zero that may have a sign travels as a NaN with a mark of ours, and becomes itself again where the function begins. The
// interpreter lets a hook of its own make conversions, which costs a tenth of a call of compiled code. Conversions from Argument are such: no
// Go that compiles has any.

// Argument is the type from which lowered code converts arguments that may be zeros with a sign.
type Argument interface{}

// Arrived is the type to which lowered code converts parameters that have arrived.
type Arrived struct{}

var (
	argumentType = reflect.TypeFor[Argument]()
	arrivedType  = reflect.TypeFor[Arrived]()
)

// What a marked NaN begins with; its sign is that of the zero.
const (
	zeroMark64 uint64 = 0x7ff8_6d73_7a65_726f
	zeroMark32 uint32 = 0x7ffd_7a65
)

// Conversion is the interpreter's hook for conversions: it returns what makes one, nil when the interpreter is to make it.
func Conversion(from, to reflect.Type) func(src, dest reflect.Value) {
	switch {
	case from != argumentType:
		return nil
	case to == arrivedType:
		return arrive
	case to.Kind() == reflect.Float64:
		return sendFloat64
	}
	leaf, ok := firstFloat(to)
	return func(src, dest reflect.Value) {
		dest.Set(src)
		if ok {
			leaf.mark(dest)
		}
	}
}

func sendFloat64(src, dest reflect.Value) {
	x := src.Float()
	if x == 0 && math.Signbit(x) {
		x = math.Float64frombits(zeroMark64 | 1<<63)
	}
	dest.SetFloat(x)
}

// arrive undoes the mark of a parameter in its place.
func arrive(param, _ reflect.Value) {
	if param.Kind() == reflect.Float64 {
		if bits := math.Float64bits(param.Float()); bits&^(1<<63) == zeroMark64 {
			param.SetFloat(math.Float64frombits(bits &^ zeroMark64))
		}
		return
	}
	if leaf, ok := firstFloat(param.Type()); ok {
		leaf.unmark(param)
	}
}

// floatLeaf is where the first floating-point number of a type lies in its values.
type floatLeaf struct {
	offset uintptr
	single bool // it is a float32
}

var floatLeaves sync.Map // of reflect.Type; a floatLeaf, or nil

// firstFloat finds the first number of a type that −0 is a value of.
func firstFloat(t reflect.Type) (floatLeaf, bool) {
	x, ok := floatLeaves.Load(t)
	if !ok {
		if leaf, found := findFloat(t); found {
			x = leaf
		}
		floatLeaves.Store(t, x)
	}
	leaf, ok := x.(floatLeaf)
	return leaf, ok
}

func findFloat(t reflect.Type) (floatLeaf, bool) {
	switch t.Kind() {
	case reflect.Float32, reflect.Complex64:
		return floatLeaf{single: true}, true
	case reflect.Float64, reflect.Complex128:
		return floatLeaf{}, true
	case reflect.Array:
		if t.Len() > 0 {
			return findFloat(t.Elem())
		}
	case reflect.Struct:
		for i := range t.NumField() {
			if leaf, ok := findFloat(t.Field(i).Type); ok {
				leaf.offset += t.Field(i).Offset
				return leaf, true
			}
		}
	}
	return floatLeaf{}, false
}

// mark marks a value that is all zeros, of whatever signs.
func (leaf floatLeaf) mark(v reflect.Value) {
	p := unsafe.Add(v.Addr().UnsafePointer(), leaf.offset)
	switch {
	case leaf.single:
		if f := (*uint32)(p); *f<<1 == 0 && v.IsZero() {
			*f |= zeroMark32
		}
	default:
		if f := (*uint64)(p); *f<<1 == 0 && v.IsZero() {
			*f |= zeroMark64
		}
	}
}

func (leaf floatLeaf) unmark(v reflect.Value) {
	p := unsafe.Add(v.Addr().UnsafePointer(), leaf.offset)
	switch {
	case leaf.single:
		if f := (*uint32)(p); *f&^(1<<31) == zeroMark32 {
			*f &^= zeroMark32
		}
	default:
		if f := (*uint64)(p); *f&^(1<<63) == zeroMark64 {
			*f &^= zeroMark64
		}
	}
}
