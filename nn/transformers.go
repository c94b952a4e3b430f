package nn

import (
	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/tensor"
)

// Norm puts a normalization behind a stack of transformer layers (norm).
func Norm(layer Layer) Option { return Option{"norm", layer} }

// stack returns that many copies of a layer, made by fresh.
func stack(layer Layer, fresh func() Layer, n int) *CellList {
	list := NewCellList()
	for range n {
		copied := fresh()
		copyParams(copied.CellBase(), layer.CellBase())
		list.Append(copied)
	}
	return list
}

// TransformerEncoder is mindspore.nn.TransformerEncoder: encoder layers one behind the other.
type TransformerEncoder struct {
	Cell
	Layers *CellList `ms:"layers"`
	Norm   Layer     `ms:"norm"` // nil without
}

// NewTransformerEncoder returns a stack of numLayers copies of layer. Its option is [Norm].
func NewTransformerEncoder(layer *TransformerEncoderLayer, numLayers int, opts ...Option) *TransformerEncoder {
	o := readOptions("TransformerEncoder", opts, "norm")
	positive("TransformerEncoder", "num_layers", numLayers)
	e := &TransformerEncoder{
		Layers: stack(layer, func() Layer { return layer.set.encoderLayer() }, numLayers),
		Norm:   option[Layer](o, "norm", nil),
	}
	e.Init(e)
	return e
}

// Call runs the stack; see Construct.
func (e *TransformerEncoder) Call(src *tensor.Tensor, masks ...*tensor.Tensor) *tensor.Tensor {
	return e.Invoke(withOptional(src, masks)...)[0].(*tensor.Tensor)
}

// Construct takes and returns what that of [TransformerEncoderLayer] does.
func (e *TransformerEncoder) Construct(src *tensor.Tensor, masks ...*tensor.Tensor) *tensor.Tensor {
	for _, l := range e.Layers.All() {
		src = l.(*TransformerEncoderLayer).Call(src, masks...)
	}
	if e.Norm != nil {
		src = e.Norm.CellBase().Call(src)
	}
	return src
}

// TransformerDecoder is mindspore.nn.TransformerDecoder: decoder layers one behind the other.
type TransformerDecoder struct {
	Cell
	Layers *CellList `ms:"layers"`
	Norm   Layer     `ms:"norm"` // nil without
}

// NewTransformerDecoder returns a stack of numLayers copies of layer. Its option is [Norm].
func NewTransformerDecoder(layer *TransformerDecoderLayer, numLayers int, opts ...Option) *TransformerDecoder {
	o := readOptions("TransformerDecoder", opts, "norm")
	positive("TransformerDecoder", "num_layers", numLayers)
	d := &TransformerDecoder{
		Layers: stack(layer, func() Layer { return layer.set.decoderLayer() }, numLayers),
		Norm:   option[Layer](o, "norm", nil),
	}
	d.Init(d)
	return d
}

// Call runs the stack; see Construct.
func (d *TransformerDecoder) Call(tgt, memory *tensor.Tensor, masks ...*tensor.Tensor) *tensor.Tensor {
	return d.Invoke(append([]any{tgt}, withOptional(memory, masks)...)...)[0].(*tensor.Tensor)
}

// Construct takes and returns what that of [TransformerDecoderLayer] does.
func (d *TransformerDecoder) Construct(tgt, memory *tensor.Tensor, masks ...*tensor.Tensor) *tensor.Tensor {
	for _, l := range d.Layers.All() {
		tgt = l.(*TransformerDecoderLayer).Call(tgt, memory, masks...)
	}
	if d.Norm != nil {
		tgt = d.Norm.CellBase().Call(tgt)
	}
	return tgt
}

// DModel sets the length of the vectors of a [Transformer] (d_model).
func DModel(n int) Option { return Option{"d_model", n} }

// NHead sets how many heads the attention of a [Transformer] has (nhead).
func NHead(n int) Option { return Option{"nhead", n} }

// NumEncoderLayers sets how many layers the encoder of a [Transformer] has (num_encoder_layers).
func NumEncoderLayers(n int) Option { return Option{"num_encoder_layers", n} }

// NumDecoderLayers sets how many layers the decoder of a [Transformer] has (num_decoder_layers).
func NumDecoderLayers(n int) Option { return Option{"num_decoder_layers", n} }

// Transformer is mindspore.nn.Transformer: an encoder and a decoder (Vaswani et al., 2017).
type Transformer struct {
	Cell
	Encoder *TransformerEncoder `ms:"encoder"`
	Decoder *TransformerDecoder `ms:"decoder"`
}

// NewTransformer returns a Transformer. Options are [DModel] (512), [NHead] (8), [NumEncoderLayers] (6),
// [NumDecoderLayers] (6) and those of [NewTransformerEncoderLayer]. All matrices start as
// XavierUniform.
func NewTransformer(opts ...Option) *Transformer {
	o := readOptions("Transformer", opts, append([]string{"d_model", "nhead", "num_encoder_layers", "num_decoder_layers"}, transformerKeywords...)...)
	s := newTransformerLayer("Transformer", option(o, "d_model", 512), option(o, "nhead", 8), o)
	t := &Transformer{
		Encoder: NewTransformerEncoder(s.encoderLayer(), option(o, "num_encoder_layers", 6), Norm(s.norm())),
		Decoder: NewTransformerDecoder(s.decoderLayer(), option(o, "num_decoder_layers", 6), Norm(s.norm())),
	}
	t.Init(t)
	for _, p := range t.GetParameters().List() {
		if p.NDim() > 1 {
			p.SetData(initial(initializer.XavierUniform{}, p.Shape(), p.DType()))
		}
	}
	return t
}

// Call runs the network; see Construct.
func (t *Transformer) Call(src, tgt *tensor.Tensor, masks ...*tensor.Tensor) *tensor.Tensor {
	return t.Invoke(append([]any{src}, withOptional(tgt, masks)...)...)[0].(*tensor.Tensor)
}

// Construct takes src and tgt in the shapes of [TransformerEncoderLayer], then optionally the attention
// masks of src, tgt and memory and their key padding masks (src_mask, tgt_mask, memory_mask,
// src_key_padding_mask, tgt_key_padding_mask, memory_key_padding_mask). It returns the shape of tgt.
func (t *Transformer) Construct(src, tgt *tensor.Tensor, masks ...*tensor.Tensor) *tensor.Tensor {
	memory := t.Encoder.Call(src, mask(masks, 0), mask(masks, 3))
	return t.Decoder.Call(tgt, memory, mask(masks, 1), mask(masks, 2), mask(masks, 4), mask(masks, 5))
}
