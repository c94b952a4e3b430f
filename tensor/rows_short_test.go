package tensor_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestShortRows compares reductions over short rows, and sums of them, with loops in the order of memory, in every bit.
func TestShortRows(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	for inner := 1; inner < 70; inner += 1 + inner/9 {
		for _, rows := range []int{1, 2, 5, 300, 1000} {
			v := make([]float32, rows*inner)
			for i := range v {
				if v[i] = float32(r.NormFloat64()); r.IntN(500) == 0 {
					v[i] = float32(math.NaN())
				}
			}
			sums := make([]float32, inner)
			largest, smallest, product := make([]float32, rows), make([]float32, rows), make([]float32, rows)
			for i := range rows {
				row := v[i*inner : (i+1)*inner]
				largest[i], smallest[i], product[i] = slices.Max(row), slices.Min(row), 1
				for j, e := range row {
					sums[j] += e
					product[i] *= e
				}
				if slices.ContainsFunc(row, func(e float32) bool { return e != e }) {
					largest[i] = float32(math.NaN())
				}
			}
			x := tensor.New(v).Reshape(rows, inner)
			for name, pair := range map[string][2][]float32{
				"sum": {x.Sum(0).Float32s(), sums}, "max": {x.Max(1).Float32s(), largest},
				"min": {x.Min(1).Float32s(), smallest}, "prod": {x.Prod(1).Float32s(), product},
			} {
				if !slices.EqualFunc(pair[0], pair[1], func(a, b float32) bool { return a == b || a != a && b != b }) {
					t.Errorf("%s of %dx%d: %v, want %v", name, rows, inner, pair[0], pair[1])
				}
			}
		}
	}
}

// TestShortRowsOfTypes compares reductions of many rows of whole numbers with loops.
func TestShortRowsOfTypes(t *testing.T) {
	const rows = 4100 // more than are joined at a time
	for _, n := range []int{1, 3, 8, 10, 17, 64, 100} {
		v := make([]int64, rows*n)
		for i := range v {
			v[i] = int64(i*i%97 - 40)
		}
		sums, largest, smallest := make([]int64, rows), make([]int64, rows), make([]int64, rows)
		for i := range rows {
			row := v[i*n : (i+1)*n]
			largest[i], smallest[i] = slices.Max(row), slices.Min(row)
			for _, e := range row {
				sums[i] += e
			}
		}
		for _, dt := range []tensor.DType{
			tensor.Float64, tensor.Float32, tensor.Float16, tensor.Int64, tensor.Int32, tensor.Int16,
		} {
			x := tensor.New(v).Reshape(rows, n).AsType(dt)
			for name, pair := range map[string][2]any{
				"sum": {x.Sum(1), sums}, "max": {x.Max(1), largest}, "min": {x.Min(1), smallest},
			} {
				if got := pair[0].(*tensor.Tensor).AsType(tensor.Int64).Int64s(); !slices.Equal(got, pair[1].([]int64)) {
					t.Errorf("%s of rows of %d, %s: %v, want %v", name, n, dt, got[:9], pair[1].([]int64)[:9])
				}
			}
		}
	}
}
