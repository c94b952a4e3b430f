// Package nn provides cells, parameters and layers: mindspore.nn.
//
// A cell is a struct that embeds [Cell] by value, has its layers and parameters as fields, and has a
// method Construct, which may take and return anything:
//
//	type Net struct {
//		nn.Cell
//		fc   *nn.Dense
//		relu *nn.ReLU
//	}
//
//	func NewNet() *Net {
//		n := &Net{fc: nn.NewDense(3, 2), relu: nn.NewReLU()}
//		n.Init(n)
//		return n
//	}
//
//	func (n *Net) Construct(x *tensor.Tensor) *tensor.Tensor { return n.relu.Call(n.fc.Call(x)) }
//
// Init binds the embedded Cell to the struct; from then on net.Call(x) runs Construct with all hooks,
// net.TrainableParams() finds the parameters in the fields, and net prints as in MindSpore. Parameters are named
// after the fields: the weight above is fc.weight. A method Bprop, if the type has one, is the cell's gradient.
//
// A layer has exactly the name of MindSpore's class, which its text prints: Conv2d, SeLU, FastGelu. The functions of
// package ops have initialisms in capitals, like Go and MindSpore's ops: ops.Conv2D, ops.SELU. Options have the same
// names in both packages. Names that the next release removes are marked as deprecated, with their replacement.
//
// Misuse panics with a [*tensor.Error], which [tensor.Try] turns into an error value; only methods of the interfaces of
// package encoding return errors.
//
//go:generate go run ../cmd/msgen layers
package nn
