package ckpt

import (
	"errors"
	"fmt"
	"slices"

	"github.com/nlpodyssey/gopickle/types"

	"github.com/msrepl/msrepl/tensor"
)

// item is a tensor of a state dict.
type item struct {
	name  string
	value *tensor.Tensor
}

// stateNames are the names under which PyTorch checkpoints hold the state dict of the network, most common first.
var stateNames = []string{"state_dict", "model_state_dict", "model"}

// stateDict returns the tensors of a state dict, and the entries outside it. Entries of nested dicts have dotted
// names.
func stateDict(obj any) (state []item, rest *ParamDict, err error) {
	w := stateWalk{seen: map[any]bool{}, rest: NewParamDict()}
	keys, vals := dictItems(obj)
	chosen := -1
	for _, name := range stateNames {
		i := slices.IndexFunc(keys, func(k any) bool { return k == name })
		if i < 0 {
			continue
		}
		if k, _ := dictItems(vals[i]); len(k) > 0 && w.holdsTensors(vals[i]) {
			chosen = i
			break
		}
	}
	clear(w.seen)
	switch {
	case chosen < 0 && len(keys) > 0:
		w.state(obj, "")
	case chosen >= 0:
		w.seen[obj] = true
		w.state(vals[chosen], "")
		for i, k := range keys {
			if i != chosen {
				w.other(vals[i], fmt.Sprint(k))
			}
		}
	}
	if len(w.items) == 0 {
		return nil, nil, errors.New("the file holds no state dict: it is saved by torch.save(net.state_dict(), …)")
	}
	return w.items, w.rest, nil
}

// stateWalk collects the contents of a pickle. It visits each dict and list once, because they may contain
// themselves.
type stateWalk struct {
	seen  map[any]bool
	items []item
	rest  *ParamDict
}

// holdsTensors reports whether obj contains a tensor at any depth.
func (w *stateWalk) holdsTensors(obj any) bool {
	if _, ok := obj.(*tensor.Tensor); ok {
		return true
	}
	if !w.enter(obj) {
		return false
	}
	_, vals := dictItems(obj)
	return slices.ContainsFunc(vals, w.holdsTensors)
}

// enter reports whether obj is a dict, list or tuple that has not been visited before.
func (w *stateWalk) enter(obj any) bool {
	switch obj.(type) {
	case *types.OrderedDict, *types.Dict, *types.List, *types.Tuple:
	default:
		return false
	}
	if w.seen[obj] {
		return false
	}
	w.seen[obj] = true
	return true
}

// state collects the tensors of a dict, and of dicts in it, as parameters, and anything else as other entries.
func (w *stateWalk) state(obj any, name string) {
	switch x := obj.(type) {
	case *tensor.Tensor:
		w.items = append(w.items, item{name, x})
	case *types.OrderedDict, *types.Dict:
		if !w.enter(obj) {
			return
		}
		keys, vals := dictItems(obj)
		for i, k := range keys {
			w.state(vals[i], dotted(name, k))
		}
	default:
		w.other(obj, name)
	}
}

// other collects an entry that is not part of the state dict.
func (w *stateWalk) other(obj any, name string) {
	keep := func(v any) { w.rest.Set(name, named(name, tensor.New(v))) }
	switch x := obj.(type) {
	case *tensor.Tensor:
		w.rest.Set(name, named(name, x))
	case int:
		keep(x)
	case float64:
		keep(x)
	case bool:
		keep(x)
	case string:
		w.rest.Set(name, x)
	default:
		if !w.enter(obj) {
			return
		}
		keys, vals := dictItems(obj)
		for i, k := range keys {
			w.other(vals[i], dotted(name, k))
		}
		for i, v := range listItems(obj) {
			w.other(v, dotted(name, i))
		}
	}
}

func dotted(name string, key any) string {
	if name == "" {
		return fmt.Sprint(key)
	}
	return name + "." + fmt.Sprint(key)
}

// dictItems returns the keys and values of a dict, or nil for anything else.
func dictItems(obj any) (keys, vals []any) {
	switch d := obj.(type) {
	case *types.OrderedDict:
		for e := d.List.Front(); e != nil; e = e.Next() {
			it := e.Value.(*types.OrderedDictEntry)
			keys, vals = append(keys, it.Key), append(vals, it.Value)
		}
	case *types.Dict:
		for _, it := range *d {
			keys, vals = append(keys, it.Key), append(vals, it.Value)
		}
	}
	return keys, vals
}

// listItems returns the elements of a list or tuple, or nil for anything else.
func listItems(obj any) []any {
	switch l := obj.(type) {
	case *types.List:
		return *l
	case *types.Tuple:
		return *l
	}
	return nil
}
