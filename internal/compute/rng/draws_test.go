package rng

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// TestPhiloxTurns compares the kernels with blocks that are computed one by one, where the counter overflows, too.
func TestPhiloxTurns(t *testing.T) {
	for _, s := range simd.Sets() {
		if s.Philox == nil {
			continue
		}
		for _, c := range []struct{ counter, high, key uint64 }{
			{0, 0, 0},
			{1, 1 << 32, 1},
			{1<<32 - 5, 0x0123456789abcdef, 0xfedcba9876543210},
			{math.MaxUint64 - 20, math.MaxUint64, math.MaxUint64},
		} {
			for turns := 1; turns <= 3; turns++ {
				got := make([]uint32, turns*simd.PhiloxTurn+1)
				s.Philox(turns, &got[0], c.counter, c.high, c.key)
				var want []uint32
				for i := range uint64(turns * simd.PhiloxTurn / 4) {
					low := c.counter + i
					a, b, x, y := philoxBlock(uint32(low), uint32(low>>32), uint32(c.high>>32), uint32(c.high),
						uint32(c.key), uint32(c.key>>32))
					want = append(want, a, b, x, y)
				}
				if want = append(want, 0); !slices.Equal(got, want) {
					t.Errorf("%s, %d turns of %x:\n%x, want\n%x", s.Name, turns, c, got, want)
				}
			}
		}
	}
}

// oneByOne is a source of the words of a stream, which takes each by itself.
type oneByOne struct{ *Philox }

func (o oneByOne) Uint64() uint64 {
	hi := uint64(o.Uint32())
	return hi<<32 | uint64(o.Uint32())
}

// fillings are arrays as Philox fills them, and as a rand.Rand over the same stream does.
var fillings = map[string]struct {
	got, want func(p *Philox, r *rand.Rand, n int) any
}{
	"StandardNormal": {
		func(p *Philox, _ *rand.Rand, n int) any { return array(n, p.StandardNormal) },
		func(_ *Philox, r *rand.Rand, n int) any {
			return draw(n, func() float32 { return float32(r.NormFloat64()) })
		},
	},
	"Permutation": {
		func(p *Philox, _ *rand.Rand, n int) any { return array(n, p.Permutation) },
		func(_ *Philox, r *rand.Rand, n int) any {
			perm := r.Perm(n)
			return draw(n, func() (v int64) {
				v, perm = int64(perm[0]), perm[1:]
				return v
			})
		},
	},
	"Fractions": {
		func(p *Philox, _ *rand.Rand, n int) any {
			return array(n, func(out []float32) { p.Fractions(out, 4.1, -1.3) })
		},
		func(_ *Philox, r *rand.Rand, n int) any {
			return draw(n, func() float32 { return float32(4.1*(float32(r.Uint64()>>40)/(1<<24))) + -1.3 })
		},
	},
	"AtLeast": {
		func(p *Philox, _ *rand.Rand, n int) any {
			return array(n, func(out []float32) { p.AtLeast(out, 1<<30) })
		},
		func(p *Philox, _ *rand.Rand, n int) any {
			return draw(n, func() float32 { return map[bool]float32{true: 1}[p.Uint32() >= 1<<30] })
		},
	},
	"Uniform": {
		func(p *Philox, _ *rand.Rand, n int) any {
			return array(n, func(out []float32) { p.Uniform(out, -1, 3) })
		},
		func(p *Philox, _ *rand.Rand, n int) any {
			return draw(n, func() float32 { return float32(float64(p.Uint32())/(1<<30) - 1) })
		},
	},
}

// array is n elements that f fills.
func array[T any](n int, f func(out []T)) []T {
	out := make([]T, n)
	f(out)
	return out
}

func init() {
	for _, most := range []uint64{1, 2, 100, 1 << 32, 1<<63 + 1, math.MaxUint64} {
		c := fillings["Permutation"]
		c.got = func(p *Philox, _ *rand.Rand, n int) any {
			return array(n, func(out []int64) { p.Integers(out, -7, most) })
		}
		c.want = func(_ *Philox, r *rand.Rand, n int) any {
			return draw(n, func() int64 { return -7 + int64(r.Uint64N(most)) })
		}
		fillings[fmt.Sprint("Integers below ", most)] = c
	}
	for _, prob := range [][]float64{{0}, {1}, {0.3}, {0x1p-60}, {1 - 0x1p-53}, {0, 0.2, 1, 0.5, math.Copysign(0, -1)}} {
		c := fillings["Permutation"]
		each := func(n int) []float64 {
			if len(prob) == 1 {
				return prob
			}
			return slices.Repeat(prob, n/len(prob)+1)[:n]
		}
		c.got = func(p *Philox, _ *rand.Rand, n int) any {
			return array(n, func(out []float32) { p.Bernoulli(out, each(n)) })
		}
		c.want = func(_ *Philox, r *rand.Rand, n int) any {
			i := -1
			return draw(n, func() float32 {
				i++
				return map[bool]float32{true: 1}[r.Float64() < prob[i%len(prob)]]
			})
		}
		fillings[fmt.Sprint("Bernoulli by ", prob)] = c
	}
}

// TestFillings compares arrays with numbers that are drawn one by one, and what both draw before and after.
func TestFillings(t *testing.T) {
	for name, c := range fillings {
		for _, n := range []int{0, 1, 2, 3, 33, 64, 1000, 20000} {
			for before := range 4 {
				p, q := NewPhilox(9), oneByOne{NewPhilox(9)}
				for range before {
					if a, b := p.Uint32(), q.Uint32(); a != b {
						t.Fatalf("the streams begin with %x and %x", a, b)
					}
				}
				got, want := c.got(p, nil, n), c.want(q.Philox, rand.New(q), n)
				if !reflect.DeepEqual(got, want) {
					t.Errorf("%s, %d after %d words:\n%.500v, want\n%.500v", name, n, before, got, want)
				}
				if a, b := p.Uint64(), q.Uint64(); a != b {
					t.Errorf("%s, %d after %d words: %x follows, want %x", name, n, before, a, b)
				}
			}
		}
	}
}

// TestBernoulliBounds compares words that are close to a probability with the probability as numbers.
func TestBernoulliBounds(t *testing.T) {
	for _, prob := range []float64{
		0, 0x1p-1074, 0x1p-60, 0x1p-53, 0x1.8p-53, float64(float32(0.3)), 1. / 3, 0.5, 1 - 0x1p-53, 1,
	} {
		for d := int64(-2); d <= 2; d++ {
			u := uint64(min(max(0, int64(prob*(1<<53))+d), 1<<53-1))
			var got [1]float32
			(&Philox{block: []uint32{uint32(u >> 32), uint32(u)}}).Bernoulli(got[:], []float64{prob})
			if want := float64(u)/(1<<53) < prob; (got[0] == 1) != want {
				t.Errorf("%v·2^-53 below %v: %v", u, prob, got[0])
			}
		}
	}
}
