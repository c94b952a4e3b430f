package gradcheck

import (
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

func TestCheck(t *testing.T) {
	x := []*tensor.Tensor{tensor.New([]float64{0.3, -1.2})}
	good := func(a []*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{a[0].Mul(a[0]).Mul(a[0])} }
	if err := Check(good, x, Options{Order: 3, Tolerance: 1e-5}); err != nil {
		t.Error(err)
	}
	// The factor's own dependence on x is hidden from the tape: the gradient is wrong.
	bad := func(a []*tensor.Tensor) []*tensor.Tensor { return []*tensor.Tensor{a[0].Mul(a[0].Detach())} }
	if Check(bad, x, Options{}) == nil {
		t.Error("a wrong gradient passed")
	}
}
