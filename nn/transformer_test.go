package nn_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// plainAttention has one head, whose weights are identities.
func plainAttention(opts ...nn.Option) *nn.MultiheadAttention {
	m := nn.NewMultiheadAttention(2, 1, opts...)
	eye := tensor.Eye(2)
	m.InWeight.SetData(tensor.Concat([]T{eye, eye, eye}, 0))
	m.OutProj.Weight.SetData(eye)
	m.OutProj.Bias.SetData(tensor.Zeros(2))
	return m
}

// TestAttentionValues checks attention worked out by hand: the query (1, 0) meets the keys (1, 0) and (0, 1), which
// are the values too: scores 1/√2 and 0.
func TestAttentionValues(t *testing.T) {
	q, k := rows([]float32{1, 0}), rows([]float32{1, 0}, []float32{0, 1})
	e := math.Exp(1 / math.Sqrt2)
	hide := tensor.New([][]bool{{false, true}})
	for _, c := range []struct {
		name            string
		m               *nn.MultiheadAttention
		masks           tensors
		output, weights []float64
	}{
		{"plain", plainAttention(), nil, []float64{e / (e + 1), 1 / (e + 1)}, []float64{e / (e + 1), 1 / (e + 1)}},
		{"key padding", plainAttention(), tensors{hide}, []float64{1, 0}, []float64{1, 0}},
		{"attention mask", plainAttention(), tensors{nil, hide}, []float64{1, 0}, []float64{1, 0}},
		{"mask of bytes", plainAttention(), tensors{nil, hide.AsType(tensor.UInt8)}, []float64{1, 0}, []float64{1, 0}},
		{"padding of bytes", plainAttention(), tensors{hide.At(0).AsType(tensor.UInt8)}, []float64{1, 0}, []float64{1, 0}},
		{"added mask", plainAttention(), tensors{nil, rows([]float32{0, float32(1 / math.Sqrt2)})}, []float64{0.5, 0.5}, []float64{0.5, 0.5}},
		{"zeros appended", plainAttention(nn.AddZeroAttn(true)), tensors{hide}, []float64{e / (e + 1), 0}, []float64{e / (e + 1), 0, 1 / (e + 1)}},
	} {
		output, weights := c.m.Call(q, k, k, c.masks...)
		near(t, c.name, output, c.output...)
		near(t, c.name+", weights", weights, c.weights...)
	}
	// The same with batches, which stand second or first.
	second, _ := plainAttention().Call(q.ExpandDims(1), k.ExpandDims(1), k.ExpandDims(1), hide)
	near(t, "batch second", second, 1, 0)
	first, w := plainAttention(nn.BatchFirst(true), nn.AverageAttnWeights(false)).Call(q.ExpandDims(0), k.ExpandDims(0), k.ExpandDims(0), hide)
	near(t, "batch first", first, 1, 0)
	same(t, "weights by head", fmt.Sprint(w.Shape()), "(1, 1, 1, 2)")
}

func TestTransformerNames(t *testing.T) {
	const attention = ".in_proj_weight %[1]s.in_proj_bias %[1]s.out_proj.weight %[1]s.out_proj.bias"
	const encoder = "self_attn" + attention + " linear1.weight linear1.bias linear2.weight linear2.bias norm1.gamma norm1.beta norm2.gamma norm2.beta"
	layer := nn.NewTransformerEncoderLayer(4, 2, nn.DimFeedforward(3))
	same(t, "layer", names(layer.GetParameters().List()), fmt.Sprintf(encoder, "self_attn"))
	stack := nn.NewTransformerEncoder(layer, 2, nn.FinalNorm(nn.NewLayerNorm([]int{4})))
	var want []string
	for _, i := range []string{"0", "1"} {
		for _, n := range strings.Fields(fmt.Sprintf(encoder, "self_attn")) {
			want = append(want, "layers."+i+"."+n)
		}
	}
	same(t, "stack", names(stack.GetParameters().List()), strings.Join(append(want, "norm.gamma", "norm.beta"), " "))
	same(t, "copied weights", stack.GetParameters().List()[4].Value().String(), layer.Linear1.Weight.Value().String())
	other := nn.NewMultiheadAttention(4, 2, nn.KDim(3), nn.AddBiasKV(true))
	same(t, "attention to keys of another length", names(other.GetParameters().List()),
		"q_proj_weight k_proj_weight v_proj_weight in_proj_bias bias_k bias_v out_proj.weight out_proj.bias")
}

// TestTransformerShapes checks the shapes of the examples in MindSpore's reference, made smaller.
func TestTransformerShapes(t *testing.T) {
	small := []nn.Option{nn.DimFeedforward(16)}
	src, tgt := tensor.Ones(5, 3, 8), tensor.Ones(6, 3, 8)
	causal := tensor.Ones(6, 6).Triu(1).AsType(tensor.Bool)
	decoder := nn.NewTransformerDecoderLayer(8, 2, small...)
	for _, c := range []struct {
		name string
		got  T
		want string
	}{
		{"encoder layer", nn.NewTransformerEncoderLayer(8, 2, small...).Call(src), "(5, 3, 8)"},
		{"batch first", nn.NewTransformerEncoderLayer(8, 2, nn.BatchFirst(true), nn.Activation("gelu")).Call(src), "(5, 3, 8)"},
		{"decoder", nn.NewTransformerDecoder(decoder, 3).Call(tgt, src, causal), "(6, 3, 8)"},
		{"transformer", nn.NewTransformer(nn.DModel(8), nn.NHead(2), nn.NumEncoderLayers(2), nn.NumDecoderLayers(1), nn.DimFeedforward(4)).Call(src, tgt, nil, causal), "(6, 3, 8)"},
	} {
		same(t, c.name, fmt.Sprint(c.got.Shape()), c.want)
	}
}

// TestCausalMask: with a causal mask, later elements do not affect earlier results.
func TestCausalMask(t *testing.T) {
	layer := nn.NewTransformerEncoderLayer(4, 2, nn.DimFeedforward(8), nn.NormFirst(true))
	causal := tensor.Ones(3, 3).Triu(1).AsType(tensor.Bool)
	x := away(3, 1, 4).AsType(tensor.Float32)
	changed := tensor.Concat([]T{x.At(tensor.To(2)), tensor.Ones(1, 1, 4)}, 0)
	before, after := layer.Call(x, causal), layer.Call(changed, causal)
	near(t, "the first two", after.At(tensor.To(2)), before.At(tensor.To(2)).Flatten(0).AsType(tensor.Float64).Float64s()...)
}

func TestTransformerGradients(t *testing.T) {
	opts := []nn.Option{nn.DimFeedforward(3), nn.Activation("gelu"), nn.LayerNormEps(1e-3)}
	checkGradients(t, nn.NewMultiheadAttention(4, 2, nn.KDim(3), nn.VDim(2), nn.AddBiasKV(true), nn.AddZeroAttn(true)), away(2, 1, 4), away(3, 1, 3), away(3, 1, 2))
	checkGradients(t, nn.NewTransformerEncoderLayer(4, 2, opts...), away(2, 2, 4))
	checkGradients(t, nn.NewTransformerDecoderLayer(4, 1, append(opts, nn.NormFirst(true))...), away(2, 1, 4), away(3, 1, 4))
}

func TestTransformerErrors(t *testing.T) {
	attend := func(q, k, v T, masks ...T) func() {
		return func() { nn.NewMultiheadAttention(4, 2).Call(q, k, v, masks...) }
	}
	masked := func(masks ...T) func() {
		return attend(tensor.Ones(3, 2, 4), tensor.Ones(5, 2, 4), tensor.Ones(5, 2, 4), masks...)
	}
	bools := func(shape ...int) T { return tensor.ZerosOf(tensor.Bool, shape...) }
	const inputs = "ValueError: For 'MultiheadAttention', the shapes of 'query', 'key' and 'value' must be " +
		"(L, N, 4), (S, N, 4) and (S, N, 4), but got %s."
	const shapes, dtypes = "ValueError: For 'MultiheadAttention', the shape of '%s' must be %s, but got %s.",
		"ValueError: For 'MultiheadAttention', the dtype of '%s' must be Bool, UInt8 or that of floats, but got %s."
	for _, c := range []struct {
		f    func()
		want string
	}{
		{func() { nn.NewMultiheadAttention(5, 2) }, "ValueError: The init argument 'embed_dim' must be divisible by 'num_heads'."},
		{func() { nn.NewTransformerEncoderLayer(4, 2, nn.Activation("tanh")) }, "ValueError: For 'TransformerEncoderLayer', the 'activation' must be relu or gelu, but got tanh."},
		{
			attend(tensor.Ones(3, 2, 6), tensor.Ones(5, 2, 4), tensor.Ones(5, 2, 4)),
			fmt.Sprintf(inputs, "(3, 2, 6), (5, 2, 4) and (5, 2, 4)"),
		},
		{
			attend(tensor.Ones(3, 2, 4), tensor.Ones(5, 1, 4), tensor.Ones(5, 1, 4)),
			fmt.Sprintf(inputs, "(3, 2, 4), (5, 1, 4) and (5, 1, 4)"),
		},
		{
			attend(tensor.Ones(3, 2, 4), tensor.Ones(5, 2, 4), tensor.Ones(6, 2, 4)),
			fmt.Sprintf(inputs, "(3, 2, 4), (5, 2, 4) and (6, 2, 4)"),
		},
		{
			attend(tensor.Ones(3, 2, 4), tensor.Ones(5, 4), tensor.Ones(5, 4)),
			fmt.Sprintf(inputs, "(3, 2, 4), (5, 4) and (5, 4)"),
		},
		{masked(bools(1, 5)), fmt.Sprintf(shapes, "key_padding_mask", "(2, 5)", "(1, 5)")},
		{masked(nil, bools(1, 5)), fmt.Sprintf(shapes, "attn_mask", "(3, 5)", "(1, 5)")},
		{masked(nil, bools(2, 3, 5)), fmt.Sprintf(shapes, "attn_mask", "(4, 3, 5)", "(2, 3, 5)")},
		{masked(tensor.ZerosOf(tensor.Int32, 2, 5)), fmt.Sprintf(dtypes, "key_padding_mask", "Int32")},
		{masked(nil, tensor.ZerosOf(tensor.Int64, 3, 5)), fmt.Sprintf(dtypes, "attn_mask", "Int64")},
	} {
		same(t, c.want, fmt.Sprint(tensor.Try(c.f)), c.want)
	}
}
