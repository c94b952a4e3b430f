// Package data feeds networks: mindspore.dataset. A [Dataset] is a chain of steps, made once and run through as
// often as wanted:
//
//	ds := data.Slices(images, labels).Shuffle(1000).Batch(32)
//	for it := ds.Iterator(); it.Next(); {
//		loss, grads := step(it.At(0), it.At(1))
//	}
//
// Rows are tuples of tensors, one for each column. Nothing is computed before a row is asked for; MapParallel and
// Prefetch work ahead on goroutines of their own and keep the order of the rows. These end when the rows do,
// when the iterator is closed, and at the latest when nobody holds it any more.
//
// A dataset is read in its own order until Shuffle says otherwise, other than in MindSpore, whose datasets shuffle
// by default.
//
// Misuse panics with a *tensor.Error. Functions that read files return an error. What a panicking
// function of the user panics with arrives where the row is asked for. An error that such a function returns ends the
// iteration: [Iterator.Err] returns it, and [Dataset.All] and [Dataset.Batches], which have no place for it,
// raise RuntimeError.
package data
