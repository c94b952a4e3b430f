package cellrt

import (
	"github.com/msrepl/msrepl/internal/session/gls"
	"github.com/msrepl/msrepl/interp/internal/vm"
)

// Await calls a function that may block forever, and ends the cell if halted is closed in the meantime. The function
// then continues on its own; undo releases what it finally acquires.
func (r *Runtime) Await(block, undo func(), halted <-chan struct{}) {
	r.Waits(1, 0)
	defer r.Waits(-1, 0)
	if !vm.Returns(block, undo, gls.Go, halted) {
		r.Stop()
	}
}
