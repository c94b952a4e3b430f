package ops_test

import (
	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// eps, weighted and the like are the options of a case.
func eps(c *optest.Case) ops.Option { return ops.Eps(c.Float("eps", 1e-5)) }

// trained is a batch norm in training, followed by the running statistics, from 0 and 1 on. Cases give nn's
// momentum, the share that is kept.
func trained(c *optest.Case, x tensors) tensors {
	mean, variance := ZerosOf(x[0].DType(), x[0].Dim(1)), OnesOf(x[0].DType(), x[0].Dim(1))
	y := ops.BatchNorm(x[0], mean, variance, ops.Weight(x[1]), ops.Bias(x[2]), eps(c), ops.Training(true), ops.Momentum(1-c.Float("ms_momentum", 0.9)))
	return tensors{y, mean, variance}
}

// normGoldens are the normalizations.
var normGoldens = map[string]optest.Func{
	"batch_norm(train)": trained, "batch_norm(train,2d)": trained,
	"batch_norm(eval)": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.BatchNorm(x[0], x[3], x[4], ops.Weight(x[1]), ops.Bias(x[2]), eps(c))
	}),
	"layer_norm": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.LayerNorm(x[0], x[1].Shape(), ops.Weight(x[1]), ops.Bias(x[2]), eps(c))
	}),
	"group_norm": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.GroupNorm(x[0], c.Int("num_groups", 1), ops.Weight(x[1]), ops.Bias(x[2]), eps(c))
	}),
	"instance_norm": with(func(c *optest.Case, x tensors) *Tensor {
		return ops.InstanceNorm(x[0], append(affine(x[1:], ops.Weight, ops.Bias), eps(c))...)
	}),
}
