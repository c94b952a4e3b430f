// Package optim provides MindSpore's optimizers (mindspore.nn.SGD, Momentum, Adam and others) and its learning rate
// schedules, as lists and as cells.
//
// An optimizer is constructed with the parameters to train and a learning rate, and called with their gradients:
//
//	opt := optim.NewAdam(net.TrainableParams(), 1e-3, optim.WeightDecay(0.01))
//	loss, grads := grad.ValueAndGrad(forward, opt.Parameters)(x, y)
//	opt.Call(grads) // opt(grads) in a cell of a session
//
// Parameters are a ParameterList, a ParameterTuple or a slice of parameters, or a slice of [Group]. The learning
// rate is a number, a 0-d tensor, a slice of numbers or a 1-D tensor with the rate of every step, or a cell that is
// called with the number of the step, Int32 of shape [1], and returns the rate; nil is MindSpore's default.
//
// The arithmetic is that of MindSpore's CPU kernels, in the dtype of the parameter with Float32 settings; Float16 and
// BFloat16 parameters are updated in Float32 and rounded. Parameters are changed in place.
//
// Misuse panics with a [*tensor.Error], which [tensor.Try] turns into an error value; no function returns an error.
package optim

//go:generate go run ../../cmd/msgen optimizers
