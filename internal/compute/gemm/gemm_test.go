package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/par"
)

// sizes are m, n, k: tiles, their edges, one beyond, several blocks, and shapes of layers.
var sizes = [][3]int{
	{1, 1, 1},
	{2, 3, 4},
	{12, 32, 8},
	{13, 33, 9},
	{24, 64, 17},
	{23, 47, 31},
	{1, 100, 50},
	{100, 1, 50},
	{64, 64, 64},
	{65, 129, 257},
	{193, 40, 300},
	{200, 300, 520},
	{64, 512, 784},
	{10, 64, 512},
	{512, 784, 64},
	{3, 2100, 20},
	{3, 700, 201},
	{700, 2, 203},
	{9, 37, 1030},
	{2, 3, 1100},
	{1, 1, 63},
	{1, 1, 4500},
	{1, 1, 300000},
	{400, 2080, 30},
	{5, 7, 0},
	{7, 64, 1},
	{300, 301, 1},
	{6, 63, 1},
	{30, 11, 200},
	{30, 36, 90},
}

// layouts are how a matrix may lie in memory.
var layouts = []string{"rows", "columns", "strided", "padded", "reversed"}

// matrix makes a random matrix in a layout, and its rows for the reference.
func matrix[T Float](r *rand.Rand, rows, cols int, layout string) (Matrix[T], [][]float64) {
	row, col := cols, 1
	switch layout {
	case "columns":
		row, col = 1, rows
	case "strided":
		row, col = 3*cols+1, 2
	case "padded":
		row = cols + 5
	}
	data := make([]T, max(1, rows*row, cols*col, (rows-1)*row+(cols-1)*col+1))
	first := &data[0]
	if layout == "reversed" && rows > 0 && cols > 0 {
		first, row = &data[(rows-1)*row], -row
	}
	m := Matrix[T]{first, row, col}
	values := make([][]float64, rows)
	for i := range rows {
		values[i] = make([]float64, cols)
		for j := range cols {
			v := T(r.NormFloat64())
			*at(m.First, i*row+j*col) = v
			values[i][j] = float64(v)
		}
	}
	return m, values
}

func each(t *testing.T, f func(t *testing.T)) {
	keep32, keep64 := sets32, sets64
	defer func() { sets32, sets64 = keep32, keep64 }()
	for i := range keep32 {
		sets32, sets64 = keep32[i:], keep64[i:]
		t.Run(sets32[0].name, f)
	}
}

func TestMul(t *testing.T) {
	each(t, func(t *testing.T) {
		t.Run("float32", testMul[float32])
		t.Run("float64", testMul[float64])
	})
}

func testMul[T Float](t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range sizes {
		m, n, k := size[0], size[1], size[2]
		for i := range layouts {
			la, lb, add := layouts[i], layouts[(i*3+1)%len(layouts)], i%2 == 1
			a, av := matrix[T](r, m, k, la)
			b, bv := matrix[T](r, k, n, lb)
			ldc := n + i%2*3
			c := make([]T, m*ldc+1)
			for i := range c {
				c[i] = 7
			}
			Mul(m, n, k, a, b, &c[0], ldc, add)
			check(t, fmt.Sprintf("%dx%dx%d %s·%s add=%v", m, n, k, la, lb, add), c, ldc, av, bv, n, add)
		}
	}
}

// TestOuterZeros multiplies a column by a row of specials. What is -0 becomes 0, as in sums that begin with 0.
func TestOuterZeros(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	specials := []float32{0, float32(math.Copysign(0, -1)), 1, -1, inf, -inf, nan, 1e-30, -1e-20, math.MaxFloat32}
	const n = 70
	row := make([]float32, n)
	for j := range row {
		row[j] = specials[j%len(specials)]
	}
	each(t, func(t *testing.T) {
		got := make([]float32, len(specials)*n)
		Mul(len(specials), n, 1, Matrix[float32]{&specials[0], 1, 1}, Matrix[float32]{&row[0], n, 1}, &got[0], n, false)
		for i, x := range specials {
			for j, y := range row {
				want := 0 + float32(x*y)
				if g := got[i*n+j]; math.Float32bits(g) != math.Float32bits(want) && (g == g || want == want) {
					t.Errorf("%v · %v is %v, want %v", x, y, g, want)
				}
			}
		}
	})
}

// check compares with sums in float64, within the error that k roundings allow. Of a large C it looks at every
// seventh element.
func check[T Float](t *testing.T, what string, c []T, ldc int, av, bv [][]float64, n int, add bool) {
	t.Helper()
	eps := math.Pow(2, -23)
	if bytes[T](1) == 8 {
		eps = math.Pow(2, -52)
	}
	for i := range av {
		for j := range ldc {
			if len(c) > 10000 && (i*ldc+j)%7 != 0 {
				continue
			}
			want, size := 0.0, 0.0
			if add || j >= n {
				want, size = 7, 7
			}
			if j < n {
				for p, x := range av[i] {
					want += x * bv[p][j]
					size += math.Abs(x * bv[p][j])
				}
			}
			if got := float64(c[i*ldc+j]); !(math.Abs(got-want) <= size*eps*math.Sqrt(float64(len(av[i])+4))) {
				t.Fatalf("%s: C[%d,%d] = %v, want %v", what, i, j, got, want)
			}
		}
	}
	if c[len(c)-1] != 7 {
		t.Fatalf("%s: wrote beyond C", what)
	}
}

func TestNotFinite(t *testing.T) {
	each(t, func(t *testing.T) {
		for _, n := range []int{5, 70} {
			a, b := make([]float32, n*n), make([]float32, n*n)
			b[0] = float32(math.NaN())
			b[n+1] = float32(math.Inf(1))
			c := make([]float32, n*n)
			Mul(n, n, n, Matrix[float32]{&a[0], n, 1}, Matrix[float32]{&b[0], n, 1}, &c[0], n, false)
			for j, v := range c[:n] {
				if nan := v != v; nan != (j < 2) {
					t.Errorf("n=%d: 0·B[%d] = %v", n, j, v)
				}
			}
		}
	})
}

func TestSameOnAnyNumberOfProcessors(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, size := range sizes {
		m, n, k := size[0], size[1], size[2]
		for i, la := range layouts {
			a, _ := matrix[float32](r, m, k, la)
			b, _ := matrix[float32](r, k, n, layouts[(i+1)%len(layouts)])
			one, many := make([]float32, m*n+1), make([]float32, m*n+1)
			for workers, c := range map[int][]float32{1: one, 5: many} {
				before := par.Limit(workers)
				Mul(m, n, k, a, b, &c[0], n, false)
				par.Limit(before)
			}
			for j := range one {
				if one[j] != many[j] {
					t.Fatalf("%v %s: element %d is %v on one processor, %v on five", size, la, j, one[j], many[j])
				}
			}
		}
	}
}

// TestDot compares long dot products on all instruction sets, to the bit on those that fuse.
func TestDot(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, k := range []int{1024, 1100, 200000} {
		a, _ := matrix[float32](r, 1, k, "rows")
		b, _ := matrix[float32](r, k, 1, "rows")
		var first float32
		each(t, func(t *testing.T) {
			var c float32
			Mul(1, 1, k, a, b, &c, 1, false)
			if first == 0 {
				first = c
			}
			if set := setOf[float32](); set.name != "plain" && c != first || math.Abs(float64(c-first)) > 1e-3 {
				t.Errorf("%s: k=%d: %v, want %v", set.name, k, c, first)
			}
		})
	}
}

// TestFewRows compares bits of some rows, and columns, of a product with those of the whole product.
func TestFewRows(t *testing.T) { each(t, testFewRows[float32]); each(t, testFewRows[float64]) }

func testFewRows[T Float](t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, k := range []int{1, 40, 511, 1300} {
		const m, n = 70, 90
		a, _ := matrix[T](r, m, k, "rows")
		b, _ := matrix[T](r, k, n, "columns")
		row, whole, some := make([]T, n), make([]T, m*n), make([]T, m*n)
		for j := range row {
			row[j] = T(r.NormFloat64())
		}
		MulAdd(m, n, k, a, b, &whole[0], n, row)
		for few := 1; few <= 12; few++ {
			i, j := r.IntN(m-few), r.IntN(n-few)
			MulAdd(few, n, k, a.sub(i, 0), b, &some[0], n, row)
			for p, v := range some[:few*n] {
				if want := whole[i*n+p]; v != want {
					t.Fatalf("k=%d: %d rows: element %d is %v, %v in the whole product", k, few, p, v, want)
				}
			}
			MulAdd(m, few, k, a, b.sub(0, j), &some[0], few, row[j:])
			for p, v := range some[:few*m] {
				if want := whole[p/few*n+j+p%few]; v != want {
					t.Fatalf("k=%d: %d columns: element %d is %v, %v in the whole product", k, few, p, v, want)
				}
			}
		}
	}
}

func BenchmarkMul(b *testing.B) {
	for _, n := range []int{16, 64, 128, 256, 512, 1024, 2048} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("n=%d/workers=%d", n, workers), func(b *testing.B) {
				defer par.Limit(par.Limit(workers))
				x, y, c := make([]float32, n*n), make([]float32, n*n), make([]float32, n*n)
				for i := range x {
					x[i], y[i] = float32(i%7), float32(i%5)
				}
				m := Matrix[float32]{&x[0], n, 1}
				for b.Loop() {
					Mul(n, n, n, m, Matrix[float32]{&y[0], n, 1}, &c[0], n, false)
				}
				b.ReportMetric(2*float64(n)*float64(n)*float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
			})
		}
	}
}

// BenchmarkPeak is the tile alone, on operands in the L1 cache: what there is to be had.
func BenchmarkPeak(b *testing.B) {
	s := setOf[float32]()
	k := 64
	x, y, c := make([]float32, k*s.rows), make([]float32, k*s.cols), make([]float32, s.rows*s.cols)
	for b.Loop() {
		for range 100 {
			s.strip(s.rows, s.cols, k, &x[0], 1, s.rows, &y[0], s.cols, &c[0], s.cols, addend[float32]{}, uintptr(unsafe.Pointer(&y[0])))
		}
	}
	b.ReportMetric(200*float64(k*s.rows*s.cols)*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFLOP/s")
}
