package train_test

import (
	"testing"

	"github.com/msrepl/msrepl/nn"
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
