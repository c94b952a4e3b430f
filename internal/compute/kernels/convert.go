package kernels

import (
	"fmt"
	"reflect"

	"github.com/x448/float16"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// Convert writes src to dst with C's conversions between any two element types; both are typed slices of
// the same length. Numbers become true where they are not zero, complex numbers lose their imaginary part.
func Convert(dst, src any) {
	if betweenHalves(dst, src) || cast(dst, src) {
		return
	}
	switch s := src.(type) {
	case []bool:
		fromReal(dst, bools(s))
	case []int8:
		fromReal(dst, s)
	case []uint8:
		fromReal(dst, s)
	case []int16:
		fromReal(dst, s)
	case []uint16:
		fromReal(dst, s)
	case []int32:
		fromReal(dst, s)
	case []uint32:
		fromReal(dst, s)
	case []int64:
		fromReal(dst, s)
	case []uint64:
		fromReal(dst, s)
	case []float32:
		fromReal(dst, s)
	case []float64:
		fromReal(dst, s)
	case []dtype.Half, []dtype.BF16:
		through[float32](dst, src)
	case []complex64:
		fromComplex(dst, s)
	case []complex128:
		fromComplex(dst, s)
	default:
		panic(fmt.Sprintf("kernels.Convert: source %T", src))
	}
}

// through is Convert via elements of type M, in pieces that fill a buffer.
func through[M int32 | float32](dst, src any) {
	to, from := reflect.ValueOf(dst), reflect.ValueOf(src)
	room := composedRooms.Get().(*composedRoom)
	for at, n := 0, 0; at < from.Len(); at += n {
		n = min(8*composedBand, from.Len()-at)
		middle := partOf[M](room, 0, n)
		Convert(middle, from.Slice(at, at+n).Interface())
		Convert(to.Slice(at, at+n).Interface(), middle)
	}
	composedRooms.Put(room)
}

// fromReal converts to the element type of dst.
func fromReal[S Real](dst any, src []S) {
	switch d := dst.(type) {
	case []bool:
		for i, v := range src {
			d[i] = v != 0
		}
	case []int8:
		convert(d, src)
	case []uint8:
		convert(d, src)
	case []int16:
		convert(d, src)
	case []uint16:
		convert(d, src)
	case []int32:
		convert(d, src)
	case []uint32:
		convert(d, src)
	case []int64:
		convert(d, src)
	case []uint64:
		convert(d, src)
	case []float32:
		convert(d, src)
	case []float64:
		convert(d, src)
	default:
		fromRealRare(dst, src)
	}
}

// fromRealRare is fromReal for the half and complex types.
func fromRealRare[S Real](dst any, src []S) {
	switch d := dst.(type) {
	case []dtype.Half:
		rounded(d, src, halfFromFloat32)
	case []dtype.BF16:
		rounded(d, src, bf16FromFloat32)
	case []complex64:
		for i, v := range src {
			d[i] = complex(float32(v), 0)
		}
	case []complex128:
		for i, v := range src {
			d[i] = complex(float64(v), 0)
		}
	default:
		panic(fmt.Sprintf("kernels.Convert: destination %T", dst))
	}
}

// rounded writes src to dst, rounded once: round gets values rounded to odd.
func rounded[D dtype.Half | dtype.BF16, S Real](dst []D, src []S, round func(dst []D, src []float32)) {
	var odd [1024]float32
	for len(src) > 0 {
		n := min(len(odd), len(src))
		for i, v := range src[:n] {
			odd[i] = dtype.OddFloat32(float64(v))
		}
		round(dst[:n], odd[:n])
		dst, src = dst[n:], src[n:]
	}
}

func fromComplex[S Complex](dst any, src []S) {
	switch d := dst.(type) {
	case []complex64:
		for i, v := range src {
			d[i] = complex64(v)
		}
	case []complex128:
		for i, v := range src {
			d[i] = complex128(v)
		}
	case []bool:
		for i, v := range src {
			d[i] = v != 0
		}
	default:
		re := make([]float64, len(src))
		for i, v := range src {
			re[i] = real(complex128(v))
		}
		fromReal(dst, re)
	}
}

func convert[D, S Real](dst []D, src []S) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] = D(v)
	}
}

// HalfToFloat32 widens src.
func HalfToFloat32(dst []float32, src []dtype.Half) { halfToFloat32(dst, src) }

// HalfFromFloat32 rounds src to nearest even.
func HalfFromFloat32(dst []dtype.Half, src []float32) { halfFromFloat32(dst, src) }

// BF16ToFloat32 widens src.
func BF16ToFloat32(dst []float32, src []dtype.BF16) { bf16ToFloat32(dst, src) }

// BF16FromFloat32 rounds src to nearest even.
func BF16FromFloat32(dst []dtype.BF16, src []float32) { bf16FromFloat32(dst, src) }

// Int32ToFloat32 rounds src to nearest even.
func Int32ToFloat32(dst []float32, src []int32) { int32ToFloat32(dst, src) }

// Int64ToFloat32 rounds src to nearest even.
func Int64ToFloat32(dst []float32, src []int64) { int64ToFloat32(dst, src) }

// cast is Convert for the types that vector code supports.
var cast = func(dst, src any) bool { return false }

// The loops of conversions, which vector code replaces.
var (
	halfToFloat32   = halfToFloat32Loop
	halfFromFloat32 = halfFromFloat32Loop
	bf16ToFloat32   = bf16ToFloat32Loop
	bf16FromFloat32 = bf16FromFloat32Loop
	int32ToFloat32  = convert[float32, int32]
	int64ToFloat32  = convert[float32, int64]
)

func halfToFloat32Loop(dst []float32, src []dtype.Half) {
	for i, v := range src {
		dst[i] = v.Float32()
	}
}

func halfFromFloat32Loop(dst []dtype.Half, src []float32) {
	for i, v := range src {
		dst[i] = float16.Fromfloat32(v)
	}
}

func bf16ToFloat32Loop(dst []float32, src []dtype.BF16) {
	for i, v := range src {
		dst[i] = v.Float32()
	}
}

func bf16FromFloat32Loop(dst []dtype.BF16, src []float32) {
	for i, v := range src {
		dst[i] = dtype.BF16FromFloat32(v)
	}
}

// betweenHalves is Convert between float32 and a half type; it reports whether the types are such.
func betweenHalves(dst, src any) bool {
	switch s := src.(type) {
	case []float32:
		switch d := dst.(type) {
		case []dtype.Half:
			HalfFromFloat32(d, s)
			return true
		case []dtype.BF16:
			BF16FromFloat32(d, s)
			return true
		}
	case []dtype.Half:
		if d, ok := dst.([]float32); ok {
			HalfToFloat32(d, s)
			return true
		}
	case []dtype.BF16:
		if d, ok := dst.([]float32); ok {
			BF16ToFloat32(d, s)
			return true
		}
	}
	return false
}
