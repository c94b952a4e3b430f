package nn_test

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// TestParameterText checks text as the cell and parameter tutorials record it.
func TestParameterText(t *testing.T) {
	params := nn.NewParameterTuple(
		nn.NewParameter(tensor.New([][]int{{0, 1, 2}, {3, 4, 5}}), "x"),
		nn.NewParameter(tensor.Ones(1, 2, 3), "y"),
		nn.NewParameter(2.0, "z"))
	const xyz = "(Parameter (name=x, shape=(2, 3), dtype=Int64, requires_grad=True), " +
		"Parameter (name=y, shape=(1, 2, 3), dtype=Float32, requires_grad=True), " +
		"Parameter (name=z, shape=(), dtype=Float32, requires_grad=True))"
	net := nn.NewDense(2, 1)
	for _, c := range []struct{ name, got, want string }{
		{"tuple", params.String(), xyz},
		{"clone", params.Clone("params_copy").String(), strings.ReplaceAll(xyz, "name=", "name=params_copy.")},
		{"tuple of one", params[2:].String(), "(Parameter (name=z, shape=(), dtype=Float32, requires_grad=True),)"},
		{
			"list", net.TrainableParams().String(), "[Parameter (name=weight, shape=(1, 2), dtype=Float32, requires_grad=True), " +
				"Parameter (name=bias, shape=(1,), dtype=Float32, requires_grad=True)]",
		},
		{"empty list", nn.ParameterList{}.String(), "[]"},
		{
			"dict", nn.NewDense(2, 1, nn.HasBias(false)).ParametersDict().String(),
			"OrderedDict([('weight', Parameter (name=weight, shape=(1, 2), dtype=Float32, requires_grad=True))])",
		},
		{"pair", net.ParametersAndNames()[1].String(), "('bias', Parameter (name=bias, shape=(1,), dtype=Float32, requires_grad=True))"},
		{"frozen", nn.NewParameter(vec(1), "w", nn.RequiresGrad(false)).String(), "Parameter (name=w, shape=(1,), dtype=Float32, requires_grad=False)"},
		{"default name", nn.NewParameter(vec(1)).Name(), "Parameter"},
		{"blank name", nn.NewParameter(vec(1), "  ").Name(), "Parameter"},
		{"stripped name", nn.NewParameter(vec(1), " w ").Name(), "w"},
		{"int", nn.NewParameter(2).DType().String(), "Int32"},
		{"values", nn.NewParameter(vec(1, 2)).Value().String(), "[1. 2.]"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, c.got, c.want)
		}
	}
}

func TestSetData(t *testing.T) {
	p := nn.NewParameter(vec(1, 2, 3), "b")
	before := p.Tensor
	if got := p.SetData(tensor.New([]int{3, 4, 5})).Value().String(); got != "[3. 4. 5.]" {
		t.Errorf("SetData = %s", got)
	}
	if p.Tensor != before {
		t.Error("SetData replaced the tensor")
	}
	p.SetAt(tensor.Scalar(1.0), 0)
	if got := p.Value().String(); got != "[1. 4. 5.]" {
		t.Errorf("after b[0] = 1: %s", got)
	}
	if got := p.SetData(vec(1, 2, 3, 4), nn.SliceShape(true)).String(); got != "Parameter (name=b, shape=(4,), dtype=Float32, requires_grad=True)" {
		t.Errorf("with another shape: %s", got)
	}
	source := vec(1, 2)
	q := nn.NewParameter(source)
	q.SetData(vec(7, 8))
	if got := source.String(); got != "[1. 2.]" {
		t.Errorf("the tensor that a parameter was made from changed to %s", got)
	}
	if got := q.Clone().Value().String() + q.Clone("zeros").Value().String(); got != "[7. 8.][0. 0.]" {
		t.Errorf("clones %s", got)
	}
}

func TestParameterErrors(t *testing.T) {
	p := nn.NewParameter(tensor.Ones(1, 2), "p")
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"bool", func() { nn.NewParameter(true) }, "ValueError: Parameter data can not be `bool`"},
		{"option", func() { nn.NewParameter(1.0, 3) }, "TypeError: For 'Parameter', the options are a name (string) and nn.RequiresGrad, but got int."},
		{"long name", func() { nn.NewParameter(1.0, strings.Repeat("x", 1025)) }, "ValueError: The length of the"},
		{"narrowing", func() { p.SetData(tensor.New([][]float64{{1, 2}})) }, "TypeError: Incoming Parameter dtype can not be converted to current dtype implicitly. " +
			"Current dtype is Float32, and incoming is Float64. Use .set_dtype(xxx) to change the dtype."},
		{"shape", func() { p.SetData(tensor.Ones(1, 4)) }, "ValueError: Can not change the shape of Parameter which has been initialized. " +
			"Current shape is (1, 2), and incoming is (1, 4)."},
		{"no data", func() { p.SetData("x") }, "TypeError: Parameter data must be"},
		{"no parameter", func() { nn.NewParameterTuple(3) }, "TypeError: For ParameterTuple initialization, ParameterTuple input should be 'Parameter' collection, but got a int. "},
		{"double name", func() { nn.NewParameterTuple(p, param("p", 1)) }, "ValueError: The value Parameter (name=p, shape=(1,), dtype=Float32, requires_grad=True) , its name 'p' already exists. " +
			"Please set a unique name for the parameter."},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
	nn.NewParameterTuple(p, p) // the same parameter twice is fine
}

// TestParameterEncoded takes parameters through JSON, which holds the value, and gob.
func TestParameterEncoded(t *testing.T) {
	p := nn.NewParameter([]float32{1, 2}, "w", nn.RequiresGrad(false))
	text, err := json.Marshal(map[string]*nn.Parameter{"w": p})
	if err != nil || string(text) != `{"w":[1.0,2.0]}` {
		t.Errorf("got %s, %v", text, err)
	}
	var back map[string]*nn.Parameter
	if err := json.Unmarshal(text, &back); err != nil || back["w"].Value().String() != "[1. 2.]" || !back["w"].RequiresGrad() {
		t.Errorf("got %v, %v", back["w"], err)
	}
	same := p.Value()
	if err := json.Unmarshal([]byte("[3, 4]"), p); err != nil || p.Value() != same || same.String() != "[3. 4.]" {
		t.Errorf("got %v, %v", p.Value(), err)
	}
	if err := json.Unmarshal([]byte("[3]"), p); err == nil {
		t.Error("a parameter takes another shape")
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode([]*nn.Parameter{p}); err != nil {
		t.Fatal(err)
	}
	var list []*nn.Parameter
	if err := gob.NewDecoder(&b).Decode(&list); err != nil {
		t.Fatal(err)
	}
	if got := list[0]; got.String() != p.String() || got.Value().String() != "[3. 4.]" {
		t.Errorf("got %v %v", got, got.Value())
	}
}
