package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// SpaceToDepth moves blocks of size×size pixels of x, of shape (n, c, h, w), into size² times as many channels.
//
//ms:op func= class=SpaceToDepth types=all
func SpaceToDepth(x *tensor.Tensor, size int) *tensor.Tensor {
	n, c, h, w := image("SpaceToDepth", x, size)
	if h%size != 0 || w%size != 0 {
		tensor.Throw("SpaceToDepth", tensor.ValueError, "For 'SpaceToDepth', block_size %d must divide the height and the width: the shape is %s.", size, listText(x.Shape()))
	}
	x = x.Reshape(n, c, h/size, size, w/size, size).Transpose(0, 3, 5, 1, 2, 4)
	return x.Reshape(n, c*size*size, h/size, w/size)
}

// DepthToSpace is the inverse of [SpaceToDepth]: it spreads size² channels of x, of shape (n, c, h, w), over blocks
// of size×size pixels.
//
//ms:op func= class=DepthToSpace types=all
func DepthToSpace(x *tensor.Tensor, size int) *tensor.Tensor {
	n, c, h, w := image("DepthToSpace", x, size)
	if c%size != 0 || c/size%size != 0 {
		tensor.Throw("DepthToSpace", tensor.ValueError, "For 'DepthToSpace', the square of block_size %d must divide the channels: the shape is %s.", size, listText(x.Shape()))
	}
	x = x.Reshape(n, size, size, c/size/size, h, w).Transpose(0, 3, 4, 1, 5, 2)
	return x.Reshape(n, c/size/size, h*size, w*size)
}

// image returns the lengths of x's four axes and checks the block size.
func image(op string, x *tensor.Tensor, size int) (n, c, h, w int) {
	if x.NDim() != 4 || size < 1 {
		tensor.Throw(op, tensor.ValueError, "For '%s', x must have 4 dimensions and block_size be positive, but got shape %s and %d.", op, listText(x.Shape()), size)
	}
	return x.Dim(0), x.Dim(1), x.Dim(2), x.Dim(3)
}

// SpaceToBatchND moves blocks of the axes that follow the first, or the last ones when there are fewer blocks, into
// the first axis, after padding each with zeros by paddings[i] before and after: mindspore.ops.SpaceToBatch is the
// case of two equal blocks.
//
//ms:op func=space_to_batch_nd class=SpaceToBatchND,SpaceToBatch types=all
func SpaceToBatchND(x *tensor.Tensor, blocks []int, paddings [][2]int) *tensor.Tensor {
	const op = "SpaceToBatchND"
	first := blockAxes(op, x, blocks, len(paddings))
	var wide, order, final []int
	batch := x.Dim(0)
	for i, b := range blocks {
		x = withMargins(x, first+i, paddings[i])
		if x.Dim(first+i)%b != 0 {
			tensor.Throw(op, tensor.ValueError, "For '%s', block %d must divide the padded axis %d of length %d.", op, b, first+i, x.Dim(first+i))
		}
		batch *= b
	}
	dims := x.Shape()
	wide = append(wide, dims[:first]...)
	for i, b := range blocks {
		order = append(order, first+2*i+1)
		wide = append(wide, dims[first+i]/b, b)
	}
	order = append(order, shape.UpTo(first)...)
	for i := range blocks {
		order = append(order, first+2*i)
	}
	final = append([]int{batch}, dims[1:first]...)
	for i, b := range blocks {
		final = append(final, dims[first+i]/b)
	}
	return x.Reshape(wide...).Transpose(order...).Reshape(final...)
}

// BatchToSpaceND is the inverse of [SpaceToBatchND]: it spreads the first axis over blocks of the axes after it, then
// crops each by crops[i] before and after: mindspore.ops.BatchToSpace is the case of two equal blocks.
//
//ms:op func=batch_to_space_nd class=BatchToSpaceND,BatchToSpace types=all
func BatchToSpaceND(x *tensor.Tensor, blocks []int, crops [][2]int) *tensor.Tensor {
	const op = "BatchToSpaceND"
	first := blockAxes(op, x, blocks, len(crops))
	batch := x.Dim(0)
	for _, b := range blocks {
		if batch%b != 0 {
			tensor.Throw(op, tensor.ValueError, "For '%s', the product of the blocks %s must divide the first axis: the shape is %s.", op, listText(blocks), listText(x.Shape()))
		}
		batch /= b
	}
	k, dims := len(blocks), x.Shape()
	wide := slices.Concat(blocks, []int{batch}, dims[1:])
	order := shape.Range(k, k+first)
	final := slices.Concat([]int{batch}, dims[1:first])
	for i, b := range blocks {
		order = append(order, k+first+i, i)
		final = append(final, dims[first+i]*b)
	}
	x = x.Reshape(wide...).Transpose(order...).Reshape(final...)
	for i, c := range crops {
		if c[0] < 0 || c[1] < 0 || c[0]+c[1] > x.Dim(first+i) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the crops %v must not be negative or more than axis %d of length %d.", op, c, first+i, x.Dim(first+i))
		}
		x = x.Narrow(first+i, c[0], x.Dim(first+i)-c[0]-c[1])
	}
	return x
}

// blockAxes returns the first of the axes to which blocks apply: the last ones of x.
func blockAxes(op string, x *tensor.Tensor, blocks []int, margins int) int {
	first := x.NDim() - len(blocks)
	if first < 1 || len(blocks) == 0 || margins != len(blocks) || slices.Min(blocks) < 1 {
		tensor.Throw(op, tensor.ValueError, "For '%s', a positive block and a pair of margins is needed for each of the last axes but the first, but got blocks %s, %d pairs and shape %s.",
			op, listText(blocks), margins, listText(x.Shape()))
	}
	return first
}

// withMargins adds zeros before and behind along an axis.
func withMargins(x *tensor.Tensor, axis int, by [2]int) *tensor.Tensor {
	if by == [2]int{} {
		return x
	}
	before, behind := x.Shape(), x.Shape()
	before[axis], behind[axis] = by[0], by[1]
	return tensor.Concat([]*tensor.Tensor{tensor.ZerosOf(x.DType(), before...), x, tensor.ZerosOf(x.DType(), behind...)}, axis)
}
