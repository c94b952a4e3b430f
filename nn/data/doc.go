// Package data provides datasets: mindspore.dataset. A [Dataset] is a pipeline that is built once and can be iterated
// any number of times:
//
//	ds := data.Slices(images, labels).Shuffle(1000).Batch(32)
//	for it := ds.Iterator(); it.Next(); {
//		loss, grads := step(it.At(0), it.At(1))
//	}
//
// Rows are tuples of tensors, one for each column. Rows are computed on demand; MapParallel and Prefetch read ahead
// on goroutines and keep the order of the rows. The goroutines end after the last row, when the iterator is closed,
// or when it is garbage collected.
//
// A dataset is read in order unless Shuffle is used. MindSpore's datasets shuffle by default.
//
// Misuse panics with a *tensor.Error. Functions that read files return an error. A panic of a user's function is
// raised where the row is requested. An error that it returns ends the iteration: [Iterator.Err] returns it, and
// [Dataset.All] and [Dataset.Batches], which cannot return it, raise RuntimeError.
package data
