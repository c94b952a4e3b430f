package tensor

import (
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/shape"
)

// turnedViews are views of several bands: turned, with gaps between rows, and with axes that repeat.
func turnedViews() map[string]*Tensor {
	numbers := func(dims ...int) *Tensor {
		x := Zeros(dims...)
		v := x.Writable().([]float32)
		for i := range v {
			v[i] = float32(i*7919%10007-5003) / 3
		}
		return x
	}
	return map[string]*Tensor{
		"transposed": numbers(301, 257).T(),
		"permuted":   numbers(31, 53, 47).Transpose(2, 0, 1),
		"swapped":    numbers(31, 53, 47).Transpose(0, 2, 1),
		"whole":      numbers(50, 64, 80),
		"rows":       numbers(602, 257).At(All().By(2)),
		"steps":      numbers(129, 1604).At(Ellipsis, All().By(2)),
		"odd steps":  numbers(129, 1604).At(Ellipsis, From(1).By(2)),
		"long rows":  numbers(11, 4100).At(All().By(2), Span(4, 1000)),
		"thirds":     numbers(129, 1604).At(Ellipsis, From(2).By(3)),
		"long steps": numbers(3, 40000).At(Ellipsis, From(1).By(2)),
		"backward":   numbers(602, 640).At(All().By(-2)),
		"row":        numbers(1, 307).BroadcastTo(257, 307),
		"column":     numbers(257, 1).BroadcastTo(257, 307),
	}
}

// TestSumsOfViews checks that sums over an axis have numpy's digits, which takes the axes of a view in the order of
// memory: what numpy 1.24 gives for the same numbers, its bits folded into one word. Where rows repeat, numpy adds
// them one after another; equal rows are added by halves here, which is nearer to the exact sum.
func TestSumsOfViews(t *testing.T) {
	views := turnedViews()
	fold := func(x *Tensor) (h uint32) {
		for _, v := range x.Float32s() {
			h = h*31 + math.Float32bits(v)
		}
		return h
	}
	for name, want := range map[string]struct{ first, last uint32 }{
		"transposed": {0xbd260a21, 0xfa2b3e59},
		"permuted":   {0x836e6319, 0xfb96f037},
		"swapped":    {0x51a2ad08, 0x90c736b7},
		"rows":       {0xdfab114b, 0x6392969e},
		"steps":      {0x4b3113d0, 0x6a6db11d},
		"odd steps":  {0x9147bb99, 0xb359afce},
		"long rows":  {0x6d36e6d1, 0x44ab43bd},
		"thirds":     {0x6eca064, 0x652ae561},
		"whole":      {0xea631156, 0xe60db027},
		"backward":   {0x910f9185, 0x8883c36e},
		"row":        {0, 0x32a20aae},
		"column":     {0, 0x787f3c31},
	} {
		if got := fold(views[name].Sum(0)); got != want.first && want.first != 0 {
			t.Errorf("%s: the sum of the first axis is folded to %#x, want %#x", name, got, want.first)
		}
		if got := fold(views[name].Sum(-1)); got != want.last {
			t.Errorf("%s: the sum of the last axis is folded to %#x, want %#x", name, got, want.last)
		}
		if kept := views[name].SumAxes([]int{0, -1}, true); kept.Shape()[0] != 1 || !closeTo(kept, views[name].AsType(Float64).SumAxes([]int{0, -1}, true)) {
			t.Errorf("%s: %v with axes kept", name, kept)
		}
	}
	if got := fold(views["whole"].Sum(1)); got != 0x40c6297f {
		t.Errorf("whole: the sum of the middle axis is folded to %#x", got)
	}
	for name, back := range map[string][]int{"transposed": {1, 0}, "permuted": {1, 2, 0}, "swapped": {0, 2, 1}} {
		base := views[name].Transpose(back...)
		if !base.lay.contig {
			t.Fatalf("%s is not turned back by %v", name, back)
		}
		if got, want := views[name].Sum().Float(), base.Sum().Float(); got != want {
			t.Errorf("%s: the sum is %v, that of what it is a view of %v", name, got, want)
		}
	}
	// numpy's sums of rows, one after another
	if got := math.Float32bits(views["rows"].Sum().Float32s()[0]); got != 0xc66fe68a {
		t.Errorf("rows: the sum is %#x", got)
	}
	for name, x := range views {
		for axis := range x.NDim() {
			if got, want := x.Sum(axis), x.AsType(Float64).Sum(axis); !closeTo(got, want) {
				t.Errorf("%s: the sum of axis %d is far from that in Float64", name, axis)
			}
		}
		if got := x.Sum(); !closeTo(got, x.AsType(Float64).Sum()) {
			t.Errorf("%s: the sum is %v", name, got)
		}
	}
}

// closeTo reports whether sums of numbers below 2000 are those of Float64 but for roundings.
func closeTo(got, want *Tensor) bool {
	if !slices.Equal(got.Shape(), want.Shape()) {
		return false
	}
	for i, v := range got.Float64s() {
		if math.Abs(v-want.Float64s()[i]) > 0.3 {
			return false
		}
	}
	return true
}

// TestSumsOfViewsOfIntegers sums transposed and repeated integers, whose sums are exact, over any axes.
func TestSumsOfViewsOfIntegers(t *testing.T) {
	for _, dims := range [][]int{{40, 1, 130}, {1, 200, 33}, {90, 61, 1}, {7, 70, 13}} {
		base := Arange(shape.Size(dims)).AsType(Int32).Reshape(dims...)
		for _, perm := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {0, 2, 1}} {
			x := base.Transpose(perm...)
			full := make([]int, 3)
			for i, n := range x.Shape() {
				full[i] = max(n, 50+i)
				if n > 1 {
					full[i] = n
				}
			}
			x = x.BroadcastTo(full...)
			copied := x.Contiguous()
			for _, axes := range [][]int{{0}, {1}, {2}, {0, 1}, {0, 2}, {2, 1}, {0, 1, 2}} {
				for _, keep := range []bool{false, true} {
					got, want := x.SumAxes(axes, keep), copied.SumAxes(axes, keep)
					if !slices.Equal(got.Shape(), want.Shape()) || !slices.Equal(got.Int32s(), want.Int32s()) {
						t.Errorf("%v as %v, repeated to %v, over %v, keep %v: %v, want %v", dims, perm, full, axes, keep, got, want)
					}
				}
			}
		}
	}
}
