package ops

import (
	"slices"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// Option is a keyword argument of an op, made by the function of that name: Reduction("sum") is reduction='sum'.
type Option struct {
	name  string // how it is written in Go
	value any
}

// options are the keyword arguments that one call was given.
type options map[string]any

// read collects the options of a call and raises TypeError, which lists what the op has, when one is not among its names.
func read(op string, given []Option, names ...string) options {
	o := options{}
	for _, g := range given {
		if !slices.Contains(names, g.name) {
			tensor.Throw(op, tensor.TypeError, "For '%s', got an unexpected option ops.%s; its options are ops.%s.",
				op, g.name, strings.Join(names, ", ops."))
		}
		o[g.name] = g.value
	}
	return o
}

// option returns the value of an option, or what stands for its default.
func option[T any](o options, name string, otherwise T) T {
	if v, ok := o[name].(T); ok {
		return v
	}
	return otherwise
}
