// Package tensor provides n-dimensional arrays with eager evaluation, the ops that are their methods, and the tape
// that differentiates them.
//
// # Tensors
//
// A [Tensor] is a view (shape, strides, offset) of a storage that views share. The element types are MindSpore's
// fifteen ([Bool] to [Complex128]), with its promotion rules; [Scalar] returns a Python number, whose dtype gives way
// to that of the other operand.
//
// # Aliasing and ownership
//
// Ops return new tensors and do not change their arguments. The following return views, which share the elements of
// their argument, so that a change of one is visible in the other:
//   - At with numbers and slices, Narrow, Split, Unstack, Flip; At with a list, a tensor or a mask copies;
//   - Transpose, SwapAxes, MoveAxis, ExpandDims, Squeeze, BroadcastTo;
//   - Reshape and Flatten where the elements are in an order that allows it, else they copy, as in numpy;
//   - Detach, [StopGradient] and AsNumpy, and AsType and Contiguous where there is nothing to do.
//
// SetAt, Writable and the methods whose names end in Assign change elements in place. Clone is a copy with new
// memory. Changes are counted: a gradient that needs elements that have changed since is a RuntimeError.
//
// [New] copies a slice, [Share] uses its memory. Values returns the memory of a contiguous tensor, which must not be
// written; ToList returns a copy. Memory belongs to the tensors and slices that refer to it; gradients belong to the
// caller.
//
// # Names
//
// Sum, Max, Std and similar methods take axes as ints, none meaning all; SumAxes, MaxAxes, StdAxes and so on take a
// list of axes and MindSpore's other arguments. The corresponding forms of Sort, ArgSort, TopK, CumSum and CumProd
// end in Along. [Zeros], [Ones], [Empty] and [Eye] are Float32; [ZerosOf], [OnesOf], [EmptyOf] and [EyeOf] take the
// dtype first. [New], [Scalar] and [Full] use the dtype of their argument; [New] and [Full] also accept a dtype.
//
// # Ops
//
// An op is one block in one file: a documented method below a //ms:op directive and a small type with its
// name, dtype and shape rule (Infer), Forward and gradient (VJP). A gradient rule is an expression in
// public ops; it neither accumulates nor undoes broadcasting, the tape does both. [Op] with [Apply] is the
// same interface for ops of other packages. [Ops] lists all of them.
//
// User-defined ops raise errors with [Throw]; [Observe] shows the ops that a function applies.
//
// # Errors
//
// Misuse (dtypes, shapes, axes, indices, values that do not fit) panics with an [*Error] with MindSpore's message,
// before anything is changed; [Try] turns it into an error value. Only methods of the interfaces of package encoding
// return errors.
package tensor

//go:generate go run ../cmd/msgen dispatch
//go:generate go run ../cmd/msgen ops
