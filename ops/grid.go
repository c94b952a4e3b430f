package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// PaddingMode sets the values outside the edge (padding_mode, mode); see [GridSample] and [Pad].
func PaddingMode(mode string) Option { return Option{"PaddingMode", mode} }

// GridSample returns the interpolated values of the images x at the points of grid. x has shape (N, C, H, W) and grid
// (N, H', W', 2), or (N, C, D, H, W) and (N, D', H', W', 3); points are (x, y) or (x, y, z) with -1 and 1 at the
// edges. The result has shape (N, C, H', W') or (N, C, D', H', W'). Options: Interpolation ("bilinear", "nearest", or
// "bicubic" for images of two axes), PaddingMode ("zeros", "border" for the edge's elements, or "reflection"),
// AlignCorners (false: -1 is the outer edge of the first element, otherwise its middle).
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
	s := sampler{in: in[2:], padding: kwargs.Get(o, "PaddingMode", "zeros")}
	s.corners = kwargs.Get(o, "AlignCorners", false)
	if !slices.Contains([]string{"zeros", "border", "reflection"}, s.padding) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'padding_mode' must be 'zeros', 'border' or 'reflection', but "+
			"got '%s'.", op, s.padding)
	}
	points := product(g[1 : len(g)-1])
	y := engine.RoundedOnce([]*tensor.Tensor{x, grid}, func(t []*tensor.Tensor) *tensor.Tensor {
		s.x, s.image = t[0].Reshape(in[0], in[1], product(in[2:])).SwapAxes(1, 2), tensor.Arange(in[0]).ExpandDims(1)
		for axis := range s.in {
			at := t[1].At(tensor.Ellipsis, len(s.in)-1-axis).Reshape(in[0], points)
			s.at = append(s.at, s.place(at, axis))
		}
		return s.sample(op, kwargs.Get(o, "Interpolation", "bilinear"))
	})
	return y.SwapAxes(1, 2).Reshape(slices.Concat(in[:2], g[1:len(g)-1])...)
}

// sample returns the values at the points, (N, P, C).
func (s *sampler) sample(op, mode string) *tensor.Tensor {
	if mode == "bicubic" && len(s.in) == 2 {
		return s.cubic()
	}
	for axis, at := range s.at {
		s.at[axis] = s.within(at, axis)
	}
	switch mode {
	case "bilinear":
		return s.linear()
	case "nearest":
		return s.nearest()
	case "bicubic":
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'mode' 'bicubic' needs an 'input' of shape (N, C, H, W), but "+
			"got one with %d axes.", op, len(s.in)+2)
	}
	tensor.Throw(op, tensor.ValueError, "For '%s', the 'mode' must be 'bilinear', 'nearest' or 'bicubic', but got '%s'.",
		op, mode)
	return nil
}

// edges returns the indices of the edges of an axis.
func (s *sampler) edges(axis int) (lo, hi float64) {
	n := float64(s.in[axis])
	if s.corners {
		return 0, n - 1
	}
	return -0.5, n - 0.5
}

// place converts coordinates from -1 to 1 to indices along an axis.
func (s *sampler) place(at *tensor.Tensor, axis int) *tensor.Tensor {
	lo, hi := s.edges(axis)
	return at.Add(tensor.Scalar(1)).Mul(tensor.Scalar((hi - lo) / 2)).Add(tensor.Scalar(lo))
}

// within maps indices beyond the edges into the image, as the padding specifies.
func (s *sampler) within(at *tensor.Tensor, axis int) *tensor.Tensor {
	if s.padding == "zeros" {
		return at
	}
	lo, hi := s.edges(axis)
	if s.padding == "reflection" && hi > lo { // a triangle wave between the edges
		span := tensor.Scalar(hi - lo)
		at = at.Sub(tensor.Scalar(lo)).Abs().Mod(tensor.Scalar(2 * (hi - lo)))
		at = span.Sub(at.Sub(span).Abs()).Add(tensor.Scalar(lo))
	}
	return at.Clamp(0.0, float64(s.in[axis]-1))
}

// sampler reads images x, of shape (images, elements, C), at points; at has the index of each point along each axis,
// (N, P).
type sampler struct {
	x, image *tensor.Tensor // image is (N, 1): the image of each row of points
	in       []int
	at       []*tensor.Tensor
	padding  string // how to treat points beyond the edges
	corners  bool   // the edges are at the centres of elements
}

// linear returns the mean of the corners around each point, weighted by their distance, (N, P, C).
func (s *sampler) linear() *tensor.Tensor {
	sides := make([][2]tap, len(s.in))
	for axis, at := range s.at {
		low := at.Floor()
		part := at.Sub(low)
		sides[axis][0] = s.tap(low, axis, tensor.Scalar(1).Sub(part))
		sides[axis][1] = s.tap(low.Add(tensor.Scalar(1)), axis, part)
	}
	rows := s.rows()
	var sum *tensor.Tensor
	for corner := range 1 << len(s.in) {
		taps := make([]tap, len(s.in))
		for axis := range taps {
			taps[axis] = sides[axis][corner>>axis&1]
		}
		weight := taps[0].weight
		for _, t := range taps[1:] {
			weight = weight.Mul(t.weight)
		}
		sum = plus(sum, s.read(rows, taps...).Mul(weight.ExpandDims(-1)))
	}
	return sum
}

// plus returns sum + x, where a sum of nothing is nil.
func plus(sum, x *tensor.Tensor) *tensor.Tensor {
	if sum == nil {
		return x
	}
	return sum.Add(x)
}

// cubic returns the mean of the sixteen elements around each point, weighted by Keys' kernel with a = -0.75, (N, P,
// C). The padding moves those elements that are beyond the edges, not the points.
func (s *sampler) cubic() *tensor.Tensor {
	var taps [2][4]tap
	for axis, at := range s.at {
		low := at.Floor()
		part := at.Sub(low)
		for i := range 4 {
			step := tensor.Scalar(float64(i - 1))
			taps[axis][i] = s.tap(s.within(low.Add(step), axis), axis, keys(part.Sub(step).Abs(), i == 1 || i == 2))
		}
	}
	rows := s.rows()
	var sum *tensor.Tensor
	for _, y := range taps[0] {
		var row *tensor.Tensor
		for _, x := range taps[1] {
			row = plus(row, s.read(rows, y, x).Mul(x.weight.ExpandDims(-1)))
		}
		sum = plus(sum, row.Mul(y.weight.ExpandDims(-1)))
	}
	return sum
}

// keys is the cubic convolution kernel (Keys, 1981) with a = -0.75, for distances up to 1 if near is set, otherwise
// from 1 to 2.
func keys(d *tensor.Tensor, near bool) *tensor.Tensor {
	const a = -0.75
	factors := [4]float64{a, -5 * a, 8 * a, -4 * a}
	if near {
		factors = [4]float64{a + 2, -(a + 3), 0, 1}
	}
	y := d.Mul(tensor.Scalar(factors[0]))
	for _, f := range factors[1:3] {
		y = y.Add(tensor.Scalar(f)).Mul(d)
	}
	return y.Add(tensor.Scalar(factors[3]))
}

// nearest returns the element at each point, with halves rounded to even, (N, P, C).
func (s *sampler) nearest() *tensor.Tensor {
	index := make([]*tensor.Tensor, len(s.in))
	for axis, at := range s.at {
		index[axis] = at.Round()
	}
	return s.elements(index...)
}

// elements returns the elements at indices, which may be beyond the edges, (N, P, C).
func (s *sampler) elements(index ...*tensor.Tensor) *tensor.Tensor {
	taps := make([]tap, len(index))
	for axis, i := range index {
		taps[axis] = s.tap(i, axis, nil)
	}
	return s.read(s.rows(), taps...)
}

// tap is an index along an axis for each point, as an offset in an image.
type tap struct {
	offset, weight *tensor.Tensor
	inside         *tensor.Tensor // whether the index is not beyond the edges
}

// tap returns indices along an axis, which may be beyond the edges.
func (s *sampler) tap(i *tensor.Tensor, axis int, weight *tensor.Tensor) tap {
	n := s.in[axis]
	t := tap{offset: i.AsType(tensor.Int64).Clamp(0, n-1).Mul(tensor.Scalar(product(s.in[axis+1:]))), weight: weight}
	if s.padding == "zeros" {
		t.inside = i.GreaterEqual(tensor.Scalar(0)).LogicalAnd(i.LessEqual(tensor.Scalar(n - 1)))
	}
	return t
}

// rows returns the images with the channels of an element side by side in memory, and for padding with zeros with an
// element of zeros at their end.
func (s *sampler) rows() *tensor.Tensor {
	if s.padding != "zeros" {
		return s.x.Copy()
	}
	return tensor.Concat([]*tensor.Tensor{s.x, tensor.ZerosOf(s.x.DType(), s.x.Dim(0), 1, s.x.Dim(2))}, 1)
}

// read returns the elements of rows at one index for each axis, (N, P, C).
func (s *sampler) read(rows *tensor.Tensor, index ...tap) *tensor.Tensor {
	flat, inside := index[0].offset, index[0].inside
	for _, t := range index[1:] {
		flat = flat.Add(t.offset)
		if inside != nil {
			inside = inside.LogicalAnd(t.inside)
		}
	}
	if inside != nil {
		flat = tensor.Where(inside, flat, tensor.Scalar(product(s.in)))
	}
	return rows.At(s.image, flat)
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
