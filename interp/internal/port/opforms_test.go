package port

import (
	"strings"
	"testing"
)

// TestOpForms translates calls whose Go has another form, and what is refused.
func TestOpForms(t *testing.T) {
	const imports = "import mindspore as ms\nfrom mindspore import Tensor, ops, mint, float32\nimport itertools\n" +
		"x = Tensor([[1.0, 2.0]])\nfn = ops.Sin()\naxes = (-1, -2)\nl = [[0, 1]]\n"
	for _, c := range []struct{ python, goes string }{
		{"ops.full((2,), 1.2)", "tensor.Full([]int{2}, 1.2, tensor.Int64)"},
		{"ops.full((2,), 1.2, dtype=ms.float32)", "tensor.Full([]int{2}, 1.2, tensor.Float32)"},
		{"mint.full((2,), 1.2)", "tensor.Full([]int{2}, 1.2)"},
		{"mint.zeros((2, 3), dtype=ms.int32)", "tensor.ZerosOf(tensor.Int32, 2, 3)"},
		{"ops.dyn_shape(x)", "tensor.New([]int(x.Shape()))"},
		{"ops.batch_dot(x, x)", "ops.BatchDot(x, x, -1, -2)"},
		{"ops.batch_dot(x, x, 2)", "ops.BatchDot(x, x, 2, 2)"},
		{"ops.batch_dot(x, x, axes)", "ops.BatchDot(x, x, axes[0], axes[1])"},
		{"ops.batch_dot(x, x, (1, 2))", "ops.BatchDot(x, x, 1, 2)"},
		{"ops.argmax(x, dim=1, keepdim=True)", "x.ArgMax(1).ExpandDims(1)"},
		{"x.argmin(-1)", "x.ArgMin(-1)"},
		{"ops.argmax(x)", "x.ArgMax()"},
		{"ops.argmax(x, dim=None, keepdim=True)", "x.ArgMax()"},
		{"ops.aminmax(x, axis=None, keepdims=True)", "py.Tensors(ops.AMinMax(x, nil, true))"},
		{"x.argmax_with_value()", "py.Tensors(ops.MaxWithIndex(x, 0, false))"},
		{"x.argmin_with_value(axis=1, keep_dims=True)", "py.Tensors(ops.MinWithIndex(x, 1, true))"},
		{"ops.atleast_2d([x, x])", "Tuple{ops.AtLeast2D(x), ops.AtLeast2D(x)}"},
		{"mint.unique_consecutive(x, True, True, 1)", "py.Tensors(x.UniqueConsecutiveAlong(1))"},
		{"x.itemset((0, 1), 4)", "x.ItemSet(4, 0, 1)"},
		{"x.itemset(1, 4)", "x.ItemSet(4, 1)"},
		{"x.get_bytes()", "py.BytesOf(x)"},
		{"ops.Argmax()", "func(x *Tensor) *Tensor { return ops.ArgMax(x, -1).AsType(tensor.Int32) }"},
		{"ops.Cummin(0)", "func(x *Tensor) (*Tensor, *Tensor) { return ops.CumMin(x, 0) }"},
		{"ops.flip(x, axis=[1])", "ops.Flip(x, 1)"},
		{"ops.rfftn(x, s=(2, 2), dim=(0, 1))", `ops.RFFTN(x, []int{2, 2}, []int{0, 1}, "backward")`},
		{"Tensor.mean(x, 1)", "x.Mean(1)"},
		{"ops.auto_generate.sum_ext(x)", "x.Sum()"},
		{"x.astype(float32)", "x.AsType(tensor.Float32)"},
		{"x.contiguous()", "x.Contiguous()"},
		{"x.min(axis=0, return_indices=True)", "py.Tensors(ops.MinWithIndex(x, 0, false))"},
		{"x.cauchy(sigma=2)", "ops.Cauchy(x.Shape(), 0, 2)"},
		{"x.mT", "x.SwapAxes(-1, -2)"},
		{"ops.function.math_func.amax_ext(x, 1, keepdim=True)", "ops.AMax(x, []int{1}, true, nil, nil)"},
		{"ops.function.array_func.gather_ext(x, 1, x)", "ops.GatherElements(x, 1, x)"},
		{"ops.batch_to_space_nd(x, [2], l)", "ops.BatchToSpaceND(x, []int{2}, py.Pairs(l))"},
		{
			"ops.deformable_conv2d(x, x, x, (3, 3), (1, 1, 2, 1), (0, 0, 0, 0), dilations=(1, 1, 1, 2))",
			"ops.DeformableConv2D(x, x, x, ops.Stride(2, 1), ops.Padding(0, 0, 0, 0), ops.Dilation(1, 2))",
		},
		{"Tensor([1 + 2j, -0.5j])", "tensor.New([]complex128{1 + 2i, -0.5i})"},
		{"Tensor([[1j]], ms.complex64)", "tensor.New([][]complex64{{1i}})"},
		{"ops.randperm(4, dtype=ms.int32)", "ops.Randperm(4).AsType(tensor.Int32)"},
		{"ops.randperm(4, seed=7)", "ops.Randperm(4, ops.Seed(7))"},
		{"mint.randperm(4)", "ops.Randperm(4)"},
		{"ops.randint_like(x, 0, 5)", "ops.RandintLike(x, 0, 5)"},
		{"ops.randint_like(x, 0, 5, dtype=ms.int64)", "ops.RandintLike(x.AsType(tensor.Int64), 0, 5)"},
		{"ops.derivative(fn, x, 3)", "py.Pack(grad.Derivative(fn, Tuple{x}, 3))"},
		{"ms.vmap(fn, in_axes=(0, None), out_axes=1)", "grad.Vmap(fn, grad.InAxes([]any{0, nil}), grad.OutAxes(1))"},
		{"ops.vmap(ops.vmap(fn))(x)", "grad.Vmap(grad.Vmap(fn))(x).Tensor()"},
		{"ms.grad(ms.vmap(fn), (0, 1))(x, x)", "grad.GradAt(grad.Vmap(fn), 0, 1)(x, x)"},
		{"ops.tensor_dot(x, x, axes=1)", "np.TensorDot(x, x, 1)"},
		{"ops.scalar_mul(2, 3.5)", "2.0 * 3.5"},
		{"ops.MatMul(transpose_b=True)", "func(x, y *Tensor) *Tensor { return ops.MatMul(x, y.SwapAxes(-1, -2)) }"},
		{"ops.MatMul()", "ops.MatMul"},
		{"ops.neg(x)", "ops.Neg(x)"},
		{"ops.true_divide(x, x)", "ops.Div(x, x)"},
		{"ops.tensor_pow(x, x)", "ops.Pow(x, x)"},
		{"ops.ge(x, 2)", "ops.GreaterEqual(x, 2)"},
		{"Tensor([1, 2], ms.uint8)", "tensor.New([]uint8{1, 2})"},
		{"Tensor(3, ms.uint16)", "tensor.New(3, tensor.UInt16)"},
		{"list(itertools.combinations([1, 2], r=2))", "py.Combinations([]int{1, 2}, 2, false)"},
	} {
		cells := translator(t).Page([]string{imports, "v = " + c.python + "\nv"})
		first, _, _ := strings.Cut(cells[1].Go, "\n")
		if want := "v := " + c.goes; first != want || len(cells[1].Left) > 0 {
			t.Errorf("%s\ngot  %s %v\nwant %s", c.python, first, cells[1].Left, want)
		}
	}
	for _, python := range []string{
		"Tensor([1j, x])", "ops.argmax(x, 1, ops.any(x))", "mint.unique_consecutive(x, True)", "x.itemset()",
		"ops.deformable_conv2d(x, x, x, (3, 3), (2, 1, 1, 1), (0, 0, 0, 0))", "ops.batch_dot(x, x, None, 1)",
	} {
		if cells := translator(t).Page([]string{imports, "v = " + python}); len(cells[1].Left) == 0 {
			t.Errorf("%s is not refused: %s", python, cells[1].Go)
		}
	}
}
