package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// eachColumns calls f for matrices of many shapes, by every set of kernels: two of n rows of inner elements, and where
// their columns begin.
func eachColumns(t *testing.T, kind string, f func(t *testing.T, x []float32, n, inner int, starts []int)) {
	shapes := func(t *testing.T) {
		r := rand.New(rand.NewPCG(21, 22))
		for _, n := range []int{1, 2, 7, 8, 21, 64, 128, 130, 301} {
			for _, inner := range []int{16, 17, 100, 333} {
				starts := make([]int, 0, 2*inner)
				for i := range 2 * inner {
					starts = append(starts, i/inner*n*inner+i%inner)
				}
				t.Run(fmt.Sprintf("%dx%d", n, inner), func(t *testing.T) {
					f(t, foldData(r, 2*n*inner, kind), n, inner, starts)
				})
			}
		}
	}
	if len(simd.Sets()) == 0 {
		shapes(t)
		return
	}
	defer useVectors(simd.Sets()[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		shapes(t)
	})
}

// column is every inner-th element from start on.
func column(x []float32, start, n, inner int) []float32 {
	c := make([]float32, n)
	for i := range c {
		c[i] = x[start+i*inner]
	}
	return c
}

// TestColumns compares functions of columns with their twins for rows.
func TestColumns(t *testing.T) {
	for _, kind := range []string{"numbers", "odd", "one NaN"} {
		eachColumns(t, kind, func(t *testing.T, x []float32, n, inner int, starts []int) {
			for name, f := range map[string]struct {
				many    *Unary
				one     func(dst, x []float32)
				allowed float64
			}{
				"softmax": {&Softmax, softmax[float32], 4}, "logSoftmax": {&LogSoftmax, logSoftmax[float32], 4},
				"cumSum": {&CumSum, cumSum[float32], 0}, "cumProd": {&CumProd, cumProd[float32], 0},
			} {
				got, want := make([]float32, len(x)), make([]float32, n)
				if !f.many.TakesColumns(inner) {
					t.Fatalf("%s: no loop", name)
				}
				f.many.Columns(got, x, n, inner)
				if n < shortRounded {
					f.allowed = 0
				}
				for _, start := range starts {
					f.one(want, column(x, start, n, inner))
					for i, v := range column(got, start, n, inner) {
						if !same(v, want[i]) && !(apart(v, want[i]) <= f.allowed) {
							t.Fatalf("%s: element %d of the column at %d is %v, want %v", name, i, start, v, want[i])
						}
					}
				}
			}
		})
	}
}

// TestSumColumns compares sums of columns with those of rows in every bit.
func TestSumColumns(t *testing.T) {
	eachColumns(t, "numbers", func(t *testing.T, x []float32, n, inner int, _ []int) {
		got := make([]float32, inner)
		sumColumns(got, x, make([]float32, 20*inner), n)
		for i, v := range got {
			if want := Sum.F32(column(x, i, n, inner)); v != want {
				t.Fatalf("column %d: %v, want %v", i, v, want)
			}
		}
	})
}

// TestSoftmaxBackColumns compares gradients with a loop for each column, in every bit.
func TestSoftmaxBackColumns(t *testing.T) {
	eachColumns(t, "numbers", func(t *testing.T, y []float32, n, inner int, starts []int) {
		g := foldData(rand.New(rand.NewPCG(5, 6)), len(y), "numbers")
		got := append([]float32(nil), g...)
		SoftmaxBack(got, y, n, inner)
		for _, start := range starts {
			var sum float32
			ys, gs := column(y, start, n, inner), column(g, start, n, inner)
			for i, v := range gs {
				sum += float32(v * ys[i])
			}
			for i, v := range column(got, start, n, inner) {
				if want := float32(gs[i]*ys[i]) - float32(ys[i]*sum); v != want {
					t.Fatalf("element %d of the column at %d is %v, want %v", i, start, v, want)
				}
			}
		}
	})
}

// TestEntropyColumns compares the cross entropy of columns, and its gradient, with the plain logarithm of softmax.
func TestEntropyColumns(t *testing.T) {
	const ignored, g = -1, 0.25
	eachColumns(t, "numbers", func(t *testing.T, x []float32, n, inner int, starts []int) {
		labels, want := make([]int64, len(starts)), make([]float32, n)
		for i := range labels {
			labels[i] = int64(i%(n+1)) - 1
		}
		loss, dx := make([]float32, len(labels)), make([]float32, len(x))
		most, sums := make([]float32, len(labels)), make([]float32, len(labels))
		CrossEntropy(loss, most, sums, x, labels, n, inner, ignored)
		CrossEntropyBack(dx, most, sums, x, labels, n, inner, ignored, g)
		for i, start := range starts {
			logSoftmax(want, column(x, start, n, inner))
			ofLabel, used := 0.0, 0.0
			if l := labels[i]; l != ignored {
				ofLabel, used = float64(-want[l]), 1
			}
			if math.Abs(float64(loss[i])-ofLabel) > 2e-6 {
				t.Fatalf("the loss of the column at %d is %v, want %v", start, loss[i], ofLabel)
			}
			for k, v := range column(dx, start, n, inner) {
				slope := math.Exp(float64(want[k]))
				if int64(k) == labels[i] {
					slope--
				}
				if math.Abs(float64(v)-used*g*slope) > 1e-6 {
					t.Fatalf("gradient %d of the column at %d is %v, want %v", k, start, v, used*g*slope)
				}
			}
		}
	})
}
