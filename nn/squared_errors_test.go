package nn_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/internal/workload"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestSquaredErrors compares the loss, which is one op where it can be, its gradients and those of them with the ops
// that it is made of, bit by bit, on either side of what counts as few, for contiguous, turned and repeated arguments.
func TestSquaredErrors(t *testing.T) {
	same := func(x *tensor.Tensor) *tensor.Tensor { return x }
	turned := func(x *tensor.Tensor) *tensor.Tensor { return x.T() }
	row := func(x *tensor.Tensor) *tensor.Tensor { return x.At(0).BroadcastTo(x.Shape()...) }
	for _, dims := range [][]int{{511}, {512}, {7, 129}, {60, 60}, {1001}, {64, 100}, {270, 500}} {
		for i, view := range []func(x *tensor.Tensor) *tensor.Tensor{same, turned, row} {
			if i > 0 && len(dims) == 1 || i == 1 && dims[0] != dims[1] {
				continue
			}
			for _, how := range []string{"mean", "sum"} {
				made := func(x, y *tensor.Tensor) *tensor.Tensor {
					d := x.Sub(view(y)).Square()
					if how == "sum" {
						return d.Sum()
					}
					return d.Mean()
				}
				op := func(x, y *tensor.Tensor) *tensor.Tensor { return ops.MSELoss(x, view(y), ops.Reduction(how)) }
				layer := nn.NewMSELoss(nn.Reduction(how))
				call := func(x, y *tensor.Tensor) *tensor.Tensor { return layer.Call(x, view(y)) }
				want := lossSlopes(made, dims)
				for name, loss := range map[string]func(x, y *tensor.Tensor) *tensor.Tensor{"op": op, "layer": call} {
					for k, got := range lossSlopes(loss, dims) {
						if !slices.Equal(got, want[k]) {
							t.Errorf("%s of %v, %s, view %d: result %d differs", name, dims, how, i, k)
						}
					}
				}
			}
		}
	}
}

// lossSlopes returns a loss of two tensors, some of whose elements are equal, and its gradients, of which a tape
// records nothing, then gradients that it records, and those of their product with an argument: as texts that have
// every bit.
func lossSlopes(loss func(x, y *tensor.Tensor) *tensor.Tensor, dims []int) (list [][]string) {
	x, y := workload.Fill(3, 4, dims...), workload.Fill(5, 4, dims...)
	x.Reshape(-1).SetAt(y.Reshape(-1).At(tensor.Span(0, 5)), tensor.Span(0, 5))
	both := []*tensor.Tensor{x, y}
	tape := func() *tensor.Tape {
		t := tensor.NewTape()
		t.WatchParam(x)
		t.WatchParam(y)
		return t
	}
	slopes := func() []*tensor.Tensor {
		inner := tape()
		l := loss(x, y).Mul(tensor.Scalar(float32(0.3)))
		inner.Stop()
		return append(inner.Gradient([]*tensor.Tensor{l}, nil, both), l)
	}
	all := slopes()
	outer := tape()
	recorded := slopes()
	sum := recorded[0].Mul(x).Sum()
	outer.Stop()
	all = append(append(all, recorded...), outer.Gradient([]*tensor.Tensor{sum}, nil, both)...)
	for _, v := range all {
		var text []string
		for _, e := range v.Float32s() {
			text = append(text, fmt.Sprintf("%x", e))
		}
		list = append(list, text)
	}
	return list
}
