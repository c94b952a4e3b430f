package ops_test

import (
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// TestDistributions compares the range, mean and variance of many draws with those of the distribution, within six
// standard errors of the mean and 5 % of the variance.
func TestDistributions(t *testing.T) {
	const n = 40000
	many := []int{n}
	inf := math.Inf(1)
	for name, c := range map[string]struct {
		draw               func(opts ...ops.Option) *Tensor
		lo, hi, mean, vari float64
	}{
		"StandardNormal":  {func(o ...ops.Option) *Tensor { return ops.StandardNormal(many, o...) }, -inf, inf, 0, 1},
		"Normal":          {func(o ...ops.Option) *Tensor { return ops.Normal(many, 3, 2, o...) }, -inf, inf, 3, 4},
		"TruncatedNormal": {func(o ...ops.Option) *Tensor { return ops.TruncatedNormal(many, o...) }, -2, 2, 0, 0.7737},
		"StandardLaplace": {func(o ...ops.Option) *Tensor { return ops.StandardLaplace(many, o...) }, -inf, inf, 0, 2},
		"Laplace":         {func(o ...ops.Option) *Tensor { return ops.Laplace(many, 1, 3, o...) }, -inf, inf, 1, 18},
		"Uniform":         {func(o ...ops.Option) *Tensor { return ops.Uniform(many, -1, 3, o...) }, -1, 3, 1, 16.0 / 12},
		"UniformInt":      {func(o ...ops.Option) *Tensor { return ops.UniformInt(many, 1, 5, o...) }, 1, 4, 2.5, 15.0 / 12},
		"Bernoulli":       {func(o ...ops.Option) *Tensor { return ops.Bernoulli(Zeros(n), 0.3, o...) }, 0, 1, 0.3, 0.21},
		"Gamma":           {func(o ...ops.Option) *Tensor { return ops.Gamma(many, 2.5, 0.5, o...) }, 0, inf, 5, 10},
		"GammaBelow1":     {func(o ...ops.Option) *Tensor { return ops.Gamma(many, 0.5, 1, o...) }, 0, inf, 0.5, 0.5},
		"Poisson":         {func(o ...ops.Option) *Tensor { return ops.Poisson(many, 3.5, o...) }, 0, inf, 3.5, 3.5},
		"PoissonLarge":    {func(o ...ops.Option) *Tensor { return ops.Poisson(many, 40, o...) }, 0, inf, 40, 40},
		"RandomGamma":     {func(o ...ops.Option) *Tensor { return ops.RandomGamma(many, New([]float32{3, 3}), o...) }, 0, inf, 3, 3},
		"Multinomial": {
			func(o ...ops.Option) *Tensor { return ops.Multinomial(New([]float32{0, 3, 1}), n, true, o...) },
			1, 2, 1.25, 0.1875,
		},
		"RandomCategorical": {func(o ...ops.Option) *Tensor {
			return ops.RandomCategorical(New([][]float32{{0, float32(math.Log(3))}}), n, o...)
		}, 0, 1, 0.75, 0.1875},
		"LogNormalReverse": {func(o ...ops.Option) *Tensor { return ops.LogNormalReverse(Zeros(n), 0, 0.25, o...) }, 0, inf, 1.03174, 0.068654},

		"Rand":    {func(...ops.Option) *Tensor { return ops.Rand(n) }, 0, 1, 0.5, 1.0 / 12},
		"Randn":   {func(...ops.Option) *Tensor { return ops.Randn(n) }, -inf, inf, 0, 1},
		"Randint": {func(...ops.Option) *Tensor { return ops.Randint(0, 4, n) }, 0, 3, 1.5, 1.25},
	} {
		t.Run(name, func(t *testing.T) {
			SetSeed(11)
			x := c.draw()
			v := x.Float64s()
			mean, vari := x.AsType(Float64).Mean().Float(), x.AsType(Float64).Var().Float()
			if lo, hi := slices.Min(v), slices.Max(v); lo < c.lo || hi > c.hi {
				t.Errorf("draws range from %v to %v", lo, hi)
			}
			if math.Abs(mean-c.mean) > 6*math.Sqrt(c.vari/n) || math.Abs(vari-c.vari) > 0.05*c.vari {
				t.Errorf("the mean is %v and the variance %v, want %v and %v", mean, vari, c.mean, c.vari)
			}
			if next := c.draw(); slices.Equal(next.Float64s(), v) {
				t.Error("the second call draws the same")
			}
			if SetSeed(11); !slices.Equal(c.draw().Float64s(), v) {
				t.Error("the same seed draws something else")
			}
			if !slices.Equal(c.draw(ops.Seed(3)).Float64s(), c.draw(ops.Seed(3)).Float64s()) && name[:4] != "Rand" {
				t.Error("the same option draws something else")
			}
		})
	}
}

// TestCauchy counts the draws between the quartiles and beyond ten times their distance: the distribution has no
// mean.
func TestCauchy(t *testing.T) {
	const n = 40000
	d := ops.Cauchy([]int{n}, 3, 2, ops.Seed(4)).Sub(Scalar(3)).Abs().Div(Scalar(2))
	for bound, want := range map[float64]float64{1: 0.5, 10: 2 / math.Pi * math.Atan(10)} {
		if got := d.Less(Scalar(bound)).AsType(Float64).Mean().Float(); math.Abs(got-want) > 0.015 {
			t.Errorf("%v of the draws are within %v, want %v", got, bound, want)
		}
	}
}

// TestPermutations checks that nothing is lost or doubled.
func TestPermutations(t *testing.T) {
	SetSeed(1)
	p := ops.Randperm(100).Int64s()
	q := slices.Sorted(slices.Values(p))
	for i, v := range q {
		if v != int64(i) {
			t.Fatalf("%v is no permutation", p)
		}
	}
	if slices.Equal(p, q) {
		t.Error("the permutation leaves everything in its place")
	}
	picked := ops.Multinomial(Ones(50), 50, false).Int64s()
	if slices.Sort(picked); len(slices.Compact(picked)) != 50 {
		t.Error("a draw without replacement repeats")
	}
	x := Arange(12).Reshape(6, 2)
	rows := ops.Shuffle(x).At(All(), 0).Int64s()
	if slices.Sort(rows); !slices.Equal(rows, []int64{0, 2, 4, 6, 8, 10}) {
		t.Errorf("shuffled rows are %v", rows)
	}
}
