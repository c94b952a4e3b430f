package optest

import (
	"testing"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// checkMixed compares an op under a prescribed Float16, with arguments of Float32 and Float16, with the op on the
// same numbers in Float16. A network in mixed precision has both, because its parameters remain Float32.
func checkMixed(t *testing.T, r Row) {
	if r.Op == "AsType" || !inRange(infos[r.Op].DTypes, tensor.Float16) {
		return
	}
	half := r.Make()
	for i, x := range half {
		if r.Args[i].kind != mask && r.Args[i].kind != integer {
			half[i] = x.AsType(tensor.Float16)
		}
	}
	tensor.SetSeed(1)
	want := r.Call(half)
	for first := range 2 { // which of the arguments are Float32
		args := append(tensors(nil), half...)
		for i := first; i < len(args); i += 2 {
			if args[i].DType() == tensor.Float16 {
				args[i] = args[i].AsType(tensor.Float32)
			}
		}
		tensor.SetSeed(1)
		var got tensors
		err := tensor.Try(func() {
			engine.ComputeIn(tensor.Float16, func() { got = r.Call(args) })
		})
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		closeTo(t, tensor.Float16, got, want)
	}
}
