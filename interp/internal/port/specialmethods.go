package port

import "github.com/msrepl/msrepl/internal/text/python"

// methodTable has the methods that a table of names does not settle.
func methodTable() map[string]specialMethod {
	same := func(_ *Translator, _ *python.Call, v val) val { return v }
	return map[string]specialMethod{
		".register_forward_pre_hook":  hookMethod("RegisterForwardPreHook"),
		".register_forward_hook":      hookMethod("RegisterForwardHook"),
		".register_backward_hook":     hookMethod("RegisterBackwardHook"),
		".register_backward_pre_hook": hookMethod("RegisterBackwardPreHook"),

		"data.Dataset.create_tuple_iterator": same,
		"data.Dataset.get_dataset_size":      datasetSize,
		"data.Dataset.map":                   datasetMap,

		"nn.Parameter.asnumpy":    valueMethod,
		"nn.Parameter.clone":      cloneCall(false),
		"nn.Parameter.set_data":   setData,
		"nn.Parameter.value":      valueMethod,
		"nn.ParameterDict.keys":   odictKeys,
		"nn.ParameterTuple.clone": cloneCall(true),

		"experimental.CosineAnnealingWarmRestarts.step": restartStep,

		"train.DynamicLossScaler.unscale": scale("Unscale"),
		"train.Model.train":               modelTrain,
		"train.RunContext.original_args":  sameObject,
		"train.StaticLossScaler.unscale":  scale("Unscale"),
	}
}
