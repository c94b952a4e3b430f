package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// Equal returns whether x == y elementwise, broadcast, as Bool. Complex numbers compare too.
//
//ms:op func=equal,eq,tensor_eq class=Equal types=all grad=no
func (x *Tensor) Equal(y *Tensor) *Tensor { return apply2(equalOp{}, x, y) }

type equalOp struct{ noGradient2 }

func (o equalOp) Name() string                 { return "Equal" }
func (o equalOp) infer(a, b Spec) Spec         { return inferCompare(o.Name(), a, b) }
func (o equalOp) forward(a, b *Tensor) *Tensor { return compare(o.Name(), &kernels.Equal, a, b) }

// NotEqual returns whether x != y elementwise, broadcast, as Bool. NaN differs from everything, itself too.
//
//ms:op func=not_equal,ne,tensor_ne class=NotEqual types=all grad=no
func (x *Tensor) NotEqual(y *Tensor) *Tensor { return apply2(notEqualOp{}, x, y) }

type notEqualOp struct{ noGradient2 }

func (o notEqualOp) Name() string                 { return "NotEqual" }
func (o notEqualOp) infer(a, b Spec) Spec         { return inferCompare(o.Name(), a, b) }
func (o notEqualOp) forward(a, b *Tensor) *Tensor { return compare(o.Name(), &kernels.NotEqual, a, b) }

// Greater returns whether x > y elementwise, broadcast, as Bool.
//
//ms:op func=greater,gt,tensor_gt class=Greater types=ordered grad=no
func (x *Tensor) Greater(y *Tensor) *Tensor { return apply2(greaterOp{}, x, y) }

type greaterOp struct{ noGradient2 }

func (o greaterOp) Name() string                 { return "Greater" }
func (o greaterOp) infer(a, b Spec) Spec         { return inferCompare(o.Name(), a, b) }
func (o greaterOp) forward(a, b *Tensor) *Tensor { return compare(o.Name(), &kernels.Greater, a, b) }

// GreaterEqual returns whether x >= y elementwise, broadcast, as Bool.
//
//ms:op func=greater_equal,ge,tensor_ge class=GreaterEqual types=ordered grad=no
func (x *Tensor) GreaterEqual(y *Tensor) *Tensor { return apply2(greaterEqualOp{}, x, y) }

type greaterEqualOp struct{ noGradient2 }

func (o greaterEqualOp) Name() string         { return "GreaterEqual" }
func (o greaterEqualOp) infer(a, b Spec) Spec { return inferCompare(o.Name(), a, b) }
func (o greaterEqualOp) forward(a, b *Tensor) *Tensor {
	return compare(o.Name(), &kernels.GreaterEqual, a, b)
}

// Less returns whether x < y elementwise, broadcast, as Bool.
//
//ms:op func=less,lt,tensor_lt class=Less types=ordered grad=no
func (x *Tensor) Less(y *Tensor) *Tensor { return apply2(lessOp{}, x, y) }

type lessOp struct{ noGradient2 }

func (o lessOp) Name() string                 { return "Less" }
func (o lessOp) infer(a, b Spec) Spec         { return inferCompare(o.Name(), a, b) }
func (o lessOp) forward(a, b *Tensor) *Tensor { return compare(o.Name(), &kernels.Less, a, b) }

// LessEqual returns whether x <= y elementwise, broadcast, as Bool.
//
//ms:op func=less_equal,le,tensor_le class=LessEqual types=ordered grad=no
func (x *Tensor) LessEqual(y *Tensor) *Tensor { return apply2(lessEqualOp{}, x, y) }

type lessEqualOp struct{ noGradient2 }

func (o lessEqualOp) Name() string         { return "LessEqual" }
func (o lessEqualOp) infer(a, b Spec) Spec { return inferCompare(o.Name(), a, b) }
func (o lessEqualOp) forward(a, b *Tensor) *Tensor {
	return compare(o.Name(), &kernels.LessEqual, a, b)
}

// LogicalAnd returns whether x and y are both true elementwise, broadcast, as Bool. Numbers are true where they are
// not zero.
//
//ms:op func=logical_and class=LogicalAnd types=all grad=no
func (x *Tensor) LogicalAnd(y *Tensor) *Tensor { return apply2(logicalAndOp{}, x, y) }

type logicalAndOp struct{ noGradient2 }

func (o logicalAndOp) Name() string         { return "LogicalAnd" }
func (o logicalAndOp) infer(a, b Spec) Spec { return inferLogical(o.Name(), a, b) }
func (o logicalAndOp) forward(a, b *Tensor) *Tensor {
	return map2(o.Name(), &kernels.BitAnd, a, b, Bool)
}

// LogicalOr returns whether x or y is true elementwise, broadcast, as Bool. Numbers are true where they are not zero.
//
//ms:op func=logical_or class=LogicalOr types=all grad=no
func (x *Tensor) LogicalOr(y *Tensor) *Tensor { return apply2(logicalOrOp{}, x, y) }

type logicalOrOp struct{ noGradient2 }

func (o logicalOrOp) Name() string                 { return "LogicalOr" }
func (o logicalOrOp) infer(a, b Spec) Spec         { return inferLogical(o.Name(), a, b) }
func (o logicalOrOp) forward(a, b *Tensor) *Tensor { return map2(o.Name(), &kernels.BitOr, a, b, Bool) }

// LogicalXor returns whether exactly one of x and y is true elementwise, broadcast, as Bool. Numbers are true where
// they are not zero.
//
//ms:op func=logical_xor class=LogicalXor types=all grad=no
func (x *Tensor) LogicalXor(y *Tensor) *Tensor { return apply2(logicalXorOp{}, x, y) }

type logicalXorOp struct{ noGradient2 }

func (o logicalXorOp) Name() string         { return "LogicalXor" }
func (o logicalXorOp) infer(a, b Spec) Spec { return inferLogical(o.Name(), a, b) }
func (o logicalXorOp) forward(a, b *Tensor) *Tensor {
	return map2(o.Name(), &kernels.BitXor, a, b, Bool)
}

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
func (x *Tensor) IsInf() *Tensor { return apply1(isInfOp{}, x) }

type isInfOp struct{ testUnary }

func (isInfOp) Name() string              { return "IsInf" }
func (isInfOp) forward(x *Tensor) *Tensor { return test("IsInf", &kernels.IsInf, x) }

// IsFinite returns whether x is neither infinite nor NaN elementwise, as Bool.
//
//ms:op func=isfinite class=IsFinite types=ordered grad=no
func (x *Tensor) IsFinite() *Tensor { return apply1(isFiniteOp{}, x) }

type isFiniteOp struct{ testUnary }

func (isFiniteOp) Name() string              { return "IsFinite" }
func (isFiniteOp) forward(x *Tensor) *Tensor { return test("IsFinite", &kernels.IsFinite, x) }

// inferLogical is the rule of logical ops: any dtypes, broadcast, the result is Bool.
func inferLogical(op string, a, b Spec) Spec {
	return Spec{DType: Bool, Shape: broadcastShapes(op, a.Shape, b.Shape)}
}

// test returns the predicate k of every element of x, which is computed in Float32 unless it is Float64.
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
