package tensor

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// Values returns the elements in row-major order as a slice of the dtype's Go type ([]float32, []bool, and so on).
// It is the tensor's own memory when that is contiguous, otherwise a copy; treat it as read-only.
func (t *Tensor) Values() any { return t.lend().rowMajor().elements() }

// Bools returns the elements of t converted to bool, see [Tensor.Float32s].
func (t *Tensor) Bools() []bool { return typed[bool](t, Bool) }

// Int32s returns the elements of t converted to int32, see [Tensor.Float32s].
func (t *Tensor) Int32s() []int32 { return typed[int32](t, Int32) }

// Int64s returns the elements of t converted to int64, see [Tensor.Float32s].
func (t *Tensor) Int64s() []int64 { return typed[int64](t, Int64) }

// Float32s returns the elements in row-major order as float32. A contiguous Float32 tensor gives its own memory,
// to be treated as read-only; others are copied and converted.
func (t *Tensor) Float32s() []float32 { return typed[float32](t, Float32) }

// Float64s returns the elements of t converted to float64, see [Tensor.Float32s].
func (t *Tensor) Float64s() []float64 { return typed[float64](t, Float64) }

func typed[E any](t *Tensor, dt DType) []E { return flat[E](t.lend().as(dt).rowMajor()) }

// Item returns the one element of t as a Go value of its type: Tensor.item. The half types give float32. Several
// elements are a ValueError.
func (t *Tensor) Item() any {
	t.single("Item", "Only one element tensors can be converted to Python scalars")
	switch s := t.element(0).(type) {
	case dtype.Half:
		return s.Float32()
	case dtype.BF16:
		return s.Float32()
	default:
		return s
	}
}

// Float returns the one element of t as a float64: Python's float(t).
func (t *Tensor) Float() float64 {
	t.single("Float", "Only one element tensors can be converted to Python scalars")
	switch t.dtype { // learning rates and losses, without an allocation
	case Float32:
		return float64(all[float32](t)[t.off])
	case Float64:
		return all[float64](t)[t.off]
	}
	var v [1]float64
	kernels.Convert(v[:], t.rowMajor().elements())
	return v[0]
}

// Int returns the one element of t as an int: Python's int(t).
func (t *Tensor) Int() int {
	t.single("Int", "Only one element tensors can be converted to Python scalars")
	var v [1]int64
	kernels.Convert(v[:], t.rowMajor().elements())
	return int(v[0])
}

// Index returns the one element of t, an integer or Bool, as an int, for a bound of a slice: Tensor.__index__. Other
// tensors raise ValueError.
func (t *Tensor) Index() int {
	if t.lay.size != 1 || !t.dtype.IsInt() && t.dtype != Bool {
		Throw("Index", ValueError, "Only integer tensors of a single element can be converted to an index, but got "+
			"Tensor[%s] of shape %s.", t.dtype, tupleText(t.lay.shape))
	}
	return t.Int()
}

// Bool returns the truth of the one element of t: Python's bool(t).
func (t *Tensor) Bool() bool {
	t.single("Bool", "The truth value of an array with more than one element is ambiguous.")
	var v [1]bool
	kernels.Convert(v[:], t.rowMajor().elements())
	return v[0]
}

func (t *Tensor) single(op, message string) {
	if t.lay.size != 1 {
		Throw(op, ValueError, "%s", message)
	}
}

// Clone returns a copy with new memory; gradients flow through it: Tensor.copy.
func (t *Tensor) Clone() *Tensor { return apply1(copyOp{}, t) }

// Contiguous returns t if its elements are in row-major order without gaps, otherwise such a copy; gradients flow
// through it: Tensor.contiguous.
func (t *Tensor) Contiguous() *Tensor {
	if t.lay.contig {
		return t
	}
	return t.Clone()
}

type copyOp struct{}

func (copyOp) Name() string                { return "Copy" }
func (copyOp) infer(x Spec) Spec           { return x }
func (copyOp) forward(x *Tensor) *Tensor   { return x.copied() }
func (copyOp) vjp(_, _, g *Tensor) *Tensor { return g }
func (copyOp) keeps() keep                 { return keepNothing }
