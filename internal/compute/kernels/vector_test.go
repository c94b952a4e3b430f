package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/isa"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// vectorSets returns the kernels that may be used. A test is skipped where there are none by right, and fails where
// they have got lost.
func vectorSets(t *testing.T) []*simd.Set {
	t.Helper()
	var names []string
	sets := simd.Sets()
	for _, s := range sets {
		names = append(names, s.Name)
	}
	for _, s := range isa.All() {
		if s != isa.Plain && isa.Use(s) && !slices.Contains(names, s.String()) {
			t.Fatalf("%v is in use, but the sets are %v", s, names)
		}
	}
	if len(sets) == 0 {
		t.Skipf("no vectors: %s, the build tag noasm, or %s", runtime.GOARCH, isa.Variable)
	}
	return sets
}

// eachSet runs f with every instruction set that this processor has.
func eachSet(t *testing.T, f func(t *testing.T, s *simd.Set)) {
	for _, s := range vectorSets(t) {
		t.Run(s.Name, func(t *testing.T) { f(t, s) })
	}
}

// odd are the numbers at which functions are special.
var odd = []float32{
	0, float32(math.Copysign(0, -1)), 1, -1, 0.5, -0.5, float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)),
	math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32, 1.1754942e-38, -1.1754944e-38,
	2, -2, 3.5, -3.5, 2.5, 1e-10, -1e-10, 1e10, 16777217, 88.7, 88.8, -87.4, -103.9, 0.99999994, 1.0000001, -0.99999994, 7, -7,
}

// sample returns n numbers of all sizes with odd ones among them.
func sample(r *rand.Rand, n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		switch r.IntN(4) {
		case 0:
			x[i] = odd[r.IntN(len(odd))]
		case 1:
			x[i] = math.Float32frombits(r.Uint32())
		default:
			x[i] = float32(4 * r.NormFloat64())
		}
	}
	return x
}

// lengths are all that leave something to the edges of loops, and some that are split.
func lengths() []int {
	var n []int
	for i := range 201 {
		n = append(n, i)
	}
	return append(n, 250, 255, 256, 257, 1000, 1<<16, 1<<16+17)
}

// same reports whether a kernel's result is its twin's, in every bit; any NaN is NaN.
func same(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}

// apart is how many float32 lie between a and b, infinite for NaN beside a number and for zeros of two signs.
func apart(a float32, b float32) float64 {
	if a == b && !same(a, b) {
		return math.Inf(1)
	}
	if a != a || b != b {
		if a != a && b != b {
			return 0
		}
		return math.Inf(1)
	}
	return math.Abs(float64(ordinal(a)) - float64(ordinal(b)))
}

func ordinal(x float32) int64 {
	b := int64(int32(math.Float32bits(x)))
	if b < 0 {
		return -(b & math.MaxInt32)
	}
	return b
}

// TestUnaryVectors compares each kernel with its twin over lengths, places in memory and on itself.
func TestUnaryVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		for _, e := range vectors1(s) {
			t.Run(e.name, func(t *testing.T) { compareUnary(t, e) })
		}
	})
}

func compareUnary(t *testing.T, e vector1) {
	r := rand.New(rand.NewPCG(5, 6))
	allowed := 0.0
	if e.short == shortRounded {
		allowed = 2
	}
	for _, n := range lengths() {
		x := sample(r, n+8)[n%5:][:n]
		want := make([]float32, n)
		e.plain(want, x)
		room := make([]float32, n+8)
		got := room[n%7:][:n]
		e.kernel.Run(got, x)
		for i, v := range want {
			if d := apart(got[i], v); d > allowed || allowed == 0 && !same(got[i], v) {
				t.Fatalf("n=%d: f(%v) = %v, want %v", n, x[i], got[i], v)
			}
		}
		for i, v := range room {
			if v != 0 && (i < n%7 || i >= n%7+n) {
				t.Fatalf("n=%d: wrote element %d", n, i-n%7)
			}
		}
		e.kernel.Run(x, x)
		for i, v := range got {
			if !same(x[i], v) {
				t.Fatalf("n=%d: on itself, element %d is %v, want %v", n, i, x[i], v)
			}
		}
	}
}

// TestBinaryVectors is TestUnaryVectors for two arguments, of which one may be a number.
func TestBinaryVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		for _, e := range vectors2(s) {
			t.Run(e.name, func(t *testing.T) { compareBinary(t, e) })
		}
	})
}

func compareBinary(t *testing.T, e vector2) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, n := range lengths() {
		if n < 2 {
			continue
		}
		a, b := sample(r, n+8)[n%5:][:n], sample(r, n+8)[n%3:][:n]
		want, got := make([]float32, n), make([]float32, n)
		check := func(what string, a, b []float32) {
			t.Helper()
			for i, v := range want {
				if !same(got[i], v) {
					t.Fatalf("n=%d %s, element %d: f(%v, %v) = %v, want %v", n, what, i, a[i%len(a)], b[i%len(b)], got[i], v)
				}
			}
		}
		e.plain(want, a, b)
		e.vv.Run(got, a, b)
		check("arrays", a, b)
		if e.vs == nil {
			continue
		}
		e.plain(want, a, b[:1])
		e.vs.Run(got, a, b[0])
		check("array and number", a, b[:1])
		e.plain(want, a[:1], b)
		e.sv.Run(got, b, a[0])
		check("number and array", a[:1], b)
		e.plain(want, a, b)
		copy(got, a)
		e.vv.Run(got, got, b)
		check("onto the first", a, b)
	}
}

// TestPartialVectors compares functions that leave some arguments to the plain loops with those.
func TestPartialVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(15, 16))
		for _, n := range lengths() {
			if n == 0 {
				continue
			}
			x, y, got, want := sample(r, n), sample(r, n), make([]float32, n), make([]float32, n)
			check := func(name string) {
				t.Helper()
				for i, v := range want {
					// The sum may cancel what is before the step of softplus.
					cancelled := strings.HasPrefix(name, "logaddexp") && math.Abs(float64(got[i]-v)) < 0x1p-23
					if d := apart(got[i], v); d > 1 && !cancelled {
						t.Fatalf("%s of %d: f(%v, %v) = %v, want %v", name, n, x[i], y[i], got[i], v)
					}
				}
			}
			s.Sin.Run(got, x, sinLoop[float32])
			sinLoop(want, x)
			check("sin")
			s.Cos.Run(got, x, cosLoop[float32])
			cosLoop(want, x)
			check("cos")
			s.Tan.Run(got, x, tanLoop[float32])
			tanLoop(want, x)
			check("tan")
			s.Lgamma.Run(got, x, lgammaLoop[float32])
			lgammaLoop(want, x)
			check("lgamma")
			fracVectors(s, got, x)
			fracLoop(want, x)
			check("frac")
			xlogyVectors(s, got, x, x)
			xlogyLoop(want, x, x)
			check("xlogy of itself")
			for name, f := range partial2(s) {
				f.run(got, x, y)
				f.plain(want, x, y)
				check(name)
				for _, number := range y[:min(n, 9)] {
					spreadOr(f.plain, f.run)(got, x, []float32{number})
					f.plain(want, x, []float32{number})
					check(name + " with a number")
					spreadOr(f.plain, f.run)(got, []float32{number}, x)
					f.plain(want, []float32{number}, x)
					check(name + " of a number")
				}
			}
			for _, p := range []float32{2, 3, 0.5, -1.5, -1, 4, 5, -2, -3, 33, float32(math.NaN()), float32(math.Inf(1))} {
				powVectors(s, got, x, []float32{p})
				powFloatLoop(want, x, []float32{p})
				check(fmt.Sprint("pow by ", p))
			}
		}
	})
}

// partial2 are the functions of two arguments that leave some to the plain loops, with those.
func partial2(s *simd.Set) map[string]struct{ run, plain func(dst, a, b []float32) } {
	return map[string]struct{ run, plain func(dst, a, b []float32) }{
		"hypot":     {s.HypotVV.Run, hypotLoop[float32]},
		"atan2":     {s.Atan2VV.Run, atan2Loop[float32]},
		"xlogy":     {func(dst, a, b []float32) { xlogyVectors(s, dst, a, b) }, xlogyLoop[float32]},
		"fmax":      {fmaxPieces, fmaxLoop[float32]},
		"fmin":      {fminPieces, fminLoop[float32]},
		"leaned":    {leanedPieces, leanedLoop[float32]},
		"heaviside": {heavisidePieces, heavisideLoop[float32]},
		"copySign":  {copySignBits, copySignLoop[float32]},
		"logaddexp": {func(dst, a, b []float32) { logAddExpVectors(s, dst, a, b) }, logAddExpLoop[float32]},
		"pow":       {func(dst, a, b []float32) { powVectors(s, dst, a, b) }, powFloatLoop[float32]},
		"mod":       {modulo(floorModFloatLoop[float32], s.FloorModVV, s.FloorModVS), floorModFloatLoop[float32]},
		"truncMod":  {modulo(truncModFloatLoop[float32], s.TruncModVV, s.TruncModVS), truncModFloatLoop[float32]},
	}
}

// TestGradientsOfOnePass compares the gradients of SiLU and GELU with the operations that they take the place of, in
// every bit.
func TestGradientsOfOnePass(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	for _, n := range []int{64, 100, 1023, 1024, 3000} {
		x, g, dst := sample(r, n), sample(r, n), make([]float32, n)
		s, e, d := make([]float32, n), make([]float32, n), make([]float32, n)
		SiluGrad.F32(dst, x, g)
		Sigmoid.F32(s, x)
		for i, v := range s {
			if want := float32(g[i]*v) * (float32(x[i]*(1-v)) + 1); !same(dst[i], want) {
				t.Fatalf("SiLU's of %v at %v is %v, want %v", g[i], x[i], dst[i], want)
			}
		}
		for i, v := range x {
			e[i], d[i] = v*float32(-math.Sqrt2/2), float32(v*v)*-0.5
		}
		Erfc.F32(e, e)
		Exp.F32(d, d)
		GeluGrad.F32(dst, x, g)
		for i, v := range x {
			slope := float32(e[i]*0.5) + float32(v*float32(d[i]*float32(1/math.Sqrt(2*math.Pi))))
			if want := g[i] * slope; !same(dst[i], want) {
				t.Fatalf("GELU's of %v at %v is %v, want %v", g[i], v, dst[i], want)
			}
		}
	}
}

// TestGradientsOfNumbers compares gradients where one argument is a number with those of so many of them, in every bit.
func TestGradientsOfNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 30))
	for name, k := range map[string]*Binary{
		"relu": &ReluGrad, "tanh": &TanhGrad, "sigmoid": &SigmoidGrad, "silu": &SiluGrad, "gelu": &GeluGrad,
		"raised": &Raised, "lowered": &Lowered, "leaned": &Leaned, "heaviside": &Heaviside,
	} {
		for _, n := range []int{2, 15, 16, 17, 63, 64, 65, 1023, 1024, 1025, 3000} {
			x, number, got, want := sample(r, n), sample(r, 1), make([]float32, n), make([]float32, n)
			many := slices.Repeat(number, n)
			check := func() {
				t.Helper()
				for i, v := range want {
					if !same(got[i], v) {
						t.Fatalf("%s of %d, %v and %v: %v, want %v", name, n, x[i], number, got[i], v)
					}
				}
			}
			k.F32(got, x, number)
			k.F32(want, x, many)
			check()
			k.F32(got, number, x)
			k.F32(want, many, x)
			check()
		}
	}
}

// TestNextFloats compares pairs of all kinds of numbers with [math.Nextafter32] in every bit.
func TestNextFloats(t *testing.T) {
	inf, least := float32(math.Inf(1)), float32(math.SmallestNonzeroFloat32)
	all := []float32{0, least, 2 * least, 0x1p-126, 0x1.fffffep-127, 1, 1.5, 0x1.fffffep0, 2, math.MaxFloat32, inf}
	for _, v := range slices.Clone(all) {
		all = append(all, -v)
	}
	all = append(all, float32(math.Copysign(0, -1)), float32(math.NaN()))
	for _, n := range []int{1, 9} { // short rows and long ones
		for _, v := range all {
			a, b := slices.Repeat([]float32{v}, n*len(all)), slices.Repeat(all, n)
			got := make([]float32, len(b))
			NextAfter.F32(got, a, b)
			for i, w := range b {
				if want := math.Nextafter32(v, w); !same(got[i], want) {
					t.Errorf("after %v towards %v: %v, want %v", v, w, got[i], want)
				}
			}
			NextAfter.F32(got, b, []float32{v})
			for i, w := range b {
				if want := math.Nextafter32(w, v); !same(got[i], want) {
					t.Errorf("after %v towards the number %v: %v, want %v", w, v, got[i], want)
				}
			}
		}
	}
}

// TestModuloVectors compares remainders with their twins in every bit.
func TestModuloVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(19, 20))
		near := func(y float32, n int) float32 { return math.Nextafter32(y*float32(n), 0) }
		nearLong := func(y float64, n int) float64 { return math.Nextafter(y*float64(n), 0) }
		for _, n := range lengths()[1:] {
			compareModulo(t, r, sample(r, n), sample(r, n), near, same, [2]binaryLoops[float32]{
				{modulo(floorModFloatLoop[float32], s.FloorModVV, s.FloorModVS), floorModFloatLoop[float32]},
				{modulo(truncModFloatLoop[float32], s.TruncModVV, s.TruncModVS), truncModFloatLoop[float32]},
			})
			compareModulo(t, r, sample64(r, n), sample64(r, n), nearLong, same64, [2]binaryLoops[float64]{
				{modulo(floorModFloatLoop[float64], s.LongFloorModVV, s.LongFloorModVS), floorModFloatLoop[float64]},
				{modulo(truncModFloatLoop[float64], s.LongTruncModVV, s.LongTruncModVS), truncModFloatLoop[float64]},
			})
		}
	})
}

type binaryLoops[T any] struct{ run, plain func(dst, a, b []T) }

// compareModulo compares remainders of x and y. Rows of an even length have quotients that a rounding brings to a
// whole number; every fourth length has tiny divisors.
func compareModulo[T float32 | float64](t *testing.T, r *rand.Rand, x, y []T, near func(y T, n int) T,
	same func(a, b T) bool, list [2]binaryLoops[T],
) {
	t.Helper()
	n := len(x)
	for i := range x {
		if n%4 == 0 {
			y[i] *= T(0x1p-100)
		}
		if n%2 == 0 {
			x[i] = near(y[i], r.IntN(1<<20)-1<<19)
		}
	}
	got, want := make([]T, n), make([]T, n)
	for k, f := range list {
		for _, b := range [][]T{y, y[:1], {2}, {-0.3}} {
			f.run(got, x, b)
			f.plain(want, x, b)
			for i, v := range want {
				if !same(got[i], v) {
					t.Fatalf("%v modulo %v (%d) = %v, want %v", x[i], b[i%len(b)], k, got[i], v)
				}
			}
		}
	}
}

// TestFoldVectors compares the reductions with their twins: sums in every bit.
func TestFoldVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(9, 10))
		for _, n := range append(lengths(), 1000, 5555, 9001, 17408, 24571, 1<<18+3) {
			for _, data := range []string{"numbers", "odd", "equal", "one NaN", "minus zero"} {
				x := foldData(r, n, data)
				if got, want := s.Sum(x), sum(x); !same(got, want) {
					t.Errorf("%s: sum of %d is %v, want %v", data, n, got, want)
				}
				if n < shortRounded {
					continue
				}
				for name, f := range map[string][2]func([]float32) float32{
					"largest": {s.Largest, amax[float32]}, "smallest": {s.Smallest, amin[float32]},
					"where largest":  {index(s.ArgLargest), index(argMax[float32])},
					"where smallest": {index(s.ArgSmallest), index(argMin[float32])},
				} {
					if got, want := f[0](x), f[1](x); got != want && (got == got || want == want) {
						t.Errorf("%s: %s of %d is %v, want %v", data, name, n, got, want)
					}
				}
			}
		}
	})
}

// TestSumVectors compares sums of terms, and of rows, with their twins in every bit, at all lengths that blocks may
// have.
func TestSumVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(17, 18))
		for n := 1; n < 36000; n += 1 + max(0, n-1100)/200 {
			a, x, terms := foldData(r, 3*n, "numbers"), foldData(r, 3*n, "numbers"), make([]float32, n)
			for i, v := range x[n : 2*n] {
				terms[i] = (v - 0.3) * (v - 0.3)
			}
			if got, want := s.SumSquares(x[n:2*n], 0.3), sum(terms); !same(got, want) {
				t.Errorf("sum of %d squares is %v, want %v", n, got, want)
			}
			for i, v := range x[:n] {
				terms[i] = a[n+i] * float32((v-0.3)*1.7)
			}
			if got, want := s.SumNormal(a[n:2*n], x[:n], 0.3, 1.7), sum(terms); !same(got, want) {
				t.Errorf("sum of %d weighed is %v, want %v", n, got, want)
			}
			var got, want [19]float32
			if rows := foldData(r, len(got)*n, "numbers"); n >= 8 {
				s.SumRows(got[:], rows, n)
				sumRowsLoop(want[:], rows, n)
			}
			if got != want {
				t.Errorf("sums of rows of %d are %v, want %v", n, got, want)
			}
		}
	})
}

// TestRowSums: sums of separate rows, of all or every second element, have the same bits as their twins, and read
// nothing after the last element.
func TestRowSums(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(19, 20))
		for n := 8; n < 9000; n += 1 + max(0, n-1100)/100 {
			for step := 1; step <= 2 && (step == 1 || s.SumsSteps()); step++ {
				const rows = 7
				apart := n*step + r.IntN(9)
				x := foldData(r, (rows-1)*apart+(n-1)*step+1, "numbers")
				var got, want [rows]float32
				s.RowSums(got[:], x, n, apart, step)
				if rowSumsLoop(want[:], x, n, apart, step); got != want {
					t.Fatalf("sums of rows of %d that are %d apart, elements %d: %v, want %v", n, apart, step, got, want)
				}
			}
		}
	})
}

// TestJoinRows checks that rows that are joined together equal rows that are joined one after the other, in every
// bit.
func TestJoinRows(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	for _, join := range []struct {
		name  string
		table *Binary
		plain func(dst, a, b []float32)
	}{
		{"add", &Add, addLoop[float32]},
		{"mul", &Mul, mulLoop[float32]},
		{"maximum", &Maximum, maximumLoop[float32]},
		{"minimum", &Minimum, minimumLoop[float32]},
	} {
		for k := 1; k <= 300; k++ {
			n, rows := k, 1+r.IntN(11)
			if k >= 298 { // which processors share, with each step
				n, rows = 2*wideRow+1, 1+sharedSums/wideRow
			}
			step := 1 + k%3
			apart := n*step + r.IntN(5)
			kind := []string{"numbers", "one NaN", "minus zero", "odd"}[k%4]
			x := foldData(r, (rows-1)*apart+n*step, kind)
			got := foldData(r, n, "numbers")
			clear(got[:n/2])
			want := slices.Clone(got)
			JoinRows(join.table, got, x, rows, apart, step)
			row := make([]float32, n)
			for i := range rows {
				moveEach(row, 0, 1, x, i*apart, step, n)
				join.plain(want, want, row)
			}
			if at := different(got, want); at >= 0 {
				t.Fatalf("%s of %d rows of %d that are %d apart, elements %d: element %d is %v, want %v",
					join.name, rows, n, apart, step, at, got[at], want[at])
			}
		}
	}
}

// different is where the first elements are of which the bits differ, and of which one is a number, or -1.
func different(a, b []float32) int {
	for i, v := range a {
		if math.Float32bits(v) != math.Float32bits(b[i]) && (v == v || b[i] == b[i]) {
			return i
		}
	}
	return -1
}

func index(f func([]float32) int) func([]float32) float32 {
	return func(x []float32) float32 { return float32(f(x)) }
}

func foldData(r *rand.Rand, n int, kind string) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(r.NormFloat64())
		if kind == "equal" {
			x[i] = float32(r.IntN(3))
		}
		if kind == "minus zero" {
			x[i] = float32(math.Copysign(0, -1))
		}
	}
	switch {
	case kind == "odd":
		return sample(r, n)
	case kind == "one NaN" && n > 0:
		x[r.IntN(n)] = float32(math.NaN())
	}
	return x
}

// TestSoftmaxVectors compares rows with their twins: short ones in every digit, others to some ulp of the largest of
// the row.
func TestSoftmaxVectors(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		r := rand.New(rand.NewPCG(11, 12))
		for _, n := range lengths() {
			if n == 0 {
				continue
			}
			rows := 1 + 200/n
			x, got, want := foldData(r, n*rows, "numbers"), make([]float32, n*rows), make([]float32, n*rows)
			for name, f := range map[string]struct {
				many func(dst, x []float32, n int)
				row  func(dst, x []float32)
			}{"softmax": {softmaxRows, softmax[float32]}, "logSoftmax": {logSoftmaxRows, logSoftmax[float32]}} {
				allowed := 4.0
				if n < shortRounded {
					allowed = 0
				}
				f.many(got, x, n)
				for i := range rows {
					f.row(want[i*n:(i+1)*n], x[i*n:(i+1)*n])
				}
				for i, v := range want {
					if apart(got[i], v) > allowed {
						t.Fatalf("%s of %d: element %d is %v, want %v", name, n, i, got[i], v)
					}
				}
			}
		}
	})
}

// TestStepVectors compares optimizers' steps with their twins in every bit.
func TestStepVectors(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		r := rand.New(rand.NewPCG(13, 14))
		for _, n := range lengths() {
			var got, want [4][]float32
			for i := range got {
				got[i] = foldData(r, n, []string{"numbers", "equal", "odd"}[(n+i)%3])
				want[i] = slices.Clone(got[i])
			}
			for name, step := range steps {
				step[0](got)
				step[1](want)
				for i := range got {
					for j, v := range want[i] {
						if !same(got[i][j], v) {
							t.Fatalf("%s of %d: array %d, element %d is %v, want %v", name, n, i, j, got[i][j], v)
						}
					}
				}
			}
		}
	})
}

// single writes v to the first element of x, if there is one.
func single(x []float32, v float32) {
	if len(x) > 0 {
		x[0] = v
	}
}

// pair writes two numbers to the first elements of x, as far as there are any.
func pair(x []float32) func(a, b float32) {
	return func(a, b float32) { copy(x, []float32{a, b}) }
}

// odds is where arrays begin such that they begin anywhere in a line.
func odds(x [4][]float32) int { return min(len(x[0]), len(x[0])%19) }

// steps are each step of optimizers and pass of norms by vectors and its twin.
var steps = map[string][2]func(x [4][]float32){
	"descend": {
		func(x [4][]float32) { descend(x[0], x[3], 0.1) },
		func(x [4][]float32) { descendLoop(x[0], x[3], 0.1) },
	},
	"momentum": {
		func(x [4][]float32) { momentumStep(x[0], x[1], x[3], 0.1, 0.9) },
		func(x [4][]float32) { momentumLoop(x[0], x[1], x[3], 0.1, 0.9) },
	},
	"accum": {
		func(x [4][]float32) { accumStep(x[0], x[1], x[2], x[3], 0.1, 0.9, 0.7) },
		func(x [4][]float32) { accumLoop(x[0], x[1], x[2], x[3], 0.1, 0.9, 0.7) },
	},
	"sumSquares": {
		func(x [4][]float32) { single(x[0], passes.sumSquares(x[1], 0.3)) },
		func(x [4][]float32) { single(x[0], sumSquaresLoop(x[1], 0.3)) },
	},
	"sumApart": {
		func(x [4][]float32) { single(x[0], passes.sumApart(x[1], x[2])) },
		func(x [4][]float32) { single(x[0], sumApartLoop(x[1], x[2])) },
	},
	"sumNormal": {
		func(x [4][]float32) { single(x[0], passes.sumNormal(x[1], x[2], 0.3, 0.7)) },
		func(x [4][]float32) { single(x[0], sumNormalLoop(x[1], x[2], 0.3, 0.7)) },
	},
	"standard": {
		func(x [4][]float32) { passes.standard(x[0], x[1], x[2], x[3], 0.3, 0.7) },
		func(x [4][]float32) { standardLoop(x[0], x[1], x[2], x[3], 0.3, 0.7) },
	},
	"standardBy": {
		func(x [4][]float32) { passes.standardBy(x[0], x[1], 0.3, 0.7, 1.1, -0.2) },
		func(x [4][]float32) { standardByLoop(x[0], x[1], 0.3, 0.7, 1.1, -0.2) },
	},
	"gather": {
		func(x [4][]float32) { pair(x[2])(passes.gather(x[0], x[1], x[2], x[3], x[2], 0.3, 0.7)) },
		func(x [4][]float32) { pair(x[2])(gatherLoop(x[0], x[1], x[2], x[3], x[2], 0.3, 0.7)) },
	},
	"slope": {
		func(x [4][]float32) { passes.slope(x[0], x[1], x[2], 0.3, 0.7, 1.1, 0.2, 0.4) },
		func(x [4][]float32) { slopeLoop(x[0], x[1], x[2], 0.3, 0.7, 1.1, 0.2, 0.4) },
	},
	"standardByPast": {
		func(x [4][]float32) {
			passes.standardByPast(x[0][odds(x):], x[1][odds(x):], 0.3, 0.7, 1.1, -0.2)
			passes.fence()
		},
		func(x [4][]float32) { standardByLoop(x[0][odds(x):], x[1][odds(x):], 0.3, 0.7, 1.1, -0.2) },
	},
	"slopePast": {
		func(x [4][]float32) {
			passes.slopePast(x[0][odds(x):], x[1][odds(x):], x[2][odds(x):], 0.3, 0.7, 1.1, 0.2, 0.4)
			passes.fence()
		},
		func(x [4][]float32) {
			slopeLoop(x[0][odds(x):], x[1][odds(x):], x[2][odds(x):], 0.3, 0.7, 1.1, 0.2, 0.4)
		},
	},
	"slopeBy": {
		func(x [4][]float32) { passes.slopeBy(x[0], x[1], x[2], x[3], 0.3, 0.7, 1.1, 0.2, 0.4) },
		func(x [4][]float32) { slopeByLoop(x[0], x[1], x[2], x[3], 0.3, 0.7, 1.1, 0.2, 0.4) },
	},
	"adam": {
		func(x [4][]float32) { adamStep(x[0], x[1], x[2], x[3], 0.1, 0.1, 0.001, 1e-8) },
		func(x [4][]float32) { adamLoop(x[0], x[1], x[2], x[3], 0.1, 0.1, 0.001, 1e-8) },
	},
}

// TestUlp measures how far the rounded functions are from their twins, which compute in float64 and round once, over
// every 1021st float32; over all of them when MSREPL_ALL_FLOATS is set. What is one instruction equals its twin in
// every bit.
func TestUlp(t *testing.T) {
	stride := uint64(1021)
	if os.Getenv("MSREPL_ALL_FLOATS") != "" {
		stride = 1
	} else if testing.Short() {
		stride = 16381
	}
	sets := vectorSets(t)
	for i, e := range all(sets[0]) {
		t.Run(e.name, func(t *testing.T) {
			worst := make([]float64, len(sets))
			for lo := uint64(0); lo < 1<<32; lo += ulpBlock * stride {
				measureUlp(t, i, sets, worst, lo, stride)
			}
			for j, s := range sets {
				t.Logf("%s: at most %v ulp", s.Name, worst[j])
			}
		})
	}
}

// function is a function by vectors with its twin, and how far they may be apart.
type function struct {
	name       string
	run, plain func(dst, x []float32)
	ulp        float64
}

// all lists the unary functions of a set.
func all(s *simd.Set) []function {
	list := []function{
		{"sin", func(dst, x []float32) { s.Sin.Run(dst, x, sinLoop[float32]) }, sinLoop[float32], 2},
		{"cos", func(dst, x []float32) { s.Cos.Run(dst, x, cosLoop[float32]) }, cosLoop[float32], 2},
		{"tan", func(dst, x []float32) { s.Tan.Run(dst, x, tanLoop[float32]) }, tanLoop[float32], 2},
		{"lgamma", func(dst, x []float32) { s.Lgamma.Run(dst, x, lgammaLoop[float32]) }, lgammaLoop[float32], 1},
		{"digamma", func(dst, x []float32) { s.Digamma.Run(dst, x, digammaLoop[float32]) }, digammaLoop[float32], 1},
		{"cube", s.Cube.Run, func(dst, x []float32) { powFloatLoop(dst, x, []float32{3}) }, 0},
	}
	for _, e := range vectors1(s) {
		f := function{e.name, e.kernel.Run, e.plain, 0}
		if e.short == shortRounded {
			f.ulp = 2
		}
		list = append(list, f)
	}
	return list
}

const ulpBlock = 1 << 14

// measureUlp compares function i of each set with its twin at ulpBlock numbers, and keeps the largest distance of
// each.
func measureUlp(t *testing.T, i int, sets []*simd.Set, worst []float64, lo, stride uint64) {
	x, got, want := make([]float32, ulpBlock), make([]float32, ulpBlock), make([]float32, ulpBlock)
	for j := range x {
		x[j] = math.Float32frombits(uint32(min(lo+uint64(j)*stride, 1<<32-1)))
	}
	all(sets[0])[i].plain(want, x)
	for k, s := range sets {
		f := all(s)[i]
		f.run(got, x)
		for j, v := range want {
			if same(got[j], v) {
				continue
			}
			d := apart(got[j], v)
			if worst[k] = max(worst[k], d); d > f.ulp || f.ulp == 0 {
				t.Fatalf("%s: f(%v) = %v, %v ulp from %v", s.Name, x[j], got[j], d, v)
			}
		}
	}
}

func BenchmarkVectors(b *testing.B) {
	for _, s := range simd.Sets() {
		for _, n := range []int{1000, 100_000} {
			x, y := make([]float32, n), make([]float32, n)
			for i := range x {
				x[i] = float32(i%601)/100 - 3
			}
			for _, e := range vectors1(s) {
				b.Run(fmt.Sprintf("%s/%s/%d", s.Name, e.name, n), func(b *testing.B) {
					for b.Loop() {
						e.kernel.Run(y, x)
					}
					b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gelem/s")
				})
			}
		}
	}
}
