package tensor_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/tensor"
)

// FuzzViews compares elementwise operations on views, broadcast ones too, with the same on copies of single elements:
// strides, offsets and lengths decide which loops run, not what comes out.
func FuzzViews(f *testing.F) {
	f.Add(uint8(3), uint8(40), uint8(0), uint8(0), uint32(1))
	f.Add(uint8(17), uint8(33), uint8(0x5b), uint8(0xa6), uint32(7))
	f.Add(uint8(90), uint8(2), uint8(0xff), uint8(0x11), uint32(0x7fc00000))
	f.Fuzz(func(t *testing.T, rows, cols, howA, howB uint8, seed uint32) {
		compareViews(t, 1+int(rows)%96, 1+int(cols)%96, howA, howB, seed)
	})
}

// TestViewPairs does so for each way that a view may lie, beside a whole matrix, itself and some other view.
func TestViewPairs(t *testing.T) {
	for how := range 256 {
		for k, other := range []int{0, how, how * 91 % 256} {
			compareViews(t, 2+how%3, 15+how%19, byte(how), byte(other), uint32(how+k))
			compareViews(t, 3+how%17, 2+how%5, byte(other), byte(how), uint32(how+k))
		}
	}
}

// TestLargeViews: large views, which several processors compute, have the same results as on one processor.
func TestLargeViews(t *testing.T) {
	for how := 0; how < 256; how += 3 {
		n, m := 300+how%7*16, 401+how%5*37
		a, b := viewOf(n, m, byte(how), uint32(how)), viewOf(n, m, byte(how*91), uint32(how+77))
		for name, op := range map[string]func(a, b *tensor.Tensor) *tensor.Tensor{
			"add":  (*tensor.Tensor).Add,
			"less": (*tensor.Tensor).Less,
			"neg":  func(a, _ *tensor.Tensor) *tensor.Tensor { return a.Neg() },
			"copy": func(a, _ *tensor.Tensor) *tensor.Tensor { return a.Copy() },
		} {
			got, want := shared(func() *tensor.Tensor { return op(a, b) })
			if i := differs(got, want); i >= 0 {
				t.Fatalf("%s of views %#x and %#x of %dx%d: element %d is %v, want %v",
					name, how, byte(how*91), n, m, i, got[i], want[i])
			}
		}
	}
}

// TestReductionsOfLargeViews checks reductions, too, of each dtype and over any axes, whether these are the outer
// ones or the inner ones in memory.
func TestReductionsOfLargeViews(t *testing.T) {
	dtypes := []tensor.DType{
		tensor.Float32, tensor.Float64, tensor.Int32, tensor.Int64, tensor.UInt8, tensor.Float16, tensor.BFloat16,
		tensor.Bool,
	}
	for how := 0; how < 256; how += 7 {
		dt := dtypes[how%len(dtypes)]
		x := viewOf(96, 1000, byte(how), uint32(how)).AsType(dt).BroadcastTo(96, 1000)
		cube := x.Reshape(16, 6, 1000)
		for _, v := range []*tensor.Tensor{
			x, x.T(), cube, cube.Transpose(2, 0, 1), x.Reshape(12, 8, 1, 1000).At(tensor.All().By(2)),
		} {
			for _, axes := range [][]int{nil, {0}, {-1}, {0, 1}, {0, -1}, {1, -1}} {
				for name, reduce := range map[string]func(x *tensor.Tensor, axes []int, keep bool) *tensor.Tensor{
					"sum": (*tensor.Tensor).SumAxes, "prod": (*tensor.Tensor).ProdAxes, "max": (*tensor.Tensor).MaxAxes,
				} {
					if v.NDim() == 2 && len(axes) == 2 && (axes[0]+axes[1])%2 == 0 {
						continue // one axis twice
					}
					got, want := shared(func() *tensor.Tensor { return reduce(v, axes, false).AsType(tensor.Float64) })
					if i := differs(got, want); i >= 0 {
						t.Fatalf("%s over %v of view %#x as %v of %v: element %d is %v, want %v",
							name, axes, how, v.Shape(), dt, i, got[i], want[i])
					}
				}
			}
		}
	}
}

// shared returns what f gives on four processors, and on one.
func shared(f func() *tensor.Tensor) (four, one []float64) {
	defer par.Limit(par.Limit(1))
	one = f().Float64s()
	par.Limit(4)
	return f().Float64s(), one
}

// differs returns the first place at which the bits of a and b differ, -1 if there is none; NaNs are equal.
func differs(a, b []float64) int {
	for i, w := range b {
		if g := a[i]; math.Float64bits(g) != math.Float64bits(w) && (g == g || w == w) {
			return i
		}
	}
	return -1
}

func compareViews(t *testing.T, n, m int, howA, howB uint8, seed uint32) {
	t.Helper()
	a, b := viewOf(n, m, howA, seed), viewOf(n, m, howB, seed+77)
	for name, op := range map[string]func(a, b *tensor.Tensor) *tensor.Tensor{
		"add":        (*tensor.Tensor).Add,
		"mul":        (*tensor.Tensor).Mul,
		"add number": func(a, _ *tensor.Tensor) *tensor.Tensor { return a.Add(tensor.Scalar(0.5)) },
		"less":       (*tensor.Tensor).Less,
		"where":      func(a, b *tensor.Tensor) *tensor.Tensor { return tensor.Where(a.Greater(b), a, b) },
		"neg":        func(a, _ *tensor.Tensor) *tensor.Tensor { return a.Neg() },
		"half":       func(a, _ *tensor.Tensor) *tensor.Tensor { return a.AsType(tensor.Float16) },
	} {
		got := op(a, b)
		flat := got.Float64s()
		if len(flat) != got.Size() {
			t.Fatalf("%s: %d elements of %d", name, len(flat), got.Size())
		}
		for k, v := range flat {
			i, j := k/got.Dim(1), k%got.Dim(1)
			want := op(single(a, i, j), single(b, i, j)).Float64s()[0]
			if math.Float64bits(v) != math.Float64bits(want) && (v == v || want == want) {
				t.Fatalf("%s of views %#x and %#x of %dx%d: element [%d, %d] is %v, want %v", name, howA, howB, n, m, i, j, v, want)
			}
		}
	}
}

// viewOf returns a matrix of n×m elements of any bits, in memory as how says: transposed, with a step, from
// the middle, backward, or with one row or column only, which is repeated.
func viewOf(n, m int, how uint8, seed uint32) *tensor.Tensor {
	if how&1 != 0 {
		return viewOf(m, n, how&^1, seed).T()
	}
	dims := [2]int{n, m}
	for axis, bit := range []uint8{2, 4} {
		if how&bit != 0 {
			dims[axis] = 1
		}
	}
	step, skip := 1+int(how>>3&3), int(how>>5&3)
	width := dims[1]*step + skip
	v := make([]float32, dims[0]*width)
	for i := range v {
		seed = seed*1664525 + 1013904223
		v[i] = math.Float32frombits(seed)
		if seed>>28&1 != 0 {
			v[i] = float32(int32(seed)>>20) / 16
		}
	}
	x := tensor.Share(v, dims[0], width).Narrow(1, skip, dims[1]*step)
	if step > 1 {
		x = x.Reshape(dims[0], dims[1], step).Narrow(2, 0, 1).Squeeze(2)
	}
	if how&0x80 != 0 {
		x = x.Flip(0)
	}
	return x
}

// single is element [i, j] of x, or of what x repeats.
func single(x *tensor.Tensor, i, j int) *tensor.Tensor {
	return tensor.New([]float32{float32(x.Narrow(0, min(i, x.Dim(0)-1), 1).Narrow(1, min(j, x.Dim(1)-1), 1).Float64s()[0])})
}
