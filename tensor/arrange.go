package tensor

import (
	"math"
	"math/bits"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// MoveAxis moves one axis of x to another position; the others keep their order. It is a view.
//
//ms:op func=moveaxis,movedim class= types=all
func (x *Tensor) MoveAxis(source, destination int) *Tensor {
	from, to := x.axis("MoveAxis", source), x.axis("MoveAxis", destination)
	perm := otherAxes([]int{from}, len(x.lay.shape))
	return x.Transpose(slices.Insert(perm, to, from)...)
}

// Narrow returns the n elements of an axis of x that begin at start, as a view.
//
//ms:op func=narrow class= types=all
func (x *Tensor) Narrow(axis, start, n int) *Tensor {
	a := x.axis("Narrow", axis)
	if start < 0 || n < 0 || start+n > x.lay.shape[a] {
		Throw("Narrow", ValueError, "For 'Narrow', start and start + length must be in [0, %d], but got %d and %d: the shape is %s.", x.lay.shape[a], start, start+n,
			tupleText(x.lay.shape))
	}
	return x.narrow(a, start, n)
}

// FlipLR reverses the second axis of x. It is a view.
//
//ms:op func=fliplr class= types=all
func (x *Tensor) FlipLR() *Tensor { return x.atLeast("FlipLR", 2).Flip(1) }

// FlipUD reverses the first axis of x. It is a view.
//
//ms:op func=flipud class= types=all
func (x *Tensor) FlipUD() *Tensor { return x.atLeast("FlipUD", 1).Flip(0) }

// atLeast throws if x has fewer than n axes.
func (x *Tensor) atLeast(op string, n int) *Tensor {
	if len(x.lay.shape) < n {
		Throw(op, ValueError, "For '%s', the tensor must have at least %d axes, but the shape is %s.", op, n, tupleText(x.lay.shape))
	}
	return x
}

// Rot90 rotates x by k·90 degrees in the plane of two axes, from axis from towards axis to; a negative k rotates the
// other way. It is a view.
//
//ms:op func=rot90 class= types=all
func (x *Tensor) Rot90(k, from, to int) *Tensor {
	a, b := x.axis("Rot90", from), x.axis("Rot90", to)
	if a == b {
		Throw("Rot90", ValueError, "For 'Rot90', the two axes must differ, but got %d and %d for shape %s.", from, to, tupleText(x.lay.shape))
	}
	switch (k%4 + 4) % 4 {
	case 1:
		return x.Flip(b).SwapAxes(a, b)
	case 2:
		return x.Flip(a, b)
	case 3:
		return x.SwapAxes(a, b).Flip(b)
	}
	return x
}

// AsStrided returns a tensor of shape size whose element i, j, … is that at offset + i·stride[0] + j·stride[1] +
// … of x in row-major order, even if x is not contiguous. It is a copy. Different lengths of size and stride,
// negative numbers and positions outside x are a ValueError.
//
//ms:op func=as_strided class= types=all
func (x *Tensor) AsStrided(size, stride []int, offset int) *Tensor {
	if len(size) != len(stride) || slices.Min(slices.Concat(size, stride, []int{offset})) < 0 {
		Throw("AsStrided", ValueError, "For 'AsStrided', size and stride must have the same length, and "+
			"no number may be negative, but got %v, %v and %d.", size, stride, offset)
	}
	places, last := New(offset), offset
	for i, n := range size {
		last += (n - 1) * stride[i]
		places = places.ExpandDims(-1).Add(Arange(n).Mul(New(stride[i])))
	}
	if places.lay.size > 0 && last >= x.lay.size {
		Throw("AsStrided", ValueError, "For 'AsStrided', size %v, stride %v and offset %d lead to element %d, but x of "+
			"shape %s has %d.", size, stride, offset, last, tupleText(x.lay.shape), x.lay.size)
	}
	return x.Take(places)
}

// TensorSplit splits x along an axis: an int n gives n pieces whose lengths differ by at most one, a []int gives the
// positions of the cuts. The pieces are views.
//
//ms:op func=tensor_split class= types=all
func (x *Tensor) TensorSplit(sections any, axis int) Tuple {
	a := x.axis("TensorSplit", axis)
	d := x.lay.shape[a]
	var cuts []int
	switch s := sections.(type) {
	case int:
		if s <= 0 {
			Throw("TensorSplit", ValueError, "For 'TensorSplit', the number of sections must be positive, but got %d.", s)
		}
		checkMemory(Int64, []int{s}) // a pointer for each part
		for i, at := 1, 0; i < s; i++ {
			at += d / s
			if i <= d%s {
				at++
			}
			cuts = append(cuts, at)
		}
	case []int, Shape:
		list, _ := shape.Ints(s)
		for _, at := range list {
			if at < 0 {
				at += d
			}
			cuts = append(cuts, min(max(at, 0), d))
		}
	default:
		Throw("TensorSplit", TypeError, "For 'TensorSplit', indices_or_sections must be an int or []int, but got %T.", sections)
	}
	res := make(Tuple, 0, len(cuts)+1)
	start := 0
	for _, at := range append(cuts, d) {
		res = append(res, x.narrow(a, start, max(0, at-start)))
		start = at
	}
	return res
}

// HSplit is [Tensor.TensorSplit] along the second axis, the only one of a vector.
//
//ms:op func=hsplit class= types=all
func (x *Tensor) HSplit(sections any) Tuple {
	return x.atLeast("HSplit", 1).TensorSplit(sections, min(1, len(x.lay.shape)-1))
}

// VSplit is [Tensor.TensorSplit] along the first axis of a tensor of two or more.
//
//ms:op func=vsplit class= types=all
func (x *Tensor) VSplit(sections any) Tuple { return x.atLeast("VSplit", 2).TensorSplit(sections, 0) }

// DSplit is [Tensor.TensorSplit] along the third axis.
//
//ms:op func=dsplit class= types=all
func (x *Tensor) DSplit(sections any) Tuple { return x.atLeast("DSplit", 3).TensorSplit(sections, 2) }

// AtLeast1D returns x, or a vector of one element if x is 0-d.
//
//ms:op func=atleast_1d class= types=all
func (x *Tensor) AtLeast1D() *Tensor {
	if len(x.lay.shape) == 0 {
		return x.Reshape(1)
	}
	return x
}

// AtLeast2D returns x with axes added in front until there are two.
//
//ms:op func=atleast_2d class= types=all
func (x *Tensor) AtLeast2D() *Tensor {
	if x = x.AtLeast1D(); len(x.lay.shape) == 1 {
		return x.ExpandDims(0)
	}
	return x
}

// AtLeast3D returns x with three axes or more: a vector of n elements gets shape (1, n, 1), a matrix a third axis.
//
//ms:op func=atleast_3d class= types=all
func (x *Tensor) AtLeast3D() *Tensor {
	if x = x.AtLeast2D(); len(x.lay.shape) == 2 {
		return x.ExpandDims(2)
	}
	return x
}

// eachOf applies f to every tensor.
func eachOf(xs []*Tensor, f func(x *Tensor) *Tensor) []*Tensor {
	res := make([]*Tensor, len(xs))
	for i, x := range xs {
		res[i] = f(x)
	}
	return res
}

// HStack joins tensors along the second axis, vectors along their only axis.
//
//ms:op func=hstack class= types=all
func HStack(xs []*Tensor) *Tensor {
	wide := eachOf(xs, (*Tensor).AtLeast1D)
	if len(wide) > 0 && len(wide[0].lay.shape) == 1 {
		return Concat(wide, 0)
	}
	return Concat(wide, 1)
}

// VStack joins tensors along the first axis, vectors as rows.
//
//ms:op func=vstack class= types=all
func VStack(xs []*Tensor) *Tensor { return Concat(eachOf(xs, (*Tensor).AtLeast2D), 0) }

// DStack joins tensors along the third axis; see [Tensor.AtLeast3D].
//
//ms:op func=dstack class= types=all
func DStack(xs []*Tensor) *Tensor { return Concat(eachOf(xs, (*Tensor).AtLeast3D), 2) }

// ColumnStack joins tensors along the second axis, vectors as columns.
//
//ms:op func=column_stack class= types=all
func ColumnStack(xs []*Tensor) *Tensor {
	return Concat(eachOf(xs, func(x *Tensor) *Tensor {
		if x = x.AtLeast1D(); len(x.lay.shape) == 1 {
			return x.ExpandDims(1)
		}
		return x
	}), 1)
}

// BlockDiag returns a matrix with the given matrices along its diagonal, zeros elsewhere. A vector counts as a row.
//
//ms:op func=block_diag class= types=all
func BlockDiag(xs []*Tensor) *Tensor {
	if len(xs) == 0 {
		Throw("BlockDiag", ValueError, "For 'BlockDiag', at least one tensor is needed.")
	}
	xs = eachOf(xs, (*Tensor).AtLeast2D)
	width := 0
	for _, x := range xs {
		x.needAxes("BlockDiag", "inputs", 2)
		width += x.lay.shape[1]
	}
	rows, at := make([]*Tensor, len(xs)), 0
	for i, x := range xs {
		n, m := x.lay.shape[0], x.lay.shape[1]
		rows[i] = Concat([]*Tensor{ZerosOf(x.dtype, n, at), x, ZerosOf(x.dtype, n, width-at-m)}, 1)
		at += m
	}
	return Concat(rows, 0)
}

// Grids returns, for vectors, the tensors of all combinations of their elements, one per vector: indexing is "ij", in
// which axis i belongs to vector i, or "xy", MindSpore's default, in which the first two are swapped. [Meshgrid] is
// "ij" for two.
//
//ms:op func=meshgrid class=Meshgrid types=all
func Grids(xs []*Tensor, indexing string) Tuple {
	if indexing != "ij" && indexing != "xy" {
		Throw("Meshgrid", ValueError, "For 'Meshgrid', indexing must be 'xy' or 'ij', but got '%s'.", indexing)
	}
	dims := make([]int, len(xs))
	for i, x := range xs {
		dims[i] = x.Flatten().lay.size
	}
	res := make(Tuple, len(xs))
	for i, x := range xs {
		own := slices.Repeat([]int{1}, len(xs))
		own[i] = dims[i]
		if res[i] = x.Reshape(own...).BroadcastTo(dims...); indexing == "xy" && len(xs) > 1 {
			res[i] = res[i].SwapAxes(0, 1)
		}
		res[i] = res[i].Clone()
	}
	return res
}

// CartesianProd returns all combinations of elements of vectors as rows; a single vector is returned unchanged.
//
//ms:op func=cartesian_prod class= types=all
func CartesianProd(xs []*Tensor) *Tensor {
	if len(xs) == 1 {
		return xs[0]
	}
	return Stack(eachOf(Grids(xs, "ij"), func(x *Tensor) *Tensor { return x.Reshape(-1) }), 1)
}

// Combinations returns the combinations of r elements of the vector x as rows, in order; withReplacement lets an
// element occur several times.
//
//ms:op func=combinations class= types=all
func (x *Tensor) Combinations(r int, withReplacement bool) *Tensor {
	x.needAxes("Combinations", "input", 1)
	if r < 0 {
		Throw("Combinations", ValueError, "For 'Combinations', r must not be negative, but got %d.", r)
	}
	n, step := x.lay.size, 1
	if withReplacement {
		n, step = n+max(0, r-1), 0
	}
	count := binomial(n, r)
	checkMemory(Int64, []int{count, r})
	places, chosen := make([]int64, 0, count*r), make([]int64, r)
	for i := range chosen {
		chosen[i] = int64(i * step)
	}
	for range count {
		places = append(places, chosen...)
		i := r - 1
		for i >= 0 && chosen[i] == int64(x.lay.size-1-(r-1-i)*step) {
			i--
		}
		if i < 0 {
			break
		}
		next := chosen[i] + 1
		for j := i; j < r; j++ { // the next choice in lexical order
			chosen[j] = next + int64((j-i)*step)
		}
	}
	return x.At(New(places, Int64).Reshape(count, r))
}

// binomial returns the number of ways to choose r of n, or the largest int if there are more.
func binomial(n, r int) int {
	if r > n {
		return 0
	}
	ways := uint64(1)
	for i := range min(r, n-r) {
		high, low := bits.Mul64(ways, uint64(n-i))
		if high > uint64(i) {
			return math.MaxInt
		}
		if ways, _ = bits.Div64(high, low, uint64(i+1)); ways > math.MaxInt {
			return math.MaxInt
		}
	}
	return int(ways)
}

// SumToSize returns x summed to the given shape, over the axes that broadcasting from that shape to x adds or
// extends: the gradient of [Tensor.BroadcastTo].
//
//ms:op func=sum_to_size class= types=number
func (x *Tensor) SumToSize(dims ...int) *Tensor {
	notBool("SumToSize", x)
	wide, ok := shape.Broadcast(x.lay.shape, dims)
	if !ok || !slices.Equal(wide, x.lay.shape) || len(dims) > len(x.lay.shape) {
		Throw("SumToSize", ValueError, "For 'SumToSize', the shape %s does not broadcast to the tensor's shape %s.", tupleText(dims), tupleText(x.lay.shape))
	}
	if axes := shape.ReducedAxes(x.lay.shape, dims); axes != nil {
		return x.SumAxes(axes, false).Reshape(dims...)
	}
	return x
}
