package nn

import (
	"fmt"
	"math"
	"slices"

	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// BiDense is a layer of two inputs, mindspore.nn.BiDense: y = x₁·W·x₂ + b with W of shape (out, in1, in2).
//
//ms:layer layer.basic
type BiDense struct {
	Cell
	Weight *Parameter `ms:"weight"`
	Bias   *Parameter `ms:"bias"` // nil without bias

	in1, in2, out int
}

// biDenseOptions are the options of [BiDense].
type biDenseOptions struct {
	weightInit any          `default:"" doc:"Uniform(1/√in1)"`
	biasInit   any          `default:"" doc:"Uniform(1/√in1)"`
	hasBias    bool         `default:"true"`
	dtype      tensor.DType `default:"Float32"`
}

// Numbers of channels that are not positive raise ValueError.
func (b *BiDense) build(in1, in2, out int, o biDenseOptions) {
	positive("BiDense", "in1_channels", in1)
	positive("BiDense", "in2_channels", in2)
	positive("BiDense", "out_channels", out)
	b.in1, b.in2, b.out = in1, in2, out
	start := func(init any, name string, shape ...int) *Parameter {
		if init == nil {
			init = initializer.Uniform{Scale: 1 / math.Sqrt(float64(in1))}
		}
		return NewParameter(initial(init, shape, o.dtype), name)
	}
	b.Weight = start(o.weightInit, "weight", out, in1, in2)
	if o.hasBias {
		b.Bias = start(o.biasInit, "bias", out)
	}
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

// Sharpness sets how closely [Softplus] follows a ReLU (beta).
func Sharpness(b float64) Option { return Option{"Sharpness", b} }

// Softplus is mindspore.mint.nn.Softplus: log(1 + exp(β·x))/β elementwise, and x where β·x is above 20.
//
//ms:layer layer.activation
type Softplus struct {
	Cell
	beta float64 `default:"1.0" option:"Sharpness"`
}

// Construct returns the result in the shape of x.
func (s *Softplus) Construct(x *tensor.Tensor) *tensor.Tensor {
	if s.beta == 1 {
		return x.Softplus()
	}
	scaled := x.Mul(tensor.Scalar(s.beta))
	return tensor.Where(scaled.Greater(tensor.Scalar(20)), x, scaled.Softplus().Div(tensor.Scalar(s.beta)))
}

// GetActivation returns a layer by its name, and nil for "": mindspore.nn.get_activation. An unknown name raises
// KeyError.
func GetActivation(name string) Layer {
	if name == "" {
		return nil
	}
	return namedActivation(name)
}

// TimeDistributed applies a layer to each step of a sequence: mindspore.nn.TimeDistributed.
//
//ms:class layer.timedistributed
type TimeDistributed struct {
	Cell
	Layer Layer `ms:"layer"`

	axis int
	with *int // the axis into which the steps are merged
}

// NewTimeDistributed returns a TimeDistributed layer; timeAxis is the axis of the steps, which must not be the first.
// With reshapeWithAxis, the axis of the samples, the layer runs once for all steps.
func NewTimeDistributed(layer Layer, timeAxis int, reshapeWithAxis ...int) *TimeDistributed {
	t := &TimeDistributed{Layer: layer, axis: timeAxis}
	if len(reshapeWithAxis) > 0 {
		t.with = &reshapeWithAxis[0]
	}
	t.Init(t)
	return t
}

// Construct takes x of shape (N, …, T, …) and returns the results of the layer along the same axis. An axis that x
// does not have raises ValueError, and so does an axis of samples that is that of the steps or that the layer changes.
func (t *TimeDistributed) Construct(x *tensor.Tensor) *tensor.Tensor {
	if t.axis < 1 || t.axis >= x.NDim() {
		tensor.Throw("TimeDistributed", tensor.ValueError, "For 'TimeDistributed', the 'time_axis' must be in [1, %d), but got %d.", x.NDim(), t.axis)
	}
	if t.with != nil {
		return t.atOnce(x)
	}
	var steps []*tensor.Tensor
	for _, step := range x.Unstack(t.axis) {
		steps = append(steps, t.Layer.CellBase().Call(step))
	}
	return tensor.Stack(steps, t.axis)
}

// atOnce merges the axes of the steps and the samples for the layer.
func (t *TimeDistributed) atOnce(x *tensor.Tensor) *tensor.Tensor {
	n, with := x.NDim(), *t.with
	if with < 0 {
		with += n
	}
	if with < 0 || with >= n || with == t.axis {
		tensor.Throw("TimeDistributed", tensor.ValueError, "For 'TimeDistributed', the 'reshape_with_axis' must be in "+
			"[-%d, %d) and differ from 'time_axis' %d, but got %d.", n, n, t.axis, *t.with)
	}
	at, beside := with, with+1 // of both, of the steps
	if with > t.axis {
		at, beside = with-1, with-1
	}
	moved := x.MoveAxis(t.axis, beside).Shape()
	dims := slices.Concat(moved[:at], []int{moved[at] * moved[at+1]}, moved[at+2:])
	y := t.Layer.CellBase().Call(x.MoveAxis(t.axis, beside).Reshape(dims...))
	if y.NDim() <= at || y.Dim(at) != dims[at] {
		tensor.Throw("TimeDistributed", tensor.ValueError, "For 'TimeDistributed', the layer must keep axis %d, which "+
			"'reshape_with_axis' names, but it made %s of %s.", at, pyShape(y.Shape()), pyShape(dims))
	}
	out := y.Shape()
	return y.Reshape(slices.Concat(out[:at], moved[at:at+2], out[at+1:])...).MoveAxis(beside, min(t.axis, y.NDim()))
}

// ResizeBilinear resizes images bilinearly: mindspore.nn.ResizeBilinear.
//
//ms:class layer.image
type ResizeBilinear struct {
	Cell
	half bool
}

// NewResizeBilinear returns a ResizeBilinear layer; with halfPixelCenters elements are at the centres of their
// pixels.
func NewResizeBilinear(halfPixelCenters ...bool) *ResizeBilinear {
	r := &ResizeBilinear{half: len(halfPixelCenters) > 0 && halfPixelCenters[0]}
	r.Init(r)
	return r
}

// Resize takes x of shape (N, C, H, W) and returns (N, C, height, width). AlignCorners aligns the centres of the
// corner elements. In MindSpore it is the call of the layer: resize(x, size=(5, 5)).
func (r *ResizeBilinear) Resize(x *tensor.Tensor, height, width int, alignCorners ...bool) *tensor.Tensor {
	return ops.ResizeBilinear(x, []int{height, width}, ops.HalfPixelCenters(r.half), ops.AlignCorners(len(alignCorners) > 0 && alignCorners[0]))
}

// EmbeddingLookup is mindspore.nn.EmbeddingLookup: the rows of a table at indices, and zeros for indices out of
// range.
//
//ms:layer layer.embedding
type EmbeddingLookup struct {
	Cell
	EmbeddingTable *Parameter `ms:"embedding_table"`

	limit float64
}

// MaxNorm bounds the norm of the rows that [EmbeddingLookup] returns (max_norm).
func MaxNorm(norm float64) Option { return Option{"MaxNorm", norm} }

// embeddingLookupOptions are the options of [EmbeddingLookup].
type embeddingLookupOptions struct {
	embeddingTable any     `default:"normal"`
	maxNorm        float64 `default:"" doc:"none"`
}

// The table has the shape (vocabSize, embeddingSize); [EmbeddingTable] is param_init in MindSpore.
func (e *EmbeddingLookup) build(vocabSize, embeddingSize int, o embeddingLookupOptions) {
	positive("EmbeddingLookup", "vocab_size", vocabSize)
	positive("EmbeddingLookup", "embedding_size", embeddingSize)
	e.limit = o.maxNorm
	table := initial(o.embeddingTable, []int{vocabSize, embeddingSize}, tensor.Float32)
	e.EmbeddingTable = NewParameter(table, "embedding_table")
}

// Construct takes integers of any shape and returns that shape followed by embeddingSize.
func (e *EmbeddingLookup) Construct(ids *tensor.Tensor) *tensor.Tensor {
	rows := ops.EmbeddingLookup(e.EmbeddingTable.Tensor, ids, 0)
	if e.limit <= 0 {
		return rows
	}
	return ops.ClipByNorm(rows, e.limit, []int{-1})
}
