package np_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	"github.com/msrepl/msrepl/np"
	"github.com/msrepl/msrepl/tensor"
)

// TestAlong has the examples of numpy's reference, and values by arithmetic.
func TestAlong(t *testing.T) {
	five := []int{1, 2, 3, 4, 5}
	nine := [][]int{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}
	ends := func(a *tensor.Tensor) *tensor.Tensor { return a.At(0).Add(a.At(-1)).Mul(tensor.Scalar(0.5)) }
	total := func(x *tensor.Tensor, axis int) *tensor.Tensor { return x.Sum(axis) }
	counts, edges := np.HistogramDD([][]float64{{0, 0}, {1, 1}, {2, 3}, {2, 3}}, []int{2, 1})
	hist, _, _ := np.Histogram2D([]float64{0, 1, 2}, []float64{0, 1, 2}, []any{[]float64{0, 1, 1.5}, 2})
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"pad", np.Pad(five, []int{2, 3}), "[0 0 1 2 3 4 5 0 0 0]"},
		{"pad with a value", np.PadConstant([][]int{{1}}, [][]int{{0, 1}, {2, 0}}, 7), "[[7 7 1]\n [7 7 7]]"},
		{"pad edge", np.Pad(five, []int{2, 3}, "edge"), "[1 1 1 2 3 4 5 5 5 5]"},
		{"pad reflect", np.Pad(five, []int{2, 3}, "reflect"), "[3 2 1 2 3 4 5 4 3 2]"},
		{"pad symmetric", np.Pad(five, []int{2, 3}, "symmetric"), "[2 1 1 2 3 4 5 5 4 3]"},
		{"pad wrap", np.Pad(five, []int{2, 3}, "wrap"), "[4 5 1 2 3 4 5 1 2 3]"},
		{"pad maximum", np.Pad(five, 2, "maximum"), "[5 5 1 2 3 4 5 5 5]"},
		{"pad mean", np.Pad(five, 2, "mean"), "[3 3 1 2 3 4 5 3 3]"},
		{"pad mean of Bool", np.Pad([]bool{true, false, false, false}, 1, "mean"), "[ True  True False False False  True]"},
		{"pad minimum", np.Pad([][]int{{1, 2}, {3, 4}}, [][]int{{1, 1}, {2, 1}}, "minimum"), "[[1 1 1 2 1]\n [1 1 1 2 1]\n [3 3 3 4 3]\n [1 1 1 2 1]]"},
		{"pad median", np.Pad([]int{1, 2, 3, 4, 9}, 1, "median"), "[3 1 2 3 4 9 3]"},
		{
			"pad median of pairs", np.Pad([][]int{{1, 4}, {3, 9}}, [][]int{{1, 0}, {0, 2}}, "median"),
			"[[2 6 4 4]\n [1 4 2 2]\n [3 9 6 6]]",
		},
		{"pad median of floats", np.Pad([]float64{1, 2, 4, 9}, []int{0, 1}, "median"), "[1. 2. 4. 9. 3.]"},
		{"pad with two values", np.PadConstant(five, []int{2, 3}, []int{4, 6}), "[4 4 1 2 3 4 5 6 6 6]"},
		{
			"pad with values of axes", np.PadConstant([][]int{{1, 2}}, 1, [][]int{{3, 4}, {5, 6}}),
			"[[5 3 3 6]\n [5 1 2 6]\n [5 4 4 6]]",
		},
		{"pad far", np.Pad([]int{1, 2}, 5, "reflect"), "[2 1 2 1 2 1 2 1 2 1 2 1]"},
		{"take_along_axis", np.TakeAlongAxis([][]int{{10, 30, 20}, {60, 40, 50}}, [][]int{{0, 2, 1}, {1, 2, 0}}, 1), "[[10 20 30]\n [40 50 60]]"},
		{"take_along_axis, one", np.TakeAlongAxis([][]int{{10, 30, 20}, {60, 40, 50}}, [][]int{{1}, {-3}}, 1), "[[30]\n [60]]"},
		{"take_along_axis, broadcast", np.TakeAlongAxis([][]int{{10, 30}, {60, 40}}, [][]int{{1}}, 0), "[[60 40]]"},
		{"take_along_axis, flat", np.TakeAlongAxis([][]int{{10, 30}, {60, 40}}, []int{3, 0}), "[40 10]"},
		{"argwhere", np.ArgWhere([][]int{{0, 5}, {6, 0}}), "[[0 1]\n [1 0]]"},
		{"apply_along_axis 0", np.ApplyAlongAxis(ends, 0, nine), "[4. 5. 6.]"},
		{"apply_along_axis 1", np.ApplyAlongAxis(ends, 1, nine), "[2. 5. 8.]"},
		{
			"apply_along_axis, rows", np.ApplyAlongAxis(func(a *tensor.Tensor) *tensor.Tensor { return np.Sort(a) }, 1, [][]int{{8, 1, 7}, {4, 3, 9}, {5, 2, 6}}),
			"[[1 7 8]\n [3 4 9]\n [2 5 6]]",
		},
		{"apply_along_axis, columns", np.ApplyAlongAxis(func(a *tensor.Tensor) *tensor.Tensor { return np.Sort(a) }, 0, [][]int{{8, 1}, {4, 3}}), "[[4 1]\n [8 3]]"},
		{
			"apply_along_axis, more axes", np.ApplyAlongAxis(func(a *tensor.Tensor) *tensor.Tensor { return np.Diag(a) }, -1, [][]int{{1, 2}, {3, 4}}),
			"[[[1 0]\n  [0 2]]\n\n [[3 0]\n  [0 4]]]",
		},
		{"apply_over_axes", np.ApplyOverAxes(total, tensor.Arange(24).Reshape(2, 3, 4), 0, 2), "[[[ 60]\n  [ 92]\n  [124]]]"},
		{"array_equiv", np.ArrayEquiv([]int{1, 2}, [][]int{{1, 2}, {1, 2}}), "true"},
		{"array_equiv of other shapes", np.ArrayEquiv([]int{1, 2}, []int{1, 2, 3}), "false"},
		{"array_str", np.ArrayStr(np.Arange(5)), "[0 1 2 3 4]"},
		{"asfarray", np.AsFArray([]int{1, 2}), "[1. 2.]"},
		{"asfarray, dtype", np.AsFArray([]int{1}, tensor.Float16).DType(), "Float16"},
		{"bitwise_not", np.BitwiseNot([]int{13}), "[-14]"},
		{"choose", np.Choose([]int{2, 3, 1, 0}, []any{[]int{0, 1, 2, 3}, []int{10, 11, 12, 13}, []int{20, 21, 22, 23}, []int{30, 31, 32, 33}}), "[20 31 12  3]"},
		{"diag_indices", np.DiagIndices(3, 2)[1], "[0 1 2]"},
		{"fabs", np.FAbs([]int{-1, 2}), "[1. 2.]"},
		{"in1d", np.In1D([]int{0, 1, 2, 5, 0}, []int{0, 2}), "[ True False  True False  True]"},
		{"isscalar", np.IsScalar(3.1), "true"},
		{"isscalar of an array", np.IsScalar([]float64{3.1}), "false"},
		{"matrix_power", np.MatrixPower([][]float64{{0, 1}, {-1, 0}}, 3), "[[ 0. -1.]\n [ 1.  0.]]"},
		{"nancumsum", np.NanCumSum(tensor.New([]float64{0, 1, 4}).Div(tensor.New([]float64{0, 1, 2}))), "[0. 1. 3.]"},
		{"promote_types", np.PromoteTypes(tensor.Float32, tensor.Int64), "Float32"},
		{"result_type", np.ResultType(tensor.Int8, []float32{1}, tensor.Float64), "Float64"},
		{"radians", np.Radians([]float64{180}), "[3.14159265]"},
		{"ravel_multi_index", np.RavelMultiIndex([]any{[]int{3, 6, 6}, []int{4, 5, 1}}, []int{7, 6}), "[22 41 37]"},
		{"ravel_multi_index(nonzero)", np.RavelMultiIndex(np.NonZero([][]int{{3, 0}, {0, 4}}), []int{2, 2}), "[0 3]"},
		{"ravel_multi_index, clip", np.RavelMultiIndex([]any{[]int{3, 6, 6}, []int{4, 5, 1}}, []int{4, 6}, "clip"), "[22 23 19]"},
		{
			"ravel_multi_index, clip and wrap",
			np.RavelMultiIndex([]any{[]int{3, 6, 6}, []int{4, 5, 1}}, []int{4, 4}, "clip", "wrap"), "[12 13 13]",
		},
		{"ravel_multi_index, wrap", np.RavelMultiIndex([]any{[]int{-1}}, []int{4}, "wrap"), "[3]"},
		{"sometrue", np.SomeTrue([]float32{1, -2.3, 2.1}), "True"},
		{"histogram_bin_edges", np.HistogramBinEdges([]int{0, 1, 2, 4}, 4), "[0. 1. 2. 3. 4.]"},
		{"histogramdd", counts, "[[1.]\n [3.]]"},
		{"histogramdd, edges", edges[0], "[0. 1. 2.]"},
		{"histogram2d", hist, "[[1. 0.]\n [0. 1.]]"},
	} {
		got := fmt.Sprint(c.got)
		if b, ok := c.got.(bool); ok {
			got = fmt.Sprint(b)
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAlongGradients(t *testing.T) {
	x := tensor.New([][]float64{{0.5, -1.5, 1}, {2.5, 3.5, -4}})
	for name, f := range map[string]func(x *tensor.Tensor) *tensor.Tensor{
		"pad":             func(x *tensor.Tensor) *tensor.Tensor { return np.Pad(x, 1, "reflect") },
		"pad constant":    func(x *tensor.Tensor) *tensor.Tensor { return np.Pad(x, 1) },
		"pad mean":        func(x *tensor.Tensor) *tensor.Tensor { return np.Pad(x, 1, "mean") },
		"take_along_axis": func(x *tensor.Tensor) *tensor.Tensor { return np.TakeAlongAxis(x, [][]int{{2, 2}, {0, 1}}, 1) },
		"apply_along_axis": func(x *tensor.Tensor) *tensor.Tensor {
			return np.ApplyAlongAxis(func(a *tensor.Tensor) *tensor.Tensor { return a.Mul(a).Sum() }, 0, x)
		},
	} {
		call := func(in []*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{f(in[0])} }
		if err := gradcheck.Check(call, []*tensor.Tensor{x}, gradcheck.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAlongErrors(t *testing.T) {
	for want, f := range map[string]func(){
		"mode 'mirror' is not supported":                   func() { np.Pad([]int{1}, 1, "mirror") },
		"`pad_width` must have a pair for all axes":        func() { np.Pad([]int{1}, [][]int{{1, 1}, {1, 1}}) },
		"index can't contain negative values":              func() { np.Pad([]int{1}, -1) },
		"`pad_width` must be an int, []int or [][]int":     func() { np.Pad([]int{1}, 1.5) },
		"axis 2 is out of bounds for array of dimension 1": func() { np.TakeAlongAxis([]int{1}, []int{0}, 2) },
		"invalid entry in coordinates array":               func() { np.RavelMultiIndex([]any{[]int{4}}, []int{4}) },
		"the sample must have a row for each point":        func() { np.HistogramDD([]int{1}, 2) },
		"at least one array or dtype is required":          func() { np.ResultType() },
		"function is not returning an array of the correct shape": func() {
			np.ApplyOverAxes(func(x *tensor.Tensor, _ int) *tensor.Tensor { return x.Sum() }, tensor.Ones(2, 2), 0)
		},
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// TestPadWalk pads one to five elements with borders of all lengths up to many times theirs, and compares with a walk
// that goes on at the other end ("wrap"), or turns around at an edge and takes it twice ("symmetric") or once
// ("reflect"). Borders of both sides are independent.
func TestPadWalk(t *testing.T) {
	walk := func(n, steps int, mode string) (path []int) { // to the right of the last element
		at, way := n-1, 1
		for range steps {
			switch next := at + way; {
			case mode == "edge" || n == 1:
			case next >= 0 && next < n:
				at = next
			case mode == "wrap":
				at = 0
			case mode == "symmetric":
				way = -way
			default:
				way = -way
				at += way
			}
			path = append(path, at)
		}
		return path
	}
	for _, mode := range []string{"edge", "wrap", "symmetric", "reflect"} {
		for n := 1; n <= 5; n++ {
			for w := range 14 * 14 {
				before, after := w/14, w%14
				var want []int
				for _, v := range walk(n, before, mode) {
					want = append(want, n-1-v)
				}
				slices.Reverse(want)
				for i := range n {
					want = append(want, i)
				}
				want = append(want, walk(n, after, mode)...)
				x := np.Arange(2*n).Reshape(2, n)
				got := np.Pad(x, [][]int{{0, 0}, {before, after}}, mode)
				if !np.ArrayEqual(got.At(0), want) || !np.ArrayEqual(got.At(1), got.At(0).Add(tensor.Scalar(n))) {
					t.Fatalf("%s of %d by %d and %d: %v, want %v", mode, n, before, after, got, want)
				}
			}
		}
	}
}
