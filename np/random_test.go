package np

import (
	"encoding/json"
	"strconv"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/golden"
	"github.com/msrepl/msrepl/tensor"
)

// draws maps golden cases to the call that numpy's user would write. The streams themselves are tested
// case by case in package rng; here it is that each name reaches the right one.
var draws = map[string]func(r *RandomState) *tensor.Tensor{
	"rand20":                 func(r *RandomState) *tensor.Tensor { return r.Rand(20) },
	"uniform_0_3_(2,5)":      func(r *RandomState) *tensor.Tensor { return r.Uniform(0, 3, 2, 5) },
	"randn20":                func(r *RandomState) *tensor.Tensor { return r.Randn(20) },
	"normal_2_0.5_20":        func(r *RandomState) *tensor.Tensor { return r.Normal(2, 0.5, 20) },
	"standard_normal_(3,7)":  func(r *RandomState) *tensor.Tensor { return r.StandardNormal(3, 7) },
	"randint_-5_6_20":        func(r *RandomState) *tensor.Tensor { return r.Randint(-5, 6, 20) },
	"randint_uint8_0_256_20": func(r *RandomState) *tensor.Tensor { return r.RandintOf(tensor.UInt8, 0, 256, 20) },
	"randint_int32_dtype_20": func(r *RandomState) *tensor.Tensor { return r.RandintOf(tensor.Int32, 0, 1000, 20) },
	"choice_10_5":            func(r *RandomState) *tensor.Tensor { return r.Choice(10, []int{5}) },
	"choice_10_5_noreplace_cont": func(r *RandomState) *tensor.Tensor {
		r.Choice(10, []int{5})
		return r.Choice(10, []int{5}, Replace(false))
	},
	"choice_list_p": func(r *RandomState) *tensor.Tensor {
		return r.Choice([]int{3, 5, 7, 9}, []int{8}, P([]float64{.1, .2, .3, .4}))
	},
	"choice_arr":            func(r *RandomState) *tensor.Tensor { return r.Choice(tensor.New([]int{0, 1, 4}), []int{3}) },
	"permutation_10":        func(r *RandomState) *tensor.Tensor { return r.Permutation(10) },
	"permutation_list_cont": func(r *RandomState) *tensor.Tensor { r.Permutation(10); return r.Permutation([]int{1, 2, 3, 4, 5}) },
	"shuffle_6x2_rows_cont": func(r *RandomState) *tensor.Tensor {
		r.Permutation(10)
		x := tensor.Arange(12).Reshape(6, 2)
		r.Shuffle(x)
		return x
	},
	"exponential_5":     func(r *RandomState) *tensor.Tensor { return r.Exponential(2, 5) },
	"gamma_2_5":         func(r *RandomState) *tensor.Tensor { r.Exponential(1, 5); return r.Gamma(2, 1, 5) },
	"beta_5":            func(r *RandomState) *tensor.Tensor { r.Exponential(1, 5); r.Gamma(2, 1, 5); return r.Beta(2, 3, 5) },
	"binomial_10_.3_10": func(r *RandomState) *tensor.Tensor { return r.Binomial(10, 0.3, 10) },
	"poisson_3_10":      func(r *RandomState) *tensor.Tensor { r.Binomial(10, 0.3, 10); return r.Poisson(3, 10) },
	"multinomial_10":    func(r *RandomState) *tensor.Tensor { return r.Multinomial(10, []float64{.2, .3, .5}) },
	"laplace_5":         func(r *RandomState) *tensor.Tensor { return r.Laplace(0, 1, 5) },
}

// flatten returns all numbers of nested JSON lists.
func flatten(v any) (out []float64) {
	switch v := v.(type) {
	case float64:
		return []float64{v}
	case []any:
		for _, e := range v {
			out = append(out, flatten(e)...)
		}
	}
	return out
}

func TestRandomAgainstNumpy(t *testing.T) {
	golden.Each(t, "rng_*.json", func(t *testing.T, f struct{ Seeds map[string]map[string]any }) {
		for seed, cases := range f.Seeds {
			n, err := strconv.Atoi(seed)
			if err != nil {
				t.Fatal(err)
			}
			for name, draw := range draws {
				want, ok := cases[name]
				if !ok {
					continue // another file may hold fewer cases
				}
				got := draw(NewRandomState(n)).AsType(tensor.Float64).Flatten().Float64s()
				a, _ := json.Marshal(got)
				b, _ := json.Marshal(flatten(want))
				if string(a) != string(b) {
					t.Errorf("seed %d %s = %s, want %s", n, name, a, b)
				}
			}
		}
	})
}

func TestRandomIsShared(t *testing.T) {
	Random.Seed(1)
	a := Random.Rand(3).String()
	Random.Seed(1)
	if b := Random.Rand(3).String(); a != b || a != "[4.17022005e-01 7.20324493e-01 1.14374817e-04]" {
		t.Errorf("seeded twice: %s, then %s", a, b)
	}
}

// TestRandomErrors checks the words of numpy's ValueErrors.
func TestRandomErrors(t *testing.T) {
	r := NewRandomState(0)
	for want, f := range map[string]func(){
		"ValueError: Seed must be between 0 and 2**32 - 1":                             func() { r.Seed(-1) },
		"ValueError: negative dimensions are not allowed":                              func() { r.Rand(2, -1) },
		"ValueError: lam value too large":                                              func() { r.Poisson(1e19) },
		"ValueError: high is out of bounds for uint8":                                  func() { r.RandintOf(tensor.UInt8, 0, 257) },
		"ValueError: low is out of bounds for int16":                                   func() { r.RandintOf(tensor.Int16, -32769, 0) },
		"TypeError: Unsupported dtype dtype('float32') for randint":                    func() { r.RandintOf(tensor.Float32, 0, 2) },
		"ValueError: n < 0":                                                            func() { r.Multinomial(-1, fs{1}) },
		"ValueError: sum(pvals[:-1]) > 1.0":                                            func() { r.Multinomial(1, fs{0.9, 0.9, 0}) },
		"ValueError: pvals < 0, pvals > 1 or pvals contains NaNs":                      func() { r.Multinomial(1, fs{NaN}) },
		"ValueError: low >= high":                                                      func() { r.Randint(3, 3) },
		"ValueError: scale < 0":                                                        func() { r.Normal(0, -1) },
		"ValueError: p < 0, p > 1 or p is NaN":                                         func() { r.Binomial(3, 2) },
		"ValueError: Cannot take a larger sample than population when 'replace=False'": func() { r.Choice(3, []int{4}, Replace(false)) },
		"ValueError: probabilities do not sum to 1":                                    func() { r.Choice(2, []int{1}, P([]float64{.5, .6})) },
		"ValueError: 'a' and 'p' must have same size":                                  func() { r.Choice(2, []int{1}, P([]float64{1})) },
	} {
		if err := tensor.Try(f); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestDefaultsAreFloat64(t *testing.T) {
	for name, x := range map[string]*tensor.Tensor{
		"Ones": Ones(2), "Zeros": Zeros(2), "Eye": Eye(2), "Linspace": Linspace(0, 1, 3),
		"Array": Array(1.5), "list": Array([]any{1, 2.5}), "Full": Full([]int{2}, 1.5), "Rand": Random.Rand(2),
	} {
		if x.DType() != tensor.Float64 {
			t.Errorf("%s has dtype %v", name, x.DType())
		}
	}
}
