package rng

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"sort"
	"sync"
)

// The methods in this file fill arrays with the values that a [rand.Rand] over the stream would return one by one.

// Fractions fills out with lo plus scale times numbers in [0, 1) of 24 bits, the high bits of a pair of words each.
func (p *Philox) Fractions(out []float32, scale, lo float32) {
	for len(out) > 0 {
		w := p.pairs(len(out))
		n := len(w) / 2
		for i := range out[:n] {
			out[i] = float32(scale*(float32(int32(w[2*i]>>8))*(1./(1<<24)))) + lo
		}
		out = out[n:]
	}
}

// AtLeast fills out with ones where a word is at least least, and zeros elsewhere.
func (p *Philox) AtLeast(out []float32, least uint64) {
	for len(out) > 0 {
		words := p.words(len(out))
		for i, w := range words {
			out[i] = oneIf(uint64(w) >= least)
		}
		out = out[len(words):]
	}
}

// Bernoulli fills out with ones where Float64 is less than a probability, and zeros elsewhere. prob has one
// probability for each element, or one for all.
func (p *Philox) Bernoulli(out []float32, prob []float64) {
	const bits = 1 << 53
	var below uint64
	for at := 0; at < len(out); {
		w := p.pairs(len(out) - at)
		for i := 0; i < len(w); i += 2 {
			if at < len(prob) {
				below = uint64(math.Ceil(prob[at] * bits))
			}
			out[at] = oneIf(joined(w[i:i+2])&(bits-1) < below)
			at++
		}
	}
}

// oneIf converts a condition to a number without a branch: mispredicting it would cost more than drawing the word.
func oneIf(yes bool) float32 {
	n := 0
	if yes {
		n = 1
	}
	return float32(n)
}

// Integers fills out with low plus what Uint64N(n) returns.
func (p *Philox) Integers(out []int64, low int64, n uint64) {
	for len(out) > 0 {
		w, k := p.pairs(len(out)), 0
		for i := 0; i < len(w); i += 2 {
			if v, ok := below(joined(w[i:i+2]), n); ok {
				out[k] = low + int64(v)
				k++
			}
		}
		out = out[k:]
	}
}

// below maps 64 bits to a number in [0, n). ok is false for the few values that must be rejected to avoid bias.
func below(u, n uint64) (v uint64, ok bool) {
	if n&(n-1) == 0 {
		return u & (n - 1), true
	}
	hi, lo := bits.Mul64(u, n)
	return hi, lo >= n || lo >= -n%n
}

// Permutation fills out with what Perm returns.
func (p *Philox) Permutation(out []int64) {
	for i := range out {
		out[i] = int64(i)
	}
	for i := len(out) - 1; i > 0; {
		for w := p.pairs(i); len(w) > 0; w = w[2:] {
			if j, ok := below(joined(w), uint64(i+1)); ok {
				out[i], out[j] = out[j], out[i]
				i--
			}
		}
	}
}

// StandardNormal fills out with what NormFloat64 returns.
func (p *Philox) StandardNormal(out []float32) {
	all, r := strips(), rand.New(p)
	for len(out) > 0 {
		w, n := p.pairs(len(out)), 0
		for i := 0; i < len(w); i += 2 {
			j, s := int32(w[i+1]), all[w[i]%uint32(len(all))]
			if max(j, -j) >= s.inner || j == math.MinInt32 {
				p.used -= len(w) - i // this pair and those after it are drawn again
				out[n] = float32(r.NormFloat64())
				n++
				break
			}
			out[n] = float32(float64(j) * s.width)
			n++
		}
		out = out[n:]
	}
}

// A strip is one of the strips of equal area into which the ziggurat algorithm of NormFloat64 divides the normal
// density. A draw below inner, times width, is a normal number; other draws need more.
type strip struct {
	width float64
	inner int32
}

// strips derives the tables of NormFloat64 from its results: the factor for a draw, and the draws that suffice.
var strips = sync.OnceValue(func() *[128]strip {
	var all [128]strip
	for i := range all {
		draw := func(j int) (v float64, draws int) {
			s := drawn{first: uint64(i)<<32 | uint64(j)}
			return rand.New(&s).NormFloat64(), s.n
		}
		all[i].width, _ = draw(1)
		all[i].inner = int32(sort.Search(math.MaxInt32, func(j int) bool {
			_, n := draw(j)
			return n > 1
		}))
	}
	return &all
})

// drawn is a source that counts draws. It returns first, and then values with which NormFloat64 ends.
type drawn struct {
	first uint64
	n     int
}

// Uint64 implements rand.Source.
func (d *drawn) Uint64() uint64 {
	if d.n++; d.n == 1 {
		return d.first
	}
	return 1 << 52
}
