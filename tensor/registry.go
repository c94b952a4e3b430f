package tensor

import "slices"

// OpInfo describes one op for help, documentation and tests.
type OpInfo struct {
	Name     string // "Exp": the method's name and that of its twin in package ops
	GoName   string // "Tensor.Exp", or "Concat" for a function
	Func     string // MindSpore's functional name, "exp"; may be empty
	Class    string // MindSpore's class name, "Exp"; may be empty
	DTypes   string // range of dtypes: all, number, real, ordered, float or inexact
	Gradient bool   // whether a gradient flows through it
	Doc      string // the doc comment
}

// Ops lists every op by name.
func Ops() []OpInfo { return slices.Clone(registered) }
