package ckpt_test

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/ckpt"
	"github.com/msrepl/msrepl/tensor"
)

// TestTorchNetwork loads the parameters of a network that PyTorch trained and saved, alone and in a training checkpoint, and
// puts out what it puts out there. scripts/torch_fixtures.py wrote the files.
func TestTorchNetwork(t *testing.T) {
	text, err := os.ReadFile("testdata/network.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Output [][]float64 }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"testdata/network.pt", "testdata/network_nested.pth"} {
		net := nn.NewSequentialCell(
			nn.NewConv2d(1, 2, 3, nn.PadMode("valid"), nn.HasBias(true)), nn.NewBatchNorm2d(2), nn.NewReLU(), nn.NewFlatten(),
			nn.NewDense(18, 6), nn.NewLayerNorm([]int{6}, nn.Epsilon(1e-5)), nn.NewPReLU(), nn.NewDense(6, 2))
		net.SetTrain(false)
		params, err := ckpt.Load(file, ckpt.Like(net))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if missing, unused := ckpt.LoadInto(net, params); len(missing)+len(unused) > 0 {
			t.Errorf("%s: missing %v, unused %v", file, missing, unused)
		}
		x := tensor.Arange(25.0).Div(tensor.Scalar(25)).Reshape(1, 1, 5, 5)
		for i, got := range net.Call(x).Float64s() {
			if math.Abs(got-want.Output[0][i]) > 1e-6 {
				t.Errorf("%s: output %d is %v, want %v", file, i, got, want.Output[0][i])
			}
		}
	}
}
