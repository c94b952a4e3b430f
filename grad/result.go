package grad

import (
	"encoding/json"
	"iter"
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Result is what a gradient function of [New] or [GradOperation] returns: a tensor or a tuple of Results, nested as
// MindSpore nests them. Besides tensors a tuple may hold positions (int) and parameter names (string), see
// [ReturnIDs].
type Result struct {
	value   any // when not a tuple: *tensor.Tensor, int, string, or what the function returned
	items   []Result
	isTuple bool
}

// ResultOf returns v as a Result: a tensor.Tuple, a list of tensors, a []any or a []Result becomes a tuple, any other
// value a single value.
func ResultOf(v any) Result {
	switch v := v.(type) {
	case []*tensor.Tensor:
		return tupleOf(pyrepr.Anys(v))
	case []any:
		return tupleOf(v)
	case []Result:
		return tupleOf(pyrepr.Anys(v))
	}
	return resultOf(v)
}

// resultOf converts v to a Result: a tensor.Tuple becomes a tuple, anything else a single value.
func resultOf(v any) Result {
	switch v := v.(type) {
	case Result:
		return v
	case tensor.Tuple:
		return tupleOf(pyrepr.Anys(v))
	}
	return Result{value: v}
}

func tuple(items ...Result) Result { return Result{items: items, isTuple: true} }

func tupleOf(vs []any) Result { return tuple(each(vs, resultOf)...) }

// each returns f of every element.
func each[E, T any](list []E, f func(E) T) []T {
	out := make([]T, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// IsTuple reports whether r is a tuple rather than a single value.
func (r Result) IsTuple() bool { return r.isTuple }

// Len returns the number of elements of a tuple, or the length of axis 0 of a tensor. It raises TypeError for a tensor
// without axes and for another single value.
func (r Result) Len() int {
	if x, ok := invoke.AsTensor(r.value); ok {
		return x.Len()
	}
	r.mustBeTuple("len")
	return len(r.items)
}

// At returns element i of a tuple, or row i of a tensor; negative i counts from the end. It raises IndexError outside
// of the tuple or tensor, and TypeError for another single value. In cells it is r[i].
func (r Result) At(i int) Result {
	if x, ok := invoke.AsTensor(r.value); ok {
		return resultOf(x.At(i))
	}
	r.mustBeTuple("At")
	j := i
	if j < 0 {
		j += len(r.items)
	}
	if j < 0 || j >= len(r.items) {
		tensor.Throw("Result", tensor.IndexError, "tuple index %d out of range, the tuple has %d elements", i, len(r.items))
	}
	return r.items[j]
}

// All iterates over the elements of a tuple, or the rows of a tensor, with their indices. It raises TypeError for a
// tensor without axes and for another single value. In cells it is for i, d := range r.
func (r Result) All() iter.Seq2[int, Result] {
	n := r.Len()
	return func(yield func(int, Result) bool) {
		for i := range n {
			if !yield(i, r.At(i)) {
				return
			}
		}
	}
}

// Unpack2 returns the two elements of a tuple, or rows of a tensor. It raises ValueError for another number of them,
// and TypeError for a value without elements. In cells it is a, b := r.
func (r Result) Unpack2() (a, b Result) {
	r.mustHave(2)
	return r.At(0), r.At(1)
}

// Unpack3 is [Result.Unpack2] for three elements.
func (r Result) Unpack3() (a, b, c Result) {
	r.mustHave(3)
	return r.At(0), r.At(1), r.At(2)
}

// Unpack4 is [Result.Unpack2] for four elements.
func (r Result) Unpack4() (a, b, c, d Result) {
	r.mustHave(4)
	return r.At(0), r.At(1), r.At(2), r.At(3)
}

// mustHave raises ValueError, with Python's message, unless r has n elements.
func (r Result) mustHave(n int) {
	switch have := r.Len(); {
	case have > n:
		tensor.Throw("Result", tensor.ValueError, "too many values to unpack (expected %d, got %d)", n, have)
	case have < n:
		tensor.Throw("Result", tensor.ValueError, "not enough values to unpack (expected %d, got %d)", n, have)
	}
}

func (r Result) mustBeTuple(what string) {
	if !r.isTuple {
		tensor.Throw("Result", tensor.TypeError, "%s: the result is %s, not a tuple", what, r.describe())
	}
}

// Tensor returns r as a tensor. It raises TypeError if r is not one. Cells convert automatically for operators,
// methods of tensors and tensor arguments: r + 1, r.Sum(), ops.Abs(r).
func (r Result) Tensor() *tensor.Tensor {
	x, ok := invoke.AsTensor(r.value)
	if !ok {
		tensor.Throw("Result", tensor.TypeError, "Tensor: the result is %s, not a Tensor", r.describe())
	}
	return x
}

// Tuple returns the tensors of a tuple of tensors. It raises TypeError for any other r.
func (r Result) Tuple() tensor.Tuple {
	r.mustBeTuple("Tuple")
	return each(r.items, Result.Tensor)
}

// Interface returns a single value unchanged and a tuple as a []any of its elements.
func (r Result) Interface() any {
	if !r.isTuple {
		return r.value
	}
	return each(r.items, Result.Interface)
}

// MarshalJSON writes a single value as json.Marshal does and a tuple as a list.
func (r Result) MarshalJSON() ([]byte, error) { return json.Marshal(r.Interface()) }

// Elements returns the elements of a tuple, nil for a single value.
func (r Result) Elements() []Result { return append([]Result(nil), r.items...) }

// String returns Python's str: numpy's format for a tensor, the reprs of the elements for a tuple.
func (r Result) String() string {
	if x, ok := r.value.(*tensor.Tensor); ok {
		return x.String()
	}
	return r.Repr()
}

// Repr is Python's repr, as it appears inside a tuple.
func (r Result) Repr() string {
	if !r.isTuple {
		return pyrepr.Line(r.value)
	}
	return pyrepr.Line(r)
}

// ReprParts returns the brackets of a Python tuple and the elements between them. A single value
// has no brackets.
func (r Result) ReprParts() (open string, parts []any, end string) {
	if !r.isTuple {
		return "", []any{r.value}, ""
	}
	return "(", pyrepr.Anys(r.items), ")"
}

func (r Result) describe() string {
	if r.isTuple {
		return "a tuple"
	}
	name := strings.TrimPrefix(invoke.TypeName(reflect.TypeOf(r.value)), "*")
	if strings.HasPrefix(name, "i") {
		return "an " + name
	}
	return "a " + name
}

func (r Result) appendTensors(l []*tensor.Tensor) []*tensor.Tensor {
	if x, ok := invoke.AsTensor(r.value); ok {
		return append(l, x)
	}
	for _, it := range r.items {
		l = it.appendTensors(l)
	}
	return l
}

// GetGrad returns the gradient of an input position (int) or of a parameter (an *nn.Parameter or its name) from the
// result of a gradient function made with [ReturnIDs]: mindspore.get_grad. It raises ValueError if the result does
// not contain it, TypeError for another kind of identifier.
func GetGrad(gradients Result, identifier any) *tensor.Tensor {
	id := identifier
	switch x := identifier.(type) {
	case int, string:
	case Params:
		if !x.Single() {
			wrongIdentifier(identifier)
		}
		id = x.ParamNames()[0]
	default:
		wrongIdentifier(identifier)
	}
	g, ok := gradients.find(id)
	if !ok {
		tensor.Throw("get_grad", tensor.ValueError, "Can not find the gradient for position or Parameter %v", identifier)
	}
	return g.Tensor()
}

func wrongIdentifier(id any) {
	tensor.Throw("get_grad", tensor.TypeError,
		"For `get_grad`, the `x` should be an integer or a Parameter, but got %v", id)
}

// find searches for a pair (id, gradient) at any depth.
func (r Result) find(id any) (Result, bool) {
	if len(r.items) == 2 && !r.items[0].isTuple && r.items[0].value == id {
		return r.items[1], true
	}
	for _, it := range r.items {
		if g, ok := it.find(id); ok {
			return g, true
		}
	}
	return Result{}, false
}
