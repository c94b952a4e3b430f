package kernels

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

//cpu:unary int
func bitNot[T Int](x T) T { return ^x }

// bitCount is the number of one bits.
//
//cpu:unary int
func bitCount[T Int](x T) T {
	width := 8 * unsafe.Sizeof(x)
	return T(bits.OnesCount64(uint64(x) & (1<<(width-1)<<1 - 1)))
}

// shiftLeft is zero for a shift by the width or more, and for a negative one.
//
//cpu:binary int
func shiftLeft[T Int](a, b T) T { return a << shiftCount(b) }

// shiftRight keeps the sign; a negative shift counts as one by the width or more.
//
//cpu:binary int
func shiftRight[T Int](a, b T) T { return a >> shiftCount(b) }

func shiftCount[T Int](b T) uint64 {
	if b < 0 {
		return 64
	}
	return uint64(b)
}

// gcd is the greatest common divisor, not negative; that of zero and zero is zero.
//
//cpu:binary int
func gcd[T Int](a, b T) T {
	for b != 0 {
		a, b = b, a%b
	}
	if a < 0 {
		return -a
	}
	return a
}

// lcm is the least common multiple, not negative; that of zero and anything is zero.
//
//cpu:binary int
func lcm[T Int](a, b T) T {
	g := gcd(a, b)
	if g == 0 {
		return 0
	}
	m := a / g * b
	if m < 0 {
		return -m
	}
	return m
}

// truncDivInt rounds toward zero. Division by zero saturates as in floorDivInt.
//
//cpu:binary int
func truncDivInt[T Int](a, b T) T {
	if b == 0 {
		return saturated(a)
	}
	return a / b
}

//cpu:binary float
func truncDivFloat[T Float](a, b T) T { return T(math.Trunc(float64(a) / float64(b))) }

// truncModInt has the sign of the dividend; modulo zero is zero.
//
//cpu:binary int
func truncModInt[T Int](a, b T) T {
	if b == 0 {
		return 0
	}
	return a % b
}

//cpu:binary float
func truncModFloat[T Float](a, b T) T { return T(math.Mod(float64(a), float64(b))) }

// copySign is the magnitude of a with the sign of b.
//
//cpu:binary float
func copySign[T Float](a, b T) T { return T(math.Copysign(float64(a), float64(b))) }

// nextAfter is the number next to a in the direction of b.
//
//cpu:binary float
func nextAfter[T Float](a, b T) T {
	if unsafe.Sizeof(a) == 4 {
		return T(math.Nextafter32(float32(a), float32(b)))
	}
	return T(math.Nextafter(float64(a), float64(b)))
}

// nextHalf is nextAfter among the numbers of Float16.
//
//cpu:binary float
func nextHalf[T Float](a, b T) T {
	if a == b || a != a || b != b {
		return nextAfter(a, b)
	}
	return T(dtype.Half(nextBits(uint16(dtype.HalfFromFloat64(float64(a))), a < b)).Float32())
}

// nextBF16 is nextAfter among the numbers of BFloat16.
//
//cpu:binary float
func nextBF16[T Float](a, b T) T {
	if a == b || a != a || b != b {
		return nextAfter(a, b)
	}
	return T(dtype.BF16(nextBits(uint16(dtype.BF16FromFloat64(float64(a))), a < b)).Float32())
}

// nextBits returns the bits of the next number up or down. Magnitudes have the same order as their bits.
func nextBits(bits uint16, up bool) uint16 {
	const sign = 1 << 15
	switch {
	case bits&^sign == 0 && up:
		return 1
	case bits&^sign == 0:
		return sign | 1
	case up == (bits&sign == 0):
		return bits + 1
	}
	return bits - 1
}

// fmax is the larger number; NaN is ignored.
//
//cpu:binary real
func fmax[T Real](a, b T) T {
	if a > b || b != b {
		return a
	}
	return b
}

// fmin is the smaller number; NaN is ignored.
//
//cpu:binary real
func fmin[T Real](a, b T) T {
	if a < b || b != b {
		return a
	}
	return b
}

// raised is the larger of a and the bound b; NaN as a bound counts as none.
//
//cpu:binary float
func raised[T Float](a, b T) T {
	if a < b {
		return b
	}
	return a
}

// lowered is the smaller of a and the bound b; NaN as a bound counts as none.
//
//cpu:binary float
func lowered[T Float](a, b T) T {
	if a > b {
		return b
	}
	return a
}

// leaned is a if it is positive, else a·b.
//
//cpu:binary float
func leaned[T Float](a, b T) T {
	if a > 0 {
		return a
	}
	return a * b
}

// heaviside is 0 where a is negative, 1 where it is positive, b where it is zero and NaN where it is NaN.
//
//cpu:binary real
func heaviside[T Real](a, b T) T {
	switch {
	case a < 0:
		return 0
	case a > 0:
		return 1
	case a == 0:
		return b
	}
	return a
}

// divNoNan is a/b, or zero if b is zero.
//
//cpu:binary inexact
func divNoNan[T Float | Complex](a, b T) T {
	if b == 0 {
		return 0
	}
	return a / b
}

// mulNoNan is a·b, or zero if b is zero.
//
//cpu:binary inexact
func mulNoNan[T Float | Complex](a, b T) T {
	if b == 0 {
		return 0
	}
	return a * b
}

// xdivy is a/b, or zero if a is zero.
//
//cpu:binary inexact
func xdivy[T Float | Complex](a, b T) T {
	if a == 0 && b == b {
		return 0
	}
	return a / b
}

// signBit is true for negative numbers and -0.
//
//cpu:test
func signBit[T Float](x T) bool { return math.Signbit(float64(x)) }

//cpu:test
func isPosInf[T Float](x T) bool { return math.IsInf(float64(x), 1) }

//cpu:test
func isNegInf[T Float](x T) bool { return math.IsInf(float64(x), -1) }

// Tables combined from two others, one for integers and one for floats.
var (
	TruncDiv = join(TruncDivInt, TruncDivFloat)
	TruncMod = join(TruncModInt, TruncModFloat)
)
