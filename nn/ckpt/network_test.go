package ckpt_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/ckpt"
	"github.com/msrepl/msrepl/safetensors"
	"github.com/msrepl/msrepl/tensor"
)

// torchNames are the parameters of the network of network.pt in PyTorch, by their names in MindSpore.
var torchNames = map[string]string{
	"0.weight": "0.weight", "0.bias": "0.bias", "1.gamma": "1.weight", "1.beta": "1.bias", "1.moving_mean": "1.running_mean",
	"1.moving_variance": "1.running_var", "4.weight": "4.weight", "4.bias": "4.bias", "5.gamma": "5.weight", "5.beta": "5.bias",
	"6.w": "6.weight", "7.weight": "7.weight", "7.bias": "7.bias",
}

// torchSafetensors writes the parameters of network.pt as PyTorch's own library for safetensors does.
func torchSafetensors(t *testing.T, meta map[string]string) string {
	t.Helper()
	params, err := ckpt.Load("testdata/network.pt", ckpt.Like(torchNetwork()))
	if err != nil {
		t.Fatal(err)
	}
	tensors := map[string]*tensor.Tensor{"1.num_batches_tracked": tensor.New(3)}
	for name, original := range torchNames {
		tensors[original] = params.Get(name).Value()
	}
	file := filepath.Join(t.TempDir(), "network.safetensors")
	if err := safetensors.Save(file, tensors, meta); err != nil {
		t.Fatal(err)
	}
	return file
}

func torchNetwork() *nn.SequentialCell {
	net := nn.NewSequentialCell(
		nn.NewConv2d(1, 2, 3, nn.PadMode("valid"), nn.HasBias(true)), nn.NewBatchNorm2d(2), nn.NewReLU(), nn.NewFlatten(),
		nn.NewDense(18, 6), nn.NewLayerNorm([]int{6}, nn.Eps(1e-5)), nn.NewPReLU(), nn.NewDense(6, 2))
	net.SetTrain(false)
	return net
}

// TestTorchNetwork loads the parameters of a network that PyTorch trained and saved, alone, in a training checkpoint
// and as safetensors, with and without Like, and puts out what it puts out there. scripts/torch_fixtures.py wrote the
// files.
func TestTorchNetwork(t *testing.T) {
	text, err := os.ReadFile("testdata/network.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Output [][]float64 }
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	files := []string{
		"testdata/network.pt", "testdata/network_nested.pth",
		torchSafetensors(t, map[string]string{"format": "pt"}), torchSafetensors(t, nil),
	}
	for i := range 2 * len(files) {
		file, net := files[i/2], torchNetwork()
		var opts []ckpt.Option
		if i%2 == 0 {
			opts = append(opts, ckpt.Like(net))
		}
		params, err := ckpt.Load(file, opts...)
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

// TestTorchLayers loads names of PyTorch into layers that cannot be guessed from a file.
func TestTorchLayers(t *testing.T) {
	tensors := map[string]*tensor.Tensor{
		"emb.weight": tensor.Ones(4, 2), "gn.weight": tensor.Full([]int{2}, 2.0), "gn.bias": tensor.Full([]int{2}, 3.0),
		"ln.weight": tensor.Full([]int{2}, 4.0), "ln.bias": tensor.Full([]int{2}, 5.0), "conv.weight": tensor.Ones(3, 2, 1), "act.weight": tensor.Full([]int{1}, 6.0),
		"bn.weight": tensor.Full([]int{2}, 7.0), "bn.bias": tensor.Full([]int{2}, 8.0),
		"bn.running_mean": tensor.Full([]int{2}, 9.0), "bn.running_var": tensor.Full([]int{2}, 10.0), "step": tensor.New(7),
	}
	file := filepath.Join(t.TempDir(), "layers.safetensors")
	if err := safetensors.Save(file, tensors, map[string]string{"format": "pt"}); err != nil {
		t.Fatal(err)
	}
	for _, like := range []bool{true, false} {
		net := nn.NewSequentialCellNamed(nn.Named{Name: "emb", Cell: nn.NewEmbedding(4, 2)}, nn.Named{Name: "gn", Cell: nn.NewGroupNorm(1, 2)},
			nn.Named{Name: "ln", Cell: nn.NewLayerNorm([]int{2})}, nn.Named{Name: "conv", Cell: nn.NewConv1d(2, 3, 1)}, nn.Named{Name: "act", Cell: nn.NewPReLU()},
			nn.Named{Name: "bn", Cell: nn.NewBatchNorm3d(2)})
		var opts []ckpt.Option
		if like {
			opts = append(opts, ckpt.Like(net))
		}
		params, err := ckpt.Load(file, opts...)
		if err != nil {
			t.Fatal(err)
		}
		missing, unused := ckpt.LoadInto(net, params)
		if missing.String() != "[]" || unused.String() != "['step']" {
			t.Errorf("Like %v: missing %v, unused %v", like, missing, unused)
		}
		for _, p := range net.GetParameters().List() {
			want := map[string]float64{
				"emb.embedding_table": 1, "gn.gamma": 2, "gn.beta": 3, "ln.gamma": 4, "ln.beta": 5, "conv.weight": 1, "act.w": 6,
				"bn.bn2d.gamma": 7, "bn.bn2d.beta": 8, "bn.bn2d.moving_mean": 9, "bn.bn2d.moving_variance": 10,
			}[p.Name()]
			for _, v := range p.Value().Float64s() {
				if v != want {
					t.Errorf("Like %v: %s holds %v, want %v", like, p.Name(), v, want)
					break
				}
			}
		}
	}
}
