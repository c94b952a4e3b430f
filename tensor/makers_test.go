package tensor_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// TestRamps compares Arange and Linspace with the formulas of numpy, in every bit.
func TestRamps(t *testing.T) {
	dtypes := []DType{Float64, Float32, Float16, BFloat16, Int64, Int32, Int8, UInt8, Bool, Complex64}
	for _, c := range []struct{ start, stop, step float64 }{
		{0, 0, 1},
		{0, 10, 1},
		{5, 6000, 1},
		{100000, -3000, -17},
		{-1, 3, 0.3},
		{0.1, 900, 0.1},
		{math.Copysign(0, -1), 100, 1},
		{1e18, 1e18 + 5e5, 100},
	} {
		var want []float64
		for i := 0; float64(i) < math.Ceil((c.stop-c.start)/c.step); i++ {
			want = append(want, c.start+float64(float64(i)*c.step))
		}
		for _, dt := range dtypes {
			ref := ZerosOf(dt, 0)
			if len(want) > 0 {
				ref = New(want, Float64).AsType(dt)
			}
			if got := Arange(c.start, c.stop, c.step, dt); !equalBits(got, ref) {
				t.Errorf("Arange of %v as %v: %v, want %v", c, dt, got, ref)
			}
		}
		for _, n := range []int{1, 2, 63, 64, 5000} {
			var line []float32
			for i := range n {
				line = append(line, float32(c.start+(c.stop-c.start)*float64(i)/float64(max(1, n-1))))
			}
			line[n-1] = float32(c.stop)
			if n == 1 {
				line[0] = float32(c.start)
			}
			if got := Linspace(c.start, c.stop, n); !equalBits(got, New(line)) {
				t.Errorf("Linspace of %d from %v to %v: %v, want %v", n, c.start, c.stop, got, line)
			}
		}
	}
}

// TestOneHot compares with comparisons of every integer with every place.
func TestOneHot(t *testing.T) {
	for _, dt := range []DType{Int8, UInt8, Int16, Int32, Int64, UInt64} {
		x := New([][]int{{0, 3, -1}, {4, 2, 7}}, Int64).AsType(dt)
		for _, on := range []any{1, 2.5, true, New(3, Int8), New(7, Float16), New(complex(1, 2)), New([]int{1, 2, 3, 4})} {
			for axis, depth := range map[int]int{-1: 4, 0: 4, 1: 4, 2: 4, -2: 4} {
				for _, view := range []*Tensor{x, x.T(), x.At(All(), All().By(-1)), x.At(To(0))} {
					hot := New(on)
					hit := view.AsType(Int64).ExpandDims(-1).Equal(Arange(depth))
					want := Where(hit, hot, New(0).AsType(hot.DType())).MoveAxis(-1, axis)
					if got := view.OneHotOf(depth, on, 0, axis); !equalBits(got, want) {
						t.Errorf("%v, on %v, axis %d: %v, want %v", dt, on, axis, got, want)
					}
				}
			}
		}
	}
}

// TestRoll compares with pieces joined in another order.
func TestRoll(t *testing.T) {
	x := Arange(2*3*5).Reshape(2, 3, 5)
	for name, x := range map[string]*Tensor{
		"a tensor": x, "a view": x.Transpose(2, 0, 1), "backward": x.At(All(), All().By(-1)), "empty": x.At(To(0)),
		"bytes": x.AsType(Int8), "halves": x.AsType(Float16), "wide": x.AsType(Complex128), "one": x.At(0, 0, To(1)),
	} {
		for axis := range x.NDim() {
			for _, n := range []int{0, 1, -2, 7, -11} {
				d := x.Dim(axis)
				k := ((n % max(1, d)) + d) % max(1, d)
				want := Concat([]*Tensor{x.Narrow(axis, d-k, k), x.Narrow(axis, 0, d-k)}, axis)
				if got := x.Roll(n, axis); !equalBits(got, want) {
					t.Errorf("%s by %d along %d: %v, want %v", name, n, axis, got, want)
				}
				if got, want := x.Roll(n), x.Reshape(-1).Roll(n, 0).Reshape(x.Shape()...); !equalBits(got, want) {
					t.Errorf("%s by %d: %v, want %v", name, n, got, want)
				}
			}
		}
	}
}

// TestChoiceByPart compares choices by a mask that repeats with those by a mask of the whole shape.
func TestChoiceByPart(t *testing.T) {
	for _, dims := range [][]int{{3, 9, 8}, {2, 2, 8, 8}, {1, 64}, {5, 0, 64}, {70}} {
		x, y := ops.Randn(dims...), ops.Randn(dims...)
		for first := range len(dims) {
			mask := ops.Randn(dims[first:]...).Greater(Scalar(0))
			for _, b := range []*Tensor{y, Scalar(2.5), y.At(Ellipsis, To(1))} {
				got, want := Where(mask, x, b), Where(mask.BroadcastTo(dims...).Clone(), x, b.BroadcastTo(dims...).Clone())
				if !equalBits(got, want) {
					t.Errorf("shapes %v, %v: %v, want %v", dims[first:], dims, got, want)
				}
			}
		}
	}
}

// TestChoiceByRows compares choices of rows, columns, numbers and views, short and long, with those of Float64, and
// their gradients.
func TestChoiceByRows(t *testing.T) {
	for _, n := range []int{63, 64, 65, 300} {
		forms := map[string]*Tensor{
			"all": ops.Randn(5, n), "row": ops.Randn(n), "column": ops.Randn(5, 1), "number": ops.Randn(1, 1),
			"turned": ops.Randn(n, 5).T(), "backward": ops.Randn(5, n).At(All().By(-1)),
			"mirrored": ops.Randn(5, n).At(All(), All().By(-1)), "expanded": ops.Randn(5, 1).BroadcastTo(5, n),
			"repeated": Full([]int{5, n}, 2.5, Float32),
			"odd":      New([]float64{math.NaN(), math.Inf(-1), math.Inf(1), math.Copysign(0, -1), 1}, Float32).Reshape(5, 1),
		}
		for of, x := range forms {
			for by, mask := range forms {
				for _, y := range forms {
					got, dx, dy := chosen(mask.Greater(Scalar(0)), x, y)
					want, dx64, dy64 := chosen(mask.Greater(Scalar(0)), x.AsType(Float64), y.AsType(Float64))
					if !equalBits(got, want.AsType(Float32)) || !dx.AllClose(dx64.AsType(Float32), 1e-5, 1e-5, false).Bool() ||
						!dy.AllClose(dy64.AsType(Float32), 1e-5, 1e-5, false).Bool() {
						t.Fatalf("%s of %d by %s: %v, want %v", of, n, by, got, want)
					}
				}
			}
		}
	}
}

// chosen is a choice with the gradients of its squares.
func chosen(mask, x, y *Tensor) (z, dx, dy *Tensor) {
	tape := NewTape()
	a, b := tape.Watch(x), tape.Watch(y)
	z = Where(mask, a, b)
	squares := Where(mask, a, b).NanToNum(0, 1, -1).Square()
	tape.Stop()
	g := tape.Gradient([]*Tensor{squares}, nil, []*Tensor{a, b})
	return z.Detach(), g[0], g[1]
}

// TestChoiceOfTypes compares choices of all sizes of elements with sums of what the mask leaves, broadcast.
func TestChoiceOfTypes(t *testing.T) {
	full := Arange(-99, 99).Reshape(3, 66)
	for _, dt := range []DType{Int8, Bool, Float16, Int32, Float32, Int64, Float64, Complex64, Complex128} {
		for i, a := range []*Tensor{full, full.T().Clone().T(), full.At(1), full.Narrow(1, 0, 1), full.Flip(1), Scalar(7)} {
			for j, b := range []*Tensor{full.Mul(Scalar(2)), full.At(0), full.Narrow(1, 0, 1), Scalar(0)} {
				for k, mask := range []*Tensor{full, full.At(2), full.Narrow(1, 0, 1), Scalar(3)} {
					yes := mask.Mod(Scalar(3)).Greater(Scalar(0))
					x, y := a.AsType(dt), b.AsType(dt)
					n := yes.AsType(Int64)
					want := a.Mul(n).Add(b.Mul(Scalar(1).Sub(n))).AsType(dt)
					if dt == Bool {
						want = yes.LogicalAnd(x).LogicalOr(yes.LogicalNot().LogicalAnd(y))
					}
					if got := Where(yes, x, y); !equalBits(got, want) {
						t.Errorf("%s, %d, %d, %d: %v, want %v", dt, i, j, k, got, want)
					}
				}
			}
		}
	}
}

// TestRepeatedArguments compares ops on tensors whose memory is put off with those on others.
func TestRepeatedArguments(t *testing.T) {
	filled := func(v any, dt DType) (lazy, eager *Tensor) {
		lazy, eager = Full([]int{wide, wide}, v, dt), Full([]int{wide, wide}, v, dt)
		eager.Writable()
		return lazy, eager
	}
	row := Arange(float64(wide))
	column := row.Reshape(wide, 1)
	for _, dt := range []DType{Float32, Float64, Float16, Int32, Int64, Bool, Complex64} {
		for name, f := range map[string]func(a, b *Tensor) *Tensor{
			"Add": (*Tensor).Add, "Mul": (*Tensor).Mul, "Pow": (*Tensor).Pow,
		} {
			a, b := filled(3, dt)
			c, d := filled(2, Int32)
			for i, p := range [][4]*Tensor{
				{a, c, b, d},
				{a, row, b, row},
				{row, c, row, d},
				{a, column, b, column},
				{column, c, column, d},
				{row.T(), New(2).BroadcastTo(wide, wide), row, d},
				{a, ZerosOf(Int32, 0, 1, 1), b, ZerosOf(Int32, 0, 1, 1)},
				{a, lazy(), b, eager()},
				{a, Scalar(2), b, Scalar(2)},
				{a.T(), eager(), b.T(), eager()},
				{eager(), c.At(To(1)), eager(), d.At(To(1))},
				{a, New([][][]int{{{2}}}), b, New([][][]int{{{2}}})},
			} {
				if dt == Bool && name == "Pow" {
					continue
				}
				if got, want := f(p[0], p[1]), f(p[2], p[3]); !equalBits(got, want) {
					t.Errorf("%s of %v, pair %d: %v, want %v", name, dt, i, got, want)
				}
			}
		}
	}
}

// TestTruthCounts compares sums of truth, and the places of what is true, with those that are counted one by one.
func TestTruthCounts(t *testing.T) {
	for _, dims := range [][]int{{}, {1}, {70}, {3, 65}, {4, 1, 130}, {2, 3, 64}, {0, 5}, {5, 0}, {2, 2, 2, 3}} {
		mask := ops.Randn(dims...).Greater(Scalar(0.3))
		for _, x := range []*Tensor{mask, mask.Flip().Flip(), mask.T()} {
			number := x.AsType(Int64)
			for first := range dims {
				for last := first; last < len(dims); last++ {
					axes := []int{0, 1, 2, 3}[first : last+1]
					for _, keep := range []bool{false, true} {
						if got, want := x.SumAxes(axes, keep), number.SumAxes(axes, keep); !equalBits(got, want) {
							t.Errorf("%v over %v: %v, want %v", x.Shape(), axes, got, want)
						}
					}
				}
			}
			if got, want := x.Sum(), number.Sum(); !equalBits(got, want) {
				t.Errorf("%v: %v, want %v", x.Shape(), got, want)
			}
			places, at := x.Nonzero(), 0
			for i, v := range x.Reshape(-1).Bools() {
				if !v {
					continue
				}
				place := i
				for k := len(dims) - 1; k >= 0; k-- {
					if got := places.At(at, k).Int(); got != place%x.Dim(k) {
						t.Fatalf("%v: true number %d is at %v, want %d there", x.Shape(), at, places.At(at), place%x.Dim(k))
					}
					place /= x.Dim(k)
				}
				at++
			}
			if places.Dim(0) != at {
				t.Errorf("%v: %d places, want %d", x.Shape(), places.Dim(0), at)
			}
		}
	}
}
