package nn_test

import (
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestReLUInPlace compares a dense layer, or a convolution, that is followed by ReLU with the two called one after
// the other, whose results the test holds: values and gradients are the same, and who looks on by a hook sees what
// comes before ReLU.
func TestReLUInPlace(t *testing.T) {
	image := ops.Sin(tensor.Arange(0, 4*3*32*32, 1.0)).Reshape(4, 3, 32, 32)
	for _, c := range []struct {
		name  string
		layer nn.Layer
		x     *tensor.Tensor
	}{
		{"dense", nn.NewDense(32, 64), image.Reshape(-1, 32)},
		{"dense without bias", nn.NewDense(32, 64, nn.HasBias(false)), image.Reshape(-1, 32)},
		{"dense of three axes", nn.NewDense(32, 64), image.Reshape(6, -1, 32)},
		{"convolution", nn.NewConv2d(3, 8, 3, nn.HasBias(true)), image},
	} {
		t.Run(c.name, func(t *testing.T) {
			layer, relu := c.layer.CellBase(), nn.NewReLU()
			apart := func(x *tensor.Tensor) *tensor.Tensor { return relu.Call(layer.Call(x)) }
			chain := nn.NewSequentialCell(c.layer, relu)
			var seen *tensor.Tensor
			check := func(name string, f func(x *tensor.Tensor) *tensor.Tensor) {
				t.Helper()
				equals(t, name, f(c.x), apart(c.x))
				loss := func(f func(x *tensor.Tensor) *tensor.Tensor) func(x *tensor.Tensor) *tensor.Tensor {
					return func(x *tensor.Tensor) *tensor.Tensor { return ops.Square(f(x)).Sum() }
				}
				equals(t, name+": gradient by x", grad.Grad(loss(f))(c.x), grad.Grad(loss(apart))(c.x))
				got := grad.GradBy(loss(f), layer.TrainableParams())(c.x)
				for i, want := range grad.GradBy(loss(apart), layer.TrainableParams())(c.x) {
					equals(t, name+": gradient by a parameter", got[i], want)
				}
			}
			check("a chain", func(x *tensor.Tensor) *tensor.Tensor { return chain.Call(x) })
			if d, ok := c.layer.(*nn.Dense); ok {
				before := layer.Call(c.x)
				d.Activation = nn.NewReLU()
				equals(t, "the option Activation", layer.Call(c.x), before.ReLU())
				d.Activation = nil
			}
			handle := layer.RegisterForwardHook(func(_ nn.Layer, _ tensor.Tuple, y *tensor.Tensor) { seen = y })
			chain.Call(c.x)
			handle.Remove()
			equals(t, "what a hook keeps", seen, layer.Call(c.x))
		})
	}
}

func equals(t *testing.T, what string, got, want *tensor.Tensor) {
	t.Helper()
	if !ops.Equal(got, want).All().Bool() {
		t.Errorf("%s:\n%v\nwant\n%v", what, got, want)
	}
}
