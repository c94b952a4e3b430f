package tensor_test

import (
	"fmt"
	"strings"
	"testing"

	. "github.com/msrepl/msrepl/tensor"
)

// describe writes what a tensor is in one line.
func describe(x *Tensor) string {
	return fmt.Sprintf("%s %s %v", x.DType(), x.Shape(), x.Values())
}

// TestErrors checks that misuse panics with an Error of the right kind that names what was given.
func TestErrors(t *testing.T) {
	x, v, i := Zeros(2, 3), New([]float32{1, 2}), New([]int{0, 5})
	for _, c := range []struct {
		kind Kind
		want string
		call func()
	}{
		{TypeError, "Type implicit conversion between Tensor[UInt16] and Tensor[Int32] is not supported.", func() { New([]uint16{1}).Add(New([]int32{1})) }},
		{TypeError, "99 is no dtype", func() { x.AsType(DType(99)) }},
		{TypeError, "0 is no dtype", func() { x.AsType(DType(0)) }},
		{TypeError, "99 is no dtype", func() { New([]int{1}, DType(99)) }},
		{TypeError, "99 is no dtype", func() { Full([]int{2}, 1, DType(99)) }},
		{TypeError, "Tensor[Bool]", func() { New(true).Sub(New(true)) }},
		{ValueError, "'Add', x.shape and y.shape need to broadcast. The value of x.shape[-1] or y.shape[-1] must be 1 or -1 when they are not the same, but got x.shape = [2, 3] and y.shape = [2].", func() { x.Add(v) }},
		{ValueError, "x1.shape = [2, 3] and x2.shape = [2, 3]", func() { x.MatMul(x) }},
		{ValueError, "x1.shape = [] and x2.shape = [2]", func() { New(1.0).MatMul(v) }},
		{ValueError, "'input_x' shape [2, 3] and 'input_shape' [4]", func() { x.Reshape(4) }},
		{ValueError, "'input_shape' [-1, -1]", func() { x.Reshape(-1, -1) }},
		{ValueError, "(0, 0) must name each of the 2 axes", func() { x.Transpose(0, 0) }},
		{ValueError, "must be in range [-2, 2), but got 2", func() { x.Sum(2) }},
		{ValueError, "named twice", func() { x.Sum(0, -2) }},
		{ValueError, "axis 1 must be 1, but got 3", func() { x.Squeeze(1) }},
		{ValueError, "target shape: [2]", func() { x.BroadcastTo(2) }},
		{ValueError, "element 1 has [2]", func() { Concat([]*Tensor{x, v}, 0) }},
		{ValueError, "element 1 has [2]", func() { Stack([]*Tensor{x, v}, 0) }},
		{ValueError, "at least one", func() { Concat(nil, 0) }},
		{ValueError, "add up to the length 3", func() { x.SplitSections([]int{1, 1}, 1) }},
		{ValueError, "no extreme", func() { Zeros(0, 2).Max(0) }},
		{ValueError, "no extreme", func() { Zeros(0).ArgMax() }},
		{ValueError, "For 'Median', a tensor without elements has no median: the shape is (0,).", func() { Zeros(0).Median(0, false) }},
		{ValueError, "For 'Sort', the axis must be in range [-2, 2), but got 4.", func() { x.Sort(4) }},
		{ValueError, "For 'CumSum', the axis must be in range [-2, 2), but got 7.", func() { x.CumSum(7) }},
		{IndexError, "index 7 is out of bounds for dimension with size 2", func() { x.GatherElements(0, New([][]int{{7}})) }},
		{IndexError, "index -3 is out of bounds for dimension with size 2", func() { x.Gather(New([]int{-3}), 0) }},
		{ValueError, "must not be negative", func() { Zeros(-1) }},
		{ValueError, "ragged: element [1] is a list of length 1 where a list of length 2 is expected", func() { New([][]int{{1, 2}, {3}}) }},
		{ValueError, "ragged: element [0][1] is a list of length 1 where a number", func() { New([]any{[]any{1, []any{2}}}) }},
		{TypeError, "For Tensor, the input_data is ['a', 1] that contain unsupported element.", func() { New([]any{"a", 1}) }},
		{TypeError, "For Tensor, the input_data is [[1, None]] that contain unsupported element.", func() { New([]any{[]any{1, nil}}) }},
		{TypeError, "For Tensor, the input_data is None that contain unsupported element.", func() { New(nil) }},
		{TypeError, "For Tensor, the input_data is slice(-2, 0, None) that", func() { New(Span(-2, 0)) }},
		{ValueError, "Only one element tensors can be converted to Python scalars", func() { v.Float() }},
		{ValueError, "The truth value of an array with more than one element is ambiguous.", func() { v.Bool() }},
		{TypeError, "Not support len of a 0-D tensor", func() { New(1).Len() }},
		{IndexError, "index 2 is out of bounds for dimension with size 2", func() { x.At(2) }},
		{IndexError, "index 5 is out of bounds", func() { v.At(i) }},
		{IndexError, "too many indices", func() { x.At(0, 0, 0) }},
		{IndexError, "single ellipsis", func() { x.At(Ellipsis, Ellipsis) }},
		{IndexError, "the mask has length 2 on an axis of length 3", func() { x.At(All(), []bool{true, false}) }},
		{IndexError, "but got string", func() { x.At("a") }},
		{ValueError, "slice step cannot be zero", func() { All().By(0) }},
		{ValueError, "shape (2,) does not broadcast to the selected shape ()", func() { x.SetAt(v, 0, 0) }},
		{ValueError, "k must be in range [0, 2]", func() { v.TopK(3) }},
		{ValueError, "size [2 2], stride [3 2] and offset 1 lead to element 6, but x of shape (2, 3) has 6", func() {
			x.AsStrided([]int{2, 2}, []int{3, 2}, 1)
		}},
		{ValueError, "but got [2], [1 1] and 0", func() { x.AsStrided([]int{2}, []int{1, 1}, 0) }},
		{ValueError, "but got [2], [-1] and 3", func() { x.AsStrided([]int{2}, []int{-1}, 3) }},
		{ValueError, `"none" or "tanh"`, func() { v.GELU("x") }},
	} {
		err, _ := Try(c.call).(*Error)
		if err == nil || err.Kind != c.kind || !strings.Contains(err.Msg, c.want) {
			t.Errorf("got %v, want a %s with %q", err, c.kind, c.want)
		}
	}
}
