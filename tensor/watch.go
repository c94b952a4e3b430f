package tensor

import (
	"github.com/msrepl/msrepl/internal/session/opwatch"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
)

func init() { opwatch.Counted(func(by int64) { observers.Add(by) }) }

// showOp shows an op to a debugger, and records where it was applied for the backward pass.
func showOp(w *opwatch.Watch, op Op, in, out []*Tensor) {
	if back, _ := inGradient.Get(); back != nil {
		return
	}
	if n := out0Node(out); n != nil {
		n.hookList().origin = userLine()
	}
	w.Forward(op.Name(), pyrepr.Anys(in), pyrepr.Anys(out))
}
