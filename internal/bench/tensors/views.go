package tensors

import (
	"fmt"

	"github.com/msrepl/msrepl/tensor"
)

// simple are functions that every element type has; for Bool, sums and products are or and and.
var simple = []struct {
	name string
	f    func(x, y *tensor.Tensor) *tensor.Tensor
}{
	{"add", func(x, y *tensor.Tensor) *tensor.Tensor { return x.Add(y) }},
	{"mul", func(x, y *tensor.Tensor) *tensor.Tensor { return x.Mul(y) }},
	{"less", func(x, y *tensor.Tensor) *tensor.Tensor { return x.Less(y) }},
	{"sum", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Sum() }},
	{"max", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Max() }},
}

var types = []struct {
	name string
	of   tensor.DType
}{
	{"int32", tensor.Int32},
	{"int64", tensor.Int64},
	{"float64", tensor.Float64},
	{"uint8", tensor.UInt8},
	{"bool", tensor.Bool},
}

// otherTypes returns functions of elements other than float32.
func otherTypes() (list []workload) {
	const n = 1e5
	for _, t := range types {
		for _, e := range simple {
			if t.of == tensor.Bool && (e.name == "less" || e.name == "max") {
				continue
			}
			list = append(list, workload{fmt.Sprintf("of/%s/%s", t.name, e.name), elements, n / 1e9, false, func() func() {
				number := func(seed int) *tensor.Tensor {
					x := fill(seed, 50, n)
					if t.of == tensor.Bool {
						return x.Less(tensor.Scalar(0))
					}
					return x.Abs().AsType(t.of)
				}
				x, y := number(1), number(2)
				return inScope(true, func() *tensor.Tensor { return e.f(x, y) })
			}})
		}
	}
	return list
}

// views returns functions of non-contiguous tensors of a million elements.
func views() (list []workload) {
	const side = 1000
	every := tensor.All().By(2)
	for _, v := range []struct {
		name string
		x    func() *tensor.Tensor
	}{
		{"transposed", func() *tensor.Tensor { return fill(1, 3, side, side).T() }},
		{"steps", func() *tensor.Tensor { return fill(1, 3, side, 2*side).At(tensor.Ellipsis, every) }},
		{"rows", func() *tensor.Tensor { return fill(1, 3, 2*side, side).At(every) }},
		{"row", func() *tensor.Tensor { return fill(1, 3, 1, side).BroadcastTo(side, side) }},
		{"column", func() *tensor.Tensor { return fill(1, 3, side, 1).BroadcastTo(side, side) }},
	} {
		for _, e := range []struct {
			name string
			f    func(x, y *tensor.Tensor) *tensor.Tensor
		}{
			{"add", func(x, y *tensor.Tensor) *tensor.Tensor { return x.Add(y) }},
			{"exp", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Exp() }},
			{"sum", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Sum() }},
			{"sum0", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Sum(0) }},
			{"sum1", func(x, _ *tensor.Tensor) *tensor.Tensor { return x.Sum(1) }},
		} {
			list = append(list, workload{fmt.Sprintf("view/%s/%s", v.name, e.name), elements, side * side / 1e9, false, func() func() {
				x, y := v.x(), fill(2, 3, side, side)
				return inScope(true, func() *tensor.Tensor { return e.f(x, y) })
			}})
		}
	}
	return list
}
