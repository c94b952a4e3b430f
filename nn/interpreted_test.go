package nn_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/traefik/yaegi/interp"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// exports is what the source below uses of the compiled packages.
var exports = interp.Exports{
	"github.com/msrepl/msrepl/tensor/tensor": {
		"Tensor": reflect.ValueOf((*tensor.Tensor)(nil)),
		"Tuple":  reflect.ValueOf((*tensor.Tuple)(nil)),
		"Scalar": reflect.ValueOf(tensor.Scalar),
		"New":    reflect.ValueOf(tensor.New),
	},
	"github.com/msrepl/msrepl/nn/nn": {
		"Cell":         reflect.ValueOf((*nn.Cell)(nil)),
		"Dense":        reflect.ValueOf((*nn.Dense)(nil)),
		"Parameter":    reflect.ValueOf((*nn.Parameter)(nil)),
		"NewDense":     reflect.ValueOf(nn.NewDense),
		"NewParameter": reflect.ValueOf(nn.NewParameter),
	},
	"msrepl.test/hidden/hidden": {
		"Register": reflect.ValueOf(func(zero any, name string, fields []string, methods map[string]any) {
			c := &bridge.Class{Name: name, Fields: fields, Methods: map[string]reflect.Value{}}
			for k, m := range methods {
				c.Methods[k] = reflect.ValueOf(m)
			}
			bridge.Register(reflect.TypeOf(bridge.Unwrap(zero)), c)
		}),
		"Init": reflect.ValueOf(nn.InitInterpreted),
		"Bind": reflect.ValueOf(func(x any) { nn.BindInterpreted(x) }),
	},
}

// source is what the session makes of cells that declare types: tags keep the types apart, Register
// tells their names and methods, Init stands for n.Init(n).
const source = `
package main

import (
	"msrepl.test/hidden"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

type Inner struct {
	nn.Cell ` + "`c:\"Inner\"`" + `
	w *nn.Parameter
}

func (n *Inner) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Mul(n.w.Tensor) }

type Net struct {
	nn.Cell ` + "`c:\"Net\"`" + `
	fc     *nn.Dense
	inner  *Inner
	Layers []any
	scale  float64
}

func (n *Net) Construct(x *tensor.Tensor, k float64) (*tensor.Tensor, float64) {
	return n.inner.CellBase().Call(n.fc.Call(x)).Mul(tensor.Scalar(k * n.scale)), k
}

type Cube struct {
	nn.Cell ` + "`c:\"Cube\"`" + `
	note string
}

func (n *Cube) Construct(x *tensor.Tensor) *tensor.Tensor { return x.Mul(x).Mul(x) }
func (n *Cube) Bprop(x, out, dout *tensor.Tensor) *tensor.Tensor { return dout.Mul(tensor.Scalar(10.0)) }
func (n *Cube) ExtendRepr() string { return "note=" + n.note }

type Loud struct {
	Inner
	y *nn.Parameter
}

func (n *Loud) Construct(x *tensor.Tensor) *tensor.Tensor { return n.Inner.Construct(x).Mul(n.y.Tensor) }
func (n *Loud) String() string { return "Loud! " + n.Inner.Cell.String() }

func init() {
	hidden.Register((*Inner)(nil), "Inner", []string{"Cell", "w"}, map[string]any{
		"Construct": func(n *Inner, x *tensor.Tensor) *tensor.Tensor { return n.Construct(x) }})
	hidden.Register((*Net)(nil), "Net", []string{"Cell", "fc", "inner", "Layers", "scale"}, map[string]any{
		"Construct": func(n *Net, x *tensor.Tensor, k float64) (*tensor.Tensor, float64) { return n.Construct(x, k) }})
	hidden.Register((*Cube)(nil), "Cube", []string{"Cell", "note"}, map[string]any{
		"Construct": func(n *Cube, x *tensor.Tensor) *tensor.Tensor { return n.Construct(x) },
		"Bprop": func(n *Cube, x, out, dout *tensor.Tensor) *tensor.Tensor { return n.Bprop(x, out, dout) },
		"ExtendRepr": func(n *Cube) string { return n.ExtendRepr() }})
	hidden.Register((*Loud)(nil), "Loud", []string{"Inner", "y"}, map[string]any{
		"Construct": func(n *Loud, x *tensor.Tensor) *tensor.Tensor { return n.Construct(x) },
		"String": func(n *Loud) string { return n.String() }})
}

func NewInner() *Inner {
	n := &Inner{w: nn.NewParameter(tensor.New([]float32{2}))}
	hidden.Init(n)
	return n
}

func MakeNet() *nn.Cell {
	n := &Net{fc: nn.NewDense(2, 1), inner: NewInner(), Layers: []any{NewInner(), nn.NewDense(1, 1)}, scale: 2}
	hidden.Init(n)
	return n.CellBase()
}

func MakeCube() *nn.Cell { n := &Cube{note: "x³"}; hidden.Bind(n); return n.CellBase() }

func MakeLoud() *nn.Cell {
	n := &Loud{Inner: Inner{w: nn.NewParameter(tensor.New([]float32{2}))}, y: nn.NewParameter(tensor.New([]float32{5}))}
	hidden.Init(n)
	return n.CellBase()
}
`

// interpreted returns the cells that the functions of the source make.
func interpreted(t *testing.T) func(maker string) *nn.Cell {
	i := interp.New(interp.Options{})
	if err := i.Use(exports); err != nil {
		t.Fatal(err)
	}
	if _, err := i.Eval(source); err != nil {
		t.Fatal(err)
	}
	return func(maker string) *nn.Cell {
		v, err := i.Eval("main." + maker + "()")
		if err != nil {
			t.Fatal(err)
		}
		return v.Interface().(*nn.Cell)
	}
}

// Types that a session declares reach compiled code without name and methods; they behave as
// compiled ones all the same.
func TestInterpreted(t *testing.T) {
	make := interpreted(t)
	net, cube, loud := make("MakeNet"), make("MakeCube"), make("MakeLoud")
	net.TrainableParams()[0].SetData(tensor.Ones(1, 2))
	net.TrainableParams()[1].SetData(tensor.Zeros(1))
	const names4 = "fc.weight fc.bias inner.w Layers.0.w Layers.1.weight Layers.1.bias"
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"names", names(net.TrainableParams()), names4},
		{"cells", cellPaths(net.CellsAndNames()), ":Net fc:Dense inner:Inner Layers.0:Inner Layers.1:Dense"},
		{"class", net.ClassName(), "Net"},
		{
			"text", net, "Net<\n  (fc): Dense<input_channels=2, output_channels=1, has_bias=True>\n  (inner): Inner<>\n  (Layers.0): Inner<>\n" +
				"  (Layers.1): Dense<input_channels=1, output_channels=1, has_bias=True>\n  >",
		},
		{"several inputs and outputs", fmt.Sprint(net.Invoke(tensor.Ones(1, 2), 3)...), "[[24.]] 3"},
		{"gradient", grad.Grad(net)(tensor.Ones(1, 2), 3), "[[12. 12.]]"},
		{"gradient by weight", grad.GradBy(net, net.TrainableParams())(tensor.Ones(1, 2), 3)[2], "[12.]"},
		{"Bprop", grad.Grad(cube)(vec(2)), "[10.]"},
		{"ExtendRepr", cube, "Cube<note=x³>"},
		{"bound by its literal", cube.Call(vec(2)), "[8.]"},
		{"embedded type", names(loud.TrainableParams()), "w y"},
		{"embedded method", loud.Call(vec(1)), "[10.]"},
		{"own String", loud, "Loud! Loud<>"},
		{"as a child", nn.NewSequentialCell(loud, cube), "SequentialCell<\n  (0): Loud! Loud<>\n  (1): Cube<note=x³>\n  >"},
	} {
		if got := strings.TrimSpace(fmt.Sprint(c.got)); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	if c := bridge.ClassOf(reflect.TypeOf(net.Outer())); c == nil || c.Name != "Net" {
		t.Errorf("Outer = %T, want a pointer to the raw struct of Net", net.Outer())
	}
}

func TestInterpretedErrors(t *testing.T) {
	net := interpreted(t)("MakeNet")
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"one result wanted", func() { net.Invoke(tensor.Ones(1, 2)) }, "TypeError: For 'Cell', the function construct requires 2 positional argument, but got 1."},
		{"wrong type", func() { net.Invoke(tensor.Ones(1, 2), "k") }, "TypeError: Net.Construct: argument 1 should be float64, but got string."},
		{"no cell", func() { nn.InitInterpreted(&struct{ X int }{1}) }, "TypeError: Init: the argument should be a pointer to a struct that embeds nn.Cell."},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}
