package kernels

import "math"

// Functions of package math, with a precise one for Float64 where math loses digits that do not matter in Float32.
// Halves are rounded to even, as numpy and MindSpore do.
//
//cpu:real exp=math.Exp exp2=math.Exp2 expm1=math.Expm1 log=naturalLog log1p=math.Log1p sqrt=math.Sqrt sin=math.Sin
//cpu:real cos=math.Cos tan=math.Tan atan=math.Atan tanh=math.Tanh asinh=math.Asinh acosh=math.Acosh
//cpu:real atanh=math.Atanh erf=math.Erf erfc=math.Erfc floor=math.Floor ceil=math.Ceil trunc=math.Trunc
//cpu:real round=math.RoundToEven log2=math.Log2,preciseLog2 log10=math.Log10,preciseLog10
//cpu:real asin=math.Asin,preciseAsin acos=math.Acos,preciseAcos

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
func rsqrt[T Float](x T) T { return 1 / T(math.Sqrt(float64(x))) }

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

// frac is the fractional part, with the sign of x.
//
//cpu:unary float
func frac[T Float](x T) T { return x - T(math.Trunc(float64(x))) }

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
