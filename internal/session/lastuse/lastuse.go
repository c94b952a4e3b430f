// Package lastuse lets code of cells say which tensors nobody will look at again, so that their memory serves the
// next result. Compiled code knows where a value is used last; package tensor, which sets Now, knows what its ops do
// with their operands, and whether anybody else sees the memory.
package lastuse

import "unsafe"

// A Use is what is known of a function of package tensor or ops, or of a method of *Tensor.
type Use uint8

const (
	// Reads: when it returns, only its result may see the memory of its operands, which are tensors in its list of
	// parameters, and what has been recorded for gradients.
	Reads Use = 1 << iota
	// Fresh: nobody else has its result, a tensor, nor sees the memory of that.
	Fresh
)

// Rules are what package tensor knows. A tensor is a *tensor.Tensor, which this package cannot name.
type Rules struct {
	// Of returns what is known of a function or method, by its full name in go/types.
	Of func(name string) Use
	// Own notes that a tensor, the fresh result of an op, belongs to a variable of a frame.
	Own func(t unsafe.Pointer)
	// Share ends that: somebody else is about to see the tensor.
	Share func(t unsafe.Pointer)
	// End takes the memory of a tensor that nobody will look at again, unless the result, nil without one, or anybody
	// else may see it. With owned it does so only after Own without Share.
	End func(t, result unsafe.Pointer, owned bool)
}

// Now is set once, before any code of cells is compiled. The rules of a program without tensors know nothing.
var Now = Rules{Of: func(string) Use { return 0 }}
