package nn

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// StateDict is the state of a cell: its parameters and persistent buffers by their paths, in order. It refers to them
// and does not copy them. It prints as an OrderedDict.
type StateDict struct{ items []stateItem }

// stateItem is a name and a value, which is a *Parameter or a *tensor.Tensor.
type stateItem struct {
	name  string
	value any
}

// ReprParts returns the brackets of a Python tuple, the name and the value.
func (s stateItem) ReprParts() (open string, parts []any, end string) {
	return "(", []any{s.name, s.value}, ")"
}

// StateDict returns the parameters and persistent buffers of c and of the cells below it by their paths:
// Cell.state_dict.
func (c *Cell) StateDict() *StateDict {
	c.needOuter("StateDict")
	c.sync()
	d := &StateDict{}
	for _, n := range c.walkCells("") {
		for _, a := range n.cell.attrs() {
			if a.param != nil {
				d.put(join(n.path, a.name), a.param)
			}
			for _, p := range a.tuple {
				d.put(join(n.path, n.cell.naming.path(p)), p)
			}
		}
		for _, b := range n.cell.buffers {
			if b.persistent && b.value != nil {
				d.put(join(n.path, b.name), b.value)
			}
		}
	}
	return d
}

// Len returns the number of entries.
func (d *StateDict) Len() int { return len(d.items) }

// Keys returns the names in order.
func (d *StateDict) Keys() py.Keys {
	return each(d.items, func(s stateItem) string { return s.name })
}

// Get returns the tensor called name, that of the parameter or the buffer itself, and raises KeyError when there is
// none.
func (d *StateDict) Get(name string) *tensor.Tensor {
	for _, s := range d.items {
		if s.name == name {
			x, _ := tensorIn(s.value)
			return x
		}
	}
	tensor.Throw("StateDict", tensor.KeyError, "'%s'", name)
	return nil
}

// Set adds an entry or replaces one.
func (d *StateDict) Set(name string, value *tensor.Tensor) { d.put(name, value) }

// Delete removes an entry, if there is one.
func (d *StateDict) Delete(name string) {
	d.items = slices.DeleteFunc(d.items, func(s stateItem) bool { return s.name == name })
}

func (d *StateDict) put(name string, value any) {
	for i := range d.items {
		if d.items[i].name == name {
			d.items[i].value = value
			return
		}
	}
	d.items = append(d.items, stateItem{name, value})
}

// String is the text of a Python OrderedDict.
func (d *StateDict) String() string { return pyrepr.Line(d) }

// ReprParts returns the text around the pairs of an OrderedDict and the pairs.
func (d *StateDict) ReprParts() (open string, parts []any, end string) {
	if len(d.items) == 0 {
		return "OrderedDict(", nil, ")"
	}
	return "OrderedDict([", pyrepr.Anys(d.items), "])"
}

// LoadResult has the missing and the unexpected names of a StateDict.
type LoadResult struct{ MissingKeys, UnexpectedKeys []string }

// String is <All keys matched successfully>, or the names.
func (r LoadResult) String() string {
	if len(r.MissingKeys)+len(r.UnexpectedKeys) == 0 {
		return "<All keys matched successfully>"
	}
	return fmt.Sprintf("_IncompatibleKeys(missing_keys=%s, unexpected_keys=%s)", pyrepr.Line(r.MissingKeys), pyrepr.Line(r.UnexpectedKeys))
}

// Repr is the same text as String.
func (r LoadResult) Repr() string { return r.String() }

// LoadStateDict copies the values of state into the parameters and buffers of the same paths: Cell.load_state_dict.
// State is a *StateDict, a ParameterDict, what ckpt.Load returns or a map[string]*tensor.Tensor. Values are cast to
// the dtype of what they replace. All problems are reported in one RuntimeError: different shapes and, unless strict
// is false, missing and unexpected names.
func (c *Cell) LoadStateDict(state any, strict ...bool) LoadResult {
	given := stateOf(state)
	var r LoadResult
	var wrong []string
	mine := c.StateDict()
	for _, item := range mine.items {
		value, ok := given[item.name]
		if !ok {
			r.MissingKeys = append(r.MissingKeys, item.name)
			continue
		}
		target, _ := tensorIn(item.value)
		if slices.Equal(target.Shape(), value.Shape()) {
			target.Assign(value.Detach().AsType(target.DType()))
			continue
		}
		wrong = append(wrong, fmt.Sprintf("size mismatch for %s: copying a param with shape %s from checkpoint, the shape in current model is %s.",
			item.name, pyShape(value.Shape()), pyShape(target.Shape())))
	}
	known := mine.Keys()
	for name := range given {
		if !slices.Contains(known, name) {
			r.UnexpectedKeys = append(r.UnexpectedKeys, name)
		}
	}
	slices.Sort(r.UnexpectedKeys)
	if len(strict) == 0 || strict[0] {
		wrong = append(r.complaints(), wrong...)
	}
	if len(wrong) > 0 {
		tensor.Throw("load_state_dict", tensor.RuntimeError, "Error(s) in loading state_dict for %s:\n\t%s", c.ClassName(), strings.Join(wrong, "\n\t"))
	}
	return r
}

// complaints returns the lines of an error about names.
func (r LoadResult) complaints() (lines []string) {
	quoted := func(names []string) string { return `"` + strings.Join(names, `", "`) + `"` }
	if len(r.MissingKeys) > 0 {
		lines = append(lines, "Missing key(s) in state_dict: "+quoted(r.MissingKeys)+". ")
	}
	if len(r.UnexpectedKeys) > 0 {
		lines = append(lines, "Unexpected key(s) in state_dict: "+quoted(r.UnexpectedKeys)+". ")
	}
	return lines
}

// loaded is a checkpoint: a ckpt.ParamDict.
type loaded interface {
	Keys() py.DictKeys
	Get(name string) *Parameter
}

// stateOf returns the tensors in state by name.
func stateOf(state any) map[string]*tensor.Tensor {
	out := map[string]*tensor.Tensor{}
	switch s := state.(type) {
	case *StateDict:
		for _, item := range s.items {
			out[item.name], _ = tensorIn(item.value)
		}
	case ParameterDict:
		for _, n := range s.items {
			out[n.Name] = n.Param.Tensor
		}
	case map[string]*tensor.Tensor:
		return s
	case loaded:
		for _, name := range s.Keys() {
			out[name] = s.Get(name).Tensor
		}
	default:
		tensor.Throw("load_state_dict", tensor.TypeError, "Expected state_dict to be dict-like, got %s.", invoke.TypeName(reflect.TypeOf(state)))
	}
	return out
}
