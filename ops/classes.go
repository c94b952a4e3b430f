package ops

import (
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// This file has the classes of mindspore.ops whose results differ from those of the functions of the same name.

// GeLU returns 0.5·x·(1 + tanh(√(2/π)·(x + 0.044715·x³))) elementwise. Integers give Float32. See [GELU] for the exact
// function. mindspore.ops.GeLU, a class.
func GeLU(x *tensor.Tensor) *tensor.Tensor { return x.GELU("tanh") }

// Inv returns 1/x elementwise, as [Reciprocal]. Integers give Float32. mindspore.ops.inv and mindspore.ops.Inv.
func Inv(x *tensor.Tensor) *tensor.Tensor { return x.Reciprocal() }

// DropoutMask is [Dropout] that also returns the mask, of shape and dtype of x, 1 where x was kept, 0 elsewhere. An
// element of x is kept with probability keepProb and divided by it. keepProb outside of [0, 1] is a ValueError.
// Options: Training (true; otherwise all is kept), Seed. mindspore.ops.Dropout, a class, where keep_prob is 0.5 by
// default.
func DropoutMask(x *tensor.Tensor, keepProb float64, opts ...Option) (output, mask *tensor.Tensor) {
	output, kept := dropoutMask("Dropout", x, x.Shape(), keepProb, opts)
	return output, kept.AsType(x.DType())
}

// Dropout2DMask is [Dropout2D] that also returns the mask, Bool of the shape of x, true where x was kept. A channel
// of x, of shape (N, C, H, W), is kept with probability keepProb and divided by it. keepProb outside of [0, 1] is a
// ValueError. Options: Training (true; otherwise all is kept), Seed. mindspore.ops.Dropout2D, a class.
func Dropout2DMask(x *tensor.Tensor, keepProb float64, opts ...Option) (output, mask *tensor.Tensor) {
	checkRank("Dropout2D", "x", x, 4)
	return dropoutMask("Dropout2D", x, append(x.Shape()[:2], 1, 1), keepProb, opts)
}

// Dropout3DMask is [Dropout2DMask] for x of shape (N, C, D, H, W). mindspore.ops.Dropout3D, a class.
func Dropout3DMask(x *tensor.Tensor, keepProb float64, opts ...Option) (output, mask *tensor.Tensor) {
	checkRank("Dropout3D", "x", x, 5)
	return dropoutMask("Dropout3D", x, append(x.Shape()[:2], 1, 1, 1), keepProb, opts)
}

// dropoutMask applies a mask of the given shape, which broadcasts, and also returns the mask in the shape of x.
func dropoutMask(
	op string, x *tensor.Tensor, dims []int, keepProb float64, opts []Option,
) (output, mask *tensor.Tensor) {
	checkFloat(op, []string{"x"}, specOf(x))
	if !(keepProb >= 0 && keepProb <= 1) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'keep_prob' must be in the range of [0.0, 1.0], but got %v.",
			op, keepProb)
	}
	factors := dropout(op, tensor.Ones(dims...), dims, 1-keepProb, opts)
	mask = factors.Greater(tensor.Scalar(0)).BroadcastTo(x.Shape()...)
	return x.Mul(factors.AsType(x.DType())), mask
}

// BatchNormMoments is [BatchNorm] that also returns the mean and the biased variance of every channel, vectors
// without gradient: those of the batch in training, otherwise the arguments mean and variance. The last two results
// repeat them, like MindSpore's reserve_space_1 and reserve_space_2. In training mean and variance move toward the
// batch in place. Errors and options are those of BatchNorm, without Weight and Bias. mindspore.ops.BatchNorm, a
// class.
func BatchNormMoments(x, scale, bias, mean, variance *tensor.Tensor, opts ...Option) (
	output, batchMean, batchVariance, reserveMean, reserveVariance *tensor.Tensor,
) {
	const op = "BatchNorm"
	o := read(op, opts, "Training", "Momentum", "Eps")
	checkFloat(op, []string{"input_x"}, specOf(x))
	checkParam(op, "scale", scale, []int{channelsOf(op, x)})
	checkParam(op, "bias", bias, []int{channelsOf(op, x)})
	o.Put("Weight", scale)
	o.Put("Bias", bias)
	output, m, v := batchNorm(op, x, mean, variance, o)
	m, v = m.Detach().Reshape(-1), v.Detach().Reshape(-1)
	return output, m, v, m, v
}

// LayerNormMoments is [LayerNorm] that also returns two statistics, which have no gradient: the mean, and one over
// the standard deviation, √(variance + eps). Both are Float32 and have the shape of x with axes of length one from
// BeginNormAxis on, where x is normalized. gamma and beta have the shape of x from BeginParamsAxis on; another shape
// is a ValueError. Options: BeginNormAxis (1), BeginParamsAxis (1), Eps (1e-7). mindspore.ops.LayerNorm, a class,
// whose third result is the variance itself before MindSpore 2.3.
func LayerNormMoments(x, gamma, beta *tensor.Tensor, opts ...Option) (output, mean, rstd *tensor.Tensor) {
	const op = "LayerNorm"
	o := read(op, opts, "BeginNormAxis", "BeginParamsAxis", "Eps")
	checkFloat(op, []string{"input_x"}, specOf(x))
	o.Put("Eps", kwargs.Get(o, "Eps", 1e-7))
	lead, from := beginAxis(op, o, "BeginNormAxis", x), beginAxis(op, o, "BeginParamsAxis", x)
	checkParam(op, "gamma", gamma, x.Shape()[from:])
	checkParam(op, "beta", beta, x.Shape()[from:])
	if from == lead {
		o.Put("Weight", gamma)
		o.Put("Bias", beta)
	}
	output, mean, rstd = layerNorm(op, x, lead, o)
	if from != lead {
		output = output.Mul(gamma).Add(beta).AsType(x.DType())
	}
	dims := x.Shape()
	for i := lead; i < len(dims); i++ {
		dims[i] = 1
	}
	return output, mean.Detach().Reshape(dims...), rstd.Detach().Reshape(dims...)
}

// beginAxis returns the option for a first axis of x, 1 by default.
func beginAxis(op string, o options, name string, x *tensor.Tensor) int {
	axis, ok := shape.Axis(kwargs.Get(o, name, 1), x.NDim())
	if !ok {
		tensor.Throw(op, tensor.ValueError, "For '%s', '%s' must be in the range [%d, %d), but got %d.",
			op, pyrepr.Snake(name), -x.NDim(), x.NDim(), kwargs.Get(o, name, 1))
	}
	return axis
}

// BeginNormAxis is the first axis that is normalized (begin_norm_axis).
func BeginNormAxis(axis int) Option { return Option{"BeginNormAxis", axis} }

// BeginParamsAxis is the first axis that gamma and beta have (begin_params_axis).
func BeginParamsAxis(axis int) Option { return Option{"BeginParamsAxis", axis} }
