package ops

import (
	"strings"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// RaggedRange returns the ranges from starts to before limits in steps of deltas, vectors of integers or floats, one
// after the other, preceded by the Int64 offsets at which each begins and the last ends. A vector with one element
// applies to all ranges.
//
//ms:op func= class=RaggedRange types=real grad=no
func RaggedRange(starts, limits, deltas *tensor.Tensor) (splits, values *tensor.Tensor) {
	const op = "RaggedRange"
	for _, x := range []*tensor.Tensor{starts, limits, deltas} {
		if dt := x.DType(); dt == tensor.Bool || dt.IsComplex() {
			tensor.Throw(op, tensor.TypeError, "For '%s', the starts, limits and deltas must be real numbers, but got %v.", op, dt)
		}
	}
	from, to, step := starts.Detach().Reshape(-1).Float64s(), limits.Detach().Reshape(-1).Float64s(), deltas.Detach().Reshape(-1).Float64s()
	n := max(len(from), len(to), len(step))
	pick := func(v []float64, i int) float64 {
		if len(v) != n && len(v) != 1 {
			tensor.Throw(op, tensor.ValueError, "For '%s', the starts, limits and deltas must have the same length or one element, but got %d, %d and %d.",
				op, len(from), len(to), len(step))
		}
		return v[min(i, len(v)-1)]
	}
	ends, all := []int{0}, []float64{}
	for i := range n {
		a, b, d := pick(from, i), pick(to, i), pick(step, i)
		count := 0
		switch {
		case d == 0:
			tensor.Throw(op, tensor.ValueError, "For '%s', a delta must not be 0.", op)
		case (b-a)/d > 1<<28:
			tensor.Throw(op, tensor.ValueError, "For '%s', a range of %v numbers is too long.", op, (b-a)/d)
		}
		for x := a; (d > 0 && x < b) || (d < 0 && x > b); x = a + float64(d*float64(count)) {
			all, count = append(all, x), count+1
		}
		ends = append(ends, len(all))
	}
	return tensor.New(ends, tensor.Int64), tensor.New(all, starts.DType()).Reshape(-1)
}

// ConfusionMatrix counts, for n classes, how often each label (row) was predicted as each class (column). labels and
// predictions are vectors of classes; the result is Int32.
//
//ms:op func= class=ConfusionMatrix types=int grad=no
func ConfusionMatrix(labels, predictions *tensor.Tensor, n int) *tensor.Tensor {
	const op = "ConfusionMatrix"
	checkIntegers(op, labels, predictions)
	a, b, counts := labels.Int64s(), predictions.Int64s(), engine.Slice[int32](max(n, 0), max(n, 0))
	if labels.NDim() != 1 || len(a) != len(b) || predictions.NDim() != 1 {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'labels' and 'predictions' must be vectors of the same length, but got %s and %s.",
			op, listText(labels.Shape()), listText(predictions.Shape()))
	}
	for i := range a {
		if a[i] < 0 || b[i] < 0 || a[i] >= int64(n) || b[i] >= int64(n) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the classes must be in [0, %d), but got label %d and prediction %d.", op, n, a[i], b[i])
		}
		counts[int(a[i])*n+int(b[i])]++
	}
	return tensor.Share(counts, max(n, 0), max(n, 0))
}

// InTopK returns, as Bool, whether fewer than k numbers of each row of x, of shape (N, C), are greater than that of
// its label; labels has the shape (N). It is false for a label outside [0, C) and for a row with a number that is not
// finite.
//
//ms:op func=intopk class=InTopK types=ordered grad=no
func InTopK(x, labels *tensor.Tensor, k int) *tensor.Tensor {
	const op = "InTopK"
	needIntegers(op, "labels", labels)
	if x.NDim() != 2 || labels.NDim() != 1 || labels.Dim(0) != x.Dim(0) {
		tensor.Throw(op, tensor.ValueError,
			"For '%s', 'x' must have the shape (N, C) and 'labels' the shape (N), but got the shapes %s and %s.",
			op, tupleText(x.Shape()), tupleText(labels.Shape()))
	}
	at := labels.ExpandDims(1)
	is := at.GreaterEqual(number(0)).LogicalAnd(at.Less(tensor.New(x.Dim(1))))
	above := x.Greater(x.GatherElements(1, at.Mul(is)))
	return above.Sum(1).Less(tensor.New(k)).LogicalAnd(is.Squeeze(1)).LogicalAnd(x.IsFinite().All(1))
}

// SparseSegmentMean returns the means of the rows of x at indices, grouped by ids, which ascend: row i of the result
// is the mean of segment i, or zero if it is empty.
//
//ms:op func=sparse_segment_mean class= types=floats
func SparseSegmentMean(x, indices, ids *tensor.Tensor) *tensor.Tensor {
	checkFloat("SparseSegmentMean", []string{"x"}, specOf(x))
	needIntegers("SparseSegmentMean", "indices", indices)
	if x.NDim() == 0 || indices.NDim() != 1 || ids.NDim() != 1 || indices.Size() != ids.Size() {
		tensor.Throw("SparseSegmentMean", tensor.ValueError, "For 'SparseSegmentMean', x must have an axis and 'indices' and 'segment_ids' be vectors of one length, but got shapes %s, %s and %s.",
			tupleText(x.Shape()), tupleText(indices.Shape()), tupleText(ids.Shape()))
	}
	return x.Gather(indices, 0).SegmentMean(ids)
}

// DataFormatDimMap returns, for each number of an axis in the order src of axes, such as "NHWC", which axis of src
// is there in the order dst, such as "NCHW".
//
//ms:op func= class=DataFormatDimMap types=int grad=no
func DataFormatDimMap(x *tensor.Tensor, src, dst string) *tensor.Tensor {
	checkIntegers("DataFormatDimMap", x)
	return formatOrder("DataFormatDimMap", src, dst).AsType(x.DType()).Take(x.Mod(tensor.New(len(src), x.DType())))
}

// DataFormatVecPermute permutes the elements, or rows, of x from the order src of axes, such as "NHWC", into the
// order dst, such as "NCHW".
//
//ms:op func= class=DataFormatVecPermute types=int grad=no
func DataFormatVecPermute(x *tensor.Tensor, src, dst string) *tensor.Tensor {
	const op = "DataFormatVecPermute"
	checkIntegers(op, x)
	if x.NDim() > 0 && x.Dim(0) == 2 { // height and width only
		drop := strings.NewReplacer("N", "", "C", "")
		src, dst = drop.Replace(src), drop.Replace(dst)
	}
	order := formatOrder(op, src, dst)
	if x.NDim() == 0 || x.Dim(0) != order.Size() {
		tensor.Throw(op, tensor.ValueError, "For '%s', the first dimension must be 2 or 4, but got shape %s.", op, listText(x.Shape()))
	}
	return x.Detach().Gather(order, 0)
}

// checkIntegers raises TypeError if a tensor does not hold integers.
func checkIntegers(op string, in ...*tensor.Tensor) {
	for _, x := range in {
		if !x.DType().IsInt() {
			tensor.Throw(op, tensor.TypeError, "For '%s', the inputs must be integers, but got Tensor[%v].", op, x.DType())
		}
	}
}

// formatOrder returns the places in src of the axes of dst.
func formatOrder(op, src, dst string) *tensor.Tensor {
	order := make([]int, len(dst))
	for i, axis := range dst {
		order[i] = strings.IndexRune(src, axis)
		if order[i] < 0 || len(src) != len(dst) {
			tensor.Throw(op, tensor.ValueError, "For '%s', 'src_format' and 'dst_format' must have the same axes, but got %s and %s.", op, src, dst)
		}
	}
	return tensor.New(order, tensor.Int64).Reshape(-1)
}

// BiDense returns x·w·y for every matrix of w: x has shape (…, in1), y (…, in2), w (out, in1, in2), the result (…,
// out). Options: Bias.
//
//ms:op func=bidense class= types=floats
func BiDense(x, y, w *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "BiDense"
	o := read(op, opts, "Bias")
	checkFloat(op, []string{"input1", "input2", "weight"}, specOf(x), specOf(y), specOf(w))
	if w.NDim() != 3 || x.NDim() == 0 || y.NDim() == 0 || x.Dim(-1) != w.Dim(1) || y.Dim(-1) != w.Dim(2) {
		tensor.Throw(op, tensor.ValueError, "For '%s', weight.shape must be (out, in1, in2) for the last axes in1 of input1 and in2 of input2, but got weight.shape = %s, "+
			"input1.shape = %s and input2.shape = %s.", op, listText(w.Shape()), listText(x.Shape()), listText(y.Shape()))
	}
	out := tensor.Einsum("...i,oij,...j->...o", x, w, y)
	if b := kwargs.Get[*tensor.Tensor](o, "Bias", nil); b != nil {
		agree(op, out, b)
		out = out.Add(b)
	}
	return out
}
