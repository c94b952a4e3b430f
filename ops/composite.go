package ops

import (
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// This file has the composite ops, which are higher-order functions. Arguments may be tensors, Parameters, numbers,
// anything else, and sequences of these: slices and tuples of a [grad.Result].

// FuncGraph is a function with several signatures; see [MultitypeFuncGraph].
type FuncGraph struct {
	name     string
	variants []invoke.Func
}

// MultitypeFuncGraph returns a function without signatures, with a name for messages. Register adds signatures.
// mindspore.ops.MultitypeFuncGraph.
func MultitypeFuncGraph(name string) *FuncGraph { return &FuncGraph{name: name} }

// Register adds a Go function. The types of its parameters determine the arguments that it accepts: *tensor.Tensor a
// tensor or a Parameter, float64 any number, int an integer, any every value. It raises TypeError for a value that is
// not a function. In Python it is a decorator with the types as arguments.
func (f *FuncGraph) Register(fn any) *FuncGraph {
	v, ok := invoke.Of(fn)
	if !ok {
		tensor.Throw(f.name, tensor.TypeError, "For 'MultitypeFuncGraph', what is registered for '%s' must be a function, "+
			"but got %s.", f.name, invoke.TypeName(reflect.TypeOf(fn)))
	}
	f.variants = append(f.variants, v)
	return f
}

// Call runs the first function registered for arguments of these types, or the only function, and returns its result,
// several as a tuple. It raises TypeError if no function accepts them. In cells it is f(x, y).
func (f *FuncGraph) Call(args ...any) grad.Result { return resultOf(f.Invoke(args...)) }

// Invoke is [FuncGraph.Call] with the results in a list, for functions that take functions.
func (f *FuncGraph) Invoke(args ...any) []any {
	args = singles(args)
	if len(f.variants) == 1 {
		return f.variants[0].Call(f.name, args)
	}
	for _, v := range f.variants {
		if takes(v, args) {
			return v.Call(f.name, args)
		}
	}
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = invoke.TypeName(reflect.TypeOf(a))
	}
	tensor.Throw(f.name, tensor.TypeError, "For 'MultitypeFuncGraph', none of the %d functions registered for '%s' "+
		"takes (%s).", len(f.variants), f.name, strings.Join(names, ", "))
	return nil
}

// takes reports whether a function accepts the arguments. A number is not a tensor here.
func takes(f invoke.Func, args []any) bool {
	n, variadic := f.Arity()
	if len(args) < n || len(args) > n && !variadic {
		return false
	}
	for i, a := range args {
		t := f.In(i)
		_, fits := invoke.AsTensor(a)
		if t != reflect.TypeFor[*tensor.Tensor]() {
			_, fits = invoke.Convert(a, t)
		}
		if !fits {
			return false
		}
	}
	return true
}

// HyperMap returns a function that applies op to the elements of nested sequences and returns a tuple of the same
// structure, that of its first argument. Without an op, the first argument of every call is the op. op is a cell, a
// [FuncGraph] or any Go function. The call raises ValueError for sequences of different lengths and TypeError if one
// argument is a sequence and another is not. mindspore.ops.HyperMap.
func HyperMap(op ...any) func(args ...any) grad.Result { return mapper("HyperMap", op, true) }

// Map is [HyperMap] for one level of sequences: their elements are passed to op unchanged. mindspore.ops.Map.
func Map(op ...any) func(args ...any) grad.Result { return mapper("Map", op, false) }

func mapper(name string, op []any, deep bool) func(args ...any) grad.Result {
	return func(args ...any) grad.Result {
		fn := append(append([]any(nil), op...), args...)
		if len(fn) < 2 {
			tensor.Throw(name, tensor.TypeError, "For '%s', a function and at least one sequence are needed, "+
				"but got %d arguments.", name, len(fn))
		}
		m := &mapping{name: name, call: invoke.MustCall(name, fn[0]), deep: deep}
		return m.over(fn[1:], 0)
	}
}

// mapping is one call of the result of Map or HyperMap.
type mapping struct {
	name string
	call func(args []any) []any
	deep bool
}

// over applies the function at the given depth.
func (m *mapping) over(args []any, depth int) grad.Result {
	first, ok := elements(args[0])
	if depth > 0 && !m.deep || !ok && m.deep {
		return resultOf(m.call(singles(args)))
	}
	if !ok {
		tensor.Throw(m.name, tensor.TypeError, "For '%s', the arguments must be sequences, but got %s.",
			m.name, invoke.TypeName(reflect.TypeOf(args[0])))
	}
	lists := [][]any{first}
	for i, a := range args[1:] {
		list, ok := elements(a)
		if !ok {
			tensor.Throw(m.name, tensor.TypeError, "For '%s', the first argument is a sequence, so argument %d must be "+
				"one, but got %s.", m.name, i+1, invoke.TypeName(reflect.TypeOf(a)))
		}
		if len(list) != len(first) {
			tensor.Throw(m.name, tensor.ValueError, "For '%s', all sequences must have the same length, but got %d and %d.",
				m.name, len(first), len(list))
		}
		lists = append(lists, list)
	}
	out := make([]any, len(first))
	for i := range out {
		row := make([]any, len(lists))
		for k, l := range lists {
			row[k] = l[i]
		}
		out[i] = m.over(row, depth+1)
	}
	return grad.ResultOf(out)
}

// Partial returns fn with its first arguments fixed; the arguments of a call follow them. fn is a cell, a [FuncGraph]
// or any Go function. mindspore.ops.partial and mindspore.ops.Partial.
func Partial(fn any, args ...any) func(rest ...any) grad.Result {
	call := invoke.MustCall("Partial", fn)
	return func(rest ...any) grad.Result {
		return resultOf(call(singles(append(append([]any(nil), args...), rest...))))
	}
}

// resultOf returns a single value as it is, and several or none as a tuple.
func resultOf(outs []any) grad.Result {
	if len(outs) == 1 {
		return grad.ResultOf(outs[0])
	}
	return grad.ResultOf(outs)
}

// singles returns the arguments with single gradient results replaced by their values.
func singles(args []any) []any {
	out := make([]any, len(args))
	for i, a := range args {
		out[i] = a
		if r, ok := a.(grad.Result); ok {
			out[i] = r.Interface()
		}
	}
	return out
}

// elements returns the elements of a sequence.
func elements(a any) (list []any, ok bool) {
	if r, ok := a.(grad.Result); ok {
		if !r.IsTuple() {
			return nil, false
		}
		a = r.Elements()
	}
	v := reflect.ValueOf(a)
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return nil, false
	}
	for i := range v.Len() {
		list = append(list, v.Index(i).Interface())
	}
	return list, true
}
