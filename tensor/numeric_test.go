package tensor_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestMatMulPropagates: products with zero are not skipped, so NaN and infinity propagate.
func TestMatMulPropagates(t *testing.T) {
	for _, bad := range []float32{float32(math.NaN()), float32(math.Inf(1))} {
		x := New([][]float32{{0, 1}})
		y := New([][]float32{{bad, bad}, {1, 1}})
		for _, got := range []*Tensor{x.MatMul(y), x.MatMul(y.T().Clone().T()), y.T().MatMul(x.T())} {
			if !got.IsNaN().All().Bool() {
				t.Errorf("0·%v is lost: %v", bad, got)
			}
		}
	}
}

// TestNothing: results for empty tensors have the usual shapes, also if a view begins after the end of its data.
func TestNothing(t *testing.T) {
	for _, dt := range []DType{Float32, Float64, Float16, BFloat16, Int32, Int64, Int8} {
		for _, b := range []*Tensor{
			ZerosOf(dt, 5, 0), ZerosOf(dt, 9, 0).At(Span(2, 7)), OnesOf(dt, 9, 4).At(Span(2, 7), Span(4, 4)),
			OnesOf(dt, 7, 12, 4).At(3, Span(0, 10).By(2), Span(1, 1)),
		} {
			wantValues(t, dt.String(), ZerosOf(dt, 3, 5).MatMul(b).AsType(Float32))
		}
	}
	none := ZerosOf(Bool, 2, 3, 0)
	for i, got := range []*Tensor{none.AllAxes([]int{2}, true), none.AnyAxes([]int{0, 2}, true), none.AllAxes(nil, true)} {
		if want := [][]int{{2, 3, 1}, {1, 3, 1}, {1, 1, 1}}[i]; !slices.Equal(got.Shape(), want) {
			t.Errorf("the shape is %v, want %v", got.Shape(), want)
		}
	}
}

// TestSumIsPairwise checks that a float32 sum by halves keeps digits that a running sum loses (numpy gives the same
// value).
func TestSumIsPairwise(t *testing.T) {
	x := Full([]int{1 << 20}, 0.1, Float32)
	if got := x.Sum().Float(); math.Abs(got-104857.6) > 0.05 {
		t.Errorf("the sum of 2^20 float32 tenths is %v", got)
	}
}

// TestCumSumOfMinusZero checks that running sums begin with the first element, whose sign a zero keeps, as numpy's
// do.
func TestCumSumOfMinusZero(t *testing.T) {
	x := New([]float32{0, 1, 0}).Neg()
	for i, want := range []float64{math.Copysign(0, -1), -1, -1} {
		if got := x.CumSum(0).Float64s()[i]; math.Float64bits(got) != math.Float64bits(want) {
			t.Errorf("sum %d is %v, want %v", i, got, want)
		}
	}
}

// TestIntegerDivision checks that integer division follows Python; by zero it saturates.
func TestIntegerDivision(t *testing.T) {
	x, y := New([]int8{7, -7, 7, -7, 5, -5, 0, -128}), New([]int8{2, 2, -2, -2, 0, 0, 0, -1})
	wantValues(t, "//", x.FloorDiv(y), 3, -4, -4, 3, 127, -128, 0, -128)
	wantValues(t, "%", x.Mod(y), 1, 1, -1, -1, 0, 0, 0, 0)
	wantValues(t, "unsigned", New([]uint8{9, 0}).FloorDiv(New([]uint8{0, 0})), 255, 0)
}

func TestIntegerPower(t *testing.T) {
	x, y := New([]int32{2, -1, -1, 1, 3, 0}), New([]int32{-1, -2, -3, -9, 4, 0})
	wantValues(t, "power", x.Pow(y), 0, 1, -1, 1, 81, 1)
}

// TestPowerDigits has numpy's powers: of a single number, in rows, with the exponent as a number and as a tensor.
func TestPowerDigits(t *testing.T) {
	for _, c := range []struct{ x, y, want float64 }{
		{1.712074883430157e115, 2.5, 1.2128494351088082e+288},
		{1.0003, 365, 1.1157017490477241},
		{1.05, 1200, 2.6739844902769175e+25},
		{-1.1, 63, -405.26506222962956},
		{3.7, -2, 0.07304601899196493},
		{2.5, 7, 610.3515625},
		{0.1, -9, 999999999.9999995},
		{3, 33, 5559060566555523},
		{7, 20, 7.9792266297612e+16},
		{0.95, 100, 0.0059205292203339975},
		{1.00001, 60000, 1.8221133340859115},
		{2.5, -3.7, 0.03369938443095647},
		{0.9, 33, 0.030903154382632636},
		{1.1, -35, 0.035584102738367304},
		{-1.01, 101, -2.731861967715744},
	} {
		for _, n := range []int{1, 3, 4, 15, 100} {
			x, y := Full([]int{n}, c.x, Float64), Full([]int{n}, c.y, Float64)
			for name, got := range map[string]*Tensor{
				"number": x.Pow(Scalar(c.y)), "tensor": x.Pow(y), "base": New(c.x, Float64).Pow(y),
			} {
				if g := got.Float64s()[n-1]; g != c.want {
					t.Errorf("%v to the power of %v among %d (%s): %v, want %v", c.x, c.y, n, name, g, c.want)
				}
			}
		}
	}
}

// TestPowerAtZero checks that the gradient of a power at the origin is that of the polynomial.
func TestPowerAtZero(t *testing.T) {
	for exponent, want := range map[float64]float64{0: 0, 1: 1, 2: 0, 3: 0} {
		got := gradOf(func(x *Tensor) *Tensor { return x.Pow(Scalar(exponent)) }, New([]float64{0}))
		wantValues(t, "derivative at 0", got, want)
	}
}

// TestPowerOfZero has exponents of zero: the slope y·x^(y-1) is zero there and grows by 1/x with y.
func TestPowerOfZero(t *testing.T) {
	slope := func(x, y *Tensor) *Tensor { return gradOf(func(x *Tensor) *Tensor { return x.Pow(y) }, x) }
	wantValues(t, "slope", slope(New([]float64{0, 2, math.Inf(1)}), New(0.0, Float64)), 0, 0, 0)
	x := New([]float64{2, 4})
	wantValues(t, "growth", gradOf(func(y *Tensor) *Tensor { return slope(x, y) }, New([]float64{0, 0})), 0.5, 0.25)
}

// TestTies: equal extremes share the gradient.
func TestTies(t *testing.T) {
	x := New([]float64{3, 1, 3})
	wantValues(t, "max", gradOf(func(x *Tensor) *Tensor { return x.Max() }, x), 0.5, 0, 0.5)
	wantValues(t, "maximum", gradOf(func(x *Tensor) *Tensor { return x.Maximum(Scalar(3)) }, x), 0.5, 0, 0.5)
	wantValues(t, "first of equals", gradOf(func(x *Tensor) *Tensor { v, _ := x.MaxWithIndex(0, false); return v }, x), 1, 0, 0)
}

// TestNumbersInRules has derivatives by Float64 of what a number takes part in, which is no Float32 there: 2.7·2^1.7,
// 0.1/(4+0.01) and its negative.
func TestNumbersInRules(t *testing.T) {
	x := New([]float64{2})
	for _, c := range []struct {
		name string
		f    func(x *Tensor) *Tensor
		want float64
	}{
		{"pow", func(x *Tensor) *Tensor { return x.Pow(Scalar(2.7)) }, 2.7 * math.Pow(2, 1.7)},
		{"atan2", func(x *Tensor) *Tensor { return x.Atan2(Scalar(0.1)) }, 0.1 / (4 + 0.1*0.1)},
		{"atan2 of a number", func(x *Tensor) *Tensor { return Scalar(0.1).Atan2(x) }, -0.1 / (4 + 0.1*0.1)},
	} {
		if got := gradOf(c.f, x).Float64s()[0]; math.Abs(got-c.want) > 1e-15*math.Abs(c.want)*4 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestHalfInTheMiddle has results within Float16 of sums and squares that are not.
func TestHalfInTheMiddle(t *testing.T) {
	steps := Arange(6).Mul(Scalar(200)).AsType(Float16) // 0 … 1000, of variance 200²·35/12
	for _, c := range []struct {
		name string
		got  *Tensor
		want float64
	}{
		{"mean", Full([]int{1000}, 100, Float16).Mean(), 100},
		{"std", steps.Std(), 200 * math.Sqrt(35.0/12)},
		{"var", steps.Div(Scalar(2)).Var(), 10000 * 35.0 / 12},
		{"norm", Full([]int{6}, 300, Float16).Norm(), 300 * math.Sqrt(6)},
		{"norm of degree 3", Full([]int{6}, 300, Float16).VectorNorm(3, nil, false), 300 * math.Cbrt(6)},
	} {
		if got := c.got.Float(); !(math.Abs(got-c.want) <= c.want/1024) || c.got.DType() != Float16 {
			t.Errorf("%s: %v of %s, want %v", c.name, got, c.got.DType(), c.want)
		}
	}
}

// TestKinks has gradients where activations bend, as MindSpore's kernels compute them: nnacl's Relu6Grad and the
// kernels of HSigmoidGrad and HSwishGrad.
func TestKinks(t *testing.T) {
	x := New([]float64{-1, 0, 1, 6, 7})
	wantValues(t, "relu6", gradOf(func(x *Tensor) *Tensor { return x.ReLU6() }, x), 0, 0, 1, 1, 0)
	x = New([]float64{-4, -3, 0, 3, 4})
	wantValues(t, "hsigmoid", gradOf(func(x *Tensor) *Tensor { return x.HSigmoid() }, x), 0, 0, 1.0/6, 0, 0)
	wantValues(t, "hswish", gradOf(func(x *Tensor) *Tensor { return x.HSwish() }, x), 0, 0, 0.5, 1, 1)
}

// TestLogAddExp2FarFromZero checks numbers for which numpy.logaddexp2 is exact.
func TestLogAddExp2FarFromZero(t *testing.T) {
	x := New([]float64{51, 110, 204})
	wantValues(t, "beside much smaller numbers", x.LogAddExp2(x.Sub(Scalar(100))), 51, 110, 204)
}

func TestProductWithZeros(t *testing.T) {
	f := func(x *Tensor) *Tensor { return x.Prod() }
	wantValues(t, "one zero", gradOf(f, New([]float64{2, 0, 5})), 0, 10, 0)
	wantValues(t, "two zeros", gradOf(f, New([]float64{0, 0, 5})), 0, 0, 0)
}

func TestSortNaNLast(t *testing.T) {
	nan := math.NaN()
	_, order := New([]float64{nan, 1, nan, -1}).Sort(0)
	wantValues(t, "ascending", order, 3, 1, 0, 2)
	if got := New([]float64{nan, 1, 2}).ArgMax().Int(); got != 0 {
		t.Errorf("argmax with NaN is %d", got)
	}
}

// TestQuantileOfFloat64: a number q has all digits of a float64, as numpy's.
func TestQuantileOfFloat64(t *testing.T) {
	x := New([]float64{0, 1e6, 2e6, 3e6, 7e6})
	for _, got := range []*Tensor{x.Quantile(0.3), x.NanQuantile(0.3), x.Quantile([]float64{0.3})} {
		if got.Float64s()[0] != 1.2e6 {
			t.Errorf("got %v, want 1200000", got)
		}
	}
}

// TestZeroSigns has zeros whose sign numpy keeps: a remainder has the sign of the divisor, fmod's that of the
// dividend.
func TestZeroSigns(t *testing.T) {
	for _, dt := range []DType{Float16, BFloat16, Float32, Float64} {
		x := New([]float64{-4, 4, -4, 4, math.Copysign(0, -1), 0, 5, -5}, dt)
		y := New([]float64{1, -1, -2, 2, 3, -3, -3, 3}, dt)
		for _, c := range []struct{ got, want string }{
			{x.Mod(y).String(), "[ 0. -0. -0.  0.  0. -0. -1.  1.]"},
			{x.TruncMod(y).String(), "[-0.  0. -0.  0. -0.  0.  2. -2.]"},
		} {
			if c.got != c.want {
				t.Errorf("%s: got %s, want %s", dt, c.got, c.want)
			}
		}
	}
}

// TestSpreadOfFew divides by at least zero, as numpy and PyTorch do: the spread of no elements is not known.
func TestSpreadOfFew(t *testing.T) {
	for _, c := range []struct {
		x    *Tensor
		ddof int
		want string
	}{
		{Zeros(0), 0, "nan"}, {Zeros(0), 1, "nan"}, {Ones(1), 1, "nan"}, {Ones(1), 2, "nan"}, {New([]float32{1, 2}), 3, "inf"},
	} {
		v, s := c.x.VarAxes(nil, c.ddof, false), c.x.StdAxes(nil, c.ddof, false)
		if v.String() != c.want || s.String() != c.want {
			t.Errorf("%s with ddof %d: variance %s, deviation %s, want %s", c.x, c.ddof, v, s, c.want)
		}
	}
}

// TestCovOfFew: the texts are numpy's.
func TestCovOfFew(t *testing.T) {
	row, rows := New([][]float64{{1, 2, 6}}), New([][]float64{{1, 2, 4}, {3, 1, -2}})
	for _, c := range []struct {
		got  *Tensor
		want string
	}{
		{row.Cov(1, nil, nil), "7.0"},
		{New([][]float64{{1}}).Cov(0, nil, nil), "0.0"},
		{rows.Cov(5, nil, nil), "[[ inf -inf]\n [-inf  inf]]"},
		{row.Cov(1, New([]int{2, 1, 3}), New([]float64{0.5, 1, 2})), "4.891089108910891"},
		{row.CorrCoef(), "1.0"},
	} {
		if c.got.String() != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

// TestSelections: limits by tensors, and steps, in short rows and long ones, as PyTorch computes them. But the gradient
// of NaN goes to x, and a step of NaN is NaN: PyTorch has zeros there.
func TestSelections(t *testing.T) {
	nan, inf, zero := math.NaN(), math.Inf(1), math.Copysign(0, -1)
	for _, dt := range []DType{BFloat16, Float16, Float32, Float64} {
		for _, n := range []int{1, 8, 200} {
			many := func(v ...float64) *Tensor { return New(slices.Repeat(v, n)).AsType(dt) }
			want := func(what string, x *Tensor, v ...float64) {
				if got := x.Float64s(); fmt.Sprint(got) != fmt.Sprint(slices.Repeat(v, n)) {
					t.Errorf("%s of %d %v: %v, want %v", what, n, dt, got[:len(v)], v)
				}
			}
			tape := NewTape()
			x := tape.Watch(many(nan, zero, inf, 1, -1, 2, 0.5, -inf))
			lo, hi := tape.Watch(many(0, 0, 0, 1, 0, -1, 1, -1)), tape.Watch(many(1, 0, 1, 1, 2, 1, 2, inf))
			y := x.Clamp(lo, hi)
			tape.Stop()
			want("limits", y, nan, zero, 1, 1, 0, 1, 1, -1)
			g := tape.Gradient([]*Tensor{y}, []*Tensor{many(1, 2, 3, 4, 5, 6, 7, 8)}, []*Tensor{x, lo, hi})
			want("gradient", g[0], 1, 2, 0, 4, 0, 0, 0, 0)
			want("gradient of lo", g[1], 0, 0, 0, 0, 5, 0, 7, 8)
			want("gradient of hi", g[2], 0, 0, 3, 0, 0, 6, 0, 0)
			want("one number", x.Clamp(lo, 1), nan, zero, 1, 1, 0, 1, 1, -1)
			want("steps", many(nan, zero, inf, 1, -1, 0).Heaviside(many(1, nan, 3, 4, 5, -2)), nan, nan, 1, 1, 0, -2)
		}
	}
}

// TestClampAcross: where the lower bound is above the upper one everything is the upper one, as MindSpore documents.
func TestClampAcross(t *testing.T) {
	for _, dt := range []DType{Int8, Int64, Float16, Float32, Float64} {
		x := New([]float64{-5, 0, 1, 3}).AsType(dt)
		wantValues(t, dt.String(), x.Clamp(2, -1), -1, -1, -1, -1)
		wantValues(t, dt.String()+" of tensors", x.Clamp(New([]int{2, -6, 0, 9}), New([]int{-1, 2, 0, 4})), -1, 0, 0, 4)
		wantValues(t, dt.String()+" in place", x.Clone().ClampAssign(2, -1), -1, -1, -1, -1)
	}
}
