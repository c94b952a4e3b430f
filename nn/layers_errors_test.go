package nn_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

func TestLayerErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"channels", func() { nn.NewConv2d(0, 1, 1) }, "ValueError: For 'Conv2d', the 'in_channels' must be int and must > 0, but got '0' with type 'int'."},
		{"kernel", func() { nn.NewConv2d(1, 1, []int{1, 2, 3}) }, "ValueError: For 'Conv2d', the 'kernel_size' must be an int or a tuple of 2 ints, but got (1, 2, 3)."},
		{"kernel's type", func() { nn.NewConv2d(1, 1, 1.5) }, "TypeError: For 'Conv2d', the type of 'kernel_size' must be int or []int, but got float64."},
		{"stride", func() { nn.NewConv2d(1, 1, 1, nn.Stride(0)) }, "ValueError: For 'Conv2d', the 'stride item' must be int and must > 0, but got '0' with type 'int'."},
		{
			"group", func() { nn.NewConv2d(3, 2, 1, nn.Groups(2)) },
			"ValueError: For 'Conv2d', the attr 'in_channels' must be divisible by attr 'group', " +
				"but got 'in_channels': 3 and 'group': 2.",
		},
		{
			"group, out", func() { nn.NewConv2d(2, 3, 1, nn.Groups(2)) },
			"ValueError: For 'Conv2d', the attr 'out_channels' must be divisible by attr 'group'",
		},
		{"pad mode", func() { nn.NewConv1d(1, 1, 1, nn.PadMode("full")) }, "ValueError: For 'Conv1d', the 'pad_mode' must be str and must be in '['valid', 'same', 'pad']', but got 'full'."},
		{"padding", func() { nn.NewConv2d(1, 1, 1, nn.Padding(1)) }, "ValueError: For 'Conv2d', the 'padding' must be zero when 'pad_mode' is not 'pad'"},
		{"sides", func() { nn.NewConv2d(1, 1, 1, nn.PadMode("pad"), nn.Padding(1, 2)) }, "ValueError: For 'Conv2d', the 'padding' must be an int or a tuple of 4 ints, but got (1, 2)."},
		{
			"option", func() { nn.NewConv2d(1, 1, 1, nn.OutputPadding(1)) },
			"TypeError: For 'Conv2d', got an unexpected option nn.OutputPadding; its options are nn.Stride, nn.PadMode,",
		},
		{"features", func() { nn.NewBatchNorm2d(0) }, "ValueError: For 'BatchNorm2d', the 'num_features' must be at least 1, but got 0."},
		{"momentum", func() { nn.NewBatchNorm2d(1, nn.Momentum(1.5)) }, "ValueError: For 'BatchNorm2d', the 'momentum' must be a number in range [0, 1], but got 1.5."},
		{"batch norm's input", func() { nn.NewBatchNorm2d(1).Call(tensor.Ones(1, 1)) }, "ValueError: For 'BatchNorm2d', the 'x' must have 4 dims, but got 2: its shape is (1, 1)."},
		{"groups", func() { nn.NewGroupNorm(2, 3) }, "ValueError: For 'GroupNorm', the 'num_channels' must be divided by 'num_groups', but got 'num_channels': 3, 'num_groups': 2."},
		{
			"dropout", func() { nn.NewDropout(nn.DropProb(1)) },
			"ValueError: For 'Dropout', the 'p' must be a number in range [0, 1), but got 1.0.",
		},
		{"keep_prob", func() { nn.NewDropout(nn.KeepProb(0)) }, "ValueError: For 'Dropout', the 'keep_prob' must be a number in range (0, 1], but got 0.0."},
		{"padding index", func() { nn.NewEmbedding(2, 2, nn.PaddingIdx(2)) }, "ValueError: For 'Embedding', the 'padding_idx' must be in range of [0, 2), but got 2."},
		{"pad's sides", func() { nn.NewReflectionPad1d([]int{1, 2, 3}) }, "ValueError: For 'ReflectionPad1d', the length of parameter 'padding' with tuple type must be 2, but got 3."},
		{"pool's padding", func() { nn.NewMaxPool2d(2, nn.Padding(1)) }, "ValueError: For 'MaxPool2d', the padding must be zero when pad_mode is not \"pad\""},
		{"axes", func() { nn.NewFlatten(nn.StartDim(3)).Call(tensor.Ones(1, 1)) }, "ValueError: For 'flatten', the 'start_dim' must be in range [-2, 2), but got 3."},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}
