package numtext

import (
	"bytes"
	"math"
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// appendShort appends the fewest digits that identify x among the floats of the given width (16, 32
// or 64 bits), in the format 'e' or 'f' of strconv. x is finite and one of those floats.
func appendShort(dst []byte, x float64, format byte, bits int) []byte {
	if bits == 16 {
		return strconv.AppendFloat(dst, shortHalf(x), format, -1, 64)
	}
	return strconv.AppendFloat(dst, x, format, -1, bits)
}

// maxHalfDigits is the number of digits that distinguish any two half-precision floats.
const maxHalfDigits = 5

// shortHalf returns, for a half-precision x, the float64 nearest to the decimal that identifies x with the fewest
// digits; strconv then writes exactly those digits.
func shortHalf(x float64) float64 {
	h := dtype.HalfFromFloat64(x)
	for digits := 1; digits < maxHalfDigits; digits++ {
		d, unit := roundDigits(x, digits)
		if dtype.HalfFromFloat64(d) == h {
			return d
		}
		// Below a power of two, half-precision floats are closer together than above it. If the nearest decimal is
		// below x, and too far away, the next one may still identify x: 0.015625 is 0.01563, not 0.01562.
		if math.Abs(d) < math.Abs(x) {
			up, _ := roundDigits(d+math.Copysign(unit, x), digits)
			if dtype.HalfFromFloat64(up) == h {
				return up
			}
		}
	}
	d, _ := roundDigits(x, maxHalfDigits)
	return d
}

// roundDigits returns x rounded to the given number of significant digits, and the unit of the last one.
func roundDigits(x float64, digits int) (d, unit float64) {
	var buf [24]byte
	text := strconv.AppendFloat(buf[:0], x, 'e', digits-1, 64)
	d, err := strconv.ParseFloat(string(text), 64)
	if err != nil {
		panic(err) // strconv parses its own output, and a half-precision float is never out of range
	}
	exp, err := strconv.Atoi(string(text[bytes.IndexByte(text, 'e')+1:]))
	if err != nil {
		panic(err)
	}
	return d, math.Pow10(exp - digits + 1)
}
