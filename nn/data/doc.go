// Package data provides datasets that feed networks: mindspore.dataset. A [Dataset] is a chain of steps that can be
// iterated over any number of times:
//
//	ds := data.Slices(images, labels).Shuffle(1000).Batch(32)
//	for it := ds.Iterator(); it.Next(); {
//		loss, grads := step(it.At(0), it.At(1))
//	}
//
// Rows are tuples of tensors, one for each column. Rows are computed on demand; MapParallel and Prefetch compute
// ahead on goroutines and keep the order of the rows. These goroutines end after the last row, when the iterator is
// closed, or when it becomes unreachable.
//
// A dataset is read in order unless Shuffle is used, unlike in MindSpore, where datasets shuffle by default.
//
// Misuse panics with a *tensor.Error. Functions that read files return an error. A panic of a user's function is
// raised again where the row is requested. An error returned by such a function ends the iteration: [Iterator.Err]
// returns it; [Dataset.All] and [Dataset.Batches], which cannot return it, raise RuntimeError.
package data
