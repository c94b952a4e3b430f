package ckpt

import (
	"strings"

	"github.com/msrepl/msrepl/nn"
)

// Parameter names that differ between the layers of PyTorch and MindSpore.
var (
	norm   = map[string]string{"weight": "gamma", "bias": "beta", "running_mean": "moving_mean", "running_var": "moving_variance"}
	norm3d = map[string]string{
		"weight": "bn2d.gamma", "bias": "bn2d.beta",
		"running_mean": "bn2d.moving_mean", "running_var": "bn2d.moving_variance",
	}
	embedding = map[string]string{"weight": "embedding_table"}
	prelu     = map[string]string{"weight": "w"}
)

var renamed = map[string]map[string]string{
	"BatchNorm1d": norm, "BatchNorm2d": norm, "BatchNorm3d": norm3d, "SyncBatchNorm": norm, "LayerNorm": norm,
	"GroupNorm": norm, "InstanceNorm1d": norm, "InstanceNorm2d": norm, "InstanceNorm3d": norm,
	"Embedding": embedding, "PReLU": prelu,
}

// classesIn returns a function from a module's name to its class, or nil if like is not a network.
func classesIn(like any) func(module string) string {
	net, ok := like.(nn.Layer)
	if !ok {
		return nil
	}
	classes := map[string]string{}
	for _, c := range net.CellBase().CellsAndNames() {
		classes[c.Name] = c.Cell.CellBase().ClassName()
	}
	return func(module string) string { return classes[module] }
}

// translate returns a tensor of a state dict with the name and shape that it has in a MindSpore layer; classOf
// returns the class of the layer. ok is false for counters of batches, which MindSpore does not have.
func translate(it item, classOf func(module string) string) (made item, ok bool) {
	module, leaf := cutLast(it.name)
	if leaf == "num_batches_tracked" {
		return it, false
	}
	class := classOf(module)
	if to, ok := renamed[class][leaf]; ok {
		it.name = strings.TrimPrefix(module+"."+to, ".")
	}
	if dims := it.value.Shape(); strings.HasPrefix(class, "Conv1d") && leaf == "weight" && len(dims) == 3 {
		it.value = it.value.Reshape(dims[0], dims[1], 1, dims[2])
	}
	return it, true
}

// forNet returns params with the names and shapes that they have in the layers of net, and their names in params.
// Params that do not come from PyTorch, or that Like has translated, are returned unchanged.
func (d *ParamDict) forNet(net nn.Layer) (made *ParamDict, from map[string]string) {
	from = map[string]string{}
	if d.original == nil {
		for _, name := range d.names {
			from[name] = name
		}
		return d, from
	}
	made = NewParamDict()
	classes := classesIn(net)
	for _, name := range d.names {
		to, value := name, d.values[name]
		p, isParam := value.(*nn.Parameter)
		original, translated := d.original[name]
		module, _ := cutLast(original)
		if isParam && translated && classes(module) != "" {
			it, _ := translate(item{original, p.Tensor}, classes)
			if to = it.name; it.value != p.Tensor {
				value = named(to, it.value)
			}
		}
		from[to] = name
		made.Set(to, value)
	}
	return made, from
}

// guess returns a function from a module's name to its class, which recognizes the norms among the modules of a state
// dict.
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

// cutLast splits the name of a parameter into that of its module and its own.
func cutLast(name string) (module, leaf string) {
	i := strings.LastIndexByte(name, '.')
	return name[:max(i, 0)], name[i+1:]
}
