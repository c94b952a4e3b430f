// Package tensor is the heart of msrepl: n-dimensional arrays that compute at once, the ops that are
// their methods, and the tape that differentiates them.
//
// # Tensors
//
// A [Tensor] is a view (shape, strides, offset) of a storage that views share: At, Reshape, Transpose,
// BroadcastTo and their like copy nothing where numpy would not. Ops return new tensors; SetAt and the
// Assign methods write in place. Element types are MindSpore's fifteen ([Bool] to [Complex128]) and mix by
// its promotion rules; [Scalar] makes a Python number, which gives way to the tensor it meets.
//
// # Ops
//
// An op is one block in one file: a documented method below a //ms:op directive and a small type with its
// name, dtype and shape rule (Infer), Forward and gradient (VJP). A gradient rule is an expression in
// public ops; it neither accumulates nor undoes broadcasting, the tape does both. [Op] with [Apply] is the
// same interface for ops of other packages. [Ops] lists all of them.
//
// # Errors
//
// Misuse panics with an [*Error] in MindSpore's words; [Try] turns it into an error value.
package tensor

//go:generate go run ../cmd/msgen ops
