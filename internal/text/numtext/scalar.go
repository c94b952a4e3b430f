package numtext

import (
	"bytes"
	"math"
	"strconv"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// appendItem appends the only element of a 0-d array as numpy prints its scalars.
func appendItem(dst []byte, a Array) []byte {
	switch v := a.Values.(type) {
	case []complex64:
		return appendComplex(dst, complex128(v[a.Offset]), 32)
	case []complex128:
		return appendComplex(dst, v[a.Offset], 64)
	}
	if d := a.DType(); d.IsFloat() {
		return appendFloat(dst, pickFloats(a, nil, 0)[0], floatBits(d))
	}
	return append(dst, bytes.TrimLeft(pick(a, nil, 0, nil).put(nil, 0), " ")...)
}

// appendFloat appends str of a numpy float or, with 64 bits, repr of a Python float: "0.1", "1.0", "1e-05".
func appendFloat(dst []byte, x float64, bits int) []byte {
	start := len(dst)
	dst = appendBare(dst, x, bits)
	if bytes.ContainsAny(dst[start:], ".enf") {
		return dst
	}
	return append(dst, ".0"...)
}

// appendBare appends the shortest text of x, without ".0" for whole numbers: fixed point from
// 1e-4 up to 1e16.
func appendBare(dst []byte, x float64, bits int) []byte {
	a := math.Abs(x)
	switch {
	case !finite(x):
		return appendNonFinite(dst, x, false)
	case a == 0 || a >= 1e-4 && a < 1e16:
		return appendShort(dst, x, 'f', bits)
	}
	return appendShort(dst, x, 'e', bits)
}

// appendComplex appends str of a numpy or Python complex number: "(1+2j)", "2j".
func appendComplex(dst []byte, c complex128, bits int) []byte {
	re, im := real(c), imag(c)
	if re == 0 && !math.Signbit(re) {
		return append(appendBare(dst, im, bits), 'j')
	}
	dst = appendBare(append(dst, '('), re, bits)
	if im != im || !math.Signbit(im) {
		dst = append(dst, '+')
	}
	return append(appendBare(dst, im, bits), "j)"...)
}

// Python returns repr of the Python number that v represents: "True", "3", "2.0", "(1+2j)". Numbers of the narrower
// types are widened first, as Tensor.item does. ok reports whether v is a number.
func Python(v any) (text string, ok bool) {
	switch x := v.(type) {
	case bool:
		if x {
			return "True", true
		}
		return "False", true
	case dtype.Half:
		return Python(float64(x.Float32()))
	case dtype.BF16:
		return Python(float64(x.Float32()))
	case float32:
		return Python(float64(x))
	case float64:
		return string(appendFloat(nil, x, 64)), true
	case complex64:
		return Python(complex128(x))
	case complex128:
		return string(appendComplex(nil, x, 64)), true
	}
	return pythonInt(v)
}

func pythonInt(v any) (string, bool) {
	switch x := v.(type) {
	case int:
		return strconv.Itoa(x), true
	case int8:
		return strconv.Itoa(int(x)), true
	case int16:
		return strconv.Itoa(int(x)), true
	case int32:
		return strconv.Itoa(int(x)), true
	case int64:
		return strconv.FormatInt(x, 10), true
	case uint:
		return strconv.FormatUint(uint64(x), 10), true
	case uint8:
		return strconv.Itoa(int(x)), true
	case uint16:
		return strconv.Itoa(int(x)), true
	case uint32:
		return strconv.FormatUint(uint64(x), 10), true
	case uint64:
		return strconv.FormatUint(x, 10), true
	}
	return "", false
}
