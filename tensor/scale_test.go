package tensor_test

import (
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestMoreElementsThanInt32 checks a tensor of more than 2³¹ elements, and of more than 2³² bytes, that takes the
// memory of one row: its elements are found, viewed and reduced like others.
func TestMoreElementsThanInt32(t *testing.T) {
	const rows, cols = 1 << 20, 4096
	row := Arange(0, cols, 1).AsType(Float32)
	x := row.BroadcastTo(rows, cols)
	if n := x.Size(); n != rows*cols {
		t.Fatalf("%d elements, want %d", n, rows*cols)
	}
	for _, c := range []struct {
		name string
		got  *Tensor
		want float64
	}{
		{"last element", x.At(rows-1, cols-1), cols - 1},
		{"element of the flat order", x.At(rows - 1).At(cols - 7), cols - 7},
		{"corner of a view", x.At(Span(rows-3, rows), Span(cols-2, cols)).Sum(), 3 * (2*cols - 3)},
		{"every millionth row", x.At(Span(0, rows).By(1 << 18)).Sum(), 4 * cols * (cols - 1) / 2},
		{"elements computed with", x.At(Span(rows-2, rows), Span(cols-3, cols)).Mul(Scalar(2)).Sum(), 2 * 2 * (3*cols - 6)},
		{"rows and their turned copy", x.At(Span(rows-4, rows)).Add(x.T().At(Ellipsis, Span(rows-4, rows)).Contiguous().T()).Max(), 2 * (cols - 1)},
		{"column of a view", x.At(Span(0, rows).By(1<<19), cols-1).Sum(), 2 * (cols - 1)},
		{"rows given by numbers", x.At([]int{rows - 1, 5}, cols-3).Sum(), 2 * (cols - 3)},
		{"transposed", x.T().At(cols-1, rows-1), cols - 1},
	} {
		if got := c.got.Float(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestMoreBytesThanInt32 checks elements of one byte of which there are more than 2³¹ in memory that is really there,
// unless the machine has too little.
func TestMoreBytesThanInt32(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 2 GiB of memory")
	}
	x := ZerosOf(UInt8, 1<<31+5)
	x.SetAt(New(7, UInt8), 1<<31+3)
	if got := x.At(1<<31 + 3).Float(); got != 7 {
		t.Errorf("element 2³¹+3 is %v, want 7", got)
	}
	if got := x.At(3).Float(); got != 0 {
		t.Errorf("element 3 is %v, want 0", got)
	}
}
