package grad

import (
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// spread converts a single result that is a tuple to several outputs: a Python function that returns a tuple has
// several.
func spread(outs []any) []any {
	if len(outs) != 1 {
		return outs
	}
	switch o := outs[0].(type) {
	case Result:
		if o.IsTuple() {
			return pyrepr.Anys(o.items)
		}
	case tensor.Tuple:
		return pyrepr.Anys(o)
	case []*tensor.Tensor:
		return pyrepr.Anys(o)
	}
	return outs
}

// flatten returns the tensors among the outputs, including those inside tuples, slices and maps (by key). It raises
// TypeError if there is none.
func flatten(outs []any) []*tensor.Tensor {
	var l []*tensor.Tensor
	for _, o := range outs {
		l = appendTensors(l, o)
	}
	if len(l) == 0 {
		tensor.Throw("grad", tensor.TypeError, "For 'grad', the function should return a Tensor, but got %s.", typeNames(outs))
	}
	return l
}

func typeNames(outs []any) string {
	if len(outs) == 0 {
		return "nothing"
	}
	names := make([]string, len(outs))
	for i, o := range outs {
		names[i] = invoke.TypeName(reflect.TypeOf(o))
		if x, ok := o.(*tensor.Tensor); ok && x == nil {
			names[i] = "nil"
		}
	}
	return strings.Join(names, ", ")
}

func appendTensors(l []*tensor.Tensor, o any) []*tensor.Tensor {
	if x, ok := invoke.AsTensor(o); ok {
		return append(l, x)
	}
	if r, ok := o.(Result); ok {
		return r.appendTensors(l)
	}
	v := reflect.ValueOf(o)
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			l = appendTensors(l, v.Index(i).Interface())
		}
	case reflect.Map:
		for _, k := range pyrepr.SortedKeys(v) {
			l = appendTensors(l, v.MapIndex(k).Interface())
		}
	}
	return l
}

// cotangents returns the gradient of each output: ones, or sens after MindSpore's checks (CheckSensShapeAndType in
// pynative/grad/function/func_grad.cc).
func (t *transform) cotangents(sens any, outs []*tensor.Tensor) []*tensor.Tensor {
	if !t.sens {
		return nil
	}
	given := appendTensors(nil, sens)
	if len(given) != len(outs) {
		tensor.Throw(t.op, tensor.RuntimeError, "The given sens gradient's size should be same as out of network!")
	}
	for i, s := range given {
		given[i] = checkSens(t.op, s, outs[i])
	}
	return given
}

func checkSens(op string, s, out *tensor.Tensor) *tensor.Tensor {
	if s.NDim() == 0 || out.NDim() == 0 {
		return fit(s, out)
	}
	if !slices.Equal(s.Shape(), out.Shape()) {
		tensor.Throw(op, tensor.ValueError, "The shape should be %s, but got %s, which is the shape of the sens gradient.",
			shapeText(out), shapeText(s))
	}
	if s.DType() != out.DType() {
		tensor.Throw(op, tensor.TypeError, "The dtype should be %s, but got %s, which is the dtype of the sens gradient.",
			out.DType(), s.DType())
	}
	return s
}

// fit reshapes a 0-d sens, or the sens of a 0-d output, to the shape of the output.
func fit(s, out *tensor.Tensor) *tensor.Tensor {
	if s.DType() != out.DType() {
		s = s.AsType(out.DType())
	}
	if s.NDim() < out.NDim() {
		return s.BroadcastTo(out.Shape()...)
	}
	return s.Sum().Reshape(out.Shape()...)
}

// shapeText formats a shape as MindSpore's C++ messages do: [2, 3].
func shapeText(x *tensor.Tensor) string { return pyrepr.Line([]int(x.Shape())) }
