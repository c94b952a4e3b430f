package nn

import (
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// instanceNormOptions are the options of instance normalizations.
type instanceNormOptions struct {
	eps       float64      `default:"1e-5"`
	momentum  float64      `default:"0.1" doc:"0.1, the share of the new batch"`
	affine    bool         `default:"true"`
	gammaInit any          `default:"ones"`
	betaInit  any          `default:"zeros"`
	dtype     tensor.DType `default:"Float32"`
}

// InstanceNorm{N}d is mindspore.nn.InstanceNorm{N}d: it normalizes each channel of each image of x, of
// shape (N, C, {spatial}).
//
//ms:layer layer.normalization dims=1,2,3
type instanceNorm struct {
	Cell
	MovingMean     *Parameter `ms:"moving_mean"`
	MovingVariance *Parameter `ms:"moving_variance"`
	Gamma          *Parameter `ms:"gamma"`
	Beta           *Parameter `ms:"beta"`

	of            family
	features      int
	eps, momentum float64
}

// The argument numFeatures is the number of channels. A momentum outside of [0, 1] raises ValueError.
func (n *instanceNorm) build(of family, numFeatures int, o instanceNormOptions) {
	n.of, n.features, n.eps, n.momentum = of, numFeatures, o.eps, o.momentum
	n.MovingMean, n.MovingVariance, n.Gamma, n.Beta = channelParams(of, numFeatures, batchNormOptions{
		momentum: o.momentum, affine: o.affine, gammaInit: o.gammaInit, betaInit: o.betaInit,
		movingMeanInit: "zeros", movingVarInit: "ones", dtype: o.dtype,
	})
}

// Construct takes x of shape (N, C, {spatial}) and returns the same shape; other shapes raise ValueError. Every image
// is normalized on its own; in training the running statistics move toward the means of the images', though nothing
// here uses them.
func (n *instanceNorm) Construct(x *tensor.Tensor) *tensor.Tensor {
	normDims(n.of.name, x, n.of.dims+2)
	if n.training {
		engine.RoundedOnce([]*tensor.Tensor{x.Detach()}, n.move) // statistics are Float32 even in mixed precision
	}
	return ops.InstanceNorm(x, ops.Weight(n.Gamma.Tensor), ops.Bias(n.Beta.Tensor), ops.Eps(n.eps))
}

// move updates the running statistics with those of a batch, which it returns unchanged.
func (n *instanceNorm) move(in []*tensor.Tensor) *tensor.Tensor {
	x := in[0]
	flat := x.AsType(n.MovingMean.DType()).Reshape(x.Dim(0), x.Dim(1), shape.Size(x.Shape()[2:]))
	blend := func(running *Parameter, now *tensor.Tensor) {
		running.Assign(running.Detach().Mul(tensor.Scalar(1 - n.momentum)).Add(now.Mul(tensor.Scalar(n.momentum))))
	}
	blend(n.MovingMean, flat.Mean(0, 2))
	blend(n.MovingVariance, flat.VarAxes([]int{2}, min(1, flat.Dim(2)-1), false).Mean(0))
	return x
}

// ExtendRepr is the text of the settings.
func (n *instanceNorm) ExtendRepr() string {
	return normText(n.features, n.eps, n.momentum, n.Gamma, n.Beta, n.MovingMean, n.MovingVariance)
}
