package kernels

import (
	"math"
	"math/cmplx"
)

// This file has elementary functions of complex numbers that package math/cmplx computes well only for moderate
// numbers: far from zero, its inverse functions subtract numbers that have become equal, or choose the wrong branch,
// and quotients become infinity over infinity. They are Kahan's (Branch cuts for complex elementary functions,
// 1987). For infinities and NaN, cmplx returns what C99 requires.

// far is the limit beyond which squares, and sums of two numbers, might overflow.
const far = math.MaxFloat64 / 4

func tame(z complex128) bool { return !cmplx.IsNaN(z) && !cmplx.IsInf(z) }

func beyond(z complex128, bound float64) bool {
	return math.Abs(real(z)) > bound || math.Abs(imag(z)) > bound
}

// turned is -i·f(i·z): the circular function that corresponds to a hyperbolic one.
func turned(f func(z complex128) complex128, z complex128) complex128 {
	w := f(complex(-imag(z), real(z)))
	return complex(imag(w), -real(w))
}

// naturalLog is math.Log, whose assembly treats subnormal numbers as normal ones.
func naturalLog(x float64) float64 {
	if x > 0 && x < 0x1p-1022 {
		return math.Log(x*0x1p54) - 54*math.Ln2
	}
	return math.Log(x)
}

// planeLog preserves the digits of the real part near the unit circle.
func planeLog(z complex128) complex128 {
	long, short := math.Abs(real(z)), math.Abs(imag(z))
	if long < short {
		long, short = short, long
	}
	turn := angle(imag(z), real(z))
	switch size := math.Hypot(long, short); {
	case size > 0.71 && size < 1.73:
		return complex(math.Log1p(float64((long-1)*(long+1))+float64(short*short))/2, turn)
	case size > far && long < math.Inf(1):
		return complex(doubleLog(z)-math.Ln2, turn)
	default:
		return complex(naturalLog(size), turn)
	}
}

// doubleLog is ln|2z| for large z.
func doubleLog(z complex128) float64 {
	return math.Log(math.Hypot(real(z)/4, imag(z)/4)) + 3*math.Ln2
}

func planeExpm1(z complex128) complex128 {
	re, im := real(z), imag(z)
	if im == 0 {
		return complex(math.Expm1(re), im)
	}
	sin, cos := math.Sincos(im)
	half := math.Sin(im / 2)
	return complex(float64(math.Expm1(re)*cos)-float64(2*half*half), math.Exp(re)*sin)
}

func planeTanh(z complex128) complex128 {
	re, im := real(z), imag(z)
	if !tame(z) || math.Abs(re) < 22 {
		return cmplx.Tanh(z)
	}
	sin, cos := math.Sincos(im)
	return complex(math.Copysign(1, re), 4*sin*cos*math.Exp(-2*math.Abs(re)))
}

func planeAsinh(z complex128) complex128 {
	re, im := real(z), imag(z)
	switch {
	case !tame(z):
		return cmplx.Asinh(z)
	case beyond(z, far):
		return complex(math.Copysign(doubleLog(z), re), math.Atan2(im, math.Abs(re)))
	}
	a, b := cmplx.Sqrt(complex(1+im, -re)), cmplx.Sqrt(complex(1-im, re))
	return complex(math.Asinh(float64(real(a)*imag(b))-float64(real(b)*imag(a))),
		math.Atan2(im, float64(real(a)*real(b))-float64(imag(a)*imag(b))))
}

func planeAcos(z complex128) complex128 {
	re, im := real(z), imag(z)
	switch {
	case !tame(z):
		return cmplx.Acos(z)
	case beyond(z, far):
		return complex(math.Atan2(math.Abs(im), re), math.Copysign(doubleLog(z), -im))
	}
	a, b := cmplx.Sqrt(complex(1-re, -im)), cmplx.Sqrt(complex(1+re, im))
	return complex(2*math.Atan2(real(a), real(b)), math.Asinh(float64(real(b)*imag(a))-float64(imag(b)*real(a))))
}

func planeAcosh(z complex128) complex128 {
	re, im := real(z), imag(z)
	switch {
	case !tame(z):
		return cmplx.Acosh(z)
	case beyond(z, far):
		return complex(doubleLog(z), angle(im, re))
	}
	a, b := cmplx.Sqrt(complex(re-1, im)), cmplx.Sqrt(complex(re+1, im))
	return complex(math.Asinh(float64(real(a)*real(b))+float64(imag(a)*imag(b))), 2*math.Atan2(imag(a), real(b)))
}

func planeAtanh(z complex128) complex128 {
	re, im := real(z), imag(z)
	up := math.Abs(im)
	switch {
	case !tame(z):
		return cmplx.Atanh(z)
	case math.Signbit(re):
		return -planeAtanh(-z)
	case beyond(z, 0x1p510): // 1/z, where |z|² would overflow
		h := math.Hypot(re/2, im/2)
		return complex(re/4/h/h, math.Copysign(math.Pi/2, im))
	case re == 1 && im == 0:
		return complex(math.Inf(1), im)
	case re == 1 && up < 0x1p-511:
		return complex(-math.Log(math.Sqrt(up)/math.Sqrt(math.Hypot(up, 2))), math.Copysign(math.Atan2(2, -up)/2, im))
	}
	return complex(math.Log1p(4*re/(float64((1-re)*(1-re))+float64(up*up)))/4,
		-math.Atan2(-2*im, float64((1-re)*(1+re))-float64(up*up))/2)
}
