package invoke

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"sync"

	"github.com/msrepl/msrepl/tensor"
)

// Valued is implemented by what represents a tensor without being one, such as a Parameter.
type Valued interface{ Value() *tensor.Tensor }

var tensorType = reflect.TypeFor[*tensor.Tensor]()

// Based is implemented by the base of a cell, which represents the cell where a session declares it.
type Based interface{ Outer() any }

// Convert returns a as a value of type t. Besides what Go assigns, a number becomes another kind of
// number where that keeps its meaning, a Parameter or a number becomes a tensor, the base of a cell the cell, and nil
// becomes a nil pointer, slice, map, func or interface.
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

// asTensor returns what a means as a tensor: a Parameter's value, or a number as a weak scalar.
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

// AsTensor returns the tensor that a is or, as a Parameter does, represents.
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

// convertNumber refuses a float for an integer parameter unless it is a whole number.
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

// ofUser matches what names of types begin with that cells and programs declare.
var ofUser = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bmain\.`) })

// TypeName is the name of a type as a user wrote it: "*tensor.Tensor", "*Net", "nil".
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
