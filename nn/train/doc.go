// Package train trains networks: mindspore.train and mindspore.amp.
//
//	model := train.NewModel(net, train.Loss(loss), train.Optimizer(opt), train.Metrics("accuracy"))
//	err := model.Train(5, batches, train.NewLossMonitor())
//	results, err := model.Eval(testBatches)
//
// Who writes the loop by hand uses grad.ValueAndGrad with the optimizer, and from here the loss scalers, [AllFinite]
// and the metrics.
//
// Misuse panics with a *tensor.Error. What the world does to a dataset or a file comes back as an error.
package train
