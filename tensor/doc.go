// Package tensor is the heart of msrepl: n-dimensional arrays that compute at once, the ops that are
// their methods, and the tape that differentiates them.
//
// # Tensors
//
// A [Tensor] is a view (shape, strides, offset) of a storage that views share. Element types are MindSpore's
// fifteen ([Bool] to [Complex128]) and mix by its promotion rules; [Scalar] makes a Python number, which gives way to
// the tensor it meets.
//
// # Aliasing and ownership
//
// Ops return new tensors and leave their arguments as they are. These return views, which have the elements of their
// argument, so that a change of one is seen in the other:
//   - At with numbers and slices, Narrow, Split, Unstack, Flip; At with a list, a tensor or a mask copies;
//   - Transpose, SwapAxes, MoveAxis, ExpandDims, Squeeze, BroadcastTo;
//   - Reshape and Flatten where the elements are in an order that allows it, else they copy, as in numpy;
//   - Detach, [StopGradient] and AsNumpy, and AsType and Contiguous where there is nothing to do.
//
// SetAt, Writable and the methods whose names end in Assign change elements in place. Clone is a copy with memory of
// its own. A change is counted: a gradient that needs elements which have been changed since is a RuntimeError.
//
// [New] copies the slice that it is given, [Share] uses its memory. Values is the memory of a contiguous
// tensor, to be read only; ToList is a copy. Memory belongs to the tensors that refer to it, and to the slices
// that share it; gradients belong to the caller that asked for them.
//
// # Names
//
// One idea has few forms. Sum, Max, Std and their like take axes as ints, all axes without any; SumAxes, MaxAxes,
// StdAxes and so on take a list of axes and MindSpore's further arguments. Sort, ArgSort, TopK, CumSum and CumProd have
// such forms that end in Along. [Zeros], [Ones], [Empty] and [Eye] are Float32; [ZerosOf], [OnesOf], [EmptyOf] and
// [EyeOf] take the dtype first. [New], [Scalar] and [Full] have the dtype of what they are given; a dtype may follow.
//
// # Ops
//
// An op is one block in one file: a documented method below a //ms:op directive and a small type with its
// name, dtype and shape rule (Infer), Forward and gradient (VJP). A gradient rule is an expression in
// public ops; it neither accumulates nor undoes broadcasting, the tape does both. [Op] with [Apply] is the
// same interface for ops of other packages. [Ops] lists all of them.
//
// [Throw] is how ops of one's own raise errors, [Observe] shows what ops a function applies.
//
// # Errors
//
// Misuse (dtypes, shapes, axes, indices, values that do not fit) panics with an [*Error] in MindSpore's words,
// before anything is changed; [Try] turns it into an error value. Beside it only methods of the interfaces of
// package encoding return errors.
package tensor

//go:generate go run ../cmd/msgen dispatch
//go:generate go run ../cmd/msgen ops
