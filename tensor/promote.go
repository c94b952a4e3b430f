package tensor

import (
	"strings"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

// promote returns the dtype in which an op of two tensors computes, by MindSpore's implicit conversion.
func promote(op string, a, b Spec) DType {
	if a.DType == b.DType && a.Weak == b.Weak {
		return a.DType
	}
	var dt DType
	var ok bool
	switch {
	case a.Weak == b.Weak:
		dt, ok = dtype.Promote(a.DType, b.DType)
	case a.Weak:
		dt, ok = dtype.PromoteScalar(b.DType, a.DType)
	default:
		dt, ok = dtype.PromoteScalar(a.DType, b.DType)
	}
	if !ok {
		Throw(op, TypeError, "Type implicit conversion between %s and %s is not supported.", operandText(a), operandText(b))
	}
	return dt
}

// operandText names an operand as in MindSpore's conversion error.
func operandText(s Spec) string {
	if s.Weak {
		return s.DType.String()
	}
	return "Tensor[" + s.DType.String() + "]"
}

func throwDType(op string, dt DType) {
	Throw(op, TypeError, "For '%s', the type of input tensor is not supported: got Tensor[%s].", op, dt)
}

// tupleText formats a shape as a Python tuple: (2, 3), (2,), ().
func tupleText(dims []int) string { return shape.Tuple(dims) }

// listText formats a shape as MindSpore's C++ side does: [2, 3].
func listText(dims []int) string { return pyrepr.Line(dims) }

func joinInts(dims []int) string { return strings.Trim(listText(dims), "[]") }
