package ops_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// source is the words of a stream in pairs.
type source struct{ *rng.Philox }

func (s source) Uint64() uint64 {
	hi := uint64(s.Uint32())
	return hi<<32 | uint64(s.Uint32())
}

var (
	weights = []float64{0, 3, 0.1, 0.2, 0, 1e-9, 7, 0}
	chances = []float32{0, 1, 0.25}
)

// draws are ops, and how the element at i of the result is drawn.
var draws = map[string]struct {
	op   func(n int, seed ops.Option) *Tensor
	draw func(i int, r *rand.Rand) float64
}{
	"StandardNormal": {
		func(n int, seed ops.Option) *Tensor { return ops.StandardNormal([]int{n}, seed) },
		func(_ int, r *rand.Rand) float64 { return float64(float32(r.NormFloat64())) },
	},
	"Uniform": {
		func(n int, seed ops.Option) *Tensor { return ops.Uniform([]int{n}, -1, 2.2, seed) },
		func(_ int, r *rand.Rand) float64 {
			return float64(float32(float32(r.Uint64()>>40)/(1<<24)*(float32(2.2)-float32(-1))) - 1)
		},
	},
	"Uniform by a tensor": {
		func(n int, seed ops.Option) *Tensor {
			return ops.Uniform([]int{n}, Scalar(-1), New([]float64{2.2}), seed)
		},
		func(_ int, r *rand.Rand) float64 { return float64(float64(r.Uint64()>>11)/(1<<53)*(2.2+1)) - 1 },
	},
	"UniformInt": {
		func(n int, seed ops.Option) *Tensor { return ops.UniformInt([]int{n}, -5, 95, seed) },
		func(_ int, r *rand.Rand) float64 { return float64(r.IntN(100) - 5) },
	},
	"Bernoulli": {
		func(n int, seed ops.Option) *Tensor { return ops.Bernoulli(ZerosOf(Int16, n), 0.3, seed) },
		func(_ int, r *rand.Rand) float64 {
			return map[bool]float64{true: 1}[r.Float64() < float64(float32(0.3))]
		},
	},
	"Bernoulli by a tensor": {
		func(n int, seed ops.Option) *Tensor {
			return ops.Bernoulli(ZerosOf(Float64, n), New(slices.Repeat(chances, n)[:n]), seed)
		},
		func(i int, r *rand.Rand) float64 {
			return map[bool]float64{true: 1}[r.Float64() < float64(chances[i%3])]
		},
	},
	"Multinomial": {
		func(n int, seed ops.Option) *Tensor { return ops.Multinomial(New(weights), n, true, seed) },
		func(_ int, r *rand.Rand) float64 { return float64(scan(weights, r.Float64())) },
	},
}

// TestDrawsOfSeed compares what ops draw by a seed with what Go's generator draws from the same words one by one.
func TestDrawsOfSeed(t *testing.T) {
	for name, c := range draws {
		for _, n := range []int{0, 1, 7, 5000} {
			got, r := c.op(n, ops.Seed(7)).AsType(Float64).Float64s(), rand.New(source{rng.NewPhilox(7)})
			for k, v := range got {
				if want := c.draw(k, r); v != want {
					t.Fatalf("%s: %v at %d of %d, want %v", name, v, k, n, want)
				}
			}
			if len(got) != n {
				t.Errorf("%s draws %d of %d", name, len(got), n)
			}
		}
	}
	for _, n := range []int{0, 1, 2, 5000} {
		got, want := ops.Randperm(n, ops.Seed(7)).Int64s(), rand.New(source{rng.NewPhilox(7)}).Perm(n)
		if !slices.EqualFunc(got, want, func(a int64, b int) bool { return a == int64(b) }) {
			t.Errorf("Randperm of %d: %v, want %v", n, got, want)
		}
	}
}

// scan takes weights from a share of them all until it is negative.
func scan(weights []float64, share float64) int {
	total, last := 0.0, 0
	for i, w := range weights {
		if total += w; w > 0 {
			last = i
		}
	}
	u := share * total
	for i, w := range weights[:last] {
		if u -= w; u < 0 {
			return i
		}
	}
	return last
}

// TestChoice compares indices at shares close to where one ends with those that a scan of all weights finds.
func TestChoice(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, many := range []int{1, 2, 3, 10, 1000} {
		weights, sum, total := make([]float64, many), 0.0, 0.0
		for i := range weights {
			if weights[i] = r.Float64(); i%3 == 2 {
				weights[i] = 0
			}
			total += weights[i]
		}
		for _, w := range weights {
			for d := -20; d <= 20; d++ {
				share := min(max(0, sum/total+float64(d)*0x1p-53), 1-0x1p-53)
				if got, want := ops.Choose(weights, share), scan(weights, share); got != want {
					t.Fatalf("%d weights, share %v: %d, want %d", many, share, got, want)
				}
			}
			sum += w
		}
	}
	for _, weights := range [][]float64{
		{1, 0, 0}, {0, 0, 2}, {5e-324, 1e308}, {5e-324, 5e-324, 5e-324}, {1e308, 1e308, 1e308},
	} {
		for _, share := range []float64{0, 1. / 3, 2. / 3, 1 - 0x1p-53} {
			if got, want := ops.Choose(weights, share), scan(weights, share); got != want {
				t.Errorf("%v, share %v: %d, want %d", weights, share, got, want)
			}
		}
	}
}
