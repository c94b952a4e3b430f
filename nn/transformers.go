package nn

import (
	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/tensor"
)

// FinalNorm adds a normalization after a stack of transformer layers (norm).
func FinalNorm(layer Layer) Option { return Option{"FinalNorm", layer} }

// stack returns n copies of a layer, created by fresh.
func stack(layer Layer, fresh func() Layer, n int) *CellList {
	list := NewCellList()
	for range n {
		copied := fresh()
		copyParams(copied.CellBase(), layer.CellBase())
		list.Append(copied)
	}
	return list
}

// TransformerEncoder is mindspore.nn.TransformerEncoder: a stack of encoder layers.
//
//ms:layer layer.transformer
type TransformerEncoder struct {
	Cell
	Layers *CellList `ms:"layers"`
	Norm   Layer     `ms:"norm"` // nil without
}

// The stack has numLayers copies of layer.
func (e *TransformerEncoder) build(layer *TransformerEncoderLayer, numLayers int, o stackOptions) {
	positive("TransformerEncoder", "num_layers", numLayers)
	e.Layers = stack(layer, func() Layer { return layer.set.encoderLayer(&TransformerEncoderLayer{}) }, numLayers)
	e.Norm = o.norm
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

// TransformerDecoder is mindspore.nn.TransformerDecoder: a stack of decoder layers.
//
//ms:layer layer.transformer
type TransformerDecoder struct {
	Cell
	Layers *CellList `ms:"layers"`
	Norm   Layer     `ms:"norm"` // nil without
}

// The stack has numLayers copies of layer.
func (d *TransformerDecoder) build(layer *TransformerDecoderLayer, numLayers int, o stackOptions) {
	positive("TransformerDecoder", "num_layers", numLayers)
	d.Layers = stack(layer, func() Layer { return layer.set.decoderLayer(&TransformerDecoderLayer{}) }, numLayers)
	d.Norm = o.norm
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
func DModel(n int) Option { return Option{"DModel", n} }

// NHead sets the number of attention heads of a [Transformer] (nhead).
func NHead(n int) Option { return Option{"NHead", n} }

// NumEncoderLayers sets the number of encoder layers of a [Transformer] (num_encoder_layers).
func NumEncoderLayers(n int) Option { return Option{"NumEncoderLayers", n} }

// NumDecoderLayers sets the number of decoder layers of a [Transformer] (num_decoder_layers).
func NumDecoderLayers(n int) Option { return Option{"NumDecoderLayers", n} }

// Transformer is mindspore.nn.Transformer: an encoder and a decoder (Vaswani et al., 2017).
//
//ms:layer layer.transformer
type Transformer struct {
	Cell
	Encoder *TransformerEncoder `ms:"encoder"`
	Decoder *TransformerDecoder `ms:"decoder"`
}

// stackOptions are the options of [TransformerEncoder] and [TransformerDecoder].
type stackOptions struct {
	norm Layer `default:"" doc:"none"`
}

// networkOptions are the options of [Transformer].
type networkOptions struct {
	dModel           int `default:"512"`
	nHead            int `default:"8"`
	numEncoderLayers int `default:"6"`
	numDecoderLayers int `default:"6"`
	transformerOptions
}

// All matrices are initialized by XavierUniform.
func (t *Transformer) build(o networkOptions) {
	s := newTransformerLayer("Transformer", o.dModel, o.nHead, o.transformerOptions)
	t.Encoder = NewTransformerEncoder(s.encoderLayer(&TransformerEncoderLayer{}), o.numEncoderLayers, Norm(s.norm()))
	t.Decoder = NewTransformerDecoder(s.decoderLayer(&TransformerDecoderLayer{}), o.numDecoderLayers, Norm(s.norm()))
	t.Init(t)
	for _, p := range t.GetParameters().List() {
		if p.NDim() > 1 {
			p.SetData(initial(initializer.XavierUniform{}, p.Shape(), p.DType()))
		}
	}
}

// Construct takes src and tgt in the shapes of [TransformerEncoderLayer], then optionally the attention
// masks of src, tgt and memory and their key padding masks (src_mask, tgt_mask, memory_mask,
// src_key_padding_mask, tgt_key_padding_mask, memory_key_padding_mask). It returns the shape of tgt.
func (t *Transformer) Construct(src, tgt *tensor.Tensor, masks ...*tensor.Tensor) *tensor.Tensor {
	memory := t.Encoder.Call(src, mask(masks, 0), mask(masks, 3))
	return t.Decoder.Call(tgt, memory, mask(masks, 1), mask(masks, 2), mask(masks, 4), mask(masks, 5))
}
