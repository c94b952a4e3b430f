package ops

import "github.com/msrepl/msrepl/tensor"

// RNNCell returns the next state of a plain recurrent cell, tanh(x·wInᵀ + bIn + h·wHiddenᵀ + bHidden): what
// mindspore.nn.RNNCell computes. x has shape (N, in), the state h (N, hidden), wIn (hidden, in), wHidden (hidden,
// hidden); the biases (hidden,) may both be nil.
func RNNCell(x, h, wIn, wHidden, bIn, bHidden *tensor.Tensor) *tensor.Tensor {
	return dense(x, wIn, bIn).Add(dense(h, wHidden, bHidden)).Tanh()
}

// GRUCell returns the next state of a gated recurrent unit: what mindspore.nn.GRUCell computes. x has shape (N, in),
// the state h (N, hidden), wIn (3·hidden, in), wHidden (3·hidden, hidden) for the reset gate, the update gate and
// the new state; the biases (3·hidden,) may both be nil.
func GRUCell(x, h, wIn, wHidden, bIn, bHidden *tensor.Tensor) *tensor.Tensor {
	in, state := dense(x, wIn, bIn).Chunk(3, -1), dense(h, wHidden, bHidden).Chunk(3, -1)
	reset, update := in[0].Add(state[0]).Sigmoid(), in[1].Add(state[1]).Sigmoid()
	fresh := in[2].Add(reset.Mul(state[2])).Tanh()
	return fresh.Add(update.Mul(h.Sub(fresh)))
}

// LSTMCell returns the next state and cell state of a long short-term memory: what mindspore.nn.LSTMCell computes. x
// has shape (N, in), the states h and c (N, hidden), wIn (4·hidden, in), wHidden (4·hidden, hidden) for the input,
// forget, cell and output gates; the biases (4·hidden,) may both be nil.
func LSTMCell(x, h, c, wIn, wHidden, bIn, bHidden *tensor.Tensor) (nextH, nextC *tensor.Tensor) {
	gates := dense(x, wIn, bIn).Add(dense(h, wHidden, bHidden)).Chunk(4, -1)
	in, forget, cell, out := gates[0].Sigmoid(), gates[1].Sigmoid(), gates[2].Tanh(), gates[3].Sigmoid()
	nextC = forget.Mul(c).Add(in.Mul(cell))
	return out.Mul(nextC.Tanh()), nextC
}
