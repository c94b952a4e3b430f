package nn

import (
	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// WithEvalCell returns the inputs of metrics for a network and a loss, mindspore.nn.WithEvalCell: the loss, the
// output of the network and the label.
//
//ms:class wrap.cell_wrapper
type WithEvalCell struct {
	Cell
	Network Layer `ms:"_network"`
	Loss    Layer `ms:"_loss_fn"`
}

// NewWithEvalCell returns the network with the loss.
func NewWithEvalCell(network, loss Layer) *WithEvalCell {
	c := &WithEvalCell{Network: network, Loss: loss}
	c.AutoPrefix(false)
	c.Init(c)
	return c
}

// Call runs the cell: loss, outputs, label = eval(data, label).
func (c *WithEvalCell) Call(data, label *tensor.Tensor) (loss, outputs, same *tensor.Tensor) {
	r := c.Invoke(data, label)
	return r[0].(*tensor.Tensor), r[1].(*tensor.Tensor), r[2].(*tensor.Tensor)
}

// Construct returns the loss, the output of the network for the data, and the label.
func (c *WithEvalCell) Construct(data, label *tensor.Tensor) (loss, outputs, same *tensor.Tensor) {
	outputs = c.Network.CellBase().Call(data)
	return c.Loss.CellBase().Call(outputs, label), outputs, label
}

// WithGradCell returns the gradients of a loss with respect to the trainable parameters of a network,
// mindspore.nn.WithGradCell.
//
//ms:class wrap.cell_wrapper
type WithGradCell struct {
	Cell
	Network Layer `ms:"network"`
	Loss    Layer `ms:"loss_fn"`
}

// NewWithGradCell returns the gradients of loss(network(data), label) or, with a nil loss, of the network's output.
func NewWithGradCell(network, loss Layer) *WithGradCell {
	c := &WithGradCell{Network: network, Loss: loss}
	c.AutoPrefix(false)
	c.Init(c)
	return c
}

// Call runs the cell: grads = withGrad(data, label).
func (c *WithGradCell) Call(inputs ...*tensor.Tensor) tensor.Tuple {
	return c.Invoke(pyrepr.Anys(inputs)...)[0].(tensor.Tuple)
}

// Construct returns the gradients in the order of TrainableParams.
func (c *WithGradCell) Construct(inputs ...*tensor.Tensor) tensor.Tuple {
	weights := c.Network.CellBase().TrainableParams()
	if c.Loss == nil {
		return grad.GradBy(c.Network.CellBase(), weights)(pyrepr.Anys(inputs)...)
	}
	return grad.GradBy(NewWithLossCell(c.Network, c.Loss), weights)(pyrepr.Anys(inputs)...)
}

// ForwardValueAndGrad returns the output of a network and its gradients, mindspore.nn.ForwardValueAndGrad.
//
//ms:class wrap.cell_wrapper
type ForwardValueAndGrad struct {
	Cell
	Network Layer          `ms:"network"`
	Weights ParameterTuple `ms:"weights"`

	op grad.GradOperation
}

// NewForwardValueAndGrad returns the network with its gradients: with respect to the first input, with op.GetAll all
// inputs, and with op.GetByList weights, a collection of parameters that may otherwise be nil. With op.SensParam the
// last input is the gradient of the output.
func NewForwardValueAndGrad(network Layer, weights any, op grad.GradOperation) *ForwardValueAndGrad {
	c := &ForwardValueAndGrad{Network: network, op: op}
	if weights != nil {
		c.Weights = NewParameterTuple(weights)
	}
	c.AutoPrefix(false)
	c.Init(c)
	return c
}

// Call runs the cell: value, grads = forward(x).
func (c *ForwardValueAndGrad) Call(inputs ...*tensor.Tensor) (value *tensor.Tensor, grads grad.Result) {
	r := c.Invoke(pyrepr.Anys(inputs)...)
	return r[0].(*tensor.Tensor), r[1].(grad.Result)
}

// Construct returns the value and the gradients; the network runs once.
func (c *ForwardValueAndGrad) Construct(inputs ...*tensor.Tensor) (value *tensor.Tensor, grads grad.Result) {
	forward := func(x ...*tensor.Tensor) *tensor.Tensor {
		value = c.Network.CellBase().Call(x...)
		return value
	}
	var weights []grad.Params
	if c.op.GetByList {
		weights = append(weights, c.Weights)
	}
	grads = c.op.Of(forward, weights...)(pyrepr.Anys(inputs)...)
	return value.Detach(), grads
}

// ParameterUpdate sets the value of a parameter on every call, mindspore.nn.ParameterUpdate.
//
//ms:class wrap.cell_wrapper
type ParameterUpdate struct {
	Cell
	Param *Parameter `ms:"_param"`
}

// NewParameterUpdate returns the cell that updates param.
func NewParameterUpdate(param *Parameter) *ParameterUpdate {
	c := &ParameterUpdate{Param: param}
	c.AutoPrefix(false)
	c.Init(c)
	return c
}

// Construct converts x to the dtype of the parameter, which takes it as its value, and returns x.
func (c *ParameterUpdate) Construct(x *tensor.Tensor) *tensor.Tensor {
	ops.Assign(c.Param.Tensor, x)
	return x
}
