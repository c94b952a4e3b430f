// Package np provides the functions of numpy and mindspore.numpy on tensors, under the same names without
// underscores.
//
//   - Arguments are array-like: a tensor, a Parameter, a Go number, nested slices. A number combined with a tensor
//     takes the tensor's dtype, as in 2*x.
//   - Constructors give Float64 for floats, as in numpy; those of mindspore.numpy give Float32, here
//     np.Ones(2, 3).AsType(tensor.Float32).
//   - Ints and lists of ints give Int32, as in mindspore.numpy, and so do the coordinates of [Indices],
//     [TrilIndices], [TriuIndices] and [UnravelIndex]; ints beyond Int32 give Int64. [Arange] of ints,
//     and functions that sort or search ([NonZero], [SearchSorted], [ArgMax]) give Int64, as in numpy.
//     [BinCount] and [Histogram] count in Float32, as mindspore.numpy does.
//   - Arithmetic has the dtype rules of MindSpore's ops: sums and products of Int32 are Int32. Use []int64 for
//     larger ones.
//   - Shapes and axes come last, as ints: np.Zeros(2, 3), np.Sum(x, 0), np.Reshape(x, -1, 2). Without an axis a
//     reduction takes all elements. Lists of arrays are one argument: np.Stack([]*tensor.Tensor{a, b}, 1).
//   - A function whose keywords change its meaning is several functions:
//     [Meshgrid] and [MeshgridIJ], [Trapz] and [TrapzAt], [SearchSorted] and [SearchSortedRight].
//   - Gradients flow through functions of differentiable ops, not through those that count, sort or search.
//   - Misuse panics with a [*tensor.Error] with numpy's message, which [tensor.Try] turns into an error value.
//     [Load], [Loadz], [Save], [Savez] and [SavezCompressed] return errors about files and their contents.
//
// [Random] is numpy.random, bit for bit, within the limits given in package internal/compute/rng. [Save], [Load],
// [Savez] and [Loadz] read and write numpy's files.
package np
