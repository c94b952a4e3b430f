package kernels

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// TestComparisonVectors compares each predicate with its twin over lengths and places in memory.
func TestComparisonVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(19, 20))
		for _, n := range lengths() {
			a, b := sample(r, n+8)[n%5:][:n], sample(r, n+8)[n%3:][:n]
			for i := range n / 3 {
				b[3*i] = a[3*i]
			}
			for _, c := range comparisons(s) {
				for what, args := range pairs(a, b) {
					got, want := make([]bool, n), make([]bool, n)
					c.loop()(got, args[0], args[1])
					c.plain(want, args[0], args[1])
					if !slices.Equal(got, want) {
						t.Fatalf("%s of %d, %s: %v, want %v", c.name, n, what, got, want)
					}
				}
			}
		}
	})
}

// pairs are a and b with one of them, or none, a number.
func pairs(a, b []float32) map[string][2][]float32 {
	if len(a) == 0 {
		return nil
	}
	return map[string][2][]float32{"arrays": {a, b}, "array and number": {a, b[:1]}, "number and array": {a[:1], b}}
}

func TestChoiceVectors(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useSelections(s)
		r := rand.New(rand.NewPCG(21, 22))
		for _, n := range append(lengths(), 1023, 1025, 3000) {
			a, b, mask := sample(r, n+8)[n%5:][:n], sample(r, n+8)[n%3:][:n], make([]bool, n+3)[n%3:][:n]
			for i := range mask {
				mask[i] = r.IntN(2) == 1
			}
			all := pairs(a, b)
			if n > 0 {
				all["numbers"] = [2][]float32{a[:1], b[:1]}
			}
			for what, args := range all {
				got, want := make([]float32, n), make([]float32, n)
				choose(got, mask, args[0], args[1])
				chooseLoop(want, mask, args[0], args[1])
				if !slices.EqualFunc(got, want, same) {
					t.Fatalf("choice of %d, %s: %v, want %v", n, what, got, want)
				}
				long, wide := make([]uint64, n), make([]uint64, n)
				left, right := bitsTwice(args[0]), bitsTwice(args[1])
				Choose(long, mask, left, right)
				chooseLoop(wide, mask, left, right)
				if !slices.Equal(long, wide) {
					t.Fatalf("choice of %d long, %s: %v, want %v", n, what, long, wide)
				}
			}
		}
	})
}

// bitsTwice returns words of the bits of x and of their complement.
func bitsTwice(x []float32) []uint64 {
	y := make([]uint64, len(x))
	for i, v := range x {
		b := math.Float32bits(v)
		y[i] = uint64(b)<<32 | uint64(^b)
	}
	return y
}

// TestConversionVectors compares conversions with their twins: all halves, and floats of all sizes.
func TestConversionVectors(t *testing.T) {
	defer useVectors(vectorSets(t)[0])
	eachSet(t, func(t *testing.T, s *simd.Set) {
		useConversions(s)
		r := rand.New(rand.NewPCG(23, 24))
		halves, brains := make([]dtype.Half, 1<<16+5), make([]dtype.BF16, 1<<16+5)
		for i := range halves {
			halves[i], brains[i] = dtype.Half(i), dtype.BF16(i)
		}
		got, want := make([]float32, len(halves)), make([]float32, len(halves))
		halfToFloat32(got, halves)
		halfToFloat32Loop(want, halves)
		if !slices.EqualFunc(got, want, same) {
			t.Error("float16 to float32 differs")
		}
		bf16ToFloat32(got, brains)
		bf16ToFloat32Loop(want, brains)
		if !slices.EqualFunc(got, want, same) {
			t.Error("bfloat16 to float32 differs")
		}
		for _, n := range lengths() {
			compareRounding(t, sample(r, n+8)[n%5:][:n])
		}
		compareRounding(t, middles())
	})
}

// TestCastVectors compares conversions by one instruction with Go's.
func TestCastVectors(t *testing.T) {
	eachSet(t, func(t *testing.T, s *simd.Set) {
		r := rand.New(rand.NewPCG(25, 26))
		for _, n := range lengths() {
			floats, whole, small := sample(r, n+3)[n%3:][:n], make([]int32, n+5)[n%5:][:n], make([]uint8, n+7)[n%7:][:n]
			truth := make([]bool, n)
			for i := range n {
				whole[i], small[i], truth[i] = int32(r.Uint32()), uint8(r.Uint32()), r.IntN(2) == 0
			}
			compareCast[float32, int32](t, s, floats)
			compareCast[float32, float64](t, s, floats)
			compareCast[float32, uint8](t, s, floats)
			compareCast[float32, int64](t, s, floats)
			compareCast[int64, float32](t, s, integers[int64](r, n))
			compareCast[uint8, int64](t, s, small)
			doubles, long := make([]float64, n), make([]int64, n)
			for i := range n {
				doubles[i], long[i] = float64(floats[i])*r.NormFloat64(), int64(r.Uint64())
			}
			compareCast[float64, float32](t, s, doubles)
			compareCast[int64, int32](t, s, long)
			compareCast[int32, float32](t, s, whole)
			compareCast[int32, float64](t, s, whole)
			compareCast[int32, int64](t, s, whole)
			compareCast[uint8, int32](t, s, small)
			compareCast[uint8, float32](t, s, small)
			numbers, flags := make([]float32, n), make([]bool, n)
			cast := castVectors(s, numbers, truth) && castVectors(s, flags, floats)
			for i, v := range truth {
				if cast && (numbers[i] != float32(one(v)) || flags[i] != (floats[i] != 0)) {
					t.Fatalf("%v is %v, %v is %v", v, numbers[i], floats[i], flags[i])
				}
			}
		}
	})
}

func compareCast[S, D Real](t *testing.T, s *simd.Set, x []S) {
	t.Helper()
	got, want := make([]D, len(x)+1), make([]D, len(x)+1)
	if !castVectors(s, got[:len(x)], x) {
		return
	}
	convert(want[:len(x)], x)
	for i, v := range want {
		if got[i] != v && (got[i] == got[i] || v == v) {
			t.Fatalf("%T of %d to %T: %v becomes %v, want %v", x, len(x), got, x[i], got[i], v)
		}
	}
}

// TestConvert compares conversions between all types with Go's, for pieces of all lengths.
func TestConvert(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 28))
	for _, n := range append(lengths(), 4096, 4097, 8209) {
		floats, doubles, long := sample(r, n+3)[n%3:][:n], make([]float64, n), make([]int64, n)
		for i := range n {
			doubles[i], long[i] = float64(floats[i])*r.NormFloat64(), int64(r.Uint64())>>r.IntN(64)
		}
		convertAll(t, floats)
		convertAll(t, doubles)
		convertAll(t, long)
		convertAll(t, converted[int32](long))
		convertAll(t, converted[int16](long))
		convertAll(t, converted[int8](long))
		convertAll(t, converted[uint8](long))
		convertAll(t, converted[uint16](long))
	}
}

func converted[D, S Real](x []S) []D {
	y := make([]D, len(x))
	convert(y, x)
	return y
}

// convertAll compares conversions of x to all types.
func convertAll[S Real](t *testing.T, x []S) {
	t.Helper()
	convertTo[int8](t, x)
	convertTo[uint8](t, x)
	convertTo[int16](t, x)
	convertTo[uint16](t, x)
	convertTo[int32](t, x)
	convertTo[int64](t, x)
	convertTo[float32](t, x)
	convertTo[float64](t, x)
	truth, half, brain := make([]bool, len(x)), make([]dtype.Half, len(x)), make([]dtype.BF16, len(x))
	Convert(truth, x)
	Convert(half, x)
	Convert(brain, x)
	for i, v := range x {
		h, b := dtype.HalfFromFloat64(float64(v)).Float32(), dtype.BF16FromFloat64(float64(v)).Float32()
		if truth[i] != (v != 0) || !same(half[i].Float32(), h) || !same(brain[i].Float32(), b) {
			t.Fatalf("%T of %d: %v becomes %v, %v and %v, want %v and %v", x, len(x), v, truth[i], half[i], brain[i], h, b)
		}
	}
	wide := make([]float32, len(x))
	Convert(wide, half)
	widened := make([]S, len(x))
	Convert(widened, half)
	for i, v := range converted[S](wide) {
		if v != widened[i] && v == v {
			t.Fatalf("%v of float16 becomes %v as %T, want %v", wide[i], widened[i], x, v)
		}
	}
}

func convertTo[D, S Real](t *testing.T, x []S) {
	t.Helper()
	got := make([]D, len(x))
	Convert(got, x)
	for i, v := range converted[D](x) {
		if got[i] != v && (got[i] == got[i] || v == v) {
			t.Fatalf("%T of %d to %T: %v becomes %v, want %v", x, len(x), got, x[i], got[i], v)
		}
	}
}

// middles are the numbers in the middle between two halves, and their neighbours.
func middles() (x []float32) {
	for i := range 0x7c00 {
		a, b := dtype.Half(i).Float32(), dtype.Half(i+1).Float32()
		m := a + (b-a)/2
		x = append(x, m, -m, m*1.0000001, m*0.9999999, 1e30*m)
	}
	return x
}

func compareRounding(t *testing.T, x []float32) {
	t.Helper()
	half, halfWant := make([]dtype.Half, len(x)), make([]dtype.Half, len(x))
	halfFromFloat32(half, x)
	halfFromFloat32Loop(halfWant, x)
	brain, brainWant := make([]dtype.BF16, len(x)), make([]dtype.BF16, len(x))
	bf16FromFloat32(brain, x)
	bf16FromFloat32Loop(brainWant, x)
	for i, v := range x {
		if !same(half[i].Float32(), halfWant[i].Float32()) {
			t.Fatalf("%v as float16 is %v, want %v", v, half[i].Float32(), halfWant[i].Float32())
		}
		if !same(brain[i].Float32(), brainWant[i].Float32()) {
			t.Fatalf("%v as bfloat16 is %v, want %v", v, brain[i].Float32(), brainWant[i].Float32())
		}
	}
}

// BenchmarkStreams measures kernels for arrays of different types, and for float64, beside their twins.
func BenchmarkStreams(b *testing.B) {
	const n = 100_000
	x, y, z, mask := make([]float32, n), make([]float32, n), make([]float32, n), make([]bool, n)
	half, brain := make([]dtype.Half, n), make([]dtype.BF16, n)
	p, q, r := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i], mask[i] = float32(i%601)/100-3, float32(i%599)/100-3, i*i%7 < 3
		p[i], q[i] = float64(x[i]), float64(y[i])
	}
	for _, c := range []struct {
		name           string
		vectors, plain func()
	}{
		{"less", func() { Less.F32(mask, x, y) }, func() { lessLoop(mask, x, y) }},
		{"choose", func() { choose(z, mask, x, y) }, func() { chooseLoop(z, mask, x, y) }},
		{"half to float", func() { halfToFloat32(x, half) }, func() { halfToFloat32Loop(x, half) }},
		{"float to half", func() { halfFromFloat32(half, y) }, func() { halfFromFloat32Loop(half, y) }},
		{"bfloat16 to float", func() { bf16ToFloat32(x, brain) }, func() { bf16ToFloat32Loop(x, brain) }},
		{"float to bfloat16", func() { bf16FromFloat32(brain, y) }, func() { bf16FromFloat32Loop(brain, y) }},
		{"float64 add", func() { Add.F64(r, p, q) }, func() { addLoop(r, p, q) }},
		{"float64 sqrt", func() { Sqrt.F64(r, p) }, func() { sqrtLoop(r, p) }},
	} {
		for how, f := range map[string]func(){"vectors": c.vectors, "plain": c.plain} {
			b.Run(c.name+"/"+how, func(b *testing.B) {
				for b.Loop() {
					f()
				}
				b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gelem/s")
			})
		}
	}
}
