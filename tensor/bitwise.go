package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// This file has ops on the bits and divisors of integers.

// integralUnary is the rule of ops on integers.
type integralUnary struct {
	noGradient1
	pointwise
}

func (integralUnary) infer(x Spec) Spec { return Spec{DType: x.DType, Shape: x.Shape} }

// integral raises TypeError unless a and b promote to integers, or to Bool if bools is set.
func integral(op string, bools bool, a, b *Tensor) {
	if dt := promote(op, a.spec(), b.spec()); !dt.IsInt() && !(bools && dt == Bool) {
		throwDType(op, dt)
	}
}

// bitOp is an op on integers with its kernel; bools is the kernel for Bool, nil if there is none.
type bitOp struct {
	noGradient2
	name        string
	loop, bools *kernels.Binary
}

func (o *bitOp) Name() string         { return o.name }
func (o *bitOp) infer(a, b Spec) Spec { return inferArith(o.name, a, b) }
func (o *bitOp) forward(a, b *Tensor) *Tensor {
	integral(o.name, o.bools != nil, a, b)
	return arith(o.name, o.loop, o.bools, a, b)
}

var (
	bitAndOp     = &bitOp{name: "BitwiseAnd", loop: &kernels.BitAnd, bools: &kernels.BitAnd}
	bitOrOp      = &bitOp{name: "BitwiseOr", loop: &kernels.BitOr, bools: &kernels.BitOr}
	bitXorOp     = &bitOp{name: "BitwiseXor", loop: &kernels.BitXor, bools: &kernels.BitXor}
	shiftLeftOp  = &bitOp{name: "LeftShift", loop: &kernels.ShiftLeft}
	shiftRightOp = &bitOp{name: "RightShift", loop: &kernels.ShiftRight}
	gcdOp        = &bitOp{name: "Gcd", loop: &kernels.Gcd}
	lcmOp        = &bitOp{name: "Lcm", loop: &kernels.Lcm}
)

// BitwiseAnd returns x & y elementwise, broadcast and promoted. Bool is the logical and; floats are a TypeError.
//
//ms:op func=bitwise_and class=BitwiseAnd types=bits grad=no
func (x *Tensor) BitwiseAnd(y *Tensor) *Tensor { return apply2(bitAndOp, x, y) }

// BitwiseOr returns x | y elementwise, broadcast and promoted. Bool is the logical or; floats are a TypeError.
//
//ms:op func=bitwise_or class=BitwiseOr types=bits grad=no
func (x *Tensor) BitwiseOr(y *Tensor) *Tensor { return apply2(bitOrOp, x, y) }

// BitwiseXor returns x ^ y elementwise, broadcast and promoted. Bool is the logical exclusive or; floats are a
// TypeError.
//
//ms:op func=bitwise_xor class=BitwiseXor types=bits grad=no
func (x *Tensor) BitwiseXor(y *Tensor) *Tensor { return apply2(bitXorOp, x, y) }

// BitwiseNot returns x with all bits inverted. Bool is the logical not; floats are a TypeError.
//
//ms:op func=bitwise_not,inplace_bitwise_not class=Invert types=bits grad=no
func (x *Tensor) BitwiseNot() *Tensor {
	if x.dtype == Bool {
		return x.LogicalNot()
	}
	return apply1(bitNotOp{}, x)
}

type bitNotOp struct{ integralUnary }

func (bitNotOp) Name() string              { return "Invert" }
func (bitNotOp) forward(x *Tensor) *Tensor { return map1("Invert", &kernels.BitNot, x) }

// LeftShift returns x·2^y elementwise, broadcast and promoted; overflowing bits are lost. A shift that is negative
// or at least the width gives zero. Other dtypes than integers are a TypeError.
//
//ms:op func=bitwise_left_shift class=LeftShift types=int grad=no
func (x *Tensor) LeftShift(y *Tensor) *Tensor { return apply2(shiftLeftOp, x, y) }

// RightShift returns x/2^y rounded down elementwise, broadcast and promoted. A shift that is negative or at least the
// width gives 0, or -1 for negative x. Other dtypes than integers are a TypeError.
//
//ms:op func=bitwise_right_shift class=RightShift types=int grad=no
func (x *Tensor) RightShift(y *Tensor) *Tensor { return apply2(shiftRightOp, x, y) }

// PopulationCount returns the number of set bits of each element, as UInt8. Other dtypes than integers are a
// TypeError.
//
//ms:op func=population_count class=PopulationCount types=int grad=no
func (x *Tensor) PopulationCount() *Tensor { return apply1(populationOp{}, x) }

type populationOp struct{ noGradient1 }

func (populationOp) Name() string      { return "PopulationCount" }
func (populationOp) infer(x Spec) Spec { return Spec{DType: UInt8, Shape: x.Shape} }
func (populationOp) forward(x *Tensor) *Tensor {
	return map1("PopulationCount", &kernels.BitCount, x).cast(UInt8)
}

// GCD returns the greatest common divisor of x and y elementwise, broadcast and promoted. Other dtypes than integers
// are a TypeError.
//
//ms:op func=gcd class=Gcd types=int grad=no
func (x *Tensor) GCD(y *Tensor) *Tensor { return apply2(gcdOp, x, y) }

// LCM returns the least common multiple of x and y elementwise, broadcast and promoted. Other dtypes than integers
// are a TypeError.
//
//ms:op func=lcm class=Lcm types=int grad=no
func (x *Tensor) LCM(y *Tensor) *Tensor { return apply2(lcmOp, x, y) }
