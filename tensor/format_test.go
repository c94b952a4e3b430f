package tensor_test

import (
	bytesof "encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"testing"

	"github.com/x448/float16"

	"github.com/msrepl/msrepl/internal/testkit/golden"
	"github.com/msrepl/msrepl/tensor"
)

// TestFormatGoldens compares with f"{x:.6f}" and f"{x:>7f}" of numpy's scalars.
func TestFormatGoldens(t *testing.T) {
	type scalar struct{ DType, Hex, F6, F7G string }
	golden.Each(t, "scalar_*.json", func(t *testing.T, cases []scalar) {
		for _, c := range cases {
			x := scalarOf(t, c.DType, c.Hex)
			if got := fmt.Sprintf("%.6f", x); got != c.F6 {
				t.Errorf("%%.6f of %s %s = %q, want %q", c.DType, c.Hex, got, c.F6)
			}
			if got := fmt.Sprintf("%7f", x); got != c.F7G {
				t.Errorf("%%7f of %s %s = %q, want %q", c.DType, c.Hex, got, c.F7G)
			}
		}
	})
}

// scalarOf makes a 0-d float tensor of little-endian bytes.
func scalarOf(t *testing.T, dtype, text string) *tensor.Tensor {
	t.Helper()
	raw, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	switch dtype {
	case "float16":
		return tensor.New(float16.Frombits(bytesof.LittleEndian.Uint16(raw)).Float32(), tensor.Float16)
	case "float32":
		return tensor.New(math.Float32frombits(bytesof.LittleEndian.Uint32(raw)))
	}
	return tensor.New(math.Float64frombits(bytesof.LittleEndian.Uint64(raw)), tensor.Float64)
}

func TestFormat(t *testing.T) {
	x := tensor.New([][]float32{{1, 2.5}, {-3, 10}})
	n := tensor.New([]int{1, 20})
	tests := []struct {
		format string
		x      *tensor.Tensor
		want   string
	}{
		{"%v", x, "[[ 1.   2.5]\n [-3.  10. ]]"},
		{"%s", n, "[ 1 20]"},
		{"%8v", n, " [ 1 20]"},
		{"%#v", n, "Tensor(shape=[2], dtype=Int64, value= [ 1, 20])"},
		{"%q", n, `"[ 1 20]"`},
		{"%.2f", x, "[[ 1.00  2.50]\n [-3.00 10.00]]"},
		{"%d", n, "[ 1 20]"},
		{"%03d", n, "[001 020]"},
		{"%x", n, "[ 1 14]"},
		{"%.1f", n, "[ 1.0 20.0]"},
		{"%g", tensor.New(float32(0.1)), "0.1"},
		{"%+.1f", tensor.New(2.0), "+2.0"},
		{"%+f", tensor.New(math.Inf(1)), "+inf"},
		{"%-5f|", tensor.New(math.NaN()), "nan  |"},
		{"%t", tensor.New(true), "true"},
		{"%.1f", tensor.New(complex(1, 2)), "(1.0+2.0i)"},
		{"%.1f", tensor.New([]float32{0.5, 1}).AsType(tensor.BFloat16), "[0.5 1.0]"},
		{"%.1f", tensor.Zeros(0, 3), "[]"},
		{"%v", nil, "None"},
		{"%d", nil, "None"},
	}
	for _, c := range tests {
		if got := fmt.Sprintf(c.format, c.x); got != c.want {
			t.Errorf("%s: %q, want %q", c.format, got, c.want)
		}
	}
}
