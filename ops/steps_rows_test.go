package ops_test

import (
	"strings"
	"testing"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestStepsOnRows checks that the values of the first and the last are those of the examples in MindSpore's
// reference; rows that a step leaves keep their ones, and rows that come twice move by the sum of their gradients.
func TestStepsOnRows(t *testing.T) {
	s := func(v float32) *tensor.Tensor { return tensor.New([]float32{v}) }
	w := func() *tensor.Tensor { return tensor.Ones(3, 1, 2) }
	g := tensor.Full([]int{2, 1, 2}, 0.1)
	two := tensor.New([]int32{0, 1})
	twice := func(step func(g, indices *tensor.Tensor) string) bool {
		return step(tensor.Full([]int{2, 1, 2}, 0.05), tensor.New([]int32{1, 1})) ==
			step(tensor.Full([]int{1, 1, 2}, 0.1), tensor.New([]int64{1}))
	}
	adam := func(g, indices *tensor.Tensor) string {
		x, _, _ := ops.FusedSparseAdam(w(), w(), w(), s(0.9), s(0.999), s(0.001), s(0.9), s(0.999), s(1e-8), g, indices)
		return flat(x)
	}
	lazy := func(g, indices *tensor.Tensor) string {
		x, _, _ := ops.FusedSparseLazyAdam(
			w(),
			w(),
			w(),
			s(0.9),
			s(0.999),
			s(0.001),
			s(0.9),
			s(0.999),
			s(1e-8),
			g,
			indices,
		)
		return flat(x)
	}
	proximal := func(g, indices *tensor.Tensor) string {
		x, _ := ops.FusedSparseProximalAdagrad(w(), w(), s(0.01), s(0), s(0), g, indices)
		return flat(x)
	}
	for _, c := range []struct{ name, got, want string }{
		{
			"FusedSparseAdam", adam(g, two),
			"[[[[0.9997121  0.9997121 ]] [[0.9997121  0.9997121 ]] [[0.99971527 0.99971527]]]]",
		},
		{
			"FusedSparseLazyAdam", lazy(g, two),
			"[[[[0.9997121 0.9997121]] [[0.9997121 0.9997121]] [[1.        1.       ]]]]",
		},
		{
			"FusedSparseProximalAdagrad", proximal(g, two),
			"[[[[0.99900496 0.99900496]] [[0.99900496 0.99900496]] [[1.         1.        ]]]]",
		},
	} {
		if c.got != c.want {
			t.Errorf("%s: %s, want %s", c.name, c.got, c.want)
		}
	}
	for name, step := range map[string]func(g, indices *tensor.Tensor) string{
		"adam": adam, "lazy": lazy, "proximal": proximal,
	} {
		if !twice(step) {
			t.Errorf("%s: a row that comes twice does not move by the sum", name)
		}
		for want, call := range map[string]func(){
			"one row for each of 1 indices": func() { step(g, tensor.New([]int32{0})) },
			"nteger":                        func() { step(g, tensor.New([]float32{0, 1})) },
		} {
			if err := tensor.Try(call); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
	}
}
