package nn

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// batchNormOptions are the options of batch normalizations.
type batchNormOptions struct {
	eps                float64      `default:"1e-5"`
	momentum           float64      `default:"0.9" doc:"0.9, the share of the running statistics that is kept"`
	affine             bool         `default:"true"`
	gammaInit          any          `default:"ones"`
	betaInit           any          `default:"zeros"`
	movingMeanInit     any          `default:"zeros"`
	movingVarInit      any          `default:"ones"`
	useBatchStatistics *bool        `default:""`
	dtype              tensor.DType `default:"Float32"`
}

// BatchNorm{N}d is mindspore.nn.BatchNorm{N}d: it normalizes each channel of x, which BatchNorm1d takes in the
// shape (N, C) and BatchNorm2d in the shape (N, C, H, W).
//
// In training mean and variance are those of the batch, and the running ones move toward them; else
// the running ones are used, which a new layer does. On their own the running statistics are named
// mean and variance, inside of a cell by their attributes, bn.moving_mean and bn.moving_variance.
//
//ms:layer layer.normalization dims=1,2
type batchNorm struct {
	Cell
	MovingMean     *Parameter `ms:"moving_mean"`
	MovingVariance *Parameter `ms:"moving_variance"`
	Gamma          *Parameter `ms:"gamma"`
	Beta           *Parameter `ms:"beta"`

	of            family
	features      int
	eps, momentum float64
	useBatch      *bool
}

// The argument numFeatures is the number of channels. A momentum outside of [0, 1] raises ValueError.
func (b *batchNorm) build(of family, numFeatures int, o batchNormOptions) {
	b.of, b.features, b.eps, b.momentum, b.useBatch = of, numFeatures, o.eps, o.momentum, o.useBatchStatistics
	b.MovingMean, b.MovingVariance, b.Gamma, b.Beta = channelParams(of, numFeatures, o)
}

// channelParams creates the parameters of a normalization of channels.
func channelParams(of family, features int, o batchNormOptions) (mean, variance, gamma, beta *Parameter) {
	if features < 1 {
		tensor.Throw(of.name, tensor.ValueError, "For '%s', the 'num_features' must be at least 1, but got %d.",
			of.name, features)
	}
	probability(of.name, "momentum", o.momentum)
	dims := []int{features}
	mean = NewParameter(initial(o.movingMeanInit, dims, o.dtype), "mean", RequiresGrad(false))
	variance = NewParameter(initial(o.movingVarInit, dims, o.dtype), "variance", RequiresGrad(false))
	gamma, beta = scaleAndShift(dims, o.affine, o.gammaInit, o.betaInit, o.dtype)
	return mean, variance, gamma, beta
}

// Construct takes x of that shape and returns the same shape; a rank other than that of the layer raises ValueError.
func (b *batchNorm) Construct(x *tensor.Tensor) *tensor.Tensor {
	normDims(b.of.name, x, 2*b.of.dims)
	training := b.training
	if b.useBatch != nil {
		training = *b.useBatch
	}
	return ops.BatchNorm(x, b.MovingMean.Tensor, b.MovingVariance.Tensor, ops.Weight(b.Gamma.Tensor),
		ops.Bias(b.Beta.Tensor), ops.Training(training), ops.Momentum(1-b.momentum), ops.Eps(b.eps))
}

// ExtendRepr is the text of the settings. It has the momentum as the recorded tutorials do: the share of the batch,
// 1 - momentum.
func (b *batchNorm) ExtendRepr() string {
	return normText(b.features, b.eps, 1-b.momentum, b.Gamma, b.Beta, b.MovingMean, b.MovingVariance)
}

// normText returns the common part of the texts of normalizations of channels.
func normText(features int, eps, momentum float64, gamma, beta, mean, variance *Parameter) string {
	return fmt.Sprintf("num_features=%d, eps=%s, momentum=%s, gamma=%s, beta=%s, moving_mean=%s, moving_variance=%s",
		features, tensor.Repr(eps), tensor.Repr(momentum), gamma, beta, mean, variance)
}

// SyncBatchNorm is mindspore.nn.SyncBatchNorm, which normalizes batches over several devices. On one device it is
// [BatchNorm2d].
//
//ms:layer layer.normalization
type SyncBatchNorm struct{ BatchNorm2d }

// The argument numFeatures is the number of channels. A momentum outside of [0, 1] raises ValueError.
func (s *SyncBatchNorm) build(numFeatures int, o batchNormOptions) {
	(*batchNorm)(&s.BatchNorm2d).build(family{"SyncBatchNorm", 2}, numFeatures, o)
}

// BatchNorm3d is mindspore.nn.BatchNorm3d: it normalizes each channel of x, of shape (N, C, D, H, W),
// with a [BatchNorm2d], which names its parameters.
//
//ms:layer layer.normalization
type BatchNorm3d struct {
	Cell
	BN2d *BatchNorm2d `ms:"bn2d"`
}

// The argument numFeatures is the number of channels. A momentum outside of [0, 1] raises ValueError.
func (b *BatchNorm3d) build(numFeatures int, o batchNormOptions) {
	b.BN2d = &BatchNorm2d{}
	(*batchNorm)(b.BN2d).build(family{"BatchNorm3d", 2}, numFeatures, o)
	b.BN2d.Init(b.BN2d)
}

// Construct takes x of shape (N, C, D, H, W) and returns the same shape; other shapes raise ValueError.
func (b *BatchNorm3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	normDims("BatchNorm3d", x, 5)
	s := x.Shape()
	return b.BN2d.Call(x.Reshape(s[0], s[1], s[2]*s[3], s[4])).Reshape(s...)
}

// scaleAndShift returns gamma and beta, which are not trained if affine is false.
func scaleAndShift(shape []int, affine bool, gammaInit, betaInit any, dtype tensor.DType) (gamma, beta *Parameter) {
	gamma = NewParameter(initial(gammaInit, shape, dtype), "gamma", RequiresGrad(affine))
	return gamma, NewParameter(initial(betaInit, shape, dtype), "beta", RequiresGrad(affine))
}

// normDims raises ValueError unless x has dims axes.
func normDims(layer string, x *tensor.Tensor, dims int) {
	if x.NDim() != dims {
		tensor.Throw(layer, tensor.ValueError,
			"For '%s', the 'x' must have %d dims, but got %d: its shape is %v.", layer, dims, x.NDim(), x.Shape())
	}
}
