package gemm

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// some returns n numbers, some of them not finite, zeros or denormals.
func some[T Float](r *rand.Rand, n int) []T {
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e-41, -1e-310, math.SmallestNonzeroFloat32}
	v := make([]T, n)
	for i := range v {
		if v[i] = T(r.NormFloat64()); r.IntN(60) == 0 {
			v[i] = T(special[r.IntN(len(special))])
		}
	}
	return v
}

// same compares what a kernel made with what its twin made: to the error of k roundings where size bounds the sum of
// the terms, to the bit if size is 0; not finite where the other is not.
func same[T Float](t *testing.T, what string, got, want []T, size float64, k int) {
	t.Helper()
	eps, least := math.Pow(2, -23), 1e-44
	if bytes[T](1) == 8 {
		eps, least = math.Pow(2, -52), 1e-323
	}
	for i, w := range want {
		g, w := float64(got[i]), float64(w)
		switch {
		case g == w || g != g && w != w:
		case math.IsInf(g, 0) || math.IsInf(w, 0) || g != g || w != w || math.Abs(g-w) > size*eps*float64(k+2)+least*float64(k):
			t.Fatalf("%s: element %d is %v, want %v", what, i, g, w)
		}
	}
}

// largest returns the largest finite absolute value.
func largest[T Float](v []T) (m float64) {
	for _, x := range v {
		if a := math.Abs(float64(x)); !math.IsInf(a, 0) {
			m = max(m, a)
		}
	}
	return m
}

// fuzzSets calls the tests for each set but the plain one.
func fuzzSets(f *testing.F, f32 func(t *testing.T, s *set[float32], r *rand.Rand), f64 func(t *testing.T, s *set[float64], r *rand.Rand)) {
	for seed := range uint64(20) {
		f.Add(seed, seed*77)
	}
	f.Fuzz(func(t *testing.T, a, b uint64) {
		for i := range sets32[:len(sets32)-1] {
			f32(t, sets32[i], rand.New(rand.NewPCG(a, b)))
			f64(t, sets64[i], rand.New(rand.NewPCG(a, b)))
		}
	})
}

// heights returns a test of the tiles of every height.
func heights[T Float](f func(t *testing.T, s *set[T], r *rand.Rand, rows int)) func(t *testing.T, s *set[T], r *rand.Rand) {
	return func(t *testing.T, s *set[T], r *rand.Rand) {
		for i := range s.rows {
			f(t, s, r, i+1)
		}
	}
}

// FuzzTile compares tiles with plainRows: heights, widths, strides, masks, with and without what is added.
func FuzzTile(f *testing.F) { fuzzSets(f, heights(fuzzTile[float32]), heights(fuzzTile[float64])) }

func fuzzTile[T Float](t *testing.T, s *set[T], r *rand.Rand, rows int) {
	k := r.IntN(40)
	rsa, csa := 1+r.IntN(4), s.rows*4+r.IntN(3)
	if r.IntN(2) == 0 {
		rsa, csa = 40+r.IntN(5), 1
	}
	for name, tiles := range map[string][]kernel[T]{
		"wide": s.wide, "narrow": s.narrow, "in order": s.inOrder, "narrow in order": s.inOrderNarrow,
	} {
		if tiles == nil {
			continue
		}
		cols := s.cols
		if strings.HasPrefix(name, "narrow") {
			cols /= 2
		}
		mask, ldb, ldc, ldo := full(1+r.IntN(cols)), cols+r.IntN(3), cols+r.IntN(3), r.IntN(2)*(cols+1)
		if r.IntN(3) == 0 {
			mask = full(cols)
		}
		off := r.IntN(3)
		a, b, c := some[T](r, rows*rsa+k*csa+off+1), some[T](r, k*ldb+cols+off), some[T](r, rows*ldc+cols+off)
		old, ldOld := some[T](r, rows*ldo+cols), ldo
		o := &old[0]
		want := append([]T(nil), c...)
		if r.IntN(3) == 0 {
			o = nil
		}
		tiles[rows-1](k, &a[off], bytes[T](rsa), bytes[T](csa), &b[off], bytes[T](ldb), &c[off], bytes[T](ldc), mask, o, bytes[T](ldOld), 0)
		plainRows[T](rows)(k, &a[off], bytes[T](rsa), bytes[T](csa), &b[off], bytes[T](ldb), &want[off], bytes[T](ldc), mask, o, bytes[T](ldOld), 0)
		size := float64(k)*largest(a)*largest(b) + largest(old)
		if strings.HasSuffix(name, "in order") {
			size = 0
		}
		same(t, s.name+" "+name, c, want, size, k)
	}
}

// FuzzListed compares tiles over lists with plainListed.
func FuzzListed(f *testing.F) {
	fuzzSets(f, heights(fuzzListed[float32]), heights(fuzzListed[float64]))
}

func fuzzListed[T Float](t *testing.T, s *set[T], r *rand.Rand, rows int) {
	for name, tiles := range map[string][]listedKernel[T]{"wide": s.listed, "narrow": s.listedNarrow} {
		if tiles == nil {
			continue
		}
		k, cols := 1+r.IntN(30), s.cols
		if name == "narrow" {
			cols /= 2
		}
		n, ldc := cols, cols+r.IntN(3)
		if r.IntN(3) > 0 {
			n = 1 + r.IntN(cols)
		}
		a, b := some[T](r, rows*(k+3)), some[T](r, 400)
		offsets := make([]int, k)
		for i := range offsets {
			offsets[i] = bytes[T](r.IntN(len(b) - cols + 1))
		}
		c, bias := some[T](r, rows*ldc+cols), some[T](r, rows*s.cols)
		want := append([]T(nil), c...)
		tiles[rows-1](k, &a[0], bytes[T](k+3), bytes[T](1), &b[0], &offsets[0], &c[0], bytes[T](ldc), full(n), &bias[0], bytes[T](s.cols))
		for j := range n {
			for i := range rows {
				want[i*ldc+j] = listedSum(offsets, &a[i*(k+3)], bytes[T](1), &b[j]) + bias[i*s.cols+j]
			}
		}
		same(t, s.name+" "+name, c, want, float64(k)*largest(a)*largest(b)+largest(bias), k)
	}
}

// FuzzRagged compares tiles over runs with plainSum.
func FuzzRagged(f *testing.F) {
	fuzzSets(f, heights(fuzzRagged[float32]), heights(fuzzRagged[float64]))
}

func fuzzRagged[T Float](t *testing.T, s *set[T], r *rand.Rand, rows int) {
	runs, k := r.IntN(6), r.IntN(9)
	for name, tiles := range map[string][]raggedKernel[T]{"wide": s.ragged, "narrow": s.raggedNarrow} {
		if tiles == nil {
			continue
		}
		cols := s.cols
		if name == "narrow" {
			cols /= 2
		}
		rsa, csa, jumpA, jumpB, ldb, ldc := 1+r.IntN(90), 1+r.IntN(2), r.IntN(9), r.IntN(50), cols+r.IntN(4), cols+r.IntN(4)
		a, b, c := some[T](r, rows*rsa+runs*(k*csa+jumpA)+1), some[T](r, runs*(k*ldb+jumpB)+cols), some[T](r, rows*ldc)
		want := append([]T(nil), c...)
		mask := full(1 + r.IntN(cols))
		if r.IntN(3) == 0 {
			mask = full(cols)
		}
		old := &c[0]
		if r.IntN(3) == 0 {
			old = nil
		}
		size := float64(runs*k)*largest(a)*largest(b) + largest(c)
		tiles[rows-1](runs, k, &a[0], bytes[T](rsa), bytes[T](csa), bytes[T](jumpA), bytes[T](jumpB), &b[0], bytes[T](ldb), &c[0], bytes[T](ldc), mask, old, bytes[T](ldc))
		for i := range rows {
			for j := 0; j < cols && mask>>j&1 != 0; j++ {
				sum := plainSum(runs, k, &a[i*rsa], bytes[T](csa), bytes[T](jumpA), bytes[T](jumpB), &b[j], bytes[T](ldb))
				if old != nil {
					sum += want[i*ldc+j]
				}
				want[i*ldc+j] = sum
			}
		}
		same(t, s.name+" "+name, c, want, size, runs*k)
	}
}

// FuzzCopies compares the kernels that copy rows, windows and transposes, and merge, with loops.
func FuzzCopies(f *testing.F) { fuzzSets(f, fuzzCopies[float32], fuzzCopies[float64]) }

func fuzzCopies[T Float](t *testing.T, s *set[T], r *rand.Rand) {
	rows, cols := 1+r.IntN(40), r.IntN(s.cols+1)
	m := Matrix[T]{&some[T](r, (rows+16)*(s.cols+40))[0], s.cols + r.IntN(9), 1}
	got, want := make([]T, rows*s.cols), make([]T, rows*s.cols)
	m.packRows(got, s.cols, rows, cols)
	for i := range rows {
		for j := range cols {
			want[i*s.cols+j] = *at(m.First, i*m.Row+j)
		}
	}
	same(t, "rows", got, want, 0, 0)
	m.Row, m.Col = 1, rows+r.IntN(9)
	turned := make([]T, rows*s.cols)
	turn(m, &turned[0], s.cols, rows, cols)
	for i := range rows {
		for j := range cols {
			want[i*s.cols+j] = *at(m.First, i+j*m.Col)
		}
	}
	same(t, "turned", turned, want, 0, 0)
	width := s.cols
	if cols <= width/2 && r.IntN(2) == 0 {
		width /= 2
	}
	packed := some[T](r, rows*width+s.cols)
	beyond := append([]T(nil), packed...)
	m.pack(packed, width, 0, rows, 0, cols)
	for i := range rows {
		clear(beyond[i*width : (i+1)*width])
		for j := range cols {
			beyond[i*width+j] = *at(m.First, i+j*m.Col)
		}
	}
	same(t, "packed", packed, beyond, 0, 0)
	dst := some[T](r, rows*s.cols)
	want = append([]T(nil), dst...)
	add := r.IntN(2)
	for i := range rows {
		for j := range cols {
			v := turned[i*s.cols+j]
			if add != 0 {
				v += want[i*s.cols+j]
			}
			want[i*s.cols+j] = v
		}
	}
	s.merge(rows, &turned[0], bytes[T](s.cols), &dst[0], bytes[T](s.cols), full(cols), add)
	same(t, "merged", dst, want, 0, 0)
	if s.splitPairs != nil {
		fuzzPairs(t, s, r)
	}
}

// fuzzPairs splits and joins rows of pairs, with elements between the rows that must not change.
func fuzzPairs[T Float](t *testing.T, s *set[T], r *rand.Rand) {
	rows, n := 1+r.IntN(5), 1+r.IntN(40)
	lds, ldd := 2*n+r.IntN(5), n+r.IntN(5)
	src, even, odd := some[T](r, rows*lds), some[T](r, rows*ldd), some[T](r, rows*ldd)
	wantEven, wantOdd := slices.Clone(even), slices.Clone(odd)
	for i := range rows {
		for j := range n {
			wantEven[i*ldd+j], wantOdd[i*ldd+j] = src[i*lds+2*j], src[i*lds+2*j+1]
		}
	}
	s.splitPairs(rows, n, &src[0], bytes[T](lds), &even[0], &odd[0], bytes[T](ldd))
	same(t, "first of pairs", even, wantEven, 0, 0)
	same(t, "second of pairs", odd, wantOdd, 0, 0)
	joined, want := some[T](r, rows*lds), slices.Clone(src)
	for i := range rows {
		copy(want[i*lds+2*n:(i+1)*lds], joined[i*lds+2*n:])
		for j := range n {
			want[i*lds+2*j+1] = odd[j]
		}
	}
	s.joinPairs(rows, n, &even[0], bytes[T](ldd), &odd[0], 0, &joined[0], bytes[T](lds))
	same(t, "joined", joined, want, 0, 0)
}

// FuzzMul compares products of any shape, layout and offset with sums in Go.
func FuzzMul(f *testing.F) {
	fuzzSets(f, func(t *testing.T, s *set[float32], r *rand.Rand) {
		keep := sets32
		defer func() { sets32 = keep }()
		sets32 = []*set[float32]{s}
		fuzzMul[float32](t, r)
	}, func(t *testing.T, s *set[float64], r *rand.Rand) {
		keep := sets64
		defer func() { sets64 = keep }()
		sets64 = []*set[float64]{s}
		fuzzMul[float64](t, r)
	})
}

func fuzzMul[T Float](t *testing.T, r *rand.Rand) {
	m, n, k := 1+r.IntN(130), 1+r.IntN(130), r.IntN(70)
	if r.IntN(8) == 0 {
		k = 1000 + r.IntN(1200)
	}
	lay := func(rows, cols int) (Matrix[T], []T) {
		row, col := cols+r.IntN(9), 1
		if r.IntN(2) == 0 {
			row, col = 1+r.IntN(2), 2*rows+r.IntN(9)
		}
		v := some[T](r, rows*row+cols*col+9)
		return Matrix[T]{&v[r.IntN(9)], row, col}, v
	}
	a, av := lay(m, k)
	b, bv := lay(k, n)
	ldc := n + r.IntN(5)
	c, bias := some[T](r, m*ldc), some[T](r, n)
	want := append([]T(nil), c...)
	size := float64(k)*largest(av)*largest(bv) + largest(c) + largest(bias)
	how := r.IntN(3)
	if how == 2 {
		MulAdd(m, n, k, a, b, &c[0], ldc, bias)
	} else {
		Mul(m, n, k, a, b, &c[0], ldc, how == 1)
	}
	for i := range m {
		for j := range n {
			var sum T
			for p := range k {
				sum += T(*at(a.First, i*a.Row+p*a.Col) * *at(b.First, p*b.Row+j*b.Col))
			}
			switch how {
			case 1:
				sum += want[i*ldc+j]
			case 2:
				sum += bias[j]
			}
			want[i*ldc+j] = sum
		}
	}
	same(t, "product", c, want, size, k)
}

// FuzzConv compares convolutions of any geometry and their gradients with sums in Go. All numbers are finite: zeros
// of the padding may be multiplied, or not.
func FuzzConv(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(seed, seed*77)
	}
	f.Fuzz(func(t *testing.T, p, q uint64) {
		r := rand.New(rand.NewPCG(p, q))
		axis := func() [6]int {
			k, d := 1+r.IntN(4), 1+r.IntN(2)
			pad := min(r.IntN(3), k-1)
			return [6]int{d*(k-1) + 1 + r.IntN(20), k, 1 + r.IntN(2), d, pad, pad}
		}
		groups := 1 + r.IntN(2)
		g := geometry(1+r.IntN(5), groups*(1+r.IntN(9)), groups*(1+r.IntN(40)), groups, axis(), axis())
		x, w, y := random[float32](r, g.N*g.C*size(g.In)), random[float32](r, g.O*(g.C/g.Groups)*size(g.Kernel)), random[float32](r, g.N*g.O*size(g.Out))
		bias := random[float32](r, g.O)
		wantX, wantW, wantY := make([]float64, len(x)), make([]float64, len(w)), make([]float64, len(y))
		for i := range wantY {
			wantY[i] = float64(bias[i/size(g.Out)%g.O])
		}
		g.meet(func(i, j, k int) {
			wantX[i] += float64(w[j]) * float64(y[k])
			wantW[j] += float64(x[i]) * float64(y[k])
			wantY[k] += float64(x[i]) * float64(w[j])
		})
		dx, dw := random[float32](r, len(x)), random[float32](r, len(w))
		ConvInput(g, y, w, dx)
		near(t, "input", dx, wantX, 1e-5)
		ConvFilter(g, x, y, dw)
		near(t, "filter", dw, wantW, 1e-5)
		ConvForward(g, x, w, bias, y)
		near(t, "forward", y, wantY, 1e-5)
	})
}

// FuzzTurning compares kernels that turn rows with tiles, which sum in the same order: heights, widths, distances of
// rows, masks, with and without what is added.
func FuzzTurning(f *testing.F) { fuzzSets(f, fuzzTurning[float32], fuzzTurning[float64]) }

func fuzzTurning[T Float](t *testing.T, s *set[T], r *rand.Rand) {
	for _, kernels := range s.turning {
		for i, kernel := range kernels.kernels {
			m, n, k := i+1, kernels.cols, r.IntN(40)
			a, x := some[T](r, m*(k+3)), some[T](r, n*(k+5))
			first, ldx := 0, k+r.IntN(6)
			if r.IntN(3) == 0 {
				first, ldx = (n-1)*ldx, -ldx
			}
			b := make([]T, max(1, k*s.cols))
			for p := range k {
				for j := range n {
					b[p*s.cols+j] = x[first+j*ldx+p]
				}
			}
			c := some[T](r, m*(n+2))
			want, ldc := append([]T(nil), c...), n+2
			var old, old2 addend[T]
			if r.IntN(2) == 0 {
				old, old2 = addend[T]{&c[0], ldc, 1}, addend[T]{&want[0], ldc, 1}
			}
			mask := r.Uint32() & full(n)
			kernel(k, &a[0], bytes[T](k+3), at(&x[0], first), bytes[T](ldx), &c[0], bytes[T](ldc), mask, old.first, bytes[T](ldc))
			before := append([]T(nil), want...)
			s.strip(m, n, k, &a[0], k+3, 1, &b[0], s.cols, &want[0], ldc, old2, 0)
			for p, v := range before {
				if j := p % ldc; j >= n || mask>>j&1 == 0 {
					want[p] = v
				}
			}
			same(t, s.name, c, want, 0, k)
		}
	}
}
