package nn_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

type T = *tensor.Tensor

func vec(v ...float32) T { return tensor.New(v) }

func param(name string, shape ...int) *nn.Parameter {
	return nn.NewParameter(tensor.Ones(shape...), name)
}

// block has parameters before and after a child, one with a name of its own and one without.
type block struct {
	nn.Cell
	fc    *nn.Dense
	Scale *nn.Parameter
	shift *nn.Parameter
	relu  nn.Layer
}

func newBlock() *block {
	b := &block{
		fc: nn.NewDense(3, 2, nn.WeightInit("ones"), nn.BiasInit("zeros")), relu: nn.NewReLU(),
		Scale: nn.NewParameter(vec(2)), shift: param("offset", 2),
	}
	b.Init(b)
	return b
}

func (b *block) Construct(x T) T {
	return b.relu.CellBase().Call(b.fc.Call(x).Mul(b.Scale.Tensor).Add(b.shift.Tensor))
}

// tower nests blocks: in a field, by value, in a slice and in a map.
type tower struct {
	nn.Cell
	first  *block
	layers []nn.Layer
	named  map[string]*nn.ReLU
	act    nn.Tanh
	count  int
	none   *block
}

func newTower() *tower {
	t := &tower{
		first: newBlock(), layers: []nn.Layer{newBlock(), nn.NewReLU()}, count: 2,
		named: map[string]*nn.ReLU{"b": nn.NewReLU(), "a": nn.NewReLU()},
	}
	t.Init(t)
	return t
}

func (t *tower) Construct(x T) T {
	if t.none != nil || t.count != 2 {
		return nil
	}
	return t.act.Call(t.first.Call(x))
}

// extended embeds another cell type: its attributes are those of both.
type extended struct {
	block
	gain *nn.Parameter
}

func newExtended() *extended {
	e := &extended{
		block: block{fc: nn.NewDense(3, 2), Scale: nn.NewParameter(vec(1)), shift: param("offset", 2)},
		gain:  nn.NewParameter(vec(1)),
	}
	e.Init(e)
	return e
}

// shared holds one layer twice and a tuple of its parameters.
type shared struct {
	nn.Cell
	a, b *nn.Dense
	own  nn.ParameterTuple
	list nn.ParameterList
}

func newShared() *shared {
	d := nn.NewDense(1, 1)
	s := &shared{
		a: d, b: d, own: nn.NewParameterTuple(param("p", 1), param("q", 2)),
		list: nn.ParameterList{param("unregistered", 1)},
	}
	s.Init(s)
	return s
}

func names(l nn.ParameterList) string { return strings.Join(l.ParamNames(), " ") }

func paths(ps []nn.NamedParameter) string {
	var s []string
	for _, p := range ps {
		s = append(s, p.Name)
	}
	return strings.Join(s, " ")
}

func cellPaths(cs []nn.Named) string {
	var s []string
	for _, c := range cs {
		s = append(s, c.Name+":"+c.Cell.CellBase().ClassName())
	}
	return strings.Join(s, " ")
}

// TestNames checks that names follow spec §4.2: the attribute path renames what is nested, an explicit name stays at
// the top level, own parameters come before those of children.
func TestNames(t *testing.T) {
	const twoBlocks = "0.Scale 0.shift 0.fc.weight 0.fc.bias 1.Scale 1.shift 1.fc.weight 1.fc.bias"
	for _, c := range []struct {
		name                string
		net                 nn.Layer
		params, paths, cell string
	}{
		{"dense alone", nn.NewDense(2, 1), "weight bias", "weight bias", ":Dense"},
		{"block", newBlock(), "Scale offset fc.weight fc.bias", "Scale shift fc.weight fc.bias", ":block fc:Dense relu:ReLU"},
		{
			"tower", newTower(),
			"first.Scale first.shift first.fc.weight first.fc.bias layers.0.Scale layers.0.shift layers.0.fc.weight layers.0.fc.bias",
			"first.Scale first.shift first.fc.weight first.fc.bias layers.0.Scale layers.0.shift layers.0.fc.weight layers.0.fc.bias",
			":tower first:block first.fc:Dense first.relu:ReLU layers.0:block layers.0.fc:Dense layers.0.relu:ReLU " +
				"layers.1:ReLU named.a:ReLU named.b:ReLU act:Tanh",
		},
		{"embedded cell type", newExtended(), "Scale offset gain fc.weight fc.bias", "Scale shift gain fc.weight fc.bias", ":extended fc:Dense"},
		{"shared layer", newShared(), "p q b.weight b.bias", "p q a.weight a.bias", ":shared a:Dense"},
		{
			"sequential", nn.NewSequentialCell(newBlock(), newBlock()), twoBlocks, twoBlocks,
			":SequentialCell 0:block 0.fc:Dense 0.relu:ReLU 1:block 1.fc:Dense 1.relu:ReLU",
		},
	} {
		base := c.net.CellBase()
		if got := names(base.TrainableParams()); got != c.params {
			t.Errorf("%s: names %s\nwant %s", c.name, got, c.params)
		}
		if got := paths(base.ParametersAndNames()); got != c.paths {
			t.Errorf("%s: paths %s\nwant %s", c.name, got, c.paths)
		}
		if got := cellPaths(base.CellsAndNames()); got != c.cell {
			t.Errorf("%s: cells %s\nwant %s", c.name, got, c.cell)
		}
	}
}

// TestLateAssignment: a parameter or cell that is assigned to a field after Init is named at the next access.
func TestLateAssignment(t *testing.T) {
	b := newBlock()
	b.shift = nn.NewParameter(vec(1, 1))
	b.fc = nn.NewDense(3, 2)
	if got, want := names(b.TrainableParams()), "Scale shift fc.weight fc.bias"; got != want {
		t.Errorf("names %s, want %s", got, want)
	}
	b.relu = nn.NewLayerNorm([]int{2})
	if got, want := fmt.Sprint(b), "(name=relu.gamma, "; !strings.Contains(got, want) {
		t.Errorf("text %s, want %q in it", got, want)
	}
}

func TestAutoPrefix(t *testing.T) {
	b := &block{fc: nn.NewDense(3, 2)}
	b.AutoPrefix(false)
	b.Init(b)
	if got, want := names(b.TrainableParams()), "weight bias"; got != want {
		t.Errorf("names %s, want %s", got, want)
	}
}

// TestDoubleNames checks that parameters that share a name are renamed to their paths on the first call.
func TestDoubleNames(t *testing.T) {
	n := &shared{a: nn.NewDense(1, 1), b: nn.NewDense(1, 1)}
	n.AutoPrefix(false)
	n.Init(n)
	_ = tensor.Try(func() { n.Call(vec(1)) }) // has no Construct; names are checked before
	if got, want := names(n.TrainableParams()), "a.weight a.bias b.weight b.bias"; got != want {
		t.Errorf("names after the first call %s, want %s", got, want)
	}
}

func TestQueries(t *testing.T) {
	b := newBlock()
	b.fc.Bias.SetRequiresGrad(false)
	const offset = "Parameter (name=offset, shape=(2,), dtype=Float32, requires_grad=True)"
	for _, c := range []struct{ name, got, want string }{
		{"trainable", names(b.TrainableParams()), "Scale offset fc.weight"},
		{"untrainable", names(b.UntrainableParams()), "fc.bias"},
		{"all", names(b.GetParameters().List()), "Scale offset fc.weight fc.bias"},
		{"dict", strings.Join(b.ParametersDict().Keys(), " "), "Scale offset fc.weight fc.bias"},
		{"from dict", b.ParametersDict().Get("offset").String(), offset},
		{"children", cellPaths(b.NameCells()), "fc:Dense relu:ReLU"},
		{"phase", b.Phase(), "train"},
		{"training", fmt.Sprint(b.Training()), "false"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
	var order []string
	b.Apply(func(c nn.Layer) { order = append(order, c.CellBase().ClassName()) })
	if got := strings.Join(order, " "); got != "Dense ReLU block" {
		t.Errorf("Apply visits %s", got)
	}
}

func TestSetTrain(t *testing.T) {
	b := newBlock()
	b.SetTrain()
	if !b.Training() || !b.fc.Training() || !b.relu.CellBase().Training() {
		t.Error("SetTrain does not reach all cells")
	}
	b.SetTrain(false)
	if b.fc.Training() || b.Phase() != "predict" || b.fc.Phase() != "train" {
		t.Error("SetTrain(false) sets training below and the phase here only")
	}
}

func TestInsert(t *testing.T) {
	b := newBlock()
	b.InsertChildToCell("conv3", nn.NewDense(2, 2))
	b.InsertParamToCell("extra", nn.NewParameter(vec(1)))
	if got, want := names(b.TrainableParams()), "Scale offset extra fc.weight fc.bias weight bias"; got != want {
		t.Errorf("names %s, want %s", got, want)
	}
	if got, want := cellPaths(b.CellsAndNames()), ":block fc:Dense relu:ReLU conv3:Dense"; got != want {
		t.Errorf("cells %s, want %s", got, want)
	}
}

// chain assigns a child, inserts one and assigns another.
type chain struct {
	nn.Cell
	first, last nn.Layer
}

func newChain() *chain {
	c := &chain{}
	c.Init(c)
	c.first = nn.NewDense(2, 3)
	c.InsertChildToCell("middle", nn.NewDense(3, 4))
	c.InsertChildToCell("next", nn.NewReLU())
	c.last = nn.NewDense(4, 1)
	return c
}

func (c *chain) Construct(x T) T {
	for _, name := range []string{"first", "middle", "next", "last"} {
		x = c.GetSubCell(name).CellBase().Call(x)
	}
	return x
}

// TestInsertedOrder checks that children are in the order in which they were assigned or inserted, as the attributes
// of Python's objects are, and those without a field can be called.
func TestInsertedOrder(t *testing.T) {
	c := newChain()
	if got, want := cellPaths(c.CellsAndNames()), ":chain first:Dense middle:Dense next:ReLU last:Dense"; got != want {
		t.Errorf("cells %s, want %s", got, want)
	}
	c.InsertChildToCell("middle", nn.NewDense(3, 4, nn.HasBias(false)))
	if got, want := names(c.TrainableParams()), "first.weight first.bias weight last.weight last.bias"; got != want {
		t.Errorf("parameters %s, want %s", got, want)
	}
	if got := c.Call(tensor.Ones(5, 2)).Shape().String(); got != "(5, 1)" {
		t.Errorf("the shape of the result is %s, want (5, 1)", got)
	}
	early := &chain{}
	early.InsertChildToCell("middle", nn.NewReLU()) // the struct has not been read yet
	early.first = nn.NewReLU()
	early.Init(early)
	if got, want := cellPaths(early.CellsAndNames()), ":chain first:ReLU middle:ReLU"; got != want {
		t.Errorf("cells %s, want %s", got, want)
	}
}

// TestText checks text as MindSpore up to 2.5 prints it, from Cell.__repr__ of nn/cell.py.
func TestText(t *testing.T) {
	withChild := nn.NewReLU()
	withChild.InsertChildToCell("child", nn.NewDense(2, 2))
	for _, c := range []struct {
		net  nn.Layer
		want string
	}{
		{nn.NewReLU(), "ReLU<>"},
		{nn.NewDense(784, 512), "Dense<input_channels=784, output_channels=512, has_bias=True>"},
		{nn.NewDense(2, 2, nn.HasBias(false)), "Dense<input_channels=2, output_channels=2>"},
		{
			nn.NewDense(2, 2, nn.Activation("relu")),
			"Dense<\n  input_channels=2, output_channels=2, has_bias=True, activation=ReLU<>\n  (activation): ReLU<>\n  >",
		},
		{withChild, "ReLU<\n  (child): Dense<input_channels=2, output_channels=2, has_bias=True>\n  >"},
		{newBlock(), "block<\n  (fc): Dense<input_channels=3, output_channels=2, has_bias=True>\n  (relu): ReLU<>\n  >"},
		{
			nn.NewSequentialCell(nn.NewReLU(), nn.NewSequentialCell(nn.NewTanh())),
			"SequentialCell<\n  (0): ReLU<>\n  (1): SequentialCell<\n    (0): Tanh<>\n    >\n  >",
		},
		{nn.NewSequentialCellNamed(nn.Named{Name: "act", Cell: nn.NewSigmoid()}), "SequentialCell<\n  (act): Sigmoid<>\n  >"},
	} {
		if got := fmt.Sprint(c.net); got != c.want {
			t.Errorf("text\n%s\nwant\n%s", got, c.want)
		}
	}
}

// TestCellErrors: messages are those of nn/cell.py.
func TestCellErrors(t *testing.T) {
	b := newBlock()
	unbound := &block{}
	noConstruct := newShared()
	two := nn.NewSequentialCell(nn.NewReLU())
	x := tensor.Ones(1, 3)
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"no Construct", func() { noConstruct.Call(x) }, "AttributeError: For 'Cell', the method 'construct' is not defined."},
		{"too few", func() { b.Call() }, "TypeError: For 'Cell', the function construct requires 1 positional argument, but got 0."},
		{"too many", func() { b.Call(x, x) }, "TypeError: For 'Cell', the function construct requires 1 positional argument and 0 default argument, total 1, but got 2."},
		{"wrong type", func() { b.Invoke("x") }, "TypeError: block.Construct: argument 0 should be *tensor.Tensor, but got string."},
		{"unbound", func() { unbound.Call(x) }, "RuntimeError: Call: the cell does not know the struct that embeds it"},
		{"Init of another", func() { b.Init(unbound) }, "TypeError: Init: the argument should be the struct that embeds this Cell"},
		{"child with a dot", func() { b.InsertChildToCell("a.b", two) }, "KeyError: For 'insert_child_to_cell', the parameter 'child_name' can not be None and can not contain '.' "},
		{"child twice", func() { b.InsertChildToCell("fc", two) }, "KeyError: For 'insert_child_to_cell', the fc child cell already exists in the network."},
		{"param where a cell is", func() { b.InsertParamToCell("fc", param("x", 1)) }, "KeyError: For 'insert_param_to_cell', the fc parameter already exists in the network.Cannot insert another parameter with the same name."},
		{"nil param", func() { b.InsertParamToCell("w", nil) }, "TypeError: For 'insert_param_to_cell', the argument 'param' must be 'Parameter' if not None"},
		{"no cell in sequence", func() { nn.NewSequentialCell(3) }, "TypeError: For 'SequentialCell', the elements of 'cells' must be Cell, but got int."},
		{"index", func() { two.At(1) }, "IndexError: For 'SequentialCell', the value of 'index' must be a number in range [-1, 1), but got 1."},
		{
			"option", func() { nn.NewReLU(nn.HasBias(true)) },
			"TypeError: For 'ReLU', got an unexpected option nn.HasBias; its options are none.",
		},
		{"dict", func() { b.ParametersDict().Get("x") }, "KeyError: 'x'"},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}

// TestConcurrentCalls checks that goroutines may make the first call of a network, and differentiate it, at the same
// time.
func TestConcurrentCalls(t *testing.T) {
	net := newBlock()
	x := tensor.Ones(1, 3)
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 20 {
				g := grad.GradBy(net, net.fc.Weight)(x)
				if got := g[0].String(); got != "[[2. 2. 2.]\n [2. 2. 2.]]" {
					t.Errorf("gradient %s", got)
				}
			}
		}()
	}
	wg.Wait()
}
