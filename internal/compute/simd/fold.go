package simd

import (
	"math"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/par"
)

// Pairwise is a sum of n terms, each a function of the elements at a and b and of two numbers, in the order of
// numpy's pairwise summation: kernels that add one, two or four blocks of at most 128 elements side by side, and one
// that adds 1<<log of them, 8 to 1<<maxLog, in memory order; far is long for data that is in no near cache, or nil.
type Pairwise struct {
	few       [3]short
	long, far func(n, log int, a, b *float32, m, r float32) float32
}

// farFrom is the number of elements, a megabyte, from which data is assumed to be in no near cache.
const farFrom = 1 << 18

type short = func(n int, a, b *float32, m, r float32) float32

// sumShared is the length from which processors share a sum: half of it is worth a goroutine.
const sumShared = 1 << 17

// Sum adds x by numpy's pairwise summation, whose order no number of processors changes: longer rows are halved.
func (s *Set) Sum(x []float32) float32 {
	if len(x) < 8 {
		var sum float32
		for _, v := range x {
			sum += v
		}
		return sum
	}
	return s.sum.of(len(x), x, nil, 0, 0)
}

// shortRow is the length up to which rows are added eight at a time. Longer rows have enough blocks, and rows whose
// starts are a power of two apart would evict each other from the first-level cache.
const shortRow = 256

// SumRows adds the sum of each row of n elements of x, at least eight, to dst.
func (s *Set) SumRows(dst, x []float32, n int) {
	if n <= shortRow && len(dst) >= 8 {
		sums := new([8]float32) // one for all: kernels are called through variables, so it escapes to the heap
		for ; len(dst) >= 8; dst, x = dst[8:], x[8*n:] {
			s.eightRows(sums, x, n, n)
			for i, v := range sums {
				dst[i] += v
			}
		}
	}
	if len(dst) < 4 || n < shortGroup || n%8 != 0 || s.sumGroups[0] == nil {
		for i := range dst {
			dst[i] += s.sum.of(n, x[i*n:], nil, 0, 0)
		}
		return
	}
	sums := make([]float32, min(len(dst), 64))
	for len(dst) > 0 {
		some := sums[:min(len(dst), len(sums))]
		s.RowSums(some, x, n, n, 1)
		for i, v := range some {
			dst[i] += v
		}
		dst, x = dst[len(some):], x[len(some)*n:]
	}
}

// groups writes to y the sums of groups of eight blocks of rows that begin stride elements apart: a row is 1<<log
// blocks, eight or more. Memory is prefetched ahead bytes before it is read.
type groups = func(n, log, rows, stride, ahead int, a, y *float32)

// ahead is the prefetch distance in bytes for sums of one stream of memory: aheadFar, or aheadNear if the processor
// prefetches as well by itself.
var ahead = aheadFar

const (
	aheadFar  = 2048
	aheadNear = 256
)

// aheadOf returns the prefetch distance in bytes for rows of n elements with the given step, which begin apart
// elements apart: it reaches the next row, or the same one if that is long. Rows without gaps are one stream.
func aheadOf(n, apart, step int) int {
	const bytes = 4
	switch {
	case apart <= n*step && ahead == aheadNear:
		return aheadNear
	case apart <= 0 || n*step*bytes > 4096:
		return aheadFar
	}
	return apart * bytes
}

// shortGroup is the minimum number of elements in a group of eight blocks.
const shortGroup = 8 * 64

// maxGroups is the maximum number of groups in a row.
const maxGroups = 1 << (maxLog - 3)

// SumsSteps reports whether RowSums takes elements that are two apart.
func (s *Set) SumsSteps() bool { return s.sumGroups[1] != nil }

// RowSums writes to dst the sums, in the order of Sum, of rows of n elements of x, at least eight, that are step
// apart, one or two. Rows begin so many elements apart.
func (s *Set) RowSums(dst, x []float32, n, apart, step int) {
	var sums *[maxGroups]float32
	log, k := blocksOf(n), s.sumGroups[step-1]
	if k != nil && (step == 2 || log >= 3) {
		sums = new([maxGroups]float32)
	}
	last := len(dst) // earlier rows contain all that a kernel reads
	if len(x) < (last-1)*apart+step*n {
		last--
	}
	if sums != nil && log >= 3 && n%8 == 0 {
		each := 1 << (log - 3) // groups per row
		ahead := aheadOf(n, apart, step)
		for rows := 0; last > 0; last, x, dst = last-rows, x[min(len(x), rows*apart):], dst[rows:] {
			if each == 1 {
				rows = min(last, Step/n)
				k(n, log, rows, apart, ahead, &x[0], &dst[0])
				continue
			}
			rows = min(last, maxGroups/each)
			k(n, log, rows, apart, ahead, &x[0], &sums[0])
			for i := range rows {
				dst[i] = joinPairs(sums[i*each : (i+1)*each])
			}
		}
	}
	for i := range dst {
		if step == 1 {
			dst[i] = s.sum.of(n, x[i*apart:], nil, 0, 0)
		} else {
			dst[i] = s.sumEvens(x[i*apart:], n, sums)
		}
	}
}

// joinPairs adds numbers by pairs, in place. Their number must be a power of two.
func joinPairs[T float32 | float64](v []T) T {
	for n := len(v) / 2; n > 0; n /= 2 {
		for i := range n {
			v[i] = v[2*i] + v[2*i+1]
		}
	}
	return v[0]
}

// copied is the number of elements with a step of two that are copied to be summed, if no kernel reads them.
const copied = 1024

// sumEvens returns the sum of n elements that are two apart; sums is scratch memory.
func (s *Set) sumEvens(x []float32, n int, sums *[maxGroups]float32) float32 {
	if log := blocksOf(n); len(x) >= 2*n && log >= 3 && n%8 == 0 {
		s.sumGroups[1](n, log, 1, 0, aheadOf(n, 0, 2), &x[0], &sums[0])
		return joinPairs(sums[:1<<(log-3)])
	}
	if n <= copied {
		some := make([]float32, n)
		for i := s.Evens(some, x); i < n; i++ {
			some[i] = x[2*i]
		}
		return s.Sum(some)
	}
	half := n / 16 * 8
	if n < sumShared || par.Workers() == 1 {
		return s.sumEvens(x, half, sums) + s.sumEvens(x[2*half:], n-half, sums)
	}
	var parts [2]float32
	par.Do(2, func(i int) {
		if i == 0 {
			parts[0] = s.sumEvens(x, half, sums)
		} else {
			parts[1] = s.sumEvens(x[2*half:], n-half, new([maxGroups]float32))
		}
	})
	return parts[0] + parts[1]
}

// eightRows sums the first n elements, at least eight, of each of eight rows that begin apart elements apart.
func (s *Set) eightRows(sums *[8]float32, x []float32, n, apart int) {
	if n > 128 {
		half := n / 16 * 8
		var second [8]float32
		s.eightRows(sums, x, half, apart)
		s.eightRows(&second, x[half:], n-half, apart)
		for i, v := range second {
			sums[i] += v
		}
		return
	}
	s.sumRows(n, &x[0], apart, &sums[0])
	if rest := n % 8; rest > 0 {
		for i := range sums {
			at := i*apart + n
			for _, v := range x[at-rest : at] {
				sums[i] += v
			}
		}
	}
}

// SumSquares adds (x-m)² in the order of Sum.
func (s *Set) SumSquares(x []float32, m float32) float32 {
	if len(x) < 8 {
		var sum float32
		for _, v := range x {
			sum += float32((v - m) * (v - m))
		}
		return sum
	}
	return s.sumSquares.of(len(x), x, nil, m, 0)
}

// SumApart adds (a-b)² in the order of Sum.
func (s *Set) SumApart(a, b []float32) float32 {
	if len(a) < 8 {
		var sum float32
		for i, v := range a {
			sum += float32((v - b[i]) * (v - b[i]))
		}
		return sum
	}
	return s.sumApart.of(len(a), a, b, 0, 0)
}

// SumNormal adds a·(x-m)·r in the order of Sum.
func (s *Set) SumNormal(a, x []float32, m, r float32) float32 {
	if len(a) < 8 {
		var sum float32
		for i, v := range a {
			sum += float32(v * float32((x[i]-m)*r))
		}
		return sum
	}
	return s.sumNormal.of(len(a), a, x, m, r)
}

// of returns the sum of n terms, at least eight.
func (p *Pairwise) of(n int, a, b []float32, m, r float32) float32 {
	if n >= farFrom && p.far != nil {
		far := &Pairwise{few: p.few, long: p.far}
		return far.of(n, a, b, m, r)
	}
	switch log := blocksOf(n); {
	case log >= 3:
		return p.long(n, log, &a[0], unsafe.SliceData(b), m, r)
	case log >= 0:
		return p.few[log](n, &a[0], unsafe.SliceData(b), m, r)
	}
	half := n / 16 * 8
	if n < sumShared || par.Workers() == 1 {
		return p.of(half, a, b, m, r) + p.of(n-half, a[half:], b[min(half, len(b)):], m, r)
	}
	var parts [2]float32
	par.Do(2, func(i int) {
		if i == 0 {
			parts[0] = p.of(half, a, b, m, r)
		} else {
			parts[1] = p.of(n-half, a[half:], b[min(half, len(b)):], m, r)
		}
	})
	return parts[0] + parts[1]
}

// maxLog is the logarithm of the maximum number of blocks that a kernel adds.
const maxLog = 8

// blocksOf returns the logarithm of the number of blocks into which n elements are divided by equal numbers of
// halvings, or -1 if the numbers differ or there are more blocks than a kernel adds. Blocks consist of whole vectors
// of eight elements, 16 at most, or one more than others, and the last block also has the rest. The last halving
// divides at least 17 vectors, as fewer would be one block.
func blocksOf(n int) int {
	if n <= 128 {
		return 0
	}
	vectors := n / 8
	for log := 1; log <= maxLog; log++ {
		if vectors <= 15<<log || vectors <= 16<<log && n%8 == 0 {
			if log > 1 && vectors < 17<<(log-1) {
				return -1
			}
			return log
		}
	}
	return -1
}

// atLeast is the minimum number of elements for Largest, Smallest and the searches after them.
const atLeast = 64

// Largest returns the largest of at least 64 elements, NaN if there is one.
func (s *Set) Largest(x []float32) float32 {
	return extreme(x, s.largest, func(a, b float32) float32 { return max(a, b) })
}

// Smallest returns the smallest of at least 64 elements, NaN if there is one.
func (s *Set) Smallest(x []float32) float32 {
	return extreme(x, s.smallest, func(a, b float32) float32 { return min(a, b) })
}

// LongLargest is Largest of float64.
func (s *Set) LongLargest(x []float64) float64 { return extreme(x, s.longLargest, math.Max) }

// LongSmallest is Smallest of float64.
func (s *Set) LongSmallest(x []float64) float64 { return extreme(x, s.longSmallest, math.Min) }

// extreme combines the results of k for pieces of x; NaN if there is a NaN.
func extreme[T float32 | float64](x []T, k func(n int, x *T) (m T, nan int), join func(a, b T) T) T {
	n := len(x[:max(atLeast, len(x))])
	if n >= Step+atLeast {
		n = Step
	}
	m, nan := k(n, &x[0])
	if n < len(x) {
		for p := range pieces(x[n:]) {
			v, bad := k(len(p), &p[0])
			m, nan = join(m, v), nan|bad
		}
	}
	if nan != 0 {
		return T(math.NaN())
	}
	return m
}

// pieces divides x into pieces of a length that a call may process, neither too long nor too short.
func pieces[T any](x []T) func(yield func([]T) bool) {
	_ = x[atLeast-1]
	return func(yield func([]T) bool) {
		for len(x) >= Step+atLeast {
			if !yield(x[:Step]) {
				return
			}
			x = x[Step:]
		}
		yield(x)
	}
}

// Find returns the index of the first of at least 64 elements that equals v, or -1.
func (s *Set) Find(x []float32, v float32) int {
	at := 0
	for p := range pieces(x) {
		if i := s.find(len(p), &p[0], v); i < len(p) {
			return at + i
		}
		at += len(p)
	}
	return -1
}

// ArgLargest returns the index of the first largest of at least 64 elements, or of the first NaN.
func (s *Set) ArgLargest(x []float32) int { return s.first(x, s.Largest(x)) }

// ArgSmallest returns the index of the first smallest of at least 64 elements, or of the first NaN.
func (s *Set) ArgSmallest(x []float32) int { return s.first(x, s.Smallest(x)) }

func (s *Set) first(x []float32, v float32) int {
	if v == v {
		return s.Find(x, v)
	}
	for i, u := range x {
		if u != u {
			return i
		}
	}
	return -1
}
