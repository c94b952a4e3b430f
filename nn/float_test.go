package nn_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// watcher notes the dtype that each step of it has.
type watcher struct {
	nn.Cell
	fc   *nn.Dense
	w    *nn.Parameter
	seen []tensor.DType
}

func newWatcher() *watcher {
	return initialized(&watcher{fc: nn.NewDense(1, 1, nn.WeightInit("ones"), nn.HasBias(false)), w: nn.NewParameter(vec(2), "w")})
}

func (n *watcher) Construct(x T) T {
	y := n.fc.Call(x)
	z := y.Mul(n.w.Tensor)
	n.seen = []tensor.DType{x.DType(), y.DType(), z.DType(), tensor.Ones(1).DType(), z.Mul(tensor.Scalar(2.5)).DType(), z.Greater(y).DType()}
	return z
}

// TestToFloat checks the recorded output of forward.ipynb: a Dense layer in Float16 returns Float16. The rest is the
// rule of Cell.to_float.
func TestToFloat(t *testing.T) {
	d := nn.NewDense(2, 1)
	d.ToFloat(tensor.Float16)
	same(t, "Dense", d.Call(tensor.Ones(1, 2)).DType().String(), "Float16")

	n := newWatcher()
	n.ToFloat(tensor.Float16)
	x := tensor.New([][]float32{{1.5}})
	y := n.Call(x)
	same(t, "inside", all(n.seen), "[Float16 Float16 Float16 Float32 Float16 Bool]")
	same(t, "outside", all(y.DType(), x.Mul(x).DType(), n.w.DType()), "Float16 Float32 Float32")
	r := grad.New(n, grad.Position(0), grad.Weights(n.TrainableParams()))(x)
	w := r.At(1).At(0).Tensor()
	same(t, "gradients", all(r.At(0).Tensor().DType(), w.DType(), w), "Float32 Float32 [1.5]")

	n.fc.ToFloat(tensor.Float32)
	n.Call(x)
	same(t, "a cell below overrides", all(n.seen[:3]), "[Float16 Float32 Float16]")
	n = newWatcher()
	n.ToFloat(tensor.BFloat16)
	n.Recompute()
	same(t, "recomputed", all(grad.Grad(n)(x), n.seen), "[[2.]] [BFloat16 BFloat16 BFloat16 Float32 BFloat16 Bool]")
	same(t, "integers", all(func() any {
		r := nn.NewReLU()
		r.ToFloat(tensor.Float16)
		return r.Call(tensor.New([]int32{-1, 2})).DType()
	}()), "Int32")
}

// TestToFloatStatistics checks that running statistics are Float32 in mixed precision, too, as in MindSpore's
// kernels: of images that are 1 everywhere the variance becomes 0.9·1 + 0.1·0 and the mean 0.1·1, which Float16 does
// not have.
func TestToFloatStatistics(t *testing.T) {
	for _, l := range []nn.Layer{nn.NewBatchNorm2d(1), nn.NewInstanceNorm2d(1)} {
		c := l.CellBase()
		c.ToFloat(tensor.Float16)
		c.SetTrain()
		c.Call(tensor.Ones(2, 1, 4, 4))
		for p := range c.GetParameters() {
			switch {
			case strings.HasSuffix(p.Name(), "variance"):
				near(t, c.ClassName()+" "+p.Name(), p.Value(), 0.9)
			case strings.HasSuffix(p.Name(), "mean"):
				near(t, c.ClassName()+" "+p.Name(), p.Value(), 0.1)
			}
		}
	}
}

func TestSetGrad(t *testing.T) {
	x := vec(3)
	for _, c := range []struct {
		name   string
		change func(n *counting)
		grad   func(n *counting) any
		calls  int
		want   string
	}{
		{"same arguments", nil, func(n *counting) any { return grad.Grad(n)(x) }, 1, "[12.]"},
		{"with respect to weights", nil, func(n *counting) any { return grad.GradBy(n, n.w)(x)[0] }, 1, "[9.]"},
		{"value too", nil, func(n *counting) any { y, g := grad.ValueAndGrad(n, n.w)(x); return all(y, g[0]) }, 1, "[18.] [9.]"},
		{"used once", nil, func(n *counting) any { grad.Grad(n)(x); return grad.Grad(n)(x) }, 2, "[12.]"},
		{"other arguments", nil, func(n *counting) any { return grad.Grad(n)(vec(3)) }, 2, "[12.]"},
		{"another weight", nil, func(n *counting) any { return grad.GradBy(n, nn.NewParameter(vec(1)))(x)[0] }, 2, "[0.]"},
		{"changed weight", func(n *counting) { n.w.SetData(vec(1)) }, func(n *counting) any { return grad.Grad(n)(x) }, 2, "[6.]"},
		{"switched off", func(n *counting) { n.SetGrad(false) }, func(n *counting) any { return grad.Grad(n)(x) }, 2, "[12.]"},
		{"second order", nil, func(n *counting) any { return grad.Grad(grad.Grad(n))(x) }, 2, "[4.]"},
	} {
		n := newCounting()
		n.SetGrad()
		n.Call(x)
		if c.change != nil {
			c.change(n)
		}
		same(t, c.name, all(c.grad(n)), c.want)
		if n.calls != c.calls {
			t.Errorf("%s: the cell ran %d times, want %d", c.name, n.calls, c.calls)
		}
	}
}
