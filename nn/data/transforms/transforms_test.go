package transforms_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/data/transforms"
	"github.com/msrepl/msrepl/tensor"
)

// TestOps has what functions make of columns, with figures of MindSpore's own tests of them.
func TestOps(t *testing.T) {
	five, rows := tensor.New([]int{1, 2, 3, 4, 5}), tensor.New([][]int{{1, 2, 3, 4}, {5, 6, 7, 8}})
	for _, c := range []struct {
		name string
		op   transforms.Op
		in   *tensor.Tensor
		want string
	}{
		{
			"Concatenate", transforms.NewConcatenate([]float64{1.4, 2, 3, 4, 4.5}, []float64{9, 10.3, 11, 12}),
			tensor.New([]float64{5, 6, 7, 8}), "[ 1.4  2.   3.   4.   4.5  5.   6.   7.   8.   9.  10.3 11.  12. ]",
		},
		{"Concatenate, behind", transforms.NewConcatenate(nil, tensor.New([]int64{6})), five, "[1 2 3 4 5 6]"},
		{"Concatenate, nothing", transforms.NewConcatenate(nil, nil), five, "[1 2 3 4 5]"},
		{"Mask, EQ", transforms.NewMask(transforms.EQ, 3), five, "[False False  True False False]"},
		{"Mask, NE", transforms.NewMask(transforms.NE, 3, tensor.Int8), five, "[1 1 0 1 1]"},
		{"Mask, LT", transforms.NewMask(transforms.LT, 3, tensor.Float32), five, "[1. 1. 0. 0. 0.]"},
		{"Mask, LE", transforms.NewMask(transforms.LE, 3, tensor.UInt8), five, "[1 1 1 0 0]"},
		{"Mask, GT", transforms.NewMask(transforms.GT, 3.5, tensor.UInt8), five, "[0 0 0 1 1]"},
		{"Mask, GE, 3", transforms.NewMask(transforms.GE, 3.5, tensor.UInt8), five, "[0 0 1 1 1]"},
		{"Slice, all", transforms.NewSlice(nil), five, "[1 2 3 4 5]"},
		{"Slice, dots", transforms.NewSlice(tensor.Ellipsis), five, "[1 2 3 4 5]"},
		{"Slice, index", transforms.NewSlice(-3), five, "[3]"},
		{"Slice, list", transforms.NewSlice([]int{-1, -4, -2}), five, "[5 2 4]"},
		{"Slice, span", transforms.NewSlice(tensor.Span(2, 10)), five, "[3 4 5]"},
		{"Slice, axes", transforms.NewSlice(1, tensor.Span(2, 4)), rows, "[[7 8]]"},
		{"Slice, lists of axes", transforms.NewSlice([]int{0}, []int{0, 3}), rows, "[[1 4]]"},
		{"Slice, all of an axis", transforms.NewSlice(nil, []int{3, 0}), rows, "[[4 1]\n [8 5]]"},
	} {
		if got := c.op(c.in).String(); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
	for want, f := range map[string]func(){
		"RuntimeError: Concatenate: vectors of one dtype are needed, but got shape (1,) of Float32 for a column of shape (5,) of Int64": func() {
			transforms.NewConcatenate([]float32{1}, nil)(five)
		},
		"ValueError: For 'Mask', the operator must be EQ, NE, LT, LE, GT or GE, but got \"==\"": func() {
			transforms.NewMask("==", 1)
		},
		"IndexError": func() { transforms.NewSlice([]int{5})(five) },
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
