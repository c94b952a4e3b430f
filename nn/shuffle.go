package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// PixelShuffle is mindspore.nn.PixelShuffle: images of shape (…, C·r², H, W) as (…, C, H·r, W·r).
//
//ms:layer layer.image
type PixelShuffle struct {
	Cell
	n int
}

// A factor that is not positive raises ValueError.
func (p *PixelShuffle) build(upscaleFactor int) {
	positive("PixelShuffle", "upscale_factor", upscaleFactor)
	p.n = upscaleFactor
}

// Construct takes x of shape (…, C·r², H, W) and returns (…, C, H·r, W·r).
func (p *PixelShuffle) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.PixelShuffle(x, p.n) }

// PixelUnshuffle is mindspore.nn.PixelUnshuffle: images of shape (…, C, H·r, W·r) as (…, C·r², H, W).
//
//ms:layer layer.image
type PixelUnshuffle struct {
	Cell
	n int
}

// A factor that is not positive raises ValueError.
func (p *PixelUnshuffle) build(downscaleFactor int) {
	positive("PixelUnshuffle", "downscale_factor", downscaleFactor)
	p.n = downscaleFactor
}

// Construct takes x of shape (…, C, H·r, W·r) and returns (…, C·r², H, W).
func (p *PixelUnshuffle) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.PixelUnshuffle(x, p.n)
}

// ChannelShuffle is mindspore.nn.ChannelShuffle: the channels of x, split into groups and interleaved.
//
//ms:layer layer.channel_shuffle
type ChannelShuffle struct {
	Cell
	n int
}

// A number of groups that is not positive raises ValueError.
func (c *ChannelShuffle) build(groups int) {
	positive("ChannelShuffle", "groups", groups)
	c.n = groups
}

// Construct takes x of shape (N, C, …), the groups dividing C, and returns the same shape.
func (c *ChannelShuffle) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.ChannelShuffle(x, c.n)
}
