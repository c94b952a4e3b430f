package tensor_test

import (
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// TestTriangleIndices compares the indices of triangles with their definition.
func TestTriangleIndices(t *testing.T) {
	for rows := range 5 {
		for cols := range 5 {
			for _, offset := range []int{math.MinInt, -6, -4, -3, -1, 0, 1, 2, 4, 6, math.MaxInt} {
				var low, high [2][]int64
				for i := range int64(rows) {
					for j := range int64(cols) {
						if j-i <= int64(offset) {
							low[0], low[1] = append(low[0], i), append(low[1], j)
						}
						if j-i >= int64(offset) {
							high[0], high[1] = append(high[0], i), append(high[1], j)
						}
					}
				}
				got := [2]*tensor.Tensor{tensor.TrilIndices(rows, cols, offset), tensor.TriuIndices(rows, cols, offset)}
				for k, want := range [2][2][]int64{low, high} {
					all := slices.Concat(want[0], want[1])
					if v := got[k].Int64s(); !slices.Equal(v, all) || !slices.Equal(got[k].Shape(), []int{2, len(want[0])}) {
						t.Errorf("%d×%d, %d, upper %d: %v, want %v", rows, cols, offset, k, v, all)
					}
				}
			}
		}
	}
}
