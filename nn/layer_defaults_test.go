package nn_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/tensor"
)

// params lists the parameters of a cell with shapes, and a star behind those without gradients.
func params(l nn.Layer) string {
	var s []string
	for p := range l.CellBase().GetParameters() {
		star := ""
		if !p.RequiresGrad() {
			star = "*"
		}
		s = append(s, fmt.Sprint(p.Name(), p.Shape(), star))
	}
	return strings.Join(s, " ")
}

// within reports whether the values of all parameters of a layer fill the range ±bound and do not leave it.
func within(l nn.Layer, bound float64) string {
	for p := range l.CellBase().GetParameters() {
		if most := p.Abs().Max().Float(); most > bound || p.Size() > 100 && most < 0.9*bound {
			return fmt.Sprintf("%s reaches %g, not %g", p.Name(), most, bound)
		}
	}
	return "uniform"
}

func flat(x T) string { return strings.Join(strings.Fields(x.String()), " ") }

// TestLayerDefaults checks layers without options, clause by clause, against nn/layer/*.py of MindSpore 2.6. Each
// name quotes the signature.
func TestLayerDefaults(t *testing.T) {
	tensor.SetSeed(3)
	img := counted(1, 1, 3, 3)
	batch := tensor.New([][]float32{{1}, {3}})
	trained := nn.NewBatchNorm1d(1)
	trained.SetTrain()
	trained.Call(batch)
	for _, c := range []struct {
		clause string
		got    func() any
		want   string
	}{
		{"Dense: weight (out,in), bias (out,), has_bias=True", func() any { return params(nn.NewDense(3, 2)) }, "weight(2, 3) bias(2,)"},
		{"Dense: W U(±1/√fan_in), b U(±1/√in)", func() any { return within(nn.NewDense(64, 200), 1.0/8) }, "uniform"},
		{"Dense: rank≠2 inputs flattened to 2-D and back", func() any { return nn.NewDense(3, 2).Call(tensor.Ones(4, 5, 3)).Shape() }, "(4, 5, 2)"},
		{"Dense: rank≠2, one axis", func() any { return flat(nn.NewDense(2, 1, nn.WeightInit("ones"), nn.BiasInit(1)).Call(vec(1, 2))) }, "[4.]"},
		{"Dense: y=x·Wᵀ+b", func() any {
			return flat(nn.NewDense(2, 2, nn.WeightInit(counted(2, 2)), nn.BiasInit(10)).Call(counted(1, 2)))
		}, "[[11. 13.]]"},
		{"Dense: activation", func() any {
			return flat(nn.NewDense(1, 1, nn.WeightInit(-1), nn.BiasInit("zeros"), nn.Activation("relu")).Call(tensor.Ones(1, 1)))
		}, "[[0.]]"},
		{
			"Conv2d: weight (out,in/group,kh,kw), has_bias=False",
			func() any { return params(nn.NewConv2d(4, 6, []int{3, 2}, nn.Groups(2))) }, "weight(6, 2, 3, 2)",
		},
		{"Conv2d: W U(±1/√fan_in)", func() any { return within(nn.NewConv2d(16, 32, 2, nn.HasBias(true)), 1.0/8) }, "uniform"},
		{"Conv2d: pad_mode='same', low=total//2, high=rest", func() any {
			return flat(nn.NewConv2d(1, 1, 2, nn.WeightInit("ones")).Call(tensor.Ones(1, 1, 2, 2)))
		}, "[[[[4. 2.] [2. 1.]]]]"},
		{"Conv2d: cross-correlation", func() any {
			return flat(nn.NewConv2d(1, 1, []int{1, 3}, nn.PadMode("valid"), nn.WeightInit(counted(1, 1, 1, 3))).Call(img))
		}, "[[[[ 5.] [14.] [23.]]]]"},
		{"Conv2d: padding 4-tuple top,bottom,left,right", func() any {
			return nn.NewConv2d(1, 1, 1, nn.PadMode("pad"), nn.Padding(1, 2, 3, 4)).Call(img).Shape()
		}, "(1, 1, 6, 10)"},
		{"MaxPool2d: kernel_size=1, stride=1", func() any { return flat(nn.NewMaxPool2d(1).Call(img)) }, flat(img)},
		{"MaxPool2d: stride 1, not kernel", func() any { return nn.NewMaxPool2d(2).Call(img).Shape() }, "(1, 1, 2, 2)"},
		{"AvgPool2d: 'same' averages over valid cells", func() any { return flat(nn.NewAvgPool2d(2, nn.PadMode("same")).Call(img)) }, "[[[[2. 3. 3.5] [5. 6. 6.5] [6.5 7.5 8. ]]]]"},
		{"AdaptiveAvgPool2d: None keeps", func() any { return nn.NewAdaptiveAvgPool2d([]int{0, 1}).Call(img).Shape() }, "(1, 1, 3, 1)"},
		{"BatchNorm: mean, variance (requires_grad False), gamma, beta", func() any { return params(nn.NewBatchNorm2d(2)) }, "mean(2,)* variance(2,)* gamma(2,) beta(2,)"},
		{"BatchNorm: gamma_init='ones', beta_init='zeros', moving_mean_init='zeros', moving_var_init='ones'", func() any {
			b := nn.NewBatchNorm1d(1)
			return all(b.Gamma.Value(), b.Beta.Value(), b.MovingMean.Value(), b.MovingVariance.Value())
		}, "[1.] [0.] [0.] [1.]"},
		{"BatchNorm: moving = moving·m + batch·(1-m), m=0.9, running variance unbiased", func() any {
			return all(trained.MovingMean.Value(), trained.MovingVariance.Value())
		}, "[0.2] [1.1]"},
		{"BatchNorm: training False by default → inference statistics", func() any { return flat(nn.NewBatchNorm1d(1, nn.Eps(0)).Call(batch)) }, "[[1.] [3.]]"},
		{"BatchNorm: normalisation uses the biased variance", func() any {
			b := nn.NewBatchNorm1d(1, nn.Eps(0))
			b.SetTrain()
			return flat(b.Call(batch))
		}, "[[-1.] [ 1.]]"},
		{"LayerNorm: begin_norm_axis=-1, begin_params_axis=-1", func() any { return flat(nn.NewLayerNorm([]int{2}).Call(tensor.New([][]float32{{1, 3}, {8, 4}}))) }, "[[-1. 1.] [ 1. -1.]]"},
		// epsilon=1e-7 beside the variance 1e-6 of ±1e-3
		{"LayerNorm: epsilon=1e-7", func() any {
			return fmt.Sprintf("%.4f", nn.NewLayerNorm([]int{2}).Call(tensor.New([][]float32{{-1e-3, 1e-3}})).Max().Float())
		}, fmt.Sprintf("%.4f", 1e-3/math.Sqrt(1e-6+1e-7))},
		{"GroupNorm: eps=1e-5", func() any {
			return fmt.Sprintf("%.4f", nn.NewGroupNorm(1, 1).Call(tensor.New([]float32{-1e-2, 1e-2}).Reshape(1, 1, 1, 2)).Max().Float())
		}, fmt.Sprintf("%.4f", 1e-2/math.Sqrt(1e-4+1e-5))},
		{"Dropout: keep_prob=0.5; identity unless training", func() any { return all(nn.NewDropout(), flat(nn.NewDropout().Call(vec(1, 2)))) }, "Dropout<keep_prob=0.5> [1. 2.]"},
		{"Dropout: scaled 1/(1-p)", func() any {
			d := nn.NewDropout(nn.DropProb(0.75))
			d.SetTrain()
			return d.Call(tensor.Ones(100)).Max()
		}, "4.0"},
		{"Embedding: embedding_table='normal'", func() any {
			e := nn.NewEmbedding(50, 40)
			std := e.CellBase().TrainableParams()[0].Std().Float()
			return all(params(e), math.Abs(std-0.01) < 1e-3)
		}, "embedding_table(50, 40) true"},
		{"Flatten: start_dim=1, end_dim=-1", func() any { return nn.NewFlatten().Call(tensor.Ones(2, 3, 4)).Shape() }, "(2, 12)"},
		{"LeakyReLU: alpha=0.2", func() any { return flat(nn.NewLeakyReLU().Call(vec(-1))) }, "[-0.2]"},
		{"ELU: 1.0", func() any { return fmt.Sprintf("%.5f", nn.NewELU().Call(vec(-1)).Item()) }, fmt.Sprintf("%.5f", math.Exp(-1)-1)},
		// erf gives 0.84134
		{"GELU: approximate=True", func() any { return fmt.Sprintf("%.5f", nn.NewGELU().Call(vec(1)).Item()) }, "0.84119"},
		{"Softmax: axis=-1", func() any { return flat(nn.NewSoftmax().Call(tensor.Zeros(1, 2))) }, "[[0.5 0.5]]"},
		{"PReLU: w=0.25", func() any { return flat(nn.NewPReLU().Call(tensor.Full([]int{1, 1, 1, 1}, -1))) }, "[[[[-0.25]]]]"},
		{"HSwish: x·relu6(x+3)/6", func() any { return flat(nn.NewHSwish().Call(vec(-3, 1.5, 3))) }, "[-0. 1.125 3. ]"},
		{"HSigmoid: relu6(x+3)/6", func() any { return flat(nn.NewHSigmoid().Call(vec(-3, 0, 3))) }, "[0. 0.5 1. ]"},
		{"Threshold(threshold, value)", func() any { return flat(nn.NewThreshold(1, 9).Call(vec(0, 2))) }, "[9. 2.]"},
		{"LSTMCell: weight_ih (gates·h,in), weight_hh, bias_ih, bias_hh", func() any { return params(nn.NewLSTMCell(2, 3)) }, "weight_ih(12, 2) weight_hh(12, 3) bias_ih(12,) bias_hh(12,)"},
		{"GRUCell: three gates", func() any { return params(nn.NewGRUCell(2, 3)) }, "weight_ih(9, 2) weight_hh(9, 3) bias_ih(9,) bias_hh(9,)"},
		{"RNNCell: U(1/√hidden)", func() any { return within(nn.NewRNNCell(20, 16), 0.25) }, "uniform"},
		{"RNN: weight_ih_l0, … _reverse", func() any { return params(nn.NewRNN(2, 1, nn.Bidirectional(true))) }, "weight_ih_l0(1, 2) weight_ih_l0_reverse(1, 2) " +
			"weight_hh_l0(1, 1) weight_hh_l0_reverse(1, 1) bias_ih_l0(1,) bias_ih_l0_reverse(1,) bias_hh_l0(1,) bias_hh_l0_reverse(1,)"},
		{"LSTM: ±1/√hidden", func() any { return within(nn.NewLSTM(20, 16), 0.25) }, "uniform"},
		{"losses: reduction 'mean'", func() any { return flat(nn.NewMSELoss().Call(vec(1, 3), vec(0, 0))) }, "5.0"},
		{"SmoothL1Loss: reduction 'none'", func() any { return flat(nn.NewSmoothL1Loss().Call(vec(2, 0), vec(0, 0))) }, "[1.5 0. ]"},
		{"SoftmaxCrossEntropyWithLogits: reduction 'none', sparse=False", func() any {
			return flat(nn.NewSoftmaxCrossEntropyWithLogits().Call(tensor.Zeros(1, 2), rows([]float32{0, 1})))
		}, "[0.6931472]"},
		{"CrossEntropyLoss: ignore_index=-100", func() any {
			return flat(nn.NewCrossEntropyLoss().Call(tensor.Zeros(2, 2), tensor.New([]int32{1, -100})))
		}, "0.6931472"},
		{"CrossEntropyLoss: prob labels", func() any {
			return flat(nn.NewCrossEntropyLoss().Call(tensor.Zeros(1, 2), rows([]float32{0.5, 0.5})))
		}, "0.6931472"},
		{"HuberLoss: delta=1", func() any { return flat(nn.NewHuberLoss().Call(vec(3), vec(0))) }, "2.5"},
		{"initializer Normal: sigma=.01", func() any {
			return math.Abs(initializer.New("normal", []int{1000}, tensor.Float32).Std().Float()-0.01) < 1e-3
		}, "true"},
		{"initializer Uniform: U(±0.07)", func() any {
			most := initializer.New("uniform", []int{1000}, tensor.Float32).Abs().Max().Float()
			return most <= 0.07 && most > 0.069
		}, "true"},
	} {
		if got := shown(c.got); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.clause, got, c.want)
		}
	}
}
