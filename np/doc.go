// Package np offers mindspore.numpy and numpy in Go clothes: the same names without underscores, as ordinary
// functions on tensors.
//
//   - Arguments are array-like: a tensor, a Parameter, a Go number, nested slices. A number beside a tensor takes
//     the tensor's dtype, as in 2*x.
//   - The makers give Float64 for floats, as numpy does; mindspore.numpy's own give Float32. Write
//     np.Ones(2, 3).AsType(tensor.Float32) where that matters.
//   - Ints and lists of ints give Int32, as in mindspore.numpy, and so do the coordinates of [Indices],
//     [TrilIndices], [TriuIndices] and [UnravelIndex]; ints beyond Int32 give Int64. [Arange] of ints, and
//     what sorts or looks up ([NonZero], [SearchSorted], [ArgMax]) give Int64, as numpy does.
//     [BinCount] and [Histogram] count in Float32, as mindspore.numpy does.
//   - Arithmetic has the dtype rules of MindSpore's ops: sums and products of Int32 are Int32. Use []int64 where
//     they are larger.
//   - Shapes and axes come last, as ints: np.Zeros(2, 3), np.Sum(x, 0), np.Reshape(x, -1, 2). Without an axis a
//     reduction takes all elements. Lists of arrays are one argument: np.Stack([]*tensor.Tensor{a, b}, 1).
//   - Functions with several meanings by keyword are
//     several: [Meshgrid] and [MeshgridIJ], [Trapz] and [TrapzAt], [SearchSorted] and [SearchSortedRight].
//   - Gradients flow through whatever is made of differentiable ops; those that count, sort or look up have none.
//   - Misuse panics with a [*tensor.Error] in numpy's words, which [tensor.Try] turns into an error value. [Load],
//     [Loadz], [Save], [Savez] and [SavezCompressed] return errors of files and of what they hold.
//
// [Random] is numpy.random, bit for bit: see package internal/compute/rng for how far. [Save], [Load], [Savez] and
// [Loadz] read and write numpy's files.
package np
