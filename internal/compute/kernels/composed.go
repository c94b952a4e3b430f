package kernels

import (
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// This file composes functions of integers, and selections, from several kernels, which process a band of elements
// at a time, in memory that stays in the first-level cache.

// composedBand is the number of elements in a band, composedFrom the number of elements from which this is
// worthwhile.
const (
	composedBand = 1024
	composedFrom = 64
)

// composedRoom is memory, for any element type, for intermediate results.
type composedRoom [4][composedBand]uint64

var composedRooms = sync.Pool{New: func() any { return new(composedRoom) }}

// partOf returns the i-th buffer of a room, for n elements.
func partOf[T Real | bool](room *composedRoom, i, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(&room[i])), n)
}

// composed has the functions of one argument, and the powers, of an integer type.
type composed[T Int] struct {
	neg, abs, square func(dst, x []T)
	pow              func(dst, a, b []T)
}

// composedOf returns functions composed from subtraction, multiplication and the maximum.
func composedOf[T Int](sub, mul, larger func(dst, a, b []T)) composed[T] {
	zero := make([]T, composedBand)
	return composed[T]{
		neg:    func(dst, x []T) { sub(dst, zero[:1], x) },
		square: func(dst, x []T) { mul(dst, x, x) },
		abs: func(dst, x []T) {
			if zero[0]-1 > 0 || len(x) < composedFrom { // unsigned
				absLoop(dst, x)
				return
			}
			room := composedRooms.Get().(*composedRoom)
			for n := 0; len(x) > 0; dst, x = dst[n:], x[n:] {
				n = min(len(x), composedBand)
				negative := partOf[T](room, 0, n)
				sub(negative, zero[:n], x[:n])
				larger(dst[:n], x[:n], negative)
			}
			composedRooms.Put(room)
		},
		pow: func(dst, a, b []T) {
			if len(a) < composedFrom || len(b) != 1 || b[0] < 1 {
				powIntLoop(dst, a, b)
				return
			}
			wholePower(dst, a, uint64(b[0]), mul)
		},
	}
}

// wholePower writes a to the power of e > 0 to dst, in bands.
func wholePower[T Real](dst, a []T, e uint64, mul func(dst, a, b []T)) {
	room := composedRooms.Get().(*composedRoom)
	for n := 0; len(a) > 0; dst, a = dst[n:], a[n:] {
		n = min(len(a), composedBand)
		powers := partOf[T](room, 0, n)
		copy(powers, a)
		powBand(dst[:n], powers, e, mul)
	}
	composedRooms.Put(room)
}

// powBand writes a to the power of e > 0 to dst, by repeated squaring, and overwrites a.
func powBand[T Real](dst, a []T, e uint64, mul func(dst, a, b []T)) {
	for ; e%2 == 0; e /= 2 {
		mul(a, a, a)
	}
	copy(dst, a)
	for e /= 2; e > 0; e /= 2 {
		mul(a, a, a)
		if e%2 == 1 {
			mul(dst, dst, a)
		}
	}
}

// useComposed replaces the plain loops with functions composed from the kernels for T.
func useComposed[T Int]() {
	table := func(t *Binary) func(dst, a, b []T) { return *loopFor[func(dst, a, b []T)](t) }
	c := composedOf(table(&Sub), table(&Mul), table(&Maximum))
	*loopFor[func(dst, x []T)](&Neg) = c.neg
	*loopFor[func(dst, x []T)](&Abs) = c.abs
	*loopFor[func(dst, x []T)](&Square) = c.square
	*loopFor[func(dst, a, b []T)](&Pow) = c.pow
}

// wholeQuotient is a quotient or remainder of integers with its loops.
type wholeQuotient struct {
	name   string
	table  *Binary
	short  func(dst, a, b []int32)
	long   func(dst, a, b []int64)
	floor  bool // otherwise toward zero
	modulo bool
}

var quotients = []wholeQuotient{
	{"floorDiv", &FloorDiv, floorDivIntLoop[int32], floorDivIntLoop[int64], true, false},
	{"floorMod", &FloorMod, floorModIntLoop[int32], floorModIntLoop[int64], true, true},
	{"truncDiv", &TruncDiv, truncDivIntLoop[int32], truncDivIntLoop[int64], false, false},
	{"truncMod", &TruncMod, truncModIntLoop[int32], truncModIntLoop[int64], false, true},
}

// useQuotients replaces the plain loops with vector quotients, if s has the conversions.
func useQuotients(s *simd.Set) {
	for _, q := range quotients {
		q.table.I32, q.table.I64 = q.short, q.long
		if s.DoubleToInt != nil {
			q.table.I32 = inBands(q.short, func(room *composedRoom, dst, a, b []int32) { q.shortBand(s, room, dst, a, b) })
			q.table.I64 = inBands(q.long, func(room *composedRoom, dst, a, b []int64) { q.longBand(s, room, dst, a, b) })
		}
	}
}

// inBands returns a function that calls band for pieces of its arguments, of which a or b may be a single number, and
// plain for short ones.
func inBands[T Int](
	plain func(dst, a, b []T), band func(room *composedRoom, dst, a, b []T),
) func(dst, a, b []T) {
	return func(dst, a, b []T) {
		if len(dst) < composedFrom {
			plain(dst, a, b)
			return
		}
		room := composedRooms.Get().(*composedRoom)
		for at, n := 0, 0; at < len(dst); at += n {
			n = min(composedBand, len(dst)-at)
			band(room, dst[at:at+n], bandAt(a, len(dst), at, n), bandAt(b, len(dst), at, n))
		}
		composedRooms.Put(room)
	}
}

// shortBand divides as float64, which is precise enough: a fractional quotient is farther from the next whole number
// than the rounding error. As in Go, the smallest number divided by -1 is itself. Zero divisors are left to the
// plain loop.
func (q wholeQuotient) shortBand(s *simd.Set, room *composedRoom, dst, a, b []int32) {
	n := len(dst)
	if !noneEqual(partOf[bool](room, 0, len(b)), b, zeros) {
		q.short(dst, a, b)
		return
	}
	x, y := partOf[float64](room, 0, n), partOf[float64](room, 1, n)
	castTurns(s.IntToDouble, x[:len(a)], a)
	castTurns(s.IntToDouble, y[:len(b)], b)
	Div.F64(x, x[:len(a)], y[:len(b)])
	if q.floor {
		Floor.F64(x, x)
	}
	if !q.modulo {
		castTurns(s.DoubleToInt, dst, x)
		return
	}
	whole := partOf[int32](room, 1, n)
	castTurns(s.DoubleToInt, whole, x)
	Mul.I32(whole, whole, b)
	Sub.I32(dst, a, whole)
}

// longBand divides numbers that fit in Int32 as Int32, if the quotient is certain to fit as well.
func (q wholeQuotient) longBand(s *simd.Set, room *composedRoom, dst, a, b []int64) {
	x, y := partOf[int32](room, 2, len(a)), partOf[int32](room, 3, len(b))
	if !shortened(s, room, x, a) || !shortened(s, room, y, b) || !noneEqual(partOf[bool](room, 0, len(x)), x, smallest()) ||
		!noneEqual(partOf[bool](room, 0, len(y)), y, zeros) {
		q.long(dst, a, b)
		return
	}
	to := partOf[int32](room, 2, 2*len(dst))[len(dst):] // beside x
	q.shortBand(s, room, to, x, y)
	castTurns(s.IntToLong, dst, to)
}

// bandAt returns n elements, starting at index at, of an operand that has all elements or one.
func bandAt[T Int](x []T, all, at, n int) []T {
	if len(x) != all {
		return x
	}
	return x[at : at+n]
}

// zeros and smallest are bands of a single number.
var (
	zeros    = make([]int32, composedBand)
	smallest = sync.OnceValue(func() []int32 { return slices.Repeat([]int32{math.MinInt32}, composedBand) })
)

// noneEqual reports whether no element of x equals the corresponding element of twins; flags is scratch memory.
func noneEqual(flags []bool, x, twins []int32) bool {
	Equal.I32(flags, x, twins[:len(x)])
	return CountTrue(flags) == 0
}

// shortened writes x to dst and reports whether all elements fit in Int32.
func shortened(s *simd.Set, room *composedRoom, dst []int32, x []int64) bool {
	back, same := partOf[int64](room, 0, len(x)), partOf[bool](room, 1, len(x))
	castTurns(s.LongToInt, dst, x)
	castTurns(s.IntToLong, back, dst)
	Equal.I64(same, back, x)
	return CountTrue(same) == len(x)
}

// inPieces returns a function that calls f for pieces of its arguments that fit in the first-level cache, with memory
// for a mask and for numbers; b may be a single number.
func inPieces(f func(dst, a, b []float32, mask []bool, rest []float32)) func(dst, a, b []float32) {
	return func(dst, a, b []float32) {
		room := composedRooms.Get().(*composedRoom)
		for n := 0; len(dst) > 0; dst, a = dst[n:], a[n:] {
			n = min(len(dst), composedBand)
			f(dst[:n], a[:n], b[:min(n, len(b))], partOf[bool](room, 0, n), partOf[float32](room, 1, n))
			if len(b) > 1 {
				b = b[n:]
			}
		}
		composedRooms.Put(room)
	}
}

// piecesOr uses plain for short rows and where a is a single number, else run.
func piecesOr(plain, run func(dst, a, b []float32)) func(dst, a, b []float32) {
	return func(dst, a, b []float32) {
		if len(dst) < shortRounded || len(a) < len(dst) {
			plain(dst, a, b)
		} else {
			run(dst, a, b)
		}
	}
}

// The functions below are vector versions of fmax and others.
var (
	fmaxPieces = inPieces(func(dst, a, b []float32, mask []bool, rest []float32) {
		choosePast(&Greater, dst, a, b, mask, rest)
	})
	fminPieces = inPieces(func(dst, a, b []float32, mask []bool, rest []float32) {
		choosePast(&Less, dst, a, b, mask, rest)
	})
	leanedPieces = inPieces(func(dst, a, b []float32, mask []bool, rest []float32) {
		Greater.F32(mask, a, nothing)
		Mul.F32(rest, a, b)
		choose(dst, mask, a, rest)
	})
	heavisidePieces = inPieces(func(dst, a, b []float32, mask []bool, rest []float32) {
		Greater.F32(mask, a, nothing)
		choose(rest, mask, unit, nothing)
		Equal.F32(mask, a, nothing)
		choose(rest, mask, b, rest)
		Equal.F32(mask, a, a)
		choose(dst, mask, rest, a)
	})
	nothing, unit = []float32{0}, []float32{1}
)

// choosePast writes a to dst where it is past b or b is NaN, and b elsewhere.
func choosePast(past *Compare, dst, a, b []float32, mask []bool, rest []float32) {
	Equal.F32(mask, b, b)
	choose(rest, mask, b, a)
	past.F32(mask, a, b)
	choose(dst, mask, a, rest)
}
