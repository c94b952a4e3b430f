package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

func pad(mode string, x Arg, padding ...int) Row {
	return Shaped("Pad", x, func(x *Tensor) *Tensor { return ops.Pad(x, padding, ops.PaddingMode(mode)) })
}

// padRows try paddings and rearrangements.
var padRows = []Row{
	pad("constant", Away(2, 3), 1, 2, 0, 1),
	pad("constant", Away(2, 3), -1, 2).NoNaN(),
	pad("reflect", Away(2, 3, 4), 2, 1, 1, 0),
	pad("replicate", Away(2, 3), 3, 1),
	pad("circular", Away(2, 3), 1, 3),
	Shaped("Pad", Away(3), func(x *Tensor) *Tensor { return ops.Pad(x, []int{1, 1}, ops.Value(1)) }),
	Shaped("PadTo", Away(3, 1), func(x *Tensor) *Tensor { return ops.PadTo(x, 4) }),
	Shaped("MirrorPad", Away(3, 3), func(x *Tensor) *Tensor { return ops.MirrorPad(x, [][]int{{1, 1}, {2, 2}}, "REFLECT") }),
	Shaped("MirrorPad", Away(3, 2), func(x *Tensor) *Tensor { return ops.MirrorPad(x, [][]int{{1, 0}, {2, 2}}, "SYMMETRIC") }),
	Shaped("Unfold", Away(1, 2, 3, 4), func(x *Tensor) *Tensor { return ops.Unfold(x, 2, ops.Padding(1), ops.Stride(2, 1)) }),
	Shaped("Unfold", Away(1, 1, 3, 4), func(x *Tensor) *Tensor { return ops.Unfold(x, []int{2, 3}) }),
	Shaped("Fold", Away(1, 8, 6), func(x *Tensor) *Tensor { return ops.Fold(x, []int{3, 4}, 2) }),
	Shaped("Flatten", Away(2, 3, 2), func(x *Tensor) *Tensor { return ops.Flatten(x) }),
	Shaped("Flatten", Away(2, 3, 2), func(x *Tensor) *Tensor { return ops.Flatten(x, 0, 1) }),
	Shaped("Flatten", Away(3), func(x *Tensor) *Tensor { return ops.Flatten(x) }),
	Shaped("PixelShuffle", Away(2, 4, 2, 3), func(x *Tensor) *Tensor { return ops.PixelShuffle(x, 2) }),
	Shaped("PixelUnshuffle", Away(1, 4, 6), func(x *Tensor) *Tensor { return ops.PixelUnshuffle(x, 2) }),
	Shaped("ChannelShuffle", Away(1, 6, 2, 2), func(x *Tensor) *Tensor { return ops.ChannelShuffle(x, 3) }),
}
