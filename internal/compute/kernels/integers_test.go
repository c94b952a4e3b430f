package kernels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// TestIntegerVectors compares the kernels of integers with their twins over lengths, places in memory and on an
// argument.
func TestIntegerVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		compareIntegers[int8](t, s)
		compareIntegers[int16](t, s)
		compareIntegers[int32](t, s)
		compareIntegers[int64](t, s)
		compareIntegers[uint8](t, s)
		compareIntegers[uint16](t, s)
		compareIntegers[uint32](t, s)
		compareIntegers[uint64](t, s)
	})
}

func compareIntegers[T Int](t *testing.T, s *simd.Set) {
	r := rand.New(rand.NewPCG(1, uint64(unsafe.Sizeof(T(0)))))
	for _, n := range append(lengths(), 1<<19+5) {
		a, b := integers[T](r, n+8)[n%5:][:n], integers[T](r, n+8)[n%3:][:n]
		for _, e := range integers2[T]() {
			f, want, room := linesOr(e.plain, s.Lines[e.kernel]), make([]T, n), make([]T, n+8)
			got := room[n%7:][:n]
			check := func(what string, a, b []T) {
				t.Helper()
				e.plain(want, a, b)
				if f(got, a, b); !slices.Equal(got, want) {
					t.Fatalf("%T: %s of %d, %s: %v, want %v", a, e.kernel, n, what, got, want)
				}
			}
			check("arrays", a, b)
			if n == 0 {
				continue
			}
			check("array and number", a, b[:1])
			check("number and array", a[:1], b)
			if before, after := room[:n%7], room[n%7+n:]; slices.Max(append(before[:len(before):len(before)], after...)) != 0 {
				t.Fatalf("%T: %s of %d wrote beside its result", a, e.kernel, n)
			}
			copy(got, a)
			check("onto the first", got, b)
		}
		for _, e := range integerRows[T]() {
			if n == 0 && e.table != &Sum {
				continue
			}
			if got, want := foldOr(e.plain, s.Fold[e.kernel])(a), e.plain(a); got != want {
				t.Fatalf("%T: %s of %d joined is %v, want %v", a, e.kernel, n, got, want)
			}
		}
	}
}

// TestByteComparisons compares the predicates of bytes with their twins.
func TestByteComparisons(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(8, 9))
		for _, n := range lengths() {
			a, b, got, want := integers[uint8](r, n), integers[uint8](r, n), make([]bool, n), make([]bool, n)
			for i := range b {
				if i%3 == 0 {
					b[i] = a[i]
				}
			}
			for _, c := range byteComparisons {
				for _, operands := range [][2][]uint8{{a, b}, {a, b[:min(1, n)]}, {a[:min(1, n)], b}} {
					c.plain(want, operands[0], operands[1])
					if c.loop(s.Lines[c.kernel])(got, operands[0], operands[1]); !slices.Equal(got, want) {
						t.Fatalf("%s of %d: %v, want %v", c.kernel, n, got, want)
					}
				}
			}
		}
	})
}

// TestTurns compares the predicates of float64 and of integers with their twins.
func TestTurns(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(10, 11))
		for _, n := range append(lengths(), simd.Step+17) {
			short := [2][]int32{integers[int32](r, n), integers[int32](r, n)}
			whole, floats := [2][]int64{integers[int64](r, n), integers[int64](r, n)}, [2][]float64{}
			for k := range floats {
				floats[k] = make([]float64, n)
				for i, v := range sample(r, n) {
					floats[k][i] = float64(v) * 1.1
				}
			}
			for i := 0; i < n; i += 3 {
				short[1][i], whole[1][i], floats[1][i] = short[0][i], whole[0][i], floats[0][i]
			}
			for _, c := range turnComparisons {
				compareTurns(t, c.kernel, c.long, turnsOr(c.long, s.Turns[c.kernel+"Int64"], c.turned), whole)
				compareTurns(t, c.kernel, c.short, turnsOr(c.short, s.Turns[c.kernel+"Int32"], c.turned), short)
				compareTurns(t, c.kernel, c.floats, turnsOr(c.floats, s.Turns[c.kernel+"Float64"], c.turned), floats)
			}
		}
	})
}

func compareTurns[T int32 | int64 | float64](t *testing.T, name string, plain, f func(dst []bool, a, b []T), x [2][]T) {
	n := len(x[0])
	got, want := make([]bool, n), make([]bool, n)
	for _, operands := range [][2][]T{x, {x[0], x[1][:min(1, n)]}, {x[0][:min(1, n)], x[1]}} {
		plain(want, operands[0], operands[1])
		if f(got, operands[0], operands[1]); !slices.Equal(got, want) {
			t.Fatalf("%s of %d elements like %v: %v, want %v", name, n, x[0][:min(1, n)], got, want)
		}
	}
}

// integers returns n integers of all sizes.
func integers[T Int](r *rand.Rand, n int) []T {
	x := make([]T, n)
	for i := range x {
		x[i] = T(r.Uint64() >> r.UintN(64))
		if r.IntN(2) == 0 {
			x[i] = -x[i]
		}
	}
	return x
}

// TestLongFolds compares reductions of float64, and counts, with their twins in every bit.
func TestLongFolds(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(2, 3))
		for _, n := range append(lengths(), 5555, 9001, 1<<18+3) {
			for _, data := range []string{"numbers", "odd", "equal", "one NaN"} {
				x, flags := make([]float64, n), make([]bool, n)
				for i, v := range foldData(r, n, data) {
					x[i], flags[i] = float64(v)*1.1, v > 0
				}
				if got, want := s.CountTrue(flags), countTrueLoop(flags); got != want {
					t.Errorf("%d of %d are true, want %d", got, n, want)
				}
				results := fmt.Sprint(s.LongSum(x))
				want := fmt.Sprint(sum(x))
				if n >= shortRounded {
					results += fmt.Sprint(" ", s.LongLargest(x)+0, s.LongSmallest(x)+0)
					want += fmt.Sprint(" ", amax(x)+0, amin(x)+0)
				}
				if results != want {
					t.Errorf("%s: sum, largest and smallest of %d are %s, want %s", data, n, results, want)
				}
			}
		}
	})
}
