package np

import "github.com/msrepl/msrepl/tensor"

// integers returns f of integers or truth values, elementwise and broadcast, in the dtype they promote to.
func integers(op string, x, y any, f func(a, b *tensor.Tensor) *tensor.Tensor) *tensor.Tensor {
	a, b := operands(x, y)
	for _, t := range []*tensor.Tensor{a, b} {
		if dt := t.DType(); !dt.IsInt() && dt != tensor.Bool {
			tensor.Throw(
				op, tensor.TypeError, "For '%s', the dtypes must be integers or Bool, but got %v and %v.", op, a.DType(),
				b.DType(),
			)
		}
	}
	if a.DType() == tensor.Bool && b.DType() == tensor.Bool {
		return f(a.AsType(tensor.Int8), b.AsType(tensor.Int8)).AsType(tensor.Bool)
	}
	return f(a, b)
}

// BitwiseAnd returns x & y, elementwise and broadcast. numpy.bitwise_and.
func BitwiseAnd(x, y any) *tensor.Tensor {
	return integers("bitwise_and", x, y, (*tensor.Tensor).BitwiseAnd)
}

// BitwiseOr returns x | y, elementwise and broadcast. numpy.bitwise_or.
func BitwiseOr(x, y any) *tensor.Tensor {
	return integers("bitwise_or", x, y, (*tensor.Tensor).BitwiseOr)
}

// BitwiseXor returns x ^ y, elementwise and broadcast. numpy.bitwise_xor.
func BitwiseXor(x, y any) *tensor.Tensor {
	return integers("bitwise_xor", x, y, (*tensor.Tensor).BitwiseXor)
}

// Invert returns x with all bits inverted, elementwise; for Bool the logical not. numpy.invert.
func Invert(x any) *tensor.Tensor {
	if t := tensorOf(x); t.DType() == tensor.Bool {
		return t.LogicalNot()
	}
	return integers("invert", x, x, func(a, _ *tensor.Tensor) *tensor.Tensor { return a.BitwiseNot() })
}

// GCD returns the greatest common divisor of |x| and |y|, elementwise and broadcast. numpy.gcd.
func GCD(x, y any) *tensor.Tensor { return integers("gcd", x, y, (*tensor.Tensor).GCD) }

// LCM returns the least common multiple of |x| and |y|, elementwise and broadcast. numpy.lcm.
func LCM(x, y any) *tensor.Tensor { return integers("lcm", x, y, (*tensor.Tensor).LCM) }
