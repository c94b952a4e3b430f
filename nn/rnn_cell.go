package nn

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Nonlinearity sets the activation of a plain recurrent layer (nonlinearity): "tanh" or "relu".
func Nonlinearity(name string) Option { return Option{"nonlinearity", name} }

// cellWeights are the parameters of one recurrent cell with so many gates.
func cellWeights(layer string, in, hidden, gates int, o options) (wIn, wHidden, bIn, bHidden *Parameter) {
	positive(layer, "input_size", in)
	positive(layer, "hidden_size", hidden)
	shapes := [][]int{{gates * hidden, in}, {gates * hidden, hidden}}
	if option(o, "has_bias", true) {
		shapes = append(shapes, []int{gates * hidden}, []int{gates * hidden})
	}
	skipNormals(shapes)
	dtype := option(o, "dtype", tensor.Float32)
	params := make([]*Parameter, 4)
	for i, s := range shapes {
		name := []string{"weight_ih", "weight_hh", "bias_ih", "bias_hh"}[i]
		params[i] = NewParameter(initial(initializer.Uniform{Scale: 1 / math.Sqrt(float64(hidden))}, s, dtype), name)
	}
	return params[0], params[1], params[2], params[3]
}

// skipNormals draws what MindSpore draws before it initializes these weights: np.random.randn of each
// shape. Without it later draws from the numpy stream would be others.
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

// RNNCell is mindspore.nn.RNNCell: one step of a plain recurrent network,
// tanh(x·W_ihᵀ + b_ih + h·W_hhᵀ + b_hh).
type RNNCell struct {
	Cell
	WeightIH *Parameter `ms:"weight_ih"`
	WeightHH *Parameter `ms:"weight_hh"`
	BiasIH   *Parameter `ms:"bias_ih"` // nil without bias
	BiasHH   *Parameter `ms:"bias_hh"`

	relu bool
}

// NewRNNCell returns an RNNCell with weights from U(±1/√hiddenSize). Options are [HasBias] (true),
// [Nonlinearity] ("tanh") and [DType].
func NewRNNCell(inputSize, hiddenSize int, opts ...Option) *RNNCell {
	o := readOptions("RNNCell", opts, "has_bias", "nonlinearity", "dtype")
	r := &RNNCell{relu: reluNonlinearity("RNNCell", o)}
	r.WeightIH, r.WeightHH, r.BiasIH, r.BiasHH = cellWeights("RNNCell", inputSize, hiddenSize, 1, o)
	r.Init(r)
	return r
}

// reluNonlinearity reads the option Nonlinearity and raises ValueError for another name.
func reluNonlinearity(layer string, o options) bool {
	name := option(o, "nonlinearity", "tanh")
	if name != "tanh" && name != "relu" {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the 'nonlinearity' must be in ['tanh', 'relu'], but got %s.", layer, name)
	}
	return name == "relu"
}

// Construct takes x of shape (N, inputSize) and the state h of shape (N, hiddenSize) and returns the
// next state.
func (r *RNNCell) Construct(x, h *tensor.Tensor) *tensor.Tensor {
	return rnnStep(r.relu, x, h, r.WeightIH.Tensor, r.WeightHH.Tensor, value(r.BiasIH), value(r.BiasHH))
}

// rnnStep is the step of a plain recurrent network with one of its nonlinearities.
func rnnStep(relu bool, x, h, wIn, wHidden, bIn, bHidden *tensor.Tensor) *tensor.Tensor {
	if !relu {
		return ops.RNNCell(x, h, wIn, wHidden, bIn, bHidden)
	}
	y := x.MatMul(wIn.T()).Add(h.MatMul(wHidden.T()))
	if bIn != nil {
		y = y.Add(bIn).Add(bHidden)
	}
	return y.ReLU()
}

// GRUCell is mindspore.nn.GRUCell: one step of a gated recurrent unit, with gates r, z, n.
type GRUCell struct {
	Cell
	WeightIH *Parameter `ms:"weight_ih"`
	WeightHH *Parameter `ms:"weight_hh"`
	BiasIH   *Parameter `ms:"bias_ih"` // nil without bias
	BiasHH   *Parameter `ms:"bias_hh"`
}

// NewGRUCell returns a GRUCell with weights from U(±1/√hiddenSize). Options are [HasBias] (true) and
// [DType].
func NewGRUCell(inputSize, hiddenSize int, opts ...Option) *GRUCell {
	o := readOptions("GRUCell", opts, "has_bias", "dtype")
	g := &GRUCell{}
	g.WeightIH, g.WeightHH, g.BiasIH, g.BiasHH = cellWeights("GRUCell", inputSize, hiddenSize, 3, o)
	g.Init(g)
	return g
}

// Construct takes x of shape (N, inputSize) and the state h of shape (N, hiddenSize) and returns the
// next state.
func (g *GRUCell) Construct(x, h *tensor.Tensor) *tensor.Tensor {
	return ops.GRUCell(x, h, g.WeightIH.Tensor, g.WeightHH.Tensor, value(g.BiasIH), value(g.BiasHH))
}

// LSTMCell is mindspore.nn.LSTMCell: one step of a long short-term memory, with gates i, f, g, o.
type LSTMCell struct {
	Cell
	WeightIH *Parameter `ms:"weight_ih"`
	WeightHH *Parameter `ms:"weight_hh"`
	BiasIH   *Parameter `ms:"bias_ih"` // nil without bias
	BiasHH   *Parameter `ms:"bias_hh"`
}

// NewLSTMCell returns an LSTMCell with weights from U(±1/√hiddenSize). Options are [HasBias] (true) and
// [DType].
func NewLSTMCell(inputSize, hiddenSize int, opts ...Option) *LSTMCell {
	o := readOptions("LSTMCell", opts, "has_bias", "dtype")
	l := &LSTMCell{}
	l.WeightIH, l.WeightHH, l.BiasIH, l.BiasHH = cellWeights("LSTMCell", inputSize, hiddenSize, 4, o)
	l.Init(l)
	return l
}

// Call runs the cell: h, c = cell(x, h, c); see Construct.
func (l *LSTMCell) Call(x, h, c *tensor.Tensor) (nextH, nextC *tensor.Tensor) {
	outs := l.Invoke(x, h, c)
	return outs[0].(*tensor.Tensor), outs[1].(*tensor.Tensor)
}

// Construct takes x of shape (N, inputSize) and the states h and c of shape (N, hiddenSize) and returns
// the next ones.
func (l *LSTMCell) Construct(x, h, c *tensor.Tensor) (nextH, nextC *tensor.Tensor) {
	return ops.LSTMCell(x, h, c, l.WeightIH.Tensor, l.WeightHH.Tensor, value(l.BiasIH), value(l.BiasHH))
}
