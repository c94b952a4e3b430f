package kernels

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// useComplex replaces loops with kernels for the parts of complex numbers: sums are those of the parts; other
// functions split a few numbers at a time into parts.
func useComplex(s *simd.Set) {
	add64, add128, sub64, sub128 := addLoop[complex64], addLoop[complex128], subLoop[complex64], subLoop[complex128]
	Add.C64, Add.C128 = ofParts(add64, dtype.Parts32, Add.F32), ofParts(add128, dtype.Parts64, Add.F64)
	Sub.C64, Sub.C128 = ofParts(sub64, dtype.Parts32, Sub.F32), ofParts(sub128, dtype.Parts64, Sub.F64)
	RealPart.C64 = func(dst []float32, x []complex64) {
		done := s.Evens(dst, dtype.Parts32(x))
		realPartLoop(dst[done:], x[done:])
	}
	ImagPart.C64 = func(dst []float32, x []complex64) {
		if len(x) == 0 {
			return
		}
		done := s.Evens(dst, dtype.Parts32(x)[1:])
		imagPartLoop(dst[done:], x[done:])
	}
	Magnitude.C64 = ofTwoParts(magnitudeLoop[float32, complex64], s.HypotVV.Run)
	Div.C64 = divParts
	Exp.C64 = func(dst, x []complex64) { expParts(s, dst, x) }
	Phase.C64 = ofTwoParts(phaseLoop[float32, complex64], func(dst, re, im []float32) { s.Atan2VV.Run(dst, im, re) })
}

// ofParts uses plain for short rows and for a single number, else f of all parts.
func ofParts[C Complex, T float32 | float64](
	plain func(dst, a, b []C), halves func(x []C) []T, f func(dst, a, b []T),
) func(dst, a, b []C) {
	return func(dst, a, b []C) {
		if len(a) != len(b) || len(dst) < shortExact {
			plain(dst, a, b)
			return
		}
		f(halves(dst), halves(a), halves(b))
	}
}

// ofTwoParts uses plain for short rows, else f of the real and the imaginary parts of a few numbers at a time.
func ofTwoParts(
	plain func(dst []float32, x []complex64), f func(dst, re, im []float32),
) func(dst []float32, x []complex64) {
	return func(dst []float32, x []complex64) {
		if len(dst) < shortRounded {
			plain(dst, x)
			return
		}
		room := composedRooms.Get().(*composedRoom)
		for n := 0; len(dst) > 0; dst, x = dst[n:], x[n:] {
			n = min(len(dst), composedBand)
			re, im := partOf[float32](room, 0, n), partOf[float32](room, 1, n)
			RealPart.C64(re, x[:n])
			ImagPart.C64(im, x[:n])
			f(dst[:n], re, im)
		}
		composedRooms.Put(room)
	}
}

// divParts is a·b̄/|b|² in float64, in which products of float32 are exact and nothing overflows. Short rows use
// Go's quotients. So do quotients with a zero part, whose sign may differ, or a NaN part, which may have to be
// infinite.
func divParts(dst, a, b []complex64) {
	if len(dst) < shortRounded {
		divLoop(dst, a, b)
		return
	}
	stepA, stepB := len(a)/len(dst), len(b)/len(dst) // 0 for a single number
	for i := range dst {
		x, y := a[i*stepA], b[i*stepB]
		p, q := float64(real(x)), float64(imag(x))
		c, d := float64(real(y)), float64(imag(y))
		scale := 1 / (float64(c*c) + float64(d*d))
		re := float32((float64(p*c) + float64(q*d)) * scale)
		im := float32((float64(q*c) - float64(p*d)) * scale)
		if w := re * im; w == w && w != 0 { // no branch depends on signs
			dst[i] = complex(re, im)
		} else {
			dst[i] = x / y
		}
	}
}

// expParts is expComplex by float64 kernels, a few numbers at a time. Results with a NaN part, which may have to be
// infinite, are those of the loop.
func expParts(s *simd.Set, dst, x []complex64) {
	if len(dst) < shortRounded {
		expComplexLoop(dst, x)
		return
	}
	room := composedRooms.Get().(*composedRoom)
	for n := 0; len(dst) > 0; dst, x = dst[n:], x[n:] {
		n = min(composedBand, len(dst))
		re, im, power := partOf[float64](room, 0, n), partOf[float64](room, 1, n), partOf[float64](room, 2, n)
		some := partOf[float32](room, 3, n)
		RealPart.C64(some, x[:n])
		Convert(re, some)
		ImagPart.C64(some, x[:n])
		Convert(im, some)
		s.LongExp.Run(power, re)
		s.LongCos.Run(re, im, cosLoop[float64])
		s.LongSin.Run(im, im, sinLoop[float64])
		Mul.F64(re, re, power)
		Mul.F64(im, im, power)
		for i, v := range re {
			if w := im[i]; v == v && w == w {
				dst[i] = complex(float32(v), float32(w))
			} else {
				expComplexLoop(dst[i:i+1], x[i:i+1])
			}
		}
	}
	composedRooms.Put(room)
}
