package nn_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/sparse"
	"github.com/msrepl/msrepl/tensor"
)

// TestSimilarity checks that pictures without contrast leave (2ab + c1)/(a² + b² + c1); windows of one element do so
// element by element. Opposite pictures have the covariance -1/4 where the variances are 1/4. That equal ones give 1
// is MindSpore's example. Differences of squares in Float32 leave four digits.
func TestSimilarity(t *testing.T) {
	full := func(v float64) T { return tensor.Full([]int{1, 1, 48, 48}, v, tensor.Float32) }
	plane := func(v ...float32) T { return tensor.New(v).Reshape(1, 1, 2, 2) }
	even := []nn.Option{nn.FilterSize(2), nn.FilterSigma(1e6)}
	level := 1.0001 / 1.2501
	for _, c := range []struct {
		name string
		l    nn.Layer
		a, b T
		want float64
	}{
		{"SSIM, equal", nn.NewSSIM(), tensor.Ones(1, 3, 16, 16), tensor.Ones(1, 3, 16, 16), 1},
		{"SSIM, levels", nn.NewSSIM(), full(0.5), full(1), level},
		{"SSIM, of bytes", nn.NewSSIM(nn.MaxVal(255)), full(127.5), full(255), level},
		{
			"SSIM, one element", nn.NewSSIM(nn.FilterSize(1)), plane(0, 1, 0, 1), plane(1, 1, 1, 1),
			(1e-4/1.0001 + 1) / 2,
		},
		{"SSIM, opposite", nn.NewSSIM(even...), plane(0, 1, 1, 0), plane(1, 0, 0, 1), -0.4991 / 0.5009},
		{"SSIM, k2", nn.NewSSIM(append(even, nn.K2(1))...), plane(0, 1, 1, 0), plane(1, 0, 0, 1), 0.5 / 1.5},
		{"SSIM, k1", nn.NewSSIM(nn.K1(1)), full(0), full(1), 0.5},
		{"MSSSIM, equal", nn.NewMSSSIM(nn.FilterSize(3)), full(1), full(1), 1},
		{"MSSSIM, levels", nn.NewMSSSIM(nn.FilterSize(3)), full(0.5), full(1), math.Pow(level, 0.1333)},
		{
			"MSSSIM, two scales", nn.NewMSSSIM(nn.FilterSize(3), nn.PowerFactors(0.25, 0.5)), full(0.5), full(1),
			math.Sqrt(level),
		},
		{
			"PSNR", nn.NewPSNR(), tensor.New([]int{1, 2, 3, 4}).Reshape(1, 1, 2, 2),
			tensor.New([]int{3, 4, 5, 6}).Reshape(1, 1, 2, 2), -6.0206,
		},
		{
			"PSNR, of bytes", nn.NewPSNR(nn.MaxVal(255)), plane(1, 1, 1, 1), plane(3, 3, 3, 3),
			10 * math.Log10(255*255/4.0),
		},
		{"PSNR, equal", nn.NewPSNR(), plane(1, 1, 1, 1), plane(1, 1, 1, 1), math.Inf(1)},
	} {
		got := c.l.CellBase().Call(c.a, c.b)
		if v := got.Float(); got.NDim() != 1 || v != c.want && !(math.Abs(v-c.want) < 2e-4) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// flatText is a text without its line breaks.
func flatText(v any) string { return strings.Join(strings.Fields(fmt.Sprint(v)), " ") }

// TestPicturesAndSparse checks the results of MindSpore's examples, and arithmetic.
func TestPicturesAndSparse(t *testing.T) {
	at, ones := tensor.New([][]int{{0, 1}, {1, 2}}), tensor.New([]int32{1, 2})
	dense := tensor.New([][]int32{{1, 1}, {2, 2}, {3, 3}, {4, 4}})
	line := vec(1, 4, 3, 2).Reshape(1, 1, 4)
	both := func(y, i T) string { return flatText(y) + " " + flatText(i) }
	for _, c := range []struct{ name, got, want string }{
		{"CentralCrop", flatText(nn.NewCentralCrop(0.5).CellBase().Call(counted(1, 4, 4))), "[[[ 5. 6.] [ 9. 10.]]]"},
		{"CentralCrop, odd", flatText(nn.NewCentralCrop(0.4).CellBase().Call(counted(1, 1, 1, 5))), "[[[[1. 2. 3.]]]]"},
		{"CentralCrop, all", flatText(nn.NewCentralCrop(1).CellBase().Call(counted(1, 1, 3))), "[[[0. 1. 2.]]]"},
		{
			"ImageGradients", both(nn.NewImageGradients().Call(tensor.New([][][][]int32{{{{1, 2}, {3, 4}}}}))),
			"[[[[2 2] [0 0]]]] [[[[1 0] [1 0]]]]",
		},
		{
			"SparseToDense", flatText(nn.NewSparseToDense().Call(sparse.NewCOOTensor(at, ones, 3, 4))),
			"[[0 1 0 0] [0 0 2 0] [0 0 0 0]]",
		},
		{
			"SparseTensorDenseMatmul", flatText(nn.NewSparseTensorDenseMatmul().Call(at, ones, []int{3, 4}, dense)),
			"[[2 2] [6 6] [0 0]]",
		},
		{
			"SparseTensorDenseMatmul, turned",
			flatText(nn.NewSparseTensorDenseMatmul(nn.AdjointST(true), nn.AdjointDT(true)).
				Call(at, ones, []int{4, 4}, dense.Narrow(0, 0, 4).T())),
			"[[0 0] [1 1] [4 4] [0 0]]",
		},
		{"MaxPool1d", both(nn.NewMaxPool1d(2).WithIndices(line)), "[[[4. 4. 3.]]] [[[1 1 2]]]"},
		{
			"MaxPool2d",
			both(nn.NewMaxPool2d(2, nn.PadMode("pad"), nn.Padding(1), nn.Stride(2)).WithIndices(counted(1, 2, 2))),
			"[[[0. 1.] [2. 3.]]] [[[0 1] [2 3]]]",
		},
		{"MaxPool3d", both(nn.NewMaxPool3d(2).WithIndices(counted(1, 2, 2, 2))), "[[[[7.]]]] [[[[7]]]]"},
		{"AdaptiveMaxPool1d", both(nn.NewAdaptiveMaxPool1d(2).WithIndices(line)), "[[[4. 3.]]] [[[1 2]]]"},
		{"AdaptiveMaxPool2d", both(nn.NewAdaptiveMaxPool2d(1).WithIndices(counted(1, 2, 2))), "[[[3.]]] [[[3]]]"},
		{
			"AdaptiveMaxPool3d", both(nn.NewAdaptiveMaxPool3d([]int{1, 1, 2}).WithIndices(counted(1, 2, 2, 2))),
			"[[[[6. 7.]]]] [[[[6 7]]]]",
		},
	} {
		if !alike(c.got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
}

// TestCombined checks that weights of ones give sums; a new batch normalization divides by √(1 + 1e-5).
func TestCombined(t *testing.T) {
	one, x := nn.WeightInit("ones"), vec(-2, 4).Reshape(1, 1, 1, 2)
	row := rows([]float32{1, 2})
	for _, c := range []struct {
		name string
		l    nn.Layer
		x    T
		want string
	}{
		{"Conv2dBnAct", nn.NewConv2dBnAct(1, 1, 1, one), x, "[[[[-2. 4.]]]]"},
		{"Conv2dBnAct, relu", nn.NewConv2dBnAct(1, 1, 1, one, nn.Activation("relu")), x, "[[[[0. 4.]]]]"},
		{
			"Conv2dBnAct, slope", nn.NewConv2dBnAct(1, 1, 1, one, nn.Activation("leakyrelu"), nn.Alpha(0.5)), x,
			"[[[[-1. 4.]]]]",
		},
		{
			"Conv2dBnAct, normalized",
			nn.NewConv2dBnAct(1, 1, 1, one, nn.HasBN(true), nn.Eps(3), nn.HasBias(true), nn.BiasInit("ones")),
			x, "[[[[-0.5 2.5]]]]",
		},
		{"DenseBnAct", nn.NewDenseBnAct(2, 1, one, nn.BiasInit("ones")), row, "[[4.]]"},
		{
			"DenseBnAct, normalized", nn.NewDenseBnAct(2, 1, one, nn.HasBias(false), nn.HasBN(true), nn.Eps(8)), row,
			"[[1.]]",
		},
		{
			"DenseBnAct, layer", nn.NewDenseBnAct(2, 1, one, nn.HasBias(false), nn.Activation(nn.NewReLU6())),
			rows([]float32{9, 9}), "[[6.]]",
		},
	} {
		if got := flatText(c.l.CellBase().Call(c.x)); !alike(got, c.want) {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	var names []string
	for _, p := range nn.NewConv2dBnAct(1, 1, 1, nn.HasBN(true)).ParametersAndNames() {
		names = append(names, p.Name)
	}
	const want = "conv.weight batchnorm.moving_mean batchnorm.moving_variance batchnorm.gamma batchnorm.beta"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("parameters %s", got)
	}
}

// counter counts its calls.
type counter struct {
	nn.Cell
	calls int
}

func (c *counter) Construct(x T) T {
	c.calls++
	return x
}

// TestTimeDistributedAtOnce checks that all steps at once give what one after the other gives.
func TestTimeDistributedAtOnce(t *testing.T) {
	dense := nn.NewDense(4, 2)
	x := counted(2, 3, 4)
	want := nn.NewTimeDistributed(dense, 1).CellBase().Call(x)
	if got := nn.NewTimeDistributed(dense, 1, 0).CellBase().Call(x); !got.Equal(want).All().Bool() {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, with := range []int{0, 2, -1, -4} {
		c := initialized(&counter{})
		if got := nn.NewTimeDistributed(c, 1, with).CellBase().Call(counted(2, 3, 4, 5)); c.calls != 1 ||
			!got.Equal(counted(2, 3, 4, 5)).All().Bool() {
			t.Errorf("with %d: %d calls, %s", with, c.calls, got)
		}
	}
}

func TestPictureErrors(t *testing.T) {
	call := func(l nn.Layer, x ...T) func() { return func() { l.CellBase().Call(x...) } }
	small, large := counted(1, 1, 2, 2), counted(1, 1, 16, 16)
	for _, c := range []struct {
		want string
		f    func()
	}{
		{
			"ValueError: For 'SSIM', the 'max_val' must be positive, but got 0",
			func() { nn.NewSSIM(nn.MaxVal(0)) },
		},
		{
			"ValueError: For 'MSSSIM', the 'filter_size' must be int and must > 0",
			func() { nn.NewMSSSIM(nn.FilterSize(0)) },
		},
		{
			"ValueError: For 'MSSSIM', the 'len(power_factors)' must be int and must > 0",
			func() { nn.NewMSSSIM(nn.PowerFactors()) },
		},
		{
			"ValueError: For 'PSNR', the 'max_val' must be positive, but got -1",
			func() { nn.NewPSNR(nn.MaxVal(-1)) },
		},
		{
			"ValueError: For 'PSNR', the 'img1' and 'img2' must have one shape (N, C, H, W), but got (1, 1, 2, 2)",
			call(nn.NewPSNR(), small, large),
		},
		{
			"TypeError: For 'PSNR', the 'img1' and 'img2' must have one dtype, but got Float32 and Int32",
			call(nn.NewPSNR(), small, small.AsType(tensor.Int32)),
		},
		{
			"ValueError: For 'SSIM', the pictures must be at least as large as 'filter_size' 11",
			call(nn.NewSSIM(), small, small),
		},
		{
			"ValueError: For 'MSSSIM', the pictures must be at least as large as 'filter_size' 11",
			call(nn.NewMSSSIM(), large, large),
		},
		{
			"ValueError: For 'CentralCrop', the 'central_fraction' must be in (0.0, 1.0], but got 1.5",
			func() { nn.NewCentralCrop(1.5) },
		},
		{
			"ValueError: For 'CentralCrop', the dimension of 'image' must be 3 or 4, but got shape (2,)",
			call(nn.NewCentralCrop(1), vec(1, 2)),
		},
		{
			"ValueError: For 'ImageGradients', the dimension of 'images' must be 4, but got shape (2,)",
			func() { nn.NewImageGradients().Call(vec(1, 2)) },
		},
		{
			"ValueError: For 'TimeDistributed', the 'reshape_with_axis' must be in [-3, 3)",
			call(nn.NewTimeDistributed(nn.NewReLU(), 1, 1), counted(1, 2, 2)),
		},
		{
			"ValueError: For 'TimeDistributed', the layer must keep axis 1",
			call(nn.NewTimeDistributed(nn.NewDense(4, 1), 1, 2), counted(1, 2, 2)),
		},
	} {
		if err := tensor.Try(c.f); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
