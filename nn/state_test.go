package nn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// stateful has a parameter and a buffer, and below it a cell with a buffer: the nets of the examples of
// Cell.state_dict and Cell.get_buffer.
type stateful struct {
	nn.Cell
	paramA *nn.Parameter `ms:"param_a"`
	netB   *stateful     `ms:"net_b"`
	list   []nn.Layer
	count  int
}

func newStateful() *stateful {
	b := initialized(&stateful{})
	b.RegisterBuffer("buffer_b", tensor.New([]int{1, 2, 3}))
	a := &stateful{paramA: nn.NewParameter(tensor.New([]int{1, 2, 3})), netB: b, list: []nn.Layer{nn.NewReLU()}}
	a.Init(a)
	a.RegisterBuffer("buffer_a", tensor.New([]int{4, 5, 6}))
	return a
}

func (s *stateful) Construct(x T) T {
	if s.count > 0 {
		return nil
	}
	return x.Add(s.GetBuffer("buffer_a"))
}

// TestBuffers checks that texts are those of the examples of MindSpore's nn.Cell.
func TestBuffers(t *testing.T) {
	a := newStateful()
	bufferText := ""
	for _, n := range a.NamedBuffers() {
		bufferText += fmt.Sprintf("buffer name is %s, buffer is %v\n", n.Name, n.Buffer)
	}
	again := newStateful()
	again.RegisterBuffer("buffer_a", tensor.New([]int{7, 8}))
	again.netB.RegisterBuffer("buffer_b", nil)
	passing := newStateful()
	passing.RegisterBuffer("passing", tensor.Ones(1), false)
	const state = "OrderedDict([('param_a', Parameter (name=param_a, shape=(3,), dtype=Int64, requires_grad=True)), " +
		"('buffer_a', Tensor(shape=[3], dtype=Int64, value= [4, 5, 6])), ('net_b.buffer_b', Tensor(shape=[3], dtype=Int64, value= [1, 2, 3]))])"
	for _, c := range []struct{ name, got, want string }{
		{"named_buffers", bufferText, "buffer name is buffer_a, buffer is [4 5 6]\nbuffer name is net_b.buffer_b, buffer is [1 2 3]\n"},
		{"buffers", fmt.Sprint(a.Buffers()), "[[4 5 6] [1 2 3]]"},
		{"get_buffer", fmt.Sprint(a.GetBuffer("net_b.buffer_b")), "[1 2 3]"},
		{"a pair", a.NamedBuffers()[0].String(), "('buffer_a', Tensor(shape=[3], dtype=Int64, value= [4, 5, 6]))"},
		{"get_sub_cell", a.GetSubCell("net_b").CellBase().ClassName(), "stateful"},
		{"get_sub_cell in a slice", a.GetSubCell("list.0").CellBase().ClassName(), "ReLU"},
		{"get_sub_cell of itself", fmt.Sprint(a.GetSubCell("") == nn.Layer(a)), "true"},
		{"get_parameter", a.GetParameter("param_a").Name(), "param_a"},
		{"replaced, and nil", fmt.Sprint(again.NamedBuffers()), "[('buffer_a', Tensor(shape=[2], dtype=Int64, value= [7, 8]))]"},
		{"state_dict", a.StateDict().String(), state},
		{"not persistent", fmt.Sprint(len(passing.Buffers()), passing.StateDict()), "3 " + state},
		{"in Construct", fmt.Sprint(a.Call(vec(1, 1, 1))), "[5. 6. 7.]"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, c.got, c.want)
		}
	}
}

func TestLoadStateDict(t *testing.T) {
	a, b := newStateful(), newStateful()
	b.paramA.SetData(tensor.New([]int{7, 8, 9}))
	b.GetBuffer("net_b.buffer_b").Assign(tensor.New([]int{0, 0, 1}))
	if r := a.LoadStateDict(b.StateDict()); r.String() != "<All keys matched successfully>" {
		t.Errorf("loaded: %v", r)
	}
	if got := fmt.Sprint(a.paramA.Value(), a.GetBuffer("net_b.buffer_b"), b.StateDict().Get("param_a")); got != "[7 8 9] [0 0 1] [7 8 9]" {
		t.Errorf("values %s", got)
	}
	part := b.StateDict()
	part.Delete("buffer_a")
	part.Set("more", tensor.Ones(1))
	if r := a.LoadStateDict(part, false); fmt.Sprint(r) != "_IncompatibleKeys(missing_keys=['buffer_a'], unexpected_keys=['more'])" {
		t.Errorf("not strict: %v", r)
	}
	one := nn.NewDense(1, 1, nn.HasBias(false), nn.WeightInit("ones"))
	one.LoadStateDict(map[string]T{"weight": tensor.New([][]float64{{3}})})
	if got := one.Weight.Value().Repr(); got != "Tensor(shape=[1, 1], dtype=Float32, value=\n[[ 3.00000000e+00]])" {
		t.Errorf("cast to the dtype of the parameter: %s", got)
	}
	one.LoadStateDict(nn.NewDense(1, 1, nn.HasBias(false), nn.WeightInit("zeros")).ParametersDict())
	if got := one.Weight.Value().Item(); got != float64(0) && got != float32(0) {
		t.Errorf("from a ParameterDict: %v", got)
	}
}

// TestStateErrors checks that errors have the words of Cell.register_buffer, get_buffer, get_sub_cell and of
// load_state_dict, which are PyTorch's.
func TestStateErrors(t *testing.T) {
	a := newStateful()
	part := a.StateDict()
	part.Delete("buffer_a")
	part.Set("more", tensor.Ones(1))
	part.Set("param_a", tensor.New([]int{1, 2}))
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"dotted", func() { a.RegisterBuffer("a.b", nil) }, "KeyError: buffer name can't contain \".\""},
		{"empty", func() { a.RegisterBuffer("", nil) }, "KeyError: buffer name can't be empty string \"\""},
		{"field", func() { a.RegisterBuffer("count", nil) }, "KeyError: attribute 'count' already exists"},
		{"cell", func() { a.RegisterBuffer("net_b", nil) }, "KeyError: attribute 'net_b' already exists"},
		{"no buffer", func() { a.GetBuffer("net_b.none") }, "AttributeError: stateful has no attribute `none`"},
		{"not a buffer", func() { a.GetBuffer("count") }, "AttributeError: `count` is not a buffer"},
		{"no cell", func() { a.GetSubCell("net_b.none") }, "AttributeError: stateful has no attribute `none`"},
		{"not a cell", func() { a.GetSubCell("count.x") }, "AttributeError: `count` is not an nn.Cell"},
		{"no parameter", func() { a.GetParameter("net_b.w") }, "AttributeError: stateful has no attribute `w`"},
		{"not in the dict", func() { part.Get("x") }, "KeyError: 'x'"},
		{"not a dict", func() { a.LoadStateDict(3) }, "TypeError: Expected state_dict to be dict-like, got int."},
		{"strict", func() { a.LoadStateDict(part) }, "RuntimeError: Error(s) in loading state_dict for stateful:\n" +
			"\tMissing key(s) in state_dict: \"buffer_a\". \n\tUnexpected key(s) in state_dict: \"more\". \n" +
			"\tsize mismatch for param_a: copying a param with shape (2,) from checkpoint, the shape in current model is (3,)."},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}
