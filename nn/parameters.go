package nn

import (
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// The types that grad accepts as weights.
var (
	_ grad.Params = (*Parameter)(nil)
	_ grad.Params = ParameterList(nil)
	_ grad.Params = ParameterTuple(nil)
)

// ParameterList is a list of parameters, what TrainableParams returns. It prints as a Python list.
type ParameterList []*Parameter

// ParameterSeq is an iterator over parameters. It prints as a Python generator.
type ParameterSeq func(yield func(*Parameter) bool)

// ParameterTuple is mindspore.ParameterTuple: parameters with distinct names. As a field of a cell, its parameters
// belong to the cell. It prints as a Python tuple.
type ParameterTuple []*Parameter

// NewParameterTuple returns the parameters, each a *Parameter or a collection of these, as a tuple.
// It raises TypeError for anything else and ValueError when two of them share a name.
func NewParameterTuple(params ...any) ParameterTuple {
	var t ParameterTuple
	for _, p := range params {
		t = appendParams(t, p)
	}
	seen := map[string]*Parameter{}
	for _, p := range t {
		if q := seen[p.name]; q != nil && q != p {
			tensor.Throw("ParameterTuple", tensor.ValueError,
				"The value %s , its name '%s' already exists. Please set a unique name for the parameter.", p, p.name)
		}
		seen[p.name] = p
	}
	return t
}

func appendParams(t ParameterTuple, p any) ParameterTuple {
	switch p := p.(type) {
	case *Parameter:
		return append(t, p)
	case ParameterList:
		return append(t, p...)
	case ParameterTuple:
		return append(t, p...)
	case ParameterSeq:
		return slices.AppendSeq(t, iter.Seq[*Parameter](p))
	case []*Parameter:
		return append(t, p...)
	case []any:
		for _, e := range p {
			t = appendParams(t, e)
		}
		return t
	}
	tensor.Throw("ParameterTuple", tensor.TypeError, "For ParameterTuple initialization, "+
		"ParameterTuple input should be 'Parameter' collection, but got a %s. ", invoke.TypeName(reflect.TypeOf(p)))
	return nil
}

// Clone returns clones of the parameters named prefix.name, with the same data or with what init
// gives, as [Parameter.Clone] takes it (ParameterTuple.clone).
func (t ParameterTuple) Clone(prefix string, init ...any) ParameterTuple {
	out := make(ParameterTuple, len(t))
	for i, p := range t {
		out[i] = p.Clone(init...)
		out[i].name = prefix + "." + p.name
	}
	return out
}

// String is the text of a Python tuple.
func (t ParameterTuple) String() string { return pyrepr.Line(t) }

// Repr is the same text as String.
func (t ParameterTuple) Repr() string { return pyrepr.Line(t) }

// ReprParts returns the brackets of a Python tuple and the parameters between them.
func (t ParameterTuple) ReprParts() (open string, parts []any, end string) {
	return "(", pyrepr.Anys(t), ")"
}

// String is the text of a Python list.
func (l ParameterList) String() string { return pyrepr.Line(l) }

// Repr is the same text as String.
func (l ParameterList) Repr() string { return pyrepr.Line(l) }

// ReprParts returns the brackets of a Python list and the parameters between them.
func (l ParameterList) ReprParts() (open string, parts []any, end string) {
	return "[", pyrepr.Anys(l), "]"
}

// List returns the parameters as a list.
func (s ParameterSeq) List() ParameterList {
	return slices.AppendSeq(ParameterList{}, iter.Seq[*Parameter](s))
}

// String returns Python's text of a generator.
func (s ParameterSeq) String() string {
	return fmt.Sprintf("<generator object Cell.get_parameters at %#012x>", reflect.ValueOf(s).Pointer())
}

// Repr is String.
func (s ParameterSeq) Repr() string { return s.String() }

// each returns f of every element.
func each[E, T any](s []E, f func(E) T) []T {
	out := make([]T, len(s))
	for i, v := range s {
		out[i] = f(v)
	}
	return out
}

// ParamTensors returns the tensors of the parameters.
func (t ParameterTuple) ParamTensors() []*tensor.Tensor { return each(t, (*Parameter).Value) }

// ParamNames returns the names of the parameters.
func (t ParameterTuple) ParamNames() []string { return each(t, (*Parameter).Name) }

// ParamRequiresGrad returns for each parameter whether it requires a gradient.
func (t ParameterTuple) ParamRequiresGrad() []bool { return each(t, (*Parameter).RequiresGrad) }

// Single is false: gradients with respect to t are a tuple.
func (t ParameterTuple) Single() bool { return false }

// ParamTensors returns the tensors of the parameters.
func (l ParameterList) ParamTensors() []*tensor.Tensor { return each(l, (*Parameter).Value) }

// ParamNames returns the names of the parameters.
func (l ParameterList) ParamNames() []string { return each(l, (*Parameter).Name) }

// ParamRequiresGrad returns for each parameter whether it requires a gradient.
func (l ParameterList) ParamRequiresGrad() []bool { return each(l, (*Parameter).RequiresGrad) }

// Single is false: gradients with respect to l are a tuple.
func (l ParameterList) Single() bool { return false }

// NamedParameter is a parameter with the path of attributes that leads to it.
type NamedParameter struct {
	Name  string
	Param *Parameter
}

// String is the text of the Python tuple (name, parameter).
func (n NamedParameter) String() string { return pyrepr.Line(n) }

// ReprParts returns the brackets of a Python tuple, the name and the parameter.
func (n NamedParameter) ReprParts() (open string, parts []any, end string) {
	return "(", []any{n.Name, n.Param}, ")"
}

// ParameterDict maps names to parameters in the order of the cell, as an OrderedDict.
type ParameterDict struct{ items []NamedParameter }

// Len returns the number of parameters.
func (d ParameterDict) Len() int { return len(d.items) }

// Items returns the pairs in order.
func (d ParameterDict) Items() []NamedParameter { return append([]NamedParameter(nil), d.items...) }

// Keys returns the names in order.
func (d ParameterDict) Keys() py.Keys {
	return each(d.items, func(n NamedParameter) string { return n.Name })
}

// All returns the names and parameters in order, for range.
func (d ParameterDict) All() iter.Seq2[string, *Parameter] {
	return func(yield func(string, *Parameter) bool) {
		for _, it := range d.items {
			if !yield(it.Name, it.Param) {
				return
			}
		}
	}
}

// Get returns the parameter called name and raises KeyError when there is none.
func (d ParameterDict) Get(name string) *Parameter {
	for _, it := range d.items {
		if it.Name == name {
			return it.Param
		}
	}
	tensor.Throw("ParametersDict", tensor.KeyError, "'%s'", name)
	return nil
}

// String is the text of a Python OrderedDict.
func (d ParameterDict) String() string { return pyrepr.Line(d) }

// ReprParts returns the text around the pairs of an OrderedDict and the pairs.
func (d ParameterDict) ReprParts() (open string, parts []any, end string) {
	if len(d.items) == 0 {
		return "OrderedDict(", nil, ")"
	}
	return "OrderedDict([", pyrepr.Anys(d.items), "])"
}
