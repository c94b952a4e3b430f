package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Momentum sets the weight of a new batch in running statistics (momentum).
func Momentum(m float64) Option { return Option{"Momentum", m} }

// Training sets whether an op behaves as in training (training).
func Training(on bool) Option { return Option{"Training", on} }

// BatchNorm normalizes every channel, axis 1 of x: (x - mean)/√(variance + eps)·weight + bias, in x's dtype. In
// training, mean and variance are those of the batch, and runningMean and runningVar, which may be nil, are updated
// in place with weight momentum, the latter with the unbiased variance. Otherwise runningMean and runningVar are
// used. The statistics, Weight and Bias are vectors with an element per channel. Options: Weight, Bias, Training
// (false), Momentum (0.1), Eps (1e-5).
//
//ms:op func=batch_norm types=floats
func BatchNorm(x, runningMean, runningVar *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "BatchNorm"
	o := read(op, opts, "Weight", "Bias", "Training", "Momentum", "Eps")
	checkFloat(op, []string{"input_x"}, specOf(x))
	checkAffine(op, o, []int{channelsOf(op, x)})
	y, _, _ := batchNorm(op, x, runningMean, runningVar, o)
	return y
}

// channelsOf returns the length of axis 1 of x and raises ValueError if there is none.
func channelsOf(op string, x *tensor.Tensor) int {
	if x.NDim() < 2 {
		checkRank(op, "input_x", x, 2, 3, 4, 5)
	}
	return x.Dim(1)
}

// batchNorm returns the result of [BatchNorm] with the mean and the biased variance used, in shapes that broadcast
// to x or as vectors.
func batchNorm(op string, x, runningMean, runningVar *tensor.Tensor, o options) (y, mean, variance *tensor.Tensor) {
	channel := []int{x.Dim(1)}
	training := kwargs.Get(o, "Training", false)
	if runningMean != nil || !training {
		checkParam(op, "running_mean", runningMean, channel)
	}
	if runningVar != nil || !training {
		checkParam(op, "running_var", runningVar, channel)
	}
	eps := kwargs.Get(o, "Eps", 1e-5)
	y = inFull(x, func(x *tensor.Tensor) *tensor.Tensor {
		if !training {
			mean, variance = runningMean, runningVar
			if fused, ok := givenNormOp(op, x, mean, variance, o); ok {
				y, _, _, _ = fused.apply(x, o)
				return y
			}
			return affine(standardize(x, perChannel(mean, x.NDim()), perChannel(variance, x.NDim()), eps), o, x.NDim()-1)
		}
		fused, ok := batchNormOp(op, x, o)
		if ok {
			y, mean, variance, _ = fused.apply(x, o)
		} else {
			mean, variance = moments(x, fused.axes)
			y = affine(standardize(x, mean, variance, eps), o, x.NDim()-1)
		}
		track(runningMean, runningVar, mean, variance, x, o)
		return y
	})
	return y, mean, variance
}

// track moves running statistics, if there are any, toward those of the batch x. An empty batch has none.
func track(runningMean, runningVar, mean, variance, x *tensor.Tensor, o options) {
	if n := x.Size() / max(1, x.Dim(1)); n > 0 && runningMean != nil && runningVar != nil {
		share := kwargs.Get(o, "Momentum", 0.1)
		unbiased := variance.Mul(tensor.Scalar(float64(n) / float64(max(1, n-1))))
		moveToward(runningMean, mean, share)
		moveToward(runningVar, unbiased, share)
	}
}

// moveToward moves running statistics toward those of a batch, in place.
func moveToward(running, batch *tensor.Tensor, share float64) {
	old, now := running.Detach(), batch.Detach().Reshape(running.Shape()...)
	running.Assign(old.Mul(tensor.Scalar(1 - share)).Add(now.Mul(tensor.Scalar(share))).AsType(running.DType()))
}

// LayerNorm normalizes x over its last axes, whose shape is normalizedShape: (x - mean)/√(variance + eps)·weight +
// bias. Options: Weight and Bias, of that shape, Eps (1e-5).
//
//ms:op func=layer_norm types=floats
func LayerNorm(x *tensor.Tensor, normalizedShape []int, opts ...Option) *tensor.Tensor {
	const op = "LayerNorm"
	o := read(op, opts, "Weight", "Bias", "Eps")
	checkFloat(op, []string{"input_x"}, specOf(x))
	lead := x.NDim() - len(normalizedShape)
	if lead < 0 || len(normalizedShape) == 0 || !slices.Equal(x.Shape()[lead:], normalizedShape) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the last axes of input_x.shape must be normalized_shape, but got input_x.shape = %s and "+
			"normalized_shape = %s.", op, listText(x.Shape()), listText(normalizedShape))
	}
	checkAffine(op, o, normalizedShape)
	y, _, _ := layerNorm(op, x, lead, o)
	return y
}

// layerNorm returns x normalized over its axes from lead on, with the mean and the reciprocal of the standard
// deviation, whose shapes are those of the other axes, or broadcast to x.
func layerNorm(op string, x *tensor.Tensor, lead int, o options) (y, mean, scale *tensor.Tensor) {
	y = inFull(x, func(x *tensor.Tensor) *tensor.Tensor {
		if fused, ok := layerNormOp(op, x, lead, o); ok {
			y, mean, _, scale = fused.apply(x, o)
			return y
		}
		var variance *tensor.Tensor
		mean, variance = moments(x, shape.Range(lead, x.NDim()))
		eps := kwargs.Get(o, "Eps", 1e-5)
		scale = variance.Add(tensor.Scalar(eps)).Rsqrt()
		return affine(standardize(x, mean, variance, eps), o, x.NDim()-lead)
	})
	return y, mean, scale
}

// GroupNorm splits the channels, axis 1 of x, into groups and normalizes each group of each image. Options: Weight
// and Bias, vectors with an element per channel, Eps (1e-5).
//
//ms:op func=group_norm class= types=floats
func GroupNorm(x *tensor.Tensor, groups int, opts ...Option) *tensor.Tensor {
	const op = "GroupNorm"
	o := read(op, opts, "Weight", "Bias", "Eps")
	checkFloat(op, []string{"input"}, specOf(x))
	if x.NDim() < 2 || groups <= 0 || x.Dim(1)%groups != 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the channels of 'input' must be divisible by 'num_groups': %d, but got input.shape = %s.",
			op, groups, listText(x.Shape()))
	}
	checkAffine(op, o, []int{x.Dim(1)})
	return inFull(x, func(x *tensor.Tensor) *tensor.Tensor {
		if fused, ok := groupNormOp(op, x, groups, o); ok {
			y, _, _, _ := fused.apply(x, o)
			return y
		}
		grouped := x.Reshape(x.Dim(0), groups, x.Size()/max(1, x.Dim(0)*groups))
		mean, variance := moments(grouped, []int{2})
		y := standardize(grouped, mean, variance, kwargs.Get(o, "Eps", 1e-5)).Reshape(x.Shape()...)
		return affine(y, o, x.NDim()-1)
	})
}

// InstanceNorm normalizes each channel of each image, x having shape (N, C, …). Options: Weight and Bias, vectors
// with an element per channel, Eps (1e-5).
//
//ms:op func=instance_norm class=InstanceNorm types=floats
func InstanceNorm(x *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "InstanceNorm"
	o := read(op, opts, "Weight", "Bias", "Eps")
	checkFloat(op, []string{"input_x"}, specOf(x))
	if x.NDim() < 3 {
		checkRank(op, "input_x", x, 3, 4, 5)
	}
	checkAffine(op, o, []int{x.Dim(1)})
	return inFull(x, func(x *tensor.Tensor) *tensor.Tensor {
		if fused, ok := groupNormOp(op, x, x.Dim(1), o); ok && x.IsContiguous() { // sums are in memory order
			y, _, _, _ := fused.apply(x, o)
			return y
		}
		mean, variance := moments(x, shape.Range(2, x.NDim()))
		return affine(standardize(x, mean, variance, kwargs.Get(o, "Eps", 1e-5)), o, x.NDim()-1)
	})
}

// inFull is engine.RoundedOnce for one tensor.
func inFull(x *tensor.Tensor, f func(x *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	return engine.RoundedOnce([]*tensor.Tensor{x}, func(in []*tensor.Tensor) *tensor.Tensor { return f(in[0]) })
}

// wide returns x in the dtype in which a normalization is computed: the half types become Float32.
func wide(x *tensor.Tensor) *tensor.Tensor {
	if x.ItemSize() == 2 {
		return x.AsType(tensor.Float32)
	}
	return x
}

// moments returns mean and biased variance over the axes, which stay with length one.
func moments(x *tensor.Tensor, axes []int) (mean, variance *tensor.Tensor) {
	mean = x.MeanAxes(axes, true)
	return mean, x.Sub(mean).Square().MeanAxes(axes, true)
}

func standardize(x, mean, variance *tensor.Tensor, eps float64) *tensor.Tensor {
	return x.Sub(mean).Mul(variance.Add(tensor.Scalar(eps)).Rsqrt())
}

// affine multiplies by the option Weight and adds the option Bias. They are aligned with the last axes of y, or, if
// they are vectors, with the first of the last axes.
func affine(y *tensor.Tensor, o options, axes int) *tensor.Tensor {
	if w := kwargs.Get[*tensor.Tensor](o, "Weight", nil); w != nil {
		y = y.Mul(leading(w, axes))
	}
	if b := kwargs.Get[*tensor.Tensor](o, "Bias", nil); b != nil {
		y = y.Add(leading(b, axes))
	}
	return y
}

// leading appends axes of length one to p.
func leading(p *tensor.Tensor, axes int) *tensor.Tensor {
	dims := p.Shape()
	for len(dims) < axes {
		dims = append(dims, 1)
	}
	return p.Reshape(dims...)
}

// checkAffine raises ValueError unless the options Weight and Bias have the given shape.
func checkAffine(op string, o options, dims []int) {
	for _, name := range []string{"Weight", "Bias"} {
		if p := kwargs.Get[*tensor.Tensor](o, name, nil); p != nil {
			checkParam(op, pyrepr.Snake(name), p, dims)
		}
	}
}

func checkParam(op, name string, p *tensor.Tensor, dims []int) {
	switch {
	case p == nil:
		tensor.Throw(op, tensor.TypeError, "For '%s', the '%s' must be a Tensor, but got None.", op, name)
	case !slices.Equal(p.Shape(), dims):
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of '%s' must be %s, but got %s.", op, name, listText(dims), listText(p.Shape()))
	}
}
