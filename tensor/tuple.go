package tensor

import "github.com/msrepl/msrepl/internal/text/pyrepr"

// Tuple is several tensors, as a Python function returns them: what gradients of several inputs
// and inputs of a hook come in, and what ops with several results of one kind return, such as [Grids], which [Tensor]
// names beside its kin. A nil entry means None.
type Tuple []*Tensor

// String returns "(a, b)", or "(a,)" for one, with the Repr of each tensor.
func (t Tuple) String() string { return pyrepr.Line(t) }

// Repr is the same text as String.
func (t Tuple) Repr() string { return pyrepr.Line(t) }

// ReprParts returns the brackets of a Python tuple and the tensors between them.
func (t Tuple) ReprParts() (open string, parts []any, end string) {
	return "(", pyrepr.Anys(t), ")"
}
