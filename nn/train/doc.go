// Package train trains networks: mindspore.train and mindspore.amp.
//
//	model := train.NewModel(net, train.Loss(loss), train.Optimizer(opt), train.Metrics("accuracy"))
//	err := model.Train(5, batches, train.NewLossMonitor())
//	results, err := model.Eval(testBatches)
//
// To write the loop yourself, use grad.ValueAndGrad with the optimizer, and from this package the loss scalers,
// [AllFinite] and the metrics.
//
// Misuse panics with a *tensor.Error. Problems with datasets and files are returned as errors.
package train
