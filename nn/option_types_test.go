package nn_test

import (
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// TestOptionTypes gives layers options of types that they do not have: none falls back to its default.
func TestOptionTypes(t *testing.T) {
	for _, c := range []struct {
		f    func()
		want string
	}{
		{
			func() { nn.NewDense(2, 3, nn.Wrong("HasBias", "no")) },
			"For 'Dense', the option nn.HasBias must be of type bool, but got string.",
		},
		{
			func() { nn.NewDense(2, 3, nn.Wrong("DType", 3)) },
			"For 'Dense', the option nn.DType must be of type dtype.DType, but got int.",
		},
		{
			func() { nn.NewConv2d(1, 2, 3, nn.Wrong("Padding", 1)) },
			"For 'Conv2d', the option nn.Padding must be of type []int, but got int.",
		},
		{
			func() { nn.NewConv2d(1, 2, 3, nn.Wrong("Groups", 1.0)) },
			"For 'Conv2d', the option nn.Groups must be of type int, but got float64.",
		},
		{
			func() { nn.NewConv2d(1, 2, 3, nn.Wrong("Stride", 2)) },
			"For 'Conv2d', the option nn.Stride must be of type []int, but got int.",
		},
		{
			func() { nn.NewMaxPool2d(2, nn.Wrong("Stride", 2)) },
			"For 'MaxPool2d', the option nn.Stride must be of type []int, but got int.",
		},
		{
			func() { nn.NewAvgPool2d(2, nn.Wrong("CeilMode", 1)) },
			"For 'AvgPool2d', the option nn.CeilMode must be of type bool, but got int.",
		},
		{
			func() { nn.NewDropout(nn.Wrong("DropProb", 1)) },
			"For 'Dropout', the option nn.DropProb must be of type float64, but got int.",
		},
		{
			func() { nn.NewEmbedding(3, 2, nn.Wrong("PaddingIdx", "0")) },
			"For 'Embedding', the option nn.PaddingIdx must be of type int, but got string.",
		},
		{
			func() { nn.NewBatchNorm2d(3, nn.Wrong("Eps", 1)) },
			"For 'BatchNorm2d', the option nn.Eps must be of type float64, but got int.",
		},
		{
			func() { nn.NewBatchNorm2d(3, nn.Wrong("UseBatchStatistics", 1)) },
			"For 'BatchNorm2d', the option nn.UseBatchStatistics must be of type bool, but got int.",
		},
		{
			func() { nn.NewUpsample(nn.Wrong("OutputSize", 3)) },
			"For 'Upsample', the option nn.OutputSize must be of type []int, but got int.",
		},
		{
			func() { nn.NewMSELoss(nn.Wrong("Reduction", true)) },
			"For 'MSELoss', the option nn.Reduction must be of type string, but got bool.",
		},
		{
			func() { nn.NewLSTM(2, 3, nn.Wrong("DropoutRate", 1)) },
			"For 'LSTM', the option nn.DropoutRate must be of type float64, but got int.",
		},
		{
			func() { nn.NewTransformer(nn.Wrong("NormFirst", "yes")) },
			"For 'Transformer', the option nn.NormFirst must be of type bool, but got string.",
		},
	} {
		err := tensor.Try(c.f)
		if err == nil || err.Error() != "TypeError: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	nn.NewTransformerEncoder(nn.NewTransformerEncoderLayer(4, 2), 1, nn.FinalNorm(nil)) // nil is none
}
