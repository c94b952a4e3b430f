package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// Ops that differ only in their kernels are variables, so that a call does not allocate one.
var (
	equalOp        = &compareOp{name: "Equal", loop: &kernels.Equal}
	notEqualOp     = &compareOp{name: "NotEqual", loop: &kernels.NotEqual}
	greaterOp      = &compareOp{name: "Greater", loop: &kernels.Greater}
	greaterEqualOp = &compareOp{name: "GreaterEqual", loop: &kernels.GreaterEqual}
	lessOp         = &compareOp{name: "Less", loop: &kernels.Less}
	lessEqualOp    = &compareOp{name: "LessEqual", loop: &kernels.LessEqual}

	logicalAndOp = &logicalOp{name: "LogicalAnd", loop: &kernels.BitAnd}
	logicalOrOp  = &logicalOp{name: "LogicalOr", loop: &kernels.BitOr}
	logicalXorOp = &logicalOp{name: "LogicalXor", loop: &kernels.BitXor}

	isInfOp    = &testOp{name: "IsInf", loop: &kernels.IsInf}
	isFiniteOp = &testOp{name: "IsFinite", loop: &kernels.IsFinite}
	isPosInfOp = &testOp{name: "IsPosInf", loop: &kernels.IsPosInf}
	isNegInfOp = &testOp{name: "IsNegInf", loop: &kernels.IsNegInf}
	signBitOp  = &testOp{name: "SignBit", loop: &kernels.SignBit}
)

// compareOp is a comparison.
type compareOp struct {
	noGradient2
	name string
	loop *kernels.Compare
}

func (o *compareOp) Name() string                 { return o.name }
func (o *compareOp) infer(a, b Spec) Spec         { return inferCompare(o.name, a, b) }
func (o *compareOp) forward(a, b *Tensor) *Tensor { return compare(o.name, o.loop, a, b) }

// logicalOp is an op on truth values: any dtypes, broadcast, the result is Bool.
type logicalOp struct {
	noGradient2
	name string
	loop *kernels.Binary
}

func (o *logicalOp) Name() string { return o.name }
func (o *logicalOp) infer(a, b Spec) Spec {
	return Spec{DType: Bool, Shape: broadcastShapes(o.name, a.Shape, b.Shape)}
}
func (o *logicalOp) forward(a, b *Tensor) *Tensor { return map2(o.name, o.loop, a, b, Bool) }

// testOp is a predicate of one tensor.
type testOp struct {
	testUnary
	name string
	loop *kernels.Test
}

func (o *testOp) Name() string              { return o.name }
func (o *testOp) forward(x *Tensor) *Tensor { return test(o.name, o.loop, x) }

// Equal returns whether x == y elementwise, broadcast, as Bool. Complex numbers compare too.
//
//ms:op func=equal,eq,tensor_eq class=Equal types=all grad=no
func (x *Tensor) Equal(y *Tensor) *Tensor { return apply2(equalOp, x, y) }

// NotEqual returns whether x != y elementwise, broadcast, as Bool. NaN differs from every value, including NaN.
//
//ms:op func=not_equal,ne,tensor_ne class=NotEqual types=all grad=no
func (x *Tensor) NotEqual(y *Tensor) *Tensor { return apply2(notEqualOp, x, y) }

// Greater returns whether x > y elementwise, broadcast, as Bool.
//
//ms:op func=greater,gt,tensor_gt class=Greater types=ordered grad=no
func (x *Tensor) Greater(y *Tensor) *Tensor { return apply2(greaterOp, x, y) }

// GreaterEqual returns whether x >= y elementwise, broadcast, as Bool.
//
//ms:op func=greater_equal,ge,tensor_ge class=GreaterEqual types=ordered grad=no
func (x *Tensor) GreaterEqual(y *Tensor) *Tensor { return apply2(greaterEqualOp, x, y) }

// Less returns whether x < y elementwise, broadcast, as Bool.
//
//ms:op func=less,lt,tensor_lt class=Less types=ordered grad=no
func (x *Tensor) Less(y *Tensor) *Tensor { return apply2(lessOp, x, y) }

// LessEqual returns whether x <= y elementwise, broadcast, as Bool.
//
//ms:op func=less_equal,le,tensor_le class=LessEqual types=ordered grad=no
func (x *Tensor) LessEqual(y *Tensor) *Tensor { return apply2(lessEqualOp, x, y) }

// LogicalAnd returns whether x and y are both true elementwise, broadcast, as Bool. Numbers are true where they are
// not zero.
//
//ms:op func=logical_and class=LogicalAnd types=all grad=no
func (x *Tensor) LogicalAnd(y *Tensor) *Tensor { return apply2(logicalAndOp, x, y) }

// LogicalOr returns whether x or y is true elementwise, broadcast, as Bool. Numbers are true where they are not zero.
//
//ms:op func=logical_or class=LogicalOr types=all grad=no
func (x *Tensor) LogicalOr(y *Tensor) *Tensor { return apply2(logicalOrOp, x, y) }

// LogicalXor returns whether exactly one of x and y is true elementwise, broadcast, as Bool. Numbers are true where
// they are not zero.
//
//ms:op func=logical_xor class=LogicalXor types=all grad=no
func (x *Tensor) LogicalXor(y *Tensor) *Tensor { return apply2(logicalXorOp, x, y) }

// LogicalNot returns whether x is false elementwise, as Bool. Numbers are false where they are zero.
//
//ms:op func=logical_not class=LogicalNot types=all grad=no
func (x *Tensor) LogicalNot() *Tensor { return apply1(logicalNotOp{}, x) }

type logicalNotOp struct{ testUnary }

func (logicalNotOp) Name() string { return "LogicalNot" }
func (logicalNotOp) forward(x *Tensor) *Tensor {
	return map2("LogicalNot", &kernels.BitXor, x, one(Bool), Bool)
}

// IsNaN returns whether x is not a number elementwise, as Bool. Integers never are.
//
//ms:op func=isnan class=IsNan types=ordered grad=no
func (x *Tensor) IsNaN() *Tensor { return apply1(isNaNOp{}, x) }

type isNaNOp struct{ testUnary }

func (isNaNOp) Name() string { return "IsNan" }
func (isNaNOp) forward(x *Tensor) *Tensor {
	if x.dtype.IsComplex() {
		throwDType("IsNan", x.dtype)
	}
	return compare("IsNan", &kernels.NotEqual, x, x)
}

// IsInf returns whether x is infinite elementwise, as Bool.
//
//ms:op func=isinf class=IsInf types=ordered grad=no
func (x *Tensor) IsInf() *Tensor { return apply1(isInfOp, x) }

// IsFinite returns whether x is neither infinite nor NaN elementwise, as Bool.
//
//ms:op func=isfinite class=IsFinite types=ordered grad=no
func (x *Tensor) IsFinite() *Tensor { return apply1(isFiniteOp, x) }

// test returns the predicate k of each element of x, computed in Float32 unless x is Float64.
func test(op string, k *kernels.Test, x *Tensor) *Tensor {
	if x.dtype.IsComplex() {
		throwDType(op, x.dtype)
	}
	y := newLike(Bool, x)
	if x.dtype == Float64 {
		k.F64(flat[bool](y), flat[float64](x.rowMajor()))
	} else {
		k.F32(flat[bool](y), flat[float32](x.as(Float32).rowMajor()))
	}
	return y
}
