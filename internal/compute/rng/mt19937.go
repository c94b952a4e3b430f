package rng

import "math/bits"

const (
	mtSize  = 624
	mtShift = 397
)

// MT19937 is the 32-bit Mersenne Twister of Matsumoto and Nishimura (1998).
type MT19937 struct {
	key [mtSize]uint32
	pos int
}

// Seed restarts the stream from one 32-bit word, as numpy.random.seed(int) does.
func (m *MT19937) Seed(seed uint32) {
	for i := range m.key {
		m.key[i] = seed
		seed = 1812433253*(seed^seed>>30) + uint32(i) + 1
	}
	m.pos = mtSize
}

// Uint32 returns the next word of the stream.
func (m *MT19937) Uint32() uint32 {
	if m.pos == mtSize {
		m.refill()
	}
	y := m.key[m.pos]
	m.pos++
	y ^= y >> 11
	y ^= y << 7 & 0x9d2c5680
	y ^= y << 15 & 0xefc60000
	return y ^ y>>18
}

// refill computes the next 624 words of the recurrence in place.
func (m *MT19937) refill() {
	for i := range m.key {
		y := m.key[i]&0x80000000 | m.key[(i+1)%mtSize]&0x7fffffff
		// The low bit selects the twist matrix row: all ones times the constant, or zero.
		m.key[i] = m.key[(i+mtShift)%mtSize] ^ y>>1 ^ -(y&1)&0x9908b0df
	}
	m.pos = 0
}

// Uint64 returns two words, the first as the high half.
func (m *MT19937) Uint64() uint64 {
	hi := uint64(m.Uint32())
	return hi<<32 | uint64(m.Uint32())
}

// Float64 returns a number in [0, 1) with 53 random bits.
func (m *MT19937) Float64() float64 {
	a, b := m.Uint32()>>5, m.Uint32()>>6
	return (float64(float64(a)*(1<<26)) + float64(b)) / (1 << 53)
}

// Below returns a number in [0, limit] by masked rejection, as numpy's legacy integers do: from 32-bit words if limit
// fits in them.
func (m *MT19937) Below(limit uint64) uint64 {
	switch {
	case limit == 0:
		return 0
	case limit <= 1<<32-1:
		mask := uint32(1)<<bits.Len32(uint32(limit)) - 1
		for {
			if v := m.Uint32() & mask; v <= uint32(limit) {
				return uint64(v)
			}
		}
	}
	mask := uint64(1)<<bits.Len64(limit) - 1
	for {
		if v := m.Uint64() & mask; v <= limit {
			return v
		}
	}
}
