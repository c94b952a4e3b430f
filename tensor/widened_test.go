package tensor

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// wideSizes has few elements, and ends of bands.
var wideSizes = []int{
	0, 1, 3, 63, 64, 4097, 3*shared + 77,
	wideBand - 1, wideBand + wideRest - 1, wideBand + wideRest, 2*wideBand + wideRest,
}

// wideArguments are rows of those sizes and views; floats have NaN, infinities and zeros.
func wideArguments(dt DType) map[string]*Tensor {
	all := bigViews(dt)
	for _, n := range wideSizes {
		x := Zeros(n)
		v := x.Writable().([]float32)
		for i := range v {
			v[i] = float32(40 * math.Sin(float64(i)*1.7))
			if i%29 == 7 && dt.IsFloat() {
				special := []float64{0, math.Copysign(0, -1), 1e9, math.Inf(-1), math.NaN()}
				v[i] = float32(special[i/29%len(special)])
			}
		}
		all[fmt.Sprint(n)] = x.AsType(dt)
	}
	return all
}

// same reports whether two tensors have one dtype, one shape and the same bits; a NaN is like any other.
func same(a, b *Tensor) bool {
	return a.dtype == b.dtype && slices.Equal(a.Shape(), b.Shape()) &&
		slices.EqualFunc(a.Float64s(), b.Float64s(), func(v, w float64) bool {
			return math.Float64bits(v) == math.Float64bits(w) || v != v && w != w
		})
}

// TestWidened checks that ops of half types have the bits of those of Float32, rounded once.
func TestWidened(t *testing.T) {
	third := New(float32(1.0 / 3))
	for _, dt := range []DType{Float16, BFloat16} {
		for name, x := range wideArguments(dt) {
			for what, f := range map[string]func(x *Tensor) *Tensor{
				"exp":         (*Tensor).Exp,
				"relu":        (*Tensor).ReLU,
				"neg":         (*Tensor).Neg,
				"with itself": func(x *Tensor) *Tensor { return x.Add(x) },
				"with number": func(x *Tensor) *Tensor { return Scalar(1.0 / 3).Sub(x) },
				"with float":  func(x *Tensor) *Tensor { return x.Div(third) },
				"with row":    func(x *Tensor) *Tensor { return x.Mul(x.Narrow(0, 0, min(1, x.Dim(0)))) },
				"less":        func(x *Tensor) *Tensor { return third.Less(x) },
				"sum":         func(x *Tensor) *Tensor { return x.Sum() },
				"sum of last": func(x *Tensor) *Tensor { return x.Sum(-1) },
				"sum of rest": func(x *Tensor) *Tensor { return x.Sum(0) },
			} {
				got := f(x)
				want := f(x.Copy().AsType(Float32)).AsType(got.dtype)
				if !same(got, want) {
					t.Errorf("%s of %s, %v: differs from that of Float32", what, name, dt)
				}
			}
		}
	}
}

// TestWidenedExtremes: the same for extremes of tensors that are not empty.
func TestWidenedExtremes(t *testing.T) {
	for _, dt := range []DType{Float16, BFloat16} {
		for name, x := range bigViews(dt) {
			for _, axis := range []int{0, -1} {
				for what, f := range map[string]func(x *Tensor, axis ...int) *Tensor{"max": (*Tensor).Max, "min": (*Tensor).Min} {
					if got, want := f(x, axis), f(x.AsType(Float32), axis).AsType(dt); !same(got, want) {
						t.Errorf("%s of %s, %v, along %d: differs from that of Float32", what, name, dt, axis)
					}
				}
			}
		}
	}
}

// TestWidenedRows checks that half types that are broadcast have the bits of Float32, rounded once, whatever the
// length of rows.
func TestWidenedRows(t *testing.T) {
	for _, dims := range [][2][]int{
		{{700, 9}, {9}},
		{{700, 9}, {700, 1}},
		{{90, 300}, {300}},
		{{90, 300}, {90, 1}},
		{{5, 3000}, {3000}},
		{{3, 40_000}, {3, 1}},
		{{6000, 1}, {5}},
		{{1, 6000}, {5, 1}},
		{{8, 5, 1, 200}, {1, 7, 200}},
		{{3, 1}, {1, 4}},
	} {
		var wide [2]*Tensor
		for i, d := range dims {
			wide[i] = Arange(0, shape.Size(d), 1).AsType(Float32).Mul(Scalar(0.37)).Sin().Reshape(d...)
		}
		for _, dt := range []DType{Float16, BFloat16} {
			a, b := wide[0].AsType(dt), wide[1].AsType(dt)
			for _, x := range [][2]*Tensor{{a, b}, {b, a}, {a, wide[1]}, {b, wide[0]}} {
				got := x[0].Mul(x[1])
				if want := x[0].AsType(Float32).Mul(x[1].AsType(Float32)).AsType(got.dtype); !same(got, want) {
					t.Errorf("%v: %v·%v differs from Float32", dt, x[0].Shape(), x[1].Shape())
				}
			}
		}
	}
}

// TestWidenedIntegers checks that floats of integers are those of the integers as Float32.
func TestWidenedIntegers(t *testing.T) {
	for _, dt := range []DType{Int8, Int32, Int64, Bool} {
		for name, x := range wideArguments(dt) {
			wide := x.AsType(Float32)
			for what, f := range map[string]func(x *Tensor) *Tensor{
				"sqrt":        (*Tensor).Sqrt,
				"with itself": func(x *Tensor) *Tensor { return x.Div(x) },
				"with float":  func(x *Tensor) *Tensor { return x.Mul(wide) },
				"with row":    func(x *Tensor) *Tensor { return x.Div(x.Narrow(0, 0, min(1, x.Dim(0)))) },
				"less":        func(x *Tensor) *Tensor { return x.Less(wide.Square()) },
			} {
				if got, want := f(x), f(wide); !same(got, want) {
					t.Errorf("%s of %s, %v: differs from that of Float32", what, name, dt)
				}
			}
		}
	}
}

// TestRowsInRuns: rows whose distance is equal only within runs have the results of contiguous operands.
func TestRowsInRuns(t *testing.T) {
	for _, dims := range [][2][]int{
		{{3, 64, 49}, {64, 1}},
		{{4, 8, 5, 64}, {4, 1, 1, 64}},
		{{4, 8, 5, 64}, {8, 1, 64}},
		{{2, 3, 5, 20}, {2, 1, 5, 1}},
		{{2, 300, 130}, {300, 1}},
		{{3, 2, 5000}, {2, 1}},
	} {
		x := Arange(0, 2*shape.Size(dims[0]), 1).AsType(Float32).Sin().Reshape(append(slices.Clone(dims[0]), 2)...)
		b := Arange(1, 1+shape.Size(dims[1]), 1).AsType(Float32).Cos().Reshape(dims[1]...)
		whole := b.BroadcastTo(dims[0]...).Copy()
		for what, a := range map[string]*Tensor{"rows": x.At(Ellipsis, 0).Copy(), "gaps": x.At(Ellipsis, 1)} {
			for i, got := range []*Tensor{a.Sub(b), b.Sub(a)} {
				if want := []*Tensor{a.Copy().Sub(whole), whole.Sub(a.Copy())}[i]; !same(got, want) {
					t.Errorf("%s of %v and %v, %d: differs from whole operands", what, dims[0], dims[1], i)
				}
			}
		}
	}
}
