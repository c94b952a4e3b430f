package notebooks

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var (
	pagesDir   = flag.String("pages", "../../shared/tutorials", "the folder of the recorded pages, which are not ours to ship")
	portFloors = flag.Bool("port-floors", false, "write the floors of TestPortPages anew")
)

const floorsFile = "testdata/port.floors"

// TestPortPages translates the tutorials, which are kept outside, prints a table, and fails where fewer cells of a
// page are same or random than the file of floors says.
func TestPortPages(t *testing.T) {
	root, err := filepath.Abs(*pagesDir)
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(root, "*", "*.ipynb"))
	if err != nil || len(pages) == 0 {
		if os.Getenv("CI") == "true" {
			t.Fatalf("there are no pages in %s", root)
		}
		t.Skipf("there are no pages in %s", root)
	}
	floors := readFloors(t)
	var table, lines strings.Builder
	fmt.Fprintf(&table, "%-52s %6s %6s %6s %6s %6s\n", "page", "cells", "same", "random", "differ", "left")
	total := map[PortVerdict]int{}
	all := 0
	for _, page := range pages {
		nb, err := ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		cells, err := portAside(context.Background(), nb, 5*time.Minute)
		if err != nil {
			t.Errorf("%s: %v", page, err)
			continue
		}
		name := strings.TrimSuffix(filepath.Base(page), ".ipynb")
		row(&table, name, len(cells), func(v PortVerdict) int { return CountPorted(cells, v) })
		all += len(cells)
		for _, v := range PortVerdicts {
			total[v] += CountPorted(cells, v)
		}
		good := CountPorted(cells, PortSame) + CountPorted(cells, PortRandom)
		fmt.Fprintf(&lines, "%s %d\n", name, good)
		if floor, ok := floors[name]; !*portFloors && (!ok || good < floor) {
			t.Errorf("%s: %d cells are same or random, the floor is %d", name, good, floor)
		}
		for _, c := range cells {
			if c.Verdict == PortDifferent || c.Verdict == PortLeft {
				t.Logf("%s cell %d: %s %s", name, c.Number, c.Verdict, strings.Join(c.Reasons, "; "))
			}
		}
	}
	row(&table, "all", all, func(v PortVerdict) int { return total[v] })
	fmt.Print(table.String())
	fmt.Printf("%.1f %% same or random\n", 100*float64(total[PortSame]+total[PortRandom])/float64(all))
	if *portFloors {
		if err := os.WriteFile(floorsFile, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func row(b *strings.Builder, name string, cells int, count func(PortVerdict) int) {
	fmt.Fprintf(b, "%-52s %6d", name, cells)
	for _, v := range PortVerdicts {
		fmt.Fprintf(b, " %6d", count(v))
	}
	b.WriteString("\n")
}

func readFloors(t *testing.T) map[string]int {
	floors := map[string]int{}
	text, err := os.ReadFile(floorsFile)
	if err != nil {
		t.Log(err)
	}
	for line := range strings.Lines(string(text)) {
		var name string
		n := 0
		if _, err := fmt.Sscan(line, &name, &n); err != nil {
			t.Fatalf("%s: %q: %v", floorsFile, line, err)
		}
		floors[name] = n
	}
	return floors
}

// TestPortPython ports cells whose outputs CPython has recorded (testdata/port/record.py), those of mint with PyTorch.
func TestPortPython(t *testing.T) {
	for _, page := range []string{"python", "mint", "arrays"} {
		nb, err := ReadFile("testdata/port/" + page + ".ipynb")
		if err != nil {
			t.Fatal(err)
		}
		cells, err := portAside(context.Background(), nb, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cells {
			if c.Verdict != PortSame {
				t.Errorf("%s, cell %d: %s %s\n%s\nwant\n%s\ngot\n%s",
					page, c.Number, c.Verdict, strings.Join(c.Reasons, "; "), c.Go, c.Recorded, c.Shown)
			}
		}
	}
}

// TestPortRefused has cells that are left, with the reason, and what is still translated beside them.
func TestPortRefused(t *testing.T) {
	for _, c := range []struct{ python, reason, gives string }{
		{
			"for i in range(2):\n    try:\n        break\n    finally:\n        i = 3\nprint(7)",
			"line 3: break in a try block", "7\n",
		},
		{"try:\n    x = 1 / 2\nexcept ZeroDivisionError:\n    x = 3\nprint(7)", "line 3: the exception ZeroDivisionError", "7\n"},
		{
			"try:\n    x = 2\nexcept ValueError as e:\n    print(type(e))\nprint(7)",
			"line 3: an exception that is not just printed", "7\n",
		},
		{
			"for i in range(2):\n    try:\n        break\n    except ValueError:\n        pass\nprint(7)",
			"line 3: break in a try block", "7\n",
		},
		{"for i in range(2):\n    try:\n        i + 1\n    except ValueError:\n        break\nprint(7)", "line 5: break in an except block", "7\n"},
		{
			"n = 0\ntry:\n    print(1 / n)\nexcept Exception:\n    print(0)\nprint(7)",
			"line 3: a division in a try block, which may be by zero", "7\n",
		},
		{"raise KeyError('a')", "line 1: raising this kind of exception", ""},
		{"raise ValueError(3)", "line 1: an exception whose argument has this type", ""},
		{"import pandas as pd\ny = pd.DataFrame()\nprint(1)", "line 2: pandas.DataFrame has no counterpart", "1\n"},
		{"async def f():\n    pass", "line 1: async is not supported", ""},
		{"def f(**args):\n    return args\n\nprint(2)\nf(a=1)", "line 5: the argument a of this call", "2\n"},
		{
			"from mindspore import nn\ndef f(kind, n):\n    return kind(n)\n\nf(nn.BatchNorm2d, 1)\nf(nn.BatchNorm1d, 1)\nprint(3)",
			"line 6: the parameter kind is a different class in another call", "3\n",
		},
		{
			"def f():\n    return 1\n\ndef g():\n    return 2\n\nfor h in (f, g):\n    print(h.__name__)",
			"line 8: __name__ of a value of this type", "",
		},
		{"class A(B):\n    pass\nprint(3)", "line 1: a class that extends an unknown class", "3\n"},
		{
			"from mindspore import nn\nclass A(nn.Cell):\n    pass\nclass B(A):\n    pass\nfor _, c in nn.SequentialCell([A(), B()]).cells_and_names():\n    if isinstance(c, A):\n        print(1)",
			"line 7: isinstance with a class that has subclasses", "",
		},
		{"class A:\n    def f(self):\n        return super().g()\nprint(3)", "line 3: super().g", "3\n"},
		{
			"from mindspore import ops, Tensor\nx = ops.abs(Tensor(2)).item()\nprint([x * 3])\nprint(x)",
			"line 3: a number that may be a float or an integer", "2\n",
		},
		{
			"x = unknown + 1\nprint(x)\nprint(4)", "line 1: the name unknown is unknown; line 2: x, which is not ported",
			"4\n",
		},
		{"with open('x') as f:\n    pass", "line 1: a with block other than no_grad() and a progress bar", ""},
		{"from mindspore import nn\nc = nn.Conv2d(1, 2, 3, nonsense=4)", "line 2: the argument nonsense: package nn has no such option", ""},
		{
			"from mindspore import ops, Tensor\nprint(ops.cumsum(Tensor([1., 2.]), 0, dtype=1))",
			"line 2: the argument dtype of this call", "",
		},
		{"x = {1, 2}\nfor i in x:\n    print(i)", "line 2: the order of a set", ""},
		{"x = set('abc')\nprint(x)", "line 2: printing a value of this type", ""},
		{"x = list({'a', 'b'})\nprint(x[0])", "line 2: an index into a value of this type", ""},
		{"a, *b = (1, 'a', 2.5)", "line 1: * on the left of an assignment", ""},
		{"l = [1, 2]\nprint(l[-1], l.pop())", "line 2: pop in this context", ""},
		{
			"class A:\n    def __init__(self, x):\n        self.x = x\n    def __eq__(self, o):\n        return self.x == o.x\nprint([A(1)] == [A(1)])",
			"line 6: a comparison of values of these types", "",
		},
		{
			"class A:\n    def __init__(self, x):\n        self.x = x\n    def __add__(self, o):\n        print('add')\n        return self\nprint(A(1) + A(2))",
			"line 7: an operator whose method has side effects", "",
		},
		{
			"def f(n=None):\n    return n\n\nf(1)\nf(2.5)",
			"line 4: the parameter n is an integer in some calls only", "2.5\n",
		},
		{
			"class A:\n    n = 0\n\nA.n += 1",
			"line 2: this kind of attribute of a class; line 4: the operator + between values of these types", "",
		},
		{
			"rows = [[1, 'a'], [2, 'b']]\nrows[0][1] = 3\nprint(4)",
			"line 2: an element that changes its type", "4\n",
		},
		{
			"class A:\n    l = [1]\n    def f(self):\n        self.l.append(2)\nprint(3)",
			"line 2: this kind of attribute of a class", "3\n",
		},
		{
			"import numpy as np\nx = np.ones(2)\nprint(x.base is None)",
			"line 3: tensors have no counterpart of the attribute base", "",
		},
		{"for v in (1.5, 2):\n    print(v)", "line 1: a loop over a value of this type", ""},
		{"l = [1, 2]\nl.insert(-1, 3)", "line 2: insert at a variable or negative index", ""},
		{"def f(x):\n    if isinstance(x, int):\n        return 1\n    return 2", "line 2: isinstance in this context", ""},
		{"!ls", "line 1: the IPython command !ls", ""},
		{
			"x = 1\nif x > 2:\n    y = 1\nelse:\n    y = 'a'\nprint(y)",
			"line 2: y changes its type; line 6: y, which is not ported", "",
		},
		{"a = [1]\nb = a\nb.append(2)\nprint(5)", "line 2: two names for one list; line 3: b, which is not ported", "5\n"},
		{
			"a = [[1]]\nb = a[0]\nb.append(2)\nfor c in a:\n    c.pop()\nprint(a)",
			"line 3: a change of a list that is also an element or an attribute; " +
				"line 5: a change of a list that is also an element or an attribute", "[[1]]\n",
		},
		{
			"from collections import deque\nr = {'a': deque(maxlen=2)}\nr['a'].append(1)\nd = deque([1], maxlen=2)\n" +
				"e = deque(maxlen=2)\ne.extend([1, 2, 3])",
			"line 3: a change of a deque inside another value; line 4: a deque of these elements with maxlen; " +
				"line 6: the method extend of a deque with maxlen", "",
		},
		{
			"def add(l):\n    l.append(1)\n\nx = [1]\nadd(x)",
			"line 2: a change of a list that is a parameter; line 5: add, which is not ported", "",
		},
		{"n = 1\ndef f(k=n):\n    return k\nn = 2\nprint(f())", "line 5: a default of k that Python evaluates only once", ""},
		{
			"def half(n):\n    if n > 4:\n        return 1\n    return 0.5\n\nprint(half(9))",
			"line 4: results of several types; line 6: half, which is not ported", "",
		},
		{
			"def show(v):\n    print(v)\n\nshow(1)\nshow(2.5)", "line 4: the parameter v is an integer in some calls only",
			"2.5\n",
		},
		{
			"x = 1.5\nif x > 1:\n    x = 2\nprint(x)",
			"line 2: x is sometimes an integer and sometimes a float; line 4: x, which is not ported", "",
		},
		{"x = f() or 5\nprint(6)", "line 1: the name f is unknown", "6\n"},
		{"x = len([1]) or 5\nprint(6)", "line 1: and or or between values that are not conditions", "6\n"},
		{"x = 0 or 'five'\nprint(6)", "line 1: a conditional expression with values of two types", "6\n"},
		{"def f(*args):\n    return len(args)\n\nx = f(1, 2)", "line 4: a value of this type for a * parameter", ""},
		{
			"from mindspore import Parameter, Tensor\ndef f(*args):\n    print(args[0])\n\nf(Parameter(Tensor([1.0]), " +
				"name='w'))",
			"line 5: a value of this type for a * parameter", "",
		},
		{"def f(a, *args, b=1):\n    return a", "line 1: a * parameter with these other parameters", ""},
		{
			"from mindspore import nn\nclass A(nn.Cell):\n    def __init__(self, p):\n" +
				"        super().__init__()\n        self.drop = p\n        if p:\n            self.drop = nn.Dropout(p=p)\n\n" +
				"    def construct(self, x):\n        print(self.drop)\n        return x\nA(0.5)",
			"line 7: the attribute drop has several types; line 12: A, which is not ported", "",
		},
		{"print(~1.5)", "line 1: the operator ~ on a value of this type", ""},
		{"import functools\n@functools.cache\ndef f(x):\n    return x", "line 2: the decorator of the function f", ""},
		{"import torch\nprint(torch.fft.fft([1]))", "line 2: torch.fft.fft has no counterpart", ""},
	} {
		nb := &Notebook{Minor: 4, Cells: []*Cell{{Type: "code", Source: c.python}, {Type: "code", Source: "x = 0"}}}
		cells, err := Port(context.Background(), nb, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		got := cells[0]
		if got.Verdict != PortLeft || strings.Join(got.Reasons, "; ") != c.reason || got.Shown != c.gives {
			t.Errorf("%q: %s %s, shows %q\n%s", c.python, got.Verdict, strings.Join(got.Reasons, "; "), got.Shown, got.Go)
		}
		for line := range strings.Lines(c.python) {
			if strings.Contains(c.reason, "line 1:") && strings.HasPrefix(c.python, line) && !strings.Contains(got.Go, "//\t"+strings.TrimRight(line, "\n")) {
				t.Errorf("%q: the Python is no comment of the cell:\n%s", c.python, got.Go)
			}
		}
	}
}

// TestPortMindSpore has cells whose values are arithmetic, or records of MindSpore's pages.
func TestPortMindSpore(t *testing.T) {
	const imports = "import numpy as np\nimport mindspore as ms\nfrom mindspore import nn, ops, Tensor, Parameter\n"
	for _, c := range []struct{ name, python, want string }{
		{"a method that returns the cell", "class Net(nn.Cell):\n    def construct(self, x):\n        print('run')\n        return x * x\n" +
			"net = Net().set_grad()\nx = Tensor([3.0])\ny = net(x)\nprint(ms.grad(net)(x))", "run\n[6.]\n"},
		{"tensors for * parameters", "def total(*args):\n    s = Tensor(0.0)\n    for a in args:\n        s = s + a\n    print(len(args), args[-1])\n    return s\n" +
			"print(total(Tensor([1.0]), Tensor([2.0])))", "2 [2.]\n[3.]\n"},
		{"inputs of construct", "class Net(nn.Cell):\n    def construct(self, *inputs):\n        return inputs[0] - inputs[1]\nprint(Net()(Tensor([5.0]), Tensor([3.0])))", "[2.]\n"},
		{"gradients of parameters by bprop", "class Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n" +
			"        self.w = Parameter(Tensor(np.array([2.0], np.float32)), name='w')\n        self.internal_params = [self.w]\n" +
			"    def construct(self, x):\n        return self.w * x\n    def bprop(self, *args):\n        return (self.w * args[-1],), {self.w: args[0] * args[-1]}\n" +
			"net = Net()\nprint(ms.grad(net, None, net.trainable_params())(Tensor([5.0])))", "(Tensor(shape=[1], dtype=Float32, value= [ 5.00000000e+00]),)\n"},
		{"classes that extend others", "class Block(nn.Cell):\n    def __init__(self, n):\n        super().__init__()\n" +
			"        self.dense = nn.Dense(n, n, weight_init='ones', bias_init='zeros')\n" +
			"    def construct(self, x):\n        return self.act(self.dense(x))\n    def act(self, x):\n        return x\n" +
			"class Relu(Block):\n    def act(self, x):\n        return ops.relu(x)\n" +
			"class Two(Relu):\n    def __init__(self, n, k):\n        super().__init__(n)\n        self.scale = Parameter(Tensor([k], ms.float32), name='scale')\n" +
			"    def construct(self, x):\n        return super().construct(x) * self.scale\n" +
			"print(Block(2)(Tensor([[-1.0, 0.5]])), Relu(2)(Tensor([[-1.0, 0.5]])), Two(2, 3)(Tensor([[1.0, 0.5]])))\n" +
			"print([p.name for p in Two(2, 3).trainable_params()])", "[[-0.5 -0.5]] [[0. 0.]] [[4.5 4.5]]\n['scale', 'dense.weight', 'dense.bias']\n"},
		{
			"an optimizer of one's own", "class Step(nn.Optimizer):\n    def __init__(self, params, learning_rate):\n        super().__init__(learning_rate, params)\n" +
				"        self.sums = self.parameters.clone(prefix='sums', init='zeros')\n    def construct(self, gradients):\n        lr = self.get_lr()\n        params = self.parameters\n" +
				"        for i in range(len(params)):\n            ops.assign(self.sums[i], self.sums[i] + gradients[i])\n            ops.assign(params[i], params[i] - self.sums[i] * lr)\n" +
				"        return params\nclass Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.w = Parameter(Tensor([1.0], ms.float32), name='w')\n" +
				"    def construct(self, x):\n        return self.w * x\nnet = Net()\nopt = Step(net.trainable_params(), 0.5)\nprint(net.w.asnumpy(), opt.parameters)",
			"[1.] (Parameter (name=w, shape=(1,), dtype=Float32, requires_grad=True),)\n",
		},
		{"an op with a mask", "drop = ops.Dropout2D(1.0)\nout, mask = drop(Tensor(np.ones((1, 2, 1, 1)), ms.float32))\nprint(out.sum(), mask.all())", "2.0 True\n"},
		{"an op that changes a variable", "w, m = Tensor([1.0, 2.0]), Tensor([0.5, 0.0])\nstep = ops.ApplyMomentum()\n" +
			"print(step(w, m, Tensor(0.5), Tensor([1.0, 4.0]), Tensor(0.5)), m)", "[0.375 0.   ] [1.25 4.  ]\n"},
		{"an error of tensors", "try:\n    ops.matmul(Tensor(np.ones((2, 3)), ms.float32), Tensor(np.ones((2, 3)), ms.float32))\nexcept ValueError:\n    print('shapes')", "shapes\n"},
		{"a scheduler", "from mindspore.experimental import optim\nopt = optim.SGD(nn.Dense(1, 1).trainable_params(), lr=0.8)\n" +
			"s = optim.lr_scheduler.StepLR(opt, step_size=1, gamma=0.5)\ns.step()\nprint(s.get_last_lr())", "[Tensor(shape=[], dtype=Float32, value= 0.4)]\n"},
		{"parts of parameters and cells", "net = nn.SequentialCell(nn.Dense(1, 1, weight_init='ones', has_bias=False), nn.ReLU(), nn.Dense(1, 1))\n" +
			"for p in net.trainable_params()[:2]:\n    print(p.name)\n" +
			"print([p.name for p in net.trainable_params()[-1:]], len(net[1:]), net[:-1](Tensor([[2.0]])))\n" +
			"cells = nn.CellList([nn.ReLU(), nn.Tanh()])\nfor c in cells[:1]:\n    print(c)", "0.weight\n2.weight\n['2.bias'] 2 [[2.]]\nReLU<>\n"},
		{"what runs the page", "print(ms.get_context('device_target'), ms.get_context('mode') == ms.PYNATIVE_MODE)\n" +
			"print(ms.float32 in (ms.float16, ms.float32), ms.int8 in [ms.float16])", "CPU True\nTrue False\n"},
		{"activations by name", "class Net(nn.Cell):\n    def __init__(self, name=None):\n        super().__init__()\n        self.act = nn.get_activation(name)\n" +
			"    def construct(self, x):\n        if self.act is not None:\n            x = self.act(x)\n        return x\n" +
			"x = Tensor([-1.0, 2.0])\nprint(Net()(x), Net('relu')(x))", "[-1.  2.] [0. 2.]\n"},
		{"a variable of several kinds of layers", "class Net(nn.Cell):\n    def __init__(self, alpha):\n        super().__init__()\n        act = nn.ReLU()\n" +
			"        if alpha > 0:\n            act = nn.LeakyReLU(alpha)\n        self.act = act\n    def construct(self, x):\n        return self.act(x)\n" +
			"print(Net(0)(Tensor([-1.0])), Net(0.5)(Tensor([-1.0])))", "[0.] [-0.5]\n"},
		{
			"sums as arguments",
			"keep = 0.75\nbn = ms.mint.nn.BatchNorm1d(1, momentum=keep - 0.25)\nbn.set_train()\nbn(Tensor([[1.0], " +
				"[3.0]]))\nprint(bn.moving_mean.asnumpy())",
			"[1.]\n",
		},
		{"parameters of two networks", "a, b = nn.Dense(1, 1, weight_init='ones'), nn.Dense(1, 1)\nfor p, q in zip(a.get_parameters(), b.get_parameters()):\n    q.set_data(p)\n" +
			"print(b.weight.asnumpy(), [p.name for p in list(a.get_parameters())])", "[[1.]] ['weight', 'bias']\n"},
		{
			"pairs in a variable", "n = 1\npairs = ((0, 0), (n, n + 1))\nprint(nn.Pad(pairs)(ops.ones((1, 1))))",
			"[[0. 1. 0. 0.]]\n",
		},
		{"progress bars", "from tqdm import tqdm\ntotal = 0\nwith tqdm(total=2) as bar:\n    bar.set_description('Epoch %i' % 1)\n    for x in Tensor([1.0, 2.0]):\n" +
			"        total = x + total\n        bar.set_postfix(loss=total)\n        bar.update(1)\nprint(total)\n" +
			"for i, x in enumerate(tqdm([3, 4], desc='x')):\n    print(i, x)\nprint([i for i in tqdm(range(3))])\n" +
			"bar = tqdm(range(2))\nfor i in bar:\n    print(i)\n    bar.set_postfix(loss=i)\nbar = tqdm(total=1)\nbar.update(1)", "3.0\n0 3\n1 4\n[0, 1, 2]\n0\n1\n"},
		{ // values of PyTorch
			"gradients of a function with defaults",
			"def loss(lp, old, adv, clip=0.2, mask=None):\n    r = ops.exp(lp - old)\n" +
				"    return -ops.minimum(r * adv, ops.clip_by_value(r, 1 - clip, 1 + clip) * adv).mean()\n" +
				"lp = Tensor([-0.1, -0.5, -1.0])\nadv = Tensor([-2.0, 1.0, 3.0])\n" +
				"value, grads = ms.value_and_grad(loss)(lp, lp - 0.3, adv)\n" +
				"print(value.round(4), ms.grad(loss)(lp, lp - 0.3, adv).round(4))",
			"-0.7001 [0.8999 0.     0.    ]\n",
		},
		{
			"parameters of a network for another",
			"a, b = nn.Dense(1, 1, weight_init='ones'), nn.Dense(1, 1)\n" +
				"ms.load_param_into_net(b, a.parameters_dict())\n" +
				"a.weight.set_data(Tensor([[3.0]]))\nprint(b.weight.asnumpy())",
			"[[1.]]\n",
		},
		{
			"element types of random tensors",
			"n = ops.randn((2, 3), dtype=ms.float16)\nk = ops.randint(0, 20, (4,), dtype=ms.int32)\n" +
				"print(n.shape, n.dtype, ops.rand(2, dtype=ms.float32).shape)\n" +
				"print(k.shape, k.dtype, ops.randint(0, 5, (1,)).dtype)",
			"(2, 3) Float16 (2,)\n(4,) Int32 Int64\n",
		},
		{
			"a parameter of two layers",
			"class Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n" +
				"        self.wte = nn.Embedding(2, 3, embedding_table='ones')\n" +
				"        self.head = nn.Dense(3, 2, has_bias=False)\n        self.head.weight = self.wte.embedding_table\n" +
				"    def construct(self, x):\n        return self.head(self.wte(x))\n" +
				"net = Net()\nprint(net(Tensor([1], ms.int32)), len(net.trainable_params()))",
			"[[3. 3.]] 1\n",
		},
		{"a sparse tensor", "from mindspore import COOTensor\nx = COOTensor(Tensor([[0, 1]], ms.int32), Tensor([3], ms.float32), (1, 2))\nprint(x.values, x.shape, x.astype(ms.float64).dtype)", "[3.] (1, 2) Float64\n"},
	} {
		nb := &Notebook{Minor: 4, Cells: []*Cell{{Type: "code", Source: imports + c.python}}}
		cells, err := Port(context.Background(), nb, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		if got := cells[0]; got.Shown != c.want || len(got.Reasons) > 0 {
			t.Errorf("%s: shows %q, want %q %v\n%s", c.name, got.Shown, c.want, got.Reasons, got.Go)
		}
	}
}

// TestPortEndless: a cell that does not end counts as different, and the page continues.
func TestPortEndless(t *testing.T) {
	nb := &Notebook{Minor: 4, Cells: []*Cell{{Type: "code", Source: "while True:\n    continue"}, {Type: "code", Source: "print(1)", Outputs: []Output{{Type: StreamOutput, Name: "stdout", Text: "1\n"}}}}}
	cells, err := Port(context.Background(), nb, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	if cells[0].Verdict != PortDifferent || cells[0].Shown != "still running after 1s\n" || cells[1].Verdict != PortSame {
		t.Errorf("got %s %q, then %s", cells[0].Verdict, cells[0].Shown, cells[1].Verdict)
	}
}

// TestRounded checks which texts count as equal although their numbers differ.
func TestRounded(t *testing.T) {
	for _, c := range []struct {
		want, got string
		equal     bool
	}{
		{"[1.58914644e-02]", "[1.58914626e-02]", true},
		{"0.86128530", "0.86128540", true},
		{"[5.0]", "[5.]", false},
		{"16 (2, 3)", "16 (2, 4)", false},
		{"1.5", "1.6", false},
		{"1.234567", "1.244567", false},
		{"Float32 1.234567", "Float16 1.234567", false},
		{"a 1.234567", "b 1.234567", false},
		{"1234567", "1234568", false},
	} {
		if got := rounded(c.want, c.got); got != c.equal {
			t.Errorf("rounded(%q, %q) = %v", c.want, c.got, got)
		}
	}
	if got := alike("[[ 1.0e+000,  2.]\n  [3. ]]\n\n"); got != "[[1.0e+00, 2.]\n[3.]]" {
		t.Errorf("alike gives %q", got)
	}
}
