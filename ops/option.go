package ops

import (
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// Option is a keyword argument of an op, made by the function of that name: Reduction("sum") is reduction='sum'.
type Option struct {
	name  string // how it is written in Go
	value any
}

// options are the keyword arguments that one call was given, and under an empty name the op's.
type options map[string]any

// read collects the options of a call and raises TypeError, which lists what the op has, when one is not among its
// names.
func read(op string, given []Option, names ...string) options {
	o := options{"": op}
	for _, g := range given {
		if !slices.Contains(names, g.name) {
			tensor.Throw(op, tensor.TypeError, "For '%s', got an unexpected option ops.%s; its options are ops.%s.",
				op, g.name, strings.Join(names, ", ops."))
		}
		o[g.name] = g.value
	}
	return o
}

// option returns the value of an option, or its default when there is none or nil. A value of another
// type is a TypeError.
func option[T any](o options, name string, otherwise T) T {
	v, ok := o[name].(T)
	if ok {
		return v
	}
	if o[name] != nil {
		op, _ := o[""].(string)
		tensor.Throw(op, tensor.TypeError, "For '%s', the option ops.%s must be of type %s, but got %s.",
			op, name, reflect.TypeFor[T](), reflect.TypeOf(o[name]))
	}
	return otherwise
}

// passed returns the value of an option that has no default, and whether it was given and is not nil.
func passed[T any](o options, name string) (v T, ok bool) {
	return option(o, name, v), o[name] != nil
}
