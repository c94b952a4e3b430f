package notebooks

import (
	"regexp"
	"strings"
)

// A port lists every code cell of an original, in order, with the cell of ours that carries it.
type port struct {
	original, ours string
	cells          []carried
}

// carried is one code cell of the original: a line of it by which it is known, and the id of our cell. undo takes
// back what the recording did to the output.
type carried struct {
	line, id string
	undo     func(string) string
}

// windows takes back how numpy writes numbers on Windows, with three digits in the exponent and no blank for the
// sign.
func windows(s string) string { return windowsNumber.ReplaceAllString(s, "$1 $2$3") }

var windowsNumber = regexp.MustCompile(`([\[ ])(\d\.\d{8}e[+-])0(\d\d)`)

// byHand takes back what an author typed: numpy never prints 9.0 in an array, and pads to the width of the others.
func byHand(s string) string { return typedZero.Replace(s) }

var typedZero = strings.NewReplacer(".0]", ".]", ".0 ", ".  ")

// indented takes back the blank that some pages put before the rows of a matrix.
func indented(s string) string { return strings.ReplaceAll(s, "\n ", "\n") }

// goTypes takes back what Python and numpy call the types that Go calls otherwise.
func goTypes(s string) string {
	return strings.NewReplacer("<class 'numpy.int32'>", "int32", "<class 'float'>", "float64").Replace(s)
}

// renamed takes back the name that the class of parameters had before version 2.
func renamed(s string) string { return strings.ReplaceAll(s, "ParameterTensor", "Parameter") }

// elsewhere are the ports whose originals were recorded on other hardware: numbers may differ by a millionth, as
// float32 arithmetic in another order does.
var elsewhere = map[string]bool{"functional_autograd.ipynb": true}

var ports = []port{
	{"targets/autograd__autograd__master__523fd920081c.ipynb", "functional_autograd.ipynb", []carried{
		{"import numpy as np", "imports", nil},
		{"np.random.seed(42)", "values", nil},
		{"def function(x, y, w, b):", "function", nil},
		{"loss = function(x, y, w, b)", "call-cell", nil},
		{"grad_fn = mindspore.grad(function, (2, 3))", "gradient-function", nil},
		{"grads = grad_fn(x, y, w, b)", "gradient-call-cell", indented},
		{"def function_with_logits(x, y, w, b):", "with-logits", nil},
		{"grad_fn = mindspore.grad(function_with_logits, (2, 3))", "with-logits-call-cell", indented},
		{"def function_stop_gradient(x, y, w, b):", "stop-gradient", nil},
		{"grad_fn = mindspore.grad(function_stop_gradient, (2, 3))", "stop-gradient-call", indented},
		{"grad_fn = mindspore.grad(function_with_logits, (2, 3), has_aux=True)", "aux-function", nil},
		{"grads, (z,) = grad_fn(x, y, w, b)", "aux-call-cell", indented},
		{"class Network(nn.Cell):", "model", nil},
		{"loss_fn = nn.BCEWithLogitsLoss()", "instances-cell", nil},
		{"def forward_fn(x, y):", "forward-cell", nil},
		{"grad_fn = mindspore.value_and_grad(forward_fn, None, weights=model.trainable_params())", "value-and-grad-function", nil},
		{"loss, grads = grad_fn(x, y)", "value-and-grad-call", indented},
	}},
	{"targets/parameter__parameter__r1.10__84e37d3d240a.ipynb", "parameter.ipynb", []carried{
		{"data_type = ms.int32", "dtype", nil},
		{"np_type = ms.dtype_to_nptype(ms.int32)", "types", goTypes},
		{"z = ms.Parameter(default_input=5, name='z', requires_grad=False)", "numbers", renamed},
		{`x = ms.Parameter(default_input=my_tensor, name="tensor")`, "tensor", nil},
		{"x = ms.Parameter(default_input=init('ones', [1, 2, 3], ms.float32), name='x')", "initializer", nil},
		{`print("x.data: ", x.data)`, "data", nil},
		{`x_clone.name = "x_clone"`, "clone", nil},
		{"y = x.set_data(ms.Tensor(np.zeros((1, 2)), ms.float32))", "set-data", nil},
		{"print(x.init_data(), x.init_data().asnumpy())", "init-data", nil},
		{"update = nn.ParameterUpdate(param)", "parameter-update", nil},
		{`params_copy = params.clone("params_copy")`, "tuple", nil},
		{"net = nn.Conv2d(3, 64, 3, weight_init=init.Normal(0.2))", "normal", nil},
		{"net = nn.Conv2d(3, 64, 3, weight_init='Normal')", "by-name", nil},
		{"net = nn.Conv2d(3, 64, 3, weight_init=init_data)", "by-tensor", nil},
	}},
	{"targets/cell-layer__cell__r1.6__d4a14ce84214.ipynb", "cell.ipynb", []carried{
		{"        self.bias_add = ops.BiasAdd()", "net", nil},
		{"result = net.parameters_dict()", "dict", nil},
		{"for m in net.cells_and_names():", "cells-and-names", nil},
		{"net = nn.Dropout()", "modes-cell", nil},
		{"        self.conv = nn.Conv2d(10, 20, 3, has_bias=True, weight_init='normal')", "layer", nil},
	}},
	{"targets/cell-layer__build_net__r1.6__bbb5caf36214.ipynb", "build_net.ipynb", []carried{
		{"mul = ops.Mul()", "ops", nil},
		{"        self.weight = Parameter(Tensor(np.array([2, 2, 2]), mindspore.float32))", "net", nil},
		{"class ConvBNReLU(nn.Cell):", "block", nil},
		{"        self.build_block = nn.CellList(layers)", "cell-list", nil},
		{"        layers.extend([", "sequential", nil},
		{"        layers = OrderedDict()", "named-cell", nil},
	}},
	{"targets/loss__loss__r2.5.0__7ef24d1a9a19.ipynb", "loss.ipynb", []carried{
		{"loss = nn.L1Loss()", "l1", nil},
		{"        return ops.abs(base - target).mean()", "mae", nil},
		{"class MAELoss(nn.LossBase):", "mae-base", nil},
		{"model = Model(network, loss_fn, optimizer)", "train", nil},
		{"def get_multilabel_data(num, w=2.0, b=3.0):", "labels", nil},
		{"class MAELossForMultiLabel(nn.LossBase):", "two-labels", nil},
		{"loss_fn = MAELossForMultiLabel()", "instances", nil},
		{"grad_fn = ms.value_and_grad(forward_fn, None, opt.parameters)", "step", nil},
		{"epochs = 5", "epochs", nil},
	}},
	{"seeds/autograd.ipynb", "autograd.ipynb", []carried{
		{"import numpy as np", "imports", nil},
		{"class Net(nn.Cell):", "net", nil},
		{"class GradNetWrtX(nn.Cell):", "grad-net", nil},
		{"x = Tensor([[0.8, 0.6, 0.2], [1.8, 1.3, 1.1]], dtype=mstype.float32)", "grad-x", nil},
		{"        self.grad_op = ops.GradOperation(get_by_list=True)", "grad-weights", nil},
		{"output = GradNetWrtX(Net())(x, y)", "grad-z", nil},
		{"        self.grad_op = ops.GradOperation(sens_param=True)", "sens", nil},
		{"from mindspore.ops import stop_gradient", "stop-gradient", nil},
		{"output = GradNetWrtX(Net())(x, y)", "without-stop", byHand},
	}},
	{"targets/autograd__derivation__r2.5.0__788eab78f034.ipynb", "derivation.ipynb", []carried{
		{"        out = x * x * y * self.z", "net", nil},
		{"grad_fn = ms.grad(net, grad_position=(0, 1))", "inputs-cell", nil},
		{"output = ms.grad(net, grad_position=None, weights=params)(x, y)", "weights-cell", nil},
		{"grad_fn = ms.grad(forward, grad_position=0, weights=None, has_aux=True)", "aux-cell", nil},
		{"        out2 = ops.stop_gradient(out2)  # 停止计算out2算子的梯度", "stop-cell", byHand},
		{"        # out2 = stop_gradient(out2)", "no-stop", byHand},
		{"        out = self.sin(x)", "second", nil},
		{"        out2 = self.cos(x)", "several-outputs", nil},
		{"        out2 = self.cos(x) - self.sin(y)", "several-inputs", nil},
	}},
	{"targets/hook__hook_program__master__648a33709109.ipynb", "hooks.ipynb", []carried{
		{"hook = ops.HookBackward(hook_fn)", "hook-backward", nil},
		{"def forward_pre_hook_fn(cell, inputs):", "pre-hook-function", nil},
		{"    input_x = inputs[0]", "pre-hook-net", nil},
		{"    return ms.Tensor(np.ones([1]).astype(np.float32))", "pre-hook-fresh", nil},
		{"def forward_hook_fn(cell, inputs, outputs):", "forward-hook-function", nil},
		{"        self.handle = self.relu.register_forward_hook(forward_hook_fn)", "forward-hook-net", nil},
		{"def backward_pre_hook_function(cell, grad_output):", "backward-pre-hook-function", nil},
		{"        self.handle = self.bn.register_backward_pre_hook(backward_pre_hook_function)", "backward-pre-hook-net", nil},
		{"def backward_hook_function(cell, grad_input, grad_output):", "backward-hook-function", nil},
		{"        self.handle = self.bn.register_backward_hook(backward_hook_function)", "backward-hook-net", nil},
		{"        self.handle4 = self.relu.register_backward_hook(backward_hook_fn)", "all-hooks", nil},
	}},
	{"seeds/cell_and_parameter.ipynb", "cell_and_parameter.ipynb", []carried{
		{"class Network(nn.Cell):", "network", nil},
		{"print(net.b.asnumpy())", "one-parameter", nil},
		{"print(net.trainable_params())", "trainable-params", nil},
		{"print(type(net.get_parameters()))", "get-parameters", nil},
		{"for name, param in net.parameters_and_names():", "parameters-and-names", nil},
		{"net.b[0] = 1.", "set-element", nil},
		{"net.b.set_data(Tensor([3, 4, 5]))", "set-data-cell", nil},
		{"def modify_parameter():", "assign-cell", nil},
		{"params = ParameterTuple((x, y, z))", "parameter-tuple", nil},
		{"net.set_train()", "set-train", nil},
		{"net.set_train(False)", "set-predict", nil},
		{"class Threshold(nn.Cell):", "threshold", nil},
		{"m = Threshold(0.1, 20)", "threshold-call", nil},
		{"class Dropout2d(nn.Cell):", "dropout", nil},
		{"class NetWithParam(nn.Cell):", "internal-params", nil},
		{"hook = ops.HookBackward(hook_fn)", "hook-backward", nil},
		{"def forward_pre_hook_fn(cell, inputs):", "pre-hook-function", nil},
		{"    input_x = inputs[0]", "pre-hook-net", nil},
		{"    return ms.Tensor(np.ones([1]).astype(np.float32))", "pre-hook-fresh", nil},
		{"def forward_hook_fn(cell, inputs, outputs):", "forward-hook-function", nil},
		{"        self.handle = self.relu.register_forward_hook(forward_hook_fn)", "forward-hook-net", nil},
		{"def backward_hook_function(cell_id, grad_input, grad_output):", "backward-hook-function", nil},
		{"        self.handle = self.bn.register_backward_hook(backward_hook_function)", "backward-hook-net", nil},
		{"        self.handle3 = self.relu.register_backward_hook(backward_hook_fn)", "all-hooks", nil},
	}},
	{"seeds/model_and_cell.ipynb", "model_and_cell.ipynb", []carried{
		{"class MyCell(nn.Cell):", "my-cell", nil},
		{"class MyCell_pt(torch_nn.Module):", "my-cell-pt", nil},
		{`inner_net = nn.Conv2d(120, 240, 4, has_bias=False, pad_mode="pad")`, "compare-pad", nil},
		{"net_with_loss = nn.WithLossCell(net, loss_fn=loss)", "to-float", nil},
		{"    elif isinstance(cell, (nn.BatchNorm2d, nn.GroupNorm)):", "initialize", nil},
		{`    if "bias" in param_name:`, "freeze", nil},
		{`ms.save_checkpoint(net, "dense.ckpt")`, "checkpoint", nil},
		{"class MySampler(nn.Cell):", "sampler", windows},
		{"sampler = MySampler(3).set_grad()", "set-grad", windows},
		{"    def bprop(self, x, out, dout):", "sampler-bprop", windows},
		{"def box_select_torch(box, iou_score):", "box-select-pt", nil},
		{"def box_select_ms(box, iou_score):", "box-select-ms", nil},
		{"box = np.random.uniform(0, 1, (3, 4)).astype(np.float32)", "box-compare", nil},
		{"def box_select_ms2(box, iou_score):", "box-mask", nil},
		{"class ClassLoss_pt(torch_nn.Module):", "class-loss-pt", nil},
		{"class ClassLoss_ms(ms_nn.Cell):", "class-loss-ms", nil},
		{"t_loss = ClassLoss_pt()", "class-compare-cell", nil},
		{"    y = ops.masked_select(x, x > 0.5)", "branch", nil},
		{"    mask = (x > 0.5).astype(x.dtype)", "branch-masked", nil},
	}},
}

// A listPort is a port of an original that lists its cells in words, item by item.
type listPort struct {
	original, ours string
	items          []item
}

// item is one item of the original: the cells of ours that carry it, and what these print.
type item struct {
	ids    []string
	prints []printed
}

// printed is a line of output. parts are what the original says of it, by default the line itself.
type printed struct {
	line  string
	parts []string
}

const (
	sineAndOne = "[1.0015925] (Tensor(shape=[1], dtype=Float32, value= [ 1.59254798e-03]), Tensor(shape=[1], dtype=Float32, value= "
	convClass  = "<class 'mindspore.nn.layer.conv.Conv2d'>"
	reluClass  = "<class 'mindspore.nn.layer.activation.ReLU'>"
)

// cellLine is what the cells of a network are printed as.
func cellLine(name, class string, parts ...string) printed {
	return printed{"Cell name: " + name + ", type: " + class, append(parts, class)}
}

var listPorts = []listPort{
	{"seeds/functional_and_cell.md", "functional_and_cell.ipynb", []item{
		{[]string{"add", "add-op"}, []printed{{"[5. 7. 9.]", nil}}},
		{[]string{"my-cell", "no-prefix-cell"}, []printed{
			{"[Parameter (name=net.weight, shape=(240, 120, 4, 4), dtype=Float32, requires_grad=True)]", nil},
			{"[Parameter (name=weight, shape=(240, 120, 4, 4), dtype=Float32, requires_grad=True)]", []string{"the name is `weight`"}},
		}},
		{[]string{"freeze", "three-lists-cell"}, []printed{
			{"[Parameter (name=weight, shape=(1, 2), dtype=Float32, requires_grad=True), Parameter (name=bias, shape=(1,), dtype=Float32, requires_grad=True)]", nil},
			{"[Parameter (name=weight, shape=(1, 2), dtype=Float32, requires_grad=True)]", nil},
		}},
		{[]string{"save", "load", "replace"}, []printed{
			{"weight [[# #]]", []string{"name and numpy value"}},
			{"bias [#]", []string{"name and numpy value"}},
			{"{'weight': Parameter (name=weight, shape=(1, 2), dtype=Float32, requires_grad=True), " +
				"'bias': Parameter (name=bias, shape=(1,), dtype=Float32, requires_grad=True)}", nil},
			{"weight [[1. 1.]]", nil},
			{"bias [1.]", nil},
		}},
		{[]string{"cells-and-names"}, []printed{
			cellLine("", "<class '__main__.MyCell'>", "Cell name: {name}, type: {type}", "`''` MyCell"),
			cellLine("conv1", convClass, "conv1,"),
			cellLine("conv2", convClass, "conv2,"),
			cellLine("conv3", convClass, "conv3 ("),
			cellLine("sequential_block", "<class 'mindspore.nn.layer.container.SequentialCell'>", "sequential_block ("),
			cellLine("sequential_block.0", reluClass, "sequential_block.0 ("),
			cellLine("sequential_block.1", convClass, "sequential_block.1,"),
			cellLine("sequential_block.2", reluClass, "sequential_block.2."),
		}},
		{[]string{"mixed-precision-cell", "train-mode-cell", "gradient-settings-cell", "recompute-cell", "hooks-cell"}, nil},
	}},
	{"seeds/bprop_kwargs.md", "bprop_kwargs.ipynb", []item{
		{[]string{"wrong-order"}, []printed{{sineAndOne + "[ 1.25169754e-06]))", nil}}},
		{[]string{"right-order"}, []printed{
			{sineAndOne + "[-9.99998748e-01]))", []string{"[1.0015925]", "[ 1.59254798e-03]", "[-9.99998748e-01]"}},
		}},
		{[]string{"call-order"}, []printed{{sineAndOne + "[ 2.00000000e+00]))", []string{"[ 2.00000000e+00]"}}}},
		{[]string{"missing-value"}, []printed{
			{sineAndOne + "[-1.99999750e+00]))", []string{"[ 1.59254798e-03]", "[-1.99999750e+00]"}},
		}},
	}},
}
