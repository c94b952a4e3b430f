package tensor

import (
	"reflect"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Share returns a tensor over the memory of the slice v, without copying: Tensor.from_numpy. Changing one changes the
// other. v is a slice of an element type ([]float32, []bool, and so on; []int counts as Int64 where int has
// 64 bits), its elements in row-major order of the given shape, by default [len(v)]. Another type is a
// TypeError, a shape of another size a ValueError.
func Share(v any, dims ...int) *Tensor {
	rv := reflect.ValueOf(v)
	dt := dtype.Of(v)
	if dt == dtype.Invalid || rv.Kind() != reflect.Slice || rv.Type().Elem().Size() != uintptr(dt.Size()) {
		Throw("Share", TypeError, "For 'Share', the data must be a slice of an element type such as []float32, but got %T.", v)
	}
	if len(dims) == 0 {
		dims = []int{rv.Len()}
	}
	checkShape("Share", dims)
	if shape.Size(dims) != rv.Len() {
		Throw("Share", ValueError, "For 'Share', shape %s needs %d elements, but got %d.", tupleText(dims), shape.Size(dims), rv.Len())
	}
	s := &storage{ptr: unsafe.Pointer(rv.Pointer()), n: rv.Len()}
	return &Tensor{store: s, lay: newLayout(dims), dtype: dt}
}

// ToList returns the elements as nested Go slices of the tensor's type, [][]float32 for a Float32 matrix, or as
// one number for a 0-d tensor: Tensor.tolist. The half types give float32. It is a copy, and [New] takes
// it back.
func (t *Tensor) ToList() any {
	x := t
	if t.dtype == Float16 || t.dtype == BFloat16 {
		x = t.cast(Float32)
	}
	x = x.copied()
	if len(x.lay.shape) == 0 {
		return x.element(0)
	}
	return nest(reflect.ValueOf(x.elements()), x.lay.shape).Interface()
}

// nest splits flat into nested slices of the given lengths.
func nest(flat reflect.Value, dims []int) reflect.Value {
	if len(dims) == 1 {
		return flat.Slice3(0, flat.Len(), flat.Len())
	}
	typ := flat.Type()
	for range dims[1:] {
		typ = reflect.SliceOf(typ)
	}
	rows := reflect.MakeSlice(typ, dims[0], dims[0])
	n := shape.Size(dims[1:])
	for i := range dims[0] {
		rows.Index(i).Set(nest(flat.Slice3(i*n, (i+1)*n, (i+1)*n), dims[1:]))
	}
	return rows
}
