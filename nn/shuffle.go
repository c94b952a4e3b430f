package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// PixelShuffle is mindspore.nn.PixelShuffle: images of shape (…, C·r², H, W) as (…, C, H·r, W·r).
type PixelShuffle struct {
	Cell
	n int
}

// NewPixelShuffle returns a PixelShuffle layer; upscaleFactor is positive (ValueError). It has no options.
func NewPixelShuffle(upscaleFactor int, opts ...Option) *PixelShuffle {
	readOptions("PixelShuffle", opts)
	positive("PixelShuffle", "upscale_factor", upscaleFactor)
	p := &PixelShuffle{n: upscaleFactor}
	p.Init(p)
	return p
}

// Construct takes x of shape (…, C·r², H, W) and returns (…, C, H·r, W·r).
func (p *PixelShuffle) Construct(x *tensor.Tensor) *tensor.Tensor { return ops.PixelShuffle(x, p.n) }

// PixelUnshuffle is mindspore.nn.PixelUnshuffle: images of shape (…, C, H·r, W·r) as (…, C·r², H, W).
type PixelUnshuffle struct {
	Cell
	n int
}

// NewPixelUnshuffle returns a PixelUnshuffle layer; downscaleFactor is positive (ValueError). It has no options.
func NewPixelUnshuffle(downscaleFactor int, opts ...Option) *PixelUnshuffle {
	readOptions("PixelUnshuffle", opts)
	positive("PixelUnshuffle", "downscale_factor", downscaleFactor)
	p := &PixelUnshuffle{n: downscaleFactor}
	p.Init(p)
	return p
}

// Construct takes x of shape (…, C, H·r, W·r) and returns (…, C·r², H, W).
func (p *PixelUnshuffle) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.PixelUnshuffle(x, p.n)
}

// ChannelShuffle is mindspore.nn.ChannelShuffle: the channels of x in groups, taken in turns.
type ChannelShuffle struct {
	Cell
	n int
}

// NewChannelShuffle returns a ChannelShuffle layer; groups is positive (ValueError). It has no options.
func NewChannelShuffle(groups int, opts ...Option) *ChannelShuffle {
	readOptions("ChannelShuffle", opts)
	positive("ChannelShuffle", "groups", groups)
	c := &ChannelShuffle{n: groups}
	c.Init(c)
	return c
}

// Construct takes x of shape (N, C, …), the groups dividing C, and returns the same shape.
func (c *ChannelShuffle) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.ChannelShuffle(x, c.n)
}
