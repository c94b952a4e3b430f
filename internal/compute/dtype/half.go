package dtype

import (
	"math"

	"github.com/x448/float16"
)

// BF16 is the Go type of a BFloat16 element: the upper half of a float32.
type BF16 uint16

// BF16FromFloat32 rounds f to the nearest BF16, ties to even; a NaN stays a (quiet) NaN.
func BF16FromFloat32(f float32) BF16 {
	bits := math.Float32bits(f)
	if f != f {
		return BF16(bits>>16) | 0x40 // the payload may be in the dropped bits only
	}
	// Half of the last kept bit, less one where that bit is even: ties go to even, and a carry
	// out of the mantissa steps the exponent, up to infinity.
	bits += 0x7fff + bits>>16&1
	return BF16(bits >> 16)
}

// BF16FromFloat64 rounds f to the nearest BF16, ties to even, in one rounding.
func BF16FromFloat64(f float64) BF16 { return BF16FromFloat32(OddFloat32(f)) }

// HalfFromFloat64 rounds f to the nearest Half, ties to even, in one rounding.
func HalfFromFloat64(f float64) Half { return float16.Fromfloat32(OddFloat32(f)) }

// Float32 returns the value of b, exactly.
func (b BF16) Float32() float32 { return math.Float32frombits(uint32(b) << 16) }

// IsNaN reports whether b is not a number.
func (b BF16) IsNaN() bool { return b&0x7f80 == 0x7f80 && b&0x7f != 0 }

// OddFloat32 rounds f to odd: an inexact result has its last bit set. A second rounding to a
// much narrower type then gives what one rounding of f would have given (Boldo and Melquiond, 2005).
func OddFloat32(f float64) float32 {
	if math.Abs(f) < 0x1p-126 {
		return oddSmall(f)
	}
	const extra = 1<<29 - 1 // the bits of the fraction that a float32 lacks
	bits := math.Float64bits(f)
	return float32(math.Float64frombits((bits | (bits&extra + extra)) &^ extra))
}

// oddSmall is OddFloat32 below the numbers that have all bits of a float32.
func oddSmall(f float64) float32 {
	g := float32(f)
	if float64(g) == f {
		return g
	}
	bits := math.Float32bits(g)
	if math.Abs(float64(g)) > math.Abs(f) {
		bits-- // toward zero
	}
	return math.Float32frombits(bits | 1)
}
