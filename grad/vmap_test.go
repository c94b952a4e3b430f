package grad_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// TestVmap compares the functions of MindSpore's vmap tests with mapping by hand.
func TestVmap(t *testing.T) {
	x, y := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}}), tensor.New([][]float32{{-3, -2, -1}, {3, 2, 1}})
	add := func(x, y T) T { return x.Add(y) }
	sumAnd := func(x, y T, z float64) (T, float64) { return x.Add(y), z }
	dot := func(x, y T) T { return x.Mul(y).Sum() }
	nested := func(p tensor.Tuple, z T) tensor.Tuple { return tensor.Tuple{p[0].Sum(), p[1].Mul(z)} }
	axes := func(a ...any) []any { return a }
	times := func(w T) *nn.Dense { return nn.NewDense(3, 1, nn.WeightInit(w), nn.HasBias(false)) }
	cells := nn.NewCellList(times(tensor.New([][]float32{{1, 0, 1}})), times(tensor.New([][]float32{{2, 1, 0}})))
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"along the first axis", grad.Vmap(dot)(x, y), "[-10.  28.]"},
		{"along the second", grad.Vmap(dot, grad.InAxes(1))(x, y), "[9. 6. 3.]"},
		{"from the end", grad.Vmap(dot, grad.InAxes(-1))(x, y), "[9. 6. 3.]"},
		{"out axis", grad.Vmap(add, grad.InAxes(1), grad.OutAxes(0))(x, y), "[[-2.  7.]\n [ 0.  7.]\n [ 2.  7.]]"},
		{"out axis 1", grad.Vmap(add, grad.InAxes(1), grad.OutAxes(1))(x, y), "[[-2.  0.  2.]\n [ 7.  7.  7.]]"},
		{"not mapped", grad.Vmap(add, grad.InAxes(axes(0, nil)))(x, vec(1, 0, 0)), "[[2. 2. 3.]\n [5. 5. 6.]]"},
		{"ints", grad.Vmap(add, grad.InAxes([]int{0, 1}))(x, x.T()), "[[ 2.  4.  6.]\n [ 8. 10. 12.]]"},
		{"a number", grad.Vmap(sumAnd, grad.InAxes(axes(1, 1, nil)))(x, y, 1).At(1), "[1. 1. 1.]"},
		{
			"a result that is not mapped", grad.Vmap(func(x, z T) (T, T) { return x.Mul(z), z.Mul(z) }, grad.InAxes(axes(0, nil)), grad.OutAxes(axes(0, nil)))(x, num(3)).At(1),
			"9.0",
		},
		{
			"tuples", grad.Vmap(nested, grad.InAxes(axes(axes(0, 1), nil)), grad.OutAxes(axes(0, 1)))(tensor.Tuple{x, y.T()}, num(2)).At(1),
			"[[-6.  6.]\n [-4.  4.]\n [-2.  2.]]",
		},
		{
			"nested", grad.Vmap(grad.Vmap(func(x, y T) T { return x.Mul(y) }, grad.InAxes(axes(nil, 0))), grad.InAxes(axes(0, nil)))(vec(1, 2), vec(3, 4, 5)),
			"[[ 3.  4.  5.]\n [ 6.  8. 10.]]",
		},
		{"of a gradient", grad.Vmap(grad.Grad(func(x T) T { return x.Mul(x).Sum() }))(x), "[[ 2.  4.  6.]\n [ 8. 10. 12.]]"},
		{
			"gradient of it", grad.Grad(grad.Vmap(func(x, y T) T { return x.Mul(x).Mul(y) }, grad.InAxes(axes(0, nil))))(x, vec(1, 2, 3)),
			"[[ 2.  8. 18.]\n [ 8. 20. 36.]]",
		},
		{"a list of cells", grad.Vmap(cells)(x), "[[ 4.]\n [13.]]"},
		{"a list of cells that share the argument", grad.Vmap(cells, grad.InAxes(nil), grad.OutAxes(1))(x.At(1)), "[[10. 13.]]"},
		{
			"gradient of a list of cells", grad.GradBy(grad.Vmap(cells), cells.TrainableParams())(x),
			"(Tensor(shape=[1, 3], dtype=Float32, value=\n[[ 1.00000000e+00,  2.00000000e+00,  3.00000000e+00]]), " +
				"Tensor(shape=[1, 3], dtype=Float32, value=\n[[ 4.00000000e+00,  5.00000000e+00,  6.00000000e+00]]))",
		},
		{"Jacobian by mapped vjp", grad.Vmap(func(v T) T {
			_, vjp := grad.VJP(func(x T) T { return x.Mul(x) }, vec(1, 2))
			return vjp(v)[0]
		})(tensor.Eye(2)), "[[2. 0.]\n [0. 4.]]"},
		{"random numbers are those of the first slice", grad.Vmap(func(x T) T {
			r := make([]float32, 1)
			rng.Ops().Uniform(r, 1, 2)
			return x.Mul(num(float64(r[0])))
		})(tensor.Ones(4)).Tensor().ToList().([]float32), "all equal"},
	} {
		got := fmt.Sprint(c.got)
		if l, ok := c.got.([]float32); ok && slices.Max(l) == slices.Min(l) {
			got = "all equal"
		}
		if got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestVmapErrors: messages are those of frontend/operator/composite/vmap.cc, as in
// tests/ut/python/vmap/test_vmap_validation.py.
func TestVmapErrors(t *testing.T) {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	fn := func(x, y T, z any) (T, any) { return x.Add(y), z }
	axes := func(a ...any) []any { return a }
	run := func(in any, out ...any) func() {
		opts := []grad.VmapOption{grad.InAxes(in)}
		for _, o := range out {
			opts = append(opts, grad.OutAxes(o))
		}
		return func() { grad.Vmap(fn, opts...)(x, x, 1) }
	}
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"in_axes None", run(nil, 0), "RuntimeError: The 'in_axes' of 'vmap' cannot be a single None while 'fn' is not a 'CellList'."},
		{
			"out_axes None", run(axes(1, 1, nil), axes(nil, nil, nil, axes(nil, nil))),
			"RuntimeError: The 'out_axes' of 'vmap' cannot be all None while 'fn' is not a 'CellList', but got (None, None, None, (None, None)).",
		},
		{
			"number of results", run(axes(1, 1, nil), axes(0, 0, 0)),
			"RuntimeError: The size of vmap's 'out_axes' should be equal to the number of results of 'fn': 2, but got size: 3.",
		},
		{"axis type", run(axes(1., 1., nil), 0), "RuntimeError: The axis in vmap's 'in_axes' should be a None or a scalar of type Int64Imm, but got a 1."},
		{"out of bounds", run(axes(-3, 2, nil), 0), "RuntimeError: The axis: -3 in 'in_axes' is out of bounds for array of dimension [-2,2)."},
		{"mapped result without axis", run(axes(1, 1, nil), axes(nil, 0)), "RuntimeError: It is invalid that source is not None and dst is None."},
		{"lengths", run(axes(1, 0, nil), 0), "RuntimeError: The 'axis_size' of each argument in the scope of 'vmap' should be equal, but got 3 and 2."},
		{"no input", func() { grad.Vmap(func() T { return x })() }, "RuntimeError: Failed to get 'axis_size' within the scope of vmap."},
		{"scalar result", run(axes(1, 1, nil), axes(0, 1)), "RuntimeError: The axis: 1 in 'out_axes' is out of bounds for array of dimension [-1,1)."},
		{"number of arguments", run(axes(1, 1), 0), "RuntimeError: The size of vmap's 'in_axes' should be equal to the number of arguments of 'fn': 3, but got size: 2."},
		{
			"one cell", func() { grad.Vmap(nn.NewCellList(nn.NewReLU())) },
			"RuntimeError: In the model ensembling parallel training scenario ('VmapOperation' arg0 is a 'CellList'), " +
				"the size of 'CellList' must be greater than 1, but got 1.",
		},
		{
			"cells and slices", func() { grad.Vmap(nn.NewCellList(nn.NewReLU(), nn.NewReLU(), nn.NewReLU()))(x) },
			"ValueError: If you want to execute the model ensembling parallel training, please make sure the 'axis_size' in the scope of " +
				"vmap consistent with the cell size of the input 'CellList', otherwise, please do not enter 'CellList' as the first " +
				"argument, but we get axis_size: 2 and the cell size: 3.",
		},
		{"no function", func() { grad.Vmap(3) }, "TypeError: For 'vmap', the first argument should be a Cell or a function, but got int."},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}
