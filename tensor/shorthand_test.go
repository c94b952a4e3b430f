package tensor_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/testkit/gradcheck"
	"github.com/msrepl/msrepl/tensor"
)

// TestShorthand has the examples of MindSpore's reference, and values by arithmetic.
func TestShorthand(t *testing.T) {
	x := tensor.New([][]int{{1, 2}, {3, 4}})
	f := func(v any) *tensor.Tensor { return tensor.New(v, tensor.Float32) }
	nan := tensor.New([]float64{0, 1, 2}).Log().Div(tensor.New([]float64{0, 0, 1})) // -inf, nan, log 2
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"repeat", tensor.New(3).Repeat(4), "[3 3 3 3]"},
		{"repeat of all", x.Repeat(2), "[1 1 2 2 3 3 4 4]"},
		{"repeat, axis", x.Repeat(3, 1), "[[1 1 1 2 2 2]\n [3 3 3 4 4 4]]"},
		{"repeat, each", x.Repeat([]int{1, 2}, 0), "[[1 2]\n [3 4]\n [3 4]]"},
		{"ravel", tensor.Ones(2, 3, 4).Ravel().Shape(), "(24,)"},
		{"choose", tensor.New([]int{2, 3, 1, 0}).Choose(tensor.New([]int{0, 1, 2, 3}), tensor.New([]int{10, 11, 12, 13}), tensor.New([]int{20, 21, 22, 23}),
			tensor.New([]int{30, 31, 32, 33})), "[20 31 12  3]"},
		{"choose beyond", tensor.New([]int{-3, 9}).Choose(tensor.New(5), tensor.New(6)), "[5 6]"},
		{"ptp rows", f([][]float32{{4, 9, 2, 10}, {6, 9, 7, 12}}).Ptp(1), "[8. 6.]"},
		{"ptp columns", f([][]float32{{4, 9, 2, 10}, {6, 9, 7, 12}}).Ptp(0), "[2. 0. 5. 2.]"},
		{"ptp", x.Ptp(), "3"},
		{"fill", f([][]int{{0, 1}, {2, 3}}).Fills(1.0), "[[1. 1.]\n [1. 1.]]"},
		{"fills", f([]int{1, 2}).Fills(7), "[7. 7.]"},
		{"itemset, flat", f([][]int{{1, 2, 3}, {4, 5, 6}}).ItemSet(0, 4), "[[1. 2. 3.]\n [4. 0. 6.]]"},
		{"itemset", f([][]int{{1, 2, 3}, {4, 5, 6}}).ItemSet(4, 0, 1), "[[1. 4. 3.]\n [4. 5. 6.]]"},
		{"expand_as", tensor.New([]int{1, 2}).ExpandAs(tensor.Zeros(2, 2)), "[[1 2]\n [1 2]]"},
		{"expand", tensor.New([][]int{{1}, {2}}).Expand(2, 2), "[[1 1]\n [2 2]]"},
		{"view_as", x.ViewAs(tensor.Zeros(4)), "[1 2 3 4]"},
		{"reshape_as", x.T().ReshapeAs(tensor.Zeros(4)), "[1 3 2 4]"},
		{"type_as", x.TypeAs(tensor.Ones(1)), "[[1. 2.]\n [3. 4.]]"},
		{"to", x.To(tensor.Float16).DType(), "Float16"},
		{"half", x.Half().DType(), "Float16"},
		{"single", x.Single().DType(), "Float32"},
		{"double", x.Double().DType(), "Float64"},
		{"bfloat16", x.BFloat16().DType(), "BFloat16"},
		{"byte", x.Byte().DType(), "UInt8"},
		{"short", x.Short().DType(), "Int16"},
		{"long", f(3.7).Long(), "3"},
		{"new_zeros", x.NewZeros(2), "[0 0]"},
		{"new_ones", x.Half().NewOnes(2).DType(), "Float16"},
		{"new_full", f(1).NewFull([]int{2}, 3), "[3. 3.]"},
		{"new_empty", x.NewEmpty(2, 3).Shape(), "(2, 3)"},
		{"nelement", x.NElement(), "4"},
		{"is_floating_point", x.Half().IsFloatingPoint(), "true"},
		{"is_floating_point of ints", x.IsFloatingPoint(), "false"},
		{"is_complex", tensor.Complex(f(1), f(2)).IsComplex(), "true"},
		{"is_signed", tensor.ZerosOf(tensor.UInt8, 1).IsSigned(), "false"},
		{"stride", tensor.Ones(2, 3, 4).Transpose(2, 0, 1).Stride(), "(1, 12, 4)"},
		{"storage_offset", x.At(1).StorageOffset(), "2"},
		{"positive", x.Positive(), "[[1 2]\n [3 4]]"},
		{"invert", x.Invert(), "[[-2 -3]\n [-4 -5]]"},
		{"nansum", nan.At(tensor.From(1)).NanSum(), "0.6931471805599453"},
		{"nansum of ints", x.NanSum(0), "[4 6]"},
		{"msort", tensor.New([][]int{{3, 1}, {2, 4}}).MSort(), "[[2 1]\n [3 4]]"},
		{"pinverse", f([][]int{{2, 0}, {0, 4}}).Pinverse(), "[[0.5  0.  ]\n [0.   0.25]]"},
		{"select", x.Select(1, 0), "[1 3]"},
		{"select from the end", x.Select(-2, -1), "[3 4]"},
		{"asnumpy", x.AsNumpy(), "[[1 2]\n [3 4]]"},
		{"from_numpy", tensor.FromNumpy([]int{1}), "[1]"},
		{"assign_value", f([]int{1, 2}).AssignValue(tensor.New([][]int{{3}, {4}})), "[[3]\n [4]]"},
		{"copy_", f([]int{1, 2}).CopyAssign(tensor.New(5)), "[5. 5.]"},
		{"fill_", f([]int{1, 2}).FillAssign(5), "[5. 5.]"},
		{"zero_", x.Clone().ZeroAssign(), "[[0 0]\n [0 0]]"},
		{"clamp_", x.Clone().ClampAssign(2, 3), "[[2 2]\n [3 3]]"},
		{"relu_", f([]int{-1, 2}).ReLUAssign(), "[0. 2.]"},
		{"exp_", f([]int{0, 0}).ExpAssign(), "[1. 1.]"},
		{"pow_", f([]int{2, 3}).PowAssign(tensor.New(2)), "[4. 9.]"},
		{"masked_fill_", f([]int{1, 2}).MaskedFillAssign(tensor.New([]bool{true, false}), 9), "[9. 2.]"},
		{"index_copy_", x.Clone().IndexCopyAssign(1, tensor.New([]int{1}), tensor.New([][]int{{8}, {9}})), "[[1 8]\n [3 9]]"},
		{"index_copy", x.IndexCopy(0, tensor.New([]int{0}), tensor.New([][]int{{8, 9}})), "[[8 9]\n [3 4]]"},
		{"copy is another", x.Copy().ZeroAssign().Add(x), "[[1 2]\n [3 4]]"},
	} {
		got := ""
		switch v := c.got.(type) {
		case interface{ String() string }:
			got = v.String()
		case bool:
			got = map[bool]string{true: "true", false: "false"}[v]
		case int:
			got = tensor.New(v).String()
		}
		if got != c.want {
			t.Errorf("%s: got %s, want %s", c.name, got, c.want)
		}
	}
	if x.String() != "[[1 2]\n [3 4]]" {
		t.Errorf("the tensor has changed to %s", x)
	}
}

// TestShorthandInPlace has changes in place that others see.
func TestShorthandInPlace(t *testing.T) {
	x := tensor.Zeros(2, 2)
	x.At(0).FillAssign(3)
	if x.String() != "[[3. 3.]\n [0. 0.]]" {
		t.Errorf("a row that is filled leaves %s", x)
	}
	for want, f := range map[string]func(){
		"For 'positive', the input must not be Bool":           func() { tensor.New(true).Positive() },
		"For 'Select', the axis must be in [-2, 2), but got 2": func() { x.Select(2, 0) },
		"For 'choose', there must be at least one choice":      func() { tensor.New(0).Choose() },
		"For 'assign_value', the value of a Parameter must have its shape (2,) and dtype Float32": func() {
			tensor.New([]float32{1, 2}).AsParam().AssignValue(tensor.New([]float32{1}))
		},
		"For 'IndexCopyAssign', the axis must be in [-2, 2), but got -3.": func() { x.IndexCopy(-3, tensor.New(0), x) },
	} {
		if err := tensor.Try(f); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestShorthandGradients(t *testing.T) {
	x := tensor.New([][]float64{{0.5, -1.5}, {2.5, 3.5}})
	for name, f := range map[string]func(x *tensor.Tensor) *tensor.Tensor{
		"repeat": func(x *tensor.Tensor) *tensor.Tensor { return x.Repeat([]int{1, 2}, 0) },
		"choose": func(x *tensor.Tensor) *tensor.Tensor { return tensor.New([]int{1, 0}).Choose(x, x.Mul(x)) },
		"ptp":    func(x *tensor.Tensor) *tensor.Tensor { return x.Ptp(0) },
		"nansum": func(x *tensor.Tensor) *tensor.Tensor { return x.NanSum(1) },
		"select": func(x *tensor.Tensor) *tensor.Tensor { return x.Select(1, 0) },
		"in place": func(x *tensor.Tensor) *tensor.Tensor {
			y := x.Copy()
			return y.PowAssign(tensor.New(3)).IndexCopyAssign(0, tensor.New([]int{1}), x.At(tensor.To(1))).ReLUAssign()
		},
	} {
		call := func(in []*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{f(in[0])} }
		if err := gradcheck.Check(call, []*tensor.Tensor{x}, gradcheck.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
