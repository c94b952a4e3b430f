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
		{func() { nn.NewDense(2, 3, nn.Wrong("has_bias", "no")) }, "For 'Dense', the option 'has_bias' (nn.HasBias) must be of type bool, but got string."},
		{func() { nn.NewDense(2, 3, nn.Wrong("dtype", 3)) }, "For 'Dense', the option 'dtype' (nn.DType) must be of type dtype.DType, but got int."},
		{func() { nn.NewConv2d(1, 2, 3, nn.Wrong("padding", 1)) }, "For 'Conv2d', the option 'padding' (nn.Padding) must be of type []int, but got int."},
		{func() { nn.NewConv2d(1, 2, 3, nn.Wrong("group", 1.0)) }, "For 'Conv2d', the option 'group' (nn.Group) must be of type int, but got float64."},
		{func() { nn.NewConv2d(1, 2, 3, nn.Wrong("stride", 2)) }, "For 'Conv2d', the option 'stride' (nn.Stride) must be of type []int, but got int."},
		{func() { nn.NewMaxPool2d(2, nn.Wrong("stride", 2)) }, "For 'MaxPool2d', the option 'stride' (nn.Stride) must be of type []int, but got int."},
		{func() { nn.NewAvgPool2d(2, nn.Wrong("ceil_mode", 1)) }, "For 'AvgPool2d', the option 'ceil_mode' (nn.CeilMode) must be of type bool, but got int."},
		{func() { nn.NewDropout(nn.Wrong("p", 1)) }, "For 'Dropout', the option 'p' (nn.P) must be of type float64, but got int."},
		{func() { nn.NewEmbedding(3, 2, nn.Wrong("padding_idx", "0")) }, "For 'Embedding', the option 'padding_idx' (nn.PaddingIdx) must be of type int, but got string."},
		{func() { nn.NewBatchNorm2d(3, nn.Wrong("eps", 1)) }, "For 'BatchNorm2d', the option 'eps' (nn.Eps) must be of type float64, but got int."},
		{
			func() { nn.NewBatchNorm2d(3, nn.Wrong("use_batch_statistics", 1)) },
			"For 'BatchNorm2d', the option 'use_batch_statistics' (nn.UseBatchStatistics) must be of type bool, but got int.",
		},
		{func() { nn.NewUpsample(nn.Wrong("size", 3)) }, "For 'Upsample', the option 'size' (nn.Size) must be of type []int, but got int."},
		{func() { nn.NewMSELoss(nn.Wrong("reduction", true)) }, "For 'MSELoss', the option 'reduction' (nn.Reduction) must be of type string, but got bool."},
		{func() { nn.NewLSTM(2, 3, nn.Wrong("dropout", 1)) }, "For 'LSTM', the option 'dropout' (nn.DropoutRate) must be of type float64, but got int."},
		{func() { nn.NewTransformer(nn.Wrong("norm_first", "yes")) }, "For 'Transformer', the option 'norm_first' (nn.NormFirst) must be of type bool, but got string."},
	} {
		err := tensor.Try(c.f)
		if err == nil || err.Error() != "TypeError: "+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	nn.NewTransformerEncoder(nn.NewTransformerEncoderLayer(4, 2), 1, nn.Norm(nil)) // nil is none
}
