package port

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/symbols"
)

func translator(t *testing.T) *Translator {
	t.Helper()
	world, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	p, err := New(world)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCells has Python beside the Go that docs/dialect.md asks for.
func TestCells(t *testing.T) {
	const imports = "import numpy as np\nimport mindspore as ms\n" +
		"from mindspore import nn, ops, Tensor, Parameter, COOTensor\n" +
		"from mindspore.experimental import optim\nimport mindspore.dataset as ds\n" +
		"from mindspore.dataset import vision, transforms\n"
	for _, c := range []struct{ python, goes string }{
		{"Tensor([[0.8, 0.6], [1.8, 1.3]], ms.float32)", "tensor.New([][]float32{{0.8, 0.6}, {1.8, 1.3}})"},
		{"Tensor(np.array([1, 2]), ms.float32)", "tensor.New([]float32{1, 2})"},
		{"Tensor(2, ms.int32)", "tensor.New(2, tensor.Int32)"},
		{"np.array([1.0, 2.0])", "tensor.New([]float64{1, 2})"},
		{"nn.Dense(2, 1, has_bias=False)", "nn.NewDense(2, 1, nn.HasBias(false))"},
		{
			`nn.Conv2d(1, 2, kernel_size=2, pad_mode="valid", weight_init="ones")`,
			`nn.NewConv2d(1, 2, 2, nn.PadMode("valid"), nn.WeightInit("ones"))`,
		},
		{"nn.Conv2d(1, 2, 3, 2, 'pad', 1)", `nn.NewConv2d(1, 2, 3, nn.Stride(2), nn.PadMode("pad"), nn.Padding(1))`},
		{
			"Parameter(Tensor([6.0], ms.float32), name='w', requires_grad=False)",
			`nn.NewParameter(tensor.New([]float32{6}), "w", nn.RequiresGrad(false))`,
		},
		{
			"nn.Momentum(nn.Dense(2, 1).trainable_params(), learning_rate=0.1, momentum=0.9)",
			"optim.NewMomentum(nn.NewDense(2, 1).TrainableParams(), 0.1, 0.9)",
		},
		{
			"nn.Adadelta(nn.Dense(2, 1).trainable_params(), learning_rate=0.5, rho=0.8)",
			"optim.NewAdadelta(nn.NewDense(2, 1).TrainableParams(), 0.5, optim.Rho(0.8))",
		},
		{
			"optim.Adam(nn.Dense(2, 1).trainable_params(), lr=0.1)",
			"experimental.NewAdam(nn.NewDense(2, 1).TrainableParams(), 0.1)",
		},
		{
			"optim.lr_scheduler.StepLR(optim.SGD(nn.Dense(2, 1).trainable_params(), lr=0.1), step_size=30, gamma=0.5)",
			"experimental.NewStepLR(experimental.NewSGD(nn.NewDense(2, 1).TrainableParams(), 0.1), 30, experimental.Gamma(0.5))",
		},
		{
			"COOTensor(Tensor([[0, 1], [1, 2]], ms.int32), Tensor([1, 2], ms.float32), (3, 4))",
			"sparse.NewCOOTensor(tensor.New([][]int32{{0, 1}, {1, 2}}), tensor.New([]float32{1, 2}), 3, 4)",
		},
		{"vision.Normalize(mean=(0.5,), std=(0.25,))", "vision.NewNormalize([]float64{0.5}, []float64{0.25})"},
		{"transforms.TypeCast(ms.int32)", "transforms.NewTypeCast(tensor.Int32)"},
		{
			"ds.NumpySlicesDataset(Tensor([1.0, 2.0]), ['x'], shuffle=False).map([vision.HWC2CHW()], 'x')",
			"data.Slices(tensor.New([]float32{1, 2})).Rename(\"x\").Map([]transforms.Op{vision.NewHWC2CHW()}, \"x\")",
		},
		{
			"nn.CellDict({'a': nn.ReLU(), 'b': nn.Tanh()})",
			`nn.NewCellDict(nn.Named{Name: "a", Cell: nn.NewReLU()}, nn.Named{Name: "b", Cell: nn.NewTanh()})`,
		},
		{
			"nn.FixedLossScaleUpdateCell(212).get_loss_scale()",
			"int(train.NewFixedLossScaleUpdateCell(212).GetLossScale())",
		},
		{
			"nn.TimeDistributed(nn.ReLU(), time_axis=1, reshape_with_axis=0)",
			"nn.NewTimeDistributed(nn.NewReLU(), 1, 0)",
		},
		{"nn.PSNR(max_val=255.0)", "nn.NewPSNR(nn.MaxVal(255.0))"},
		{"ops.ReduceSum(keep_dims=True)", "func(x *Tensor, axis ...int) *Tensor { return x.SumAxes(axis, true) }"},
		{"Tensor([2.0, 1.0]).std()", "tensor.New([]float32{2, 1}).Std()"},
		{"ops.std(Tensor([2.0, 1.0]), 0, 1, True)", "tensor.New([]float32{2, 1}).StdAxes([]int{0}, 1, true)"},
		{"ops.var(Tensor([2.0, 1.0]), axis=(0, 1))", "tensor.New([]float32{2, 1}).Var(0, 1)"},
		{"ops.quantile(Tensor([2.0, 1.0]), 0.5, keepdims=True)", "tensor.New([]float32{2, 1}).QuantileAxes(0.5, nil, true)"},
		{"ops.argsort(Tensor([2.0, 1.0]), descending=True)", "tensor.New([]float32{2, 1}).ArgSortAlong(-1, true)"},
		{"Tensor([2.0, 1.0]).argsort(0)", "tensor.New([]float32{2, 1}).ArgSort(0)"},
		{"ops.one_hot(Tensor([1], ms.int32), 3)", "tensor.New([]int32{1}).OneHot(3)"},
		{"ops.one_hot(Tensor([1], ms.int32), 3, 2.0, 0.5, 0)", "tensor.New([]int32{1}).OneHotOf(3, 2.0, 0.5, 0)"},
		{"ops.eye(2, 3, ms.int32)", "tensor.EyeOf(tensor.Int32, 2, 3)"},
		{"ops.fill(ms.float32, (2, 3), 1.5)", "tensor.Full([]int{2, 3}, 1.5, tensor.Float32)"},
		{"ops.norm(Tensor([2.0, 1.0]))", "ops.Norm(tensor.New([]float32{2, 1}))"},
		{"ops.nanmean(Tensor([2.0, 1.0]), 0, keepdims=True)", "tensor.New([]float32{2, 1}).NanMeanAxes([]int{0}, true)"},
		{"ops.nansum(Tensor([2.0, 1.0]))", "tensor.New([]float32{2, 1}).NanSum()"},
		{"ops.dist(Tensor([2.0, 1.0]), Tensor([1.0]))", "ops.Dist(tensor.New([]float32{2, 1}), tensor.New([]float32{1}), 2)"},
		{"ops.norm(Tensor([2.0, 1.0]), 2, 0)", "tensor.New([]float32{2, 1}).NormBy(2, []int{0}, false)"},
		{
			"ops.pad(Tensor([2.0, 1.0]), [1, 2], 'reflect')",
			`ops.Pad(tensor.New([]float32{2, 1}), []int{1, 2}, ops.PaddingMode("reflect"))`,
		},
		{"ops.CumSum(exclusive=True)", "func(x *Tensor, axis int) *Tensor { return x.CumSumAlong(axis, true, false) }"},
		{"ops.CumSum()", "ops.CumSum"},
		{"ops.aminmax(Tensor([1, 2]))", "py.Tensors(ops.AMinMax(tensor.New([]int{1, 2}), []int{0}, false))"},
		{"ops.LayerNorm()", "ops.LayerNormMoments"},
		{
			"ops.LayerNorm(2)",
			"func(x, gamma, beta *Tensor) (*Tensor, *Tensor, *Tensor) {\n\t" +
				"return ops.LayerNormMoments(x, gamma, beta, ops.BeginNormAxis(2))\n}",
		},
		{
			"ops.Dropout3D(keep_prob=0.25)",
			"func(x *Tensor) (*Tensor, *Tensor) { return ops.Dropout3DMask(x, 0.25) }",
		},
		{"ops.Dropout()", "func(x *Tensor) (*Tensor, *Tensor) { return ops.DropoutMask(x, 0.5) }"},
		{"ops.Sort(descending=True)", "func(x *Tensor) (*Tensor, *Tensor) { return x.SortAlong(-1, true) }"},
		{"ops.bincount(Tensor([1, 2]), minlength=7)", "ops.Bincount(tensor.New([]int{1, 2}), nil, 7)"},
		{"ops.std(Tensor([1.0, 2.0]), ddof=True)", "tensor.New([]float32{1, 2}).StdAxes(nil, 1, false)"},
		{
			"ops.topk(Tensor([1.0, 2.0]), 1, largest=False)",
			"py.Tensors(tensor.New([]float32{1, 2}).TopKAlong(1, -1, false))",
		},
		{"ops.IndexAdd(axis=1)", "func(x, index, source *Tensor) *Tensor { return ops.IndexAdd(x, 1, index, source, 1) }"},
		{"ops.ScatterNdAdd(use_locking=False)", "ops.ScatterNdAdd"},
		{"nn.AdaptiveAvgPool2d((None, 5))", "nn.NewAdaptiveAvgPool2d([]int{0, 5})"},
		{"nn.Dense(2, 1, 'ones', None, False)", `nn.NewDense(2, 1, nn.WeightInit("ones"), nn.HasBias(false))`},
		{"Tensor([1.0, 2.0]).std(0, 1)", "tensor.New([]float32{1, 2}).StdAxes([]int{0}, 1, false)"},
		{"ops.Squeeze(2)", "func(x *Tensor) *Tensor { return ops.Squeeze(x, 2) }"},
		{"ops.GradOperation(get_all=True, sens_param=True)", "grad.GradOperation{GetAll: true, SensParam: true}"},
	} {
		cells := translator(t).Page([]string{imports, "v = " + c.python})
		if want := "v := " + c.goes; cells[1].Go != want || len(cells[1].Left) > 0 {
			t.Errorf("%s\ngot  %s\nwant %s", c.python, cells[1].Go, want)
		}
	}
}

// TestSignatures looks up what the table of signatures names: functions, parameters and options.
func TestSignatures(t *testing.T) {
	p := translator(t)
	for key, sg := range signatures() {
		section, name, _ := strings.Cut(key, ".")
		if o, ok := p.lib.find(section, name).(*types.TypeName); ok && p.lib.find(section, "New"+name) == nil {
			for _, param := range sg.params {
				if !isIn(param.to, "", "_") && p.lib.fieldOf(o.Type(), fold(param.to)) == "" {
					t.Errorf("%s has no field %s", key, param.to)
				}
			}
			continue
		}
		var f *types.Func
		switch section {
		case "ops", "mint", "classes", "fft":
			if f = p.lib.op(name); sg.goes != "" {
				f = p.lib.op(sg.goes)
			}
		case "nn", "experimental", "optim", "train", "transforms", "vision":
			f, _ = p.lib.find(section, "New"+name).(*types.Func)
			if rates, ok := strings.CutSuffix(name, "_lr"); ok {
				f, _ = p.lib.find(section, rates+"_rates").(*types.Func)
			}
		case "np":
			f, _ = p.lib.find("np", name).(*types.Func)
		}
		if f == nil {
			t.Errorf("%s: there is no such function", key)
			continue
		}
		sig := f.Signature()
		for _, param := range sg.params {
			found := isIn(param.to, "", "_")
			for i := range sig.Params().Len() {
				found = found || fold(sig.Params().At(i).Name()) == fold(param.to)
			}
			if found {
				continue
			}
			last := sig.Params().At(sig.Params().Len() - 1)
			s, ok := last.Type().(*types.Slice)
			if !ok || !sig.Variadic() || !p.hasOption(packageOf(section), param.to, s.Elem()) {
				t.Errorf("%s: %s has no parameter or option %s", key, f.Name(), param.to)
			}
		}
	}
}

// packageOf is the package of the functions in a section of the table.
func packageOf(section string) string {
	if section == "classes" {
		return "ops"
	}
	return section
}

// TestTypesFromCalls has a function whose calls follow in another cell.
func TestTypesFromCalls(t *testing.T) {
	cells := translator(
		t,
	).Page([]string{"def scale(n, by, name='x', unused=None):\n    return name * n, by * 2", "scale(2, 1.5)"})
	if want := "func scale(n int, by float64, name string) (string, float64) {\n" +
		"\treturn strings.Repeat(name, max(n, 0)), by * 2.0\n}"; cells[0].Go != want {
		t.Errorf("got\n%s\nwant\n%s", cells[0].Go, want)
	}
}

// TestClassInLaterCell has a function whose argument is of a class that a later cell defines.
func TestClassInLaterCell(t *testing.T) {
	cells := translator(t).Page([]string{
		"from mindspore import nn", "def count(net):\n    return len(net.trainable_params())",
		"class Net(nn.Cell):\n    def construct(self, x):\n        return x\n\ncount(Net())",
	})
	if want := "func count(net nn.Layer) int {\n\treturn len(net.CellBase().TrainableParams())\n}"; cells[1].Go != want {
		t.Errorf("got\n%s\nwant\n%s", cells[1].Go, want)
	}
}

// TestSameAgain translates a page twice: nothing depends on the order of maps.
func TestSameAgain(t *testing.T) {
	page := []string{
		"from mindspore import nn, ops, Tensor\nimport mindspore as ms\nimport numpy as np",
		"class Net(nn.Cell):\n    def __init__(self, n):\n        super().__init__()\n" +
			"        self.fc = nn.Dense(in_channels=n, out_channels=1, weight_init='ones', has_bias=False)\n" +
			"        self.conv = ops.Conv2D(out_channel=32, kernel_size=3, stride=2, pad=1, pad_mode='pad')\n\n" +
			"    def construct(self, x):\n        return self.fc(x)",
		"net = Net(3)\ny = {k: v for k, v in zip(['a'], [1])}\nprint(net(Tensor(np.ones((2, 3)), ms.float32)), y)",
	}
	first := translator(t).Page(page)
	for range 5 {
		if again := translator(t).Page(page); !slices.EqualFunc(
			first,
			again,
			func(a, b Cell) bool { return a.Go == b.Go && slices.Equal(a.Left, b.Left) },
		) {
			t.Fatalf("first\n%v\nthen\n%v", first, again)
		}
	}
	for _, c := range first {
		if len(c.Left) > 0 {
			t.Errorf("%s\n%v", c.Go, c.Left)
		}
	}
}

// TestEveryday has what pages say between the calls of a framework.
func TestEveryday(t *testing.T) {
	const imports = "import numpy as np\nimport mindspore as ms\nfrom mindspore import nn, ops, Tensor\n"
	const x = "x = Tensor([[1.0, 2.0]])\n"
	for _, c := range []struct{ python, goes string }{
		{x + "print(x[:, np.newaxis])", "x.At(tensor.All(), tensor.NewAxis)"},
		{x + "print(x[np.newaxis])", "x.At(tensor.NewAxis)"},
		{"n = 3\nassert n % 2 == 1, f'{n} is even'", "\tpanic(fmt.Sprintf(\"%v is even\", n))\n"},
		{"n = 3\nassert n > 0, n", "\tpanic(py.Str(n))\n"},
		{"n = 3\nassert n > 0", "\tpanic(\"assertion failed\")\n"},
		{"print('a-b-c'.replace('-', '+', 1))", `strings.Replace("a-b-c", "-", "+", 1)`},
		{"for k, v in sorted({'b': 1, 'a': [2]}.items()):\n    print(k, v)", "py.Compare(a[:1], b[:1])"},
		{ // gofmt does not know such indices
			"class Net(nn.Cell):\n    def construct(self, x, i):\n        if i > 0:\n            x = x[:, i] + x[x.shape[0] - 1:, ::2]\n" +
				"        return x\n\nNet()(Tensor([[1.0]]), 1)",
			"\tif i > 0 {\n\t\tx = x[:, i] + x[x.Shape()[0] - 1:, ::2]\n\t}\n\treturn x\n}",
		},
	} {
		cells := translator(t).Page([]string{imports, c.python})
		if !strings.Contains(cells[1].Go, c.goes) || len(cells[1].Left) > 0 {
			t.Errorf("%s\ngot\n%s\nwithout %s; left %v", c.python, cells[1].Go, c.goes, cells[1].Left)
		}
	}
}
