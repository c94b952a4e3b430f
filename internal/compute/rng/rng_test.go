package rng

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"strconv"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/golden"
)

type rngFile struct {
	Seeds  map[string]map[string]json.RawMessage
	MSInit []struct {
		Init   string
		NPSeed uint32 `json:"np_seed"`
		Seed   uint64 `json:"philox_seed"`
		Shape  []int
		Values []float64
	} `json:"ms_init"`
	Philox map[string][]uint32
}

func draw[T any](n int, f func() T) []T {
	out := make([]T, n)
	for i := range out {
		out[i] = f()
	}
	return out
}

func pick[T any](from []T, idx []int64) []T {
	out := make([]T, len(idx))
	for i, j := range idx {
		out[i] = from[j]
	}
	return out
}

func ints(n int, s *RandomState, low, high int64) []int64 {
	return draw(n, func() int64 { return s.Int64(low, high) })
}

// streams draws what each golden case names; a case called …_cont goes on where its neighbour stopped.
var streams = map[string]func(s *RandomState) any{
	"rand20": func(s *RandomState) any { return draw(20, s.Float64) },
	"random_sample_then_randn": func(s *RandomState) any {
		return [][]float64{draw(3, s.Float64), draw(5, s.Normal), draw(2, s.Float64), draw(3, s.Normal)}
	},
	"uniform_0_3_(2,5)": func(s *RandomState) any { return draw(10, func() float64 { return s.Uniform(0, 3) }) },
	"uniform_-1_1_20_cont": func(s *RandomState) any {
		draw(10, s.Float64)
		return draw(20, func() float64 { return s.Uniform(-1, 1) })
	},
	"randn20":               func(s *RandomState) any { return draw(20, s.Normal) },
	"randn_cont_odd":        func(s *RandomState) any { return draw(23, s.Normal)[20:] },
	"normal_2_0.5_20":       func(s *RandomState) any { return draw(20, func() float64 { return 2 + 0.5*s.Normal() }) },
	"standard_normal_(3,7)": func(s *RandomState) any { return draw(21, s.Normal) },
	"randint_0_10_20":       func(s *RandomState) any { return ints(20, s, 0, 10) },
	"randint_100_20":        func(s *RandomState) any { return ints(20, s, 0, 100) },
	"randint_-5_6_20":       func(s *RandomState) any { return ints(20, s, -5, 6) },
	"randint_int64_1_2^63_10": func(s *RandomState) any {
		return draw(10, func() int64 { return int64(s.InitSeed()) })
	},
	"randint_uint8_0_256_20": func(s *RandomState) any {
		n := s.Narrow(8)
		return draw(20, func() uint32 { return n.Below(255) })
	},
	"randint_int32_dtype_20": func(s *RandomState) any { return ints(20, s, 0, 1000) },
	"randint_2^40_10":        func(s *RandomState) any { return ints(10, s, 0, 1<<40) },
	"choice_10_5":            func(s *RandomState) any { return s.Choice(10, 5, true) },
	"choice_10_5_noreplace_cont": func(s *RandomState) any {
		s.Choice(10, 5, true)
		return s.Choice(10, 5, false)
	},
	"choice_list_p": func(s *RandomState) any {
		return pick([]int{3, 5, 7, 9}, s.ChoiceP([]float64{.1, .2, .3, .4}, 8, true))
	},
	"choice_arr":     func(s *RandomState) any { return pick([]int{0, 1, 4}, s.Choice(3, 3, true)) },
	"permutation_10": func(s *RandomState) any { return s.Permutation(10) },
	"permutation_list_cont": func(s *RandomState) any {
		s.Permutation(10)
		return pick([]int{1, 2, 3, 4, 5}, s.Permutation(5))
	},
	"shuffle_10_list": func(s *RandomState) any { return s.Permutation(10) },
	"shuffle_6x2_rows_cont": func(s *RandomState) any {
		s.Permutation(10)
		rows := [][]int{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}}
		s.Shuffle(6, func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
		return rows
	},
	"bytes8": func(s *RandomState) any {
		var b [8]byte
		s.Bytes(b[:])
		return hex.EncodeToString(b[:])
	},
	"tomaxint3": func(s *RandomState) any {
		draw(2, s.Uint32)
		return draw(3, s.TomaxInt)
	},
	"random_integers_raw_u32_10": func(s *RandomState) any { return draw(10, s.Uint32) },
	"exponential_5":              func(s *RandomState) any { return draw(5, func() float64 { return 2 * s.Exponential() }) },
	"gamma_2_5": func(s *RandomState) any {
		draw(5, s.Exponential)
		return draw(5, func() float64 { return s.Gamma(2) })
	},
	"beta_5": func(s *RandomState) any {
		draw(5, s.Exponential)
		draw(5, func() float64 { return s.Gamma(2) })
		return draw(5, func() float64 { return s.Beta(2, 3) })
	},
	"binomial_10_.3_10": func(s *RandomState) any { return draw(10, func() int64 { return s.Binomial(10, 0.3) }) },
	"poisson_3_10": func(s *RandomState) any {
		draw(10, func() int64 { return s.Binomial(10, 0.3) })
		return draw(10, func() int64 { return s.Poisson(3) })
	},
	"multinomial_10": func(s *RandomState) any { return s.Multinomial(10, []float64{.2, .3, .5}) },
	"laplace_5":      func(s *RandomState) any { return draw(5, func() float64 { return s.Laplace(0, 1) }) },
}

// sameJSON compares numbers by value, so that 1 and 1.0 agree, and everything else by text.
func sameJSON(t *testing.T, got any, want json.RawMessage) bool {
	t.Helper()
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var a, b any
	if json.Unmarshal(text, &a) != nil || json.Unmarshal(want, &b) != nil {
		t.Fatalf("bad JSON %s", want)
	}
	x, _ := json.Marshal(a)
	y, _ := json.Marshal(b)
	return string(x) == string(y)
}

func TestRandomState(t *testing.T) {
	golden.Each(t, "rng_*.json", func(t *testing.T, f rngFile) {
		for seed, cases := range f.Seeds {
			n, err := strconv.ParseUint(seed, 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			for name, want := range cases {
				if name == "truncate_note" {
					continue // a remark, not a case
				}
				stream, ok := streams[name]
				if !ok {
					t.Errorf("unknown case %q", name)
					continue
				}
				if got := stream(NewRandomState(uint32(n))); !sameJSON(t, got, want) {
					t.Errorf("seed %s %s = %v, want %s", seed, name, got, want)
				}
			}
		}
	})
}

func TestPhilox(t *testing.T) {
	golden.Each(t, "rng_*.json", func(t *testing.T, f rngFile) {
		for seed, want := range f.Philox {
			n, err := strconv.ParseUint(seed, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			p := NewPhilox(n)
			for i, w := range want {
				if got := p.Uint32(); got != w {
					t.Errorf("seed %s word %d = %d, want %d", seed, i, got, w)
				}
			}
		}
	})
}

// initStreams maps the initializers whose parameters do not depend on the shape; the others are
// tested where they are defined.
var initStreams = map[string]func(p *Philox, out []float32){
	"normal":  func(p *Philox, out []float32) { p.Normal(out, 0, 0.01) },
	"uniform": func(p *Philox, out []float32) { p.Uniform(out, -0.07, 0.07) },
}

func TestInitializerStreams(t *testing.T) {
	golden.Each(t, "rng_*.json", func(t *testing.T, f rngFile) {
		for _, c := range f.MSInit {
			if seed := NewRandomState(c.NPSeed).InitSeed(); seed != c.Seed {
				t.Errorf("np seed %d gives Philox seed %d, want %d", c.NPSeed, seed, c.Seed)
			}
			fill, ok := initStreams[c.Init]
			if !ok {
				continue
			}
			got := make([]float32, len(c.Values))
			fill(NewPhilox(c.Seed), got)
			for i, v := range c.Values {
				if float64(got[i]) != v {
					t.Errorf("%s seed %d [%d] = %v, want %v", c.Init, c.Seed, i, got[i], v)
				}
			}
		}
	})
}

// TestLog compares log with a computation in 300 bits: it must be the nearest float64.
func TestLog(t *testing.T) {
	s := NewRandomState(7)
	wrong := 0
	const n = 1000
	for range n {
		x := s.Float64()
		if math.Abs(log(x)-math.Log(x)) > 1e-15*math.Abs(math.Log(x)) {
			t.Fatalf("log(%v) = %v", x, log(x))
		}
		if log(x) != nearestLog(x) {
			wrong++
		}
	}
	if wrong > 2 {
		t.Errorf("%d of %d logarithms are not the nearest float64", wrong, n)
	}
}

// nearestLog is the logarithm of x rounded once.
func nearestLog(x float64) float64 {
	v, _ := bigLog(x).Float64()
	return v
}
