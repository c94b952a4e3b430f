package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// normRows try the normalizations.
var normRows = []Row{
	General("BatchNorm", func(x []*Tensor) *Tensor {
		return ops.BatchNorm(x[0], nil, nil, ops.Weight(x[1]), ops.Bias(x[2]), ops.Training(true))
	}, Away(3, 2, 2), Away(2), Away(2)),
	General("BatchNorm", func(x []*Tensor) *Tensor {
		return ops.BatchNorm(x[0], x[1], x[2], ops.Weight(x[3]), ops.Bias(x[4]))
	}, Away(2, 2, 2, 2), Away(2), Between(0.5, 2, 2), Away(2), Away(2)),
	General("BatchNorm", func(x []*Tensor) *Tensor { return ops.BatchNorm(x[0], x[1], x[2], ops.Eps(0.1)) }, Away(4, 2), Away(2), Between(0.5, 2, 2)),
	Shaped("LayerNorm", Away(2, 3, 4), func(x *Tensor) *Tensor { return ops.LayerNorm(x, []int{4}) }),
	General("LayerNorm", func(x []*Tensor) *Tensor {
		return ops.LayerNorm(x[0], []int{3, 4}, ops.Weight(x[1]), ops.Bias(x[2]), ops.Eps(1e-3))
	}, Away(2, 3, 4), Away(3, 4), Away(3, 4)),
	General("GroupNorm", func(x []*Tensor) *Tensor {
		return ops.GroupNorm(x[0], 2, ops.Weight(x[1]), ops.Bias(x[2]))
	}, Away(2, 4, 3), Away(4), Away(4)),
	General("InstanceNorm", func(x []*Tensor) *Tensor {
		return ops.InstanceNorm(x[0], ops.Weight(x[1]), ops.Bias(x[2]))
	}, Away(2, 3, 2, 2), Away(3), Away(3)),
}
