package nn_test

import (
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// headless is a network whose attributes may be nil.
type headless struct {
	nn.Cell
	w     *nn.Parameter
	scale *tensor.Tensor
	fc    *nn.Dense
	head  nn.Layer
	use   func(n *headless, x *tensor.Tensor) *tensor.Tensor
}

func (n *headless) Construct(x *tensor.Tensor) *tensor.Tensor { return n.use(n, x) }

// family is headless with fields of its own.
type family struct {
	headless
	bias *nn.Parameter
}

func (f *family) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Add(f.bias.Value()) }

// TestNilAttributesAreNamed uses an attribute that is nil.
func TestNilAttributesAreNamed(t *testing.T) {
	const nilAccess = "RuntimeError: invalid memory address or nil pointer dereference: "
	w, scale, fc, head := nn.NewParameter(tensor.Ones(3), "w"), tensor.Ones(3), nn.NewDense(3, 3), nn.NewReLU()
	useW := func(n *headless, x *tensor.Tensor) *tensor.Tensor { return x.Mul(n.w.Value()) }
	for _, c := range []struct {
		net  *headless
		want string
	}{
		{&headless{scale: scale, fc: fc, head: head, use: useW}, "headless.w is nil."},
		{&headless{w: w, fc: fc, head: head, use: func(n *headless, x *tensor.Tensor) *tensor.Tensor { return n.scale.Mul(x) }}, "headless.scale is nil."},
		{&headless{w: w, scale: scale, head: head, use: func(n *headless, x *tensor.Tensor) *tensor.Tensor { return n.fc.Call(x) }}, "headless.fc is nil."},
		{&headless{w: w, scale: scale, fc: fc, use: func(n *headless, x *tensor.Tensor) *tensor.Tensor { return n.head.CellBase().Call(x) }}, "headless.head is nil."},
		{&headless{scale: scale, fc: fc, use: useW}, "headless.w and headless.head are nil."},
	} {
		net := initialized(c.net)
		if err := tensor.Try(func() { net.Call(tensor.Ones(2, 3)) }); err == nil || err.Error() != nilAccess+c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
	f := initialized(&family{headless: headless{w: w, scale: scale, fc: fc, head: head}})
	in := nn.NewSequentialCell(nn.NewReLU(), f)
	want := nilAccess + "family.bias is nil. In cell '1' of SequentialCell, a family."
	if err := tensor.Try(func() { in.Call(tensor.Ones(2, 3)) }); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestNilAttributesOfLayers: a layer of the package names what it held, and not what it may do without.
func TestNilAttributesOfLayers(t *testing.T) {
	dense, conv, norm := nn.NewDense(3, 3), nn.NewConv2d(3, 3, 1, nn.HasBias(false)), nn.NewLayerNorm([]int{3})
	dense.Weight, conv.Weight, norm.Beta = nil, nil, nil
	for want, net := range map[string]nn.Layer{"Dense.weight": dense, "Conv2d.weight": conv, "LayerNorm.beta": norm} {
		x := tensor.Ones(2, 3)
		if net == nn.Layer(conv) {
			x = tensor.Ones(1, 3, 2, 2)
		}
		want = "RuntimeError: invalid memory address or nil pointer dereference: " + want + " is nil."
		if err := tensor.Try(func() { net.CellBase().Call(x) }); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestOtherPanicsStay has panics that no attribute explains.
func TestOtherPanicsStay(t *testing.T) {
	var none *int
	for name, f := range map[string]func(n *headless, x *tensor.Tensor) *tensor.Tensor{
		"nil pointer dereference": func(*headless, *tensor.Tensor) *tensor.Tensor { panic("nil pointer dereference") },
		"index":                   func(_ *headless, x *tensor.Tensor) *tensor.Tensor { return []*tensor.Tensor{x}[x.Len()] },
		"a pointer":               func(_ *headless, x *tensor.Tensor) *tensor.Tensor { return x.Mul(tensor.New(*none)) },
	} {
		net := initialized(&headless{use: f})
		if name == "a pointer" {
			net.w, net.scale, net.fc, net.head = nn.NewParameter(tensor.Ones(3), "w"), tensor.Ones(3), nn.NewDense(3, 3), nn.NewReLU()
		}
		func() {
			defer func() {
				if _, named := recover().(*tensor.Error); named {
					t.Errorf("%s: the panic became an error of the cell", name)
				}
			}()
			net.Call(tensor.Ones(2, 3))
		}()
	}
}
