package kernels

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// This file installs the kernels for arrays of different element types. They process whole turns; the plain loops
// process the rest.

// turn is the number of elements that those kernels process at once.
const turn = 16

// turns calls k for the elements in whole turns, and returns their number.
func turns(n int, k func(at, n int)) int {
	whole := n &^ (turn - 1)
	for p := range calls(whole) {
		k(p.at, p.n)
	}
	return whole
}

// words views half floats as their bits.
func words[T dtype.Half | dtype.BF16](x []T) *uint16 {
	return (*uint16)(unsafe.Pointer(unsafe.SliceData(x)))
}

// useConversions replaces the plain conversions with those of s.
func useConversions(s *simd.Set) {
	cast = func(dst, src any) bool { return castVectors(s, dst, src) }
	halfToFloat32 = func(dst []float32, src []dtype.Half) {
		n := turns(len(src), func(at, n int) { s.HalfToFloat(n, &dst[at], words(src[at:])) })
		halfToFloat32Loop(dst[n:], src[n:])
	}
	halfFromFloat32 = func(dst []dtype.Half, src []float32) {
		n := turns(len(src), func(at, n int) { s.FloatToHalf(n, words(dst[at:]), &src[at]) })
		halfFromFloat32Loop(dst[n:], src[n:])
	}
	bf16ToFloat32 = func(dst []float32, src []dtype.BF16) {
		n := turns(len(src), func(at, n int) { s.BrainToFloat(n, &dst[at], words(src[at:])) })
		bf16ToFloat32Loop(dst[n:], src[n:])
	}
	bf16FromFloat32 = func(dst []dtype.BF16, src []float32) {
		n := turns(len(src), func(at, n int) { s.FloatToBrain(n, words(dst[at:]), &src[at]) })
		bf16FromFloat32Loop(dst[n:], src[n:])
	}
	int32ToFloat32 = castOr(s.IntToFloat)
	int64ToFloat32 = castOr(s.LongToFloat)
}

// castVectors is Convert with vectors, if s has a kernel for the types.
func castVectors(s *simd.Set, dst, src any) bool {
	switch y := dst.(type) {
	case []bool:
		if notZero(y, src) {
			return true
		}
	case []int8:
		return castVectors(s, bytesOf(y), src) // the lowest byte is the same
	}
	return castSmall(s, dst, src) || castLarge(s, dst, src) || s.IntToShort != nil && throughOthers(dst, src)
}

// castSmall is castVectors for elements of one or two bytes, if there is a kernel for these two types.
func castSmall(s *simd.Set, dst, src any) bool {
	switch x := src.(type) {
	case []bool:
		if _, count := dst.([]bool); !count {
			return castVectors(s, dst, bools(x))
		}
	case []int8:
		switch y := dst.(type) {
		case []uint8:
			copy(y, bytesOf(x))
			return true
		case []int32:
			return castTurns(s.CharToInt, y, x)
		case []float32:
			return castTurns(s.CharToFloat, y, x)
		}
	case []int16:
		switch y := dst.(type) {
		case []int32:
			return castTurns(s.ShortToInt, y, x)
		case []float32:
			return castTurns(s.ShortToFloat, y, x)
		}
	case []uint8:
		switch y := dst.(type) {
		case []uint8: // Int8 or Bool
			copy(y, x)
			return true
		case []int32:
			return castTurns(s.ByteToInt, y, x)
		case []float32:
			return castTurns(s.ByteToFloat, y, x)
		case []int64:
			return castTurns(s.ByteToLong, y, x)
		}
	}
	return false
}

// castLarge is castSmall for larger elements.
func castLarge(s *simd.Set, dst, src any) bool {
	switch x := src.(type) {
	case []int32:
		switch y := dst.(type) {
		case []uint8:
			return castTurns(s.IntToByte, y, x)
		case []int16:
			return castTurns(s.IntToShort, y, x)
		case []float32:
			return castTurns(s.IntToFloat, y, x)
		case []float64:
			return castTurns(s.IntToDouble, y, x)
		case []int64:
			return castTurns(s.IntToLong, y, x)
		}
	case []float32:
		switch y := dst.(type) {
		case []int32:
			return castTurns(s.FloatToInt, y, x)
		case []int64:
			return castTurns(s.FloatToLong, y, x)
		case []float64:
			return castTurns(s.FloatToDouble, y, x)
		case []uint8:
			return castTurns(s.FloatToByte, y, x)
		}
	case []float64:
		switch y := dst.(type) {
		case []float32:
			return castTurns(s.DoubleToFloat, y, x)
		case []int32:
			return castTurns(s.DoubleToInt, y, x)
		}
	case []int64:
		switch y := dst.(type) {
		case []int32:
			return castTurns(s.LongToInt, y, x)
		case []float32:
			return castTurns(s.LongToFloat, y, x)
		}
	}
	return false
}

// notZero reports which elements of src are not zero, if there is a vector comparison for its type.
func notZero(dst []bool, src any) bool {
	switch x := src.(type) {
	case []int8:
		NotEqual.U8(dst, bytesOf(x), []uint8{0})
	case []uint8:
		NotEqual.U8(dst, x, []uint8{0})
	case []int32:
		NotEqual.I32(dst, x, []int32{0})
	case []int64:
		NotEqual.I64(dst, x, []int64{0})
	case []float32:
		NotEqual.F32(dst, x, []float32{0})
	case []float64:
		NotEqual.F64(dst, x, []float64{0})
	default:
		return false
	}
	return true
}

// throughOthers is Convert via a third type that has all values of one of the two, or that Go's conversion uses as
// well.
func throughOthers(dst, src any) bool {
	small := false
	switch src.(type) {
	case []int8, []uint8, []int16:
		small = true
	case []int32, []int64:
		_, small = dst.([]dtype.Half) // 1<<24 is infinite in Half
	case []float32, []float64:
	default:
		return false
	}
	switch dst.(type) {
	case []dtype.Half, []dtype.BF16:
		if small {
			through[float32](dst, src)
		}
		return small
	case []uint8, []int16:
		through[int32](dst, src)
		return true
	case []bool, []int64, []float32, []float64:
		if small {
			through[int32](dst, src)
		}
		return small
	}
	return false
}

func castTurns[D, S Real](k func(n int, y *D, x *S), dst []D, src []S) bool {
	if k == nil {
		return false
	}
	n := turns(len(dst), func(at, n int) { k(n, &dst[at], &src[at]) })
	convert(dst[n:], src[n:])
	return true
}

// castOr is castTurns with k, or the plain loop if k is nil.
func castOr[D, S Real](k func(n int, y *D, x *S)) func(dst []D, src []S) {
	if k == nil {
		return convert[D, S]
	}
	return func(dst []D, src []S) { castTurns(k, dst, src) }
}

// comparison is a predicate with its loops; sv is that of the number and the array in reverse.
type comparison struct {
	name   string
	table  *Compare
	plain  func(dst []bool, a, b []float32)
	vv     func(n int, y *uint8, a, b *float32)
	vs, sv func(n int, y *uint8, a *float32, b float32)
}

func comparisons(s *simd.Set) []comparison {
	return []comparison{
		{"equal", &Equal, equalLoop[float32], s.EqualVV, s.EqualVS, s.EqualVS},
		{"notEqual", &NotEqual, notEqualLoop[float32], s.NotEqualVV, s.NotEqualVS, s.NotEqualVS},
		{"less", &Less, lessLoop[float32], s.LessVV, s.LessVS, s.GreaterVS},
		{"lessEqual", &LessEqual, lessEqualLoop[float32], s.LessEqualVV, s.LessEqualVS, s.GreaterEqualVS},
		{"greater", &Greater, greaterLoop[float32], s.GreaterVV, s.GreaterVS, s.LessVS},
		{"greaterEqual", &GreaterEqual, greaterEqualLoop[float32], s.GreaterEqualVV, s.GreaterEqualVS, s.LessEqualVS},
	}
}

// loop returns the vector version of the predicate.
func (c comparison) loop() func(dst []bool, a, b []float32) {
	return func(dst []bool, a, b []float32) {
		y := bools(dst)
		switch {
		case len(dst) < shortExact:
			c.plain(dst, a, b)
		case len(a) == len(dst) && len(b) == len(dst):
			n := turns(len(dst), func(at, n int) { c.vv(n, &y[at], &a[at], &b[at]) })
			c.plain(dst[n:], a[n:], b[n:])
		case len(b) == 1:
			n := turns(len(dst), func(at, n int) { c.vs(n, &y[at], &a[at], b[0]) })
			c.plain(dst[n:], a[n:], b)
		default:
			n := turns(len(dst), func(at, n int) { c.sv(n, &y[at], &b[at], a[0]) })
			c.plain(dst[n:], a, b[n:])
		}
	}
}

// useSelections replaces the plain loop with the selections of s.
func useSelections(s *simd.Set) {
	chooseLong = chooseLoop[float64]
	if s.SelectLong != nil {
		chooseLong = func(dst []float64, mask []bool, a, b []float64) { chooseBands(s, dst, mask, a, b) }
	}
	choose = func(dst []float32, mask []bool, a, b []float32) {
		c, n := bools(mask), len(dst)
		switch {
		case len(a) == n && len(b) == n:
			n = turns(n, func(at, n int) { s.SelectVV(n, &dst[at], &c[at], &a[at], &b[at]) })
			a, b = a[n:], b[n:]
		case len(a) == n:
			n = turns(n, func(at, n int) { s.SelectVS(n, &dst[at], &c[at], &a[at], b[0]) })
			a = a[n:]
		case len(b) == n:
			n = turns(n, func(at, n int) { s.SelectSV(n, &dst[at], &c[at], &b[at], a[0]) })
			b = b[n:]
		default:
			n = turns(n, func(at, n int) { s.SelectSS(n, &dst[at], &c[at], a[0], b[0]) })
		}
		chooseLoop(dst[n:], mask[n:], a, b)
	}
}

// chooseBands is chooseLong by vectors. A number that repeats fills a band.
func chooseBands(s *simd.Set, dst []float64, mask []bool, a, b []float64) {
	n := len(dst) &^ (turn - 1)
	if n < shortExact {
		chooseLoop(dst, mask, a, b)
		return
	}
	room := composedRooms.Get().(*composedRoom)
	repeated := func(i int, x []float64) []float64 {
		if len(x) == len(dst) {
			return x
		}
		band := partOf[float64](room, i, min(composedBand, n))
		Fill(band, x[0])
		return band
	}
	left, right, c := repeated(0, a), repeated(1, b), bools(mask)
	from := func(x []float64, at int) []float64 {
		if len(x) != len(dst) {
			at = 0
		}
		return x[at:]
	}
	for at := 0; at < n; at += composedBand {
		l, r := from(left, at), from(right, at)
		s.SelectLong(min(composedBand, n-at), &dst[at], &c[at], &l[0], &r[0])
	}
	composedRooms.Put(room)
	if n < len(dst) {
		chooseLoop(dst[n:], mask[n:], from(a, n), from(b, n))
	}
}
