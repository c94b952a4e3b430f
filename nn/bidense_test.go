package nn_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// TestFurtherLayers has values by the definitions.
func TestFurtherLayers(t *testing.T) {
	picture := tensor.Arange(9).AsType(tensor.Float32).Reshape(1, 1, 3, 3)
	two := tensor.New([][][]float32{{{1, 2}, {3, 4}}}) // (1, 2, 2): W of BiDense
	dense := nn.NewDense(1, 1, nn.WeightInit(tensor.New([][]float32{{3}})), nn.BiasInit("ones"))
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want string
	}{
		// 1·(5+12) + 2·(15+24) + 1
		{"BiDense", nn.NewBiDense(2, 2, 1, nn.WeightInit(two), nn.BiasInit("ones")).CellBase().Call(rows([]float32{1, 2}), rows([]float32{5, 6})), "[[96.]]"},
		{"BiDense, no bias", nn.NewBiDense(2, 2, 1, nn.WeightInit(two), nn.HasBias(false)).CellBase().Call(rows([]float32{1, 2}), rows([]float32{5, 6})), "[[95.]]"},
		{"Softplus", nn.NewSoftplus().CellBase().Call(vec(0, 30)), "[ 0.6931472 30. ]"},
		{"Softplus, beta", nn.NewSoftplus(nn.Sharpness(2)).CellBase().Call(vec(0, 30)), "[ 0.3465736 30. ]"},
		{"Unfold", nn.NewUnfold(2).CellBase().Call(picture), "[[[0. 1. 3. 4.] [1. 2. 4. 5.] [3. 4. 6. 7.] [4. 5. 7. 8.]]]"},
		{"Unfold, stride", nn.NewUnfold(1, nn.Stride(2)).CellBase().Call(picture), "[[[0. 2. 6. 8.]]]"},
		{"Fold", nn.NewFold([]int{3, 3}, 2).CellBase().Call(nn.NewUnfold(2).CellBase().Call(picture)), "[[[[ 0. 2. 2.] [ 6. 16. 10.] [ 6. 14. 8.]]]]"},
		{"LRN", nn.NewLRN(nn.DepthRadius(1), nn.Offset(0), nn.Alpha(1), nn.Exponent(1)).
			CellBase().Call(vec(1, 2).Reshape(1, 2, 1, 1)), "[[[[0.2]] [[0.4]]]]"},
		{"FractionalMaxPool2d", nn.NewFractionalMaxPool2d(2, nn.OutputSize(2, 2), nn.RandomSamples(tensor.Zeros(1, 1, 2))).CellBase().Call(picture), "[[[[4. 5.] [7. 8.]]]]"},
		{"FractionalMaxPool3d", nn.NewFractionalMaxPool3d([]int{1, 2, 2}, nn.OutputSize(1, 2, 2), nn.RandomSamples(tensor.Zeros(1, 1, 3))).
			CellBase().Call(picture.ExpandDims(2)), "[[[[[4. 5.] [7. 8.]]]]]"},
		{"TimeDistributed", nn.NewTimeDistributed(dense, 1).CellBase().Call(tensor.New([][][]float32{{{1}, {2}}})), "[[[4.] [7.]]]"},
		{"ResizeBilinear", nn.NewResizeBilinear().Resize(vec(0, 10).Reshape(1, 1, 1, 2), 1, 4), "[[[[ 0. 5. 10. 10.]]]]"},
		{"ResizeBilinear, half", nn.NewResizeBilinear(true).Resize(vec(0, 10).Reshape(1, 1, 1, 2), 1, 4), "[[[[ 0. 2.5 7.5 10. ]]]]"},
		{"ResizeBilinear, corners", nn.NewResizeBilinear().Resize(vec(0, 9).Reshape(1, 1, 1, 2), 1, 4, true), "[[[[0. 3. 6. 9.]]]]"},
		{"EmbeddingLookup", nn.NewEmbeddingLookup(2, 2, nn.EmbeddingTable("ones")).CellBase().Call(tensor.New([]int{1, 5})), "[[1. 1.] [0. 0.]]"},
		{"ZeroPad1d", nn.NewZeroPad1d(1).CellBase().Call(rows([]float32{1, 2})), "[[0. 1. 2. 0.]]"},
		{"Hardsigmoid", nn.NewHardsigmoid().CellBase().Call(vec(-3, 0, 3)), "[0. 0.5 1. ]"},
		{"Linear", nn.NewLinear(2, 1, nn.WeightInit("ones"), nn.HasBias(false)).CellBase().Call(rows([]float32{1, 2})), "[[3.]]"},
		{"get_activation", nn.GetActivation("relu6").CellBase().Call(vec(-1, 9)), "[0. 6.]"},
	} {
		if got := strings.Join(strings.Fields(c.got.String()), " "); !alike(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestSyncBatchNorm(t *testing.T) {
	x := vec(1, 2, 3, 4).Reshape(1, 1, 2, 2)
	sync, plain := nn.NewSyncBatchNorm(1), nn.NewBatchNorm2d(1)
	for range 2 {
		if got, want := sync.CellBase().Call(x).String(), plain.CellBase().Call(x).String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		sync.CellBase().SetTrain(true)
		plain.CellBase().SetTrain(true)
	}
	var names []string
	for _, p := range sync.CellBase().ParametersAndNames() {
		names = append(names, p.Name)
	}
	if got := strings.Join(names, " "); got != "moving_mean moving_variance gamma beta" {
		t.Errorf("parameters %s", got)
	}
	if got := nn.NewBiDense(20, 30, 40).CellBase().String(); got != "BiDense<in1_channels=20, in2_channels=30, output_channels=40, has_bias=True>" {
		t.Errorf("text %s", got)
	}
	for want, f := range map[string]func(){
		"For 'get_activation', the 'name' must be in":                func() { nn.GetActivation("swoosh") },
		"For 'TimeDistributed', the 'time_axis' must be in [1, 2)":   func() { nn.NewTimeDistributed(nn.NewReLU(), 2).CellBase().Call(tensor.Ones(2, 2)) },
		"For 'BiDense', the 'in2_channels' must be int and must > 0": func() { nn.NewBiDense(1, 0, 1) },
		"For 'Unfold', got an unexpected option nn.Axis":             func() { nn.NewUnfold(2, nn.Axis(1)) },
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if nn.GetActivation("") != nil {
		t.Error("an activation without a name")
	}
}
