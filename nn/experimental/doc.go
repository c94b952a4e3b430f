// Package experimental provides optimizers whose settings may change during training, and schedulers of their
// learning rates: mindspore.experimental.optim.
//
//	opt := experimental.NewAdam(net.TrainableParams(), 0.1)
//	scheduler := experimental.NewStepLR(opt, 30, experimental.Gamma(0.1))
//	…
//	opt.Call(grads)
//	scheduler.Step() // behind each epoch
//
// Parameters are in groups, each of which is a dictionary of settings: see [Optimizer.ParamGroups]. Package optim has
// the optimizers of mindspore.nn.
//
// Misuse panics with a *tensor.Error.
package experimental

//go:generate go run ../../cmd/msgen optimizers
