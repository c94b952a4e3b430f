package foreign

// special maps names that no rule finds to their Go forms. A name of this module is only a name; other Go forms
// contain a blank or a parenthesis.
var special = map[string]string{
	// Of module mindspore.
	"Tensor": "tensor.New", "tensor": "tensor.New", "Parameter": "nn.NewParameter",
	"ParameterTuple": "nn.NewParameterTuple",
	"grad":           "grad.Grad", "value_and_grad": "grad.ValueAndGrad", "set_seed": "tensor.SetSeed",
	"manual_seed":     "tensor.SetSeed",
	"save_checkpoint": "ckpt.Save", "load_checkpoint": "ckpt.Load", "load_param_into_net": "ckpt.LoadInto",
	"save": "ckpt.Save", "load": "ckpt.Load",
	"no_grad": "grad.NoGrad", "_no_grad": "grad.NoGrad", "Model": "train.NewModel", "COOTensor": "sparse.NewCOOTensor",
	"CSRTensor":   "sparse.NewCSRTensor",
	"RowTensor":   "sparse.NewRowTensor",
	"set_context": "nothing: cells always run at once, on this processor (GRAPH_MODE and device_target have no counterpart)",
	"set_device":  "nothing: cells always run on this processor",
	"jit":         "nothing: functions and cells are compiled already",
	"ms_function": "nothing: functions and cells are compiled already", "jit_class": "nothing: types are compiled already",
	"data_sink": "nothing: a loop over the dataset", "mutable": "nothing: the value itself",
	"PYNATIVE_MODE": "nothing: cells always run at once", "GRAPH_MODE": "nothing: cells always run at once",
	"dtype_to_nptype": "x.DType(), which tensors and package np share",
	"pytype_to_dtype": "tensor.Int64, tensor.Float32 or tensor.Bool",
	// Of module nn and of cells.
	"Sequential": "nn.NewSequentialCell", "ModuleList": "nn.NewCellList", "Module": "nn.Cell",
	"LSTMcell":          "nn.NewLSTMCell",
	"BCEWithLogitsLoss": "nn.NewBCEWithLogitsLoss", "Conv2D": "ops.Conv2D", "get_activation": "nn.GetActivation",
	"construct":  "func (n *Net) Construct(x *Tensor) *Tensor { … }",
	"forward":    "func (n *Net) Construct(x *Tensor) *Tensor { … }",
	"parameters": "net.TrainableParams()", "named_parameters": "net.ParametersAndNames()",
	"zero_grad": "nothing: gradients are values, grads := grad.GradBy(net, params)(x)",
	"backward":  "grads := grad.GradBy(net, params)(x)", "modules": "net.Cells()", "set_train": "net.SetTrain(true)",
	"train": "net.SetTrain(true)",
	"eval":  "net.SetTrain(false)", "set_grad": "net.SetGrad()", "requires_grad": "p.SetRequiresGrad(false)",
	"auto_prefix": "n.AutoPrefix(false)",
	"CellBase":    "nn.Cell", "HookHandle": "nn.HookHandle", "initializer": "initializer.New",
	"Custom": "grad.Custom", "experimental": "experimental.NewAdam",
	// Of tensors.
	"asnumpy": "x.AsNumpy()", "numpy": "x.AsNumpy()", "detach": "x.Detach()", "item": "x.Item()",
	"tolist": "x.ToList()", "size": "x.Size()",
	"shape": "x.Shape()", "dtype": "x.DType()", "ndim": "x.NDim()", "astype": "x.AsType(tensor.Float32)",
	"mT": "x.SwapAxes(-1, -2)", "H": "x.SwapAxes(-1, -2).Conj()", "mH": "x.SwapAxes(-1, -2).Conj()",
	"ndimension":    "x.NDim()",
	"adjoint":       "x.SwapAxes(-1, -2).Conj()",
	"strided_slice": "x[1:3, ::2]", "get_bytes": "py.BytesOf", "dyn_shape": "tensor.New([]int(x.Shape()))",
	"cuda": "nothing: tensors are always on this processor",
	"cpu":  "nothing: tensors are always on this processor", "unsqueeze": "x.ExpandDims(0)",
	"permute": "x.Transpose(1, 0)", "clone": "x.Clone()",
	"from_numpy": "tensor.FromNumpy", "assign": "x.Assign(y)", "expand_dims": "x.ExpandDims(0)",
	"float": "x.AsType(tensor.Float32)", "int": "x.AsType(tensor.Int32)",
	"fill_": "x.FillAssign(0)", "zero_": "x.ZeroAssign()", "copy_": "x.Assign(y)", "add_": "x.AddAssign(y)",
	"sub_": "x.SubAssign(y)", "mul_": "x.MulAssign(y)",
	"div_": "x.DivAssign(y)", "clamp_": "x.ClampAssign(0, 1)",
	"random_": "x.Assign(ops.UniformInt(x.Shape(), 0, 10))", "type": "x.AsType(tensor.Float32)",
	"is_init": "nothing: a parameter has its value from the start",
	// Of module ops.
	"Select": "ops.Where", "select": "ops.Where", "TensorPow": "ops.Pow",
	"MaxPool": "ops.MaxPool2D", "AvgPool": "ops.AvgPool2D",
	"max_pool2d": "ops.MaxPool2D", "cat": "ops.Concat", "Cast": "x.AsType(tensor.Float32)",
	"scalar_add": "x + y", "scalar_sub": "x - y", "scalar_mul": "x * y", "scalar_div": "x / y", "scalar_gt": "x > y",
	"scalar_ge": "x >= y", "scalar_lt": "x < y", "scalar_le": "x <= y", "scalar_eq": "x == y", "scalar_ne": "x != y",
	"Print": "print(x)", "stop_gradient": "ops.StopGradient", "GradOperation": "grad.GradOperation",
	"masked_select": "ops.MaskedSelect", "print_": "print(x)", "TensorShape": "x.Shape()", "StridedSlice": "x[1:3, ::2]",
	"RealDiv": "ops.Div", "ReduceStd": "ops.Std", "SparseGatherV2": "ops.Gather", "HistogramFixedWidth": "ops.Histc",
	"EqualCount": "(x == y).Sum()", "isin": "np.IsIn", "expit": "ops.Sigmoid",
	"to_coo": "sparse.DenseToCOO", "dense_to_sparse_coo": "sparse.DenseToCOO",
	"to_csr": "sparse.DenseToCSR", "dense_to_sparse_csr": "sparse.DenseToCSR",
	"csr_to_coo": "csr.ToCOO()", "coalesce": "coo.Coalesce()",
	// Lists of learning rates, where classes of nearly the same name are cells.
	"piecewise_constant_lr": "optim.PiecewiseConstantRates", "exponential_decay_lr": "optim.ExponentialDecayRates",
	"natural_exp_decay_lr": "optim.NaturalExpDecayRates", "inverse_decay_lr": "optim.InverseDecayRates",
	"cosine_decay_lr": "optim.CosineDecayRates", "polynomial_decay_lr": "optim.PolynomialDecayRates",
	"warmup_lr": "optim.WarmupRates",
	// Of datasets.
	"GeneratorDataset": "data.Generator", "NumpySlicesDataset": "data.Slices", "MnistDataset": "data.MNIST",
	"Cifar10Dataset":  "data.Cifar10",
	"Cifar100Dataset": "data.Cifar100", "ImageFolderDataset": "data.ImageFolder", "CSVDataset": "data.CSV",
	"TFRecordDataset": "data.TFRecord",
	"MindDataset": `data.TFRecord([]string{"a.tfrecord"}), ` +
		"for a file that MindSpore writes with TFRecord; MindRecord, its own database format, is not supported",
	"FileWriter":       `ds.SaveTFRecord("a.tfrecord"); MindRecord, MindSpore's own database format, is not supported`,
	"get_dataset_size": "ds.Size()",
	"GetDatasetSize":   "ds.Size()", "create_tuple_iterator": "for it := ds.Iterator(); it.Next(); { … it.At(0) … }",
	"create_dict_iterator": `for _, row := range ds.Dicts() { fmt.Println(row) }`,
	"get_col_names":        "ds.ColumnNames()",
	"get_batch_size":       "ds.BatchSize()", "DataLoader": "data.Slices(x, y).Batch(32)",
	// Of training.
	"param_groups": "opt.ParamGroups()", "get_last_lr": "scheduler.GetLastLR()",
	"build_train_network": "train.BuildTrainNetwork",
	"all_finite":          "train.AllFinite", "auto_mixed_precision": "train.AutoMixedPrecision",
	"Top1CategoricalAccuracy": "train.NewTopKCategoricalAccuracy(1)",
	"Top5CategoricalAccuracy": "train.NewTopKCategoricalAccuracy(5)",
}

// ofModule maps names that no rule finds and that only one module has, or that have another meaning there.
var ofModule = map[string]map[string]string{
	"linalg":     {"inv": "ops.Inverse"},
	"functional": {"linear": "ops.Dense"}, "F": {"linear": "ops.Dense"},
	"Tensor": {"select": "x.Select(0, 1)"}, "mint": {"select": "x.Select(0, 1)"},
	"np": ofNumpy, "numpy": ofNumpy,
}

var ofNumpy = map[string]string{
	"newaxis": "tensor.NewAxis", "r_": "np.Concatenate", "c_": "np.ColumnStack", "row_stack": "np.VStack",
	"degrees": "np.Rad2Deg", "round": "np.Around", "round_": "np.Around", "conjugate": "ops.Conj",
	"percentile": "x.Quantile(0.5)", "nanpercentile": "x.NanQuantile(0.5)", "iscomplexobj": "x.IsComplex()",
	"rand": "np.Random.Rand", "randn": "np.Random.Randn", "randint": "np.Random.Randint",
	"flatnonzero": "np.NonZero(np.Ravel(x))[0]", "ascontiguousarray": "x.Contiguous()", "array_repr": "x.Repr()",
	"argpartition": "np.ArgSort", "partition": "np.Sort", "loadtxt": "data.CSV", "genfromtxt": "data.CSV",
}

// shadowed lists special names that have another meaning in a module.
var shadowed = map[string]map[string]bool{
	"np":    {"size": true, "shape": true, "ndim": true, "load": true, "save": true, "select": true, "expand_dims": true, "Map": true, "float": true, "int": true},
	"numpy": {"size": true, "shape": true, "ndim": true, "load": true, "save": true, "select": true, "expand_dims": true},
	"mnp":   {"size": true, "shape": true, "ndim": true, "select": true, "expand_dims": true},
	"ops":   {"size": true, "assign": true, "expand_dims": true, "grad": false, "shape": true, "dtype": true, "clone": true},
	"optim": {"Map": true},
}
