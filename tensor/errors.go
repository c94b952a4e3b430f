package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// squaredErrorsOp takes two tensors of one shape and returns the sum of their squared differences, divided by their
// number for the mean, without storing the differences. Results and gradients are bit for bit those of Sub, Square,
// and Sum or Mean, except for gradients that are not normal numbers.
type squaredErrorsOp struct{ mean bool }

func (squaredErrorsOp) Name() string { return "MSELoss" }

func (squaredErrorsOp) infer(a, _ Spec) Spec { return Spec{DType: a.DType} }

func (squaredErrorsOp) keeps() keep { return keepFirst | keepSecond }

func (o squaredErrorsOp) forward(a, b *Tensor) *Tensor {
	y := alloc(Float32, scalarLayout)
	sum := kernels.SquaredErrors(flat[float32](a), flat[float32](b))
	flat[float32](y)[0] = sum / o.count(a)
	return y
}

// count returns the divisor of the sum.
func (o squaredErrorsOp) count(a *Tensor) float32 {
	if !o.mean {
		return 1
	}
	return float32(a.lay.size)
}

func (o squaredErrorsOp) da(a, b, _, g *Tensor) *Tensor { return o.slope(a, b, g, 1) }
func (o squaredErrorsOp) db(a, b, _, g *Tensor) *Tensor { return o.slope(a, b, g, -1) }

// slope returns the gradient of a, or of b if sign is negative.
func (o squaredErrorsOp) slope(a, b, g *Tensor, sign float32) *Tensor {
	if a.Tracked() || b.Tracked() || g.Tracked() || mappedSlices() > 1 {
		return g.Div(num(float64(o.count(a)))).Mul(a.Sub(b)).Mul(num(float64(2 * sign)))
	}
	dx := alloc(Float32, a.lay)
	c := 2 * sign * (flat[float32](g)[0] / o.count(a))
	kernels.ScaledErrors(flat[float32](dx), flat[float32](a), flat[float32](b), c)
	return dx
}

// fewErrors is the number of differences up to which separate ops cost little more.
const fewErrors = 512

// squaredErrors returns the sum or the mean of the squared differences of a and b as one op. It returns nil if
// separate ops are to be applied: for few elements, dtypes other than Float32, shapes that differ, views, or
// observed ops.
func squaredErrors(a, b *Tensor, mean bool) *Tensor {
	if a.lay.size < fewErrors || !plain(a, b) || observers.Load() != 0 || mixed.Any() || mappedSlices() > 1 {
		return nil
	}
	return apply2(squaredErrorsOp{mean}, a, b)
}
