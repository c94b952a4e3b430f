package tensor

import "slices"

// OpInfo describes an op for help, documentation and tests.
type OpInfo struct {
	Name     string // "Exp": the name of the method and of the function in package ops
	GoName   string // "Tensor.Exp", "Concat" for a function of this package, "ops.Conv2D" for one only in package ops
	Func     string // MindSpore's functional name, "exp"; may be empty, or a list with commas
	Class    string // MindSpore's class name, "Exp"; may be empty, or a list with commas
	DTypes   string // accepted dtypes: all, number, real, ordered, float, inexact, int or floats
	Gradient bool   // whether gradients flow through it
	Doc      string // the doc comment
}

// Ops lists every op of packages tensor and ops by name.
func Ops() []OpInfo { return slices.Clone(registered) }
