package kernels

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// FuzzVectors compares every kernel with its twin on numbers of any bits, n of them from any place in memory on.
func FuzzVectors(f *testing.F) {
	var all []byte
	for _, v := range odd {
		all = binary.LittleEndian.AppendUint32(all, math.Float32bits(v))
	}
	f.Add(slices.Repeat(all[:8], 40), uint8(1), uint16(100)) // zeros, which are equal
	for offset := range uint8(5) {
		f.Add(slices.Repeat(all, 5), offset, uint16(8*offset+9))
	}
	f.Fuzz(func(t *testing.T, bits []byte, offset uint8, length uint16) {
		words := len(bits) / 4
		if words == 0 {
			return
		}
		n := 1 + int(length)%2500
		data := func(seed int) []float32 {
			x := make([]float32, n+64)
			for i := range x {
				x[i] = math.Float32frombits(binary.LittleEndian.Uint32(bits[(i+seed)%words*4:]))
			}
			return x[int(offset)%64:][:n]
		}
		eachSet(t, func(t *testing.T, s *simd.Set) {
			defer useVectors(simd.Sets()[0])
			useVectors(s)
			againstTwins(t, s, data(0), data(words/2), data(words/3))
		})
	})
}

func againstTwins(t *testing.T, s *simd.Set, a, b, c []float32) {
	got, want := make([]float32, len(a)), make([]float32, len(a))
	check := func(name string, ulps float64) {
		t.Helper()
		for i, v := range want {
			if apart(got[i], v) > ulps || ulps == 0 && !same(got[i], v) {
				t.Fatalf("%s, element %d of %d: f(%v, %v) = %v, want %v", name, i, len(a), a[i], b[i], got[i], v)
			}
		}
	}
	for _, e := range vectors1(s) {
		e.kernel.Run(got, a)
		e.plain(want, a)
		check(e.name, map[int]float64{shortExact: 0, shortRounded: 2}[e.short])
	}
	for _, e := range vectors2(s) {
		e.vv.Run(got, a, b)
		e.plain(want, a, b)
		check(e.name, 0)
		if e.vs != nil && len(a) > 1 {
			e.vs.Run(got, a, b[0])
			e.plain(want, a, b[:1])
			check(e.name+" with a number", 0)
		}
	}
	foldsAgainstTwins(t, s, a, b)
	mixedAgainstTwins(t, s, a, b, c)
	longAgainstTwins(t, s, a, b)
}

// foldsAgainstTwins compares the sums of terms in every bit.
func foldsAgainstTwins(t *testing.T, s *simd.Set, a, b []float32) {
	for name, v := range map[string][2]float32{
		"sum":     {s.Sum(a), sum(a)},
		"squares": {s.SumSquares(a, b[0]), sumSquaresLoop(a, b[0])},
		"normal":  {s.SumNormal(a, b, b[0], a[0]), sumNormalLoop(a, b, b[0], a[0])},
	} {
		if !same(v[0], v[1]) {
			t.Fatalf("%s of %d: %v, want %v", name, len(a), v[0], v[1])
		}
	}
}

// mixedAgainstTwins compares predicates, choices and conversions.
func mixedAgainstTwins(t *testing.T, s *simd.Set, a, b, c []float32) {
	mask, want := make([]bool, len(a)), make([]bool, len(a))
	for _, e := range comparisons(s) {
		e.loop()(mask, a, b)
		e.plain(want, a, b)
		if !slices.Equal(mask, want) {
			t.Fatalf("%s of %d differs", e.name, len(a))
		}
	}
	chosen, twin := make([]float32, len(a)), make([]float32, len(a))
	choose(chosen, mask, b, c)
	chooseLoop(twin, mask, b, c)
	if !slices.EqualFunc(chosen, twin, same) {
		t.Fatalf("choice of %d differs", len(a))
	}
	compareRounding(t, a)
	half := make([]dtype.Half, len(a))
	for i, v := range a {
		half[i] = dtype.Half(math.Float32bits(v))
	}
	halfToFloat32(chosen, half)
	halfToFloat32Loop(twin, half)
	if !slices.EqualFunc(chosen, twin, same) {
		t.Fatalf("halves of %d differ", len(a))
	}
}

// longAgainstTwins compares the kernels for float64 on numbers of which a and b are the halves.
func longAgainstTwins(t *testing.T, s *simd.Set, a, b []float32) {
	x, y := make([]float64, len(a)), make([]float64, len(a))
	for i := range a {
		high, low := uint64(math.Float32bits(a[i])), uint64(math.Float32bits(b[i]))
		x[i], y[i] = math.Float64frombits(high<<32|low), math.Float64frombits(low<<32|high)
	}
	got, want := make([]float64, len(a)), make([]float64, len(a))
	for _, e := range longs1(s) {
		e.kernel.Run(got, x)
		if e.plain(want, x); e.short == shortRounded {
			oneByOne(want, x, e.kernel.Run)
		}
		if !slices.EqualFunc(got, want, same64) {
			t.Fatalf("%s of %d differs in float64", e.name, len(a))
		}
	}
	for _, e := range longs2(s) {
		e.vv.Run(got, x, y)
		e.plain(want, x, y)
		if !slices.EqualFunc(got, want, same64) {
			t.Fatalf("%s of %d differs in float64", e.name, len(a))
		}
	}
}
