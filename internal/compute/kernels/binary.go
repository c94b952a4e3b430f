package kernels

import "math"

//cpu:binary number
func add[T Number](a, b T) T { return a + b }

//cpu:binary number
func sub[T Number](a, b T) T { return a - b }

//cpu:binary number
func mul[T Number](a, b T) T { return a * b }

//cpu:binary inexact
func div[T Float | Complex](a, b T) T { return a / b }

// floorDivInt rounds toward minus infinity as Python does. Division by zero saturates: 0/0 is 0, otherwise the
// largest or smallest value (as in MindSpore's CPU kernel).
//
//cpu:binary int
func floorDivInt[T Int](a, b T) T {
	if b == 0 {
		return saturated(a)
	}
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// saturated returns the quotient of a and zero.
func saturated[T Int](a T) T {
	var smallest, largest T
	if smallest-1 > 0 { // unsigned
		largest = smallest - 1
	} else {
		smallest = 1
		for smallest > 0 {
			smallest *= 2
		}
		largest = smallest - 1
	}
	switch {
	case a > 0:
		return largest
	case a < 0:
		return smallest
	}
	return 0
}

//cpu:binary float
func floorDivFloat[T Float](a, b T) T { return T(math.Floor(float64(a) / float64(b))) }

// floorModInt has the sign of the divisor; modulo zero is zero.
//
//cpu:binary int
func floorModInt[T Int](a, b T) T {
	if b == 0 {
		return 0
	}
	m := a % b
	if m != 0 && (m < 0) != (b < 0) {
		m += b
	}
	return m
}

// floorModFloat has the sign of the divisor, even for a zero.
//
//cpu:binary float
func floorModFloat[T Float](a, b T) T {
	m := math.Mod(float64(a), float64(b))
	switch {
	case m == 0:
		m = math.Copysign(0, float64(b))
	case (m < 0) != (b < 0):
		m += float64(b)
	}
	return T(m)
}

// powInt uses repeated squaring; a negative exponent gives the truncated reciprocal.
//
//cpu:binary int
func powInt[T Int](a, b T) T {
	if b < 0 {
		return powIntNegative(a, b)
	}
	var r T = 1
	for ; b > 0; b /= 2 {
		if b%2 == 1 {
			r *= a
		}
		a *= a
	}
	return r
}

func powIntNegative[T Int](a, b T) T {
	switch {
	case a == 1:
		return 1
	case a+1 == 0 && b%2 == 0:
		return 1
	case a+1 == 0:
		return a
	}
	return 0
}

//cpu:binary float
func powFloat[T Float](a, b T) T { return T(power(float64(a), float64(b))) }

//cpu:binary float
func atan2[T Float](a, b T) T { return T(angle(float64(a), float64(b))) }

// angle is math.Atan2 except that a quotient rounded to zero keeps the sign of y.
func angle(y, x float64) float64 { return math.Copysign(math.Atan2(y, x), y) }

//cpu:binary float
func hypot[T Float](a, b T) T { return T(math.Hypot(float64(a), float64(b))) }

// maximum is NaN when either argument is.
//
//cpu:binary real
func maximum[T Real](a, b T) T {
	if a > b || a != a {
		return a
	}
	return b
}

// minimum is NaN when either argument is.
//
//cpu:binary real
func minimum[T Real](a, b T) T {
	if a < b || a != a {
		return a
	}
	return b
}

// xlogy is a*log(b), zero where a is zero whatever b is (NaN excepted).
//
//cpu:binary float
func xlogy[T Float](a, b T) T {
	if a == 0 && b == b {
		return 0
	}
	return a * T(naturalLog(float64(b)))
}

//cpu:compare number
func equal[T Number](a, b T) bool { return a == b }

//cpu:compare number
func notEqual[T Number](a, b T) bool { return a != b }

//cpu:compare real
func greater[T Real](a, b T) bool { return a > b }

//cpu:compare real
func greaterEqual[T Real](a, b T) bool { return a >= b }

//cpu:compare real
func less[T Real](a, b T) bool { return a < b }

//cpu:compare real
func lessEqual[T Real](a, b T) bool { return a <= b }

//cpu:binary int
func bitAnd[T Int](a, b T) T { return a & b }

//cpu:binary int
func bitOr[T Int](a, b T) T { return a | b }

//cpu:binary int
func bitXor[T Int](a, b T) T { return a ^ b }

// Tables combined from two others, one for integers and one for floats.
var (
	FloorDiv = join(FloorDivInt, FloorDivFloat)
	FloorMod = join(FloorModInt, FloorModFloat)
	Pow      = join(PowInt, PowFloat)
)

func join(ints, floats Binary) Binary {
	ints.F32, ints.F64, ints.C64, ints.C128 = floats.F32, floats.F64, floats.C64, floats.C128
	return ints
}
