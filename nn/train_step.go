package nn

import (
	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// WithLossCell puts a loss behind a network, mindspore.nn.WithLossCell: its inputs are the network's and the label,
// its output is loss(network(data), label).
//
//ms:class wrap.cell_wrapper
type WithLossCell struct {
	Cell
	Backbone Layer `ms:"_backbone"`
	Loss     Layer `ms:"_loss_fn"`
}

// NewWithLossCell returns the network with the loss.
func NewWithLossCell(backbone, loss Layer) *WithLossCell {
	c := &WithLossCell{Backbone: backbone, Loss: loss}
	c.AutoPrefix(false)
	c.Init(c)
	return c
}

// Construct returns the loss of the network for the data and the label.
func (c *WithLossCell) Construct(data, label *tensor.Tensor) *tensor.Tensor {
	return c.Loss.CellBase().Call(c.Backbone.CellBase().Call(data), label)
}

// Trainer is an optimizer: a cell that changes parameters when it is called with their gradients. Those of package
// optim are.
type Trainer interface {
	Layer
	Trained() ParameterTuple
}

// TrainOneStepCell is a step of training, mindspore.nn.TrainOneStepCell: called with the inputs of a network that
// returns the loss, it changes the parameters and returns the loss that they had before.
//
//ms:class wrap.cell_wrapper
type TrainOneStepCell struct {
	Cell
	Network   Layer   `ms:"network"`
	Optimizer Trainer `ms:"optimizer"`

	sens float64
}

// NewTrainOneStepCell returns the step. The gradients are those of the loss times sens, by default 1, which the loss
// scale of the optimizer takes back.
func NewTrainOneStepCell(network Layer, optimizer Trainer, sens ...float64) *TrainOneStepCell {
	c := &TrainOneStepCell{Network: network, Optimizer: optimizer, sens: kwargs.Optional(sens, 1)}
	c.AutoPrefix(false)
	c.Init(c)
	return c
}

// Construct makes a step and returns the loss.
func (c *TrainOneStepCell) Construct(inputs ...*tensor.Tensor) *tensor.Tensor {
	var loss *tensor.Tensor
	scaled := func(x ...*tensor.Tensor) *tensor.Tensor {
		loss = c.Network.CellBase().Call(x...)
		return loss.Mul(tensor.Scalar(c.sens))
	}
	grads := grad.GradBy(scaled, c.Optimizer.Trained())(pyrepr.Anys(inputs)...)
	c.Optimizer.CellBase().Call(grads...)
	return loss.Detach()
}
