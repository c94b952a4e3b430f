package numtext

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	goldenfiles "github.com/msrepl/msrepl/internal/testkit/golden"
)

// golden is one case of print_*.json and scalar_*.json: raw elements, and the texts that numpy
// and the port of MindSpore's C++ gave for them. A missing text is null.
type golden struct {
	Tag    string
	DType  string
	Shape  []int
	Hex    string
	Str    *string
	Repr   *string
	MsRepr *string `json:"ms_repr"`
	// For scalars: repr(x.item()) and repr of the 0-d array.
	ItemStr *string `json:"item_str"`
	Repr0D  *string `json:"repr0d"`
}

// readGoldens reads the files that match pattern.
func readGoldens(t *testing.T, pattern string) []golden {
	t.Helper()
	var all []golden
	goldenfiles.Each(t, pattern, func(_ *testing.T, cases []golden) { all = append(all, cases...) })
	return all
}

// array decodes the little-endian elements of a case.
func (g golden) array(t *testing.T) Array {
	t.Helper()
	raw, err := hex.DecodeString(g.Hex)
	if err != nil {
		t.Fatal(err)
	}
	d, ok := dtype.Parse(g.DType)
	if !ok {
		t.Fatalf("unknown dtype %q", g.DType)
	}
	values := makeValues(d, len(raw)/d.Size())
	if err := binary.Read(bytes.NewReader(raw), binary.LittleEndian, values); err != nil {
		t.Fatal(err)
	}
	return Dense(values, g.Shape...)
}

func makeValues(d dtype.DType, n int) any {
	switch d {
	case dtype.Bool:
		return make([]bool, n)
	case dtype.Int8:
		return make([]int8, n)
	case dtype.UInt8:
		return make([]uint8, n)
	case dtype.Int16:
		return make([]int16, n)
	case dtype.UInt16:
		return make([]uint16, n)
	case dtype.Int32:
		return make([]int32, n)
	case dtype.UInt32:
		return make([]uint32, n)
	case dtype.Int64:
		return make([]int64, n)
	case dtype.UInt64:
		return make([]uint64, n)
	case dtype.Float16:
		return make([]dtype.Half, n)
	case dtype.BFloat16:
		return make([]dtype.BF16, n)
	case dtype.Float32:
		return make([]float32, n)
	case dtype.Float64:
		return make([]float64, n)
	case dtype.Complex64:
		return make([]complex64, n)
	}
	return make([]complex128, n)
}

func check(t *testing.T, what string, g golden, got string, want *string) {
	t.Helper()
	if want != nil && got != *want {
		t.Errorf("%s of %s %s %v %.40s (-want +got):\n%s", what, g.Tag, g.DType, g.Shape, g.Hex, cmp.Diff(*want, got))
	}
}

func TestPrintGoldens(t *testing.T) {
	for _, g := range readGoldens(t, "print_*.json") {
		a := g.array(t)
		check(t, "str", g, Str(a, Defaults()), g.Str)
		check(t, "repr", g, NumpyRepr(a, Defaults()), g.Repr)
		check(t, "ms_repr", g, Repr(a), g.MsRepr)
	}
}

func TestScalarGoldens(t *testing.T) {
	for _, g := range readGoldens(t, "scalar_*.json") {
		a := g.array(t)
		check(t, "str", g, Str(a, Defaults()), g.Str)
		check(t, "repr0d", g, NumpyRepr(a, Defaults()), g.Repr0D)
		check(t, "ms_repr", g, Repr(a), g.MsRepr)
		x := a.floats()[0]
		item, _ := Python(x)
		check(t, "item_str", g, item, g.ItemStr)
	}
}

func (a Array) floats() []float64 { return pickFloats(a, make([]bool, len(a.Shape)), 0) }

// TestStridedViews compares the text of views with that of their contiguous copies.
func TestStridedViews(t *testing.T) {
	for _, g := range readGoldens(t, "print_*.json") {
		a := g.array(t)
		if len(a.Shape) != 2 || a.Size() == 0 || a.DType() != dtype.Float32 {
			continue
		}
		vals, rows, cols := a.Values.([]float32), a.Shape[0], a.Shape[1]
		flipped := Array{Values: vals, Shape: []int{cols, rows}, Strides: []int{-1, cols}, Offset: cols - 1}
		copied := make([]float32, 0, len(vals))
		for c := cols - 1; c >= 0; c-- {
			for r := range rows {
				copied = append(copied, vals[r*cols+c])
			}
		}
		b := Dense(copied, cols, rows)
		if got, want := Str(flipped, Defaults()), Str(b, Defaults()); got != want {
			t.Errorf("str of a view of %v (-want +got):\n%s", a.Shape, cmp.Diff(want, got))
		}
		if got, want := Repr(flipped), Repr(b); got != want {
			t.Errorf("repr of a view of %v (-want +got):\n%s", a.Shape, cmp.Diff(want, got))
		}
	}
}

// Dense returns the row-major array of the given shape over values.
func Dense(values any, shape ...int) Array {
	strides := make([]int, len(shape))
	step := 1
	for i := len(shape) - 1; i >= 0; i-- {
		strides[i] = step
		step *= shape[i]
	}
	return Array{Values: values, Shape: shape, Strides: strides}
}
