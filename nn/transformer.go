package nn

import "github.com/msrepl/msrepl/tensor"

// DimFeedforward sets the width of the feed-forward network of a transformer (dim_feedforward).
func DimFeedforward(n int) Option { return Option{"DimFeedforward", n} }

// LayerNormEps sets eps of a transformer's normalizations (layer_norm_eps).
func LayerNormEps(e float64) Option { return Option{"LayerNormEps", e} }

// NormFirst normalizes before each sublayer of a transformer layer instead of after it (norm_first).
func NormFirst(on bool) Option { return Option{"NormFirst", on} }

// transformerOptions are the options of the layers of a transformer.
type transformerOptions struct {
	dimFeedforward int     `default:"2048"`
	dropout        float64 `default:"0.1"`
	activation     any     `default:"relu" doc:"\"relu\", or \"gelu\", or a layer"`
	layerNormEps   float64 `default:"1e-5"`
	batchFirst     bool    `default:"false"`
	normFirst      bool    `default:"false"`
}

// transformerLayer has the arguments of a layer, from which equal layers are built.
type transformerLayer struct {
	model, heads int
	transformerOptions
}

func newTransformerLayer(layer string, model, heads int, o transformerOptions) transformerLayer {
	t := transformerLayer{model, heads, o}
	if name, ok := o.activation.(string); ok && name != "relu" && name != "gelu" {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the 'activation' must be relu or gelu, but got %s.", layer, name)
	}
	return t
}

func (t transformerLayer) attention() *MultiheadAttention {
	return NewMultiheadAttention(t.model, t.heads, DropoutRate(t.dropout), BatchFirst(t.batchFirst))
}

func (t transformerLayer) norm() *LayerNorm {
	return NewLayerNorm([]int{t.model}, Epsilon(t.layerNormEps))
}

func (t transformerLayer) drop() *Dropout { return NewDropout(P(t.dropout)) }

// between returns the layer between the two linear layers of the feed-forward part.
func (t transformerLayer) between() Layer {
	if t.activation == "gelu" {
		return NewGELU(Approximate(false))
	}
	return activation(t.activation)
}

// residual returns x + part(x), with the normalization before part or after the sum.
func (t transformerLayer) residual(x *tensor.Tensor, norm *LayerNorm, drop *Dropout, part func(*tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	if t.normFirst {
		return x.Add(drop.Call(part(norm.Call(x))))
	}
	return norm.Call(x.Add(drop.Call(part(x))))
}

// mask returns mask i, nil when there is none.
func mask(masks []*tensor.Tensor, i int) *tensor.Tensor {
	if i < len(masks) {
		return masks[i]
	}
	return nil
}

// copyParams copies the values of a cell to another one of its kind.
func copyParams(to, from *Cell) {
	source := from.walkParams("")
	for i, p := range to.walkParams("") {
		p.Param.SetData(source[i].Param.Value())
		p.Param.requiresGrad = source[i].Param.requiresGrad
	}
}

// TransformerEncoderLayer is mindspore.nn.TransformerEncoderLayer: self-attention and a feed-forward
// network, each with a residual connection and a normalization.
//
//ms:layer layer.transformer
type TransformerEncoderLayer struct {
	Cell
	SelfAttn   *MultiheadAttention `ms:"self_attn"`
	Linear1    *Dense              `ms:"linear1"`
	Dropout    *Dropout            `ms:"dropout"`
	Linear2    *Dense              `ms:"linear2"`
	Norm1      *LayerNorm          `ms:"norm1"`
	Norm2      *LayerNorm          `ms:"norm2"`
	Dropout1   *Dropout            `ms:"dropout1"`
	Dropout2   *Dropout            `ms:"dropout2"`
	Activation Layer               `ms:"activation"`

	set transformerLayer
}

// The argument dModel is the length of the vectors.
func (l *TransformerEncoderLayer) build(dModel, nHead int, o transformerOptions) {
	newTransformerLayer("TransformerEncoderLayer", dModel, nHead, o).encoderLayer(l)
}

// encoderLayer initializes l as one of these layers.
func (t transformerLayer) encoderLayer(l *TransformerEncoderLayer) *TransformerEncoderLayer {
	*l = TransformerEncoderLayer{
		SelfAttn: t.attention(), Linear1: NewDense(t.model, t.dimFeedforward),
		Dropout: t.drop(), Linear2: NewDense(t.dimFeedforward, t.model),
		Norm1: t.norm(), Norm2: t.norm(), Dropout1: t.drop(), Dropout2: t.drop(), Activation: t.between(), set: t,
	}
	l.Init(l)
	return l
}

// Construct takes src of shape (L, N, model), with BatchFirst (N, L, model), or (L, model), then
// optionally the attention mask and the key padding mask (src_mask, src_key_padding_mask); for these
// see [MultiheadAttention]. It returns the shape of src.
func (l *TransformerEncoderLayer) Construct(src *tensor.Tensor, masks ...*tensor.Tensor) *tensor.Tensor {
	x := l.set.residual(src, l.Norm1, l.Dropout1, func(x *tensor.Tensor) *tensor.Tensor {
		y, _ := l.SelfAttn.Call(x, x, x, mask(masks, 1), mask(masks, 0))
		return y
	})
	return l.set.residual(x, l.Norm2, l.Dropout2, func(x *tensor.Tensor) *tensor.Tensor {
		return l.Linear2.Call(l.Dropout.Call(l.Activation.CellBase().Call(l.Linear1.Call(x))))
	})
}

// TransformerDecoderLayer is mindspore.nn.TransformerDecoderLayer: self-attention, attention to a
// memory and a feed-forward network, each with a residual connection and a normalization.
//
//ms:layer layer.transformer
type TransformerDecoderLayer struct {
	Cell
	SelfAttn      *MultiheadAttention `ms:"self_attn"`
	MultiheadAttn *MultiheadAttention `ms:"multihead_attn"`
	Linear1       *Dense              `ms:"linear1"`
	Dropout       *Dropout            `ms:"dropout"`
	Linear2       *Dense              `ms:"linear2"`
	Norm1         *LayerNorm          `ms:"norm1"`
	Norm2         *LayerNorm          `ms:"norm2"`
	Norm3         *LayerNorm          `ms:"norm3"`
	Dropout1      *Dropout            `ms:"dropout1"`
	Dropout2      *Dropout            `ms:"dropout2"`
	Dropout3      *Dropout            `ms:"dropout3"`
	Activation    Layer               `ms:"activation"`

	set transformerLayer
}

// The argument dModel is the length of the vectors.
func (l *TransformerDecoderLayer) build(dModel, nHead int, o transformerOptions) {
	newTransformerLayer("TransformerDecoderLayer", dModel, nHead, o).decoderLayer(l)
}

// decoderLayer initializes l as one of these layers.
func (t transformerLayer) decoderLayer(l *TransformerDecoderLayer) *TransformerDecoderLayer {
	*l = TransformerDecoderLayer{
		SelfAttn: t.attention(), MultiheadAttn: t.attention(),
		Linear1: NewDense(t.model, t.dimFeedforward), Dropout: t.drop(),
		Linear2: NewDense(t.dimFeedforward, t.model), Norm1: t.norm(), Norm2: t.norm(), Norm3: t.norm(),
		Dropout1: t.drop(), Dropout2: t.drop(), Dropout3: t.drop(), Activation: t.between(), set: t,
	}
	l.Init(l)
	return l
}

// Construct takes tgt and memory in the shapes of [TransformerEncoderLayer], then optionally the
// attention masks of tgt and of memory and their key padding masks (tgt_mask, memory_mask,
// tgt_key_padding_mask, memory_key_padding_mask). It returns the shape of tgt.
func (l *TransformerDecoderLayer) Construct(tgt, memory *tensor.Tensor, masks ...*tensor.Tensor) *tensor.Tensor {
	x := l.set.residual(tgt, l.Norm1, l.Dropout1, func(x *tensor.Tensor) *tensor.Tensor {
		y, _ := l.SelfAttn.Call(x, x, x, mask(masks, 2), mask(masks, 0))
		return y
	})
	x = l.set.residual(x, l.Norm2, l.Dropout2, func(x *tensor.Tensor) *tensor.Tensor {
		y, _ := l.MultiheadAttn.Call(x, memory, memory, mask(masks, 3), mask(masks, 1))
		return y
	})
	return l.set.residual(x, l.Norm3, l.Dropout3, func(x *tensor.Tensor) *tensor.Tensor {
		return l.Linear2.Call(l.Dropout.Call(l.Activation.CellBase().Call(l.Linear1.Call(x))))
	})
}
