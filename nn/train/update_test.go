package train_test

import (
	"fmt"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/tensor"
)

// TestUpdateCells has MindSpore's examples, and the rule: an overflow halves the scale, two good steps double it.
func TestUpdateCells(t *testing.T) {
	dynamic, fixed := train.NewDynamicLossScaleUpdateCell(212, 2, 2), train.NewFixedLossScaleUpdateCell(212)
	scale := nn.NewParameter(tensor.New(212, tensor.Float32), "scale_sense")
	var got []float64
	for _, overflow := range []bool{false, true, false, false, false} {
		if out := dynamic.CellBase().Invoke(scale, tensor.New(overflow))[0].(*tensor.Tensor); out.Bool() != overflow {
			t.Errorf("overflow %v gives %v", overflow, out)
		}
		got = append(got, scale.Float())
	}
	if fmt.Sprint(got) != "[212 106 106 212 212]" || dynamic.GetLossScale() != 212 || fixed.GetLossScale() != 212 {
		t.Errorf("scales %v, %v, %v", got, dynamic.GetLossScale(), fixed.GetLossScale())
	}
	if out := fixed.CellBase().Invoke(scale, tensor.New(true))[0].(*tensor.Tensor); !out.Bool() ||
		scale.Float() != 212 {
		t.Errorf("fixed: %v, scale %v", out, scale.Value())
	}
}

// TestUpdateCellTrains has the loss (w·x - y)² of x 3 and y 0, which is 36, with the gradient 36, under a scale of 4.
func TestUpdateCellTrains(t *testing.T) {
	x, y := tensor.New([][]float32{{3}}), tensor.New([][]float32{{0}})
	for _, m := range []train.LossScaleManager{
		train.NewDynamicLossScaleUpdateCell(4, 2, 1), train.NewFixedLossScaleUpdateCell(4),
	} {
		net := oneWeight()
		loss := nn.NewWithLossCell(net, nn.NewMSELoss())
		step := train.NewTrainOneStepWithLossScaleCell(loss, optim.NewSGD(net.TrainableParams(), 0.5), m)
		if loss, overflow, scale := step.Call(x, y); loss.Float() != 36 || overflow.Bool() || scale.Float() != 4 ||
			net.Weight.Float() != -16 {
			t.Errorf("results %v, %v, %v, weight %s", loss, overflow, scale, net.Weight.Value())
		}
		_, _, scale := step.Call(x, y)
		if _, grows := m.(*train.DynamicLossScaleUpdateCell); grows != (scale.Float() == 8) {
			t.Errorf("%T: the second step has the scale %v", m, scale)
		}
	}
}
