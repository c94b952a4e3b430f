package kernels

import (
	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// useComplex puts kernels for parts of complex numbers in the place of loops: sums are those of the parts, and other
// functions take numbers apart, some at a time.
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
	Phase.C64 = ofTwoParts(phaseLoop[float32, complex64], func(dst, re, im []float32) { s.Atan2VV.Run(dst, im, re) })
}

// ofParts is plain for short rows and for a number, else f of all parts.
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

// ofTwoParts is plain for short rows, else f of the real and the imaginary parts of some numbers at a time.
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
