package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// RNN is mindspore.nn.RNN: plain recurrent layers, one above the other. Its parameters are named
// weight_ih_l0, weight_hh_l0, bias_ih_l0 and bias_hh_l0, with _reverse behind for the other direction.
type RNN struct {
	Cell
	WeightIH ParameterTuple `ms:"w_ih_list"`
	WeightHH ParameterTuple `ms:"w_hh_list"`
	BiasIH   ParameterTuple `ms:"b_ih_list"` // empty without bias
	BiasHH   ParameterTuple `ms:"b_hh_list"`

	set *recurrent
}

// NewRNN returns an RNN with weights from U(±1/√hiddenSize). Options are [NumLayers] (1),
// [Nonlinearity] ("tanh"), [HasBias] (true), [BatchFirst] (false), [DropoutRate] (0, between the
// layers in training), [Bidirectional] (false) and [DType].
func NewRNN(inputSize, hiddenSize int, opts ...Option) *RNN {
	o := readOptions("RNN", opts, append([]string{"nonlinearity"}, recurrentKeywords...)...)
	relu := reluNonlinearity("RNN", o)
	s := newRecurrent("RNN", inputSize, hiddenSize, 1, 1, o)
	s.step = func(x *tensor.Tensor, state, w []*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{rnnStep(relu, x, state[0], w[0], w[1], w[2], w[3])}
	}
	r := &RNN{WeightIH: s.wIn, WeightHH: s.wHidden, BiasIH: s.bIn, BiasHH: s.bHidden, set: s}
	r.Init(r)
	return r
}

// Call runs the layer: output, hn = net(x, h0); see Construct.
func (r *RNN) Call(x *tensor.Tensor, state ...*tensor.Tensor) (output, hn *tensor.Tensor) {
	outs := r.Invoke(withOptional(x, state)...)
	return outs[0].(*tensor.Tensor), outs[1].(*tensor.Tensor)
}

// Construct takes x of shape (L, N, in), or (N, L, in) with BatchFirst, then optionally the state h0 of
// shape (layers·directions, N, hidden), zeros without it, and the lengths of the sequences, of shape
// (N). It returns the outputs, of shape (L, N, directions·hidden), and the last state.
func (r *RNN) Construct(x *tensor.Tensor, state ...*tensor.Tensor) (output, hn *tensor.Tensor) {
	outs := r.set.run(x, r.training, state)
	return outs[0], outs[1]
}

// GRU is mindspore.nn.GRU: layers of gated recurrent units; parameters are named as those of [RNN].
type GRU struct {
	Cell
	WeightIH ParameterTuple `ms:"w_ih_list"`
	WeightHH ParameterTuple `ms:"w_hh_list"`
	BiasIH   ParameterTuple `ms:"b_ih_list"` // empty without bias
	BiasHH   ParameterTuple `ms:"b_hh_list"`

	set *recurrent
}

// NewGRU returns a GRU with weights from U(±1/√hiddenSize). Options are [NumLayers] (1), [HasBias] (true),
// [BatchFirst] (false), [DropoutRate] (0, between the layers in training), [Bidirectional] (false) and [DType].
func NewGRU(inputSize, hiddenSize int, opts ...Option) *GRU {
	s := newRecurrent("GRU", inputSize, hiddenSize, 3, 1, readOptions("GRU", opts, recurrentKeywords...))
	s.step = func(x *tensor.Tensor, state, w []*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{ops.GRUCell(x, state[0], w[0], w[1], w[2], w[3])}
	}
	g := &GRU{WeightIH: s.wIn, WeightHH: s.wHidden, BiasIH: s.bIn, BiasHH: s.bHidden, set: s}
	g.Init(g)
	return g
}

// Call runs the layer: output, hn = net(x, h0); see Construct.
func (g *GRU) Call(x *tensor.Tensor, state ...*tensor.Tensor) (output, hn *tensor.Tensor) {
	outs := g.Invoke(withOptional(x, state)...)
	return outs[0].(*tensor.Tensor), outs[1].(*tensor.Tensor)
}

// Construct takes and returns what that of [RNN] does.
func (g *GRU) Construct(x *tensor.Tensor, state ...*tensor.Tensor) (output, hn *tensor.Tensor) {
	outs := g.set.run(x, g.training, state)
	return outs[0], outs[1]
}

// LSTM is mindspore.nn.LSTM: layers of long short-term memories; parameters are named as those of
// [RNN].
type LSTM struct {
	Cell
	WeightIH ParameterTuple `ms:"w_ih_list"`
	WeightHH ParameterTuple `ms:"w_hh_list"`
	BiasIH   ParameterTuple `ms:"b_ih_list"` // empty without bias
	BiasHH   ParameterTuple `ms:"b_hh_list"`

	set *recurrent
}

// NewLSTM returns an LSTM with weights from U(±1/√hiddenSize). Options are [NumLayers] (1), [HasBias] (true),
// [BatchFirst] (false), [DropoutRate] (0, between the layers in training), [Bidirectional] (false) and [DType].
func NewLSTM(inputSize, hiddenSize int, opts ...Option) *LSTM {
	s := newRecurrent("LSTM", inputSize, hiddenSize, 4, 2, readOptions("LSTM", opts, recurrentKeywords...))
	s.step = func(x *tensor.Tensor, state, w []*tensor.Tensor) []*tensor.Tensor {
		h, c := ops.LSTMCell(x, state[0], state[1], w[0], w[1], w[2], w[3])
		return []*tensor.Tensor{h, c}
	}
	l := &LSTM{WeightIH: s.wIn, WeightHH: s.wHidden, BiasIH: s.bIn, BiasHH: s.bHidden, set: s}
	l.Init(l)
	return l
}

// Call runs the layer: output, hn, cn = net(x, h0, c0); see Construct.
func (l *LSTM) Call(x *tensor.Tensor, state ...*tensor.Tensor) (output, hn, cn *tensor.Tensor) {
	outs := l.Invoke(withOptional(x, state)...)
	return outs[0].(*tensor.Tensor), outs[1].(*tensor.Tensor), outs[2].(*tensor.Tensor)
}

// Construct takes what that of [RNN] does, with the two states h0 and c0, and returns the outputs and
// the last states.
func (l *LSTM) Construct(x *tensor.Tensor, state ...*tensor.Tensor) (output, hn, cn *tensor.Tensor) {
	outs := l.set.run(x, l.training, state)
	return outs[0], outs[1], outs[2]
}

// withOptional are the arguments of a call whose last ones may be missing or nil.
func withOptional(x *tensor.Tensor, optional []*tensor.Tensor) []any {
	args := []any{x}
	for _, t := range optional {
		if t == nil {
			args = append(args, nil)
		} else {
			args = append(args, t)
		}
	}
	return args
}
