package np

import (
	"reflect"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// list returns the array-likes in xs: a tuple or a slice of them, or a tensor, whose rows they are.
func list(op string, xs any) []*tensor.Tensor {
	switch v := xs.(type) {
	case tensor.Tuple:
		return v
	case []*tensor.Tensor:
		return v
	case *tensor.Tensor:
		return v.Unstack(0)
	}
	rv := reflect.ValueOf(xs)
	if rv.Kind() != reflect.Slice {
		tensor.Throw(op, tensor.TypeError, "For '%s', a list of arrays is expected, but got %T.", op, xs)
	}
	out := make([]*tensor.Tensor, rv.Len())
	for i := range out {
		out[i] = tensorOf(rv.Index(i).Interface())
	}
	return out
}

// Concatenate joins a list of arrays along an axis, the first by default. numpy.concatenate.
func Concatenate(xs any, axis ...int) *tensor.Tensor {
	ts := list("concatenate", xs)
	require("concatenate", len(ts) > 0, "need at least one array to concatenate")
	return tensor.Concat(ts, kwargs.Optional(axis, 0))
}

// Stack joins a list of arrays of the same shape along a new axis, the first by default. numpy.stack.
func Stack(xs any, axis ...int) *tensor.Tensor {
	ts := list("stack", xs)
	require("stack", len(ts) > 0, "need at least one array to stack")
	return tensor.Stack(ts, kwargs.Optional(axis, 0))
}

// VStack joins a list of arrays along the first axis; vectors are rows. numpy.vstack.
func VStack(xs any) *tensor.Tensor { return tensor.VStack(list("vstack", xs)) }

// HStack joins a list of arrays along the second axis, vectors along their only one. numpy.hstack.
func HStack(xs any) *tensor.Tensor { return tensor.HStack(list("hstack", xs)) }

// DStack joins a list of arrays along the third axis. numpy.dstack.
func DStack(xs any) *tensor.Tensor { return tensor.DStack(list("dstack", xs)) }

// ColumnStack joins a list of arrays along the second axis; vectors are columns. numpy.column_stack.
func ColumnStack(xs any) *tensor.Tensor { return tensor.ColumnStack(list("column_stack", xs)) }

// Append returns x with v appended along an axis, or both flattened without one. numpy.append.
func Append(x, v any, axis ...int) *tensor.Tensor {
	if len(axis) == 0 {
		return tensor.Concat([]*tensor.Tensor{Ravel(x), Ravel(v)}, 0)
	}
	return tensor.Concat([]*tensor.Tensor{tensorOf(x), tensorOf(v)}, axis[0])
}

// Split splits x along an axis, the first by default: an int, which must divide the length (ValueError), is the
// number of equal parts, a []int or a tensor has the positions of the cuts. numpy.split.
func Split(x, sections any, axis ...int) tensor.Tuple {
	t, a := tensorOf(x), kwargs.Optional(axis, 0)
	if n, ok := sections.(int); ok {
		require("split", n > 0 && t.Dim(a)%n == 0, "array split does not result in an equal division")
	}
	return ArraySplit(t, sections, a)
}

// ArraySplit is [Split] into parts that may differ: the first ones may be longer by one. numpy.array_split.
func ArraySplit(x, sections any, axis ...int) tensor.Tuple {
	t, a := tensorOf(x), kwargs.Optional(axis, 0)
	length := t.Dim(a)
	var cuts []int
	switch s := sections.(type) {
	case int:
		require("array_split", s > 0, "number sections must be larger than 0.")
		engine.CheckMemory(tensor.Int64, []int{s}) // a pointer for each part
		for i := 1; i < s; i++ {
			cuts = append(cuts, i*(length/s)+min(i, length%s))
		}
	case []int, tensor.Shape:
		cuts, _ = shape.Ints(s)
	case *tensor.Tensor:
		for _, to := range s.Int64s() {
			cuts = append(cuts, int(to))
		}
	default:
		tensor.Throw("split", tensor.TypeError,
			"For 'split', the sections must be an int, a []int or a tensor, but got %T.", sections)
	}
	a = axisOf("split", a, t.NDim())
	var parts tensor.Tuple
	from := 0
	for _, to := range append(cuts[:len(cuts):len(cuts)], length) {
		idx := make([]any, a+1)
		for i := range idx {
			idx[i] = tensor.All()
		}
		idx[a] = tensor.Span(from, to)
		parts = append(parts, t.At(idx...))
		from = to
	}
	return parts
}

// VSplit is [Split] along the first axis. numpy.vsplit.
func VSplit(x, sections any) tensor.Tuple {
	require("vsplit", NDim(x) >= 2, "vsplit only works on arrays of 2 or more dimensions")
	return Split(x, sections, 0)
}

// HSplit is [Split] along the second axis, of a vector along its only one. numpy.hsplit.
func HSplit(x, sections any) tensor.Tuple {
	t := tensorOf(x)
	require("hsplit", t.NDim() >= 1, "hsplit only works on arrays of 1 or more dimensions")
	return Split(t, sections, min(1, t.NDim()-1))
}

// DSplit is [Split] along the third axis. numpy.dsplit.
func DSplit(x, sections any) tensor.Tuple {
	require("dsplit", NDim(x) >= 3, "dsplit only works on arrays of 3 or more dimensions")
	return Split(x, sections, 2)
}
