package train_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/tensor"
)

// oneWeight is a layer y = w·x with w = 2, whose loss against labels has known gradients.
func oneWeight() *nn.Dense {
	return nn.NewDense(1, 1, nn.HasBias(false), nn.WeightInit(tensor.New([][]float32{{2}})))
}

func results(step nn.Layer, in ...any) tensor.Tuple {
	var out tensor.Tuple
	for _, v := range step.CellBase().Invoke(in...) {
		out = append(out, v.(*tensor.Tensor))
	}
	return out
}

func TestManagers(t *testing.T) {
	fixed := train.NewFixedLossScaleManager(8, false)
	fixed.UpdateLossScale(true)
	if fixed.GetLossScale() != 8 || fixed.GetDropOverflowUpdate() || !train.NewFixedLossScaleManager(8).GetDropOverflowUpdate() {
		t.Error("the fixed manager has changed")
	}
	// MindSpore's reference: 16777216, and half of it behind an overflow
	m := train.NewDynamicLossScaleManager(1<<24, 2, 2)
	var got []float64
	for _, overflow := range []bool{true, false, false, true} {
		m.UpdateLossScale(overflow)
		got = append(got, m.GetLossScale())
	}
	for i, want := range []float64{8388608, 8388608, 16777216, 8388608} {
		if got[i] != want {
			t.Errorf("step %d: scale %v, want %v", i, got[i], want)
		}
	}
}

// TestBuildTrainNetwork has the loss (w·x - y)² of x 3 and y 0, which is 36, with the gradient 2·3·6 = 36.
func TestBuildTrainNetwork(t *testing.T) {
	x, y := tensor.New([][]float32{{3}}), tensor.New([][]float32{{0}})
	plain := oneWeight()
	step := train.BuildTrainNetwork(plain, optim.NewSGD(plain.TrainableParams(), 0.5), nn.NewMSELoss(), "O0")
	if loss := step.CellBase().Call(x, y); loss.Float() != 36 || plain.Weight.Float() != 2-18 {
		t.Errorf("loss %s, weight %s", loss, plain.Weight.Value())
	}
	net := oneWeight()
	manager := train.NewDynamicLossScaleManager(4, 2, 1)
	scaled := train.BuildTrainNetwork(net, optim.NewSGD(net.TrainableParams(), 0.5), nn.NewMSELoss(), "O0", manager)
	if out := results(scaled, x, y); out[0].Float() != 36 || out[1].Bool() || out[2].Float() != 4 || net.Weight.Float() != -16 || manager.GetLossScale() != 8 {
		t.Errorf("results %v, weight %s, scale %v", out, net.Weight.Value(), manager.GetLossScale())
	}
	inf := tensor.New([][]float32{{1e30}})
	if out := results(scaled, inf, y); !out[1].Bool() || net.Weight.Float() != -16 || manager.GetLossScale() != 4 {
		t.Errorf("an overflow gives %v, weight %s, scale %v", out, net.Weight.Value(), manager.GetLossScale())
	}
	half := oneWeight()
	train.BuildTrainNetwork(half, optim.NewSGD(half.TrainableParams(), 0.5), nil, "O3", train.NewFixedLossScaleManager(16)).CellBase().Invoke(x)
	if half.Weight.Float() != 2-1.5 {
		t.Errorf("without a loss the weight is %s", half.Weight.Value())
	}
}

// trained makes one step of a model with the loss w·x·y, whose gradient is x·y, and returns the weight, which was 2.
func trained(t *testing.T, x, y float32, optimizer []optim.Option, opts ...train.Option) float64 {
	t.Helper()
	net := oneWeight()
	loss := func(out, label *tensor.Tensor) *tensor.Tensor { return out.Mul(label).Sum() }
	opt := optim.NewSGD(net.TrainableParams(), 0.5, optimizer...)
	opts = append(opts, train.Loss(loss), train.Optimizer(opt))
	if err := train.NewModel(net, opts...).Train(1, data.Slices([][]float32{{x}}, [][]float32{{y}}).Batch(1)); err != nil {
		t.Error(err)
	}
	return net.Weight.Float()
}

// TestFixedManager has the two uses of MindSpore's FixedLossScaleManager: with drop_overflow_update steps that overflow
// are left out; without, all are made, and the optimizer divides by its loss_scale.
func TestFixedManager(t *testing.T) {
	const huge = 1e38
	drop := train.LossScale(train.NewFixedLossScaleManager(1024))
	keep := train.LossScale(train.NewFixedLossScaleManager(1024, false))
	divides := []optim.Option{optim.LossScale(1024)}
	for _, c := range []struct {
		name      string
		x, y      float32
		optimizer []optim.Option
		opts      []train.Option
		want      float64
	}{
		{"finite", 1, 2, nil, []train.Option{drop}, 2 - 1},
		{"an overflow", 1, huge, nil, []train.Option{drop}, 2},
		{"the optimizer divides", 1, 2, divides, []train.Option{keep}, 2 - 1},
		{"an overflow that is kept", 1, huge, divides, []train.Option{keep}, math.Inf(-1)},
		{"clipped", 3, 4, divides, []train.Option{keep, train.ClipNorm(1)}, 2 - 0.5},
		{
			"an overflow of a static scaler", 1, huge, nil,
			[]train.Option{train.LossScale(train.NewStaticLossScaler(1024))},
			math.Inf(-1),
		},
	} {
		if got := trained(t, c.x, c.y, c.optimizer, c.opts...); got != c.want {
			t.Errorf("%s: the weight is %v, want %v", c.name, got, c.want)
		}
	}
	net := oneWeight()
	sgd := optim.NewSGD(net.TrainableParams(), 0.5, divides...)
	step := train.BuildTrainNetwork(net, sgd, nil, "O0", train.NewFixedLossScaleManager(1024, false))
	if loss := step.CellBase().Call(tensor.New([][]float32{{3}})); loss.Float() != 6 || net.Weight.Float() != 2-1.5 {
		t.Errorf("loss %s, weight %s", loss, net.Weight.Value())
	}
}
