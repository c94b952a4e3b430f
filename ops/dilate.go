package ops

import (
	"math"

	"github.com/msrepl/msrepl/tensor"
)

// Dilation2D is the grayscale dilation of images: the largest x + filter in each window. x has shape (N, C, H, W),
// filter (C, KH, KW). Cells beyond the edges never win. Options: Stride (1), Dilation (1), PadMode ("same", or
// "valid").
//
//ms:op func= class=Dilation2D types=floats
func Dilation2D(x, filter *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "Dilation2D"
	o := read(op, opts, "Stride", "Dilation", "PadMode")
	checkRank(op, "x", x, 4)
	checkRank(op, "filter", filter, 3)
	checkFloat(op, []string{"x", "filter"}, specOf(x), specOf(filter))
	if filter.Dim(0) != x.Dim(1) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the channels of 'x' and of 'filter' must be equal, but got x.shape = %s and filter.shape = %s.",
			op, listText(x.Shape()), listText(filter.Shape()))
	}
	w := newWindow(op, o, x.Shape()[2:], filter.Shape()[1:], 1, "same")
	if w.low[0]+w.high[0]+w.low[1]+w.high[1] > 0 {
		x = Pad(x, []int{w.low[1], w.high[1], w.low[0], w.high[0]}, Value(math.Inf(-1)))
		w.in, w.low, w.high = x.Shape()[2:], []int{0, 0}, []int{0, 0}
	}
	columns := tensor.Apply(w.unfold(op, 2), x)[0] // (N, C, KH·KW, windows)
	y, _ := columns.Add(filter.Reshape(filter.Dim(0), product(w.kernel), 1)).MaxWithIndex(2, false)
	return y.Reshape(x.Dim(0), x.Dim(1), w.out[0], w.out[1])
}
