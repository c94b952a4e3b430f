package tensors

import (
	"fmt"

	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/compute/par"
)

// products returns workloads C = A·B that write C to existing memory.
func products() (list []workload) {
	for _, n := range []int{16, 32, 64, 128, 256, 512, 1024, 2048} {
		w := product(n, n, n, "")
		w.name, w.quick = fmt.Sprintf("gemm/%d", n), n == 64 || n == 512
		list = append(list, w)
	}
	for _, s := range []struct {
		m, k, n int
		layout  string
	}{
		{64, 784, 512, "nt"},
		{64, 512, 512, "nt"},
		{64, 512, 10, "nt"},
		{512, 64, 784, "tn"},
		{64, 512, 512, "nn"},
		{1024, 256, 256, "nt"},
		{1024, 256, 1024, "nt"},
		{1024, 1024, 256, "nt"},
		{1, 784, 512, "nt"},
		{8, 784, 512, "nt"},
		{16, 512, 10, "nt"},
		{512, 1, 512, "nn"},
		{1, 100000, 1, "nn"},
	} {
		w := product(s.m, s.k, s.n, s.layout)
		w.quick = s.m == 64 && s.k == 784
		list = append(list, w)
	}
	for _, s := range [][4]int{{1024, 8, 8, 8}, {256, 16, 16, 16}, {64, 32, 32, 32}, {32, 128, 64, 128}, {32, 128, 128, 64}} {
		list = append(list, batched(s[0], s[1], s[2], s[3]))
	}
	return list
}

// product returns one product. B is stored as [n, k] in layout nt, A as [k, m] in layout tn.
func product(m, k, n int, layout string) workload {
	build := func() func() {
		a := kernels.Matrix[float32]{Data: filled(1, 1, m*k), Row: k, Col: 1}
		b := kernels.Matrix[float32]{Data: filled(2, 1, k*n), Row: n, Col: 1}
		c := make([]float32, m*n)
		switch layout {
		case "nt":
			b.Row, b.Col = 1, k
		case "tn":
			a.Row, a.Col = 1, m
		}
		return func() { kernels.MatMul(m, n, k, a, b, c) }
	}
	return workload{fmt.Sprintf("gemm/%dx%dx%d_%s", m, k, n, layout), gflops, 2 * float64(m) * float64(k) * float64(n) / 1e9, false, build}
}

// batched returns a batch of count products.
func batched(count, m, k, n int) workload {
	build := func() func() {
		a, b, c := filled(1, 1, count*m*k), filled(2, 1, count*k*n), make([]float32, count*m*n)
		one := func(i int) {
			kernels.MatMul(m, n, k, kernels.Matrix[float32]{Data: a, Off: i * m * k, Row: k, Col: 1},
				kernels.Matrix[float32]{Data: b, Off: i * k * n, Row: n, Col: 1}, c[i*m*n:][:m*n])
		}
		return func() {
			par.Range(count, 64*64*64/(m*n*k), func(lo, hi int) {
				for i := lo; i < hi; i++ {
					one(i)
				}
			})
		}
	}
	return workload{
		fmt.Sprintf("bmm/%dx%dx%dx%d", count, m, k, n), gflops, 2 * float64(count) * float64(m) * float64(k) * float64(n) / 1e9,
		count == 256, build,
	}
}
