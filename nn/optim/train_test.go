package optim_test

import (
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// squared is half the squared error, summed.
type squared struct{ nn.Cell }

func (*squared) Construct(x, label *tensor.Tensor) *tensor.Tensor {
	return x.Sub(label).Square().Sum().Mul(tensor.Scalar(0.5))
}

// TestTrainOneStep makes two steps of w·x towards 1 from w = 0, x = 2 at the rate 0.125: w is 0.25, then 0.375. A
// loss scale changes nothing.
func TestTrainOneStep(t *testing.T) {
	for _, scale := range []float64{1, 1024} {
		net := nn.NewDense(1, 1, nn.HasBias(false), nn.WeightInit("zeros"))
		loss := &squared{}
		loss.Init(loss)
		opt := optim.NewSGD(net.TrainableParams(), 0.125, optim.LossScale(scale))
		step := nn.NewTrainOneStepCell(nn.NewWithLossCell(net, loss), opt, scale)
		if got := names(step); got != "network._backbone.weight=weight optimizer.global_step=global_step optimizer.learning_rate=learning_rate "+
			"optimizer.momentum=momentum optimizer.accum.weight=accum.weight optimizer.stat.weight=stat.weight" {
			t.Errorf("parameters %s", got)
		}
		x, y := tensor.New([][]float32{{2}}), tensor.New([][]float32{{1}})
		for _, want := range []string{"0.5 [[0.25]]", "0.125 [[0.375]]"} {
			l := step.Call(x, y)
			if got := l.String() + " " + net.Weight.Value().String(); got != want {
				t.Errorf("scale %v: %s, want %s", scale, got, want)
			}
		}
	}
}
