package kernels

import (
	"math"
	"unsafe"
)

//cpu:unary number
func neg[T Number](x T) T { return -x }

// abs clears the sign of a float, including NaN and zero.
//
//cpu:unary real
func abs[T Real](x T) T {
	if x < 0 {
		return -x
	}
	return x + 0 // -0 becomes 0
}

//cpu:unary number
func square[T Number](x T) T { return x * x }

// sign of NaN is 0, as in MindSpore's kernels.
//
//cpu:unary real
func sign[T Real](x T) T {
	switch {
	case x > 0:
		return 1
	case x < 0:
		x = 0
		return x - 1
	}
	return 0
}

//cpu:unary inexact
func reciprocal[T Float | Complex](x T) T { return 1 / x }

//cpu:unary float
func exp[T Float](x T) T { return T(math.Exp(float64(x))) }

//cpu:unary float
func exp2[T Float](x T) T { return T(math.Exp2(float64(x))) }

//cpu:unary float
func expm1[T Float](x T) T { return T(math.Expm1(float64(x))) }

//cpu:unary float
func log[T Float](x T) T { return T(naturalLog(float64(x))) }

//cpu:unary float
func log2[T Float](x T) T {
	if unsafe.Sizeof(x) == 4 { // the digits that math loses do not matter in float32
		return T(math.Log2(float64(x)))
	}
	return T(preciseLog2(float64(x)))
}

//cpu:unary float
func log10[T Float](x T) T {
	if unsafe.Sizeof(x) == 4 { // the digits that math loses do not matter in float32
		return T(math.Log10(float64(x)))
	}
	return T(preciseLog10(float64(x)))
}

//cpu:unary float
func log1p[T Float](x T) T { return T(math.Log1p(float64(x))) }

//cpu:unary float
func sqrt[T Float](x T) T { return T(math.Sqrt(float64(x))) }

//cpu:unary float
func rsqrt[T Float](x T) T { return 1 / T(math.Sqrt(float64(x))) }

//cpu:unary float
func sin[T Float](x T) T { return T(math.Sin(float64(x))) }

//cpu:unary float
func cos[T Float](x T) T { return T(math.Cos(float64(x))) }

//cpu:unary float
func tan[T Float](x T) T { return T(math.Tan(float64(x))) }

//cpu:unary float
func asin[T Float](x T) T {
	if unsafe.Sizeof(x) == 4 { // the digits that math loses do not matter in float32
		return T(math.Asin(float64(x)))
	}
	return T(preciseAsin(float64(x)))
}

//cpu:unary float
func acos[T Float](x T) T {
	if unsafe.Sizeof(x) == 4 { // the digits that math loses do not matter in float32
		return T(math.Acos(float64(x)))
	}
	return T(preciseAcos(float64(x)))
}

//cpu:unary float
func atan[T Float](x T) T { return T(math.Atan(float64(x))) }

//cpu:unary float
func sinh[T Float](x T) T {
	if y := float64(x); math.Abs(y) > maxExp {
		return T(math.Copysign(halfExp(y), y))
	}
	return T(math.Sinh(float64(x)))
}

//cpu:unary float
func cosh[T Float](x T) T {
	if y := float64(x); math.Abs(y) > maxExp {
		return T(halfExp(y))
	}
	return T(math.Cosh(float64(x)))
}

// maxExp is the logarithm of the largest Float64.
const maxExp = 709.782712893384

// halfExp is e^|x|/2 where e^|x| overflows Float64, although math.Sinh and math.Cosh halve it.
func halfExp(x float64) float64 {
	root := math.Exp(math.Abs(x) / 2)
	return root / 2 * root
}

//cpu:unary float
func tanh[T Float](x T) T { return T(math.Tanh(float64(x))) }

//cpu:unary float
func asinh[T Float](x T) T { return T(math.Asinh(float64(x))) }

//cpu:unary float
func acosh[T Float](x T) T { return T(math.Acosh(float64(x))) }

//cpu:unary float
func atanh[T Float](x T) T { return T(math.Atanh(float64(x))) }

//cpu:unary float
func erf[T Float](x T) T { return T(math.Erf(float64(x))) }

//cpu:unary float
func erfc[T Float](x T) T { return T(math.Erfc(float64(x))) }

//cpu:unary float
func floor[T Float](x T) T { return T(math.Floor(float64(x))) }

//cpu:unary float
func ceil[T Float](x T) T { return T(math.Ceil(float64(x))) }

//cpu:unary float
func trunc[T Float](x T) T { return T(math.Trunc(float64(x))) }

// frac is the fractional part, with the sign of x.
//
//cpu:unary float
func frac[T Float](x T) T { return x - T(math.Trunc(float64(x))) }

// round rounds halves to even, as numpy and MindSpore do.
//
//cpu:unary float
func round[T Float](x T) T { return T(math.RoundToEven(float64(x))) }

// sigmoid cannot overflow: it takes the exponential of a non-positive number.
//
//cpu:unary float
func sigmoid[T Float](x T) T {
	if x >= 0 {
		return T(1 / (1 + math.Exp(-float64(x))))
	}
	e := math.Exp(float64(x))
	return T(e / (1 + e))
}

// silu is x·sigmoid(x).
//
//cpu:unary float
func silu[T Float](x T) T { return T(float64(x) / (1 + math.Exp(-float64(x)))) }

// gelu is x·Φ(x), also precise far below zero.
//
//cpu:unary float
func gelu[T Float](x T) T {
	v := float64(x)
	return T(v * (math.Erfc(-v/math.Sqrt2) / 2))
}

// geluTanh is x·(1+tanh(√(2/π)·(x+0.044715·x³)))/2, as x times a sigmoid.
//
//cpu:unary float
func geluTanh[T Float](x T) T {
	v := float64(x)
	return T(v / (1 + math.Exp(-2*math.Sqrt(2/math.Pi)*(v+float64(0.044715*v*v*v)))))
}

// softplus is log(1+exp(x)), linear for large x where exp would overflow.
//
//cpu:unary float
func softplus[T Float](x T) T {
	v := float64(x)
	return T(math.Max(v, 0) + math.Log1p(math.Exp(-math.Abs(v))))
}

// relu returns NaN for NaN.
//
//cpu:unary real
func relu[T Real](x T) T {
	if x < 0 {
		return 0
	}
	return x
}

// reluGrad is the gradient of relu's argument, given relu's result y and the gradient g; likewise the others.
//
//cpu:binary float
func reluGrad[T Float](y, g T) T {
	if y > 0 {
		return g
	}
	return g * 0
}

//cpu:binary float
func tanhGrad[T Float](y, g T) T { return g * (1 - T(y*y)) }

//cpu:binary float
func sigmoidGrad[T Float](y, g T) T { return T(g*y) * (1 - y) }

// siluGrad takes silu's argument and rounds as the operations that it combines do.
//
//cpu:binary float
func siluGrad[T Float](x, g T) T {
	s := sigmoid(x)
	return T(g*s) * (T(x*(1-s)) + 1)
}

// geluGrad is g·(Φ(x) + x·φ(x)); it takes gelu's argument.
//
//cpu:binary float
func geluGrad[T Float](x, g T) T {
	density := exp(T(x*x)*-0.5) * T(1/math.Sqrt(2*math.Pi))
	return g * (T(erfc(x*T(-math.Sqrt2/2))*0.5) + T(x*density))
}

//cpu:test
func isInf[T Float](x T) bool { return x-x != 0 && x == x }

//cpu:test
func isFinite[T Float](x T) bool { return x-x == 0 }
