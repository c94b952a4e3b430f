package kernels

import (
	"fmt"
	"reflect"
	"sync"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// This file installs the kernels of integers. They process whole cache lines; the plain loops process the rest.

// fewLines is the minimum number of lines for which a kernel is called.
const fewLines = 4

// integer2 and integerRow are functions of integers of one type with their kernels.
type (
	integer2[T Int] struct {
		table  *Binary
		plain  func(dst, a, b []T)
		kernel string
	}
	integerRow[T Int] struct {
		table  *Reduce
		plain  func(x []T) T
		kernel string
	}
)

func integers2[T Int]() []integer2[T] {
	bits, of := fmt.Sprint(8*unsafe.Sizeof(T(0))), nameOf[T]()
	return []integer2[T]{
		{&Add, addLoop[T], "add" + bits},
		{&Sub, subLoop[T], "sub" + bits},
		{&Mul, mulLoop[T], "mul" + bits},
		{&Maximum, maximumLoop[T], "max" + of},
		{&Minimum, minimumLoop[T], "min" + of},
		{&BitAnd, bitAndLoop[T], "and"},
		{&BitOr, bitOrLoop[T], "or"},
		{&BitXor, bitXorLoop[T], "xor"},
		{&ShiftLeft, shiftLeftLoop[T], "shl" + bits},
		{&ShiftRight, shiftRightLoop[T], "shr" + of},
	}
}

func integerRows[T Int]() []integerRow[T] {
	of := nameOf[T]()
	return []integerRow[T]{
		{&Sum, sum[T], fmt.Sprint("add", 8*unsafe.Sizeof(T(0)))},
		{&Amax, amax[T], "max" + of},
		{&Amin, amin[T], "min" + of},
	}
}

// nameOf returns the name of T in kernels: Int32.
func nameOf[T Int]() string {
	var zero T
	if zero-1 > 0 {
		return fmt.Sprint("Uint", 8*unsafe.Sizeof(zero))
	}
	return fmt.Sprint("Int", 8*unsafe.Sizeof(zero))
}

// useIntegers replaces the plain loops with the kernels of s for T, if they exist.
func useIntegers[T Int](s *simd.Set) {
	for _, e := range integers2[T]() {
		f := linesOr(e.plain, s.Lines[e.kernel])
		*loopFor[func(dst, a, b []T)](e.table) = f
		if to, ok := e.table.pastOf(e.plain).(*func(dst, a, b []T)); ok {
			*to = nil
			if past := s.LinesPast[e.kernel]; past != nil {
				*to = pastLines(f, linesOr(e.plain, past))
			}
		}
	}
	for _, e := range integerRows[T]() {
		*loopFor[func(x []T) T](e.table) = foldOr(e.plain, s.Fold[e.kernel])
	}
	useComposed[T]()
}

// byteComparison is a predicate of bytes with its loops.
type byteComparison struct {
	table  *Compare
	plain  func(dst []bool, a, b []uint8)
	kernel string
}

var byteComparisons = []byteComparison{
	{&Equal, equalLoop[uint8], "equal"},
	{&NotEqual, notEqualLoop[uint8], "notEqual"},
	{&Less, lessLoop[uint8], "less"},
	{&LessEqual, lessEqualLoop[uint8], "lessEqual"},
	{&Greater, greaterLoop[uint8], "greater"},
	{&GreaterEqual, greaterEqualLoop[uint8], "greaterEqual"},
}

// loop returns the predicate by k, or the plain loop if k is nil.
func (c byteComparison) loop(k simd.Lines) func(dst []bool, a, b []uint8) {
	if k == nil {
		return c.plain
	}
	plain := func(dst, a, b []uint8) { c.plain(unsafe.Slice((*bool)(unsafe.Pointer(&dst[0])), len(dst)), a, b) }
	lines := linesOr(plain, k)
	return func(dst []bool, a, b []uint8) {
		if len(dst) > 0 {
			lines(bools(dst), a, b)
		}
	}
}

// turnsOr compares whole turns with k, swapping a and b for the reverse comparison, and leaves the rest to the plain
// loop.
func turnsOr[T int32 | int64 | float64](
	plain func(dst []bool, a, b []T), k simd.Turns, turned bool,
) func(dst []bool, a, b []T) {
	if k == nil {
		return plain
	}
	return func(dst []bool, a, b []T) {
		n := len(dst) &^ (simd.Turn - 1)
		if n > 0 {
			x, stepX := turnOf(a, n)
			y, stepY := turnOf(b, n)
			if turned {
				x, y, stepX, stepY = y, x, stepY, stepX
			}
			to := bools(dst)
			for p := range calls(n) {
				at := p.at / simd.Turn
				k(p.n/simd.Turn, &to[p.at], &x[at*stepX], &y[at*stepY], stepX, stepY)
			}
		}
		if n < len(dst) {
			plain(dst[n:], a[min(n, len(a)-1):], b[min(n, len(b)-1):])
		}
	}
}

// turnOf returns the first n elements of x, or one turn that repeats its only element, and the distance between
// turns.
func turnOf[T int32 | int64 | float64](x []T, n int) (bytes []byte, step int) {
	if len(x) == 1 {
		turn := make([]T, simd.Turn)
		Fill(turn, x[0])
		x, n = turn, simd.Turn
	} else {
		step = simd.Turn * int(unsafe.Sizeof(x[0]))
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), n*int(unsafe.Sizeof(x[0]))), step
}

// useTurns replaces the plain loops with comparisons of whole turns.
func useTurns(s *simd.Set) {
	for _, c := range turnComparisons {
		c.table.F64 = turnsOr(c.floats, s.Turns[c.kernel+"Float64"], c.turned)
		c.table.I64 = turnsOr(c.long, s.Turns[c.kernel+"Int64"], c.turned)
		c.table.I32 = turnsOr(c.short, s.Turns[c.kernel+"Int32"], c.turned)
	}
}

// turnComparison is a predicate with its loops; a turned one uses the kernel of the reverse comparison with its
// operands swapped.
type turnComparison struct {
	table  *Compare
	floats func(dst []bool, a, b []float64)
	long   func(dst []bool, a, b []int64)
	short  func(dst []bool, a, b []int32)
	kernel string
	turned bool
}

var turnComparisons = []turnComparison{
	{&Equal, equalLoop[float64], equalLoop[int64], equalLoop[int32], "equal", false},
	{&NotEqual, notEqualLoop[float64], notEqualLoop[int64], notEqualLoop[int32], "notEqual", false},
	{&Less, lessLoop[float64], lessLoop[int64], lessLoop[int32], "less", false},
	{&LessEqual, lessEqualLoop[float64], lessEqualLoop[int64], lessEqualLoop[int32], "lessEqual", false},
	{&Greater, greaterLoop[float64], greaterLoop[int64], greaterLoop[int32], "less", true},
	{&GreaterEqual, greaterEqualLoop[float64], greaterEqualLoop[int64], greaterEqualLoop[int32], "lessEqual", true},
}

// loopFor returns the first field of a table, such as a [Binary], that has type F: the one for ordinary results.
func loopFor[F any](table any) *F {
	t, want := reflect.ValueOf(table).Elem(), reflect.TypeFor[F]()
	for i := 0; ; i++ {
		if f := t.Field(i); f.Type() == want {
			return (*F)(f.Addr().UnsafePointer())
		}
	}
}

// pastOf returns a pointer to the field for loops of f's type whose results are in no cache; nil if there is none.
func (t *Binary) pastOf(f any) any {
	switch f.(type) {
	case func(dst, a, b []int32):
		return &t.I32Past
	case func(dst, a, b []int64):
		return &t.I64Past
	}
	return nil
}

// linesOr computes whole lines with k, the rest with the plain loop.
func linesOr[T Int](plain func(dst, a, b []T), k simd.Lines) func(dst, a, b []T) {
	if k == nil {
		return plain
	}
	perLine := simd.Line / int(unsafe.Sizeof(T(0)))
	return func(dst, a, b []T) {
		n := len(dst) &^ (perLine - 1)
		if n < fewLines*perLine {
			plain(dst, a, b)
			return
		}
		k.Run(bytesOf(dst[:n]), lineOf(a, n), lineOf(b, n))
		if n < len(dst) {
			plain(dst[n:], a[min(n, len(a)-1):], b[min(n, len(b)-1):])
		}
	}
}

// lineOf returns the first n elements of x, or one line that repeats its only element.
func lineOf[T Int](x []T, n int) []byte {
	if len(x) > 1 {
		return bytesOf(x[:n])
	}
	line := make([]T, simd.Line/unsafe.Sizeof(x[0]))
	Fill(line, x[0])
	return bytesOf(line)
}

// foldRooms has memory for the elements of a line and for the rest of a row.
var foldRooms = sync.Pool{New: func() any { return new([2 * simd.Line]byte) }}

// foldOr reduces whole lines with k, then their elements and the rest with the plain loop: integers may be combined
// in any order.
func foldOr[T Int](plain func(x []T) T, k simd.Fold) func(x []T) T {
	if k == nil {
		return plain
	}
	perLine := simd.Line / int(unsafe.Sizeof(T(0)))
	return func(x []T) T {
		n := len(x) &^ (perLine - 1)
		if n < fewLines*perLine {
			return plain(x)
		}
		room := foldRooms.Get().(*[2 * simd.Line]byte)
		joined := unsafe.Slice((*T)(unsafe.Pointer(room)), 2*perLine)
		copy(joined, x[:perLine])
		k.Run((*[simd.Line]byte)(room[:]), bytesOf(x[perLine:n]))
		y := plain(joined[:perLine+copy(joined[perLine:], x[n:])])
		foldRooms.Put(room)
		return y
	}
}

func bytesOf[T Int](x []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), len(x)*int(unsafe.Sizeof(T(0))))
}

// CountTrue counts the true elements; vector code replaces it.
var CountTrue = countTrueLoop

func countTrueLoop(x []bool) (n int) {
	for _, v := range x {
		if v {
			n++
		}
	}
	return n
}
