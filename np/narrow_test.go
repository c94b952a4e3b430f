package np

import (
	"slices"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestNarrowDTypesDoNotWrap checks that sums, differences and counts that a narrow dtype cannot hold do not wrap
// around on the way to a mean, slope or area. The wanted values are arithmetic.
func TestNarrowDTypesDoNotWrap(t *testing.T) {
	bytes := tensor.New(slices.Repeat([]uint8{200, 100}, 150)) // 300 elements: their number is no byte either
	halves := tensor.New(slices.Repeat([]float32{2, 4}, 40000)).AsType(tensor.Float16)
	short := tensor.New([]int16{-30000, 30000, 30000})
	weights := tensor.New([]int16{9, 1, 2})
	for name, c := range map[string]struct {
		got  *tensor.Tensor
		want []float64
	}{
		"nanmean":             {NanMean(bytes), []float64{150}},
		"nanvar":              {NanVar(bytes), []float64{2500}},
		"nanstd":              {NanStd(bytes), []float64{50}},
		"nanmean of halves":   {NanMean(halves), []float64{3}},
		"nanvar of halves":    {NanVar(halves), []float64{1}},
		"nanmean along":       {NanMean(bytes.Reshape(150, 2), 0), []float64{200, 100}},
		"nanmean of Bool":     {NanMean([]bool{true, true, false, true}), []float64{0.75}},
		"average":             {Average(short, weights), []float64{-15000}},
		"average, one weight": {Average(short, 2), []float64{10000}},
		"gradient":            {Gradient(tensor.New([]uint8{255, 1, 3})), []float64{-254, -126, 2}},
		"gradient of int16":   {Gradient(short), []float64{60000, 30000, 0}},
		"cbrt":                {Rint(Cbrt([]int8{-128}).Mul(tensor.Scalar(100))), []float64{-504}},
		"trapz":               {Trapz(bytes), []float64{299 * 150}},
		"trapz at":            {TrapzAt(tensor.New([]uint8{200, 200, 100}), tensor.New([]uint8{9, 3, 4})), []float64{-1050}},
	} {
		if got := c.got.Float64s(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if dt := NanMean(halves).DType(); dt != tensor.Float16 {
		t.Errorf("nanmean of Float16 is %v", dt)
	}
}
