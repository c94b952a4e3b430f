package tensor

// This file holds the dtype and shape rules that ops share.

// floatUnary is the rule of exp and its like: floats keep their dtype, integers and Bool give Float32.
type floatUnary struct{ pointwise }

func (floatUnary) infer(x Spec) Spec { return Spec{DType: inexact(x.DType), Shape: x.Shape} }

// floatOfFirst is floatUnary with a gradient that looks at the argument.
type floatOfFirst struct {
	floatUnary
	keepsFirst
}

// sameUnary is the rule of neg and its like: any number, dtype and shape kept.
type sameUnary struct{ pointwise }

func (sameUnary) infer(x Spec) Spec { return Spec{DType: x.DType, Shape: x.Shape} }

// testUnary is the rule of predicates.
type testUnary struct {
	noGradient1
	pointwise
}

func (testUnary) infer(x Spec) Spec { return Spec{DType: Bool, Shape: x.Shape} }

// noGradient1 is the written absence of a gradient, for an op with one argument.
type noGradient1 struct{}

func (noGradient1) vjp(_, _, _ *Tensor) *Tensor { return nil }
func (noGradient1) constant()                   {}
func (noGradient1) keeps() keep                 { return keepNothing }

// noGradient2 is the written absence of a gradient, for an op with two arguments.
type noGradient2 struct{}

func (noGradient2) da(_, _, _, _ *Tensor) *Tensor { return nil }
func (noGradient2) db(_, _, _, _ *Tensor) *Tensor { return nil }
func (noGradient2) constant()                     {}
func (noGradient2) keeps() keep                   { return keepNothing }

// keepsFirst and the like say what a rule looks at.
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

// inferArith is the rule of add and its like: promoted and broadcast.
func inferArith(op string, a, b Spec) Spec {
	return Spec{DType: promote(op, a, b), Shape: broadcastShapes(op, a.Shape, b.Shape)}
}

// inferCompare is the rule of comparisons: promotable and broadcast, the result is Bool.
func inferCompare(op string, a, b Spec) Spec {
	promote(op, a, b)
	return Spec{DType: Bool, Shape: broadcastShapes(op, a.Shape, b.Shape)}
}

// num is a Python number in a gradient rule.
func num(v float64) *Tensor {
	t := alloc(Float64, scalarLayout)
	near[float64](t)[0] = v
	t.weak = true
	return t
}
