package port

// methodTable has the methods that a table of names does not settle.
func methodTable() map[string]specialMethod {
	return map[string]specialMethod{
		".register_forward_pre_hook":  hookMethod("RegisterForwardPreHook"),
		".register_forward_hook":      hookMethod("RegisterForwardHook"),
		".register_backward_hook":     hookMethod("RegisterBackwardHook"),
		".register_backward_pre_hook": hookMethod("RegisterBackwardPreHook"),

		"data.Dataset.map": datasetMap,

		"nn.Parameter.asnumpy":  valueMethod,
		"nn.Parameter.value":    valueMethod,
		"nn.ParameterDict.keys": odictKeys,

		"train.DynamicLossScaler.unscale": scale("Unscale"),
		"train.Model.train":               modelTrain,
		"train.StaticLossScaler.unscale":  scale("Unscale"),
	}
}
