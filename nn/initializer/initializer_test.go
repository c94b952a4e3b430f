package initializer

import (
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/testkit/golden"
	"github.com/msrepl/msrepl/tensor"
)

// goldens are the values that MindSpore draws after np.random.seed.
type goldens struct {
	Cases []struct {
		Init   string    `json:"init"`
		NpSeed uint32    `json:"np_seed"`
		Shape  []int     `json:"shape"`
		Values []float32 `json:"values"`
	} `json:"ms_init"`
}

func TestGoldens(t *testing.T) {
	golden.Each(t, "rng_*.json", func(t *testing.T, file goldens) {
		for _, c := range file.Cases {
			var init any = c.Init
			if c.Init == "dense_default" {
				init = HeUniform{NegativeSlope: math.Sqrt(5)}
			}
			rng.Shared(func(s *rng.RandomState) { s.Seed(c.NpSeed) })
			for i, v := range New(init, c.Shape, tensor.Float32).Float32s() {
				if v != c.Values[i] {
					t.Errorf("%s %v after seed %d: element %d is %v, want %v", c.Init, c.Shape, c.NpSeed, i, v, c.Values[i])
					break
				}
			}
		}
	})
}

func TestNew(t *testing.T) {
	dims := []int{2, 2}
	for _, c := range []struct {
		name string
		got  *tensor.Tensor
		want string
	}{
		{"ones", New("ones", dims, tensor.Float32), "[[1. 1.]\n [1. 1.]]"},
		{"zeros of Int32", New("zeros", dims, tensor.Int32), "[[0 0]\n [0 0]]"},
		{"number", New(0.5, dims, tensor.Float16), "[[0.5 0.5]\n [0.5 0.5]]"},
		{"constant", New(Constant{Value: 3}, dims, tensor.Float64), "[[3. 3.]\n [3. 3.]]"},
		// numpy fills arrays of the dtype
		{"constant of Float64", New(Constant{Value: 0.1}, []int{1}, tensor.Float64).Sub(tensor.Scalar(0.1)), "[0.]"},
		{"constant of Int32", New(Constant{Value: 1<<24 + 1}, []int{1}, tensor.Int32), "[16777217]"},
		{"tensor", New(tensor.New([]float32{1, 2}), []int{2}, tensor.Float64), "[1. 2.]"},
		{"0-d", New("ones", nil, tensor.Float32), "1.0"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestGain(t *testing.T) {
	for _, c := range []struct {
		name  string
		slope float64
		want  float64
	}{
		{"linear", 0, 1},
		{"conv2d", 0, 1},
		{"sigmoid", 0, 1},
		{"tanh", 0, 5.0 / 3},
		{"relu", 0, math.Sqrt2},
		{"leaky_relu", 0, math.Sqrt2},
		{"leaky_relu", 1, 1},
	} {
		if got := Gain(c.name, c.slope); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("Gain(%s, %v) = %v, want %v", c.name, c.slope, got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	dims := []int{2, 2}
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"name", func() { New("magic", dims, tensor.Float32) }, "ValueError: For 'initializer', the class corresponding to 'magic' was not found."},
		{"type", func() { New([]int{1}, dims, tensor.Float32) }, "TypeError: For 'initializer', the type of the 'init' argument"},
		{"shape", func() { New(tensor.Ones(3), dims, tensor.Float32) }, "ValueError: For 'initializer', the shape of the 'init' argument"},
		{"one axis", func() { New("he_uniform", []int{3}, tensor.Float32) }, "ValueError: For 'initializer', the dimension of the shape"},
		{"mode", func() { New(HeNormal{Mode: "fan"}, dims, tensor.Float32) }, "ValueError: For 'initializer', the mode fan is not supported"},
		{"nonlinearity", func() { New(HeNormal{Nonlinearity: "gelu"}, dims, tensor.Float32) }, "ValueError: For 'HeUniform' and 'HeNormal', the argument 'nonlinearity'"},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}
