package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// LayerNorm is mindspore.nn.LayerNorm: it normalizes x over its last axes, from one of them on.
//
//ms:layer layer.normalization
//ms:text normalized_shape={normalized}, begin_norm_axis={beginNormAxis}, begin_params_axis={beginParamsAxis},
//ms:text gamma{Gamma}, beta={Beta}
type LayerNorm struct {
	Cell
	Gamma *Parameter `ms:"gamma"`
	Beta  *Parameter `ms:"beta"`

	normalized      []int
	beginNormAxis   int     `default:"-1"`
	beginParamsAxis int     `default:"-1"`
	epsilon         float64 `default:"1e-7"`
}

// layerNormOptions are the options of [LayerNorm].
type layerNormOptions struct {
	gammaInit any          `default:"ones"`
	betaInit  any          `default:"zeros"`
	dtype     tensor.DType `default:"Float32"`
}

// Scale and shift have the shape normalizedShape; an empty one raises ValueError.
func (l *LayerNorm) build(normalizedShape []int, o layerNormOptions) {
	if len(normalizedShape) == 0 {
		tensor.Throw("LayerNorm", tensor.ValueError,
			"Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = ()")
	}
	l.normalized = normalizedShape
	l.Gamma, l.Beta = scaleAndShift(normalizedShape, true, o.gammaInit, o.betaInit, o.dtype)
}

// Construct takes x, whose axes from BeginParamsAxis on have the shape of the scale, and returns the
// same shape.
func (l *LayerNorm) Construct(x *tensor.Tensor) *tensor.Tensor {
	begin := axisOf("LayerNorm", "begin_norm_axis", l.beginNormAxis, x.NDim())
	params := axisOf("LayerNorm", "begin_params_axis", l.beginParamsAxis, x.NDim())
	gamma, beta := ops.Weight(l.Gamma.Tensor), ops.Bias(l.Beta.Tensor)
	if begin == params {
		return ops.LayerNorm(x, x.Shape()[begin:], gamma, beta, ops.Eps(l.epsilon))
	}
	y := ops.LayerNorm(x, x.Shape()[begin:], ops.Eps(l.epsilon))
	return y.Mul(l.Gamma.Tensor).Add(l.Beta.Tensor)
}

// GroupNorm is mindspore.nn.GroupNorm: it splits the channels of x, of shape (N, C, …), into groups and
// normalizes each group of each image.
//
//ms:layer layer.normalization
//ms:text num_groups={groups}, num_channels={channels}
type GroupNorm struct {
	Cell
	Gamma *Parameter `ms:"gamma"`
	Beta  *Parameter `ms:"beta"`

	groups, channels int
	eps              float64 `default:"1e-5"`
}

// groupNormOptions are the options of [GroupNorm].
type groupNormOptions struct {
	affine    bool         `default:"true"`
	gammaInit any          `default:"ones"`
	betaInit  any          `default:"zeros"`
	dtype     tensor.DType `default:"Float32"`
}

// A numChannels that numGroups does not divide raises ValueError.
func (g *GroupNorm) build(numGroups, numChannels int, o groupNormOptions) {
	positive("GroupNorm", "num_groups", numGroups)
	positive("GroupNorm", "num_channels", numChannels)
	if numChannels%numGroups != 0 {
		tensor.Throw("GroupNorm", tensor.ValueError, "For 'GroupNorm', the 'num_channels' must be divided by 'num_groups', "+
			"but got 'num_channels': %d, 'num_groups': %d.", numChannels, numGroups)
	}
	g.groups, g.channels = numGroups, numChannels
	g.Gamma, g.Beta = scaleAndShift([]int{numChannels}, o.affine, o.gammaInit, o.betaInit, o.dtype)
}

// Construct takes x of shape (N, C, …) and returns the same shape.
func (g *GroupNorm) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.GroupNorm(x, g.groups, ops.Weight(g.Gamma.Tensor), ops.Bias(g.Beta.Tensor), ops.Eps(g.eps))
}
