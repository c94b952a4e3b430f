package initializer

import (
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestPatterns: initializers without random numbers return the values of their definitions.
func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		name string
		init any
		dims []int
		want string
	}{
		{"identity", "identity", []int{2, 3}, "[[1. 0. 0.]\n [0. 1. 0.]]"},
		{"dirac", "dirac", []int{2, 2, 3}, "[[[0. 1. 0.]\n  [0. 0. 0.]]\n\n [[0. 0. 0.]\n  [0. 1. 0.]]]"},
		{"dirac in groups", Dirac{Groups: 2}, []int{4, 1, 1}, "[[[1.]]\n\n [[0.]]\n\n [[1.]]\n\n [[0.]]]"},
		{"One", One{}, []int{2}, "[1. 1.]"},
		{"Zero", Zero{}, []int{2}, "[0. 0.]"},
		{"constant", Constant{2.5}, []int{2}, "[2.5 2.5]"},
		{"all zero", Sparse{Sparsity: 1}, []int{2, 1}, "[[0.]\n [0.]]"},
	} {
		if got := New(c.init, c.dims, tensor.Float32).String(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestDTypes checks that the dtype is Float32 by default; whole numbers are filled through Fill.
func TestDTypes(t *testing.T) {
	for _, c := range []struct {
		got  *tensor.Tensor
		want tensor.DType
	}{
		{New(One{}, []int{2}), tensor.Float32},
		{New("ones", []int{2}), tensor.Float32},
		{New(One{}, []int{2}, tensor.Float16), tensor.Float16},
		{New(One{}, []int{2}, tensor.Int32), tensor.Int32},
	} {
		if c.got.DType() != c.want || c.got.AsType(tensor.Float32).String() != "[1. 1.]" {
			t.Errorf("%v of dtype %v, want ones of %v", c.got, c.got.DType(), c.want)
		}
	}
}

// TestDistributions checks that distributions have the mean 0, the standard deviation and the bounds that their
// definitions say.
func TestDistributions(t *testing.T) {
	dims := []int{200, 500}
	for _, c := range []struct {
		name       string
		init       any
		std, bound float64
	}{
		{"truncated", TruncatedNormal{}, 0.01 * truncatedStd, 0.02},
		{"truncated by one", TruncatedNormal{Sigma: 3, A: -1, B: 1}, 3 * 0.5395600937, 3},
		{"variance", VarianceScaling{}, math.Sqrt(1.0 / 500), 2 * math.Sqrt(1.0/500) / truncatedStd},
		{"variance of outputs", VarianceScaling{Scale: 2, Mode: "fan_out", Distribution: "untruncated_normal"}, math.Sqrt(2.0 / 200), 1},
		{"variance, uniform", VarianceScaling{Mode: "fan_avg", Distribution: "uniform"}, math.Sqrt(1.0 / 350), math.Sqrt(3.0 / 350)},
	} {
		var sum, squares, most float64
		x := New(c.init, dims, tensor.Float32).Float64s()
		for _, v := range x {
			sum, squares, most = sum+v, squares+v*v, max(most, math.Abs(v))
		}
		mean, std := sum/float64(len(x)), math.Sqrt(squares/float64(len(x)))
		if math.Abs(mean) > 0.02*c.std || math.Abs(std/c.std-1) > 0.02 || most > c.bound*(1+1e-6) {
			t.Errorf("%s: mean %g, standard deviation %g, largest %g; want 0, %g, %g", c.name, mean, std, most, c.std, c.bound)
		}
	}
}

// TestMatrices checks that the rows, or the columns where there are more rows, are orthonormal; a share of every
// column is zero.
func TestMatrices(t *testing.T) {
	for _, dims := range [][]int{{3, 5}, {5, 3}, {4, 2, 2}} {
		m := New(Orthogonal{Gain: 2}, dims, tensor.Float64).Reshape(dims[0], -1)
		product := m.MatMul(m.T())
		if m.Dim(0) > m.Dim(1) {
			product = m.T().MatMul(m)
		}
		n := product.Dim(0)
		for i, v := range product.Float64s() {
			want := 0.0
			if i%(n+1) == 0 {
				want = 4
			}
			if math.Abs(v-want) > 1e-5 {
				t.Errorf("%v: product %v, want 4 on the diagonal", dims, product)
				break
			}
		}
	}
	s := New(Sparse{Sparsity: 0.3}, []int{10, 4}, tensor.Float32)
	for c := range 4 {
		zeros := 0
		for r := range 10 {
			if s.At(r, c).Float() == 0 {
				zeros++
			}
		}
		if zeros != 3 {
			t.Errorf("column %d has %d zeros, want 3", c, zeros)
		}
	}
}

func TestMoreErrors(t *testing.T) {
	for _, c := range []struct {
		init any
		dims []int
		want string
	}{
		{"identity", []int{2}, "ValueError: For 'Identity', the dimension of the tensor must be in range [2, 2], but got 1."},
		{"dirac", []int{2, 2}, "ValueError: For 'Dirac'"},
		{Dirac{Groups: 2}, []int{3, 1, 1}, "ValueError: For 'Dirac', the first of dimensions must be divisible by groups"},
		{"orthogonal", []int{2}, "ValueError: For 'Orthogonal'"},
		{Sparse{Sparsity: 0.5}, []int{2, 2, 2}, "ValueError: For 'Sparse'"},
		{VarianceScaling{Scale: -1}, []int{2, 2}, "ValueError: For 'VarianceScaling', the argument 'scale' must be greater than 0"},
		{VarianceScaling{Mode: "x"}, []int{2, 2}, "ValueError: For 'VarianceScaling', the argument 'mode'"},
		{VarianceScaling{Distribution: "x"}, []int{2, 2}, "ValueError: For 'VarianceScaling', the argument 'distribution'"},
		{TruncatedNormal{A: 2, B: 1}, []int{2}, "ValueError: For 'TruncatedNormal'"},
	} {
		err := tensor.Try(func() { New(c.init, c.dims, tensor.Float32) })
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v: error %v, want %q", c.init, err, c.want)
		}
	}
}
