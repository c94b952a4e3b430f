package rng

import (
	"slices"
	"sort"
)

// Int64 returns an integer in [low, high), as randint with a 64-bit dtype does.
func (s *RandomState) Int64(low, high int64) int64 {
	return low + int64(s.mt.Below(uint64(high-1-low)))
}

// InitSeed draws the seed that MindSpore's initializers use for Philox: randint(1, 1<<63).
func (s *RandomState) InitSeed() uint64 { return 1 + s.mt.Below(1<<63-2) }

// Narrow draws integers of 8 or 16 bits (or booleans, bits = 1) as numpy does: several from each word, by masked
// rejection.
type Narrow struct {
	s    *RandomState
	bits uint
	buf  uint32
	left uint
}

// Narrow starts a sequence of such draws; numpy discards the rest of the last word between calls.
func (s *RandomState) Narrow(bits uint) *Narrow { return &Narrow{s: s, bits: bits} }

// Below returns a number in [0, limit].
func (n *Narrow) Below(limit uint32) uint32 {
	if limit == 0 {
		return 0
	}
	mask := uint32(1)
	for mask < limit {
		mask = mask<<1 | 1
	}
	for {
		if v := n.next() & mask; v <= limit {
			return v
		}
	}
}

func (n *Narrow) next() uint32 {
	if n.left == 0 {
		n.buf, n.left = n.s.mt.Uint32(), 32/n.bits
	} else {
		n.buf >>= n.bits
	}
	n.left--
	return n.buf & (1<<n.bits - 1)
}

// Shuffle permutes n elements by swap, from the last one down.
func (s *RandomState) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		if j := int(s.mt.Below(uint64(i))); i != j {
			swap(i, j)
		}
	}
}

// Permutation returns the numbers 0 … n-1 in random order.
func (s *RandomState) Permutation(n int) []int64 {
	p := make([]int64, n)
	for i := range p {
		p[i] = int64(i)
	}
	s.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

// Choice draws size indices below n, without weights.
func (s *RandomState) Choice(n, size int, replace bool) []int64 {
	if !replace {
		return s.Permutation(n)[:size]
	}
	out := make([]int64, size)
	for i := range out {
		out[i] = s.Int64(0, int64(n))
	}
	return out
}

// ChoiceP draws size indices below len(p) with probabilities p.
func (s *RandomState) ChoiceP(p []float64, size int, replace bool) []int64 {
	if replace {
		cdf := cumulative(p)
		out := make([]int64, size)
		for i := range out {
			out[i] = searchRight(cdf, s.Float64())
		}
		return out
	}
	return s.choiceDistinct(slices.Clone(p), size)
}

// choiceDistinct draws rounds of candidates, keeps the first occurrence of each, and sets the probability of those
// found to zero for the next round.
func (s *RandomState) choiceDistinct(p []float64, size int) []int64 {
	var found []int64
	for len(found) < size {
		for _, i := range found {
			p[i] = 0
		}
		x := make([]float64, size-len(found))
		for i := range x {
			x[i] = s.Float64()
		}
		cdf := cumulative(p)
		start := len(found)
		for _, v := range x {
			if i := searchRight(cdf, v); !slices.Contains(found[start:], i) {
				found = append(found, i)
			}
		}
	}
	return found
}

func cumulative(p []float64) []float64 {
	cdf := make([]float64, len(p))
	sum := 0.0
	for i, v := range p {
		sum += v
		cdf[i] = sum
	}
	for i := range cdf {
		cdf[i] /= sum
	}
	return cdf
}

func searchRight(cdf []float64, v float64) int64 {
	return int64(sort.Search(len(cdf), func(i int) bool { return cdf[i] > v }))
}
