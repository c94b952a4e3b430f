// Package ops holds the ops of package tensor as functions, by MindSpore's functional style: ops.MatMul(x, y) is
// x.MatMul(y). One function serves the functional and the class form (mindspore.ops.matmul, mindspore.ops.MatMul).
package ops

import "github.com/msrepl/msrepl/tensor"

// StopGradient returns x as a constant: no gradient flows through it. mindspore.ops.stop_gradient.
func StopGradient(x *tensor.Tensor) *tensor.Tensor { return tensor.StopGradient(x) }
