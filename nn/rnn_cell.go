package nn

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Nonlinearity sets the activation of a plain recurrent layer (nonlinearity): "tanh" or "relu".
func Nonlinearity(name string) Option { return Option{"Nonlinearity", name} }

// cellOptions are the options that all recurrent cells have.
type cellOptions struct {
	hasBias bool         `default:"true"`
	dtype   tensor.DType `default:"Float32"`
}

// weights creates the parameters of one recurrent cell with the given number of gates.
func (o cellOptions) weights(layer string, in, hidden, gates int) (wIn, wHidden, bIn, bHidden *Parameter) {
	positive(layer, "input_size", in)
	positive(layer, "hidden_size", hidden)
	shapes := [][]int{{gates * hidden, in}, {gates * hidden, hidden}}
	if o.hasBias {
		shapes = append(shapes, []int{gates * hidden}, []int{gates * hidden})
	}
	skipNormals(shapes)
	params := make([]*Parameter, 4)
	for i, s := range shapes {
		name := []string{"weight_ih", "weight_hh", "bias_ih", "bias_hh"}[i]
		params[i] = NewParameter(initial(initializer.Uniform{Scale: 1 / math.Sqrt(float64(hidden))}, s, o.dtype), name)
	}
	return params[0], params[1], params[2], params[3]
}

// skipNormals makes the draws that MindSpore makes before it initializes these weights: np.random.randn of each
// shape. Without it, later draws from the numpy stream would differ.
func skipNormals(shapes [][]int) {
	rng.Shared(func(s *rng.RandomState) {
		for _, dims := range shapes {
			n := 1
			for _, d := range dims {
				n *= d
			}
			for range n {
				s.Normal()
			}
		}
	})
}

// value returns the tensor of a parameter, nil for nil.
func value(p *Parameter) *tensor.Tensor {
	if p == nil {
		return nil
	}
	return p.Tensor
}

// checkStates requires each state to have one row for every row of x; shapes that broadcast would otherwise be
// accepted.
func checkStates(layer string, x *tensor.Tensor, wHidden *Parameter, states ...*tensor.Tensor) {
	checkDims(layer, x, 2)
	want := []int{x.Dim(0), wHidden.Dim(1)}
	for _, s := range states {
		if !slices.Equal(s.Shape(), want) {
			tensor.Throw(layer, tensor.ValueError, "For '%s', the shape of 'hx' must be equal to %s, but got %s.",
				layer, pyShape(want), pyShape(s.Shape()))
		}
	}
}

// RNNCell is mindspore.nn.RNNCell: one step of a plain recurrent network,
// tanh(x·W_ihᵀ + b_ih + h·W_hhᵀ + b_hh).
//
//ms:layer layer.rnn_cells
type RNNCell struct {
	Cell
	WeightIH *Parameter `ms:"weight_ih"`
	WeightHH *Parameter `ms:"weight_hh"`
	BiasIH   *Parameter `ms:"bias_ih"` // nil without bias
	BiasHH   *Parameter `ms:"bias_hh"`

	nonlinearity string `default:"tanh" check:"knownNonlinearity"`
}

// Weights and biases are initialized from the uniform distribution between ±1/√hiddenSize.
func (r *RNNCell) build(inputSize, hiddenSize int, o cellOptions) {
	r.WeightIH, r.WeightHH, r.BiasIH, r.BiasHH = o.weights("RNNCell", inputSize, hiddenSize, 1)
}

// knownNonlinearity raises ValueError for a name that plain recurrent layers do not have.
func knownNonlinearity(layer, arg, name string) {
	if name != "tanh" && name != "relu" {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the '%s' must be in ['tanh', 'relu'], but got %s.",
			layer, arg, name)
	}
}

// Construct takes x of shape (N, inputSize) and the state h of shape (N, hiddenSize) and returns the
// next state.
func (r *RNNCell) Construct(x, h *tensor.Tensor) *tensor.Tensor {
	checkStates("RNNCell", x, r.WeightHH, h)
	return rnnStep(r.nonlinearity, x, h, r.WeightIH.Tensor, r.WeightHH.Tensor, value(r.BiasIH), value(r.BiasHH))
}

// rnnStep is the step of a plain recurrent network with one of its nonlinearities.
func rnnStep(nonlinearity string, x, h, wIn, wHidden, bIn, bHidden *tensor.Tensor) *tensor.Tensor {
	if nonlinearity == "tanh" {
		return ops.RNNCell(x, h, wIn, wHidden, bIn, bHidden)
	}
	y := x.MatMul(wIn.T()).Add(h.MatMul(wHidden.T()))
	if bIn != nil {
		y = y.Add(bIn).Add(bHidden)
	}
	return y.ReLU()
}

// GRUCell is mindspore.nn.GRUCell: one step of a gated recurrent unit, with gates r, z, n.
//
//ms:layer layer.rnn_cells
type GRUCell struct {
	Cell
	WeightIH *Parameter `ms:"weight_ih"`
	WeightHH *Parameter `ms:"weight_hh"`
	BiasIH   *Parameter `ms:"bias_ih"` // nil without bias
	BiasHH   *Parameter `ms:"bias_hh"`
}

// Weights and biases are initialized from the uniform distribution between ±1/√hiddenSize.
func (g *GRUCell) build(inputSize, hiddenSize int, o cellOptions) {
	g.WeightIH, g.WeightHH, g.BiasIH, g.BiasHH = o.weights("GRUCell", inputSize, hiddenSize, 3)
}

// Construct takes x of shape (N, inputSize) and the state h of shape (N, hiddenSize) and returns the
// next state.
func (g *GRUCell) Construct(x, h *tensor.Tensor) *tensor.Tensor {
	checkStates("GRUCell", x, g.WeightHH, h)
	return ops.GRUCell(x, h, g.WeightIH.Tensor, g.WeightHH.Tensor, value(g.BiasIH), value(g.BiasHH))
}

// LSTMCell is mindspore.nn.LSTMCell: one step of a long short-term memory, with gates i, f, g, o.
//
//ms:layer layer.rnn_cells
type LSTMCell struct {
	Cell
	WeightIH *Parameter `ms:"weight_ih"`
	WeightHH *Parameter `ms:"weight_hh"`
	BiasIH   *Parameter `ms:"bias_ih"` // nil without bias
	BiasHH   *Parameter `ms:"bias_hh"`
}

// Weights and biases are initialized from the uniform distribution between ±1/√hiddenSize.
func (l *LSTMCell) build(inputSize, hiddenSize int, o cellOptions) {
	l.WeightIH, l.WeightHH, l.BiasIH, l.BiasHH = o.weights("LSTMCell", inputSize, hiddenSize, 4)
}

// Construct takes x of shape (N, inputSize) and the states h and c of shape (N, hiddenSize) and returns
// the next ones.
func (l *LSTMCell) Construct(x, h, c *tensor.Tensor) (nextH, nextC *tensor.Tensor) {
	checkStates("LSTMCell", x, l.WeightHH, h, c)
	return ops.LSTMCell(x, h, c, l.WeightIH.Tensor, l.WeightHH.Tensor, value(l.BiasIH), value(l.BiasHH))
}
