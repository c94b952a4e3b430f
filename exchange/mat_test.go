package exchange

import (
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/msrepl/msrepl/tensor"
)

func TestToMat(t *testing.T) {
	whole := mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 6})
	for name, c := range map[string]struct {
		in   *tensor.Tensor
		want mat.Matrix
	}{
		"float64":    {tensor.New([][]float64{{1, 2, 3}, {4, 5, 6}}), whole},
		"int8":       {tensor.New([][]int8{{1, 2, 3}, {4, 5, 6}}), whole},
		"bfloat16":   {tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}}, tensor.BFloat16), whole},
		"bool":       {tensor.New([][]bool{{true, false}}), mat.NewDense(1, 2, []float64{1, 0})},
		"transposed": {tensor.New([][]float64{{1, 4}, {2, 5}, {3, 6}}).T(), whole},
		"columns":    {tensor.New([][]float64{{9, 1, 2, 3}, {9, 4, 5, 6}}).At(tensor.All(), tensor.From(1)), whole},
		"vector":     {tensor.New([]float64{1, 2}), mat.NewDense(2, 1, []float64{1, 2})},
	} {
		if got := ToMat(c.in); !mat.Equal(got, c.want) {
			t.Errorf("%s: %v", name, mat.Formatted(got))
		}
	}
}

func TestFromMat(t *testing.T) {
	d := mat.NewDense(3, 4, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	for name, c := range map[string]struct {
		in   mat.Matrix
		want string
	}{
		"dense":      {d, "[[ 1.  2.  3.  4.]\n [ 5.  6.  7.  8.]\n [ 9. 10. 11. 12.]]"},
		"rows":       {d.Slice(1, 3, 0, 4), "[[ 5.  6.  7.  8.]\n [ 9. 10. 11. 12.]]"},
		"block":      {d.Slice(1, 3, 1, 3), "[[ 6.  7.]\n [10. 11.]]"},
		"row block":  {d.Slice(1, 2, 1, 3), "[[6. 7.]]"},
		"transposed": {d.Slice(0, 2, 0, 2).T(), "[[1. 5.]\n [2. 6.]]"},
		"symmetric":  {mat.NewSymDense(2, []float64{1, 2, 0, 3}), "[[1. 2.]\n [2. 3.]]"},
		"vector":     {mat.NewVecDense(2, []float64{1, 2}), "[[1.]\n [2.]]"},
	} {
		if got := FromMat(c.in); got.String() != c.want {
			t.Errorf("%s:\n%v", name, got)
		}
	}
	if got := FromMat(&mat.Dense{}); got.Size() != 0 {
		t.Errorf("an empty matrix gives %v", got)
	}
}

func TestMatShares(t *testing.T) {
	x := tensor.Zeros(2, 2).AsType(tensor.Float64)
	ToMat(x).Set(1, 0, 7)
	if x.String() != "[[0. 0.]\n [7. 0.]]" {
		t.Errorf("a change in the matrix gives %v", x)
	}
	m := mat.NewDense(1, 2, []float64{1, 2})
	FromMat(m).SetAt(tensor.Scalar(5), 0, 1)
	if m.At(0, 1) != 5 {
		t.Errorf("a change in the tensor gives %v", mat.Formatted(m))
	}
}

func TestMatErrors(t *testing.T) {
	for want, x := range map[string]*tensor.Tensor{
		"TypeError: For 'ToMat', the dtype must be real, but got Complex64.":                      tensor.New([]complex64{1}),
		"ValueError: For 'ToMat', the tensor must have one or two axes, but got shape ().":        tensor.New(1.0),
		"ValueError: For 'ToMat', the tensor must have one or two axes, but got shape (1, 1, 1).": tensor.Ones(1, 1, 1),
		"ValueError: For 'ToMat', the tensor must have elements, but got shape (0, 3).":           tensor.Ones(0, 3),
	} {
		if err := tensor.Try(func() { ToMat(x) }); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
