package tensor_test

import (
	"math"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/par"
	. "github.com/msrepl/msrepl/tensor"
)

// TestLinalgEdges has cases at the edges of linear algebra: what is expected follows from definitions.
func TestLinalgEdges(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	null := Zeros(0, 0)
	cases := []struct {
		name string
		got  *Tensor
		want *Tensor
	}{
		{"a singular matrix has determinant zero", New([][]float64{{1, 2}, {2, 4}}).Det(), New(0.0, Float64)},
		{"an empty matrix has determinant one", null.Det(), New(float32(1))},
		{"an empty inverse is empty", null.Inverse().Reshape(-1), New([]float32{})},
		{"a sum over nothing is zero", Zeros(2, 0).MM(Zeros(0, 1)).Reshape(-1), New([]float32{0, 0})},
		{"zero times infinity is not a number", New([]float64{0, 1}).Dot(New([]float64{inf, 1})), New(nan, Float64)},
		{"and neither in einsum", Einsum("i,i->", New([]float64{0, 1}), New([]float64{nan, 1})), New(nan, Float64)},
		{"the logarithm of a negative determinant", New([][]float64{{-1}}).LogDet(), New(nan, Float64)},
		{"the rank of zeros", Zeros(3, 2).MatrixRank(0), New(int64(0))},
		{"the rank of nothing", Zeros(3, 0).MatrixRank(0), New(int64(0))},
		{"the logarithm of a sum over nothing", Zeros(0, 2).LogSumExp([]int{0}, false), Full([]int{2}, float32(-inf))},
		{"values that are not finite have no singular ones", New([][]float64{{nan, 1}, {1, 1}}).SVDVals(), New([]float64{nan, nan})},
		{"an identity's power", Eye(2).MatrixPower(-3).Diag(), New([]float32{1, 1})},
		{"integers are inverted in Float32", New([][]int{{2}}).Inverse().Reshape(1), New([]float32{0.5})},
		{"the condition of a singular matrix", New([][]float64{{1, 0}, {0, 0}}).Cond(nil), New(inf, Float64)},
		{"distances of no points", Zeros(0, 3).Cdist(Zeros(2, 3), 2).Reshape(-1), New([]float32{})},
		{"a batch of none", Zeros(0, 2, 2).Inverse().Reshape(-1), New([]float32{})},
	}
	for _, c := range cases {
		same(t, c.name, c.got, c.want)
	}
}

func same(t *testing.T, name string, got, want *Tensor) {
	t.Helper()
	if got.DType() != want.DType() || got.Repr() != want.Repr() {
		t.Errorf("%s: got %s, want %s", name, got.Repr(), want.Repr())
	}
}

// edge is a gradient at a point that finite differences cannot reach.
type edge struct {
	name string
	x    *Tensor
	f    func(x *Tensor) *Tensor
	want *Tensor
}

func checkEdges(t *testing.T, cases []edge) {
	t.Helper()
	for _, c := range cases {
		same(t, c.name, gradOf(c.f, c.x), c.want)
	}
}

func TestGradientEdges(t *testing.T) {
	checkEdges(t, []edge{
		{
			"a zero among factors", New([]float64{0, 3}),
			func(u *Tensor) *Tensor {
				return Ones(1).AsType(Float64).TensorScatterMul(New([][]int{{0}, {0}}), u).Sum()
			}, New([]float64{3, 0}),
		},
		{
			"maxima that tie share", New([]float64{2, 2, 1}),
			func(u *Tensor) *Tensor { return u.UnsortedSegmentMax(New([]int{0, 0, 0}), 1).Sum() }, New([]float64{0.5, 0.5, 0}),
		},
		{"the distance of equal points", New([][]float64{{1, 2}}), func(x *Tensor) *Tensor { return x.Cdist(New([][]float64{{1, 2}}), 2).Sum() }, New([][]float64{{0, 0}})},
		{"the distance of equal points, cubes", New([][]float64{{1, 2}}), func(x *Tensor) *Tensor { return x.Cdist(New([][]float64{{1, 2}}), 3).Sum() }, New([][]float64{{0, 0}})},
		{"the norm of zeros", New([]float64{0, 0}), func(x *Tensor) *Tensor { return x.VectorNorm(2.5, nil, false) }, New([]float64{0, 0})},
		{"a norm that falls from zero on", New([]float64{0, 4}), func(x *Tensor) *Tensor { return x.VectorNorm(0.5, nil, false) }, New([]float64{0, 1})},
		{"replaced numbers are constant", New([]float64{math.NaN(), 1}), func(x *Tensor) *Tensor { return x.NanToNum(nil, nil, nil).Sum() }, New([]float64{0, 1})},
		{"a running maximum", New([]float64{3, 1, 3}), func(x *Tensor) *Tensor { y, _ := x.CumMax(0); return y.Sum() }, New([]float64{2, 0, 1})},
		{"the middle of three", New([]float64{3, 1, 2}), func(x *Tensor) *Tensor { return x.MedianAll() }, New([]float64{0, 0, 1})},
	})
}

// TestGradientsOfEquals has gradients where values are equal, zero or infinite; what is expected is PyTorch's, and
// for sinc, where that is NaN, its series'.
func TestGradientsOfEquals(t *testing.T) {
	checkEdges(t, []edge{
		{
			"a slice of zeros is not scaled", New([][]float64{{0, 0}, {0, 2}}),
			func(x *Tensor) *Tensor { return x.Renorm(2, 0, 1).Sum() },
			New([][]float64{{1, 1}, {0.5, 0}}),
		},
		{
			"the largest of equal eigenvalues", EyeOf(Float64, 2),
			func(x *Tensor) *Tensor { return x.EigvalsH().Mul(New([]float64{1, 2})).Sum() },
			New([][]float64{{1, 0}, {0, 2}}),
		},
		{
			"equal singular values", New([][]float64{{2, 0}, {0, 2}}),
			func(x *Tensor) *Tensor { return x.SVDVals().Sum() },
			New([][]float64{{1, 0}, {0, 1}}),
		},
		{
			"equal singular values beside vectors", Eye(2),
			func(x *Tensor) *Tensor { s, _, _ := x.SVD(false); return s.Sum() }, New([][]float32{{1, 0}, {0, 1}}),
		},
		{
			"equal eigenvalues beside vectors", Eye(2),
			func(x *Tensor) *Tensor { w, _ := x.Eigh(); return w.Sum() }, New([][]float32{{1, 0}, {0, 1}}),
		},
		{
			"singular values of zero, tall", New([][]float64{{3, 0}, {0, 0}, {4, 0}}),
			func(x *Tensor) *Tensor { return x.SVDVals().Max() },
			New([][]float64{{0.6, 0}, {0, 0}, {0.8, 0}}),
		},
		{
			"singular values of zero, wide", New([][]float64{{3, 0, 4}, {0, 0, 0}}),
			func(x *Tensor) *Tensor { return x.SVDVals().Max() },
			New([][]float64{{0.6, 0, 0.8}, {0, 0, 0}}),
		},
		{
			"logarithms far from zero", New([]float32{-1e6, 1e6, 3}),
			func(x *Tensor) *Tensor { return x.LogAddExp(New([]float32{-1e6, 1e6, -math.MaxFloat32})).Sum() },
			New([]float32{0.5, 0.5, 1}),
		},
		{
			"an infinite logarithm", New([]float64{math.Inf(1), math.Inf(-1)}),
			func(x *Tensor) *Tensor { return x.LogAddExp2(Scalar(0)).Sum() },
			New([]float64{1, 0}),
		},
		{
			"the deviation of equal numbers", New([]float64{2, 2, 2}),
			func(x *Tensor) *Tensor { return x.StdAxes(nil, 1, false) },
			New([]float64{0, 0, 0}),
		},
		{
			"the bend of sinc", New([]float64{0}),
			func(x *Tensor) *Tensor { return gradOf((*Tensor).Sinc, x) },
			New([]float64{-math.Pi * math.Pi / 3}),
		},
		{ // the values of sinc are those of mpmath, of the others PyTorch's
			"sinc near zero", New([]float64{1e-160, 1e-8, -1e-5, 0.01, 0.0999, 0.1, 2.5}), (*Tensor).Sinc,
			New([]float64{
				-3.2898681336964528e-160, -3.2898681336964526e-8, 3.2898681333717562e-5, -0.032895434481712399,
				-0.32543195527576433, -0.32575126788312397, -0.050929581789406507,
			}),
		},
		{
			"sinc of Float32 near zero", New([]float32{1e-30, 1e-5, 0.01}), (*Tensor).Sinc,
			New([]float32{-3.2898681441288776e-30, -3.2898680502626964e-5, -0.032895433746587281}),
		},
		{
			"the bend of sinc near zero", New([]float64{1e-5, 0.05}),
			func(x *Tensor) *Tensor { return gradOf((*Tensor).Sinc, x) }, New([]float64{-3.289868132722362, -3.2655516040338543}),
		},
		{
			"logit at its ends", New([]float64{0, 1, 1e-300, 0.5}), func(x *Tensor) *Tensor { return x.Logit(nil) },
			New([]float64{math.Inf(1), math.Inf(1), 1e300, 4}),
		},
		{
			"the power zero of the smallest numbers", New([]float64{0, 5e-324, 0x1p-1024, 0x1p-1023}),
			func(x *Tensor) *Tensor { return x.Pow(Scalar(0)) }, New([]float64{0, 0, 0, 0}),
		},
		{
			"and of Float32", New([]float32{1e-45, 0x1p-128, 0x1p-127}),
			func(x *Tensor) *Tensor { return x.Pow(Scalar(0)) }, New([]float32{0, 0, 0}),
		},
		{
			"Bessel functions of the smallest numbers", New([]float64{5e-324, 1.5e-323}),
			func(x *Tensor) *Tensor { return x.BesselI1().Add(x.BesselJ1()).Add(x.BesselI1e()) }, New([]float64{1.5, 1.5}),
		},
		{
			"and of Float32", New([]float32{1.4e-45, 4.2e-45}), (*Tensor).BesselI1, New([]float32{0.5, 0.5}),
		},
	})
}

// TestLinalgErrors has misuse with what the message must name.
func TestLinalgErrors(t *testing.T) {
	cases := []struct {
		f    func()
		kind Kind
		has  []string
	}{
		{func() { Ones(2, 3).Inverse() }, ValueError, []string{"MatrixInverse", "(2, 3)"}},
		{func() { Ones(3).Det() }, ValueError, []string{"MatrixDeterminant", "(3,)"}},
		{func() { New([][]float64{{1, 2}, {2, 1}}).Cholesky(false) }, ValueError, []string{"positive definite"}},
		{func() { Ones(2, 2).Solve(Ones(3)) }, ValueError, []string{"MatrixSolve", "(2, 2)", "(3"}},
		{func() { Ones(2, 3).MV(Ones(2)) }, ValueError, []string{"[2, 3]", "[2]"}},
		{func() { Ones(2, 2, 3).BMM(Ones(3, 3, 2)) }, ValueError, []string{"[2, 2, 3]", "[3, 3, 2]"}},
		{func() { Einsum("ij,jk->ik", Ones(2, 3), Ones(4, 2)) }, ValueError, []string{"ij,jk->ik", "3", "4"}},
		{func() { Einsum("ij->ijk", Ones(2, 3)) }, ValueError, []string{"'k'"}},
		{func() { Einsum("i%d", Ones(2, 3)) }, ValueError, []string{"i%d"}},
		{func() { Einsum("ij,j", Ones(2, 3)) }, ValueError, []string{"2 operands", "1"}},
		{func() { TensorDot(Ones(2, 3), Ones(2, 3), []int{0}, []int{1}) }, ValueError, []string{"[2, 3]"}},
		{func() { Ones(2, 3).QR("full") }, ValueError, []string{"reduced", "full"}},
		{func() { Ones(2, 2).MatrixNorm(3, nil, false) }, ValueError, []string{"nuc", "3"}},
		{func() { ZerosOf(Complex64, 2, 2).SVD(false) }, TypeError, []string{"Complex64"}},
		{func() { Ones(2, 3).TensorScatterAdd(New([][]int{{0, 0}}), Ones(2)) }, ValueError, []string{"[1]", "[2]"}},
		{func() { Ones(2, 3).GatherNd(New([][]int{{0, 3}})) }, IndexError, []string{"3"}},
		{func() { Ones(3).UnsortedSegmentMax(New([]int{0, 5, 0}), 2) }, IndexError, []string{"5", "2"}},
		{func() { Ones(3).KthValue(4, 0, false) }, ValueError, []string{"[1, 3]", "4"}},
		{func() { Ones(3).Quantile(1.5) }, ValueError, []string{"1.5"}},
		{func() { Ones(2, 3).Narrow(1, 2, 2) }, ValueError, []string{"[0, 3]", "4"}},
	}
	for i, c := range cases {
		e, ok := Try(c.f).(*Error)
		if !ok || e.Kind != c.kind {
			t.Errorf("case %d: got %v, want a %s", i, e, c.kind)
			continue
		}
		for _, part := range c.has {
			if !strings.Contains(e.Msg, part) {
				t.Errorf("case %d: %q does not say %q", i, e.Msg, part)
			}
		}
	}
}

// TestEuclid compares distances of Float32, which come from a product of matrices, and their gradients with those of
// Float64, which come from differences: also of rows that are equal or nearly so, far from zero, and in stacks.
func TestEuclid(t *testing.T) {
	line := func(shape ...int) *Tensor {
		return Arange(shapeSize(shape)).AsType(Float32).Mul(Scalar(0.7)).Sin().Reshape(shape...)
	}
	far := line(5, 3).Mul(Scalar(1e-3)).Add(Scalar(1000))
	same := line(4, 6)
	inf := New([][]float32{{1, 2}, {float32(math.Inf(1)), 0}, {0, 0}})
	for _, c := range [][2]*Tensor{
		{line(5, 3), line(7, 3)},
		{line(2, 1, 5, 3), line(3, 7, 3)},
		{line(5, 3), line(2, 7, 3)},
		{far, far.Flip(0)},
		{same, same},
		{same, same.Add(Scalar(1e-7))},
		{line(1, 1), line(1, 1)},
		{line(20, 90), line(30, 90)},
		{inf, New([][]float32{{3, 4}, {5, 6}})},
		{line(3, 2).AsType(Float16), line(4, 2)},
		{line(3, 2).AsType(BFloat16), line(4, 2).AsType(BFloat16)},
	} {
		value := func(dt func(x *Tensor) DType) []*Tensor {
			tape := NewTape()
			x, y := tape.Watch(c[0].AsType(dt(c[0]))), tape.Watch(c[1].AsType(dt(c[1])))
			dist := x.Cdist(y, 2)
			tape.Stop()
			seed := Arange(dist.Size()).AsType(Float64).Cos().Reshape(dist.Shape()...).AsType(dist.DType())
			return append(tape.Gradient([]*Tensor{dist}, []*Tensor{seed}, []*Tensor{x, y}), dist)
		}
		got, want := value((*Tensor).DType), value(func(*Tensor) DType { return Float64 })
		eps := map[DType]float64{Float16: 0x1p-10, BFloat16: 0x1p-7, Float32: 0x1p-23}
		for i, g := range got {
			tolerance := 4 * max(eps[g.DType()], eps[got[2].DType()])
			if !g.AsType(Float64).AllClose(want[i], tolerance, tolerance, true).Bool() {
				t.Errorf("shapes %v and %v: result %d is %v, want %v", c[0].Shape(), c[1].Shape(), i, g, want[i])
			}
		}
	}
}

func shapeSize(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// TestManyDistances: distances that are computed band by band, and their gradients, are those of each row alone.
func TestManyDistances(t *testing.T) {
	const n, m, d = 70, 130, 60
	spread := func(step float64, shape ...int) *Tensor {
		return Ones(shape...).AsType(Float64).CumSum(-1).Add(Ones(shape...).AsType(Float64).CumSum(-2).Mul(Full([]int{}, step))).Sin()
	}
	rowByRow := func(x, y *Tensor, p float64) *Tensor {
		var rows []*Tensor
		for i := range n {
			rows = append(rows, x.Narrow(-2, i, 1).Cdist(y, p))
		}
		return Concat(rows, -2)
	}
	for _, x := range []*Tensor{spread(7, n, d), spread(5, 2, 1, n, d)} {
		for _, y := range []*Tensor{spread(3, m, d), spread(4, 3, m, d)} {
			for _, p := range []float64{1, 2, 3, math.Inf(1)} {
				value := func(f func(x, y *Tensor, p float64) *Tensor) []*Tensor {
					tape := NewTape()
					x, y := tape.Watch(x), tape.Watch(y)
					dist := f(x, y, p)
					tape.Stop()
					return append(tape.Gradient([]*Tensor{dist}, []*Tensor{dist.Detach().Cos()}, []*Tensor{x, y}), dist)
				}
				got, want := value((*Tensor).Cdist), value(rowByRow)
				for i, g := range got {
					if apart := g.Sub(want[i]).Abs().Max().Item().(float64); !(apart < 1e-11) {
						t.Errorf("shapes %v and %v, p = %v: result %d is %g apart", x.Shape(), y.Shape(), p, i, apart)
					}
				}
			}
		}
	}
}

// TestDistancesOfFloat32 has rows of several lengths: some distances, the weighted sum of all, and the last rows of the
// gradients of that sum, as torch.cdist and its autograd compute them.
func TestDistancesOfFloat32(t *testing.T) {
	const n, d = 2, 5
	table := func(rows, a, b, mod int) *Tensor {
		y := make([]float32, rows*d)
		for i := range y {
			y[i] = float32((a*(i/d)+b*(i%d))%mod) / 4
		}
		return New(y).Reshape(rows, d)
	}
	for _, c := range []struct {
		m            int
		some         []float32 // of the last row: the first two, the middle, the last two
		sum          float64
		xGrad, yGrad []float32
	}{
		{
			3,
			[]float32{2.715695, 3.181981, 3.181981, 3.181981, 1.299038},
			12.418479,
			[]float32{-0.1083351, 0.409229, -0.5966607, -0.0790965, 1.800303},
			[]float32{1.377299, 1.015044, -0.5282744, -0.8905294, -0.796231},
		},
		{
			17,
			[]float32{2.715695, 3.181981, 2.487468, 1.299038, 2.371708},
			85.403056,
			[]float32{2.415701, 8.628753, -7.890202, -1.969085, 5.230626},
			[]float32{-0.8212805, -1.126803, 0.8184718, 0.5129492, 1.317378},
		},
		{
			70,
			[]float32{2.715695, 3.181981, 3.230712, 2.371708, 2.989565},
			366.78392,
			[]float32{7.683968, 36.7439, -35.31739, -5.890457, 21.80272},
			[]float32{0.4979646, 0.2607731, 1.850173, -1.470509, -0.9251848},
		},
	} {
		tape := NewTape()
		x, y := tape.Watch(table(n, 7, 3, 11)), tape.Watch(table(c.m, 5, 2, 13))
		dist := x.Cdist(y, 2)
		tape.Stop()
		weights := Arange(n*c.m).AsType(Float32).Reshape(n, c.m).Div(Scalar(c.m))
		grads := tape.Gradient([]*Tensor{dist}, []*Tensor{weights}, []*Tensor{x, y})
		for _, r := range []struct {
			what string
			got  *Tensor
			want *Tensor
		}{
			{"distances", dist.At(1).Gather(New([]int32{0, 1, int32(c.m / 2), int32(c.m - 2), int32(c.m - 1)}), 0), New(c.some)},
			{"weighted sum", dist.AsType(Float64).Mul(weights).Sum(), New(c.sum, Float64)},
			{"gradient of x", grads[0].At(-1), New(c.xGrad)},
			{"gradient of y", grads[1].At(-1), New(c.yGrad)},
		} {
			if !r.got.AllClose(r.want, 2e-6, 2e-6, false).Bool() {
				t.Errorf("%d rows: the %s is %v, want %v", c.m, r.what, r.got, r.want)
			}
		}
	}
}

// TestStacksOfMatrices: what several processors compute of a stack is what each matrix alone gives.
func TestStacksOfMatrices(t *testing.T) {
	defer par.Limit(par.Limit(4))
	all := func(first *Tensor, rest ...*Tensor) []*Tensor { return append([]*Tensor{first}, rest...) }
	two := func(x, y *Tensor) []*Tensor { return []*Tensor{x, y} }
	for name, f := range map[string]func(x *Tensor) []*Tensor{
		"Inverse":  func(x *Tensor) []*Tensor { return all(x.Inverse()) },
		"Det":      func(x *Tensor) []*Tensor { return all(x.Det()) },
		"SlogDet":  func(x *Tensor) []*Tensor { return two(x.SlogDet()) },
		"Cholesky": func(x *Tensor) []*Tensor { return all(x.MatMul(x.SwapAxes(-1, -2)).Cholesky(false)) },
		"Solve":    func(x *Tensor) []*Tensor { return all(x.Solve(x.Square().Narrow(-1, 0, 3))) },
		"LU":       func(x *Tensor) []*Tensor { return two(x.LUFactor()) },
		"QR":       func(x *Tensor) []*Tensor { return two(x.Narrow(-1, 0, 3).QR("complete")) },
		"SVD": func(x *Tensor) []*Tensor {
			s, u, v := x.Narrow(-2, 0, 3).SVD(true)
			return []*Tensor{s, u, v}
		},
		"Eigh": func(x *Tensor) []*Tensor { return two(x.Eigh()) },
		"Eig":  func(x *Tensor) []*Tensor { return two(x.Eig()) },
	} {
		for _, n := range []int{4, 7} {
			const batch = 960
			x := Arange(batch*n*n).AsType(Float64).Square().Sin().Reshape(batch/3, 3, n, n)
			x = x.Add(Eye(n).Mul(Scalar(n)))
			got := f(x)
			for i := range batch {
				for j, want := range f(x.At(i/3, i%3)) {
					if y := got[j].At(i/3, i%3); !y.Equal(want).All().Bool() {
						t.Fatalf("%s, n = %d: result %d of matrix %d is %v, want %v", name, n, j, i, y, want)
					}
				}
			}
		}
	}
}
