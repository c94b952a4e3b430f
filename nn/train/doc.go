// Package train trains networks: mindspore.train and mindspore.amp.
//
//	model := train.NewModel(net, train.Loss(loss), train.Optimizer(opt), train.Metrics("accuracy"))
//	err := model.Train(5, batches, train.NewLossMonitor())
//	results, err := model.Eval(testBatches)
//
// A training loop written by hand uses grad.ValueAndGrad with the optimizer, and the loss scalers, [AllFinite] and
// the metrics of this package.
//
// Misuse panics with a *tensor.Error. Failures of datasets and files are returned as errors.
package train
