package ops_test

import (
	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// poolGoldens are the pools.
var poolGoldens = map[string]optest.Func{
	"max_pool2d": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.MaxPool2D(x[0], c.Ints("kernel_size"), windowOptions(c)...)
	}),
	"avg_pool2d": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.AvgPool2D(x[0], c.Ints("kernel_size"), append(windowOptions(c), ops.CountIncludePad(c.Flag("count_include_pad")))...)
	}),
	"adaptive_avg_pool2d": with(func(c *optest.Case, x tensors) *Tensor { return ops.AdaptiveAvgPool2D(x[0], c.Ints("output_size")) }),
	"adaptive_max_pool2d": with(func(c *optest.Case, x tensors) *Tensor { return ops.AdaptiveMaxPool2D(x[0], c.Ints("output_size")) }),
}
