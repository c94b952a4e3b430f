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

// Large views, which processors share, give what one processor gives.
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
			old := par.Limit(1)
			want := op(a, b).Float64s()
			par.Limit(4)
			got := op(a, b).Float64s()
			par.Limit(old)
			for i, w := range want {
				if g := got[i]; math.Float64bits(g) != math.Float64bits(w) && (g == g || w == w) {
					t.Fatalf("%s of views %#x and %#x of %dx%d: element %d is %v, want %v", name, how, byte(how*91), n, m, i, g, w)
				}
			}
		}
	}
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
