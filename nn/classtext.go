package nn

import (
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/tensor"
)

// moduleOf returns MindSpore's module of a type of this package, "mindspore.nn." if unknown.
func moduleOf(name string) string { return "mindspore.nn." + modules.Find(name) }

// elsewhere has the types of other packages of this module, by package, with the MindSpore modules that define them.
// Optimizers and schedulers are in optimizerModules.
var elsewhere = map[string]map[string]string{
	"nn/optim": nil, "nn/experimental": nil,
	"sparse": {"mindspore.common.sparse_tensor": "COOTensor CSRTensor RowTensor"},
	"nn/train": {
		"mindspore.train.model":                           "Model",
		"mindspore.train.callback._callback":              "RunContext",
		"mindspore.train.callback._loss_monitor":          "LossMonitor",
		"mindspore.train.callback._time_monitor":          "TimeMonitor",
		"mindspore.train.callback._checkpoint":            "CheckpointConfig ModelCheckpoint",
		"mindspore.train.callback._early_stop":            "EarlyStopping",
		"mindspore.train.callback._lr_scheduler_callback": "LearningRateScheduler",
		"mindspore.train.callback._reduce_lr_on_plateau":  "ReduceLROnPlateau",
		"mindspore.train.callback._history":               "History",
		"mindspore.train.callback._lambda_callback":       "LambdaCallback",
		"mindspore.train.metrics.accuracy":                "Accuracy",
		"mindspore.train.metrics.topk":                    "TopKCategoricalAccuracy",
		"mindspore.train.metrics.confusion_matrix":        "ConfusionMatrix",
		"mindspore.train.metrics.error":                   "MAE MSE",
		"mindspore.train.metrics.precision":               "Precision",
		"mindspore.train.metrics.recall":                  "Recall",
		"mindspore.train.metrics.fbeta":                   "Fbeta",
		"mindspore.amp":                                   "DynamicLossScaler StaticLossScaler",
		"mindspore.train.loss_scale_manager":              "FixedLossScaleManager DynamicLossScaleManager",
		"mindspore.nn.wrap.loss_scale":                    "TrainOneStepWithLossScaleCell",
	},
	"nn/initializer": {
		"mindspore.common.initializer": "Constant Dirac HeNormal HeUniform Identity Normal Orthogonal Sparse TruncatedNormal Uniform " +
			"VarianceScaling XavierNormal XavierUniform",
	},
	"nn/data": {"mindspore.dataset.engine.datasets": "Dataset", "mindspore.dataset.engine.iterators": "Iterator"},
	"np":      {"numpy.random.mtrand": "RandomState"},
	"grad":    {"mindspore.ops.composite.base": "GradOperation"},
	"nn":      {"mindspore.common.hook_handle": "HookHandle"},
	"tensor":  {"mindspore.common.hook_handle": "HookHandle"},
}

// libraryName returns the full name of a type of a package of this module: MindSpore's, or msrepl and the package if
// MindSpore lacks it.
func libraryName(t reflect.Type) (string, bool) {
	root := strings.TrimSuffix(reflect.TypeFor[Cell]().PkgPath(), "nn")
	pkg, ours := strings.CutPrefix(t.PkgPath(), root)
	modules, known := elsewhere[pkg]
	if !ours || !known || t.Name() == "" {
		return "", false
	}
	if module := optimizerModules.Find(pkg + "." + t.Name()); module != "" {
		return module + "." + t.Name(), true
	}
	for module, names := range modules {
		if slices.Contains(strings.Fields(names), t.Name()) {
			return module + "." + t.Name(), true
		}
	}
	return "msrepl." + strings.ReplaceAll(pkg, "/", ".") + "." + t.Name(), true
}

// dtypeClass returns the class of a dtype in MindSpore.
func dtypeClass(d tensor.DType) string {
	switch {
	case d.IsBool():
		return "Bool"
	case d.IsUint():
		return "UInt"
	case d.IsInt():
		return "Int"
	case d.IsComplex():
		return "Complex"
	case d == tensor.BFloat16:
		return "BFloat"
	}
	return "Float"
}

// TypeOf returns the text of Python's type(v): <class 'mindspore.nn.layer.conv.Conv2d'> for a layer, <class
// '__main__.Net'> for a type of the user's, <class 'generator'> for what GetParameters returns.
func TypeOf(v any) string { return "<class '" + className(v) + "'>" }

func className(v any) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case *tensor.Tensor:
		return "mindspore.common.tensor.Tensor"
	case *Parameter:
		return "mindspore.common.parameter.Parameter"
	case ParameterTuple:
		return "mindspore.common.parameter.ParameterTuple"
	case ParameterSeq:
		return "generator"
	case ParameterDict:
		return "collections.OrderedDict"
	case Named, NamedParameter, tensor.Tuple:
		return "tuple"
	case tensor.DType:
		return "mindspore._c_expression.typing." + dtypeClass(v)
	case grad.Result:
		if v.IsTuple() {
			return "tuple"
		}
		return className(v.Interface())
	case Layer:
		return v.CellBase().className()
	}
	return builtin(reflect.TypeOf(v))
}

// className returns the full name of the type around c.
func (c *Cell) className() string {
	t := reflect.TypeOf(c.outer)
	if t == nil {
		return moduleOf("Cell") + ".Cell"
	}
	name := structName(t.Elem())
	if t.Elem().PkgPath() != reflect.TypeFor[Cell]().PkgPath() {
		if known, ok := libraryName(t.Elem()); ok {
			return known
		}
		return "__main__." + name
	}
	return moduleOf(name) + "." + name
}

// builtin returns Python's name for a kind of Go value.
func builtin(t reflect.Type) string {
	switch k := t.Kind(); {
	case k == reflect.Bool:
		return "bool"
	case k >= reflect.Int && k <= reflect.Uintptr:
		return "int"
	case k == reflect.Float32 || k == reflect.Float64:
		return "float"
	case k == reflect.String:
		return "str"
	case k == reflect.Slice || k == reflect.Array:
		return "list"
	case k == reflect.Map:
		return "dict"
	case k == reflect.Func:
		return "function"
	}
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if known, ok := libraryName(t); ok {
		return known
	}
	return "__main__." + structName(t)
}
