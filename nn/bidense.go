package nn

import (
	"fmt"
	"math"

	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// BiDense is a layer of two inputs, mindspore.nn.BiDense: y = x₁·W·x₂ + b with W of shape (out, in1, in2).
type BiDense struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	in1, in2, out int
}

// NewBiDense returns a BiDense layer. Options are [WeightInit] and [BiasInit] (by default Uniform(1/√in1)), [HasBias]
// (true) and [DType]. Channels that are not positive raise ValueError.
func NewBiDense(in1, in2, out int, opts ...Option) *BiDense {
	o := readOptions("BiDense", opts, "weight_init", "bias_init", "has_bias", "dtype")
	positive("BiDense", "in1_channels", in1)
	positive("BiDense", "in2_channels", in2)
	positive("BiDense", "out_channels", out)
	b := &BiDense{in1: in1, in2: in2, out: out}
	start := func(keyword string, shape ...int) *Parameter {
		init := o[keyword+"_init"]
		if init == nil {
			init = initializer.Uniform{Scale: 1 / math.Sqrt(float64(in1))}
		}
		return NewParameter(initial(init, shape, option(o, "dtype", tensor.Float32)), keyword)
	}
	b.Weight = start("weight", out, in1, in2)
	if option(o, "has_bias", true) {
		b.Bias = start("bias", out)
	}
	b.Init(b)
	return b
}

// Construct takes x of shape (…, in1) and y of shape (…, in2) and returns (…, out).
func (b *BiDense) Construct(x, y *tensor.Tensor) *tensor.Tensor {
	if b.Bias == nil {
		return ops.BiDense(x, y, b.Weight.Tensor)
	}
	return ops.BiDense(x, y, b.Weight.Tensor, ops.Bias(b.Bias.Tensor))
}

// ExtendRepr is the text of the settings.
func (b *BiDense) ExtendRepr() string {
	s := fmt.Sprintf("in1_channels=%d, in2_channels=%d, output_channels=%d", b.in1, b.in2, b.out)
	if b.Bias != nil {
		s += ", has_bias=True"
	}
	return s
}

// Softplus is mindspore.mint.nn.Softplus: log(1 + exp(β·x))/β elementwise, and x where β·x is above a threshold.
type Softplus struct {
	Cell
	beta, threshold float64
}

// NewSoftplus returns a Softplus layer. Its option is [Beta] (1); the threshold is 20.
func NewSoftplus(opts ...Option) *Softplus {
	o := readOptions("Softplus", opts, "beta")
	s := &Softplus{beta: option(o, "beta", 1.0), threshold: 20}
	s.Init(s)
	return s
}

// Construct returns the result in the shape of x.
func (s *Softplus) Construct(x *tensor.Tensor) *tensor.Tensor {
	if s.beta == 1 {
		return x.Softplus()
	}
	scaled := x.Mul(tensor.Scalar(s.beta))
	return tensor.Where(scaled.Greater(tensor.Scalar(s.threshold)), x, scaled.Softplus().Div(tensor.Scalar(s.beta)))
}

// NewHardsigmoid is [NewHSigmoid] by the name in mindspore.mint.nn.
func NewHardsigmoid(opts ...Option) *HSigmoid { return NewHSigmoid(opts...) }

// NewHardswish is [NewHSwish] by the name in mindspore.mint.nn.
func NewHardswish(opts ...Option) *HSwish { return NewHSwish(opts...) }

// NewHardshrink is [NewHShrink] by the name in mindspore.mint.nn.
func NewHardshrink(opts ...Option) *HShrink { return NewHShrink(opts...) }

// NewSoftshrink is [NewSoftShrink] by the name in mindspore.mint.nn.
func NewSoftshrink(opts ...Option) *SoftShrink { return NewSoftShrink(opts...) }

// NewSELU is [NewSeLU] by the name in mindspore.mint.nn.
func NewSELU(opts ...Option) *SeLU { return NewSeLU(opts...) }

// NewLinear is [NewDense] by the name in mindspore.mint.nn.
func NewLinear(in, out int, opts ...Option) *Dense { return NewDense(in, out, opts...) }

// GetActivation returns a layer by its name, and nil for "": mindspore.nn.get_activation. An unknown name raises
// KeyError.
func GetActivation(name string) Layer {
	if name == "" {
		return nil
	}
	return namedActivation(name)
}

// NewZeroPad1d returns a layer that puts zeros around the last axis: mindspore.mint.nn.ZeroPad1d. See
// [NewConstantPad1d].
func NewZeroPad1d(padding any, opts ...Option) *ConstantPad1d {
	return NewConstantPad1d(padding, 0, opts...)
}

// NewZeroPad3d returns a layer that puts zeros around the last three axes: mindspore.mint.nn.ZeroPad3d. See
// [NewConstantPad3d].
func NewZeroPad3d(padding any, opts ...Option) *ConstantPad3d {
	return NewConstantPad3d(padding, 0, opts...)
}

// SyncBatchNorm is mindspore.nn.SyncBatchNorm, which normalizes batches over several devices. There is one here, for
// which it is [BatchNorm2d].
type SyncBatchNorm struct{ BatchNorm2d }

// NewSyncBatchNorm returns a SyncBatchNorm layer. Arguments are those of [NewBatchNorm2d].
func NewSyncBatchNorm(numFeatures int, opts ...Option) *SyncBatchNorm {
	s := &SyncBatchNorm{*newBatchNorm2d("SyncBatchNorm", numFeatures, opts)}
	s.Init(s)
	return s
}

// TimeDistributed uses a layer on each step of a sequence: mindspore.nn.TimeDistributed.
type TimeDistributed struct {
	Cell
	Layer Layer `ms:"layer"`

	axis int
}

// NewTimeDistributed returns a TimeDistributed layer; timeAxis is the axis of the steps, which must not be the first.
func NewTimeDistributed(layer Layer, timeAxis int) *TimeDistributed {
	t := &TimeDistributed{Layer: layer, axis: timeAxis}
	t.Init(t)
	return t
}

// Construct takes x of shape (N, …, T, …) and returns the results of the layer along the same axis. An axis that x
// does not have raises ValueError.
func (t *TimeDistributed) Construct(x *tensor.Tensor) *tensor.Tensor {
	if t.axis < 1 || t.axis >= x.NDim() {
		tensor.Throw("TimeDistributed", tensor.ValueError, "For 'TimeDistributed', the 'time_axis' must be in [1, %d), but got %d.", x.NDim(), t.axis)
	}
	var steps []*tensor.Tensor
	for _, step := range x.Unstack(t.axis) {
		steps = append(steps, t.Layer.CellBase().Call(step))
	}
	return tensor.Stack(steps, t.axis)
}

// ResizeBilinear changes the size of pictures: mindspore.nn.ResizeBilinear.
type ResizeBilinear struct {
	Cell
	half bool
}

// NewResizeBilinear returns a ResizeBilinear layer; with halfPixelCenters elements are in the middle of their pixels.
func NewResizeBilinear(halfPixelCenters ...bool) *ResizeBilinear {
	r := &ResizeBilinear{half: len(halfPixelCenters) > 0 && halfPixelCenters[0]}
	r.Init(r)
	return r
}

// Resize takes x of shape (N, C, H, W) and returns (N, C, height, width). AlignCorners puts the corners of both in one
// place. It is what the layer is called for: resize(x, size=(5, 5)).
func (r *ResizeBilinear) Resize(x *tensor.Tensor, height, width int, alignCorners ...bool) *tensor.Tensor {
	return ops.ResizeBilinear(x, []int{height, width}, ops.HalfPixelCenters(r.half), ops.AlignCorners(len(alignCorners) > 0 && alignCorners[0]))
}

// EmbeddingLookup is mindspore.nn.EmbeddingLookup: the rows of a table that indices name, zeros for those beyond it.
type EmbeddingLookup struct {
	Cell
	EmbeddingTable *Parameter `ms:"embedding_table"`

	limit float64
}

// MaxNorm bounds the norm of the rows that [EmbeddingLookup] returns (max_norm).
func MaxNorm(norm float64) Option { return Option{"max_norm", norm} }

// NewEmbeddingLookup returns an EmbeddingLookup layer with a table of shape (vocabSize, embeddingSize). Options are
// [EmbeddingTable] ("normal", param_init) and [MaxNorm].
func NewEmbeddingLookup(vocabSize, embeddingSize int, opts ...Option) *EmbeddingLookup {
	o := readOptions("EmbeddingLookup", opts, "embedding_table", "max_norm")
	positive("EmbeddingLookup", "vocab_size", vocabSize)
	positive("EmbeddingLookup", "embedding_size", embeddingSize)
	e := &EmbeddingLookup{limit: option(o, "max_norm", 0.0)}
	e.EmbeddingTable = NewParameter(o.init("embedding_table", "normal", []int{vocabSize, embeddingSize}), "embedding_table")
	e.Init(e)
	return e
}

// Construct takes integers of any shape and returns that shape with embeddingSize behind it.
func (e *EmbeddingLookup) Construct(ids *tensor.Tensor) *tensor.Tensor {
	rows := ops.EmbeddingLookup(e.EmbeddingTable.Tensor, ids, 0)
	if e.limit <= 0 {
		return rows
	}
	return ops.ClipByNorm(rows, e.limit, []int{-1})
}
