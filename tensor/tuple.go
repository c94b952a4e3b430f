package tensor

import "github.com/msrepl/msrepl/internal/text/pyrepr"

// Tuple is a Python tuple of tensors: the gradients of several inputs, the inputs of a hook, or the results of an op
// such as [Grids]. A nil entry means None.
type Tuple []*Tensor

// String returns "(a, b)", or "(a,)" for one, with the Repr of each tensor.
func (t Tuple) String() string { return pyrepr.Line(t) }

// Repr is the same text as String.
func (t Tuple) Repr() string { return pyrepr.Line(t) }

// ReprParts returns the brackets of a Python tuple and the tensors between them.
func (t Tuple) ReprParts() (open string, parts []any, end string) {
	return "(", pyrepr.Anys(t), ")"
}
