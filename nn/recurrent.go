package nn

import (
	"math"
	"slices"
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// NumLayers sets how many recurrent layers are stacked (num_layers).
func NumLayers(n int) Option { return Option{"NumLayers", n} }

// BatchFirst sets whether the batch is the first axis (batch_first) instead of the second.
func BatchFirst(on bool) Option { return Option{"BatchFirst", on} }

// DropoutRate sets the probability with which elements inside a layer are dropped (dropout).
func DropoutRate(p float64) Option { return Option{"DropoutRate", p} }

// Bidirectional adds a second network that reads the sequence backward (bidirectional).
func Bidirectional(on bool) Option { return Option{"Bidirectional", on} }

// recurrentOptions are the options of recurrent layers.
type recurrentOptions struct {
	numLayers     int          `default:"1"`
	hasBias       bool         `default:"true"`
	batchFirst    bool         `default:"false"`
	dropout       float64      `default:"0" doc:"0, between the layers in training"`
	bidirectional bool         `default:"false"`
	dtype         tensor.DType `default:"Float32"`
}

// recurrent is the common part of RNN, GRU and LSTM: _RNNBase in nn/layer/rnns.py.
type recurrent struct {
	class              string
	in, hidden, layers int
	directions, states int
	bias, batchFirst   bool
	dropout            float64
	dtype              tensor.DType
	wIn, wHidden       ParameterTuple
	bIn, bHidden       ParameterTuple
	step               func(x *tensor.Tensor, state, w []*tensor.Tensor) []*tensor.Tensor
}

func newRecurrent(class string, in, hidden, gates, states int, o recurrentOptions) *recurrent {
	r := &recurrent{
		class: class, in: in, hidden: hidden, layers: o.numLayers, directions: 1, states: states,
		bias: o.hasBias, batchFirst: o.batchFirst, dropout: o.dropout, dtype: o.dtype,
	}
	positive(class, "hidden_size", hidden)
	positive(class, "input_size", in)
	positive(class, "num_layers", r.layers)
	if r.dropout < 0 || r.dropout >= 1 {
		tensor.Throw(class, tensor.ValueError, "For '%s', the 'dropout' must be a number in range [0, 1) representing the probability "+
			"of an element being zeroed, but got %s.", class, tensor.Repr(r.dropout))
	}
	if o.bidirectional {
		r.directions = 2
	}
	rng.Shared(func(s *rng.RandomState) { r.draw(s, gates) })
	return r
}

// draw creates the parameters, with each value drawn from U(±1/√hidden) of the numpy stream.
func (r *recurrent) draw(s *rng.RandomState, gates int) {
	bound := 1 / math.Sqrt(float64(r.hidden))
	add := func(list *ParameterTuple, name string, dims ...int) {
		x := make([]float32, tensor.Zeros(dims...).Size())
		for i := range x {
			x[i] = float32(s.Uniform(-bound, bound))
		}
		*list = append(*list, NewParameter(tensor.New(x).Reshape(dims...).AsType(r.dtype), name))
	}
	for i := range r.layers * r.directions {
		layer, in, n := i/r.directions, r.in, gates*r.hidden
		suffix := "_l" + strconv.Itoa(layer)
		if i%r.directions == 1 {
			suffix += "_reverse"
		}
		if layer > 0 {
			in = r.hidden * r.directions
		}
		add(&r.wIn, "weight_ih"+suffix, n, in)
		add(&r.wHidden, "weight_hh"+suffix, n, r.hidden)
		if r.bias {
			add(&r.bIn, "bias_ih"+suffix, n)
			add(&r.bHidden, "bias_hh"+suffix, n)
		}
	}
}

// weights returns those of one layer and direction; the biases are nil if there are none.
func (r *recurrent) weights(i int) []*tensor.Tensor {
	w := []*tensor.Tensor{r.wIn[i].Tensor, r.wHidden[i].Tensor, nil, nil}
	if r.bias {
		w[2], w[3] = r.bIn[i].Tensor, r.bHidden[i].Tensor
	}
	return w
}

// run passes x through all layers. The following arguments are the states, each of shape (layers·directions, N,
// hidden), and the lengths of the sequences, of shape (N). Missing and nil states are zeros; without lengths all
// sequences are as long as x.
func (r *recurrent) run(x *tensor.Tensor, training bool, args []*tensor.Tensor) []*tensor.Tensor {
	checkDims(r.class, x, 3)
	if r.batchFirst {
		x = x.SwapAxes(0, 1)
	}
	states, lengths := r.split(x, args)
	finals := make([][]*tensor.Tensor, r.states)
	for layer := range r.layers {
		var outs []*tensor.Tensor
		for d := range r.directions {
			i := layer*r.directions + d
			state := each(states, func(s *tensor.Tensor) *tensor.Tensor { return s.At(i) })
			y, last := r.direction(x, state, lengths, r.weights(i), d == 1)
			outs = append(outs, y)
			for k, s := range last {
				finals[k] = append(finals[k], s)
			}
		}
		x = tensor.Concat(outs, 2)
		if layer < r.layers-1 && r.dropout > 0 {
			x = ops.Dropout(x, r.dropout, ops.Training(training))
		}
	}
	if r.batchFirst {
		x = x.SwapAxes(0, 1)
	}
	return append([]*tensor.Tensor{x}, each(finals, func(f []*tensor.Tensor) *tensor.Tensor { return tensor.Stack(f, 0) })...)
}

// split separates states and lengths.
func (r *recurrent) split(x *tensor.Tensor, args []*tensor.Tensor) (states []*tensor.Tensor, lengths *tensor.Tensor) {
	if len(args) > r.states+1 {
		tensor.Throw(r.class, tensor.TypeError, "For '%s', the function construct takes at most %d arguments, but got %d.",
			r.class, r.states+2, len(args)+1)
	}
	want := []int{r.layers * r.directions, x.Dim(1), r.hidden}
	for k := range r.states {
		if k >= len(args) || args[k] == nil {
			states = append(states, tensor.ZerosOf(x.DType(), want...))
			continue
		}
		if !slices.Equal(args[k].Shape(), want) {
			tensor.Throw(r.class, tensor.ValueError, "For '%s', the shape of 'hx' must be equal to %s, but got %s.",
				r.class, pyShape(want), pyShape(args[k].Shape()))
		}
		states = append(states, args[k])
	}
	if len(args) <= r.states || args[r.states] == nil {
		return states, nil
	}
	lengths = args[r.states]
	if dt := lengths.DType(); dt != tensor.Int32 && dt != tensor.Int64 {
		tensor.Throw(r.class, tensor.TypeError, "For '%s', the dtype of 'seq_length' must be Int32 or Int64, but got %s.",
			r.class, dt)
	}
	if batch := []int{x.Dim(1)}; !slices.Equal(lengths.Shape(), batch) {
		tensor.Throw(r.class, tensor.ValueError, "For '%s', the shape of 'seq_length' must be equal to %s, but got %s.",
			r.class, pyShape(batch), pyShape(lengths.Shape()))
	}
	return states, lengths
}

// direction runs one layer over x, of shape (L, N, in), forward or backward. Past the end of a sequence, the output
// is zero and the state does not change.
func (r *recurrent) direction(x *tensor.Tensor, state []*tensor.Tensor, lengths *tensor.Tensor, w []*tensor.Tensor,
	backward bool,
) (out *tensor.Tensor, last []*tensor.Tensor) {
	turn := func(x *tensor.Tensor) *tensor.Tensor {
		switch {
		case !backward:
			return x
		case lengths != nil:
			return ops.ReverseSequence(x, lengths, 0, 1)
		}
		return x.Flip(0)
	}
	var outs []*tensor.Tensor
	for t, xt := range turn(x).Unstack(0) {
		next := r.step(xt, state, w)
		y := next[0]
		if lengths != nil {
			inside := lengths.Greater(tensor.Scalar(t)).Reshape(-1, 1)
			for k := range next {
				next[k] = tensor.Where(inside, next[k], state[k])
			}
			y = tensor.Where(inside, y, tensor.ZerosLike(y))
		}
		state, outs = next, append(outs, y)
	}
	return turn(tensor.Stack(outs, 0)), state
}
