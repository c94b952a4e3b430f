package port

import "go/types"

// usual are the names that MindSpore's pages import, for pasted code that has lost its imports.
var usual = map[string]string{
	"ms": "mindspore", "mindspore": "mindspore", "nn": "mindspore.nn", "ops": "mindspore.ops", "np": "numpy", "mnp": "mindspore.numpy", "Tensor": "mindspore.Tensor",
	"Parameter": "mindspore.Parameter", "ParameterTuple": "mindspore.ParameterTuple", "mstype": "mindspore", "ds": "mindspore.dataset", "mint": "mindspore.mint", "grad": "mindspore.grad",
	"value_and_grad": "mindspore.value_and_grad", "Model": "mindspore.train.Model", "LossMonitor": "mindspore.train.LossMonitor", "initializer": "mindspore.initializer.initializer",
	"math": "math", "torch": "torch", "GeneratorDataset": "mindspore.dataset.GeneratorDataset",
}

// Know makes the variables of a session known, and the names that pages import.
func (t *Translator) Know(vars map[string]types.Object) {
	t.imported = usual
	t.known = func(name string) (string, *typ) {
		v, ok := vars[name].(*types.Var)
		if !ok {
			return "", nil
		}
		u := t.lib.typeOf(v.Type())
		if u.kind == anything {
			return "", nil
		}
		return name, u
	}
}
