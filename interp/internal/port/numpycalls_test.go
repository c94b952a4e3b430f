package port

import (
	"strings"
	"testing"
)

// TestNumpyCalls has calls of mindspore.numpy with all their arguments beside the Go that does it.
func TestNumpyCalls(t *testing.T) {
	const imports = "import numpy\nimport mindspore as ms\nimport mindspore.numpy as np\n" +
		"from mindspore import ops, Tensor\nfrom mindspore.ops.operations.math_ops import AddV2\nx = np.ones((2, 3))\n"
	for _, c := range []struct{ python, goes string }{
		{"np.fft.fft(x, n=4, norm='ortho')", `ops.FFT(x, 4, -1, "ortho")`},
		{"np.fft.ifft2(x)", `ops.IFFTN(x, nil, []int{-2, -1}, "backward")`},
		{"np.fft.rfftn(x, s=(2, 2), axes=(0, 1))", `ops.RFFTN(x, []int{2, 2}, []int{0, 1}, "backward")`},
		{"np.fft.fftfreq(n=4, d=0.5)", "ops.FFTFreq(4, 0.5)"},
		{"(x - x).asnumpy().sum()", "(x - x).Sum()"},
		{"Tensor.from_numpy(x - x).sum()", "(x - x).Sum()"},
		{"np.isclose(x, x, equal_nan=True)", "x.IsClose(x, 1e-5, 1e-8, true)"},
		{"np.isclose(x, x)", "np.IsClose(x, x)"},
		{"np.in1d(x, [0, 2], invert=True)", "np.In1D(x, []int{0, 2}).LogicalNot()"},
		{"np.amin(x, axis=0, initial=10, where=x)", "x.AMin([]int{0}, false, 10, x)"},
		{"np.max(x, axis=1, keepdims=True)", "x.AMax([]int{1}, true, nil, nil)"},
		{"np.max([[1, 2]], 1, keepdims=True)", "tensor.New([][]int32{{1, 2}}).AMax([]int{1}, true, nil, nil)"},
		{"numpy.max([0.5], initial=2)", "tensor.New([]float64{0.5}).AMax(nil, false, 2, nil)"},
		{"np.max(x, axis=1)", "np.Max(x, 1)"},
		{"np.bincount(x, minlength=3)", "np.BinCount(x, nil, 3)"},
		{"np.bincount(x, weights=x)", "np.BinCount(x, x)"},
		{"numpy.bincount([1], minlength=3)", "np.BinCount([]int{1}, nil, 3).AsType(tensor.Int64)"},
		{"numpy.bincount([1])", "np.BinCount([]int{1}).AsType(tensor.Int64)"},
		{"numpy.bincount([1], [0.5])", "np.BinCount([]int{1}, []float64{0.5})"},
		{"np.histogram(x, bins=3, density=True)", "py.Tensors(np.HistogramDensity(x, 3))"},
		{"np.histogram(x, bins=3, density=False)", "py.Tensors(np.Histogram(x, 3))"},
		{"np.unravel_index([1, 2], (2, 3), order='F')", "np.UnravelIndexF([]int{1, 2}, 2, 3)"},
		{"np.trapz(x, x=[-2, 1, 2])", "np.TrapzAt(x, []int{-2, 1, 2})"},
		{"np.trapz(x, dx=3, axis=0)", "np.TrapzAlong(x, nil, 3, 0)"},
		{"np.atleast_2d(x, x)", "[]*Tensor{np.AtLeast2D(x), np.AtLeast2D(x)}"},
		{"np.roll(x, [2, -3], [0, -1])", "np.Roll(x, []int{2, -3}, 0, -1)"},
		{"np.moveaxis(x, [0, 1], [-1, -2])", "np.MoveAxis(x, []int{0, 1}, []int{-1, -2})"},
		{"np.arange(start=0, stop=3)", "np.Arange(0, 3).AsType(tensor.Int32)"},
		{"np.arange(3, step=2)", "np.Arange(0, 3, 2).AsType(tensor.Int32)"},
		{"np.randn((2, 3))", "ops.Randn(2, 3)"},
		{"np.randint(1, 10, (2, 3))", "ops.Randint(1, 10, 2, 3).AsType(tensor.Int32)"},
		{"np.randint(5, dtype=ms.int64)", "ops.Randint(0, 5).AsType(tensor.Int64)"},
		{"np.blackman(12)", "np.Blackman(12, tensor.Float32)"},
		{"numpy.blackman(12)", "np.Blackman(12)"},
		{"np.add(x, [0.5, np.pi])", "np.Add(x, tensor.New([]float64{0.5, math.Pi}, tensor.Float32))"},
		{
			"np.ogrid[0:5, -1:1:3j]", "[]*Tensor(np.OGrid(np.Arange(0, 5).AsType(tensor.Float32), " +
				"np.Linspace(-1.0, 1.0, 3).AsType(tensor.Float32)))",
		},
		{"np.ogrid[:5]", "np.Arange(0, 5).AsType(tensor.Int32)"},
		{
			"numpy.mgrid[0:5:2, 1:3]", "np.MGrid(np.Arange(0, 5, 2).AsType(tensor.Int64), " +
				"np.Arange(1, 3).AsType(tensor.Int64))",
		},
		{"np.mean(x, axis=0, keepdims=True)", "x.MeanAxes([]int{0}, true)"},
		{"numpy.sum(numpy.ones(2), keepdims=True)", "np.Ones(2).SumAxes(nil, true)"},
		{"numpy.std(numpy.ones(2), ddof=1)", "np.Ones(2).StdAxes(nil, 1, false)"},
		{"numpy.ones(2).var(0, keepdims=True)", "np.Ones(2).VarAxes([]int{0}, 0, true)"},
		{"numpy.ones((2, 3)).std(axis=(0, 1))", "np.Std(np.Ones(2, 3), 0, 1)"},
		{"numpy.ones(2).cumsum()", "np.CumSum(np.Ones(2))"},
		{"numpy.mean([1, 2])", "np.Mean(tensor.New([]float64{1, 2}))"},
		{"numpy.ones(2) / 3", "np.Ones(2) / 3"},
		{
			"numpy.ones(2, numpy.float32) * numpy.array([True, False])",
			"np.Ones(2).AsType(tensor.Float32) * tensor.New([]bool{true, false})",
		},
		{"numpy.arange(3) / 2", "np.Arange(3).AsType(tensor.Int64).AsType(tensor.Float64) / 2"},
		{"x.asnumpy() / 2", "x / 2"},
		{"np.arange(3) / 2", "np.Arange(3).AsType(tensor.Int32) / 2"},
		{"numpy.average([2.0, 3.0])", "np.Mean([]float64{2.0, 3.0})"},
		{"numpy.average([2.0, 3.0], weights=[1, 2])", "np.Average([]float64{2.0, 3.0}, []int{1, 2})"},
		{"numpy.pad(numpy.ones(2), (1, 0), constant_values=1)", "np.PadConstant(np.Ones(2), []int{1, 0}, 1)"},
		{"numpy.pad(numpy.ones(2), 1, 'edge')", `np.Pad(np.Ones(2), 1, "edge")`},
		{"numpy.percentile([2.0, 3.0], 25)", "tensor.New([]float64{2, 3}).Quantile(25 / 100.0)"},
		{"numpy.median(numpy.ones((2, 2)), 1)", "np.Ones(2, 2).Quantile(0.5, 1)"},
		{"numpy.round(numpy.ones(2), 1)", "np.Around(np.Ones(2), 1)"},
		{"numpy.linalg.norm(numpy.ones(2))", "np.Norm(np.Ones(2))"},
		{"numpy.linalg.norm(numpy.ones((2, 2)), 'fro', (0, 1))", `np.Ones(2, 2).NormBy("fro", []int{0, 1}, false)`},
		{"numpy.linalg.norm(numpy.ones((2, 2)), axis=1)", "np.Ones(2, 2).NormAxes([]int{1}, false)"},
		{"numpy.linalg.inv(numpy.eye(2))", "np.Eye(2).Inverse()"},
		{"numpy.linalg.solve(numpy.eye(2), [1.0, 2.0])", "np.Eye(2).Solve(tensor.New([]float64{1, 2}))"},
		{"numpy.array([1, numpy.e])", "tensor.New([]any{1, math.E}, tensor.Float64)"},
		{"AddV2()(x, x)", "ops.Add(x, x)"},
	} {
		cells := translator(t).Page([]string{imports, "v = " + c.python + "\nv"})
		if want := "v := " + c.goes + "\n"; !strings.HasPrefix(cells[1].Go, want) || len(cells[1].Left) > 0 {
			t.Errorf("%s\ngot  %s\nwant %s", c.python, cells[1].Go, want)
		}
	}
}
