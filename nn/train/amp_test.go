package train_test

import (
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/tensor"
)

// pair is a cell with several results, one of which is not a floating-point number.
type pair struct {
	nn.Cell
	Dense *nn.Dense
}

func (p *pair) Construct(x *tensor.Tensor) (y, class *tensor.Tensor) {
	y = p.Dense.Call(x)
	return y, y.ArgMax(1)
}

// TestAutoMixedPrecision looks at dtypes inside a network and of its results: auto_mixed_precision puts _OutputTo32
// around networks of levels O2 and O3 and returns the network (train/amp.py).
func TestAutoMixedPrecision(t *testing.T) {
	for _, c := range []struct {
		level  string
		dtype  []tensor.DType
		inside tensor.DType // of the first dense layer's result
	}{
		{"O0", nil, tensor.Float32},
		{"O1", nil, tensor.Float32},
		{"O2", nil, tensor.Float16},
		{"O3", nil, tensor.Float16},
		{"O2", []tensor.DType{tensor.BFloat16}, tensor.BFloat16},
		{"O3", []tensor.DType{tensor.BFloat16}, tensor.BFloat16},
	} {
		dense := nn.NewDense(4, 3)
		net := nn.NewSequentialCell(dense, nn.NewBatchNorm1d(3), nn.NewDense(3, 2))
		var inside tensor.DType
		same := train.AutoMixedPrecision(net, c.level, c.dtype...)
		dense.RegisterForwardHook(func(_ nn.Layer, _, out tensor.Tuple) { inside = out[0].DType() })
		y := net.Call(tensor.Ones(2, 4))
		if same != nn.Layer(net) {
			t.Errorf("%s: got %v, want the network", c.level, same)
		}
		if y.DType() != tensor.Float32 || inside != c.inside {
			t.Errorf("%s: the network gives %s, want Float32; its first layer %s, want %s", c.level, y.DType(), inside, c.inside)
		}
		p := &pair{Dense: nn.NewDense(4, 3)}
		p.Init(p)
		train.AutoMixedPrecision(p, c.level, c.dtype...)
		outs := p.Invoke(tensor.Ones(2, 4))
		if a, b := outs[0].(*tensor.Tensor).DType(), outs[1].(*tensor.Tensor).DType(); a != tensor.Float32 || b.IsFloat() {
			t.Errorf("%s: two results are %s and %s", c.level, a, b)
		}
	}
}

// LayerNorm and Dense are layers of a user's own, under names of MindSpore's.
type (
	LayerNorm struct{ nn.Cell }
	Dense     struct{ nn.Cell }
)

func (*LayerNorm) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Mul(x) }
func (*Dense) Construct(x *tensor.Tensor) *tensor.Tensor     { return x.Mul(x) }

// TestMixedPrecisionOfTypes has layers whose names alone are on MindSpore's lists, which hold classes: 1.0001² is 1 in
// Float16 and 1.0002 in Float32.
func TestMixedPrecisionOfTypes(t *testing.T) {
	dense, norm := &Dense{}, &LayerNorm{}
	dense.Init(dense)
	norm.Init(norm)
	x := tensor.Full([]int{1, 1}, 1.0001)
	if y := train.AutoMixedPrecision(nn.NewSequentialCell(dense), "O1").CellBase().Call(x).Float(); y == 1 {
		t.Error("at O1 it is computed in half precision")
	}
	if y := train.AutoMixedPrecision(nn.NewSequentialCell(norm), "O2").CellBase().Call(x).Float(); y != 1 {
		t.Errorf("at O2 it is %v, computed in full precision", y)
	}
}
