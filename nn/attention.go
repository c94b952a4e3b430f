package nn

import (
	"fmt"
	"math"
	"slices"

	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// AddBiasKV appends a learned key and value to every sequence (add_bias_kv).
func AddBiasKV(on bool) Option { return Option{"AddBiasKV", on} }

// AddZeroAttn appends a key and a value of zeros to every sequence (add_zero_attn).
func AddZeroAttn(on bool) Option { return Option{"AddZeroAttn", on} }

// KDim sets the length of the keys (kdim).
func KDim(n int) Option { return Option{"KDim", n} }

// VDim sets the length of the values (vdim).
func VDim(n int) Option { return Option{"VDim", n} }

// AverageAttnWeights sets whether attention weights are averaged over the heads (average_attn_weights, in MindSpore
// an argument of the call); the default is true.
func AverageAttnWeights(on bool) Option { return Option{"AverageAttnWeights", on} }

// MultiheadAttention is mindspore.nn.MultiheadAttention: scaled dot-product attention in several heads
// (Vaswani et al., 2017).
//
//ms:layer layer.transformer
type MultiheadAttention struct {
	Cell
	QWeight  *Parameter `ms:"q_proj_weight"` // these three only if keys or values have another length
	KWeight  *Parameter `ms:"k_proj_weight"`
	VWeight  *Parameter `ms:"v_proj_weight"`
	InWeight *Parameter `ms:"in_proj_weight"` // of shape (3·embed, embed)
	InBias   *Parameter `ms:"in_proj_bias"`   // nil without bias
	BiasK    *Parameter `ms:"bias_k"`
	BiasV    *Parameter `ms:"bias_v"`
	OutProj  *Dense     `ms:"out_proj"`
	embed    int
	heads    int

	dropout            float64 `default:"0" check:"probability"`
	addZeroAttn        bool    `default:"false"`
	batchFirst         bool    `default:"false"`
	averageAttnWeights bool    `default:"true"`
}

// attentionOptions are the options of [MultiheadAttention].
type attentionOptions struct {
	hasBias   bool `default:"true"`
	addBiasKV bool `default:"false"`
	kDim      *int `default:"" doc:"embedDim"`
	vDim      *int `default:"" doc:"embedDim"`
}

// A numHeads that does not divide embedDim raises ValueError.
func (m *MultiheadAttention) build(embedDim, numHeads int, o attentionOptions) {
	const layer = "MultiheadAttention"
	positive(layer, "embed_dim", embedDim)
	positive(layer, "num_heads", numHeads)
	if embedDim%numHeads != 0 {
		tensor.Throw(layer, tensor.ValueError, "The init argument 'embed_dim' must be divisible by 'num_heads'.")
	}
	m.embed, m.heads = embedDim, numHeads
	length := func(given *int) int {
		if given == nil {
			return embedDim
		}
		return *given
	}
	m.weights(length(o.kDim), length(o.vDim), o.hasBias, o.addBiasKV)
}

func (m *MultiheadAttention) weights(kDim, vDim int, bias, biasKV bool) {
	param := func(name string, init any, shape ...int) *Parameter {
		return NewParameter(initial(init, shape, tensor.Float32), name)
	}
	e, xavier := m.embed, initializer.XavierUniform{}
	if kDim == e && vDim == e {
		m.InWeight = param("in_proj_weight", xavier, 3*e, e)
	} else {
		m.QWeight = param("q_proj_weight", xavier, e, e)
		m.KWeight = param("k_proj_weight", xavier, e, kDim)
		m.VWeight = param("v_proj_weight", xavier, e, vDim)
	}
	if bias {
		m.InBias = param("in_proj_bias", "zeros", 3*e)
	}
	m.OutProj = NewDense(e, e, HasBias(bias))
	if biasKV {
		m.BiasK = param("bias_k", initializer.XavierNormal{}, 1, 1, e)
		m.BiasV = param("bias_v", initializer.XavierNormal{}, 1, 1, e)
	}
}

// Construct takes queries of shape (L, N, embed), keys of shape (S, N, kdim) and values of shape
// (S, N, vdim), with BatchFirst the batch first, or all without N; then optionally the key padding
// mask, of shape (N, S), and the attention mask, of shape (L, S) or (N·heads, L, S), each nil for none.
// A mask of Bool or UInt8 hides where it is not zero, one of floats is added to the scores; another shape or dtype
// raises ValueError. It returns the output in the shape of the queries and the weights, of shape (N, L, S) or, not
// averaged, (N, heads, L, S).
func (m *MultiheadAttention) Construct(query, key, value *tensor.Tensor, masks ...*tensor.Tensor) (output, weights *tensor.Tensor) {
	m.checkInputs(query, key, value)
	batched := query.NDim() == 3
	rows := func(x *tensor.Tensor) *tensor.Tensor { // with the batch as the first axis
		switch {
		case !batched:
			return x.ExpandDims(0)
		case m.batchFirst:
			return x
		}
		return x.SwapAxes(0, 1)
	}
	q, k, v := m.project(rows(query), rows(key), rows(value))
	extra := k.Dim(1)
	k, v = m.extended(k, v)
	extra = k.Dim(1) - extra
	scores := m.split(q).MatMul(m.split(k).SwapAxes(2, 3)).Mul(tensor.Scalar(1 / math.Sqrt(float64(m.embed/m.heads))))
	scores = m.masked(scores, masks, extra)
	weights = ops.Dropout(scores.Softmax(-1), m.dropout, ops.Training(m.training))
	output = m.OutProj.Call(weights.MatMul(m.split(v)).SwapAxes(1, 2).Reshape(q.Shape()...))
	if m.averageAttnWeights {
		weights = weights.Mean(1)
	}
	switch {
	case !batched:
		return output.Squeeze(0), weights.Squeeze(0)
	case m.batchFirst:
		return output, weights
	}
	return output.SwapAxes(0, 1), weights
}

// checkInputs raises errors for shapes that do not match; some of them would broadcast.
func (m *MultiheadAttention) checkInputs(query, key, value *tensor.Tensor) {
	kDim, vDim := m.embed, m.embed
	if m.KWeight != nil {
		kDim, vDim = m.KWeight.Dim(1), m.VWeight.Dim(1)
	}
	q, k, v := query.Shape(), key.Shape(), value.Shape()
	axes, batch := "%s, ", 0
	switch {
	case len(q) == 3 && m.batchFirst:
		axes = "N, %s, "
	case len(q) == 3:
		axes, batch = "%s, N, ", 1
	}
	last := len(q) - 1
	if (last == 1 || last == 2) && len(k) == len(q) && len(v) == len(q) && slices.Equal(k[:last], v[:last]) &&
		(last == 1 || q[batch] == k[batch]) && q[last] == m.embed && k[last] == kDim && v[last] == vDim {
		return
	}
	want := fmt.Sprintf("("+axes+"%d), ("+axes+"%d) and ("+axes+"%d)", "L", m.embed, "S", kDim, "S", vDim)
	const layer = "MultiheadAttention"
	tensor.Throw(layer, tensor.ValueError, "For '%s', the shapes of 'query', 'key' and 'value' must be %s, "+
		"but got %s, %s and %s.", layer, want, pyShape(q), pyShape(k), pyShape(v))
}

// project multiplies by the weights of queries, keys and values.
func (m *MultiheadAttention) project(q, k, v *tensor.Tensor) (_, _, _ *tensor.Tensor) {
	part := func(x *tensor.Tensor, own *Parameter, i int) *tensor.Tensor {
		rows := tensor.Span(i*m.embed, (i+1)*m.embed)
		var w *tensor.Tensor
		if own != nil {
			w = own.Tensor
		} else {
			w = m.InWeight.At(rows)
		}
		y := x.MatMul(w.T())
		if m.InBias != nil {
			y = y.Add(m.InBias.At(rows))
		}
		return y
	}
	return part(q, m.QWeight, 0), part(k, m.KWeight, 1), part(v, m.VWeight, 2)
}

// extended appends the learned key and value, and zeros.
func (m *MultiheadAttention) extended(k, v *tensor.Tensor) (_, _ *tensor.Tensor) {
	behind := func(x, row *tensor.Tensor) *tensor.Tensor {
		return tensor.Concat([]*tensor.Tensor{x, row.BroadcastTo(x.Dim(0), 1, m.embed)}, 1)
	}
	if m.BiasK != nil {
		k, v = behind(k, m.BiasK.Tensor), behind(v, m.BiasV.Tensor)
	}
	if m.addZeroAttn {
		none := tensor.ZerosOf(k.DType(), 1, 1, m.embed)
		k, v = behind(k, none), behind(v, none)
	}
	return k, v
}

// split reshapes (N, L, embed) to (N, heads, L, embed/heads).
func (m *MultiheadAttention) split(x *tensor.Tensor) *tensor.Tensor {
	return x.Reshape(x.Dim(0), x.Dim(1), m.heads, m.embed/m.heads).SwapAxes(1, 2)
}

// masked applies the key padding mask and the attention mask to scores of shape (N, heads, L, S); keys that were
// appended remain visible.
func (m *MultiheadAttention) masked(scores *tensor.Tensor, masks []*tensor.Tensor, extra int) *tensor.Tensor {
	n, l, s := scores.Dim(0), scores.Dim(2), scores.Dim(3)-extra
	for i, mask := range masks {
		switch {
		case mask == nil:
			continue
		case i == 0 && n == 1 && mask.NDim() == 1:
			mask = checkedMask("key_padding_mask", mask, s)
		case i == 0:
			mask = checkedMask("key_padding_mask", mask, n, s).Reshape(n, 1, 1, s)
		case mask.NDim() == 3:
			mask = checkedMask("attn_mask", mask, n*m.heads, l, s).Reshape(n, m.heads, l, s)
		default:
			mask = checkedMask("attn_mask", mask, l, s)
		}
		if extra > 0 {
			mask = ops.Pad(mask, []int{0, extra})
		}
		if mask.DType() == tensor.Bool {
			scores = scores.MaskedFill(mask, math.Inf(-1))
		} else {
			scores = scores.Add(mask.AsType(scores.DType()))
		}
	}
	return scores
}

// checkedMask checks the shape of a mask and converts UInt8 to Bool.
func checkedMask(name string, mask *tensor.Tensor, shape ...int) *tensor.Tensor {
	const layer = "MultiheadAttention"
	if !slices.Equal(mask.Shape(), shape) {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the shape of '%s' must be %s, but got %s.",
			layer, name, pyShape(shape), pyShape(mask.Shape()))
	}
	switch dt := mask.DType(); {
	case dt == tensor.UInt8:
		return mask.AsType(tensor.Bool)
	case dt != tensor.Bool && !dt.IsFloat():
		tensor.Throw(layer, tensor.ValueError,
			"For '%s', the dtype of '%s' must be Bool, UInt8 or that of floats, but got %s.", layer, name, dt)
	}
	return mask
}
