package numtext

import (
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
)

// TestReprOtherTypes has the types that the goldens leave out, by the C++ of TensorStringifier:
// bfloat16 is a %g number in a column, complex is "<< real << showpos << imag << 'j'".
func TestReprOtherTypes(t *testing.T) {
	bf := func(vals ...float64) []dtype.BF16 { return widen(vals, dtype.BF16FromFloat64) }
	tests := []struct {
		a    Array
		want string
	}{
		{Dense(bf(1, -2.5, 1e10), 3), "Tensor(shape=[3], dtype=BFloat16, value= [          1,        -2.5, 9.99922e+09])"},
		{Dense(bf(0.1)), "Tensor(shape=[], dtype=BFloat16, value= 0.100098)"},
		{Dense(bf(nan, inf, -inf), 3), "Tensor(shape=[3], dtype=BFloat16, value= [ nan,  inf, -inf])"},
		{vec[complex64](1+2i, -0.5), "Tensor(shape=[2], dtype=Complex64, value= [1+2j, -0.5+0j])"},
		{Dense([]complex128{1e-7 - 3i}), "Tensor(shape=[], dtype=Complex128, value= 1e-07-3j)"},
		{vec(complex(nan, inf)), "Tensor(shape=[1], dtype=Complex128, value= [nan+infj])"},
		{Dense([]float32{}, 0), "Tensor(shape=[0], dtype=Float32, value= )"},
		{Dense([]int32{}, 2, 0), "Tensor(shape=[2, 0], dtype=Int32, value=\n)"},
		{Dense([]bool{true}), "Tensor(shape=[], dtype=Bool, value= True)"},
		{Dense([]uint8{200}), "Tensor(shape=[], dtype=UInt8, value= 200)"},
	}
	for _, c := range tests {
		if got := Repr(c.a); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

// TestReprLineBreaks counts the elements of each line of a 1-d tensor. A line of the last elements
// that is full is broken too, see SPEC of TensorStringifier: kThreshold1DFloat, …Bool, …Int.
func TestReprLineBreaks(t *testing.T) {
	tests := []struct {
		a    Array
		want []int
	}{
		{fill[float32](11, 0), []int{11}},
		{fill[float32](12, 0), []int{12, 0}},
		{fill[float64](25, 0), []int{12, 12, 1}},
		{fill[dtype.Half](13, 0), []int{12, 1}},
		{fill(13, true), []int{12, 1}},
		{fill[int8](25, 0), []int{24, 1}},
		{fill[dtype.BF16](48, 0), []int{24, 24, 0}},
		{fill[complex64](25, 0), []int{24, 1}},
		{fill[float32](1000, 0), append(repeat(12, 83), 4)},
		{fill[float32](1008, 0), []int{6}}, // summarised, though its length is a multiple of 12
	}
	for _, c := range tests {
		text := Repr(c.a)
		data := text[strings.Index(text, "value= [")+len("value= ["):]
		var got []int
		for line := range strings.Lines(strings.TrimSuffix(data, "])")) {
			got = append(got, len(strings.FieldsFunc(strings.ReplaceAll(line, "...", ","), func(r rune) bool { return strings.ContainsRune(", \n", r) })))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d %v: elements per line %v, want %v", c.a.Size(), c.a.DType(), got, c.want)
		}
	}
}

func repeat(n, times int) []int {
	var all []int
	for range times {
		all = append(all, n)
	}
	return all
}
