package sparse

import (
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// COOTensor is a sparse tensor with a list of coordinates: mindspore.COOTensor. Element i is values[i] at indices[i];
// values at equal coordinates are added.
type COOTensor struct {
	indices, values *tensor.Tensor
	shape           tensor.Shape
}

// NewCOOTensor returns a COOTensor. Indices are integers of shape (n, number of axes), values have shape (n,). Other
// shapes raise ValueError, indices that are not integers TypeError, indices outside the shape IndexError.
func NewCOOTensor(indices, values *tensor.Tensor, dims ...int) *COOTensor {
	const class = "COOTensor"
	checkIntegers(class, "indices", indices)
	checkShape(class, dims)
	if indices.NDim() != 2 || values.NDim() != 1 || indices.Dim(0) != values.Dim(0) {
		tensor.Throw(class, tensor.ValueError, "For 'COOTensor', indices must have shape (n, %d) and values (n,), but got %s and %s.",
			len(dims), indices.Shape(), values.Shape())
	}
	if indices.Dim(1) != len(dims) {
		tensor.Throw(class, tensor.ValueError, "For 'COOTensor', there must be an index for each of the %d axes of shape %s, but indices have shape %s.",
			len(dims), shape.Tuple(dims), indices.Shape())
	}
	for i, at := range ints(indices) {
		if n := dims[i%len(dims)]; at < 0 || at >= int64(n) {
			tensor.Throw(class, tensor.IndexError, "For 'COOTensor', index %d of element %d is out of range for axis %d of size %d.",
				at, i/len(dims), i%len(dims), n)
		}
	}
	return &COOTensor{indices, values, slices.Clone(dims)}
}

// DenseToCOO returns the nonzero elements of x as a COOTensor, with Int32 indices: Tensor.to_coo and
// mindspore.ops.dense_to_sparse_coo. A tensor without axes raises ValueError. Gradients of values flow into x.
func DenseToCOO(x *tensor.Tensor) *COOTensor {
	if x.NDim() == 0 {
		tensor.Throw("DenseToCOO", tensor.ValueError, "For 'DenseToCOO', the tensor must have an axis, but it has none.")
	}
	indices := x.Nonzero().AsType(tensor.Int32)
	return &COOTensor{indices, x.GatherNd(indices), x.Shape()}
}

// DenseToCSR returns the nonzero elements of a matrix as a CSRTensor, with Int32 indices: Tensor.to_csr and
// mindspore.ops.dense_to_sparse_csr. Another number of axes than two raises ValueError.
func DenseToCSR(x *tensor.Tensor) *CSRTensor { return DenseToCOO(x).ToCSR() }

func checkIntegers(class, what string, x *tensor.Tensor) {
	if dt := x.DType(); dt != tensor.Int16 && dt != tensor.Int32 && dt != tensor.Int64 {
		tensor.Throw(class, tensor.TypeError, "For '%s', %s must be Int16, Int32 or Int64, but got %s.", class, what, dt)
	}
}

func checkShape(class string, dims []int) {
	if len(dims) == 0 || slices.Min(dims) <= 0 {
		tensor.Throw(class, tensor.ValueError, "For '%s', all sizes of the shape must be positive, but got %s.", class, shape.Tuple(dims))
	}
}

func ints(x *tensor.Tensor) []int64 { return x.Detach().AsType(tensor.Int64).Int64s() }

// Indices returns the coordinates, of shape (n, number of axes).
func (x *COOTensor) Indices() *tensor.Tensor { return x.indices }

// Values returns the values, of shape (n,).
func (x *COOTensor) Values() *tensor.Tensor { return x.values }

// Shape returns the shape of the tensor.
func (x *COOTensor) Shape() tensor.Shape { return slices.Clone(x.shape) }

// DType returns the dtype of the values.
func (x *COOTensor) DType() tensor.DType { return x.values.DType() }

// NDim returns the number of axes.
func (x *COOTensor) NDim() int { return len(x.shape) }

// Size returns how many values are kept.
func (x *COOTensor) Size() int { return x.values.Size() }

// ItemSize returns the bytes of a value.
func (x *COOTensor) ItemSize() int { return x.values.ItemSize() }

// AsType returns the tensor with values of another dtype.
func (x *COOTensor) AsType(dt tensor.DType) *COOTensor {
	return x.Apply(func(v *tensor.Tensor) *tensor.Tensor { return v.AsType(dt) })
}

// Abs returns the tensor with the absolute values.
func (x *COOTensor) Abs() *COOTensor { return x.Apply((*tensor.Tensor).Abs) }

// Apply returns the tensor with f applied to the values, whose shape must not change: ops.coo_abs, ops.coo_sin and so
// on are x.Apply((*tensor.Tensor).Abs) and the like. Another shape raises ValueError.
func (x *COOTensor) Apply(f func(values *tensor.Tensor) *tensor.Tensor) *COOTensor {
	return &COOTensor{x.indices, applied("COOTensor", x.values, f), x.shape}
}

func applied(class string, values *tensor.Tensor, f func(*tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	v := f(values)
	if !slices.Equal(v.Shape(), values.Shape()) {
		tensor.Throw(class, tensor.ValueError, "For '%s', the function must keep the shape of the values, %s, but it returned %s.", class, values.Shape(), v.Shape())
	}
	return v
}

// ToTuple returns indices, values and shape.
func (x *COOTensor) ToTuple() py.Tuple { return py.Pack(x.indices, x.values, x.shape) }

// ToDense returns all elements.
func (x *COOTensor) ToDense() *tensor.Tensor { return tensor.ScatterNd(x.values, x.indices, x.shape) }

// Coalesce sorts the elements by coordinates and adds those with equal coordinates.
func (x *COOTensor) Coalesce() *COOTensor {
	places, dims := ints(x.indices), len(x.shape)
	order := shape.UpTo(x.Size())
	at := func(i int) []int64 { return places[i*dims : (i+1)*dims] }
	slices.SortStableFunc(order, func(i, j int) int { return slices.Compare(at(i), at(j)) })
	var kept []int64
	groups := make([]int64, len(order)) // the group of each element
	n := 0
	for k, i := range order {
		if k == 0 || !slices.Equal(at(order[k-1]), at(i)) {
			kept = append(kept, at(i)...)
			n++
		}
		groups[i] = int64(n - 1)
	}
	values := x.values.UnsortedSegmentSum(tensor.New(groups), n)
	return &COOTensor{tensor.New(kept).AsType(x.indices.DType()).Reshape(n, dims), values, x.shape}
}

// Add returns the sum of two tensors of the same shape. It drops elements whose absolute value is below thresh, if
// given: COOTensor.add, ops.coo_add. Another shape or dtype raises ValueError or TypeError, a second thresh
// ValueError.
func (x *COOTensor) Add(y *COOTensor, thresh ...float64) *COOTensor {
	sameKind("COOTensor.Add", x, y)
	indices := tensor.Concat([]*tensor.Tensor{x.indices, y.indices.AsType(x.indices.DType())}, 0)
	sum := (&COOTensor{indices, tensor.Concat([]*tensor.Tensor{x.values, y.values}, 0), x.shape}).Coalesce()
	switch {
	case len(thresh) == 0:
		return sum
	case len(thresh) > 1:
		tensor.Throw("COOTensor.Add", tensor.ValueError,
			"For 'COOTensor.Add', there is one 'thresh', but got %d.", len(thresh))
	}
	kept := sum.values.Detach().Abs().GreaterEqual(tensor.Scalar(thresh[0]))
	return &COOTensor{sum.indices.At(kept), sum.values.At(kept), x.shape}
}

// sameKind raises an error unless two tensors have one shape and dtype.
func sameKind(op string, x, y interface {
	Shape() tensor.Shape
	DType() tensor.DType
},
) {
	if !slices.Equal(x.Shape(), y.Shape()) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shapes must be equal, but got %s and %s.", op, x.Shape(), y.Shape())
	}
	if x.DType() != y.DType() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the dtypes must be equal, but got %s and %s.", op, x.DType(), y.DType())
	}
}

// ToCSR returns the matrix as a CSRTensor. Another number of axes than two raises ValueError.
func (x *COOTensor) ToCSR() *CSRTensor {
	if len(x.shape) != 2 {
		tensor.Throw("COOTensor.ToCSR", tensor.ValueError, "For 'COOTensor.ToCSR', the tensor must be a matrix, but it has shape %s.", x.shape)
	}
	c := x.Coalesce()
	indptr := engine.Slice[int64](x.shape[0] + 1)
	for _, r := range ints(c.indices.At(tensor.All(), 0)) {
		indptr[r+1]++
	}
	for i := range x.shape[0] {
		indptr[i+1] += indptr[i]
	}
	dt := x.indices.DType()
	return &CSRTensor{tensor.New(indptr).AsType(dt), c.indices.At(tensor.All(), 1), c.values, x.shape}
}

// String is the text that MindSpore prints.
func (x *COOTensor) String() string {
	return "COOTensor(shape=" + list(x.shape) + ", dtype=" + x.DType().String() + ", indices=" + part(x.indices) + ", values=" + part(x.values) + ")"
}

// Repr is the same text as String.
func (x *COOTensor) Repr() string { return x.String() }

// part returns the text of a tensor within a sparse one: like that of a tensor in a list, without commas.
func part(x *tensor.Tensor) string {
	head, elements, _ := strings.Cut(x.Repr(), "value=")
	return head + "value=" + strings.ReplaceAll(strings.TrimPrefix(elements, " "), ",", "")
}

func list(dims []int) string {
	text := strings.Trim(shape.Tuple(dims), "()")
	return "[" + strings.TrimSuffix(text, ",") + "]"
}
