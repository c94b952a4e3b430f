// Package invoke calls Go functions whose signatures are known only at run time: functions to differentiate, the
// Construct and Bprop methods of cells, and hooks. The same rules apply to compiled functions and to those of a
// session.
package invoke

import (
	"reflect"

	"github.com/msrepl/msrepl/tensor"
)

// Func is a function of any signature. The zero Func is no function.
type Func struct {
	fn reflect.Value
}

// Of returns fn as a Func; ok reports whether fn is a non-nil function.
func Of(fn any) (f Func, ok bool) {
	v := reflect.ValueOf(fn)
	if v.Kind() != reflect.Func || v.IsNil() {
		return Func{}, false
	}
	return Func{fn: v}, true
}

// invoker is implemented by cells and other callable values.
type invoker interface{ Invoke(args ...any) []any }

// Callable returns fn, a function, a cell or another value with a method Invoke, as a function of loosely typed
// arguments; ok reports whether it can be called.
func Callable(fn any) (call func(args []any) []any, ok bool) {
	if c, ok := fn.(invoker); ok && !reflect.ValueOf(fn).IsZero() {
		return func(args []any) []any { return c.Invoke(args...) }, true
	}
	f, ok := Of(fn)
	return func(args []any) []any { return f.Call("the function", args) }, ok
}

// MustCall is [Callable] that raises TypeError, in the words of op, if fn cannot be called.
func MustCall(op string, fn any) func(args []any) []any {
	call, ok := Callable(fn)
	if !ok {
		tensor.Throw(op, tensor.TypeError, "For '%s', the first argument should be a Cell or a function, but got %s.",
			op, TypeName(reflect.TypeOf(fn)))
	}
	return call
}

// Method returns the method name of x.
func Method(x any, name string) (f Func, ok bool) {
	v := reflect.ValueOf(x)
	if !v.IsValid() {
		return Func{}, false
	}
	m := v.MethodByName(name)
	return Func{fn: m}, m.IsValid()
}

// Arity returns the minimum number of arguments of f, and whether it is variadic.
func (f Func) Arity() (n int, variadic bool) {
	t := f.fn.Type()
	n = t.NumIn()
	if t.IsVariadic() {
		return n - 1, true
	}
	return n, false
}

// In returns the type of parameter i, the element type for the variadic one.
func (f Func) In(i int) reflect.Type {
	t := f.fn.Type()
	if last := t.NumIn() - 1; t.IsVariadic() && i >= last {
		return t.In(last).Elem()
	}
	return t.In(i)
}

// NumOut returns the number of results.
func (f Func) NumOut() int { return f.fn.Type().NumOut() }

// Out returns the type of result i.
func (f Func) Out(i int) reflect.Type { return f.fn.Type().Out(i) }

// Call calls f, which is called name in messages, with args converted to its parameter types as by Convert. It raises
// TypeError if their number or a type does not match.
func (f Func) Call(name string, args []any) []any {
	if direct, ok := f.direct(args); ok {
		return direct
	}
	n, variadic := f.Arity()
	if len(args) < n || len(args) > n && !variadic {
		tensor.Throw(name, tensor.TypeError, "%s takes %s, but got %d.", name, arguments(n, variadic), len(args))
	}
	in := make([]reflect.Value, 0, len(args))
	for i, a := range args {
		v, ok := Convert(a, f.In(i))
		if !ok {
			tensor.Throw(name, tensor.TypeError, "%s: argument %d should be %s, but got %s.",
				name, i, TypeName(f.In(i)), TypeName(reflect.TypeOf(outer(a))))
		}
		in = append(in, v)
	}
	results := f.fn.Call(in)
	outs := make([]any, len(results))
	for i, r := range results {
		outs[i] = r.Interface()
	}
	return outs
}

// Shown returns the results of a call to display: all but a nil error at the end.
func Shown(results []any) []any {
	if n := len(results); n > 0 && results[n-1] == nil {
		return results[:n-1]
	}
	return results
}

// direct calls functions of the most common signatures without reflection.
func (f Func) direct(args []any) ([]any, bool) {
	if !f.fn.CanInterface() {
		return nil, false
	}
	switch fn := f.fn.Interface().(type) {
	case func(...any) []any:
		return fn(args...), true
	case func(*tensor.Tensor) *tensor.Tensor:
		if x, ok := tensors(args, 1); ok {
			return []any{fn(x[0])}, true
		}
	case func(x, y *tensor.Tensor) *tensor.Tensor:
		if x, ok := tensors(args, 2); ok {
			return []any{fn(x[0], x[1])}, true
		}
	}
	return nil, false
}

func tensors(args []any, n int) ([]*tensor.Tensor, bool) {
	if len(args) != n {
		return nil, false
	}
	x := make([]*tensor.Tensor, n)
	for i, a := range args {
		t, ok := a.(*tensor.Tensor)
		if !ok {
			return nil, false
		}
		x[i] = t
	}
	return x, true
}
