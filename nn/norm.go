package nn

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// LayerNorm is mindspore.nn.LayerNorm: it normalizes x over its last axes, from one of them on.
type LayerNorm struct {
	Cell
	Gamma *Parameter `ms:"gamma"`
	Beta  *Parameter `ms:"beta"`

	normalized []int
	begin      int
	params     int
	epsilon    float64
}

// NewLayerNorm returns a LayerNorm layer with scale and shift of shape normalizedShape. Options are
// [BeginNormAxis] (-1), [BeginParamsAxis] (-1), [GammaInit] ("ones"), [BetaInit] ("zeros"), [Epsilon]
// (1e-7) and [DType]. An empty shape raises ValueError.
func NewLayerNorm(normalizedShape []int, opts ...Option) *LayerNorm {
	o := readOptions("LayerNorm", opts, "begin_norm_axis", "begin_params_axis", "gamma_init", "beta_init", "epsilon", "dtype")
	if len(normalizedShape) == 0 {
		tensor.Throw("LayerNorm", tensor.ValueError,
			"Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one element, but got normalized_shape = ()")
	}
	l := &LayerNorm{
		normalized: normalizedShape, begin: option(o, "begin_norm_axis", -1), params: option(o, "begin_params_axis", -1),
		epsilon: option(o, "epsilon", 1e-7),
	}
	l.Gamma, l.Beta = scaleAndShift(normalizedShape, o)
	l.Init(l)
	return l
}

// Construct takes x, whose axes from BeginParamsAxis on have the shape of the scale, and returns the
// same shape.
func (l *LayerNorm) Construct(x *tensor.Tensor) *tensor.Tensor {
	begin, params := l.axis("begin_norm_axis", l.begin, x), l.axis("begin_params_axis", l.params, x)
	gamma, beta := ops.Weight(l.Gamma.Tensor), ops.Bias(l.Beta.Tensor)
	if begin == params {
		return ops.LayerNorm(x, x.Shape()[begin:], gamma, beta, ops.Eps(l.epsilon))
	}
	y := ops.LayerNorm(x, x.Shape()[begin:], ops.Eps(l.epsilon))
	return y.Mul(l.Gamma.Tensor).Add(l.Beta.Tensor)
}

func (l *LayerNorm) axis(arg string, axis int, x *tensor.Tensor) int {
	n := x.NDim()
	if axis < -n || axis >= n {
		tensor.Throw("LayerNorm", tensor.ValueError, "For 'LayerNorm', the '%s' must be in range [%d, %d), but got %d.", arg, -n, n, axis)
	}
	return (axis + n) % n
}

// ExtendRepr is the text of the settings; MindSpore's, too, has no sign behind gamma.
func (l *LayerNorm) ExtendRepr() string {
	return fmt.Sprintf("normalized_shape=%s, begin_norm_axis=%d, begin_params_axis=%d, gamma%s, beta=%s",
		pyShape(l.normalized), l.begin, l.params, l.Gamma, l.Beta)
}

// GroupNorm is mindspore.nn.GroupNorm: it splits the channels of x, of shape (N, C, …), into groups and
// normalizes each group of each image.
type GroupNorm struct {
	Cell
	Gamma *Parameter `ms:"gamma"`
	Beta  *Parameter `ms:"beta"`

	groups, channels int
	eps              float64
}

// NewGroupNorm returns a GroupNorm layer. Options are [Eps] (1e-5), [Affine] (true), [GammaInit]
// ("ones"), [BetaInit] ("zeros") and [DType]. Channels that the groups do not divide raise ValueError.
func NewGroupNorm(numGroups, numChannels int, opts ...Option) *GroupNorm {
	o := readOptions("GroupNorm", opts, "eps", "affine", "gamma_init", "beta_init", "dtype")
	positive("GroupNorm", "num_groups", numGroups)
	positive("GroupNorm", "num_channels", numChannels)
	if numChannels%numGroups != 0 {
		tensor.Throw("GroupNorm", tensor.ValueError, "For 'GroupNorm', the 'num_channels' must be divided by 'num_groups', "+
			"but got 'num_channels': %d, 'num_groups': %d.", numChannels, numGroups)
	}
	g := &GroupNorm{groups: numGroups, channels: numChannels, eps: option(o, "eps", 1e-5)}
	g.Gamma, g.Beta = scaleAndShift([]int{numChannels}, o)
	g.Init(g)
	return g
}

// Construct takes x of shape (N, C, …) and returns the same shape.
func (g *GroupNorm) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.GroupNorm(x, g.groups, ops.Weight(g.Gamma.Tensor), ops.Bias(g.Beta.Tensor), ops.Eps(g.eps))
}

// ExtendRepr is the text of the settings.
func (g *GroupNorm) ExtendRepr() string {
	return fmt.Sprintf("num_groups=%d, num_channels=%d", g.groups, g.channels)
}

// instanceNorm has the settings of an instance normalization.
type instanceNorm struct {
	features      int
	eps, momentum float64
}

func newInstanceNorm(layer string, features int, o options) instanceNorm {
	b := newBatchNorm(layer, features, options{"": layer, "eps": option(o, "eps", 1e-5), "momentum": option(o, "momentum", 0.1)})
	return instanceNorm{features, b.eps, b.momentum}
}

// apply normalizes every image on its own; in training the running statistics move toward the means
// of the images', though nothing here uses them.
func (s instanceNorm) apply(x *tensor.Tensor, training bool, mean, variance, gamma, beta *Parameter) *tensor.Tensor {
	if training {
		s.move(x.Detach(), mean, variance)
	}
	return ops.InstanceNorm(x, ops.Weight(gamma.Tensor), ops.Bias(beta.Tensor), ops.Eps(s.eps))
}

func (s instanceNorm) move(x *tensor.Tensor, mean, variance *Parameter) {
	n, c := x.Dim(0), x.Dim(1)
	flat := x.AsType(mean.DType()).Reshape(n, c, shape.Size(x.Shape()[2:]))
	blend := func(running *Parameter, now *tensor.Tensor) {
		running.Assign(running.Detach().Mul(tensor.Scalar(1 - s.momentum)).Add(now.Mul(tensor.Scalar(s.momentum))))
	}
	blend(mean, flat.Mean(0, 2))
	blend(variance, flat.VarAxes([]int{2}, min(1, flat.Dim(2)-1), false).Mean(0))
}

func (s instanceNorm) text(mean, variance, gamma, beta *Parameter) string {
	return fmt.Sprintf("num_features=%d, eps=%s, momentum=%s, gamma=%s, beta=%s, moving_mean=%s, moving_variance=%s",
		s.features, tensor.Repr(s.eps), tensor.Repr(s.momentum), gamma, beta, mean, variance)
}
