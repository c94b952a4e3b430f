package tensors

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/tensor"
)

var functions = []struct {
	name string
	f    func(x, y *tensor.Tensor) *tensor.Tensor
}{
	{"add", func(x, y *tensor.Tensor) *tensor.Tensor { return x.Add(y) }},
	{"mul", func(x, y *tensor.Tensor) *tensor.Tensor { return x.Mul(y) }},
	{"exp", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Exp() }},
	{"relu", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.ReLU() }},
	{"sigmoid", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Sigmoid() }},
	{"tanh", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Tanh() }},
	{"gelu", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.GELU("none") }},
	{"gelu_tanh", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.GELU("tanh") }},
	{"log", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Log() }},
	{"erf", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Erf() }},
}

// loops are the functions that PyTorch can also write to existing memory.
var loops = []struct {
	name   string
	unary  *kernels.Unary
	binary *kernels.Binary
}{
	{"add", nil, &kernels.Add},
	{"mul", nil, &kernels.Mul},
	{"exp", &kernels.Exp, nil},
	{"relu", &kernels.Relu, nil},
	{"sigmoid", &kernels.Sigmoid, nil},
	{"tanh", &kernels.Tanh, nil},
	{"erf", &kernels.Erf, nil},
}

// intoMemory returns functions that write to existing memory: only the loops, divided among processors as operations
// divide them.
func intoMemory() (list []workload) {
	for _, e := range loops {
		for _, n := range []int{1e3, 1e5, 1e7} {
			list = append(list, workload{fmt.Sprintf("ew_out/%s/%d", e.name, n), elements, float64(n) / 1e9, false, func() func() {
				x, y, out := filled(1, 3, n), filled(2, 3, n), filled(3, 3, n)
				return func() {
					par.Range(n, 16<<10, func(lo, hi int) {
						if e.unary != nil {
							e.unary.F32(out[lo:hi], x[lo:hi])
						} else {
							e.binary.F32(out[lo:hi], x[lo:hi], y[lo:hi])
						}
					})
				}
			}})
		}
	}
	return list
}

// elementwise returns functions with a new result; large results are made in a Scope.
func elementwise() (list []workload) {
	for _, e := range functions {
		for _, n := range []int{1e3, 1e5, 1e7} {
			list = append(list, workload{
				fmt.Sprintf("ew/%s/%d", e.name, n), elements, float64(n) / 1e9,
				n == 1e5 && (e.name == "add" || e.name == "exp" || e.name == "tanh"),
				func() func() {
					x, y := fill(1, 3, n), fill(2, 3, n)
					return inScope(n > 1e3, func() *tensor.Tensor { return e.f(x, y) })
				},
			})
		}
	}
	list = append(list, intoMemory()...)
	return append(list,
		workload{"ew/add_bias_64x512", elements, 64 * 512 / 1e9, false, func() func() {
			x, y := fill(1, 1, 64, 512), fill(2, 1, 512)
			return inScope(true, func() *tensor.Tensor { return x.Add(y) })
		}},
		workload{"copy/transpose_1024", elements, 1024 * 1024 / 1e9, false, func() func() {
			x := fill(1, 1, 1024, 1024).T()
			return inScope(true, x.Contiguous)
		}})
}

// dropped returns functions whose large result is left to the garbage collector.
func dropped() (list []workload) {
	for _, e := range functions[:4] {
		list = append(list, workload{"dropped/" + e.name + "/100000", elements, 1e5 / 1e9, false, func() func() {
			x, y := fill(1, 3, 1e5), fill(2, 3, 1e5)
			return func() { e.f(x, y) }
		}})
	}
	return list
}

// reductions returns sums and similar functions.
func reductions() (list []workload) {
	add := func(name string, quick bool, f func(x *tensor.Tensor), dims ...int) {
		list = append(list, workload{name, elements, float64(size(dims)) / 1e9, quick, func() func() {
			x := fill(1, 1, dims...)
			return func() { f(x) }
		}})
	}
	for _, n := range []int{1e3, 1e5, 1e7} {
		add(fmt.Sprintf("red/sum/%d", n), n == 1e5, func(x *tensor.Tensor) { x.Sum() }, n)
		add(fmt.Sprintf("red/mean/%d", n), false, func(x *tensor.Tensor) { x.Mean() }, n)
	}
	add("red/sum_axis0_1024", false, func(x *tensor.Tensor) { x.Sum(0) }, 1024, 1024)
	add("red/sum_axis1_1024", false, func(x *tensor.Tensor) { x.Sum(1) }, 1024, 1024)
	add("red/max_1e5", false, func(x *tensor.Tensor) { x.Max() }, 1e5)
	add("red/argmax_axis1_1024", false, func(x *tensor.Tensor) { x.ArgMax(1) }, 1024, 1024)
	return list
}
