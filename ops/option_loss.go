package ops

import (
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Reduction sets how the losses of a batch are combined (reduction): "none", "mean" or "sum".
func Reduction(how string) Option { return Option{"Reduction", how} }

// Weight sets the weight of each class, channel or element (weight).
func Weight(w *tensor.Tensor) Option { return Option{"Weight", w} }

// Eps sets the small number that keeps a division, root or logarithm finite (eps, epsilon).
func Eps(e float64) Option { return Option{"Eps", e} }

// PosWeight sets the weight of positive labels relative to negative ones (pos_weight).
func PosWeight(w *tensor.Tensor) Option { return Option{"PosWeight", w} }

// IgnoreIndex sets a label that is ignored (ignore_index).
func IgnoreIndex(label int) Option { return Option{"IgnoreIndex", label} }

// LabelSmoothing distributes a fraction of each label, in [0, 1), evenly over all classes (label_smoothing).
func LabelSmoothing(share float64) Option { return Option{"LabelSmoothing", share} }

// LinearFrom sets the difference at which a loss changes from quadratic to linear (beta, delta).
func LinearFrom(d float64) Option { return Option{"LinearFrom", d} }

// Margin sets the distance above which a loss is zero (margin).
func Margin(m float64) Option { return Option{"Margin", m} }

// NormDegree sets the degree of the norm of distances (p).
func NormDegree(p float64) Option { return Option{"NormDegree", p} }

// DistanceSwap also considers the distance of the negative example from the positive one (swap).
func DistanceSwap(on bool) Option { return Option{"DistanceSwap", on} }

// FullTerm adds the constant term of a likelihood (full).
func FullTerm(on bool) Option { return Option{"FullTerm", on} }

// Blank sets the class of the blank symbol (blank).
func Blank(class int) Option { return Option{"Blank", class} }

// ZeroInfinity makes infinite losses zero (zero_infinity).
func ZeroInfinity(on bool) Option { return Option{"ZeroInfinity", on} }

// number returns a Python number.
func number(v float64) *tensor.Tensor { return tensor.Scalar(v) }

// asFloat returns x as a floating point tensor: integers and Bool become Float32, complex numbers are a TypeError.
func asFloat(op string, x *tensor.Tensor) *tensor.Tensor {
	dt := x.DType()
	switch {
	case dt.IsComplex():
		tensor.Throw(op, tensor.TypeError, "For '%s', the type of input tensor is not supported: got Tensor[%s].", op, dt)
	case !dt.IsFloat():
		return x.AsType(tensor.Float32)
	}
	return x
}

// once returns a loss, without its reduction, of tensors converted to floats. That of half types is computed in
// Float32 and rounded at the end: squares, and sums over many samples, overflow Float16 long before their mean does.
func once(op string, in []*tensor.Tensor, loss func(in []*tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	floats := make([]*tensor.Tensor, len(in))
	for i, x := range in {
		floats[i] = asFloat(op, x)
	}
	return engine.RoundedOnce(floats, loss)
}

// of lists tensors.
func of(x ...*tensor.Tensor) []*tensor.Tensor { return x }

// reduced combines the losses as the option Reduction specifies.
func reduced(op string, o options, otherwise string, loss *tensor.Tensor) *tensor.Tensor {
	switch how := kwargs.Get(o, "Reduction", otherwise); how {
	case "none":
		return loss
	case "mean":
		return loss.Mean()
	case "sum":
		return loss.Sum()
	default:
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'reduction' must be str and must be in '['none', 'mean', 'sum']', but got '%s'.", op, how)
		return nil
	}
}

// sameShape raises ValueError unless a and b have one shape.
func sameShape(op, nameA, nameB string, a, b *tensor.Tensor) {
	if !shapesEqual(a, b) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of '%s' must be equal to the shape of '%s', but got %s and %s.",
			op, nameA, nameB, tupleText(a.Shape()), tupleText(b.Shape()))
	}
}
