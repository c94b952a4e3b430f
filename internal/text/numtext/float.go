package numtext

import (
	"bytes"
	"math"
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// numpyStyle formats floats and complex numbers in columns as numpy does.
type numpyStyle struct{ Options }

func (s numpyStyle) floats(vals []float64, d dtype.DType) words {
	return floatWords{vals, newFloatFormat(vals, floatBits(d), s.Options, false)}
}

// floatBits returns the width in bits of the type that determines the shortest digits. A BFloat16 is printed as the
// Float32 to which it widens.
func floatBits(d dtype.DType) int {
	switch d {
	case dtype.Float16:
		return 16
	case dtype.Float64, dtype.Complex128:
		return 64
	}
	return 32
}

type floatWords struct {
	vals []float64
	*floatFormat
}

func (w floatWords) put(dst []byte, i int) []byte { return w.append(dst, w.vals[i]) }

// floatFormat is the common layout of a column of floats: numpy's FloatingFormat with
// floatmode "maxprec". A number takes left characters up to the decimal point (sign included),
// and right characters after it.
type floatFormat struct {
	bits        int
	prec        int  // maximum number of fraction digits; in scientific notation, that of every mantissa
	plus        bool // also print the sign of positive numbers
	sci         bool
	expDigits   int
	left, right int
}

func newFloatFormat(vals []float64, bits int, o Options, plus bool) *floatFormat {
	f := &floatFormat{bits: bits, prec: max(o.Precision, 0), plus: plus}
	f.sci = wantsScientific(vals, bits, o.Suppress)
	n := 0
	if f.sci {
		n = f.measureScientific(vals)
	} else {
		n = f.measurePositional(vals)
	}
	if n < len(vals) {
		f.makeRoomForNonFinite(vals)
	}
	return f
}

// wantsScientific reports whether the range of the finite numbers in vals is too large for fixed point. As in numpy,
// their ratio is computed in the element type.
func wantsScientific(vals []float64, bits int, suppress bool) bool {
	lo, hi := math.Inf(1), 0.0
	for _, x := range vals {
		if a := math.Abs(x); a != 0 && finite(x) {
			lo, hi = min(lo, a), max(hi, a)
		}
	}
	switch {
	case hi == 0:
		return false
	case hi >= 1e8:
		return true
	case suppress:
		return false
	}
	return lo < 1e-4 || ratio(hi, lo, bits) > 1000
}

func ratio(a, b float64, bits int) float64 {
	switch bits {
	case 16:
		return float64(dtype.HalfFromFloat64(float64(float32(a) / float32(b))).Float32())
	case 32:
		return float64(float32(a) / float32(b))
	}
	return a / b
}

// measureScientific sets the layout from the shortest mantissas and returns the number of finite vals.
func (f *floatFormat) measureScientific(vals []float64) int {
	var buf [400]byte
	n, frac := 0, 0
	for _, x := range vals {
		if !finite(x) {
			continue
		}
		n++
		text := f.shortScientific(buf[:0], x)
		e := bytes.IndexByte(text, 'e')
		point := pointOf(text[:e])
		f.left = max(f.left, point)
		frac = max(frac, e-point-1)
		f.expDigits = max(f.expDigits, len(text)-e-2)
	}
	f.prec = frac
	f.right = f.expDigits + 2 + frac
	return n
}

// shortScientific appends x with the fewest mantissa digits, at most prec after the point.
func (f *floatFormat) shortScientific(dst []byte, x float64) []byte {
	start := len(dst)
	dst = appendShort(f.sign(dst, x), x, 'e', f.bits)
	text := dst[start:]
	if e := bytes.IndexByte(text, 'e'); e-pointOf(text[:e])-1 <= f.prec {
		return dst
	}
	dst = strconv.AppendFloat(f.sign(dst[:start], x), x, 'e', f.prec, 64)
	e := start + bytes.IndexByte(dst[start:], 'e')
	digits := bytes.TrimRight(dst[start:e], "0")
	return append(dst[:start+len(digits)], dst[e:]...)
}

// measurePositional sets the layout from the shortest fixed-point texts and returns the number of finite vals.
func (f *floatFormat) measurePositional(vals []float64) int {
	var buf [400]byte
	n := 0
	for _, x := range vals {
		if !finite(x) {
			continue
		}
		n++
		text := f.positional(buf[:0], x)
		point := pointOf(text)
		f.left = max(f.left, point)
		f.right = max(f.right, len(text)-point-1)
	}
	return n
}

// positional appends x in fixed point with the fewest digits, at most prec after the point, which is always present.
// In columns numpy prints all digits before it: the Float16 28848, whose shortest form is 28850, is printed in full.
func (f *floatFormat) positional(dst []byte, x float64) []byte {
	start := len(dst)
	dst = appendShort(f.sign(dst, x), x, 'f', f.bits)
	point := pointOf(dst[start:])
	if start+point == len(dst) {
		return append(strconv.AppendFloat(f.sign(dst[:start], x), x, 'f', 0, 64), '.')
	}
	if len(dst)-start-point-1 <= f.prec {
		return dst
	}
	dst = strconv.AppendFloat(f.sign(dst[:start], x), x, 'f', f.prec, 64)
	if f.prec == 0 {
		return append(dst, '.')
	}
	return bytes.TrimRight(dst, "0")
}

// makeRoomForNonFinite widens the layout so that "nan" and the infinities fit.
func (f *floatFormat) makeRoomForNonFinite(vals []float64) {
	inf := len("inf")
	if f.plus {
		inf++
	} else {
		for _, x := range vals {
			if math.IsInf(x, -1) {
				inf = len("-inf")
			}
		}
	}
	f.left = max(f.left, len("nan")-f.right-1, inf-f.right-1)
}

// append appends x padded to the width of the column.
func (f *floatFormat) append(dst []byte, x float64) []byte {
	start, width := len(dst), f.left+1+f.right
	switch {
	case !finite(x):
		return justify(appendNonFinite(dst, x, f.plus), start, width)
	case f.sci:
		return justify(f.scientific(dst, x), start, width)
	}
	dst = f.positional(dst, x)
	point := pointOf(dst[start:])
	dst = indent(dst, f.right-(len(dst)-start-point-1))
	return justify(dst, start, width)
}

// scientific appends x with exactly prec digits after the point and expDigits in the exponent.
func (f *floatFormat) scientific(dst []byte, x float64) []byte {
	start := len(dst)
	dst = strconv.AppendFloat(f.sign(dst, x), x, 'e', f.prec, 64)
	e := start + bytes.IndexByte(dst[start:], 'e')
	var exp [8]byte
	tail := append(exp[:0], dst[e:]...)
	dst = dst[:e]
	if f.prec == 0 {
		dst = append(dst, '.')
	}
	dst = append(dst, tail[:2]...)
	for range f.expDigits - (len(tail) - 2) {
		dst = append(dst, '0')
	}
	return append(dst, tail[2:]...)
}

func (f *floatFormat) sign(dst []byte, x float64) []byte {
	if f.plus && !math.Signbit(x) {
		return append(dst, '+')
	}
	return dst
}

// pointOf returns the index of the decimal point in text, or where it would be.
func pointOf(text []byte) int {
	if i := bytes.IndexByte(text, '.'); i >= 0 {
		return i
	}
	return len(text)
}
