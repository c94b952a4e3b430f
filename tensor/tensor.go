package tensor

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// Tensor is an n-dimensional array. The zero Tensor is not usable; see [New] and the other constructors. Tensors are
// used by pointer and must not be copied by value.
//
// Some ops have several forms, which differ in their arguments and results:
//
//   - The largest elements: [Tensor.Max] along axes, of all without any; [Tensor.MaxAxes] along a list of axes,
//     which may stay with length one; [Tensor.AMax] of those elements where a mask is true; [Tensor.MaxWithIndex]
//     along one axis with their indices, [Tensor.ArgMax] only the indices, [Tensor.TopK] several of them,
//     [Tensor.CumMax] the running maximum. [Tensor.Maximum] and [Tensor.FMax] are of two tensors, element by element.
//     Min and its other forms do the same with the smallest; [Tensor.AMinMax] returns both.
//   - Sums and similar: [Tensor.Sum], Mean, Prod, Std, Var, Norm, All and Any take axes as Max does,
//     [Tensor.SumAxes] and so on a list of axes and MindSpore's other arguments.
//   - Order: [Tensor.Sort], [Tensor.ArgSort] and [Tensor.TopK] along one axis, by default the last;
//     [Tensor.SortAlong] and so on also in descending order.
//   - Grids: [Meshgrid] makes the two matrices of all pairs of two vectors, [Grids] the tensors of all combinations
//     of any number, in MindSpore's order too; [CartesianProd] has the same combinations as rows.
type Tensor struct {
	store *storage
	lay   *layout
	node  *node // origin of the value, nil if it is a constant to every tape
	off   int   // first element in store
	out   int32 // index among the results of node
	dtype DType
	weak  bool  // a Python number: see Scalar
	cut   bool  // a constant over memory that it may share with a tensor that has a history: see Detach
	words uint8 // the number of words of data allocated with it, if it may be reused: see spare
}

// Shape is a tuple of lengths or steps, one per axis. It is used as a []int and prints as Python's tuples do: (), (3,),
// (2, 3).
type Shape []int

// String returns s as Python writes a tuple.
func (s Shape) String() string { return shape.Tuple(s) }

// Shape returns a copy of the shape: Tensor.shape.
func (t *Tensor) Shape() Shape { return slices.Clone(t.lay.shape) }

// Dim returns the length of axis i, which may count from the end.
func (t *Tensor) Dim(i int) int { return t.lay.shape[t.axis("dim", i)] }

// NDim returns the number of axes: Tensor.ndim.
func (t *Tensor) NDim() int { return len(t.lay.shape) }

// Size returns the number of elements: Tensor.size.
func (t *Tensor) Size() int { return t.lay.size }

// DType returns the element type: Tensor.dtype.
func (t *Tensor) DType() DType { return t.dtype }

// ItemSize returns the bytes of one element: Tensor.itemsize.
func (t *Tensor) ItemSize() int { return t.dtype.Size() }

// NBytes returns the bytes of all elements: Tensor.nbytes.
func (t *Tensor) NBytes() int { return t.lay.size * t.dtype.Size() }

// Strides returns the step of each axis in bytes: Tensor.strides.
func (t *Tensor) Strides() Shape {
	s := Shape(slices.Clone(t.lay.strides))
	for i := range s {
		s[i] *= t.dtype.Size()
	}
	return s
}

// Len returns the length of the first axis, as Python's len; a 0-d tensor has none (TypeError).
func (t *Tensor) Len() int {
	if len(t.lay.shape) == 0 {
		Throw("len", TypeError, "Not support len of a 0-D tensor")
	}
	return t.lay.shape[0]
}

// Version counts the changes in place of t's elements, by views too: Tensor._version.
func (t *Tensor) Version() int { return int(t.store.age()) }

// IsWeak reports whether t is a Python number made by [Scalar], which takes the dtype of the other operand.
func (t *Tensor) IsWeak() bool { return t.weak }

// IsContiguous reports whether the elements are in row-major order without gaps: Tensor.is_contiguous.
func (t *Tensor) IsContiguous() bool { return t.lay.contig }

// spec describes t for an op's shape and dtype rule. A Python float counts as Float32 there.
func (t *Tensor) spec() Spec {
	dt := t.dtype
	if t.weak && dt == Float64 {
		dt = Float32
	}
	return Spec{DType: dt, Shape: t.lay.shape, Weak: t.weak}
}
