package nn_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/tensor"
)

// counted is 0, 1, 2, … in a shape.
func counted(shape ...int) T {
	return tensor.Arange(tensor.Zeros(shape...).Size()).AsType(tensor.Float32).Reshape(shape...)
}

// firstLayer is a cell with one layer, under the name of a tutorial.
type firstLayer struct {
	nn.Cell
	Layer nn.Layer `ms:"bn"`
}

func inside(l nn.Layer) *firstLayer { return initialized(&firstLayer{Layer: l}) }

func paramText(name string, shape string, trained bool) string {
	word := map[bool]string{true: "True", false: "False"}[trained]
	return fmt.Sprintf("Parameter (name=%s, shape=%s, dtype=Float32, requires_grad=%s)", name, shape, word)
}

const convText = "input_channels=3, output_channels=64, kernel_size=(3, 3), stride=(1, 1), pad_mode=same, padding=0, dilation=(1, 1), " +
	"group=1, has_bias=False, weight_init=normal, bias_init=zeros, format=NCHW"

// TestLayerText checks the texts of layers: those of the tutorials' pages, and for the others extend_repr of spec
// §4.4.
func TestLayerText(t *testing.T) {
	bn := func(prefix, mean, variance string) string {
		return "num_features=64, eps=1e-05, momentum=0.09999999999999998, gamma=" + paramText(prefix+"gamma", "(64,)", true) +
			", beta=" + paramText(prefix+"beta", "(64,)", true) + ", moving_mean=" + paramText(prefix+mean, "(64,)", false) +
			", moving_variance=" + paramText(prefix+variance, "(64,)", false)
	}
	for _, c := range []struct {
		layer fmt.Stringer
		want  string
	}{
		{nn.NewConv2d(3, 64, 3), "Conv2d<" + convText + ">"},
		{nn.NewConv2d(3, 64, []int{3, 3}, nn.WeightInit("normal"), nn.BiasInit("zeros")), "Conv2d<" + convText + ">"},
		{
			nn.NewConv2d(1, 2, 2, nn.PadMode("pad"), nn.Padding(1), nn.Stride(2, 1), nn.HasBias(true), nn.WeightInit(initializer.HeNormal{}), nn.BiasInit(0.5)),
			"Conv2d<input_channels=1, output_channels=2, kernel_size=(2, 2), stride=(2, 1), pad_mode=pad, padding=1, dilation=(1, 1), " +
				"group=1, has_bias=True, weight_init=HeNormal, bias_init=0.5, format=NCHW>",
		},
		{
			nn.NewConv1d(2, 4, 3, nn.Groups(2)),
			"Conv1d<input_channels=2, output_channels=4, kernel_size=(1, 3), stride=(1, 1), pad_mode=same, " +
				"padding=(0, 0, 0, 0), dilation=(1, 1), group=2, has_bias=False, weight_init=normal, bias_init=zeros, format=NCHW>",
		},
		{
			nn.NewConv3dTranspose(2, 4, 3), "Conv3dTranspose<input_channels=2, output_channels=4, kernel_size=(3, 3, 3), stride=(1, 1, 1), pad_mode=same, " +
				"padding=0, dilation=(1, 1, 1), group=1, has_bias=False, weight_init=normal, bias_init=zeros, format=NCDHW>",
		},
		{nn.NewBatchNorm2d(64), "BatchNorm2d<" + bn("", "mean", "variance") + ">"},
		{inside(nn.NewBatchNorm2d(64)), "firstLayer<\n  (bn): BatchNorm2d<" + bn("bn.", "moving_mean", "moving_variance") + ">\n  >"},
		{nn.NewBatchNorm3d(64), "BatchNorm3d<\n  (bn2d): BatchNorm2d<" + bn("bn2d.", "moving_mean", "moving_variance") + ">\n  >"},
		{
			nn.NewLayerNorm([]int{8}), "LayerNorm<normalized_shape=(8,), begin_norm_axis=-1, begin_params_axis=-1, gamma" + paramText("gamma", "(8,)", true) +
				", beta=" + paramText("beta", "(8,)", true) + ">",
		},
		{nn.NewGroupNorm(2, 4), "GroupNorm<num_groups=2, num_channels=4>"},
		{nn.NewDropout(nn.DropProb(0.5)), "Dropout<p=0.5>"},
		{nn.NewDropout(), "Dropout<keep_prob=0.5>"},
		{nn.NewDropout2d(nn.DropProb(0.2)), "Dropout2d<p=0.2>"},
		{nn.NewMaxPool2d(2, nn.Stride(2)), "MaxPool2d<kernel_size=2, stride=2, pad_mode=VALID>"},
		{nn.NewAvgPool2d([]int{2, 3}, nn.PadMode("same")), "AvgPool2d<kernel_size=(2, 3), stride=1, pad_mode=SAME>"},
		{nn.NewAdaptiveMaxPool2d([]int{5, 5}), "AdaptiveMaxPool2d<>"},
		{
			nn.NewEmbedding(5, 2), "Embedding<vocab_size=5, embedding_size=2, use_one_hot=False, embedding_table=" +
				paramText("embedding_table", "(5, 2)", true) + ", dtype=Float32, padding_idx=None>",
		},
		{nn.NewFlatten(), "Flatten<>"},
		{nn.NewSoftmax(), "Softmax<>"},
	} {
		if got := c.layer.String(); got != c.want {
			t.Errorf("%s\nwant\n%s", got, c.want)
		}
	}
}

// TestLayerParams checks the names of parameters, in MindSpore's order, alone and inside of a cell (spec §4.2, §8).
func TestLayerParams(t *testing.T) {
	const bn = "mean variance gamma beta"
	for _, c := range []struct {
		layer       nn.Layer
		alone, held string
	}{
		{nn.NewConv2d(1, 1, 1), "weight", "bn.weight"},
		{nn.NewConv1d(1, 1, 1, nn.HasBias(true)), "weight bias", "bn.weight bn.bias"},
		{nn.NewConv2dTranspose(1, 1, 1, nn.HasBias(true)), "weight bias", "bn.weight bn.bias"},
		{nn.NewBatchNorm1d(3), bn, "bn.moving_mean bn.moving_variance bn.gamma bn.beta"},
		{nn.NewBatchNorm2d(3), bn, "bn.moving_mean bn.moving_variance bn.gamma bn.beta"},
		{nn.NewInstanceNorm2d(3), bn, "bn.moving_mean bn.moving_variance bn.gamma bn.beta"},
		{nn.NewLayerNorm([]int{3}), "gamma beta", "bn.gamma bn.beta"},
		{nn.NewGroupNorm(1, 3), "gamma beta", "bn.gamma bn.beta"},
		{nn.NewEmbedding(2, 2), "embedding_table", "bn.embedding_table"},
		{nn.NewPReLU(), "a", "bn.w"},
	} {
		cell := c.layer.CellBase()
		if got := names(cell.GetParameters().List()); got != c.alone {
			t.Errorf("%s alone: %s, want %s", cell.ClassName(), got, c.alone)
		}
		if got := names(inside(c.layer).GetParameters().List()); got != c.held {
			t.Errorf("%s held: %s, want %s", cell.ClassName(), got, c.held)
		}
	}
	affine := nn.NewBatchNorm2d(3, nn.Affine(false))
	if n := len(affine.TrainableParams()); n != 0 {
		t.Errorf("Affine(false) leaves %d trainable parameters", n)
	}
}

// TestLayerValues checks the values of the examples in MindSpore's reference, and of small cases that can be counted
// by hand.
func TestLayerValues(t *testing.T) {
	conv := nn.NewConv2d(3, 2, 3, nn.PadMode("valid"), nn.WeightInit("ones"))
	img := tensor.New([][][][]float32{{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}})
	padded := tensor.New([][][]float32{{{0, 1, 2, 3}, {4, 5, 6, 7}}})
	for _, c := range []struct {
		name string
		net  nn.Layer
		in   []T
		want string
	}{
		{
			// The reference shows 26.999863, from another device; 27/√1.00001 is 26.999865.
			"SequentialCell.append", nn.NewSequentialCell(conv, nn.NewBatchNorm2d(2), nn.NewReLU()),
			[]T{tensor.Ones(1, 3, 4, 4)},
			"[[[[26.999865 26.999865] [26.999865 26.999865]] [[26.999865 26.999865] [26.999865 26.999865]]]]",
		},
		{
			"BatchNorm1d", nn.NewBatchNorm1d(4),
			[]T{tensor.New([][]float32{{0.7, 0.5, 0.5, 0.6}, {0.5, 0.4, 0.6, 0.9}})},
			"[[0.6999965 0.4999975 0.4999975 0.59999704] [0.4999975 0.399998 0.59999704 0.89999545]]",
		},
		{"GroupNorm", nn.NewGroupNorm(2, 2), []T{tensor.Ones(1, 2, 1, 2)}, "[[[[0. 0.]] [[0. 0.]]]]"},
		{"AdaptiveMaxPool2d, None", nn.NewAdaptiveMaxPool2d([]int{0, 2}), []T{img}, "[[[[2. 3.] [5. 6.] [8. 9.]]]]"},
		{"AdaptiveMaxPool2d", nn.NewAdaptiveMaxPool2d(2), []T{img}, "[[[[5. 6.] [8. 9.]]]]"},
		{"MaxPool2d", nn.NewMaxPool2d(2), []T{img}, "[[[[5. 6.] [8. 9.]]]]"},
		{"AvgPool2d, same", nn.NewAvgPool2d(2, nn.Stride(2), nn.PadMode("same")), []T{img}, "[[[[3. 4.5] [7.5 9. ]]]]"},
		{
			"MaxUnpool1d", nn.NewMaxUnpool1d(2, nn.Stride(2)),
			[]T{tensor.New([][]float32{{2, 4, 6, 8}}), tensor.New([][]int{{1, 3, 5, 7}})},
			"[[0. 2. 0. 4. 0. 6. 0. 8.]]",
		},
		{"LPPool2d", nn.NewLPPool2d(1, 3, nn.Stride(1)), []T{counted(1, 1, 4, 5)}, "[[[[ 54. 63. 72.] [ 99. 108. 117.]]]]"},
		{
			"ConstantPad1d", nn.NewConstantPad1d([]int{0, 1}, 0.5),
			[]T{tensor.Ones(1, 1, 2, 4)},
			"[[[[1. 1. 1. 1. 0.5] [1. 1. 1. 1. 0.5]]]]",
		},
		{"ReflectionPad1d", nn.NewReflectionPad1d([]int{3, 1}), []T{padded}, "[[[3. 2. 1. 0. 1. 2. 3. 2.] [7. 6. 5. 4. 5. 6. 7. 6.]]]"},
		{"ReplicationPad1d", nn.NewReplicationPad1d(1), []T{vec(1, 2).Reshape(1, 1, 2)}, "[[[1. 1. 2. 2.]]]"},
		{"ZeroPad2d", nn.NewZeroPad2d([]int{1, 0, 0, 1}), []T{tensor.Ones(1, 1, 1, 1)}, "[[[[0. 1.] [0. 0.]]]]"},
		{
			"Pad", nn.NewPad([][]int{{0, 0}, {1, 1}}, nn.PaddingMode("SYMMETRIC")),
			[]T{tensor.New([][]float32{{1, 2}})},
			"[[1. 1. 2. 2.]]",
		},
		{
			"Upsample", nn.NewUpsample(nn.OutputSize(5, 5)),
			[]T{tensor.New([][][][]float32{{{{1, 2, 3, 4}, {5, 6, 7, 8}}}})},
			"[[[[1. 1. 2. 3. 4.] [1. 1. 2. 3. 4.] [1. 1. 2. 3. 4.] [5. 5. 6. 7. 8.] [5. 5. 6. 7. 8.]]]]",
		},
		{"ChannelShuffle", nn.NewChannelShuffle(2), []T{counted(1, 4, 1, 1)}, "[[[[0.]] [[2.]] [[1.]] [[3.]]]]"},
		{"Identity", nn.NewIdentity(), []T{tensor.New([]int{1, 2, 3, 4})}, "[1 2 3 4]"},
		{"Flatten", nn.NewFlatten(), []T{counted(2, 1, 2)}, "[[0. 1.] [2. 3.]]"},
		{"Unflatten", nn.NewUnflatten(-1, []int{2, 2}), []T{counted(2, 4)}, "[[[0. 1.] [2. 3.]] [[4. 5.] [6. 7.]]]"},
		{"Flatten, axes", nn.NewFlatten(nn.StartDim(0), nn.EndDim(1)), []T{counted(2, 1, 2)}, "[[0. 1.] [2. 3.]]"},
		{"Embedding", nn.NewEmbedding(3, 2, nn.EmbeddingTable(counted(3, 2))), []T{tensor.New([]int{2, 0})}, "[[4. 5.] [0. 1.]]"},
		{"Embedding, one-hot", nn.NewEmbedding(3, 2, nn.EmbeddingTable(counted(3, 2)), nn.UseOneHot(true)), []T{tensor.New([][]int{{2, 0}})}, "[[[4. 5.] [0. 1.]]]"},
		{"Embedding, padding", nn.NewEmbedding(3, 2, nn.EmbeddingTable("ones"), nn.PaddingIdx(0)), []T{tensor.New([]int{1, 0})}, "[[1. 1.] [0. 0.]]"},
		{"AdaptiveMaxPool1d", nn.NewAdaptiveMaxPool1d(2), []T{counted(1, 1, 4)}, "[[[1. 3.]]]"},
		{"AdaptiveMaxPool3d", nn.NewAdaptiveMaxPool3d(1), []T{counted(1, 1, 2, 2, 2)}, "[[[[[7.]]]]]"},
		{"AvgPool3d, 28/8", nn.NewAvgPool3d(2), []T{counted(1, 1, 2, 2, 2)}, "[[[[[3.5]]]]]"},
		{"AvgPool3d, 28/7", nn.NewAvgPool3d(2, nn.DivisorOverride(7)), []T{counted(1, 1, 2, 2, 2)}, "[[[[[4.]]]]]"},
		{
			"MaxUnpool2d", nn.NewMaxUnpool2d(2),
			[]T{tensor.Full([]int{1, 1, 1}, 5.0), tensor.New([][][]int{{{3}}})},
			"[[[0. 0.] [0. 5.]]]",
		},
		{
			"MaxUnpool3d", nn.NewMaxUnpool3d([]int{1, 2, 2}),
			[]T{tensor.Full([]int{1, 1, 1, 1}, 5.0), tensor.New([][][][]int{{{{1}}}})},
			"[[[[0. 5.] [0. 0.]]]]",
		},
		{
			"ConstantPad2d", nn.NewConstantPad2d(1, 9),
			[]T{tensor.Zeros(1, 1, 1, 1)},
			"[[[[9. 9. 9.] [9. 0. 9.] [9. 9. 9.]]]]",
		},
		{
			"ReplicationPad2d", nn.NewReplicationPad2d([]int{1, 1, 0, 1}),
			[]T{counted(1, 1, 1, 2)},
			"[[[[0. 0. 1. 1.] [0. 0. 1. 1.]]]]",
		},
		{"InstanceNorm3d", nn.NewInstanceNorm3d(1, nn.Eps(0)), []T{counted(1, 1, 1, 1, 2)}, "[[[[[-1. 1.]]]]]"},
		{"Dropout1d, evaluation", nn.NewDropout1d(), []T{counted(1, 1, 2)}, "[[[0. 1.]]]"},
		{"Dropout, evaluation", nn.NewDropout(nn.DropProb(0.9)), []T{vec(1, 2)}, "[1. 2.]"},
		{"Conv1d", nn.NewConv1d(1, 1, 2, nn.PadMode("valid"), nn.WeightInit(tensor.Ones(1, 1, 2))), []T{counted(1, 1, 4)}, "[[[1. 3. 5.]]]"},
		{"Conv2d, tensor", nn.NewConv2d(1, 1, 1, nn.WeightInit(tensor.Full([]int{1, 1, 1, 1}, 3)), nn.HasBias(true), nn.BiasInit(1)), []T{tensor.Ones(1, 1, 1, 2)}, "[[[[4. 4.]]]]"},
		{"Conv2dTranspose, same", nn.NewConv2dTranspose(1, 1, 2, nn.Stride(2), nn.WeightInit("ones")), []T{vec(1, 2).Reshape(1, 1, 1, 2)}, "[[[[1. 1. 2. 2.] [1. 1. 2. 2.]]]]"},
		{"Conv1dTranspose, valid with a gap", nn.NewConv1dTranspose(1, 1, 1, nn.Stride(2), nn.PadMode("valid"), nn.WeightInit("ones")), []T{vec(1, 2).Reshape(1, 1, 2)}, "[[[1. 0. 2. 0.]]]"},
		{"LayerNorm over all", nn.NewLayerNorm([]int{2}, nn.BeginNormAxis(0)), []T{tensor.New([][]float32{{1, 3}, {3, 1}})}, "[[-1. 1.] [ 1. -1.]]"},
	} {
		if got := strings.Join(strings.Fields(c.net.CellBase().Call(c.in...).String()), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLayerShapes checks the shapes of the examples in MindSpore's reference.
func TestLayerShapes(t *testing.T) {
	for _, c := range []struct {
		net  nn.Layer
		in   []int
		want string
	}{
		{nn.NewConv1d(12, 24, 4, nn.WeightInit("normal")), []int{1, 12, 64}, "(1, 24, 64)"},
		{nn.NewConv3d(3, 4, []int{4, 3, 3}), []int{2, 3, 10, 8, 8}, "(2, 4, 10, 8, 8)"},
		{nn.NewConv1dTranspose(3, 64, 4, nn.WeightInit("normal"), nn.PadMode("pad")), []int{1, 3, 50}, "(1, 64, 53)"},
		{nn.NewConv3dTranspose(3, 4, 3, nn.PadMode("pad"), nn.Stride(2), nn.OutputPadding(1)), []int{1, 3, 2, 3, 4}, "(1, 4, 6, 8, 10)"},
		{nn.NewBatchNorm3d(3), []int{4, 3, 5, 8, 8}, "(4, 3, 5, 8, 8)"},
		{nn.NewLayerNorm([]int{5, 10, 10}, nn.BeginNormAxis(1), nn.BeginParamsAxis(1)), []int{20, 5, 10, 10}, "(20, 5, 10, 10)"},
		{nn.NewMaxPool1d(3, nn.Stride(1)), []int{1, 2, 4}, "(1, 2, 2)"},
		{nn.NewMaxPool1d(2, nn.PadMode("pad"), nn.Padding(1), nn.Dilation(1)), []int{5, 3, 4}, "(5, 3, 5)"},
		{nn.NewMaxPool3d(2, nn.PadMode("pad"), nn.Padding(1), nn.Dilation(3)), []int{5, 3, 4, 6, 7}, "(5, 3, 3, 5, 6)"},
		{nn.NewAvgPool2d(4, nn.PadMode("pad"), nn.Padding(2), nn.DivisorOverride(5)), []int{6, 6, 8, 8}, "(6, 6, 9, 9)"},
		{nn.NewAdaptiveAvgPool1d(2), []int{1, 3, 6}, "(1, 3, 2)"},
		{nn.NewAdaptiveAvgPool3d([]int{3, 3, 4}), []int{4, 3, 5, 6, 7}, "(4, 3, 3, 3, 4)"},
		{nn.NewAdaptiveAvgPool3d([]int{0, 4, 5}), []int{4, 1, 9, 10, 8}, "(4, 1, 9, 4, 5)"},
		{nn.NewConstantPad3d([]int{1, 1, 0, 1, 1, 0}, 0.5), []int{1, 2, 3, 4}, "(1, 3, 4, 6)"},
		{nn.NewReflectionPad3d([]int{1, 1, 1, 0, 0, 1}), []int{1, 2, 2, 2}, "(1, 3, 3, 4)"},
		{nn.NewDropout3d(), []int{2, 1, 2, 1, 2}, "(2, 1, 2, 1, 2)"},
		{nn.NewPixelShuffle(2), []int{3, 2, 8, 4, 4}, "(3, 2, 2, 8, 8)"},
		{nn.NewUnflatten(1, []int{2, 5}), []int{2, 10, 5}, "(2, 2, 5, 5)"},
		{nn.NewPixelUnshuffle(2), []int{1, 1, 4, 4}, "(1, 4, 2, 2)"},
	} {
		if got := fmt.Sprint(c.net.CellBase().Call(tensor.Ones(c.in...)).Shape()); got != c.want {
			t.Errorf("%s: %s, want %s", c.net.CellBase().ClassName(), got, c.want)
		}
	}
}

// TestBatchNormTraining: in training, a batch normalization uses the statistics of the batch and updates the running
// ones with a momentum of 0.9, from the unbiased variance (spec §8).
func TestBatchNormTraining(t *testing.T) {
	bn := nn.NewBatchNorm1d(1)
	x := tensor.New([][]float32{{1}, {3}})
	bn.SetTrain()
	y := bn.Call(x)
	near(t, "batch", y, -1, 1)
	near(t, "moving mean", bn.MovingMean.Value(), 0.2)
	near(t, "moving variance", bn.MovingVariance.Value(), 0.9+0.1*2)
	bn.Call(tensor.Zeros(0, 1))
	near(t, "moving mean after a batch of none", bn.MovingMean.Value(), 0.2)
	near(t, "moving variance after a batch of none", bn.MovingVariance.Value(), 0.9+0.1*2)
	bn.SetTrain(false)
	near(t, "evaluation", bn.Call(x), 0.8/math.Sqrt(1.1+1e-5), 2.8/math.Sqrt(1.1+1e-5))
	near(t, "evaluation leaves the statistics", bn.MovingMean.Value(), 0.2)
	never := nn.NewBatchNorm1d(1, nn.UseBatchStatistics(false), nn.Momentum(0.5))
	never.SetTrain()
	near(t, "never by the batch", never.Call(x), 1/math.Sqrt(1+1e-5), 3/math.Sqrt(1+1e-5))
	in := nn.NewInstanceNorm1d(1)
	in.SetTrain()
	near(t, "instance", in.Call(x.Reshape(1, 1, 2)), -1, 1)
	near(t, "instance variance", in.MovingVariance.Value(), 0.9+0.1*2)
}

func near(t *testing.T, name string, got T, want ...float64) {
	t.Helper()
	for i, v := range got.Flatten(0).AsType(tensor.Float64).Float64s() {
		if !(math.Abs(v-want[i]) <= 1e-5) { // NaN, too
			t.Errorf("%s: element %d is %v, want %v", name, i, v, want[i])
		}
	}
}

// TestDropoutTraining checks that dropout drops about p of the elements and scales the others, in training only.
func TestDropoutTraining(t *testing.T) {
	tensor.SetSeed(3)
	d := nn.NewDropout(nn.DropProb(0.25))
	d.SetTrain()
	y := d.Call(tensor.Ones(100, 100))
	kept := 0.0
	for _, v := range y.Float32s() {
		if v != 0 && math.Abs(float64(v)-4.0/3) > 1e-6 {
			t.Fatalf("an element is %v, want 0 or 4/3", v)
		}
		if v != 0 {
			kept++
		}
	}
	if math.Abs(kept/10000-0.75) > 0.02 {
		t.Errorf("%v elements of 10000 were kept, want about 7500", kept)
	}
	channels := nn.NewDropout2d()
	channels.SetTrain()
	for _, v := range channels.Call(tensor.Ones(4, 8, 3, 3)).Sum(2, 3).Flatten(0).Float32s() {
		if v != 0 && v != 18 {
			t.Errorf("a channel sums to %v, want 0 or 18", v)
		}
	}
}

// TestLayerGradients checks that every layer's gradients, by its input and by its weights, equal finite differences.
func TestLayerGradients(t *testing.T) {
	training := func(l nn.Layer) nn.Layer { l.CellBase().SetTrain(); return l }
	for _, c := range []struct {
		net nn.Layer
		in  []int
	}{
		{nn.NewConv1d(2, 4, 3, nn.HasBias(true), nn.Groups(2)), []int{2, 2, 5}},
		{nn.NewConv2d(2, 3, 2, nn.HasBias(true), nn.Stride(2)), []int{2, 2, 5, 4}},
		{nn.NewConv3d(1, 2, 2, nn.PadMode("valid")), []int{1, 1, 3, 3, 3}},
		{nn.NewConv1dTranspose(2, 2, 3, nn.HasBias(true)), []int{1, 2, 4}},
		{nn.NewConv2dTranspose(2, 2, 3, nn.Stride(2)), []int{1, 2, 3, 3}},
		{nn.NewConv3dTranspose(1, 2, 2, nn.PadMode("pad")), []int{1, 1, 2, 2, 2}},
		{nn.NewBatchNorm1d(3), []int{4, 3}},
		{training(nn.NewBatchNorm2d(2)), []int{2, 2, 3, 3}},
		{training(nn.NewBatchNorm3d(2)), []int{2, 2, 2, 2, 2}},
		{nn.NewLayerNorm([]int{4}), []int{3, 4}},
		{nn.NewGroupNorm(2, 4), []int{2, 4, 3}},
		{nn.NewInstanceNorm1d(2), []int{2, 2, 5}},
		{nn.NewMaxPool2d(2), []int{1, 2, 4, 4}},
		{nn.NewAvgPool1d(2, nn.PadMode("same")), []int{1, 2, 5}},
		{nn.NewAdaptiveAvgPool2d(2), []int{1, 2, 5, 3}},
		{nn.NewLPPool1d(2, 2), []int{1, 2, 6}},
		{nn.NewReflectionPad2d(1), []int{1, 2, 3, 3}},
		{nn.NewReplicationPad3d(1), []int{1, 1, 2, 2, 2}},
		{nn.NewUpsample(nn.ScaleFactor(2), nn.Interpolation("linear"), nn.RecomputeScaleFactor(true)), []int{1, 2, 4}},
		{nn.NewPixelShuffle(2), []int{1, 4, 2, 2}},
		{nn.NewFlatten(), []int{2, 2, 3}},
		{nn.NewUnflatten(1, []int{2, -1}), []int{2, 4, 3}},
		{nn.NewPReLU(nn.Channel(2)), []int{3, 2, 2}},
	} {
		checkGradients(t, c.net, away(c.in...))
	}
}

// away is distinct numbers that are far enough from zero and from each other for finite differences.
func away(shape ...int) T {
	x := counted(shape...).AsType(tensor.Float64)
	n := float64(x.Size())
	return x.Mul(tensor.Scalar(7.0)).Mod(tensor.Scalar(n)).Sub(tensor.Scalar(n / 2)).Add(tensor.Scalar(0.3)).Div(tensor.Scalar(n / 3))
}

// checkGradients makes the weights of net Float64 and compares its gradients with finite differences.
func checkGradients(t *testing.T, net nn.Layer, in ...T) {
	t.Helper()
	c := net.CellBase()
	args := make([]any, len(in))
	for i, x := range in {
		args[i] = x
	}
	for _, p := range c.GetParameters().List() {
		p.SetDType(tensor.Float64)
	}
	weights := c.TrainableParams()
	f := func(all ...any) []any {
		for i, p := range weights {
			p.Tensor = all[len(in)+i].(T)
		}
		return c.Invoke(all[:len(in)]...)
	}
	for _, p := range weights {
		args = append(args, p.Value())
	}
	if err := grad.Check(f, args...).Err(); err != nil {
		t.Errorf("%s: %v", c.ClassName(), err)
	}
}
