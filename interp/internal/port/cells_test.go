package port

import (
	"strings"
	"testing"
)

// TestCellAttributes has buffers and flags, which are no fields, and calls of layers whose results are tuples.
func TestCellAttributes(t *testing.T) {
	const imports = "import mindspore as ms\nfrom mindspore import nn, Tensor\nfrom collections import OrderedDict\n"
	const net = "class Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n" +
		"        self.register_buffer('mean', Tensor([1.0]))\n\n    def construct(self, x):\n" +
		"        self.mean = self.mean + x\n        return x * self.mean\n\nnet = Net()\n"
	for _, c := range []struct{ python, goes string }{
		{net + "net.mean", `n.RegisterBuffer("mean", n.GetBuffer("mean")+x)`},
		{net + "net.mean", "return x * n.GetBuffer(\"mean\")\n}"},
		{net + "net.mean", `net.GetBuffer("mean")`},
		{net + "for name, b in net.named_buffers():\n    print(name, b)", "name := row.Name\n\tb := row.Buffer"},
		{
			net + "net.add_flags(fast=True)\nprint(net.fast)",
			"net.AddFlags(map[string]any{\"fast\": true})\nprint(net.GetFlags()[\"fast\"])",
		},
		{net + "net.phase = 'train'", "net := NewNet()"},
		{
			"class Loose(nn.Cell):\n    def __init__(self, prefix=True):\n        super().__init__(auto_prefix=prefix)\n\n" +
				"Loose(False)",
			"l.AutoPrefix(prefix)",
		},
		{"pool = nn.MaxPool2d(2, return_indices=True)\ny, i = pool(Tensor([[[1.0]]]))", "y, i := pool.WithIndices("},
		{
			"class Block(nn.SequentialCell):\n    def __init__(self, layers):\n        super().__init__(layers)\n\n" +
				"class Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n" +
				"        self.block = Block([nn.Dense(1, 1), nn.ReLU()])\n\n    def construct(self, x):\n" +
				"        return self.block(x) + 1\n\nNet()(Tensor([[1.0]]))",
			"\tfor _, cell := range nn.NewSequentialCell(layers).All() {\n\t\tb.Append(cell)\n\t}\n\tb.Init(b)\n\treturn b\n}\n",
		},
		{"layers = [nn.ReLU(), nn.Tanh()]\nnet = nn.SequentialCell(*layers)", "net := nn.NewSequentialCell(layers)"},
		{
			"acts = {'relu': nn.ReLU(), 'tanh': nn.Tanh()}\nkey = 'relu'\ny = acts[key](Tensor([1.0]))",
			"y := acts.Get(key).(nn.Layer)(tensor.New([]float32{1}))",
		},
		{"net = nn.Dense(1, 1)\nms.load_checkpoint('a', net)\nprint(1)", "\nckpt.LoadInto(net, value)\nprint(1)"},
		{
			"from mindspore.train import Model\nmodel = Model(nn.Dense(1, 1), amp_level='O2')",
			`train.NewModel(nn.NewDense(1, 1), train.AMP("O2"))`,
		},
		{"cell = nn.LSTMCell(1, 1)\nh = Tensor([[1.0]])\nh, c = cell(h, (h, h))", "cell(h, h, h)"},
		{"cell = nn.LSTMCell(1, 1)\nh = Tensor([[1.0]])\nhx = (h, h)\nhx = cell(h, hx)", "cell(h, hx[0], hx[1])"},
		{
			"import mindspore.dataset as ds\nfrom mindspore.train import Model\nmodel = Model(nn.Dense(1, 1), nn.MSELoss())\n" +
				"rows = ds.NumpySlicesDataset([1.0], shuffle=False)\nmodel.train(3, rows, initial_epoch=1)",
			"model.Train(3, rows, train.InitialEpoch(1))",
		},
		{
			"import mindspore.dataset as ds\nfrom mindspore.train import Model, EarlyStopping\nmodel = Model(nn.Dense(1, 1))\n" +
				"rows = ds.NumpySlicesDataset([1.0])\nmodel.fit(3, rows, rows, callbacks=EarlyStopping('loss', patience=2))",
			"rows := data.Slices([]float64{1.0}).UseSampler(data.RandomSampler(false, 0))\n" +
				"model.Fit(3, rows, rows, &train.EarlyStopping{Monitor: \"loss\", Patience: 2})",
		},
		{
			"class Net(nn.Cell):\n    def construct(self, x, n):\n        return x * n\n\nNet()(Tensor([1.0]), 5)",
			"func (n *Net) Construct(x *Tensor, nValue int) *Tensor {\n\treturn x * nValue\n}",
		},
		{
			"class Step:\n    def __init__(self, k):\n        self.k = k\n        self.grad_fn = ms.grad(self.f)\n\n" +
				"    def f(self, x):\n        return (x * self.k).sum()\n\n" +
				"    def run(self, x):\n        return self.grad_fn(x)\n\n" +
				"Step(3).run(Tensor([1.0]))",
			"s.gradFn = grad.Grad(s.f)",
		},
		{
			"net = nn.Dense(2, 1)\ndef forward(x, y):\n    return (net(x) - y).sum()\n\n" +
				"grad_fn = ms.value_and_grad(forward, None, net.trainable_params())\n" +
				"batch = (Tensor([[1.0, 2.0]]), Tensor([[1.0]]))\nloss, grads = grad_fn(*batch)",
			"loss, grads := gradFn(batch[0], batch[1])",
		},
		{
			"class Log:\n    def __init__(self):\n        self.count = 0\n\n" +
				"    def pre(self, cell, inputs):\n        self.count += len(inputs)\n\n" +
				"    def double(self, g):\n        return g * 2\n\n" +
				"log = Log()\nfc = nn.Dense(2, 1)\nfc.register_forward_pre_hook(log.pre)\n" +
				"x = Tensor([1.0])\nx.register_hook(log.double)",
			"fc.RegisterForwardPreHook(log.pre)\nx := tensor.New([]float32{1})\n" +
				"fmt.Println(py.Repr(x.RegisterHook(log.double)))",
		},
		{
			"class Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.fc = nn.Dense(2, 1)\n" +
				"        self.fc.register_forward_hook(self.hook)\n\n" +
				"    def hook(self, cell, inputs, output):\n        return output * 2\n\n" +
				"    def construct(self, x):\n        return self.fc(x)\n\nnet = Net()",
			"func (n *Net) hook(cell nn.Layer, inputs Tuple, output *Tensor) *Tensor {\n\treturn output * 2\n}",
		},
		{
			"p = ms.ParameterTuple([ms.Parameter(Tensor([1.0]), name='a')])\nwalk = ms.ops.HyperMap()\n" +
				"walk(ms.ops.partial(ms.ops.assign_add), p, p)\nopt = nn.SGD(p, 0.1)\nopt(p)",
			"walk(ops.Partial(ops.AssignAdd), p, p).Tuple()\nopt := optim.NewSGD(p, 0.1)\nopt(p.ParamTensors())",
		},
		{
			"c = ms.train.CheckpointConfig(keep_checkpoint_max=2, async_save=True)\n" +
				"saving = ms.train.ModelCheckpoint(directory='a', config=c)",
			"c := train.CheckpointConfig{KeepCheckpointMax: 2}\nsaving := train.NewModelCheckpoint(\"CKP\", \"a\", c)",
		},
		{
			"ms.train.LambdaCallback(on_train_step_end=lambda run: print(run.original_args().cur_step_num))",
			"train.LambdaCallback{OnStepEnd: func(run *train.RunContext) { print(run.CurStepNum) }}",
		},
		{
			"import numpy as np\nimport mindspore.dataset as ds\nd = {'x': np.float32(np.random.sample((2, 1)))}\n" +
				"rows = ds.NumpySlicesDataset(d, num_shards=2, shard_id=0, shuffle=False)",
			"d := py.NewDict(\"x\", np.Random.RandomSample(2, 1).AsType(tensor.Float32))\n" +
				"rows := data.Slices(d.Get(\"x\").(*Tensor)).Rename(\"x\").UseSampler(data.DistributedSampler(2, 0, false, 0))",
		},
		{
			"from mindspore.dataset import transforms\nhot = transforms.OneHot(num_classes=3)\n" +
				"longer = transforms.PadEnd(pad_shape=[4])",
			"hot := transforms.NewOneHot(3)\nlonger := transforms.NewPadEnd([]int{4}, nil)",
		},
		{
			"import mindspore.dataset as ds\nfrom mindspore.dataset import transforms\n" +
				"d = ds.NumpySlicesDataset([[1, 2], [3, 1]], ['x'], shuffle=False)\n" +
				"d = d.map(transforms.Mask(transforms.Relational.GE, 2), 'x')\n" +
				"d = d.map([transforms.Concatenate(append=[True]), transforms.Duplicate()], 'x', output_columns=['x', 'y'])",
			"d = d.Map(transforms.NewMask(transforms.GE, 2), \"x\")\n" +
				"d = d.MapTo([]any{transforms.NewConcatenate(nil, []bool{true}), transforms.NewDuplicate()}, " +
				"[]string{\"x\"}, []string{\"x\", \"y\"})",
		},
		{
			"slower = ms.train.ReduceLROnPlateau(monitor='acc', patience=3, min_lr=0.01)",
			"slower := train.NewReduceLROnPlateau(train.Monitor(\"acc\"), train.Patience(3), train.MinLR(0.01))",
		},
		{
			"from mindspore.dataset import vision\n" +
				"less = vision.AdjustContrast(contrast_factor=0.5)\nturn = vision.Rotate(90, resample=vision.Inter.BILINEAR)\n" +
				"move = vision.Affine(degrees=15, translate=[0.2, 0], scale=1.1, shear=[1, 1], fill_value=3)\n" +
				"mix = vision.RandomColorAdjust(brightness=(0.5, 1), hue=0.1)\ngone = vision.RandomErasing(0.5)",
			"less := vision.NewAdjustContrast(0.5)\nturn := vision.NewRotate(90, vision.Resample(vision.Linear))\n" +
				"move := vision.NewAffine(15, [2]float64{0.2, 0}, 1.1, [2]float64{1, 1}, vision.FillValue(3))\n" +
				"mix := vision.NewRandomColorAdjust(py.Tuple{0.5, 1}, nil, nil, 0.1)\n" +
				"gone := vision.NewRandomErasing(0.5, vision.Range{0.02, 0.33}, vision.Range{0.3, 3.3}, 0)",
		},
		{
			"class Saving(ms.train.Callback):\n    def on_train_step_end(self, run_context):\n        p = run_context.original_args()\n" +
				"        ms.save_checkpoint(p.train_network, 'a.ckpt')",
			"ckpt.Save(p.Network(), \"a.ckpt\")",
		},
		{
			"seq = nn.SequentialCell(nn.ReLU(), nn.Tanh())\nfor _, c in seq.cells_and_names():\n" +
				"    if isinstance(c, nn.ReLU):\n        print(c)\n    elif isinstance(c, (nn.Tanh, nn.Sigmoid)):\n        print(1)",
			"\tif c2, ok := c.(*nn.ReLU); ok {\n\t\tprint(c2)\n\t} else {\n\t\tif c3, ok := c.(*nn.Tanh); ok {",
		},
		{
			"opt = nn.SGD(nn.Dense(1, 1).trainable_params(), 0.1)\nprint(opt.learning_rate.data.asnumpy())",
			"print(opt.LearningRate.(*nn.Parameter).Data().Value())",
		},
		{ // a class in all calls
			"class Block(nn.Cell):\n    expansion = 2\n\n" +
				"    def __init__(self, n, norm=None, act=nn.ReLU, down=None, size=None):\n" +
				"        super().__init__()\n        if norm is None:\n            norm = nn.BatchNorm2d\n" +
				"        self.bn = norm(n)\n        self.act = act\n        self.size = size or n\n        self.down = down\n\n" +
				"    def construct(self, x):\n        if self.down is not None:\n            return self.down(x)\n" +
				"        return self.act()(self.bn(x))\n\n" +
				"def layer(block, **kwargs):\n    return block(block.expansion, **kwargs)\n\nlayer(Block)",
			"type Block struct {\n\tnn.Cell\n\texpansion int\n\tbn        *nn.BatchNorm2d\n\tsize      int\n}\n\n" +
				"func NewBlock(n int) *Block {\n\tb := &Block{}\n\tb.expansion = 2\n\tb.bn = nn.NewBatchNorm2d(n)\n" +
				"\tb.size = n\n\tb.Init(b)\n\treturn b\n}\n\n" +
				"func (b *Block) Construct(x *Tensor) *Tensor {\n\treturn nn.NewReLU()(b.bn(x))\n}\n\n" +
				"func layer() *Block {\n\treturn NewBlock(2)\n}\n\nlayer()",
		},
		{ // several classes
			"act = {'relu': nn.ReLU, 'tanh': nn.Tanh}['tanh']\nact()(Tensor([1.0]))",
			"act := py.NewDict(\"relu\", func() nn.Layer { return nn.NewReLU() }, " +
				"\"tanh\", func() nn.Layer { return nn.NewTanh() }).Get(\"tanh\").(func() nn.Layer)\n" +
				"act()(tensor.New([]float32{1}))",
		},
		{
			"from mindspore import ops\n\ndef f(g, x):\n    return g(x)\n\n" +
				"f(ops.relu, f(ops.gelu, Tensor([1.0])))",
			"f(ops.ReLU, f(func(x *Tensor) *Tensor { return ops.GELU(x, \"none\") }, tensor.New([]float32{1})))",
		},
		{
			"class Rate(nn.learning_rate_schedule.LearningRateSchedule):\n    def construct(self, step):\n" +
				"        return 0.5 / step\n\nnn.SGD(nn.Dense(1, 1).trainable_params(), Rate())",
			"func (r *Rate) Construct(step *Tensor) *Tensor {\n\treturn 0.5 / step\n}\n\n" +
				"optim.NewSGD(nn.NewDense(1, 1).TrainableParams(), NewRate())",
		},
		{ // construct, which no call that is understood shows, has the types of the method before it
			"class Split(nn.Cell):\n    def __init__(self, config):\n        super().__init__()\n" +
				"        self.n = config.n\n\n    def heads(self, x, n):\n        return x.view(x.shape[:-1] + (n, 2))\n\n" +
				"    def construct(self, x):\n        return self.heads(x, self.n)\n\n" +
				"class Net(nn.Cell):\n    def __init__(self, config):\n        super().__init__()\n" +
				"        self.split = nn.CellList([Split(config) for i in range(2)])\n\n" +
				"class Config:\n    def __init__(self, n):\n        self.n = n\n\nNet(Config(4))",
			"func (s *Split) heads(x *Tensor, n int) *Tensor {",
		},
		{
			"def start(net):\n    for c in net.cells():\n        if isinstance(c, nn.Conv2d):\n" +
				"            print(c.kernel_size[0] * c.kernel_size[1] * c.out_channels, c.has_bias)\n\n" +
				"start(nn.SequentialCell(nn.Conv2d(1, 2, 3)))",
			"print(c.Weight.Shape()[2:][0]*c.Weight.Shape()[2:][1]*c.Weight.Shape()[0], c.Bias != nil)",
		},
		{ // a flag, and then a layer
			"class Block(nn.Cell):\n    def __init__(self, dropout=False):\n        super().__init__()\n" +
				"        self.dropout = dropout\n        if dropout:\n            self.dropout = nn.Dropout(p=0.5)\n\n" +
				"    def construct(self, x):\n        if self.dropout:\n            x = self.dropout(x)\n" +
				"        return x\n\nBlock(True)",
			"type Block struct {\n\tnn.Cell\n\tdropout *nn.Dropout\n}\n\nfunc NewBlock(dropout bool) *Block {\n" +
				"\tb := &Block{}\n\tif dropout {\n\t\tb.dropout = nn.NewDropout(nn.DropProb(0.5))\n\t}\n" +
				"\tb.Init(b)\n\treturn b\n}\n\nfunc (b *Block) Construct(x *Tensor) *Tensor {\n" +
				"\tif b.dropout != nil {\n\t\tx = b.dropout(x)\n\t}\n\treturn x\n}",
		},
		{"nn.Dense(1, 2).in_channels + nn.Embedding(1, 2).vocab_size", "nn.NewEmbedding(1, 2).EmbeddingTable.Shape()[0]"},
		{
			"class Net(nn.Cell):\n    def __init__(self, n):\n        super().__init__()\n        self.info = []\n" +
				"        self.info.append(dict(chs=n, name='a'))\n\nprint(Net(2).info)",
			"n.info = []*py.Dict{}\n",
		},
		{"def init(n):\n    return n\n\ninit(1)", "func initValue(n int) int {"},
		{
			"d = OrderedDict([('a', nn.ReLU())])\nc = nn.CellDict(d)\nc.update([('b', nn.Tanh())])",
			`c.Update(nn.Named{Name: "b", Cell: nn.NewTanh()})`,
		},
	} {
		cells := translator(t).Page([]string{imports, c.python})
		if !strings.Contains(cells[1].Go, c.goes) || len(cells[1].Left) > 0 {
			t.Errorf("%s\ngot\n%s\nwithout %s; left %v", c.python, cells[1].Go, c.goes, cells[1].Left)
		}
	}
	read := translator(t).Page([]string{imports, net + "net.phase = 'train'\nprint(net.phase)"})
	if len(read[1].Left) == 0 {
		t.Errorf("a phase that is read is dropped:\n%s", read[1].Go)
	}
	unknown := translator(t).Page([]string{imports, "ms.save_checkpoint(nn.ReLU, 'a.ckpt')"})
	if len(unknown[1].Left) == 0 {
		t.Errorf("a value without code is saved:\n%s", unknown[1].Go)
	}
}
