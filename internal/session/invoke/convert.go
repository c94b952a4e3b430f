package invoke

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/tensor"
)

// Valued is implemented by types that represent a tensor without being one, such as Parameter.
type Valued interface{ Value() *tensor.Tensor }

var tensorType = reflect.TypeFor[*tensor.Tensor]()

// Based is implemented by the base of a network cell, which represents the cell if a session declares it.
type Based interface{ Outer() any }

// Convert returns a as a value of type t. In addition to Go's assignability, it converts numbers to other kinds if
// that preserves their meaning, a Parameter or a number to a tensor, the base of a cell to the cell, and nil to a nil
// pointer, slice, map, func or interface.
func Convert(a any, t reflect.Type) (reflect.Value, bool) {
	v := reflect.ValueOf(a)
	switch {
	case !v.IsValid():
		return reflect.Zero(t), nilable(t)
	case v.Type().AssignableTo(t):
		return v, true
	case t == tensorType:
		x, ok := asTensor(a)
		return reflect.ValueOf(x), ok
	case isNumber(v.Kind()) && isNumber(t.Kind()):
		return convertNumber(v, t)
	case v.Kind() == t.Kind() && v.CanConvert(t) && isBasic(t.Kind()):
		return v.Convert(t), true // a named string or bool
	case t.Kind() == reflect.Slice && v.Kind() == reflect.Slice:
		return convertSlice(v, t)
	}
	if v = reflect.ValueOf(outer(a)); v.IsValid() && v.Type().AssignableTo(t) {
		return v, true
	}
	return reflect.Value{}, false
}

// outer returns the cell that a base represents, or a itself.
func outer(a any) any {
	if b, ok := a.(Based); ok {
		if cell := b.Outer(); cell != nil {
			return cell
		}
	}
	return a
}

// asTensor converts a to a tensor: a Parameter to its value, a number to a weak scalar.
func asTensor(a any) (*tensor.Tensor, bool) {
	switch a := a.(type) {
	case *tensor.Tensor:
		return a, true
	case Valued:
		return a.Value(), true
	}
	if k := reflect.ValueOf(a).Kind(); isNumber(k) || k == reflect.Bool {
		return tensor.Scalar(a), true
	}
	return nil, false
}

// AsTensor returns a if it is a tensor, or the tensor that it represents, as a Parameter does.
func AsTensor(a any) (*tensor.Tensor, bool) {
	switch a := a.(type) {
	case *tensor.Tensor:
		return a, a != nil
	case Valued:
		return a.Value(), true
	}
	return nil, false
}

func convertSlice(v reflect.Value, t reflect.Type) (reflect.Value, bool) {
	out := reflect.MakeSlice(t, v.Len(), v.Len())
	for i := range v.Len() {
		e, ok := Convert(v.Index(i).Interface(), t.Elem())
		if !ok {
			return reflect.Value{}, false
		}
		out.Index(i).Set(e)
	}
	return out, true
}

// convertNumber converts a number to type t. A float becomes an integer only if it is a whole number.
func convertNumber(v reflect.Value, t reflect.Type) (reflect.Value, bool) {
	if v.CanFloat() && !reflect.Zero(t).CanFloat() && v.Float() != float64(int64(v.Float())) {
		return reflect.Value{}, false
	}
	return v.Convert(t), true
}

func isNumber(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Float64 }

func isBasic(k reflect.Kind) bool { return k == reflect.Bool || k == reflect.String }

func nilable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Func, reflect.Interface, reflect.Chan:
		return true
	}
	return false
}

// ofUser matches the package prefix of types declared by cells and programs.
var ofUser = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bmain\.`) })

// TypeName returns the name of a type as users write it: "*tensor.Tensor", "*Net", "nil".
func TypeName(t reflect.Type) string {
	if t == nil {
		return "nil"
	}
	return strings.ReplaceAll(ofUser().ReplaceAllString(t.String(), ""), "interface {}", "any")
}

func arguments(n int, variadic bool) string {
	s := fmt.Sprintf("%d argument", n)
	if n != 1 {
		s += "s"
	}
	if variadic {
		s = "at least " + s
	}
	return s
}
