package py

import (
	"reflect"

	"github.com/msrepl/msrepl/internal/session/inner"
	"github.com/msrepl/msrepl/tensor"
)

// Arrays returns v, or a copy of a list, tuple or dictionary, whose tensors have the repr of numpy's arrays,
// array([1., 2.]), and those without axes that of numpy's numbers, 1.0.
func Arrays(v any) any {
	switch x := v.(type) {
	case *tensor.Tensor:
		return ndarray{x}
	case tensor.Tuple, Tuple:
		return TupleOf(x).arrays()
	case *Dict:
		d := x.Copy()
		for k, e := range d.values {
			d.values[k] = Arrays(e)
		}
		return d
	case View:
		return View{x.name, Arrays(x.dict).(*Dict)}
	}
	if r := reflect.ValueOf(v); r.Kind() == reflect.Slice && r.Type().PkgPath() == "" {
		return []any(TupleOf(v).arrays())
	}
	return v
}

func (t Tuple) arrays() Tuple {
	for i, e := range t {
		t[i] = Arrays(e)
	}
	return t
}

// ndarray is a tensor with the repr of numpy.
type ndarray struct{ *tensor.Tensor }

// Repr returns the text inside containers.
func (a ndarray) Repr() string {
	if a.Tensor == nil || a.NDim() == 0 {
		return a.String()
	}
	return numpyRepr(a.Tensor)
}

var numpyRepr = inner.Get[func(x *tensor.Tensor) string]("tensor.NumpyRepr")

// InPlace is numpy's x op= y, given the result of x op y: it stores the result in the elements of x, also for other
// names and views of x, and returns x. If x is a number (0-d), it is unchanged and the result is returned. A result
// of another shape is a ValueError, a float result for an integer x a TypeError.
func InPlace(x, result *tensor.Tensor) *tensor.Tensor {
	if x.NDim() == 0 {
		return result
	}
	if result.DType().IsFloat() && !x.DType().IsFloat() {
		tensor.Throw("InPlace", tensor.TypeError,
			"For 'InPlace', the result of %v does not fit an array of %v.", result.DType(), x.DType())
	}
	return x.Assign(result)
}

// Wide returns x with 64 bits if its elements are whole numbers of fewer: Int64, or UInt64 of unsigned ones. numpy's
// sums and products have them.
func Wide(x *tensor.Tensor) *tensor.Tensor {
	switch x.DType() {
	case tensor.Int8, tensor.Int16, tensor.Int32:
		return x.AsType(tensor.Int64)
	case tensor.UInt8, tensor.UInt16, tensor.UInt32:
		return x.AsType(tensor.UInt64)
	}
	return x
}

// WideAll returns [Wide] of each tensor.
func WideAll(xs tensor.Tuple) tensor.Tuple {
	out := make(tensor.Tuple, len(xs))
	for i, x := range xs {
		out[i] = Wide(x)
	}
	return out
}

// Element returns a[i] as numpy does: a view of a, or, if it has no axes, a number that does not change with a.
func Element(x *tensor.Tensor) *tensor.Tensor {
	if x.NDim() == 0 {
		return x.Clone()
	}
	return x
}
