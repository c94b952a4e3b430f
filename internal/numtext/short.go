package numtext

import (
	"strconv"

	"github.com/msrepl/msrepl/internal/dtype"
)

// appendShort appends the fewest digits that identify x among the floats of the given width (16, 32
// or 64 bits), in the format 'e' or 'f' of strconv. x is finite and one of those floats.
func appendShort(dst []byte, x float64, format byte, bits int) []byte {
	if bits == 16 {
		return strconv.AppendFloat(dst, shortHalf(x), format, -1, 64)
	}
	return strconv.AppendFloat(dst, x, format, -1, bits)
}

// maxHalfDigits is how many digits tell any two halves apart.
const maxHalfDigits = 5

// shortHalf returns, for the value x of a half, the float64 nearest to the decimal that
// identifies it with the fewest digits; strconv then writes just those digits.
func shortHalf(x float64) float64 {
	var buf [24]byte
	h := dtype.HalfFromFloat64(x)
	for digits := 1; digits < maxHalfDigits; digits++ {
		if d := roundDigits(buf[:0], x, digits); dtype.HalfFromFloat64(d) == h {
			return d
		}
	}
	return roundDigits(buf[:0], x, maxHalfDigits)
}

// roundDigits returns x rounded to so many decimal digits.
func roundDigits(buf []byte, x float64, digits int) float64 {
	d, err := strconv.ParseFloat(string(strconv.AppendFloat(buf, x, 'e', digits-1, 64)), 64)
	if err != nil {
		panic(err) // strconv reads what it writes, and a half is never out of range
	}
	return d
}
