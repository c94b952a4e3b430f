package vec

import (
	"math"

	"github.com/msrepl/msrepl/internal/par"
)

// sumShared is the length from which a sum is shared by processors: half of it is worth a goroutine.
const sumShared = 1 << 17

// Sum adds x by numpy's pairwise summation, whose order no number of processors changes: longer rows are halved.
func (s *Set) Sum(x []float32) float32 {
	n := len(x)
	switch {
	case n < 8:
		var sum float32
		for _, v := range x {
			sum += v
		}
		return sum
	case n <= 128:
		return s.sumBlock(n, &x[0])
	}
	half := n / 2
	half -= half % 8
	if n-half <= 128 {
		return s.sumPair(n, &x[0])
	}
	if n < sumShared || par.Workers() == 1 {
		return s.Sum(x[:half]) + s.Sum(x[half:])
	}
	var parts [2]float32
	par.Do(2, func(i int) {
		if i == 0 {
			parts[0] = s.Sum(x[:half])
		} else {
			parts[1] = s.Sum(x[half:])
		}
	})
	return parts[0] + parts[1]
}

// atLeast is how many elements Largest, Smallest and the searches after them need.
const atLeast = 64

// Largest returns the largest of at least 64 elements, NaN if there is one.
func (s *Set) Largest(x []float32) float32 {
	m := float32(math.Inf(-1))
	for p := range pieces(x) {
		v, nan := s.largest(len(p), &p[0])
		if nan != 0 {
			return float32(math.NaN())
		}
		m = max(m, v)
	}
	return m
}

// Smallest returns the smallest of at least 64 elements, NaN if there is one.
func (s *Set) Smallest(x []float32) float32 {
	m := float32(math.Inf(1))
	for p := range pieces(x) {
		v, nan := s.smallest(len(p), &p[0])
		if nan != 0 {
			return float32(math.NaN())
		}
		m = min(m, v)
	}
	return m
}

// pieces cuts x such that none is longer than a call may take, and none too short for one.
func pieces(x []float32) func(yield func([]float32) bool) {
	_ = x[atLeast-1]
	return func(yield func([]float32) bool) {
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
