package np_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/np"
	"github.com/msrepl/msrepl/tensor"
)

// TestAllArguments has the documented examples of mindspore.numpy and numpy whose calls have all arguments, and values
// by arithmetic.
func TestAllArguments(t *testing.T) {
	six := np.Arange(6).Reshape(2, 3)
	density, edges := np.HistogramDensity(np.Arange(4), []int{0, 1, 2, 3, 4})
	uneven, _ := np.HistogramDensity([]int{1, 2, 1}, []int{0, 1, 2, 4})
	phase := np.Linspace(0, np.Pi, 5).AsType(tensor.Float32).Add(tensor.New([]float32{0, 0, 0, np.Pi, np.Pi}))
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"moveaxis", np.MoveAxis(np.Zeros(3, 4, 5), 0, -1).Shape(), "(4, 5, 3)"},
		{"moveaxis back", np.MoveAxis(np.Zeros(3, 4, 5), -1, 0).Shape(), "(5, 3, 4)"},
		{"moveaxis of several", np.MoveAxis(np.Zeros(3, 4, 5), []int{0, 1, 2}, []int{-1, -2, -3}).Shape(), "(5, 4, 3)"},
		{"moveaxis of two", np.MoveAxis(np.Zeros(3, 4, 5, 6), []int{0, 1}, []int{2, 0}).Shape(), "(4, 5, 3, 6)"},
		{
			"roll", np.Roll(np.Arange(12).Reshape(3, 4), []int{2, -3}, 0, -1),
			"[[ 7  4  5  6]\n [11  8  9 10]\n [ 3  0  1  2]]",
		},
		{"roll by one number", np.Roll(six, 1, 0, 1), "[[5 3 4]\n [2 0 1]]"},
		{"roll flat", np.Roll(six, 1), "[[5 0 1]\n [2 3 4]]"},
		{"trapz at places", np.TrapzAlong(six, []int{-2, 1, 2}, 1, 1), "[ 3. 15.]"},
		{"trapz along an axis", np.TrapzAlong(six, nil, 3, 0), "[ 4.5  7.5 10.5]"},
		{"trapz at places along the first axis", np.TrapzAlong(six, []int{0, 2}, 1, 0), "[3. 5. 7.]"},
		{"trapz at places of a matrix", np.TrapzAlong(six, [][]int{{0, 1, 2}, {0, 2, 4}}, 1, -1), "[ 2. 16.]"},
		{"unravel_index", np.UnravelIndex([]int{22, 41, 37}, 7, 6), "([3 6 6], [4 5 1])"},
		{"unravel_index of columns", np.UnravelIndexF([]int{31, 41, 13}, 7, 6), "([3 6 6], [4 5 1])"},
		{"histogram, density", density, "[0.25 0.25 0.25 0.25]"},
		{"histogram, density, edges", edges, "[0 1 2 3 4]"},
		{"histogram, density, bins of two widths", uneven.Mul(tensor.Scalar(6)), "[0. 4. 1.]"},
		{
			"unwrap keeps Float32", np.Unwrap(phase),
			"[ 0.0000000e+00  7.8539819e-01  1.5707964e+00 -7.8539848e-01\n -4.7683716e-07]",
		},
		{"digitize, decreasing", np.Digitize([]float64{0, -0.5, 2}, []float64{1, 0, -1}), "[1 2 0]"},
		{"average along an axis", np.Average([][]float64{{1, 2}, {3, 6}}, []float64{3, 1}, 0), "[1.5 3. ]"},
		{"average along the last axis", np.Average([][]float64{{1, 2}, {3, 6}}, []float64{3, 1}, -1), "[1.25 3.75]"},
		{"sign", np.Sign([]float64{np.NaN, -2, 0, np.Inf}), "[nan -1.  0.  1.]"},
		{"choose from one", np.Choose([][]int{{0}, {0}}, []any{[]int{7, 8}}), "[[7 8]\n [7 8]]"},
		{"choose by one", np.Choose([]int{1}, []any{[]int{1, 2, 3}, 4}), "[4 4 4]"},
		{"cross in the plane", np.Cross([]int{1, 2}, []int{4, 5}), "-3"},
		{"cross of plane and space", np.Cross([]int{1, 2}, []int{4, 5, 6}), "[12 -6 -3]"},
		{"hanning of one", np.Hanning(1), "[1.]"},
		{"hamming of none", np.Hamming(0), "[]"},
		{"bartlett, Float32", np.Bartlett(5, tensor.Float32), "[0.  0.5 1.  0.5 0. ]"},
		{
			"blackman, Float32", np.Blackman(12, tensor.Float32),
			"[-1.4901161e-08  3.2606430e-02  1.5990365e-01  4.1439798e-01\n" +
				"  7.3604518e-01  9.6704674e-01  9.6704674e-01  7.3604518e-01\n" +
				"  4.1439798e-01  1.5990365e-01  3.2606430e-02 -1.4901161e-08]",
		},
	} {
		if tuple, ok := c.got.(tensor.Tuple); ok {
			c.got = fmt.Sprintf("(%v, %v)", tuple[0], tuple[1])
		}
		if got := fmt.Sprint(c.got); strings.Join(
			strings.Fields(got),
			" ",
		) != strings.Join(
			strings.Fields(c.want),
			" ",
		) {
			t.Errorf("%s = %s, want %s", c.name, got, c.want)
		}
	}
}

// TestAllArgumentsErrors has arguments that do not fit.
func TestAllArgumentsErrors(t *testing.T) {
	for want, call := range map[string]func(){
		"must have the same number of elements": func() { np.MoveAxis(np.Zeros(2, 3), []int{0, 1}, 0) },
		"must be monotonically":                 func() { np.Digitize(1, []float64{0, 2, 1}) },
		"Axis must be specified":                func() { np.Average(np.Zeros(2, 3), np.Ones(3)) },
		"Length of weights not":                 func() { np.Average(np.Zeros(2, 3), np.Ones(3), 0) },
		"repeated axis":                         func() { np.MoveAxis(np.Zeros(2, 3), []int{0, -2}, []int{0, 1}) },
		"axis 2 is out of bounds for array":     func() { np.TrapzAlong(np.Zeros(2, 3), nil, 1, 2) },
		"index 42 is out of bounds for array":   func() { np.UnravelIndexF(42, 7, 6) },
	} {
		if err := tensor.Try(call); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}
