package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// PaddingMode sets what is beyond the edge (padding_mode, mode), as [GridSample] and [Pad] list it.
func PaddingMode(mode string) Option { return Option{"PaddingMode", mode} }

// GridSample returns, for the points of grid, the values of the images x between their elements. x has shape (N, C,
// H, W) and grid (N, H', W', 2), or (N, C, D, H, W) and (N, D', H', W', 3); points are (x, y) or (x, y, z) with -1
// and 1 at the edges. The result has shape (N, C, H', W') or (N, C, D', H', W'). Options: Interpolation ("bilinear", or
// "nearest"), PaddingMode ("zeros", "border" for the edge's elements, or "reflection"), AlignCorners (false: -1 is the
// outer edge of the first element, otherwise its middle).
//
//ms:op func=grid_sample class=GridSampler2D,GridSampler3D types=floats
func GridSample(x, grid *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "GridSample"
	o := read(op, opts, "Interpolation", "PaddingMode", "AlignCorners")
	checkRank(op, "input", x, 4, 5)
	checkFloat(op, []string{"input", "grid"}, specOf(x), specOf(grid))
	in, g := x.Shape(), grid.Shape()
	if len(g) != len(in) || g[0] != in[0] || g[len(g)-1] != len(in)-2 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of 'grid' must be (N, ..., %d) with as many axes as 'input', but got input.shape = %s and "+
			"grid.shape = %s.", op, len(in)-2, listText(in), listText(g))
	}
	points := product(g[1 : len(g)-1])
	s := sampler{in: in[2:], zeros: kwargs.Get(o, "PaddingMode", "zeros") == "zeros"}
	s.x, s.image = x.Reshape(in[0], in[1], product(in[2:])).SwapAxes(1, 2), tensor.Arange(in[0]).ExpandDims(1)
	for axis, n := range s.in {
		at := grid.At(tensor.Ellipsis, len(s.in)-1-axis).Reshape(in[0], points)
		s.at = append(s.at, place(op, o, at, n))
	}
	var y *tensor.Tensor
	switch mode := kwargs.Get(o, "Interpolation", "bilinear"); mode {
	case "bilinear":
		y = s.linear()
	case "nearest":
		y = s.nearest()
	default:
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'mode' must be 'bilinear' or 'nearest', but got '%s'.", op, mode)
	}
	return y.SwapAxes(1, 2).Reshape(slices.Concat(in[:2], g[1:len(g)-1])...)
}

// place returns coordinates from -1 to 1 as indices along an axis of length n.
func place(op string, o options, at *tensor.Tensor, n int) *tensor.Tensor {
	lo, hi := -0.5, float64(n)-0.5 // the edges
	if kwargs.Get(o, "AlignCorners", false) {
		lo, hi = 0, float64(n-1)
	}
	at = at.Add(tensor.Scalar(1)).Mul(tensor.Scalar((hi - lo) / 2)).Add(tensor.Scalar(lo))
	switch mode := kwargs.Get(o, "PaddingMode", "zeros"); mode {
	case "zeros":
		return at
	case "reflection":
		if hi > lo { // a triangle wave between the edges
			span := tensor.Scalar(hi - lo)
			at = span.Sub(at.Sub(tensor.Scalar(lo)).Abs().Mod(tensor.Scalar(2 * (hi - lo))).Sub(span).Abs()).Add(tensor.Scalar(lo))
		}
	case "border":
	default:
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'padding_mode' must be 'zeros', 'border' or 'reflection', but got '%s'.", op, mode)
	}
	return at.Clamp(0.0, float64(n-1))
}

// sampler reads images x, of shape (images, elements, C), at points of which at holds the index along each axis, (N,
// P).
type sampler struct {
	x, image *tensor.Tensor // image is (N, 1): to which image the points belong
	in       []int
	at       []*tensor.Tensor
	zeros    bool // beyond the edges
}

// linear returns the mean of the corners around each point by their nearness, (N, P, C).
func (s *sampler) linear() *tensor.Tensor {
	var sum *tensor.Tensor
	for corner := range 1 << len(s.in) {
		index := make([]*tensor.Tensor, len(s.in))
		var weight *tensor.Tensor
		for axis, at := range s.at {
			low := at.Floor()
			part := at.Sub(low)
			if corner>>axis&1 == 0 {
				part = tensor.Scalar(1).Sub(part)
			} else {
				low = low.Add(tensor.Scalar(1))
			}
			index[axis] = low
			if weight == nil {
				weight = part
			} else {
				weight = weight.Mul(part)
			}
		}
		part := s.read(index).Mul(weight.ExpandDims(-1))
		if sum == nil {
			sum = part
		} else {
			sum = sum.Add(part)
		}
	}
	return sum
}

// nearest returns the element at each point, halves rounded to even, (N, P, C).
func (s *sampler) nearest() *tensor.Tensor {
	index := make([]*tensor.Tensor, len(s.in))
	for axis, at := range s.at {
		index[axis] = at.Round()
	}
	return s.read(index)
}

// read returns the elements at indices, which may lie beyond the edges, (N, P, C).
func (s *sampler) read(index []*tensor.Tensor) *tensor.Tensor {
	flat, inside := tensor.New(0), tensor.New(true)
	for axis, i := range index {
		n := s.in[axis]
		inside = inside.LogicalAnd(i.GreaterEqual(tensor.Scalar(0))).LogicalAnd(i.LessEqual(tensor.Scalar(n - 1)))
		flat = flat.Mul(tensor.Scalar(n)).Add(i.AsType(tensor.Int64).Clamp(0, n-1))
	}
	y := s.x.At(s.image, flat)
	if !s.zeros {
		return y
	}
	return tensor.Where(inside.ExpandDims(-1), y, tensor.ZerosOf(y.DType()))
}

// AffineGrid returns the grid that [GridSample] needs to transform images of shape size, (N, C, H, W) or (N, C, D,
// H, W), by theta, of shape (N, 2, 3) or (N, 3, 4). Option: AlignCorners (false).
//
//ms:op func=affine_grid class=AffineGrid types=floats
func AffineGrid(theta *tensor.Tensor, size []int, opts ...Option) *tensor.Tensor {
	const op = "AffineGrid"
	o := read(op, opts, "AlignCorners")
	checkFloat(op, []string{"theta"}, specOf(theta))
	axes := len(size) - 2
	if axes != 2 && axes != 3 || !slices.Equal(theta.Shape(), []int{size[0], axes, axes + 1}) {
		tensor.Throw(op, tensor.ValueError, "For '%s', theta.shape must be (N, 2, 3) for an image of 4 axes and (N, 3, 4) for one of 5, but got "+
			"theta.shape = %s and output_size = %s.", op, listText(theta.Shape()), tupleText(size))
	}
	positive(op, "OutputSize", size)
	parts := make([]*tensor.Tensor, 0, axes+1)
	for axis := axes - 1; axis >= 0; axis-- {
		parts = append(parts, corners(size[axis+2], axis, size[2:], kwargs.Get(o, "AlignCorners", false)))
	}
	parts = append(parts, tensor.OnesOf(tensor.Float64, size[2:]...))
	base := tensor.Stack(parts, -1).AsType(theta.DType()).Reshape(-1, axes+1)
	return base.MatMul(theta.SwapAxes(1, 2)).Reshape(slices.Concat(size[:1], size[2:], []int{axes})...)
}

// corners returns coordinates from -1 to 1 along one axis of length n, broadcast to dims.
func corners(n, axis int, dims []int, align bool) *tensor.Tensor {
	v := make([]float64, n)
	for i := range v {
		switch {
		case !align:
			v[i] = float64(2*i+1)/float64(n) - 1
		case n > 1:
			v[i] = 2*float64(i)/float64(n-1) - 1
		}
	}
	at := slices.Repeat([]int{1}, len(dims))
	at[axis] = n
	return tensor.New(v).Reshape(at...).BroadcastTo(dims...)
}
