package simd

import (
	"sync"
	"unsafe"
)

// Line is the number of bytes that kernels of integers process at once. The caller processes the rest.
const Line = 64

// Lines writes a function of lines at a and b, which are 64 bytes apart or a single line that repeats, to y.
type Lines func(lines int, y, a, b *byte, stepA, stepB int)

// Turn is the number of elements that a Turns processes at once.
const Turn = 16

// Turns compares turns of elements at a and b, which are stepA and stepB bytes apart; zero repeats one turn.
type Turns func(turns int, y, a, b *byte, stepA, stepB int)

// Fold combines lines at x with the one at y, element by element.
type Fold func(lines int, y, x *byte)

// linesAtOnce is the number of lines per call: the scheduler cannot preempt assembly.
const linesAtOnce = 4096

// Run computes the lines of y; a or b may be one line.
func (k Lines) Run(y, a, b []byte) {
	for at, n := 0, 0; at < len(y); at += n * Line {
		n = min(linesAtOnce, (len(y)-at)/Line)
		pa, sa := place(a, at, len(y))
		pb, sb := place(b, at, len(y))
		k(n, &y[at], pa, pb, sa, sb)
	}
}

// place returns the start of an operand for n bytes of a result, and the distance between its lines.
func place(x []byte, at, n int) (p *byte, step int) {
	if len(x) < n {
		return &x[0], 0
	}
	return &x[at], Line
}

// Run joins the lines of x to y.
func (k Fold) Run(y *[Line]byte, x []byte) {
	for at, n := 0, 0; at < len(x); at += n * Line {
		n = min(linesAtOnce, (len(x)-at)/Line)
		k(n, &y[0], &x[at])
	}
}

// CountTrue counts what is true.
func (s *Set) CountTrue(x []bool) (n int) {
	for ; len(x) >= Line; x = x[min(len(x)/Line, linesAtOnce)*Line:] {
		n += s.countTrue(min(len(x)/Line, linesAtOnce), (*byte)(unsafe.Pointer(&x[0])))
	}
	for _, v := range x {
		if v {
			n++
		}
	}
	return n
}

// LongSum adds x by numpy's pairwise summation.
func (s *Set) LongSum(x []float64) (sum float64) {
	if len(x) < 8 {
		for _, v := range x {
			sum += v
		}
		return sum
	}
	if s.longBlocks == nil {
		return s.longHalves(x)
	}
	sums := longSums.Get().(*[1 << maxLog]float64)
	sum = s.longSum(x, sums[:])
	longSums.Put(sums)
	return sum
}

// longSums has memory for the sums of blocks.
var longSums = sync.Pool{New: func() any { return new([1 << maxLog]float64) }}

// longSum adds at least eight elements; sums is scratch memory.
func (s *Set) longSum(x, sums []float64) float64 {
	n := len(x)
	log := blocksOf(n)
	if log < 0 {
		half := n / 16 * 8
		return s.longSum(x[:half], sums) + s.longSum(x[half:], sums)
	}
	sums = sums[:1<<log]
	s.longBlocks(n/8, log, ahead, &x[0], &sums[0])
	for _, v := range x[n&^7:] {
		sums[len(sums)-1] += v
	}
	return joinPairs(sums)
}

// longHalves adds at least eight elements block by block.
func (s *Set) longHalves(x []float64) float64 {
	n := len(x)
	if n > 128 {
		half := n / 16 * 8
		return s.longHalves(x[:half]) + s.longHalves(x[half:])
	}
	sum := s.longBlock(n/8, &x[0])
	for _, v := range x[n&^7:] {
		sum += v
	}
	return sum
}

// Evens writes every second element of x to y, whole turns of 16, and returns how many.
func (s *Set) Evens(y, x []float32) (done int) {
	const turn = 16
	for n := min(len(y), len(x)/2) &^ (turn - 1); done < n; {
		some := min(n-done, Step)
		s.evens(some/turn, &y[done], &x[2*done])
		done += some
	}
	return done
}
