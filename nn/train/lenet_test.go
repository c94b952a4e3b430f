package train_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/tensor"
)

// leNet5 is LeCun's network with ReLU and maximum pools, for images of 20×20.
func leNet5() nn.Layer {
	return nn.NewSequentialCell(
		nn.NewConv2d(1, 6, 5, nn.PadMode("valid"), nn.HasBias(true)), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)),
		nn.NewConv2d(6, 16, 5, nn.PadMode("valid"), nn.HasBias(true)), nn.NewReLU(), nn.NewMaxPool2d(2, nn.Stride(2)),
		nn.NewFlatten(), nn.NewDense(16*2*2, 120), nn.NewReLU(), nn.NewDense(120, 84), nn.NewReLU(), nn.NewDense(84, 10))
}

// trainLeNet trains on drawn digits and returns the accuracy on others.
func trainLeNet(images, epochs int, callbacks ...any) (accuracy float64, err error) {
	tensor.SetSeed(1)
	net := leNet5()
	model := train.NewModel(net, train.Loss(nn.NewCrossEntropyLoss()), train.Metrics("accuracy"),
		train.Optimizer(optim.NewAdam(net.CellBase().TrainableParams(), 0.003)))
	digits, others := data.Digits(images, 20).Shuffle(images).Batch(32), data.Digits(500, 20).Batch(100)
	if err := model.Train(epochs, digits, callbacks...); err != nil {
		return 0, err
	}
	r, err := model.Eval(others)
	if err != nil {
		return 0, err
	}
	return r.Float("accuracy"), nil
}

// TestLeNet asks for over 97 % of digits that the network has not seen, with -short for what a third of the work
// gives.
func TestLeNet(t *testing.T) {
	images, epochs, want := 4800, 6, 0.97
	if testing.Short() {
		images, epochs, want = 1600, 2, 0.8
	}
	begun := time.Now()
	got, err := trainLeNet(images, epochs)
	if err != nil || got <= want {
		t.Errorf("accuracy %v, want over %v (%v)", got, want, err)
	}
	t.Logf("accuracy %v in %v", got, time.Since(begun).Round(time.Millisecond))
}

// Train a convolutional network on digits that the example draws itself.
func ExampleModel() {
	accuracy, err := trainLeNet(640, 1, train.NewLossMonitor(0))
	fmt.Println(accuracy > 0.1, err)
	// Output: true <nil>
}
