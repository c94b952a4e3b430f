package numtext

import (
	"math"
	"strconv"
)

// boolWords formats bools, right-justified to the five characters of "False".
type boolWords []bool

func (w boolWords) put(dst []byte, i int) []byte {
	if w[i] {
		return append(dst, " True"...)
	}
	return append(dst, "False"...)
}

type integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// intWords formats integers, right-justified to the longest.
type intWords[T integer] struct {
	vals  []T
	width int
}

func newIntWords[T integer](vals []T) words {
	w := intWords[T]{vals: vals}
	if len(vals) == 0 {
		return w
	}
	lo, hi := vals[0], vals[0]
	for _, v := range vals {
		lo, hi = min(lo, v), max(hi, v)
	}
	w.width = max(len(appendInt(nil, lo)), len(appendInt(nil, hi)))
	return w
}

func (w intWords[T]) put(dst []byte, i int) []byte {
	start := len(dst)
	return justify(appendInt(dst, w.vals[i]), start, w.width)
}

func appendInt[T integer](dst []byte, v T) []byte {
	if v > 0 {
		return strconv.AppendUint(dst, uint64(v), 10)
	}
	return strconv.AppendInt(dst, int64(v), 10)
}

// justify right-justifies the word that begins at start to width.
func justify(dst []byte, start, width int) []byte {
	n := len(dst) - start
	if n >= width {
		return dst
	}
	dst = indent(dst, width-n)
	copy(dst[len(dst)-n:], dst[start:start+n])
	for i := start; i < len(dst)-n; i++ {
		dst[i] = ' '
	}
	return dst
}

// appendNonFinite appends "nan", "inf" or "-inf"; plus adds a sign to the first two.
func appendNonFinite(dst []byte, x float64, plus bool) []byte {
	if plus && !(x < 0) {
		dst = append(dst, '+')
	}
	switch {
	case x != x:
		return append(dst, "nan"...)
	case x < 0:
		return append(dst, "-inf"...)
	}
	return append(dst, "inf"...)
}

func finite(x float64) bool { return !math.IsInf(x, 0) && x == x }
