package port

import "testing"

const sgdOfPage = "opt = optim.SGD(nn.Dense(2, 1).trainable_params(), 0.1)"

// pageCases have statements of Python beside the Go of the last of them.
var pageCases = []struct {
	name   string
	python []string
	goes   string
}{
	{
		"functions of the modules below ops",
		[]string{"x = Tensor([1, 2])", "y = ops.function.array_func.new_ones(x, (2, 3))"},
		"y := x.NewOnes(2, 3)",
	},
	{
		"sizes in a list with a star",
		[]string{"x = Tensor([[1, 2]])", "sizes = (2, 1)", "y = x.view(*sizes)"},
		"y := x.View(sizes...)",
	},
	{
		"sizes beside a star",
		[]string{"x = Tensor([[1, 2]])", "y = x.reshape(*x.shape[:1], 2)"},
		"y := x.Reshape(slices.Concat(x.Shape()[:1], []int{2})...)",
	},
	{
		"a tuple with a star",
		[]string{"x = Tensor([[1, 2]])", "y = ops.broadcast_to(x, (3, *x.shape))"},
		"y := ops.BroadcastTo(x, slices.Concat([]int{3}, x.Shape())...)",
	},
	{
		"sizes of random numbers",
		[]string{"x = Tensor([[1, 2]])", "y = np.random.rand(*x.shape)"},
		"y := np.Random.Rand(x.Shape()...)",
	},
	{
		"shapes among the results of a call",
		[]string{"def sizes(x):\n    return x.shape, x.ndim", "print(sizes(Tensor([1])))"},
		"print(func() py.Tuple {\n\tv0, v1 := sizes(tensor.New([]int{1}))\n\treturn py.Tuple{py.TupleOf(v0), v1}\n}())",
	},
	{
		"a shape among the results of a call",
		[]string{"def sizes(x):\n    return x.shape, x.ndim", "s = sizes(Tensor([1]))", "y = Tensor([1]).reshape(s[0])"},
		"y := tensor.New([]int{1}).Reshape(py.Ints(tensor.New(s[0]))...)",
	},
	{
		"results that are unpacked later",
		[]string{"def sizes(x):\n    return x.shape, x.ndim", "s = sizes(Tensor([1]))", "_, n = s"},
		"n := s[1].(int)",
	},
	{
		"the rest of a tuple of tensors",
		[]string{
			"def outputs(x, more):\n    y = (x, x + 1) if more else (x,)\n    return y", "x = Tensor([1])",
			"y = outputs(x, True)\nz = (x,) + y[1:]",
		},
		"y := outputs(x, true)\nz := slices.Concat(Tuple{x}, py.Slice(y, 1, nil, 1).(Tuple))",
	},
	{
		"a loop over lists of lists",
		[]string{"for a, b in [[1, 2], [3, 4]]:\n    print(a + b)"},
		"for _, row := range [][]int{{1, 2}, {3, 4}} {\n\ta := row[0]\n\tb := row[1]\n\tprint(a + b)\n}",
	},
	{
		"calls by a class that has a parameter which is always None",
		[]string{
			"def even(v, to, least=None):\n    if least is None:\n        least = to\n    return max(least, int(v) // to * to)",
			"class Net(nn.Cell):\n    def __init__(self, sizes=None, k=8):\n        super().__init__()\n" +
				"        self.sizes = sizes\n        if sizes is None:\n            self.sizes = [[1, 9], [2, 17]]\n" +
				"        self.n = 0\n        for _, c in self.sizes:\n            self.n += even(c * 1.0, k)\n\n" +
				"    def construct(self, x):\n        return x * self.n",
			"net = Net()",
		},
		"net := NewNet(8)",
	},
	{"round of a whole number", []string{"n = 3", "y = int(round(n * 6))"}, "y := n * 6"},
	{"a list with a star in print", []string{"l = [1, 2]", "print(*l)"}, "print(py.TupleOf(l)...)"},
	{"an axis of max_ext", []string{"x = Tensor([1, 2])", "y = ops.max_ext(x)"}, "y := x.Max()"},
	{
		"a list of rates, no scheduler",
		[]string{"lr = nn.cosine_decay_lr(0.01, 0.1, total_step=6, step_per_epoch=2, decay_epoch=2)"},
		"lr := optim.CosineDecayRates(0.01, 0.1, 6, 2, 2)",
	},
	{
		"rates that fall in stairs",
		[]string{"lr = nn.exponential_decay_lr(0.1, 0.9, 6, 2, 1, is_stair=True)"},
		"lr := optim.ExponentialDecayRates(0.1, 0.9, 6, 2, 1, optim.Stair(true))",
	},
	{
		"a scheduler that falls in stairs",
		[]string{"lr = nn.InverseDecayLR(0.1, 0.9, 4, True)"},
		"lr := optim.NewInverseDecayLR(0.1, 0.9, 4, optim.Stair(true))",
	},
	{
		"a pair of numbers for each axis",
		[]string{"pad = ops.Pad(((1, 0), (0, 2)))"},
		"pad := func(x *Tensor) *Tensor { return np.Pad(x, [][]int{[]int{1, 0}, []int{0, 2}}) }",
	},
	{
		"a class that is called where it is made",
		[]string{"y = ops.GeLU()(Tensor([1.0]))"},
		"y := ops.GeLU(tensor.New([]float32{1}))",
	},
	{
		"an index before its value",
		[]string{"least = ops.ArgMinWithValue(1)"},
		"least := func(x *Tensor) (*Tensor, *Tensor) {\n\tvalues, indices := ops.MinWithIndex(x, 1, false)\n" +
			"\treturn indices, values\n}",
	},
	{
		"values that bound a minimum",
		[]string{"x = Tensor([[1, 2]])", "y, i = ops.min(x, 1, initial=0)"},
		"y, i := ops.MinWithIndex(ops.Minimum(x, tensor.FullLike(x, 0)), 1, false)",
	},
	{
		"places of samples",
		[]string{"y = Tensor([1.0, 2.0])", "z = ops.trapz(y, Tensor([1.0, 3.0]), dim=0)"},
		"z := y.TrapzAt(tensor.New([]float32{1, 3}), 0)",
	},
	{
		"one diagonal",
		[]string{"x = Tensor([[1.0]])", "y = ops.matrix_diag_part(x, 0, 2.0, align='LEFT_LEFT')"},
		`y := ops.MatrixDiagPart(x, 0, 0, 2.0, "LEFT_LEFT")`,
	},
	{
		"diagonals that are a tensor",
		[]string{"x, k = Tensor([[1.0]]), Tensor([-1, 0])", "y = ops.matrix_set_diag(x, x, k)"},
		"diagonals := py.Ints(k)\n" +
			"y := ops.MatrixSetDiag(x, x, diagonals[0], diagonals[len(diagonals)-1], \"RIGHT_LEFT\")",
	},
	{"the columns of vander", []string{"x = Tensor([1.0])", "y = ops.vander(x)"}, "y := ops.Vander(x, x.Size())"},
	{
		"random numbers like integers",
		[]string{"x = Tensor([1])", "y = ops.randn_like(x, dtype=ms.float16)"},
		"y := ops.RandnLike(x.AsType(tensor.Float16))",
	},
	{
		"partial, by place and by name",
		[]string{"def f(x, y, z):\n    return x + y * z", "g = functools.partial(f, 1, z=2)", "v = g(3)"},
		"v := func(y int) int { return f(1, y, 2) }(3)",
	},
	{
		"a tuple mapped",
		[]string{"m = ops.HyperMap()", "y = m(ops.Square(), (Tensor([1]), Tensor([2])))"},
		"y := m(ops.Square, Tuple{tensor.New([]int{1}), tensor.New([]int{2})}).Tuple()",
	},
	{
		"partial of an op",
		[]string{"x = Tensor([1])", "g = ops.partial(ops.Add(), x)"},
		"g := ops.Partial(ops.Add, x)",
	},
	{
		"the op Print",
		[]string{"x = Tensor([1])", "ops.Print()('x', x)"},
		`func(values ...any) { print(py.Lines(values...)) }("x", x)`,
	},
	{
		"a class with settings",
		[]string{"x = Tensor([[1]])", "y = ops.UpperBound(ms.int64)(x, x)"},
		"y := func(x, values *Tensor) *Tensor { return ops.UpperBound(x, values).AsType(tensor.Int64) }(x, x)",
	},
	{
		"a function for a scheduler",
		[]string{sgdOfPage, "s = optim.lr_scheduler.LambdaLR(opt, lambda epoch: 0.5 * epoch)"},
		"s := experimental.NewLambdaLR(opt, func(epoch int) float64 { return 0.5 * float64(epoch) })",
	},
	{
		"epochs with fractions",
		[]string{sgdOfPage, "s = optim.lr_scheduler.CosineAnnealingWarmRestarts(opt, 2)", "s.step(0.5)"},
		"s.StepTo(0.5)",
	},
	{
		"settings by place",
		[]string{sgdOfPage, "s = optim.lr_scheduler.ReduceLROnPlateau(opt, 'max', 0.5)"},
		`s := experimental.NewReduceLROnPlateau(opt, experimental.Mode("max"), experimental.Factor(0.5))`,
	},
	{
		"functions of a graph",
		[]string{
			"add = ops.MultitypeFuncGraph('add')",
			"@add.register('Tensor', 'Number')\ndef of_tensors(x, y):\n    return x * y",
		},
		"add = add.Register(func(x *Tensor, y int) *Tensor {\n\treturn x * y\n})\n" +
			"add = add.Register(func(x *Tensor, y float64) *Tensor {\n\treturn x * y\n})",
	},
}

func TestPages(t *testing.T) {
	const imports = "import functools\nimport numpy as np\nimport mindspore as ms\n" +
		"from mindspore import nn, ops, Tensor\nfrom mindspore.experimental import optim\n"
	for _, c := range pageCases {
		cells := translator(t).Page(append([]string{imports}, c.python...))
		if got := cells[len(cells)-1]; got.Go != c.goes || len(got.Left) > 0 {
			t.Errorf("%s:\ngot  %s\nwant %s", c.name, got.Go, c.goes)
		}
	}
}

// TestLeftForms has calls that have no Go: they are left, not guessed.
func TestLeftForms(t *testing.T) {
	const imports = "import mindspore as ms\nfrom mindspore import nn, ops, Tensor\n" +
		"from mindspore.experimental import optim\n" +
		"opt = optim.SGD(nn.Dense(2, 1).trainable_params(), 0.1)\nadd = ops.MultitypeFuncGraph('add')\nx = Tensor([1])"
	for _, c := range []struct{ python, why string }{
		{"y = ops.min(x, 0, where=x)", "the argument where of this call"},
		{"y = ops.uniform_(x, 1, 2)", "ops.uniform_ has no counterpart"},
		{"def f(*all):\n    return all\n\ny = ops.partial(f, x)", "partial of a function with *args"},
		{"y = ops.nothing_like_it(x)", "ops.nothing_like_it has no counterpart"},
		{
			"y = optim.lr_scheduler.StepLR(opt, 2, last_epoch=3)",
			"the argument last_epoch: package experimental has no such option",
		},
		{
			"y = optim.lr_scheduler.LambdaLR(opt, lambda epoch, more: 0.5)",
			"a value of this type for an argument of type func(int) float64",
		},
		{
			"@add.register('Tensor', 'Number')\ndef f(x):\n    return x",
			"register with types that do not match the parameters",
		},
		{"@add.register('Function')\ndef f(x):\n    return x", "register with this type"},
	} {
		cells := translator(t).Page([]string{imports, c.python})
		if left := cells[1].Left; len(left) == 0 || left[len(left)-1].Reason != c.why {
			t.Errorf("%s: got %v, want %s\n%s", c.python, left, c.why, cells[1].Go)
		}
	}
}
