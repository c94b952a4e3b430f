package nn_test

import (
	"fmt"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/testkit/golden"
	"github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

type tensors = []T

// fill gives the parameters of a cell the recorded weights. They become the op's own tensors, so that
// their gradients are recorded as well.
func fill(l nn.Layer, weights tensors) {
	for i, p := range l.CellBase().GetParameters().List() {
		p.Tensor = weights[i]
	}
}

// TestRecurrentGoldens checks the recorded values and gradients of the recurrent cells.
func TestRecurrentGoldens(t *testing.T) {
	cells := map[string]optest.Func{
		"RNNCell(tanh)": func(_ *optest.Case, x tensors) tensors {
			c := nn.NewRNNCell(3, 4)
			fill(c, x[2:])
			return tensors{c.Call(x[0], x[1])}
		},
		"GRUCell": func(_ *optest.Case, x tensors) tensors {
			c := nn.NewGRUCell(3, 4)
			fill(c, x[2:])
			return tensors{c.Call(x[0], x[1])}
		},
		"LSTMCell": func(_ *optest.Case, x tensors) tensors {
			c := nn.NewLSTMCell(3, 4)
			fill(c, x[3:])
			h, next := c.Call(x[0], x[1], x[2])
			return tensors{h, next}
		},
	}
	found := 0
	golden.Each(t, "ops_*.json", func(t *testing.T, cases []*optest.Case) {
		for _, c := range cases {
			f := cells[c.Op]
			if f == nil {
				continue
			}
			for precision := range c.Runs {
				found++
				if err := c.Check(precision, f); err != nil {
					t.Errorf("%s %s: %v", c.Op, precision, err)
				}
			}
		}
	})
	if found < 2*len(cells) {
		t.Errorf("%d recordings, want two for each cell", found)
	}
}

func TestRecurrentNames(t *testing.T) {
	for _, c := range []struct {
		layer nn.Layer
		want  string
	}{
		{nn.NewGRUCell(2, 3), "weight_ih weight_hh bias_ih bias_hh"},
		{nn.NewLSTMCell(2, 3, nn.HasBias(false)), "weight_ih weight_hh"},
		{nn.NewRNN(2, 3), "weight_ih_l0 weight_hh_l0 bias_ih_l0 bias_hh_l0"},
		{nn.NewGRU(2, 3, nn.NumLayers(2), nn.HasBias(false)), "weight_ih_l0 weight_ih_l1 weight_hh_l0 weight_hh_l1"},
		{inside(nn.NewLSTM(2, 3, nn.Bidirectional(true), nn.HasBias(false))), "bn.weight_ih_l0 bn.weight_ih_l0_reverse bn.weight_hh_l0 bn.weight_hh_l0_reverse"},
	} {
		same(t, c.layer.CellBase().ClassName(), names(c.layer.CellBase().GetParameters().List()), c.want)
	}
	// numpy's stream after seed 1 begins with 0.417022: U(±1/√4) gives 0.417022 - 0.5.
	rng.Shared(func(s *rng.RandomState) { s.Seed(1) })
	near(t, "first weight", nn.NewLSTM(1, 4).WeightIH[0].Value().Flatten(0).At(0).Reshape(1), -0.082978)
}

// TestRecurrentLayers compares layers with their cells, step by step; the second direction begins at the end.
func TestRecurrentLayers(t *testing.T) {
	x := away(4, 2, 3)
	double := func(l nn.Layer) nn.Layer {
		for _, p := range l.CellBase().GetParameters().List() {
			p.SetDType(tensor.Float64)
		}
		return l
	}
	gru, cell := nn.NewGRU(3, 5, nn.Bidirectional(true)), nn.NewGRUCell(3, 5)
	double(gru)
	for d, order := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}} {
		fill(cell, tensors{gru.WeightIH[d].Tensor, gru.WeightHH[d].Tensor, gru.BiasIH[d].Tensor, gru.BiasHH[d].Tensor})
		h := tensor.ZerosOf(tensor.Float64, 2, 5)
		out, hn := gru.Call(x)
		for _, t0 := range order {
			h = cell.Call(x.At(t0), h)
			got := out.At(t0, tensor.All(), tensor.Span(5*d, 5*d+5))
			near(t, fmt.Sprintf("direction %d, step %d", d, t0), got, h.Flatten(0).Float64s()...)
		}
		near(t, fmt.Sprintf("direction %d, last state", d), hn.At(d), h.Flatten(0).Float64s()...)
	}

	lstm := nn.NewLSTM(3, 2, nn.NumLayers(2), nn.Bidirectional(true))
	double(lstm)
	whole, hn, cn := lstm.Call(x.At(tensor.To(3)))
	lengths := tensor.New([]int{3, 3})
	out, hl, cl := lstm.Call(x, nil, nil, lengths)
	near(t, "shorter sequences", out.At(tensor.To(3)), whole.Flatten(0).Float64s()...)
	near(t, "behind the end", out.At(3), make([]float64, 8)...)
	near(t, "state h", hl, hn.Flatten(0).Float64s()...)
	near(t, "state c", cl, cn.Flatten(0).Float64s()...)
}

// TestRecurrentShapesAndGradients checks the shapes of the examples in MindSpore's reference, and gradients.
func TestRecurrentShapesAndGradients(t *testing.T) {
	x, h := tensor.Ones(3, 5, 10), tensor.Ones(2, 3, 16)
	out, hn := nn.NewRNN(10, 16, nn.NumLayers(2), nn.BatchFirst(true), nn.Nonlinearity("relu")).Call(x, h)
	same(t, "RNN", fmt.Sprint(out.Shape(), hn.Shape()), "(3, 5, 16) (2, 3, 16)")
	out, hn = nn.NewGRU(10, 16, nn.NumLayers(2), nn.BatchFirst(true)).Call(x, h)
	same(t, "GRU", fmt.Sprint(out.Shape(), hn.Shape()), "(3, 5, 16) (2, 3, 16)")
	hx := nn.NewRNNCell(10, 16).Call(tensor.Ones(3, 10), tensor.Ones(3, 16))
	same(t, "RNNCell", fmt.Sprint(hx.Shape()), "(3, 16)")
	for _, l := range []nn.Layer{
		nn.NewRNN(2, 3, nn.NumLayers(2)), nn.NewGRU(2, 2, nn.Bidirectional(true), nn.BatchFirst(true)), nn.NewLSTM(2, 2, nn.HasBias(false)),
	} {
		checkGradients(t, l, away(2, 3, 2))
	}
	const shape = "ValueError: For 'RNN', the shape of '%s' must be equal to %s, but got %s."
	const dtype = "TypeError: For 'RNN', the dtype of 'seq_length' must be Int32 or Int64, but got Float32."
	for want, args := range map[string]tensors{
		fmt.Sprintf(shape, "hx", "(1, 3, 16)", "(2, 3, 16)"): {tensor.Ones(2, 3, 16)},
		fmt.Sprintf(shape, "seq_length", "(3,)", "(1,)"):     {nil, tensor.New([]int32{1})},
		dtype: {nil, tensor.Ones(3)},
	} {
		err := tensor.Try(func() { nn.NewRNN(10, 16).Call(tensor.Ones(1, 3, 10), args...) })
		same(t, "an error", fmt.Sprint(err), want)
	}
}

// TestRecurrentCellErrors checks that states of another batch than x's are refused, as in MindSpore, also where they
// would broadcast.
func TestRecurrentCellErrors(t *testing.T) {
	const shape = "ValueError: For '%s', the shape of 'hx' must be equal to %s, but got %s."
	x, h := tensor.Ones(2, 3), tensor.Ones(2, 4)
	for want, f := range map[string]func(){
		fmt.Sprintf(shape, "RNNCell", "(1, 4)", "(2, 4)"):  func() { nn.NewRNNCell(3, 4).Call(tensor.Ones(1, 3), h) },
		fmt.Sprintf(shape, "GRUCell", "(2, 4)", "(1, 4)"):  func() { nn.NewGRUCell(3, 4).Call(x, tensor.Ones(1, 4)) },
		fmt.Sprintf(shape, "LSTMCell", "(2, 4)", "(2, 1)"): func() { nn.NewLSTMCell(3, 4).Call(x, h, tensor.Ones(2, 1)) },
	} {
		same(t, "an error", fmt.Sprint(tensor.Try(f)), want)
	}
}
