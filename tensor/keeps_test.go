package tensor_test

import (
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// TestKept changes an argument of a product after it was used: that matters only when the other argument's gradient
// is asked for.
func TestKept(t *testing.T) {
	for _, c := range []struct {
		name    string
		product func(x, y *Tensor) *Tensor
		change  int // which argument
		watch   [2]bool
		allowed bool
		want    string // the gradient of the first that is watched
	}{
		{"mul, the factor alone", (*Tensor).Mul, 0, [2]bool{true, false}, true, "[[5. 6.]\n [7. 8.]]"},
		{"mul, its constant", (*Tensor).Mul, 1, [2]bool{true, false}, false, ""},
		{"mul, both", (*Tensor).Mul, 0, [2]bool{true, true}, false, ""},
		{"mul, the second alone", (*Tensor).Mul, 1, [2]bool{false, true}, true, "[[1. 2.]\n [3. 4.]]"},
		{"matmul, the factor alone", (*Tensor).MatMul, 0, [2]bool{true, false}, true, "[[11. 15.]\n [11. 15.]]"},
		{"matmul, its constant", (*Tensor).MatMul, 1, [2]bool{true, false}, false, ""},
		{"matmul, the second alone", (*Tensor).MatMul, 1, [2]bool{false, true}, true, "[[4. 4.]\n [6. 6.]]"},
		{"matmul, both", (*Tensor).MatMul, 1, [2]bool{true, true}, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := [2]*Tensor{New([][]float32{{1, 2}, {3, 4}}), New([][]float32{{5, 6}, {7, 8}})}
			tape := NewTape()
			defer tape.Stop()
			var wrt []*Tensor
			for i, w := range c.watch {
				if w {
					args[i] = tape.Watch(args[i])
					wrt = append(wrt, args[i])
				}
			}
			y := c.product(args[0], args[1]).Sum()
			args[c.change].Detach().SetAt(Scalar(100), 0, 0)
			tape.Stop()
			defer func() {
				if e := recover(); (e == nil) != c.allowed {
					t.Errorf("got %v", e)
				}
			}()
			if got := tape.Gradient([]*Tensor{y}, nil, wrt)[0].String(); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestPartsOfOne takes the gradient of parts of a tensor, of which some overlap, some are in another order and some
// have gaps, and which is a view of another itself.
func TestPartsOfOne(t *testing.T) {
	tape := NewTape()
	defer tape.Stop()
	x := tape.Watch(Arange(24.0).Reshape(4, 6))
	v := x.Reshape(4, 2, 3).Transpose(1, 0, 2) // element (i, j, k) is element (j, 3i+k) of x
	loss := Zeros()
	for i, part := range []*Tensor{v.At(0), v.At(1), v.At(0, Span(1, 3)), v.At(All(), 2), v.At(All(), All(), Slice{}.By(2)), v.At(1, 3, 2)} {
		loss = loss.Add(part.Sum().Mul(Scalar(float64(i + 1))))
	}
	tape.Stop()
	got := tape.Gradient([]*Tensor{loss}, nil, []*Tensor{x})[0].String()
	want := "[[ 6.  1.  6.  7.  2.  7.]\n [ 9.  4.  9.  7.  2.  7.]\n [13.  8. 13. 11.  6. 11.]\n [ 6.  1.  6.  7.  2. 13.]]"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
