package ops

import (
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// ClipByValue returns x with its elements limited to [lo, hi], numbers or tensors that broadcast; a nil bound means
// no limit, but one must be given (ValueError).
//
//ms:op func=clip_by_value,clip class= types=real
func ClipByValue(x *tensor.Tensor, lo, hi any) *tensor.Tensor {
	if lo == nil && hi == nil {
		tensor.Throw("clip_by_value", tensor.ValueError, "For 'clip_by_value', at least one of 'clip_value_min' or 'clip_value_max' must not be None")
	}
	for _, bound := range []any{lo, hi} {
		if bound != nil {
			agree("clip_by_value", x, tensor.Scalar(bound))
		}
	}
	return x.Clamp(lo, hi)
}

// ClipByNorm returns x scaled so that its Euclidean norm over the given axes (nil for all) is at most maxNorm.
// Integers give Float32.
//
//ms:op func=clip_by_norm class= types=float
func ClipByNorm(x *tensor.Tensor, maxNorm float64, axes []int) *tensor.Tensor {
	const op = "clip_by_norm"
	if maxNorm < 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'max_norm' must not be negative, but got %v.", op, maxNorm)
	}
	x = asFloat(op, x)
	return inFull(x, func(x *tensor.Tensor) *tensor.Tensor {
		norm := x.NormAxes(axes, true)
		limit := number(maxNorm)
		scaled := x.Mul(limit).Div(tensor.Where(norm.Equal(number(0)), number(1), norm))
		return tensor.Where(norm.Greater(limit), scaled, x)
	})
}

// ClipByGlobalNorm returns the tensors scaled by one factor so that the Euclidean norm of all elements together is at
// most clipNorm, which must be positive (ValueError). Integers give Float32.
//
//ms:op func=clip_by_global_norm class= types=float
func ClipByGlobalNorm(xs tensor.Tuple, clipNorm float64) tensor.Tuple {
	const op = "clip_by_global_norm"
	if clipNorm <= 0 || len(xs) == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', there must be tensors and the 'clip_norm' must be positive, but got %d and %v.", op, len(xs), clipNorm)
	}
	floats := make(tensor.Tuple, len(xs))
	for i, x := range xs {
		floats[i] = asFloat(op, x)
	}
	var scale *tensor.Tensor
	engine.RoundedOnce(floats, func(in []*tensor.Tensor) *tensor.Tensor {
		total := number(0)
		for _, x := range in {
			total = total.Add(x.Square().Sum())
		}
		norm := total.Sqrt()
		scale = number(clipNorm).Div(tensor.Where(norm.Greater(number(clipNorm)), norm, number(clipNorm)))
		return scale
	})
	for i, x := range floats {
		floats[i] = inFull(x, func(x *tensor.Tensor) *tensor.Tensor { return x.Mul(scale.AsType(x.DType())) })
	}
	return floats
}

// L2Normalize returns x divided by its Euclidean norm along an axis, whose square is taken to be at least epsilon.
// Integers give Float32.
//
//ms:op func= class=L2Normalize types=float
func L2Normalize(x *tensor.Tensor, axis int, epsilon float64) *tensor.Tensor {
	x = asFloat("L2Normalize", x)
	needAxis("L2Normalize", x, axis)
	return inFull(x, func(x *tensor.Tensor) *tensor.Tensor {
		square := x.Square().SumAxes([]int{axis}, true)
		return x.Mul(tensor.Where(square.Less(number(epsilon)), number(epsilon), square).Rsqrt())
	})
}

// AddN returns the sum of tensors, promoted. Different shapes are a ValueError.
//
//ms:op func=addn,accumulate_n class=AddN,AccumulateNV2 types=all
func AddN(xs tensor.Tuple) *tensor.Tensor {
	const op = "AddN"
	if len(xs) == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the size of 'inputs' must be at least 1, but got 0.", op)
	}
	if len(xs) == 1 {
		return xs[0].Clone()
	}
	sum := xs[0]
	for _, x := range xs[1:] {
		sameShape(op, "x[0]", "x[i]", sum, x)
		sum = sum.Add(x)
	}
	return sum
}

// SquareSumAll returns Σx² and Σy², scalars, for two tensors of the same shape (ValueError). Integers give
// Float32.
//
//ms:op func= class=SquareSumAll types=float
func SquareSumAll(x, y *tensor.Tensor) (sumX, sumY *tensor.Tensor) {
	const op = "SquareSumAll"
	sameShape(op, "x1", "x2", x, y)
	return asFloat(op, x).Square().Sum(), asFloat(op, y).Square().Sum()
}
