package ops_test

import (
	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// linalgGoldens are the decompositions and products of matrices.
var linalgGoldens = map[string]optest.Func{
	"inverse": f1(ops.Inverse),
	"det":     f1(ops.Det),
	"cholesky": f1(func(x *Tensor) *Tensor {
		return ops.Cholesky(x.MatMul(x.SwapAxes(-1, -2)).Add(EyeOf(x.DType(), x.Dim(-1))), false)
	}),
	"einsum": with(func(c *optest.Case, x tensors) *Tensor { return ops.Einsum(c.Text("equation"), x...) }),
}
