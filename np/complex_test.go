package np_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/np"
	"github.com/msrepl/msrepl/tensor"
)

// TestComplex: functions of complex numbers use both parts. The expected values are numpy's.
func TestComplex(t *testing.T) {
	z := []complex128{1 + 2i, -3.5i, 2, -1, 0}
	w := []complex128{1 + 2.5i, 3.5i, 2, -1 + 1i, complex(math.NaN(), 0)}
	odd := []complex128{complex(np.NaN, 1), complex(2, -np.Inf), complex(np.Inf, np.NaN), 3 - 1i}
	rows := tensor.New([][]complex128{{1 + 2i, -3.5i, 2, -1, 0}, {0, -1, 2, -3.5i, 1 + 2i}})
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"isclose", np.IsClose(z, w), "[False False  True False False]"},
		{"isclose of real ones and others", np.IsClose([]float64{1, 2}, []complex128{1 + 1e-9i, 2 + 1i}), "[ True False]"},
		{"isclose of infinities", np.IsClose([]float64{np.Inf, -np.Inf, np.NaN}, []float64{np.Inf, np.Inf, np.NaN}), "[ True False False]"},
		{"allclose", np.AllClose(z, tensor.New(z).Conj()), false},
		{"isnan", np.IsNaN(odd), "[ True False  True False]"},
		{"isinf", np.IsInf(odd), "[False  True  True False]"},
		{"isfinite", np.IsFinite(odd), "[False False False  True]"},
		{
			"nan_to_num", np.NanToNum(tensor.New(odd, tensor.Complex64)),
			"[0.0000000e+00+1.0000000e+00j 2.0000000e+00-3.4028235e+38j\n" +
				" 3.4028235e+38+0.0000000e+00j 3.0000000e+00-1.0000000e+00j]",
		},
		{"isin", np.IsIn(z, []complex128{1 + 2i, 2}), "[ True False  True False False]"},
		{"isin of real ones", np.IsIn([]int{1, 2, -1}, z), "[False  True  True]"},
		{"in1d", np.In1D([]complex128{2 + 1i}, []int{2}), "[False]"},
		{"intersect1d", np.Intersect1D([]int{1, 2, 5}, z), "[2.+0.j]"},
		{"float_power", np.Around(np.FloatPower([]complex128{4, -4}, 0.5).Imag(), 9), "[0. 2.]"},
		{"vdot", np.VDot(z, []complex128{1i, 1, 2, 3i, 4}), "(6+1.5j)"},
		{"vdot of real ones", np.VDot([]int{1, 2}, []int{3, 4}), "11"},
		{"correlate", np.Correlate(z, []complex128{1i, 2 + 1i}), "[-1.5-8.j  0.5-2.j -2. -1.j  0. +1.j]"},
		{
			"correlate with a longer one", np.Correlate([]complex128{1i, 2}, z, "full"),
			"[ 0. +0.j  0. -1.j -2. +2.j  0.5+0.j  2. +8.j  2. -4.j]",
		},
		{"cov", np.Around(np.Cov(rows).Abs(), 9), "[[5.25   0.6875]\n [0.6875 5.25  ]]"},
		{"corrcoef", np.CorrCoef(rows).Abs(), "[[1.         0.13095238]\n [0.13095238 1.        ]]"},
		{"cov of none", np.Cov([]float64{}), "nan"},
		{
			"pad by the mean", np.Pad(z, 1, "mean"),
			"[ 0.4-0.3j  1. +2.j   0. -3.5j  2. +0.j  -1. +0.j   0. +0.j   0.4-0.3j]",
		},
		{"nansum", np.NanSum(w), "(2+7j)"},
		{"nanmean", np.NanMean(w), "(0.5+1.75j)"},
		{"nanprod", np.NanProd(w), "(10.5-24.5j)"},
		{"nancumsum", np.NanCumSum(w), "[1.+2.5j 1.+6.j  3.+6.j  2.+7.j  2.+7.j ]"},
		{"norm", np.Norm(z), "4.716990566028302"},
		{"norm along an axis", np.Norm([][]complex128{{3, 4i}, {0, -2}}, 1), "[5. 2.]"},
	} {
		if got := fmt.Sprint(c.got); got != fmt.Sprint(c.want) {
			t.Errorf("%s = %s, want %s", c.name, got, c.want)
		}
	}
}

// TestComplexRefused: functions that need an order or a sign refuse complex numbers, as in numpy.
func TestComplexRefused(t *testing.T) {
	z, x := []complex128{1 + 2i}, []float64{1, 2}
	for name, call := range map[string]func(){
		"signbit":      func() { np.SignBit(z) },
		"isposinf":     func() { np.IsPosInf(z) },
		"isneginf":     func() { np.IsNegInf(z) },
		"fabs":         func() { np.FAbs(z) },
		"copysign":     func() { np.CopySign(z, 1) },
		"heaviside":    func() { np.Heaviside(1, z) },
		"histogram":    func() { np.Histogram(z, 2) },
		"histogramdd":  func() { np.HistogramDD([][]complex128{{1i}}, []int{2}) },
		"interp":       func() { np.Interp(1, x, []complex128{1, 2i}) },
		"bincount":     func() { np.BinCount([]int{1}, z) },
		"nanvar":       func() { np.NanVar(z) },
		"searchsorted": func() { np.SearchSorted(x, z) },
	} {
		if err := tensor.Try(call); err == nil || !strings.Contains(err.Error(), "For '"+name+"', the type of input tensor is not supported") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
