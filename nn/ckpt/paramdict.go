package ckpt

import (
	"iter"
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// ParamDict maps names to parameters, and to the strings saved with them, in insertion order: the result of
// load_checkpoint. The zero value is empty and ready. It prints as a Python dict.
type ParamDict struct {
	names  []string
	values map[string]any // *nn.Parameter or string

	original map[string]string // names in the PyTorch file of entries whose layers were guessed
	rest     *ParamDict
}

// NewParamDict returns an empty ParamDict.
func NewParamDict() *ParamDict { return &ParamDict{} }

// need raises TypeError for a nil ParamDict, as returned by a Load whose error was ignored.
func (d *ParamDict) need() {
	if d == nil {
		tensor.Throw("ParamDict", tensor.TypeError, "the ParamDict is nil: nothing was loaded, and the error that Load returned says why.")
	}
}

// Len returns the number of entries.
func (d *ParamDict) Len() int {
	d.need()
	return len(d.names)
}

// Rest returns the entries of a PyTorch file outside the state dict, under dotted names: epoch,
// optimizer.state.0.exp_avg, optimizer.param_groups.0.lr. Numbers are parameters without axes. It is empty for other
// files.
func (d *ParamDict) Rest() *ParamDict {
	d.need()
	if d.rest == nil {
		return NewParamDict()
	}
	return d.rest
}

// Keys returns the names in order.
func (d *ParamDict) Keys() py.DictKeys {
	d.need()
	return slices.Clone(d.names)
}

// Has reports whether there is an entry called name.
func (d *ParamDict) Has(name string) bool {
	d.need()
	_, ok := d.values[name]
	return ok
}

// Get returns the parameter called name. It raises KeyError if there is none and TypeError if the entry is a string.
func (d *ParamDict) Get(name string) *nn.Parameter {
	d.need()
	switch v := d.values[name].(type) {
	case *nn.Parameter:
		return v
	case string:
		tensor.Throw("ParamDict", tensor.TypeError, "'%s' is a string: use Text.", name)
	}
	tensor.Throw("ParamDict", tensor.KeyError, "'%s'", name)
	return nil
}

// Text returns the string called name and raises KeyError if there is none.
func (d *ParamDict) Text(name string) string {
	d.need()
	s, ok := d.values[name].(string)
	if !ok {
		tensor.Throw("ParamDict", tensor.KeyError, "'%s'", name)
	}
	return s
}

// Set adds an entry, or replaces an existing one in place: params[name] = value. A value that is neither a parameter
// nor a string raises TypeError.
func (d *ParamDict) Set(name string, value any) {
	d.need()
	switch value.(type) {
	case *nn.Parameter, string:
	default:
		tensor.Throw("ParamDict", tensor.TypeError, "For 'parameter_dict', the element in the argument 'parameter_dict' should be a "+
			"'str' and 'Parameter' , but got str and %s.", invoke.TypeName(reflect.TypeOf(value)))
	}
	if d.values == nil {
		d.values = map[string]any{}
	}
	if !d.Has(name) {
		d.names = append(d.names, name)
	}
	d.values[name] = value
}

// Delete removes the entry called name, if there is one.
func (d *ParamDict) Delete(name string) {
	d.need()
	delete(d.values, name)
	d.names = slices.DeleteFunc(d.names, func(n string) bool { return n == name })
}

// Params returns the parameters in order, without the strings.
func (d *ParamDict) Params() nn.ParameterList {
	d.need()
	l := nn.ParameterList{}
	for _, n := range d.names {
		if p, ok := d.values[n].(*nn.Parameter); ok {
			l = append(l, p)
		}
	}
	return l
}

// All returns the parameters in order with their names, for range, without the strings.
func (d *ParamDict) All() iter.Seq2[string, *nn.Parameter] {
	d.need()
	return func(yield func(string, *nn.Parameter) bool) {
		for _, n := range d.Keys() {
			if p, ok := d.values[n].(*nn.Parameter); ok && !yield(n, p) {
				return
			}
		}
	}
}

// String returns the text of a Python dict.
func (d *ParamDict) String() string {
	if d == nil {
		return "None"
	}
	return pyrepr.Line(d)
}

// Repr is the same text as String.
func (d *ParamDict) Repr() string { return d.String() }

// ReprParts returns the brackets of a Python dict and its entries.
func (d *ParamDict) ReprParts() (open string, parts []any, end string) {
	for _, n := range d.names {
		parts = append(parts, pair{n, d.values[n]})
	}
	return "{", parts, "}"
}

// pair prints as an entry of a Python dict.
type pair struct {
	name  string
	value any
}

func (p pair) String() string { return tensor.Repr(p.name) + ": " + tensor.Repr(p.value) }

// Repr is the same text as String.
func (p pair) Repr() string { return p.String() }
