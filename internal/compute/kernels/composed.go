package kernels

import (
	"math"
	"slices"
	"sync"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// This file composes functions of integers of several kernels, which go over some elements at a time, in memory that
// stays in the first cache.

// composedBand is how many elements that is, and composedFrom how many are worth it.
const (
	composedBand = 1024
	composedFrom = 64
)

// composedRoom is memory for what is between the steps, of any type.
type composedRoom [4][composedBand]uint64

var composedRooms = sync.Pool{New: func() any { return new(composedRoom) }}

// partOf is the i-th memory of a room, for n elements.
func partOf[T Real | bool](room *composedRoom, i, n int) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(&room[i])), n)
}

// composed are the functions of one argument, and the powers, of integers of a type.
type composed[T Int] struct {
	neg, abs, square func(dst, x []T)
	pow              func(dst, a, b []T)
}

// composedOf makes them of a difference, a product and the larger of two.
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

// wholePower writes a to the power of e > 0 to dst, some elements at a time.
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

// useComposed puts what the kernels for T are composed to in place of the plain loops.
func useComposed[T Int]() {
	table := func(t *Binary) func(dst, a, b []T) { return *t.of(addLoop[T]).(*func(dst, a, b []T)) }
	c := composedOf(table(&Sub), table(&Mul), table(&Maximum))
	*Neg.of(c.neg).(*func(dst, x []T)) = c.neg
	*Abs.of(c.abs).(*func(dst, x []T)) = c.abs
	*Square.of(c.square).(*func(dst, x []T)) = c.square
	*Pow.of(c.pow).(*func(dst, a, b []T)) = c.pow
}

// of returns the place in t for loops of f's type.
func (t *Unary) of(f any) any {
	switch f.(type) {
	case func(dst, x []int8):
		return &t.I8
	case func(dst, x []int16):
		return &t.I16
	case func(dst, x []int32):
		return &t.I32
	case func(dst, x []int64):
		return &t.I64
	case func(dst, x []uint8):
		return &t.U8
	case func(dst, x []uint16):
		return &t.U16
	case func(dst, x []uint32):
		return &t.U32
	}
	return &t.U64
}

// wholeQuotient is a quotient or a remainder of integers with its loops.
type wholeQuotient struct {
	name   string
	table  *Binary
	short  func(dst, a, b []int32)
	long   func(dst, a, b []int64)
	floor  bool // else toward zero
	modulo bool
}

var quotients = []wholeQuotient{
	{"floorDiv", &FloorDiv, floorDivIntLoop[int32], floorDivIntLoop[int64], true, false},
	{"floorMod", &FloorMod, floorModIntLoop[int32], floorModIntLoop[int64], true, true},
	{"truncDiv", &TruncDiv, truncDivIntLoop[int32], truncDivIntLoop[int64], false, false},
	{"truncMod", &TruncMod, truncModIntLoop[int32], truncModIntLoop[int64], false, true},
}

// useQuotients puts quotients by vectors in place of the plain loops, where s has the conversions.
func useQuotients(s *simd.Set) {
	for _, q := range quotients {
		q.table.I32, q.table.I64 = q.short, q.long
		if s.DoubleToInt != nil {
			q.table.I32, q.table.I64 = q.shorts(s), q.longs(s)
		}
	}
}

// shorts is q of Int32.
func (q wholeQuotient) shorts(s *simd.Set) func(dst, a, b []int32) {
	return func(dst, a, b []int32) {
		if len(dst) < composedFrom {
			q.short(dst, a, b)
			return
		}
		room := composedRooms.Get().(*composedRoom)
		for at, n := 0, 0; at < len(dst); at += n {
			n = min(composedBand, len(dst)-at)
			q.shortBand(s, room, dst[at:at+n], bandAt(a, len(dst), at, n), bandAt(b, len(dst), at, n))
		}
		composedRooms.Put(room)
	}
}

// shortBand divides as float64, exactly enough: the distance of a quotient that is not whole from the next whole
// number is more than what it is rounded by. The smallest number by -1 is itself, as Go has it. Where a divisor is
// zero the plain loop divides.
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

// longs is q of Int64.
func (q wholeQuotient) longs(s *simd.Set) func(dst, a, b []int64) {
	return func(dst, a, b []int64) {
		if len(dst) < composedFrom {
			q.long(dst, a, b)
			return
		}
		room := composedRooms.Get().(*composedRoom)
		for at, n := 0, 0; at < len(dst); at += n {
			n = min(composedBand, len(dst)-at)
			q.longBand(s, room, dst[at:at+n], bandAt(a, len(dst), at, n), bandAt(b, len(dst), at, n))
		}
		composedRooms.Put(room)
	}
}

// longBand divides numbers that are Int32, too, as such, if the quotient is one for sure.
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

// bandAt is n elements of an operand from a place on, which has all elements or one.
func bandAt[T Int](x []T, all, at, n int) []T {
	if len(x) != all {
		return x
	}
	return x[at : at+n]
}

// zeros and smallest are a band of one number.
var (
	zeros    = make([]int32, composedBand)
	smallest = sync.OnceValue(func() []int32 { return slices.Repeat([]int32{math.MinInt32}, composedBand) })
)

// noneEqual says whether no element of x equals its twin; flags is memory for that.
func noneEqual(flags []bool, x, twins []int32) bool {
	Equal.I32(flags, x, twins[:len(x)])
	return CountTrue(flags) == 0
}

// shortened writes x to dst and says whether its elements are Int32.
func shortened(s *simd.Set, room *composedRoom, dst []int32, x []int64) bool {
	back, same := partOf[int64](room, 0, len(x)), partOf[bool](room, 1, len(x))
	castTurns(s.LongToInt, dst, x)
	castTurns(s.IntToLong, back, dst)
	Equal.I64(same, back, x)
	return CountTrue(same) == len(x)
}
