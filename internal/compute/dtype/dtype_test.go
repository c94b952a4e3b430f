package dtype

import (
	"math"
	"math/big"
	"testing"

	"github.com/x448/float16"
)

func TestNames(t *testing.T) {
	tests := []struct {
		name string
		want DType
		ok   bool
	}{
		{"Float32", Float32, true},
		{"float32", Float32, true},
		{"mindspore.int8", Int8, true},
		{"BFloat16", BFloat16, true},
		{"int", Int64, true},
		{"float", Float64, true},
		{"bool", Bool, true},
		{"half", Float16, true},
		{"double", Float64, true},
		{"float8", Invalid, false},
		{"invalid", Invalid, false},
		{"", Invalid, false},
	}
	for _, c := range tests {
		if got, ok := Parse(c.name); got != c.want || ok != c.ok {
			t.Errorf("Parse(%q) = %v, %v; want %v, %v", c.name, got, ok, c.want, c.ok)
		}
	}
	for d, want := range map[DType]string{Float32: "mindspore.float32", Bool: "mindspore.bool_", BFloat16: "mindspore.bfloat16"} {
		back, ok := Parse(d.Repr())
		if d.Repr() != want || back != d || !ok {
			t.Errorf("%v.Repr() = %q, want %q; Parse gives %v", d, d.Repr(), want, back)
		}
	}
	if s := DType(200).String(); s != "Invalid" {
		t.Errorf("DType(200) = %q", s)
	}
}

func TestKinds(t *testing.T) {
	tests := []struct {
		in   func(DType) bool
		want []DType
	}{
		{DType.IsBool, []DType{Bool}},
		{DType.IsInt, []DType{Int8, UInt8, Int16, UInt16, Int32, UInt32, Int64, UInt64}},
		{DType.IsUint, []DType{UInt8, UInt16, UInt32, UInt64}},
		{DType.IsFloat, []DType{Float16, BFloat16, Float32, Float64}},
		{DType.IsComplex, []DType{Complex64, Complex128}},
	}
	for i, c := range tests {
		want := map[DType]bool{}
		for _, d := range c.want {
			want[d] = true
		}
		for _, d := range append(All(), Invalid) {
			if c.in(d) != want[d] {
				t.Errorf("predicate %d of %v = %v", i, d, c.in(d))
			}
		}
	}
}

func TestOf(t *testing.T) {
	values := map[DType][]any{
		Bool: {true, []bool{}}, Int8: {int8(1), []int8{}}, UInt8: {uint8(1), []uint8{}},
		Int16: {int16(1), []int16{}}, UInt16: {uint16(1), []uint16{}}, Int32: {int32(1), []int32{}},
		UInt32: {uint32(1), []uint32{}}, Int64: {int64(1), []int64{}, 1, []int{}},
		UInt64: {uint64(1), []uint64{}, uint(1), []uint{}}, Float16: {Half(0), []Half{}},
		BFloat16: {BF16(0), []BF16{}}, Float32: {float32(1), []float32{}}, Float64: {1.0, []float64{}},
		Complex64: {complex64(1), []complex64{}}, Complex128: {complex128(1), []complex128{}},
		Invalid: {nil, "x", [][]float32{}, struct{}{}},
	}
	for want, vs := range values {
		for _, v := range vs {
			if got := Of(v); got != want {
				t.Errorf("Of(%T) = %v, want %v", v, got, want)
			}
		}
	}
}

// nearest reports whether y is the value nearest to x on the grid of step ulp that y is on,
// with even saying whether y is the even neighbour: the definition, in exact arithmetic.
func nearest(x, y, ulp float64, even bool) bool {
	dist := new(big.Rat).Sub(new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(y))
	half := new(big.Rat).SetFloat64(ulp / 2)
	switch dist.Abs(dist).Cmp(half) {
	case -1:
		return true
	case 0:
		return even
	}
	return false
}

// TestRoundings tries every neighbourhood in which one rounding and two roundings can differ:
// the midpoints of adjacent numbers, and the numbers just beside them.
func TestRoundings(t *testing.T) {
	beside := func(m float64) []float64 {
		f := float64(float32(m))
		return []float64{m, math.Nextafter(m, 0), math.Nextafter(m, 1e300), f, math.Nextafter(f, 0), -m}
	}
	for b := Half(0); b < 0x7bff; b += 7 {
		lo, hi := float64(b.Float32()), float64((b + 1).Float32())
		for _, x := range beside((lo + hi) / 2) {
			got := HalfFromFloat64(x)
			if !nearest(x, float64(got.Float32()), hi-lo, got&1 == 0) {
				t.Errorf("HalfFromFloat64(%x) = %v", x, got)
			}
		}
	}
	for b := BF16(0); b < 0x7f7f; b += 7 {
		lo, hi := float64(b.Float32()), float64((b + 1).Float32())
		for _, x := range beside((lo + hi) / 2) {
			got := BF16FromFloat64(x)
			if !nearest(x, float64(got.Float32()), hi-lo, got&1 == 0) {
				t.Errorf("BF16FromFloat64(%x) = %v", x, got)
			}
		}
	}
}

func TestSpecialHalves(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	tests := []struct {
		in   float64
		half Half
		bf   BF16
	}{
		{0, 0, 0},
		{math.Copysign(0, -1), 0x8000, 0x8000},
		{1, 0x3c00, 0x3f80},
		{inf, 0x7c00, 0x7f80},
		{-inf, 0xfc00, 0xff80},
		{65520, 0x7c00, 0x4780}, // the first number that a half rounds to infinity
		{1e300, 0x7c00, 0x7f80},
		{1e-300, 0, 0},
	}
	for _, c := range tests {
		if h, b := HalfFromFloat64(c.in), BF16FromFloat64(c.in); h != c.half || b != c.bf {
			t.Errorf("%v: half %#04x bf16 %#04x, want %#04x %#04x", c.in, uint16(h), uint16(b), uint16(c.half), uint16(c.bf))
		}
	}
	if h, b := HalfFromFloat64(nan), BF16FromFloat64(nan); !h.IsNaN() || !b.IsNaN() {
		t.Errorf("NaN: half %v bf16 %v", h, b)
	}
	lowPayload := math.Float32frombits(0x7f800001) // a NaN whose payload a cut would lose
	if b := BF16FromFloat32(lowPayload); !b.IsNaN() {
		t.Errorf("BF16FromFloat32(NaN) = %#04x", uint16(b))
	}
	for b := 0; b < 1<<16; b++ {
		f, h := BF16(b), float16.Frombits(uint16(b))
		if f.IsNaN() != (f.Float32() != f.Float32()) {
			t.Fatalf("%#04x.IsNaN() = %v", b, f.IsNaN())
		}
		if !f.IsNaN() && BF16FromFloat32(f.Float32()) != f || !h.IsNaN() && HalfFromFloat64(float64(h.Float32())) != h {
			t.Fatalf("%#04x does not survive the round trip", b)
		}
	}
}
