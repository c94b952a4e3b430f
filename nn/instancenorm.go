package nn

import "github.com/msrepl/msrepl/tensor"

var instanceNormKeywords = []string{"eps", "momentum", "affine", "gamma_init", "beta_init", "dtype"}

// InstanceNorm1d is mindspore.nn.InstanceNorm1d: it normalizes each channel of each image of x, of
// shape (N, C, L).
type InstanceNorm1d struct {
	Cell
	MovingMean     *Parameter `ms:"moving_mean"`
	MovingVariance *Parameter `ms:"moving_variance"`
	Gamma          *Parameter `ms:"gamma"`
	Beta           *Parameter `ms:"beta"`

	set instanceNorm
}

// NewInstanceNorm1d returns an InstanceNorm1d layer for that many channels. Options are those
// of [NewInstanceNorm2d].
func NewInstanceNorm1d(numFeatures int, opts ...Option) *InstanceNorm1d {
	o := readOptions("InstanceNorm1d", opts, instanceNormKeywords...)
	n := &InstanceNorm1d{set: newInstanceNorm("InstanceNorm1d", numFeatures, o)}
	n.MovingMean, n.MovingVariance = movingStatistics(numFeatures, o)
	n.Gamma, n.Beta = scaleAndShift([]int{numFeatures}, o)
	n.Init(n)
	return n
}

// Construct takes x of shape (N, C, L) and returns the same shape; other shapes raise ValueError.
func (n *InstanceNorm1d) Construct(x *tensor.Tensor) *tensor.Tensor {
	normDims("InstanceNorm1d", x, 3)
	return n.set.apply(x, n.training, n.MovingMean, n.MovingVariance, n.Gamma, n.Beta)
}

// ExtendRepr is the text of the settings.
func (n *InstanceNorm1d) ExtendRepr() string {
	return n.set.text(n.MovingMean, n.MovingVariance, n.Gamma, n.Beta)
}

// InstanceNorm2d is mindspore.nn.InstanceNorm2d: it normalizes each channel of each image of x, of
// shape (N, C, H, W).
type InstanceNorm2d struct {
	Cell
	MovingMean     *Parameter `ms:"moving_mean"`
	MovingVariance *Parameter `ms:"moving_variance"`
	Gamma          *Parameter `ms:"gamma"`
	Beta           *Parameter `ms:"beta"`

	set instanceNorm
}

// NewInstanceNorm2d returns an InstanceNorm2d layer for that many channels. Options are [Eps]
// (1e-5), [Momentum] (0.1, the share of the new batch), [Affine] (true), [GammaInit] ("ones"),
// [BetaInit] ("zeros") and [DType]. A momentum outside of [0, 1] raises ValueError.
func NewInstanceNorm2d(numFeatures int, opts ...Option) *InstanceNorm2d {
	o := readOptions("InstanceNorm2d", opts, instanceNormKeywords...)
	n := &InstanceNorm2d{set: newInstanceNorm("InstanceNorm2d", numFeatures, o)}
	n.MovingMean, n.MovingVariance = movingStatistics(numFeatures, o)
	n.Gamma, n.Beta = scaleAndShift([]int{numFeatures}, o)
	n.Init(n)
	return n
}

// Construct takes x of shape (N, C, H, W) and returns the same shape; other shapes raise ValueError.
func (n *InstanceNorm2d) Construct(x *tensor.Tensor) *tensor.Tensor {
	normDims("InstanceNorm2d", x, 4)
	return n.set.apply(x, n.training, n.MovingMean, n.MovingVariance, n.Gamma, n.Beta)
}

// ExtendRepr is the text of the settings.
func (n *InstanceNorm2d) ExtendRepr() string {
	return n.set.text(n.MovingMean, n.MovingVariance, n.Gamma, n.Beta)
}

// InstanceNorm3d is mindspore.nn.InstanceNorm3d: it normalizes each channel of each image of x, of
// shape (N, C, D, H, W).
type InstanceNorm3d struct {
	Cell
	MovingMean     *Parameter `ms:"moving_mean"`
	MovingVariance *Parameter `ms:"moving_variance"`
	Gamma          *Parameter `ms:"gamma"`
	Beta           *Parameter `ms:"beta"`

	set instanceNorm
}

// NewInstanceNorm3d returns an InstanceNorm3d layer for that many channels. Options are those
// of [NewInstanceNorm2d].
func NewInstanceNorm3d(numFeatures int, opts ...Option) *InstanceNorm3d {
	o := readOptions("InstanceNorm3d", opts, instanceNormKeywords...)
	n := &InstanceNorm3d{set: newInstanceNorm("InstanceNorm3d", numFeatures, o)}
	n.MovingMean, n.MovingVariance = movingStatistics(numFeatures, o)
	n.Gamma, n.Beta = scaleAndShift([]int{numFeatures}, o)
	n.Init(n)
	return n
}

// Construct takes x of shape (N, C, D, H, W) and returns the same shape; other shapes raise ValueError.
func (n *InstanceNorm3d) Construct(x *tensor.Tensor) *tensor.Tensor {
	normDims("InstanceNorm3d", x, 5)
	return n.set.apply(x, n.training, n.MovingMean, n.MovingVariance, n.Gamma, n.Beta)
}

// ExtendRepr is the text of the settings.
func (n *InstanceNorm3d) ExtendRepr() string {
	return n.set.text(n.MovingMean, n.MovingVariance, n.Gamma, n.Beta)
}
