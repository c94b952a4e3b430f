package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// composedLengths are those of tests, and ends of bands.
func composedLengths() []int {
	return append(lengths(), composedBand-1, composedBand+1, 3*composedBand+composedFrom)
}

// TestComposed compares functions that are made of several kernels with the plain loops.
func TestComposed(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		compareComposed[int8](t)
		compareComposed[int16](t)
		compareComposed[int32](t)
		compareComposed[int64](t)
		compareComposed[uint8](t)
		compareComposed[uint16](t)
		compareComposed[uint32](t)
		compareComposed[uint64](t)
	})
}

func compareComposed[T Int](t *testing.T) {
	t.Helper()
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range composedLengths() {
		x, got, want := integers[T](r, n), make([]T, n), make([]T, n)
		if n > 0 {
			x[0] = 1
			x[0] <<= 8*unsafe.Sizeof(x[0]) - 1
		}
		check := func(what string, plain, loop func(dst, x []T)) {
			t.Helper()
			plain(want, x)
			if loop(got, x); !slices.Equal(got, want) {
				t.Fatalf("%s of %d %T: %v, want %v", what, n, x, got, want)
			}
			copy(got, x)
			if loop(got, got); !slices.Equal(got, want) {
				t.Fatalf("%s of %d %T in place: %v, want %v", what, n, x, got, want)
			}
		}
		for name, u := range map[string]struct {
			table *Unary
			plain func(dst, x []T)
		}{"neg": {&Neg, negLoop[T]}, "abs": {&Abs, absLoop[T]}, "square": {&Square, squareLoop[T]}} {
			check(name, u.plain, *loopFor[func(dst, x []T)](u.table))
		}
		pow := *loopFor[func(dst, a, b []T)](&Pow)
		for _, e := range []T{0, 1, 2, 3, 6, 7, 100} {
			check("power", func(dst, x []T) { powIntLoop(dst, x, []T{e}) }, func(dst, x []T) { pow(dst, x, []T{e}) })
		}
		if n > 1 {
			pow(got, x, x)
			if powIntLoop(want, x, x); !slices.Equal(got, want) {
				t.Fatalf("powers of %d %T: %v, want %v", n, x, got, want)
			}
		}
	}
}

// TestQuotients compares quotients and remainders by vectors with the plain loops: of numbers of all sizes, such as
// are next to a multiple, the smallest, and divisors that are zero in some bands.
func TestQuotients(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useVectors(s)
		r := rand.New(rand.NewPCG(5, 6))
		for _, q := range quotients {
			for _, n := range composedLengths() {
				compareQuotient(t, q.name, r, n, math.MinInt32, q.table.I32, q.short)
				compareQuotient(t, q.name, r, n, math.MinInt64, q.table.I64, q.long)
				compareQuotient(t, q.name, r, n, math.MinInt32, q.table.I64, q.long)
			}
		}
	})
}

func compareQuotient[T int32 | int64](
	t *testing.T, name string, r *rand.Rand, n int, least T, f, plain func(dst, a, b []T),
) {
	t.Helper()
	for _, kind := range []string{"any", "small", "zeros", "least"} {
		a, b, got, want := integers[T](r, n), integers[T](r, n), make([]T, n), make([]T, n)
		for i := range a {
			if kind == "small" || kind == "least" {
				a[i], b[i] = a[i]%math.MaxInt32, b[i]%math.MaxInt16
			}
			if b[i] == 0 && (kind != "zeros" || i > composedBand) {
				b[i] = -1
			}
			if i%3 == 0 && kind == "small" {
				a[i] = b[i]*T(r.IntN(1<<15)) - T(r.IntN(3))
			}
			if kind == "least" && i%5 == 0 {
				a[i], b[i] = least, T(-1)
			}
		}
		ones := min(1, n)
		for what, o := range map[string][2][]T{"arrays": {a, b}, "number": {a, b[:ones]}, "of number": {a[:ones], b}} {
			if n == 0 && what != "arrays" {
				continue
			}
			plain(want, o[0], o[1])
			if f(got, o[0], o[1]); !slices.Equal(got, want) {
				t.Fatalf("%s of %d %T, %s, %s: %v, want %v", name, n, a, kind, what, got, want)
			}
			copy(got, b)
			if what == "arrays" {
				if f(got, a, got); !slices.Equal(got, want) {
					t.Fatalf("%s of %d %T in place: %v, want %v", name, n, a, got, want)
				}
			}
		}
	}
}
