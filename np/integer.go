package np

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/tensor"
)

// integers computes f elementwise and broadcast on integers, in the dtype they promote to.
func integers(op string, x, y any, f func(a, b int64) int64) *tensor.Tensor {
	a, b := operands(x, y)
	dt, ok := dtype.Promote(a.DType(), b.DType())
	switch {
	case a.IsWeak():
		dt, ok = dtype.PromoteScalar(b.DType(), a.DType())
	case b.IsWeak():
		dt, ok = dtype.PromoteScalar(a.DType(), b.DType())
	}
	if !ok || !dt.IsInt() && dt != tensor.Bool {
		tensor.Throw(op, tensor.TypeError, "For '%s', the dtypes must be integers or Bool, but got %v and %v.", op, a.DType(), b.DType())
	}
	ts := BroadcastArrays(a, b)
	v, w := ts[0].Int64s(), ts[1].Int64s()
	out := make([]int64, len(v))
	for i := range out {
		out[i] = f(v[i], w[i])
	}
	return tensor.Share(out).Reshape(ts[0].Shape()...).AsType(dt)
}

// BitwiseAnd returns x & y, elementwise and broadcast. numpy.bitwise_and.
func BitwiseAnd(x, y any) *tensor.Tensor {
	return integers("bitwise_and", x, y, func(a, b int64) int64 { return a & b })
}

// BitwiseOr returns x | y, elementwise and broadcast. numpy.bitwise_or.
func BitwiseOr(x, y any) *tensor.Tensor {
	return integers("bitwise_or", x, y, func(a, b int64) int64 { return a | b })
}

// BitwiseXor returns x ^ y, elementwise and broadcast. numpy.bitwise_xor.
func BitwiseXor(x, y any) *tensor.Tensor {
	return integers("bitwise_xor", x, y, func(a, b int64) int64 { return a ^ b })
}

// Invert returns x with all bits inverted, elementwise; for Bool the logical not. numpy.invert.
func Invert(x any) *tensor.Tensor {
	if t := tensorOf(x); t.DType() == tensor.Bool {
		return t.LogicalNot()
	}
	return integers("invert", x, x, func(a, _ int64) int64 { return ^a })
}

// GCD returns the greatest common divisor of |x| and |y|, elementwise and broadcast. numpy.gcd.
func GCD(x, y any) *tensor.Tensor { return integers("gcd", x, y, gcd) }

// LCM returns the least common multiple of |x| and |y|, elementwise and broadcast. numpy.lcm.
func LCM(x, y any) *tensor.Tensor {
	return integers("lcm", x, y, func(a, b int64) int64 {
		if a == 0 || b == 0 {
			return 0
		}
		return max(a, -a) / gcd(a, b) * max(b, -b)
	})
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
