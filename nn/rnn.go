package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// RNN is mindspore.nn.RNN: plain recurrent layers, one above the other. Its parameters are named weight_ih_l0,
// weight_hh_l0, bias_ih_l0 and bias_hh_l0, with the suffix _reverse for the other direction.
//
//ms:layer layer.rnns
type RNN struct {
	Cell
	WeightIH ParameterTuple `ms:"w_ih_list"`
	WeightHH ParameterTuple `ms:"w_hh_list"`
	BiasIH   ParameterTuple `ms:"b_ih_list"` // empty without bias
	BiasHH   ParameterTuple `ms:"b_hh_list"`

	set *recurrent
}

// rnnOptions are the options of [RNN].
type rnnOptions struct {
	nonlinearity string `default:"tanh" check:"knownNonlinearity"`
	recurrentOptions
}

// Weights and biases are initialized from the uniform distribution between ±1/√hiddenSize.
func (r *RNN) build(inputSize, hiddenSize int, o rnnOptions) {
	s := newRecurrent("RNN", inputSize, hiddenSize, 1, 1, o.recurrentOptions)
	s.step = func(x *tensor.Tensor, state, w []*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{rnnStep(o.nonlinearity, x, state[0], w[0], w[1], w[2], w[3])}
	}
	r.WeightIH, r.WeightHH, r.BiasIH, r.BiasHH, r.set = s.wIn, s.wHidden, s.bIn, s.bHidden, s
}

// Construct takes x of shape (L, N, in), or (N, L, in) with BatchFirst, then optionally the state h0 of
// shape (layers·directions, N, hidden), zeros without it, and the lengths of the sequences, of shape
// (N). It returns the outputs, of shape (L, N, directions·hidden), and the last state.
func (r *RNN) Construct(x *tensor.Tensor, state ...*tensor.Tensor) (output, hn *tensor.Tensor) {
	outs := r.set.run(x, r.training, state)
	return outs[0], outs[1]
}

// GRU is mindspore.nn.GRU: layers of gated recurrent units; parameters are named as those of [RNN].
//
//ms:layer layer.rnns
type GRU struct {
	Cell
	WeightIH ParameterTuple `ms:"w_ih_list"`
	WeightHH ParameterTuple `ms:"w_hh_list"`
	BiasIH   ParameterTuple `ms:"b_ih_list"` // empty without bias
	BiasHH   ParameterTuple `ms:"b_hh_list"`

	set *recurrent
}

// Weights and biases are initialized from the uniform distribution between ±1/√hiddenSize.
func (g *GRU) build(inputSize, hiddenSize int, o recurrentOptions) {
	s := newRecurrent("GRU", inputSize, hiddenSize, 3, 1, o)
	s.step = func(x *tensor.Tensor, state, w []*tensor.Tensor) []*tensor.Tensor {
		return []*tensor.Tensor{ops.GRUCell(x, state[0], w[0], w[1], w[2], w[3])}
	}
	g.WeightIH, g.WeightHH, g.BiasIH, g.BiasHH, g.set = s.wIn, s.wHidden, s.bIn, s.bHidden, s
}

// Construct takes and returns what that of [RNN] does.
func (g *GRU) Construct(x *tensor.Tensor, state ...*tensor.Tensor) (output, hn *tensor.Tensor) {
	outs := g.set.run(x, g.training, state)
	return outs[0], outs[1]
}

// LSTM is mindspore.nn.LSTM: layers of long short-term memories; parameters are named as those of
// [RNN].
//
//ms:layer layer.rnns
type LSTM struct {
	Cell
	WeightIH ParameterTuple `ms:"w_ih_list"`
	WeightHH ParameterTuple `ms:"w_hh_list"`
	BiasIH   ParameterTuple `ms:"b_ih_list"` // empty without bias
	BiasHH   ParameterTuple `ms:"b_hh_list"`

	set *recurrent
}

// Weights and biases are initialized from the uniform distribution between ±1/√hiddenSize.
func (l *LSTM) build(inputSize, hiddenSize int, o recurrentOptions) {
	s := newRecurrent("LSTM", inputSize, hiddenSize, 4, 2, o)
	s.step = func(x *tensor.Tensor, state, w []*tensor.Tensor) []*tensor.Tensor {
		h, c := ops.LSTMCell(x, state[0], state[1], w[0], w[1], w[2], w[3])
		return []*tensor.Tensor{h, c}
	}
	l.WeightIH, l.WeightHH, l.BiasIH, l.BiasHH, l.set = s.wIn, s.wHidden, s.bIn, s.bHidden, s
}

// Construct takes what that of [RNN] does, with the two states h0 and c0, and returns the outputs and
// the last states.
func (l *LSTM) Construct(x *tensor.Tensor, state ...*tensor.Tensor) (output, hn, cn *tensor.Tensor) {
	outs := l.set.run(x, l.training, state)
	return outs[0], outs[1], outs[2]
}

// withOptional returns the arguments of a call followed by those that may be missing or nil.
func withOptional(optional []*tensor.Tensor, args ...any) []any {
	for _, t := range optional {
		if t == nil {
			args = append(args, nil)
		} else {
			args = append(args, t)
		}
	}
	return args
}
