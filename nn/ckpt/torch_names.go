package ckpt

import (
	"strings"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/nn"
)

// The names of parameters that differ between the layers of PyTorch and MindSpore.
var (
	norm      = map[string]string{"weight": "gamma", "bias": "beta", "running_mean": "moving_mean", "running_var": "moving_variance"}
	embedding = map[string]string{"weight": "embedding_table"}
	prelu     = map[string]string{"weight": "w"}
)

var renamed = map[string]map[string]string{
	"BatchNorm1d": norm, "BatchNorm2d": norm, "BatchNorm3d": norm, "SyncBatchNorm": norm, "LayerNorm": norm, "GroupNorm": norm,
	"InstanceNorm1d": norm, "InstanceNorm2d": norm, "InstanceNorm3d": norm, "Embedding": embedding, "PReLU": prelu,
}

// rename gives the tensors of a state dict the names and shapes that they have in the layers of like, a network, or, when like is
// nil, those that the state dict itself lets guess: a module with running means or with a weight and a bias of
// one axis and length is a norm. Counters of batches, which MindSpore does not have, are left out.
func rename(state []item, like any) []item {
	classOf := guess(state)
	if net, ok := bridge.Unwrap(like).(nn.Layer); ok {
		classes := map[string]string{}
		for _, c := range net.CellBase().CellsAndNames() {
			classes[c.Name] = c.Cell.CellBase().ClassName()
		}
		classOf = func(module string) string { return classes[module] }
	}
	var out []item
	for _, it := range state {
		module, leaf := cutLast(it.name)
		if leaf == "num_batches_tracked" {
			continue
		}
		class := classOf(module)
		if to, ok := renamed[class][leaf]; ok {
			it.name = strings.TrimPrefix(module+"."+to, ".")
		}
		if dims := it.value.Shape(); strings.HasPrefix(class, "Conv1d") && leaf == "weight" && len(dims) == 3 {
			it.value = it.value.Reshape(dims[0], dims[1], 1, dims[2])
		}
		out = append(out, it)
	}
	return out
}

// guess returns a function that says which modules of a state dict are norms.
func guess(state []item) func(module string) string {
	shapes := map[string][]int{}
	for _, it := range state {
		shapes[it.name] = it.value.Shape()
	}
	return func(module string) string {
		if module != "" {
			module += "."
		}
		w, b := shapes[module+"weight"], shapes[module+"bias"]
		if shapes[module+"running_mean"] != nil || len(w) == 1 && len(b) == 1 && w[0] == b[0] {
			return "BatchNorm2d"
		}
		return ""
	}
}

// cutLast cuts the name of a parameter off that of its module.
func cutLast(name string) (module, leaf string) {
	i := strings.LastIndexByte(name, '.')
	return name[:max(i, 0)], name[i+1:]
}
