package tensor_test

import (
	"math"
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestNormOrders has all orders of norms; the numbers are numpy.linalg.norm's.
func TestNormOrders(t *testing.T) {
	m, v := New([][]float64{{1, -2, 3}, {-4, 5, 6}}), New([]float64{3, -4, 0})
	inf := math.Inf(1)
	for _, c := range []struct {
		x    *Tensor
		ord  any
		want float64
	}{
		{m, nil, 9.539392014169456},
		{m, "fro", 9.539392014169456},
		{m, "nuc", 12.49706697378234},
		{m, "inf", 15},
		{m, inf, 15},
		{m, "-inf", 6},
		{m, -inf, 6},
		{m, 1, 9},
		{m, -1.0, 5},
		{m, 2, 8.789365882622867},
		{m, -2.0, 3.707701091159473},
		{v, nil, 5},
		{v, "inf", 4},
		{v, inf, 4},
		{v, "-inf", 0},
		{v, -inf, 0},
		{v, 0, 2},
		{v, 1, 7},
		{v, 3.0, 4.497941445275415},
		{v, 0.5, 13.928203230275509},
	} {
		if got := c.x.NormBy(c.ord, nil, false).Float(); math.Abs(got-c.want) > 1e-12*c.want {
			t.Errorf("norm of order %v of %v is %v, want %v", c.ord, c.x.ToList(), got, c.want)
		}
	}
	wantError(t, ValueError, "For 'Norm', ord fro does not go with 1 axes: the shape is (3,).", func() { v.NormBy("fro", nil, false) })
	wantError(t, ValueError, "nuc", func() { m.NormBy("half", nil, false) })
}
