package ops_test

import (
	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// padGoldens are paddings and rearrangements.
var padGoldens = map[string]optest.Func{
	"pad": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.Pad(x[0], c.Ints("padding"), ops.PaddingMode(c.Text("mode")), ops.Value(c.Attr("value")))
	}),
	"unfold": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.Unfold(x[0], c.Ints("kernel_size"), windowOptions(c)...)
	}),
}
