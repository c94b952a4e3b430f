package tensor

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/lebytes"
)

// bigViews are views of several bands and odd sizes: turned, with gaps, with axes that repeat, and with rows longer
// than a band.
func bigViews(dt DType) map[string]*Tensor {
	numbers := func(dims ...int) *Tensor {
		x := Zeros(dims...)
		v := x.Writable().([]float32)
		for i := range v {
			v[i] = float32(100 * math.Sin(float64(i)))
		}
		return x.AsType(dt)
	}
	every := All().By(2)
	return map[string]*Tensor{
		"transposed":  numbers(301, 257).T(),
		"steps":       numbers(257, 602).At(Ellipsis, every),
		"one axis":    numbers(200_001).At(every),
		"rows":        numbers(602, 257).At(every),
		"permuted":    numbers(31, 53, 47).Transpose(2, 0, 1),
		"row":         numbers(1, 307).BroadcastTo(257, 307),
		"column":      numbers(257, 1).BroadcastTo(257, 307),
		"long rows":   numbers(3, 70_000).At(Ellipsis, every),
		"longer rows": numbers(2, 80_000).At(Ellipsis, every),
		"one of many": numbers(5, 1, 40_000, 3).At(From(4), Ellipsis, 1),
	}
}

// TestBands checks that views are reduced and combined in pieces, with the digits of a copy in one piece. Sums of
// floats have those of their order in memory, see TestSumsOfViews.
func TestBands(t *testing.T) {
	for _, dt := range []DType{Float32, Float64, Int32, Int64, UInt8, Bool} {
		for name, x := range bigViews(dt) {
			whole := x.Contiguous()
			for what, f := range map[string]func(x *Tensor) *Tensor{
				"sum":          func(x *Tensor) *Tensor { return x.Sum() },
				"sum of first": func(x *Tensor) *Tensor { return x.Sum(0) },
				"sum of last":  func(x *Tensor) *Tensor { return x.Sum(-1) },
				"sum of both":  func(x *Tensor) *Tensor { return x.SumAxes([]int{0, -1}, true) },
				"prod":         func(x *Tensor) *Tensor { return x.Prod() },
				"max of last":  func(x *Tensor) *Tensor { return x.AsType(Float32).Max(-1) },
				"any of first": func(x *Tensor) *Tensor { return x.Any(0) },
				"with whole":   func(x *Tensor) *Tensor { return x.Add(whole) },
				"with itself":  func(x *Tensor) *Tensor { return x.Mul(x) },
				"with number":  func(x *Tensor) *Tensor { return x.Add(Scalar(3).AsType(dt)) },
				"less":         func(x *Tensor) *Tensor { return whole.Less(x) },
				"with a row":   func(x *Tensor) *Tensor { return x.Add(x.Narrow(0, 0, 1)) },
			} {
				if len(x.Shape()) == 1 && what == "sum of both" || dt.IsFloat() && strings.HasPrefix(what, "sum") {
					continue
				}
				if got, want := f(x), f(whole); !slices.Equal(got.Shape(), want.Shape()) || !bytes.Equal(lebytes.Bytes(got.Values()), lebytes.Bytes(want.Values())) {
					t.Errorf("%s of %s, %s: differs from that of a copy", what, name, dt)
				}
			}
		}
	}
}
