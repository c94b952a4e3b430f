// Package ops provides the ops of package tensor as functions, in MindSpore's functional style: ops.MatMul(x, y) is
// x.MatMul(y). One function serves the functional and the class form (mindspore.ops.matmul, mindspore.ops.MatMul).
// Ops that are not methods of a tensor, such as convolutions, pooling, normalizations and losses, are only in this
// package. Keyword arguments are options: ops.Conv2D(x, w, ops.Stride(2)) is ops.conv2d(x, w, stride=2). An option
// that the function does not have, or of a wrong type, is a TypeError.
//
// Initialisms are in capitals, as in Go: Conv2D, SELU; package nn uses MindSpore's names of layers. GeLU and GELU are
// two ops, named after MindSpore's class and function. [tensor.Tensor] describes groups of similar ops.
//
// Misuse panics with a [*tensor.Error], which [tensor.Try] turns into an error value; no function returns an error.
package ops

import "github.com/msrepl/msrepl/tensor"

// StopGradient returns x as a constant: no gradient flows through it. mindspore.ops.stop_gradient.
func StopGradient(x *tensor.Tensor) *tensor.Tensor { return tensor.StopGradient(x) }
