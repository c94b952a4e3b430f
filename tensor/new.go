package tensor

import (
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// New returns a tensor with a copy of v: mindspore.Tensor. v is a number, a bool, a *Tensor, or slices or arrays of
// those nested to any depth (all of the same length per level, otherwise ValueError). Without a dtype, typed Go
// slices keep their element type ([]float64 gives Float64, []int gives Int64), while plain numbers and []any get
// Python's defaults: float64 gives Float32, int gives Int64. With a dtype, values are cast as in C.
func New(v any, dtype ...DType) *Tensor {
	t, fixed := parse(v)
	switch {
	case len(dtype) > 1:
		Throw("Tensor", TypeError, "For Tensor, at most one dtype may be given, but got %d.", len(dtype))
	case len(dtype) == 1 && dtype[0] != t.dtype:
		return t.cast(dtype[0])
	case len(dtype) == 0 && !fixed && t.dtype == Float64:
		return t.cast(Float32)
	}
	return t
}

// parse returns v as a new tensor with the dtype of its Go type; fixed reports whether that dtype is the tensor's
// own, rather than a Python number's.
func parse(v any) (t *Tensor, fixed bool) {
	if x, ok := v.(*Tensor); ok {
		return x.copied(), true
	}
	if dt := dtype.Of(v); dt != dtype.Invalid {
		if t, ok := copyOf(v, dt); ok {
			return t, true
		}
		return parseNumber(v, dt), false
	}
	rv := reflect.ValueOf(v)
	p := parser{whole: v, shape: measure(rv, nil)}
	p.walk(rv, 0, "")
	return p.finish(rv.Type())
}

// copyOf copies a slice of elements to a 1-d tensor.
func copyOf(v any, dt DType) (*Tensor, bool) {
	rv := reflect.ValueOf(v)
	if rv.Kind() != reflect.Slice {
		return nil, false
	}
	t := alloc(dt, newLayout([]int{rv.Len()}))
	kernels.Convert(t.elements(), wordSized(v))
	return t, true
}

// wordSized converts []int and []uint to the fixed-size slice types that kernels support.
func wordSized(v any) any {
	switch s := v.(type) {
	case []int:
		w := make([]int64, len(s))
		for i, x := range s {
			w[i] = int64(x)
		}
		return w
	case []uint:
		w := make([]uint64, len(s))
		for i, x := range s {
			w[i] = uint64(x)
		}
		return w
	}
	return v
}

// parseNumber converts a Go number to a 0-d tensor.
func parseNumber(v any, dt DType) *Tensor {
	t := alloc(dt, scalarLayout)
	setNumber(t, 0, reflect.ValueOf(v))
	return t
}

// setNumber sets element i of t, a new tensor with the dtype of v.
func setNumber(t *Tensor, i int, v reflect.Value) {
	s := reflect.ValueOf(t.elements()).Index(i)
	s.Set(v.Convert(s.Type()))
}

// measure returns the shape of nested slices, given by the first element of each level.
func measure(v reflect.Value, dims []int) []int {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch {
	case v.Kind() == reflect.Slice || v.Kind() == reflect.Array:
		dims = append(dims, v.Len())
		if v.Len() == 0 {
			return dims
		}
		return measure(v.Index(0), dims)
	case v.IsValid() && v.Type() == tensorType:
		return append(dims, v.Interface().(*Tensor).lay.shape...)
	}
	return dims
}

var tensorType = reflect.TypeFor[*Tensor]()

// parser collects the leaves of nested slices, which may have different types.
type parser struct {
	whole  any // the user's argument
	shape  []int
	leaves []reflect.Value
	dtype  DType // the widest dtype of a leaf
}

func (p *parser) walk(v reflect.Value, depth int, at string) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if v.IsValid() && v.Type() == tensorType {
		p.tensor(v.Interface().(*Tensor), depth, at)
		return
	}
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		if depth != len(p.shape) {
			p.ragged(at, "a number", depth)
		}
		p.leaf(v)
		return
	}
	if depth == len(p.shape) || v.Len() != p.shape[depth] {
		p.ragged(at, "a list of length "+joinInts([]int{v.Len()}), depth)
	}
	for i := range v.Len() {
		p.walk(v.Index(i), depth+1, at+"["+joinInts([]int{i})+"]")
	}
}

func (p *parser) tensor(x *Tensor, depth int, at string) {
	if !slices.Equal(x.lay.shape, p.shape[min(depth, len(p.shape)):]) {
		p.ragged(at, "a tensor of shape "+tupleText(x.lay.shape), depth)
	}
	s := reflect.ValueOf(x.rowMajor().elements())
	for i := range s.Len() {
		p.leaf(s.Index(i))
	}
}

func (p *parser) leaf(v reflect.Value) {
	dt := dtype.Invalid
	if v.IsValid() {
		dt = leafType(v)
	}
	if dt == dtype.Invalid {
		Throw("Tensor", TypeError, "For Tensor, the input_data is %s that contain unsupported element.", pyrepr.Line(p.whole))
	}
	p.leaves = append(p.leaves, v)
	if p.dtype == dtype.Invalid || p.dtype == dt {
		p.dtype = dt
	} else if wide, ok := dtype.Promote(p.dtype, dt); ok {
		p.dtype = wide
	} else {
		p.dtype = Float64
	}
}

// leafType returns the dtype for a number's Go type, including named types (type celsius float64).
func leafType(v reflect.Value) DType {
	if dt := dtype.Of(v.Interface()); dt != dtype.Invalid {
		return dt
	}
	if k := v.Kind(); k >= reflect.Bool && k <= reflect.Complex128 {
		return kindTypes[k]
	}
	return dtype.Invalid
}

var kindTypes = map[reflect.Kind]DType{
	reflect.Bool: Bool, reflect.Int: Int64, reflect.Int8: Int8, reflect.Int16: Int16, reflect.Int32: Int32, reflect.Int64: Int64,
	reflect.Uint: UInt64, reflect.Uint8: UInt8, reflect.Uint16: UInt16, reflect.Uint32: UInt32, reflect.Uint64: UInt64,
	reflect.Float32: Float32, reflect.Float64: Float64, reflect.Complex64: Complex64, reflect.Complex128: Complex128,
}

func (p *parser) ragged(at, got string, depth int) {
	want := "a number"
	if depth < len(p.shape) {
		want = "a list of length " + joinInts(p.shape[depth:depth+1])
	}
	Throw("Tensor", ValueError, "For Tensor, the input_data is ragged: element %s is %s where %s is expected.", at, got, want)
}

// finish builds the tensor from the leaves. t is the Go type of the whole: a static element type fixes the dtype.
func (p *parser) finish(t reflect.Type) (*Tensor, bool) {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		t = t.Elem()
	}
	fixed := t.Kind() != reflect.Interface && len(p.shape) > 0
	if p.dtype == dtype.Invalid { // no elements
		p.dtype = Float64
		if dt, ok := kindTypes[t.Kind()]; ok {
			p.dtype = dt
		} else {
			fixed = false
		}
	}
	res := alloc(p.dtype, newLayout(p.shape))
	for i, leaf := range p.leaves {
		if leafType(leaf) == p.dtype {
			setNumber(res, i, leaf)
			continue
		}
		one := alloc(p.dtype, scalarLayout)
		parseNumber(leaf.Interface(), leafType(leaf)).castInto(one)
		setNumber(res, i, reflect.ValueOf(one.elements()).Index(0))
	}
	return res, fixed
}
