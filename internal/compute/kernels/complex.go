package kernels

import (
	"math"
	"math/cmplx"
)

//cpu:part
func realPart(x complex128) float64 { return real(x) }

//cpu:part
func imagPart(x complex128) float64 { return imag(x) }

//cpu:part
func magnitude(x complex128) float64 { return math.Hypot(real(x), imag(x)) }

//cpu:part
func phase(x complex128) float64 { return angle(imag(x), real(x)) }

//cpu:unary complex
func conj[T Complex](x T) T { return T(cmplx.Conj(complex128(x))) }

// Compose writes the complex numbers with the given parts to dst, which is all of their parts.
func Compose[R Float](dst, re, im []R) {
	dst, im = dst[:2*len(re)], im[:len(re)]
	for i, v := range re {
		dst[2*i], dst[2*i+1] = v, im[i]
	}
}

// Below are the elementary functions of complex numbers, each named after the real function that it extends.
//
//cpu:complex exp=cmplx.Exp expm1=planeExpm1 log=planeLog sqrt=cmplx.Sqrt sin=cmplx.Sin cos=cmplx.Cos acos=planeAcos
//cpu:complex sinh=cmplx.Sinh cosh=cmplx.Cosh tanh=planeTanh asinh=planeAsinh acosh=planeAcosh atanh=planeAtanh

//cpu:unary complex exp2
func exp2Complex[T Complex](x T) T {
	z := complex128(x)
	return T(cmplx.Exp(complex(real(z)*math.Ln2, imag(z)*math.Ln2)))
}

//cpu:unary complex log2
func log2Complex[T Complex](x T) T {
	w := planeLog(complex128(x))
	return T(complex(real(w)/math.Ln2, imag(w)/math.Ln2))
}

//cpu:unary complex log10
func log10Complex[T Complex](x T) T {
	w := planeLog(complex128(x))
	return T(complex(real(w)/math.Ln10, imag(w)/math.Ln10))
}

// log1pComplex is precise for small x: log|1+x| is half of log1p(|1+x|²-1).
//
//cpu:unary complex log1p
func log1pComplex[T Complex](x T) T {
	re, im := real(complex128(x)), imag(complex128(x))
	if beyond(complex128(x), 0x1p500) {
		return logComplex(1 + x)
	}
	return T(complex(math.Log1p(float64(re*(2+re))+float64(im*im))/2, angle(im, 1+re)))
}

//cpu:unary complex rsqrt
func rsqrtComplex[T Complex](x T) T { return T(1 / cmplx.Sqrt(complex128(x))) }

//cpu:unary complex tan
func tanComplex[T Complex](x T) T { return T(turned(planeTanh, complex128(x))) }

//cpu:unary complex asin
func asinComplex[T Complex](x T) T { return T(turned(planeAsinh, complex128(x))) }

//cpu:unary complex atan
func atanComplex[T Complex](x T) T { return T(turned(planeAtanh, complex128(x))) }

//cpu:unary complex sigmoid
func sigmoidComplex[T Complex](x T) T { return T(1 / (1 + cmplx.Exp(-complex128(x)))) }

//cpu:binary complex powFloat
func powComplex[T Complex](a, b T) T { return T(cmplx.Pow(complex128(a), complex128(b))) }
