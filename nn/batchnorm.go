package nn

import (
	"fmt"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

var batchNormKeywords = []string{
	"eps", "momentum", "affine", "gamma_init", "beta_init", "moving_mean_init", "moving_var_init", "use_batch_statistics", "dtype",
}

// BatchNorm1d is mindspore.nn.BatchNorm1d: it normalizes each channel of x, of shape (N, C).
//
// In training mean and variance are those of the batch, and the running ones move toward them; else
// the running ones are used, which a new layer does. On their own the running statistics are named
// mean and variance, inside of a cell by their attributes, bn.moving_mean and bn.moving_variance.
type BatchNorm1d struct {
	Cell
	MovingMean     *Parameter `ms:"moving_mean"`
	MovingVariance *Parameter `ms:"moving_variance"`
	Gamma          *Parameter `ms:"gamma"`
	Beta           *Parameter `ms:"beta"`

	set batchNorm
}

// NewBatchNorm1d returns a BatchNorm1d layer for that many channels. Options are those of
// [NewBatchNorm2d].
func NewBatchNorm1d(numFeatures int, opts ...Option) *BatchNorm1d {
	o := readOptions("BatchNorm1d", opts, batchNormKeywords...)
	b := &BatchNorm1d{set: newBatchNorm("BatchNorm1d", numFeatures, o)}
	b.MovingMean, b.MovingVariance = movingStatistics(numFeatures, o)
	b.Gamma, b.Beta = scaleAndShift([]int{numFeatures}, o)
	b.Init(b)
	return b
}

// Construct takes x of shape (N, C) and returns the same shape; other shapes raise ValueError.
func (b *BatchNorm1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	normDims("BatchNorm1d", x, 2)
	return b.set.apply(x, b.training, b.MovingMean, b.MovingVariance, b.Gamma, b.Beta)
}

// ExtendRepr is the text of the settings.
func (b *BatchNorm1d) ExtendRepr() string {
	return b.set.text(b.MovingMean, b.MovingVariance, b.Gamma, b.Beta)
}

// BatchNorm2d is mindspore.nn.BatchNorm2d: it normalizes each channel of x, of shape (N, C, H, W); see
// [BatchNorm1d].
type BatchNorm2d struct {
	Cell
	MovingMean     *Parameter `ms:"moving_mean"`
	MovingVariance *Parameter `ms:"moving_variance"`
	Gamma          *Parameter `ms:"gamma"`
	Beta           *Parameter `ms:"beta"`

	set batchNorm
}

// NewBatchNorm2d returns a BatchNorm2d layer for that many channels. Options are [Eps] (1e-5),
// [Momentum] (0.9, the share of the running statistics that is kept), [Affine] (true), [GammaInit]
// ("ones"), [BetaInit] ("zeros"), [MovingMeanInit] ("zeros"), [MovingVarInit] ("ones"),
// [UseBatchStatistics] and [DType]. A momentum outside of [0, 1] raises ValueError.
func NewBatchNorm2d(numFeatures int, opts ...Option) *BatchNorm2d {
	return newBatchNorm2d("BatchNorm2d", numFeatures, opts)
}

func newBatchNorm2d(layer string, numFeatures int, opts []Option) *BatchNorm2d {
	o := readOptions(layer, opts, batchNormKeywords...)
	b := &BatchNorm2d{set: newBatchNorm(layer, numFeatures, o)}
	b.MovingMean, b.MovingVariance = movingStatistics(numFeatures, o)
	b.Gamma, b.Beta = scaleAndShift([]int{numFeatures}, o)
	b.Init(b)
	return b
}

// Construct takes x of shape (N, C, H, W) and returns the same shape; other shapes raise ValueError.
func (b *BatchNorm2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	normDims("BatchNorm2d", x, 4)
	return b.set.apply(x, b.training, b.MovingMean, b.MovingVariance, b.Gamma, b.Beta)
}

// ExtendRepr is the text of the settings.
func (b *BatchNorm2d) ExtendRepr() string {
	return b.set.text(b.MovingMean, b.MovingVariance, b.Gamma, b.Beta)
}

// BatchNorm3d is mindspore.nn.BatchNorm3d: it normalizes each channel of x, of shape (N, C, D, H, W),
// with a [BatchNorm2d], which names its parameters.
type BatchNorm3d struct {
	Cell
	BN2d *BatchNorm2d `ms:"bn2d"`
}

// NewBatchNorm3d returns a BatchNorm3d layer for that many channels. Options are those of
// [NewBatchNorm2d].
func NewBatchNorm3d(numFeatures int, opts ...Option) *BatchNorm3d {
	b := &BatchNorm3d{BN2d: newBatchNorm2d("BatchNorm3d", numFeatures, opts)}
	b.Init(b)
	return b
}

// Construct takes x of shape (N, C, D, H, W) and returns the same shape; other shapes raise ValueError.
func (b *BatchNorm3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	normDims("BatchNorm3d", x, 5)
	s := x.Shape()
	return b.BN2d.Call(x.Reshape(s[0], s[1], s[2]*s[3], s[4])).Reshape(s...)
}

// batchNorm has the settings of a batch normalization.
type batchNorm struct {
	features      int
	eps, momentum float64
	useBatch      any // nil, or a bool
}

func newBatchNorm(layer string, features int, o options) batchNorm {
	if features < 1 {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the 'num_features' must be at least 1, but got %d.", layer, features)
	}
	b := batchNorm{features: features, eps: option(o, "eps", 1e-5), momentum: option(o, "momentum", 0.9), useBatch: o["use_batch_statistics"]}
	passed[bool](o, "use_batch_statistics")
	if b.momentum < 0 || b.momentum > 1 {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the 'momentum' must be a number in range [0, 1], but got %s.", layer, tensor.Repr(b.momentum))
	}
	return b
}

func movingStatistics(features int, o options) (mean, variance *Parameter) {
	mean = NewParameter(o.init("moving_mean_init", "zeros", []int{features}), "mean", RequiresGrad(false))
	return mean, NewParameter(o.init("moving_var_init", "ones", []int{features}), "variance", RequiresGrad(false))
}

// scaleAndShift returns gamma and beta, which Affine(false) keeps from being trained.
func scaleAndShift(shape []int, o options) (gamma, beta *Parameter) {
	affine := RequiresGrad(option(o, "affine", true))
	gamma = NewParameter(o.init("gamma_init", "ones", shape), "gamma", affine)
	return gamma, NewParameter(o.init("beta_init", "zeros", shape), "beta", affine)
}

func (b batchNorm) apply(x *tensor.Tensor, training bool, mean, variance, gamma, beta *Parameter) *tensor.Tensor {
	if use, ok := b.useBatch.(bool); ok {
		training = use
	}
	return ops.BatchNorm(x, mean.Tensor, variance.Tensor, ops.Weight(gamma.Tensor), ops.Bias(beta.Tensor),
		ops.Training(training), ops.Momentum(1-b.momentum), ops.Eps(b.eps))
}

// text shows the momentum as the recorded tutorials do: the share of the batch, 1 - momentum.
func (b batchNorm) text(mean, variance, gamma, beta *Parameter) string {
	return fmt.Sprintf("num_features=%d, eps=%s, momentum=%s, gamma=%s, beta=%s, moving_mean=%s, moving_variance=%s",
		b.features, tensor.Repr(b.eps), tensor.Repr(1-b.momentum), gamma, beta, mean, variance)
}

// normDims raises ValueError unless x has that many axes.
func normDims(layer string, x *tensor.Tensor, dims int) {
	if x.NDim() != dims {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the must have %d dims, but got %d.", layer, dims, x.NDim())
	}
}
