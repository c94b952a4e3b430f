package rng

import "math"

// Philox is the counter-based generator Philox4x32-10 of Salmon et al. (2011), keyed as
// MindSpore's initializers key it: the seed is both the key and the upper half of the counter.
type Philox struct {
	key     [2]uint32
	counter uint64 // lower half
	high    [2]uint32
	block   [64]uint32
	filled  int
	used    int
}

// NewPhilox starts the stream of seed.
func NewPhilox(seed uint64) *Philox {
	k := [2]uint32{uint32(seed), uint32(seed >> 32)}
	return &Philox{key: k, high: k}
}

// Uint32 returns the next word.
func (p *Philox) Uint32() uint32 {
	if p.used == p.filled {
		p.refill()
	}
	p.used++
	return p.block[p.used-1]
}

// refill computes the next words: four at first, as few may be enough, then many, since the processor works on several
// blocks at a time.
func (p *Philox) refill() {
	p.filled, p.used = len(p.block), 0
	if p.counter == 0 {
		p.filled = 4
	}
	for i := 0; i < p.filled; i += 4 {
		w := p.block[i : i+4 : i+4]
		low, high := uint32(p.counter), uint32(p.counter>>32)
		w[0], w[1], w[2], w[3] = philoxBlock(low, high, p.high[0], p.high[1], p.key[0], p.key[1])
		p.counter++
	}
}

// philoxBlock is in terms of numbers, as arrays are kept in memory, where each round would wait for the last.
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
	for i := range out {
		out[i] = float32(float64((hi-lo)*(float64(p.Uint32())/(1<<32))) + lo)
	}
}

// Fractions fills out with numbers in [0, 1) of 24 bits, each the beginning of a pair of words.
func (p *Philox) Fractions(out []float32) {
	for i := range out {
		out[i] = float32(p.Uint32()>>8) * (1. / (1 << 24))
		p.Uint32()
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

// unit23 puts the low 23 bits of a word behind the point of a float in [0, 1).
func unit23(w uint32) float32 { return math.Float32frombits(w&0x7fffff|127<<23) - 1 }
