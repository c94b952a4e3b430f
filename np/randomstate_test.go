package np

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/tensor"
)

// recordedDraws are calls of numpy 1.24's RandomState with parameters from every branch of its samplers.
// Next is a number drawn afterwards: it says how much of the stream a call used.
type recordedDraws struct {
	Draws []struct {
		Seed   int
		Method string
		Args   []float64
		Size   int
		Values []float64
	}
	Integers []struct {
		Seed             int
		DType, Low, High string
		Values           []string
		Next             float64
	}
	Choices []struct {
		Seed, N, Size int
		Replace       bool
		P             []float64
		Values        []float64
		Next          float64
	}
}

func readDraws(t *testing.T) (d recordedDraws) {
	t.Helper()
	text, err := os.ReadFile("testdata/randomstate.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

var samplers = map[string]func(r *RandomState, a []float64, n int) *tensor.Tensor{
	"gamma":       func(r *RandomState, a []float64, n int) *tensor.Tensor { return r.Gamma(a[0], a[1], n) },
	"beta":        func(r *RandomState, a []float64, n int) *tensor.Tensor { return r.Beta(a[0], a[1], n) },
	"poisson":     func(r *RandomState, a []float64, n int) *tensor.Tensor { return r.Poisson(a[0], n) },
	"binomial":    func(r *RandomState, a []float64, n int) *tensor.Tensor { return r.Binomial(int(a[0]), a[1], n) },
	"exponential": func(r *RandomState, a []float64, n int) *tensor.Tensor { return r.Exponential(a[0], n) },
	"laplace":     func(r *RandomState, a []float64, n int) *tensor.Tensor { return r.Laplace(a[0], a[1], n) },
	"uniform":     func(r *RandomState, a []float64, n int) *tensor.Tensor { return r.Uniform(a[0], a[1], n) },
	"normal":      func(r *RandomState, a []float64, n int) *tensor.Tensor { return r.Normal(a[0], a[1], n) },
}

func TestSamplers(t *testing.T) {
	for _, c := range readDraws(t).Draws {
		got := samplers[c.Method](NewRandomState(c.Seed), c.Args, c.Size).AsType(tensor.Float64).Float64s()
		if !slices.Equal(got, c.Values) {
			t.Errorf("seed %d: %s%v = %v, want %v", c.Seed, c.Method, c.Args, got, c.Values)
		}
	}
}

func TestIntegers(t *testing.T) {
	for _, c := range readDraws(t).Integers {
		dt, _ := dtype.Parse(c.DType)
		low, _ := strconv.Atoi(c.Low)
		high, err := strconv.Atoi(c.High)
		if err != nil {
			t.Fatal(err)
		}
		r := NewRandomState(c.Seed)
		want := make([]float64, len(c.Values))
		for i, v := range c.Values {
			want[i], _ = strconv.ParseFloat(v, 64)
		}
		if got := r.RandintOf(dt, low, high, len(want)).AsType(tensor.Float64).Float64s(); !slices.Equal(got, want) {
			t.Errorf("seed %d: integers of %s in [%d, %d) = %v, want %v", c.Seed, dt, low, high, got, want)
		}
		if next := r.Rand().Float64s()[0]; next != c.Next {
			t.Errorf("seed %d: after integers of %s in [%d, %d) comes %v, want %v", c.Seed, dt, low, high, next, c.Next)
		}
	}
}

func TestChoices(t *testing.T) {
	for _, c := range readDraws(t).Choices {
		r, opts := NewRandomState(c.Seed), []ChoiceOption{Replace(c.Replace)}
		if c.P != nil {
			opts = append(opts, P(c.P))
		}
		if got := r.Choice(c.N, []int{c.Size}, opts...).AsType(tensor.Float64).Float64s(); !slices.Equal(got, c.Values) {
			t.Errorf("seed %d: choice(%d, %d) = %v, want %v", c.Seed, c.N, c.Size, got, c.Values)
		}
		if next := r.Rand().Float64s()[0]; next != c.Next {
			t.Errorf("seed %d: after choice(%d, %d) comes %v, want %v", c.Seed, c.N, c.Size, next, c.Next)
		}
	}
}

// TestDrawsOfNothing has calls without a choice, and the number that numpy 1.24 draws behind them: a binomial number
// uses the stream, a class of probability 0 and no draws of classes do not.
func TestDrawsOfNothing(t *testing.T) {
	r := NewRandomState(4)
	r.Binomial(5, 0)
	r.Binomial(0, 0.5, 2)
	if got := r.Randint(0, 1000).Int(); got != 599 {
		t.Errorf("behind binomial numbers: %d, want 599", got)
	}
	r = NewRandomState(4)
	if got := r.Multinomial(10, []float64{0, 0.5, 0, 0.5}).String(); got != "[0 8 0 2]" {
		t.Errorf("multinomial: %s", got)
	}
	if got := r.Randint(0, 1000).Int(); got != 439 {
		t.Errorf("behind multinomial numbers: %d, want 439", got)
	}
	r = NewRandomState(1)
	r.Multinomial(0, []float64{0.2, 0.3, 0.5})
	if got := r.Randint(0, 1000).Int(); got != 37 {
		t.Errorf("behind no multinomial numbers: %d, want 37", got)
	}
}
