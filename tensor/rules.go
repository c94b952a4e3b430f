package tensor

// This file has the dtype and shape rules that ops share.

// floatUnary is the rule of exp and similar ops: floats keep their dtype, integers and Bool give Float32.
type floatUnary struct{ pointwise }

func (floatUnary) infer(x Spec) Spec { return Spec{DType: inexact(x.DType), Shape: x.Shape} }

// floatOfFirst is floatUnary with a gradient that needs the argument.
type floatOfFirst struct {
	floatUnary
	keepsFirst
}

// sameUnary is the rule of neg and similar ops: any number; dtype and shape are kept.
type sameUnary struct{ pointwise }

func (sameUnary) infer(x Spec) Spec { return Spec{DType: x.DType, Shape: x.Shape} }

// testUnary is the rule of predicates.
type testUnary struct {
	noGradient1
	pointwise
}

func (testUnary) infer(x Spec) Spec { return Spec{DType: Bool, Shape: x.Shape} }

// noGradient1 marks an op with one argument as having no gradient.
type noGradient1 struct{}

func (noGradient1) vjp(_, _, _ *Tensor) *Tensor { return nil }
func (noGradient1) constant()                   {}
func (noGradient1) keeps() keep                 { return keepNothing }

// noGradient2 marks an op with two arguments as having no gradient.
type noGradient2 struct{}

func (noGradient2) da(_, _, _, _ *Tensor) *Tensor { return nil }
func (noGradient2) db(_, _, _, _ *Tensor) *Tensor { return nil }
func (noGradient2) constant()                     {}
func (noGradient2) keeps() keep                   { return keepNothing }

// keepsFirst and so on declare which values a gradient rule needs.
type (
	keepsNone   struct{}
	keepsFirst  struct{}
	keepsResult struct{}
	keepsBoth   struct{}
	keepsOther  struct{}
)

func (keepsNone) keeps() keep   { return keepNothing }
func (keepsFirst) keeps() keep  { return keepFirst }
func (keepsResult) keeps() keep { return keepResult }
func (keepsBoth) keeps() keep   { return keepFirst | keepSecond }
func (keepsOther) keeps() keep  { return keepFirst | keepSecond | keepCross }

// inferArith is the rule of add and similar ops: arguments are promoted and broadcast.
func inferArith(op string, a, b Spec) Spec {
	return Spec{DType: promote(op, a, b), Shape: broadcastShapes(op, a.Shape, b.Shape)}
}

// inferCompare is the rule of comparisons: arguments must promote and broadcast; the result is Bool.
func inferCompare(op string, a, b Spec) Spec {
	promote(op, a, b)
	return Spec{DType: Bool, Shape: broadcastShapes(op, a.Shape, b.Shape)}
}

// num returns a Python number for use in a gradient rule.
func num(v float64) *Tensor {
	t := alloc(Float64, scalarLayout)
	near[float64](t)[0] = v
	t.weak = true
	return t
}
