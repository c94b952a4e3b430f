package kernels

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSmallProductsInOrder holds the kernels of small products to the loops in Go, bit for bit.
func TestSmallProductsInOrder(t *testing.T) {
	vectorSets(t)
	r := rand.New(rand.NewPCG(1, 2))
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e-40, 1e-310}
	value := func() float64 {
		if r.IntN(40) == 0 {
			return special[r.IntN(len(special))]
		}
		return r.NormFloat64()
	}
	for range 500 {
		m, n, k := 1+r.IntN(30), 1+r.IntN(40), r.IntN(20)
		testInOrder[float32](t, m, n, k, 1+r.IntN(3), value)
		testInOrder[float64](t, m, n, k, 1+r.IntN(3), value)
	}
}

func testInOrder[T float32 | float64](t *testing.T, m, n, k, step int, value func() float64) {
	t.Helper()
	a, b := Matrix[T]{Data: make([]T, m*k*step+1), Row: k * step, Col: step}, Matrix[T]{Data: make([]T, (k+1)*(n+step)+1)}
	if b.Row, b.Col = n+step, 1; step == 2 {
		b.Row, b.Col = 1, k+1
	}
	for i := range a.Data {
		a.Data[i] = T(value())
	}
	for i := range b.Data {
		b.Data[i] = T(value())
	}
	want, got := make([]T, m*n), make([]T, m*n)
	for i := range want {
		var sum T
		for p := range k {
			sum += T(a.Data[i/n*a.Row+p*a.Col] * b.Data[p*b.Row+i%n*b.Col])
		}
		want[i] = sum
	}
	if !small(m, n, k, a, b, got) {
		t.Fatal("the kernels have got lost")
	}
	for i, w := range want {
		if g := got[i]; g != w && (g == g || w == w) || math.Signbit(float64(g)) != math.Signbit(float64(w)) && g == g {
			t.Fatalf("%d×%d×%d, columns %d apart: element %d is %v, want %v", m, k, n, step, i, g, w)
		}
	}
}

// TestProdRows compares products of many rows with a loop for each, in every bit. In long rows, which are not
// multiplied in order, are powers of two, so that all orders have these bits.
func TestProdRows(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	for _, rows := range []int{1, 7, 8, 9, 24, 27} {
		for _, n := range []int{1, 5, 15, 16, 17, 130, 255, 256, 257, 700, 1024} {
			x, got := foldData(r, rows*n, []string{"numbers", "odd"}[n%2]), make([]float32, rows)
			if n >= prodWidth {
				for i := range x {
					x[i] = []float32{1, -1, 0.5, 2}[r.IntN(4)]
				}
			}
			prodRows(got, x, n)
			for i, v := range got {
				row, want := x[i*n:(i+1)*n], float32(1)
				long := make([]float64, n)
				for j, u := range row {
					want *= u
					long[j] = float64(u)
				}
				if !same(v, want) || !same(Prod.F32(row), want) || n >= prodWidth && Prod.F64(long) != float64(want) {
					t.Fatalf("%d rows of %d: product %d is %v, %v and %v, want %v", rows, n, i, v, Prod.F32(row), Prod.F64(long), want)
				}
			}
		}
	}
}
