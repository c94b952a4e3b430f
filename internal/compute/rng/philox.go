package rng

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// Philox is the counter-based generator Philox4x32-10 of Salmon et al. (2011), keyed as
// MindSpore's initializers key it: the seed is both the key and the upper half of the counter.
type Philox struct {
	key     [2]uint32
	counter uint64 // lower half
	high    [2]uint32
	block   []uint32 // computed words; the first used of them have been drawn
	used    int
}

// most is how many words are computed at once when many are drawn.
const most = 8 * simd.PhiloxTurn

// philoxTurns is the kernel that computes words; nil if there is none.
var philoxTurns func(turns int, y *uint32, counter, high, key uint64)

func init() {
	if sets := simd.Sets(); len(sets) > 0 {
		philoxTurns = sets[0].Philox
	}
}

// NewPhilox starts the stream of seed.
func NewPhilox(seed uint64) *Philox {
	k := [2]uint32{uint32(seed), uint32(seed >> 32)}
	return &Philox{key: k, high: k}
}

// Uint32 returns the next word.
func (p *Philox) Uint32() uint32 {
	if p.used == len(p.block) {
		p.refill(0)
	}
	p.used++
	return p.block[p.used-1]
}

// Uint64 returns two words, the first as the high half. It implements [rand.Source].
func (p *Philox) Uint64() uint64 {
	if len(p.block)-p.used < 2 {
		p.refill(0)
	}
	p.used += 2
	return joined(p.block[p.used-2 : p.used])
}

// joined returns a pair of words as one number.
func joined(w []uint32) uint64 { return uint64(w[0])<<32 | uint64(w[1]) }

// words draws the next words: at least one and at most n.
func (p *Philox) words(n int) []uint32 {
	if p.used == len(p.block) {
		p.refill(n)
	}
	w := p.block[p.used:min(len(p.block), p.used+n)]
	p.used += len(w)
	return w
}

// pairs draws the next pairs of words: at least one and at most n.
func (p *Philox) pairs(n int) []uint32 {
	if len(p.block)-p.used < 2 {
		p.refill(2 * n)
	}
	w := p.block[p.used : p.used+min((len(p.block)-p.used)&^1, 2*n)]
	p.used += len(w)
	return w
}

// refill computes the next words, after the one that may be left. n of them are known to be needed. If n is 0,
// nothing is known: it computes four words at first, because few may suffice, and then many, because the processor
// works on several blocks in parallel.
func (p *Philox) refill(n int) {
	switch {
	case n == 0 && p.counter == 0:
		n = 4
	case n == 0:
		n = simd.PhiloxTurn
	case n <= 16:
		n = (n + 3) &^ 3
	default:
		n = min((n+simd.PhiloxTurn-1)&^(simd.PhiloxTurn-1), most)
	}
	left := p.block[p.used:]
	n += len(left)
	if cap(p.block) < n {
		p.block = make([]uint32, n)
	}
	p.block, p.used = p.block[:n], 0
	p.fill(p.block[copy(p.block, left):])
}

// fill computes the next blocks of four words.
func (p *Philox) fill(out []uint32) {
	if turns := len(out) / simd.PhiloxTurn; turns > 0 && philoxTurns != nil {
		high, key := uint64(p.high[0])<<32|uint64(p.high[1]), uint64(p.key[1])<<32|uint64(p.key[0])
		philoxTurns(turns, &out[0], p.counter, high, key)
		p.counter += uint64(turns * simd.PhiloxTurn / 4)
		out = out[turns*simd.PhiloxTurn:]
	}
	for ; len(out) > 0; out = out[4:] {
		low, high := uint32(p.counter), uint32(p.counter>>32)
		out[0], out[1], out[2], out[3] = philoxBlock(low, high, p.high[0], p.high[1], p.key[0], p.key[1])
		p.counter++
	}
}

// philoxBlock takes and returns scalars, because arrays would be kept in memory and each round would wait for the
// last one's stores.
func philoxBlock(c0, c1, c2, c3, k0, k1 uint32) (w0, w1, w2, w3 uint32) {
	for range 10 {
		a := uint64(c0) * 0xD2511F53
		b := uint64(c2) * 0xCD9E8D57
		c0, c1, c2, c3 = uint32(b>>32)^c1^k0, uint32(b), uint32(a>>32)^c3^k1, uint32(a)
		k0 += 0x9E3779B9
		k1 += 0xBB67AE85
	}
	return c0, c1, c2, c3
}

// Uniform fills out with numbers between a and b, one word each.
func (p *Philox) Uniform(out []float32, a, b float64) {
	lo, hi := float64(float32(a)), float64(float32(b))
	for len(out) > 0 {
		words := p.words(len(out))
		for i, w := range words {
			out[i] = float32(float64((hi-lo)*(float64(w)/(1<<32))) + lo)
		}
		out = out[len(words):]
	}
}

// Normal fills out with normal numbers, two from each pair of words (Box–Muller, cosine first). Only
// the parameters, pi and the result are rounded to float32.
func (p *Philox) Normal(out []float32, mean, sigma float64) {
	mu, sd := float64(float32(mean)), float64(float32(sigma))
	for i := 0; i < len(out); i += 2 {
		c, s := p.boxMuller()
		out[i] = float32(mu + float64(sd*c))
		if i+1 < len(out) {
			out[i+1] = float32(mu + float64(sd*s))
		}
	}
}

func (p *Philox) boxMuller() (c, s float64) {
	u1, u2 := unit23(p.Uint32()), unit23(p.Uint32())
	r := math.Sqrt(-2 * math.Log(float64(max(u1, 1e-7))))
	angle := 2 * float64(float32(3.1415926)) * float64(u2)
	return r * math.Cos(angle), r * math.Sin(angle)
}

// unit23 returns the float in [0, 1) whose fraction is the low 23 bits of a word.
func unit23(w uint32) float32 { return math.Float32frombits(w&0x7fffff|127<<23) - 1 }
