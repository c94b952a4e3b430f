package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// Unfold lays out the windows of kernelSize, an int or a []int, of x, which has shape (N, C, H, W), as columns: a
// result of shape (N, C·KH·KW, L), L being the number of windows. Options: Stride (1), Padding (0), Dilation (1).
//
//ms:op func=unfold class=Im2Col types=floats
func Unfold(x *tensor.Tensor, kernelSize any, opts ...Option) *tensor.Tensor {
	const op = "Unfold"
	checkRank(op, "x", x, 4)
	w := newWindow(op, read(op, opts, "Stride", "Padding", "Dilation"), x.Shape()[2:], sizes(op, "KernelSize", kernelSize, 2), 1, "pad")
	y := tensor.Apply(w.unfold(op, 2), x)[0]
	return y.Reshape(x.Dim(0), x.Dim(1)*product(w.kernel), product(w.out))
}

// unfold is the op that arranges the windows of planes after lead axes.
func (w *window) unfold(op string, lead int) planesOp {
	return planesOp{name: op, lead: lead, in: w.in, out: []int{product(w.kernel), product(w.out)}, taps: func() shape.Taps { return w.taps().Columns() }}
}

// Fold is the transpose of [Unfold]: it adds the columns of x, of shape (N, C·KH·KW, L), up to images of shape (N,
// C, H, W), where (H, W) is outputSize, an int or a []int. Options as for Unfold.
//
//ms:op func=fold,col2im class=Col2Im types=floats
func Fold(x *tensor.Tensor, outputSize, kernelSize any, opts ...Option) *tensor.Tensor {
	const op = "Fold"
	checkRank(op, "x", x, 3)
	size := positive(op, "OutputSize", sizes(op, "OutputSize", outputSize, 2))
	w := newWindow(op, read(op, opts, "Stride", "Padding", "Dilation"), size, sizes(op, "KernelSize", kernelSize, 2), 1, "pad")
	k, l := product(w.kernel), product(w.out)
	if x.Dim(1)%k != 0 || x.Dim(2) != l {
		tensor.Throw(op, tensor.ValueError, "For '%s', x.shape must be (N, C*%d, %d) for the kernel %s and the output size %s, but got x.shape = %s.",
			op, k, l, tupleText(w.kernel), tupleText(size), listText(x.Shape()))
	}
	o := w.unfold(op, 2)
	o.transpose = true
	return tensor.Apply(o, x.Reshape(x.Dim(0), x.Dim(1)/k, k, l))[0]
}

// PixelShuffle moves channels into space: x of shape (…, C·r², H, W) becomes (…, C, H·r, W·r), r being the factor.
//
//ms:op func=pixel_shuffle class=PixelShuffle types=all
func PixelShuffle(x *tensor.Tensor, factor int) *tensor.Tensor {
	lead, c, h, w := imageShape("PixelShuffle", x)
	if factor < 1 || c%factor != 0 || c/factor%factor != 0 {
		tensor.Throw("PixelShuffle", tensor.ValueError, "For 'PixelShuffle', the length of third to last dimension must be divisible by "+
			"'upscale_factor' squared, but got input.shape = %s and upscale_factor = %d.", listText(x.Shape()), factor)
	}
	n := product(lead)
	y := x.Reshape(n, c/factor/factor, factor, factor, h, w).Transpose(0, 1, 4, 2, 5, 3)
	return y.Reshape(slices.Concat(lead, []int{c / factor / factor, h * factor, w * factor})...)
}

// PixelUnshuffle moves space into channels: x of shape (…, C, H·r, W·r) becomes (…, C·r², H, W), r being the factor.
//
//ms:op func=pixel_unshuffle class=PixelUnshuffle types=all
func PixelUnshuffle(x *tensor.Tensor, factor int) *tensor.Tensor {
	lead, c, h, w := imageShape("PixelUnshuffle", x)
	if factor < 1 || h%factor != 0 || w%factor != 0 {
		tensor.Throw("PixelUnshuffle", tensor.ValueError, "For 'PixelUnshuffle', the lengths of the last two dimensions must be divisible by "+
			"'downscale_factor', but got input.shape = %s and downscale_factor = %d.", listText(x.Shape()), factor)
	}
	n := product(lead)
	y := x.Reshape(n, c, h/factor, factor, w/factor, factor).Transpose(0, 1, 3, 5, 2, 4)
	return y.Reshape(slices.Concat(lead, []int{c * factor * factor, h / factor, w / factor})...)
}

// imageShape splits the shape of x into leading axes, channels, height and width.
func imageShape(op string, x *tensor.Tensor) (lead []int, c, h, w int) {
	n := x.NDim()
	if n < 3 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the dimension of 'input' must be at least 3, but got input.shape = %s.", op, listText(x.Shape()))
	}
	dims := x.Shape()
	return dims[:n-3], dims[n-3], dims[n-2], dims[n-1]
}

// ChannelShuffle splits the channels, axis 1 of x, into groups and interleaves these.
//
//ms:op func=channel_shuffle class=ChannelShuffle types=all
func ChannelShuffle(x *tensor.Tensor, groups int) *tensor.Tensor {
	dims := x.Shape()
	if len(dims) < 3 || groups < 1 || dims[1]%groups != 0 {
		tensor.Throw("ChannelShuffle", tensor.ValueError, "For 'ChannelShuffle', the channels of 'x' must be divisible by 'groups': %d, but got x.shape = %s.",
			groups, listText(dims))
	}
	return x.Reshape(dims[0], groups, dims[1]/groups, product(dims[2:])).SwapAxes(1, 2).Reshape(dims...)
}
