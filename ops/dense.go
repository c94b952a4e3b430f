package ops

import (
	"github.com/msrepl/msrepl/internal/compute/gemm"
	"github.com/msrepl/msrepl/internal/compute/kernels"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Dense returns x·wᵀ, x having shape (…, in) and w (out, in) or (in,). Option: Bias, of shape (out,).
//
//ms:op func=dense class=Dense types=number
func Dense(x, w *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "Dense"
	o := read(op, opts, "Bias")
	if x.NDim() == 0 || w.NDim() == 0 || w.NDim() > 2 || x.Dim(-1) != w.Dim(-1) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the last axes of x and w must have the same length, "+
			"but got x.shape = %s and w.shape = %s.", op, listText(x.Shape()), listText(w.Shape()))
	}
	bias := kwargs.Get[*tensor.Tensor](o, "Bias", nil)
	if bias == nil {
		return dense(x, w, nil)
	}
	if isDense(x, w, bias) {
		return tensor.Apply(denseOp{}, x, w, bias)[0]
	}
	y := dense(x, w, nil)
	agree(op, y, bias)
	return y.Add(bias)
}

// dense returns x·wᵀ + b; b may be nil.
func dense(x, w, b *tensor.Tensor) *tensor.Tensor {
	if b != nil && isDense(x, w, b) {
		return tensor.Apply(denseOp{}, x, w, b)[0]
	}
	y := x.MatMul(w.T())
	if b == nil {
		return y
	}
	return y.Add(b)
}

// isDense reports whether x·wᵀ + b is one op: for contiguous matrices and a vector, of Float32 or Float64.
func isDense(x, w, b *tensor.Tensor) bool {
	dt := x.DType()
	return (dt == tensor.Float32 || dt == tensor.Float64) && w.DType() == dt && b.DType() == dt &&
		x.NDim() == 2 && w.NDim() == 2 && b.NDim() == 1 && x.Dim(1) == w.Dim(1) && b.Size() == w.Dim(0) &&
		x.Size() > 0 && w.Size() > 0 && x.IsContiguous() && w.IsContiguous()
}

// denseOp is (x, w, b) → x·wᵀ + b, see isDense. Sums start from the bias, which avoids another pass over the
// result.
type denseOp struct{}

func (denseOp) Name() string                { return "Dense" }
func (denseOp) Keeps() (args, results bool) { return true, false }
func (denseOp) PrivateGradients()           {}
func (denseOp) Infer(in []tensor.Spec) []tensor.Spec {
	return []tensor.Spec{{DType: in[0].DType, Shape: []int{in[0].Shape[0], in[1].Shape[0]}}}
}

func (denseOp) Forward(in []*tensor.Tensor) []*tensor.Tensor {
	x, w, b := engine.Operand(in[0]), engine.Operand(in[1]), engine.Operand(in[2])
	y := tensor.EmptyOf(x.DType(), x.Dim(0), w.Dim(0))
	switch v := valuesOf(x).(type) {
	case []float32:
		denseProduct(v, valuesOf(w).([]float32), valuesOf(b).([]float32), engine.Blank(y).([]float32))
	case []float64:
		denseProduct(v, valuesOf(w).([]float64), valuesOf(b).([]float64), engine.Blank(y).([]float64))
	default: // mixed precision made them a half type, which is rounded before the bias is added
		y = x.MatMul(w.T()).Add(b)
	}
	return []*tensor.Tensor{y}
}

// Mapped is the op for many slices. Rows of all slices that are multiplied by one matrix become rows of one product.
func (denseOp) Mapped(in, all []*tensor.Tensor, over []bool) *tensor.Tensor {
	x, w, b := all[0], all[1], all[2]
	if !over[1] && !over[2] {
		y := tensor.Apply(denseOp{}, x.Reshape(-1, x.Dim(-1)), w, b)[0]
		return y.Reshape(x.Dim(0), in[0].Dim(0), w.Dim(0))
	}
	if over[2] {
		b = b.ExpandDims(-2)
	}
	return x.MatMul(w.SwapAxes(-1, -2)).Add(b)
}

func denseProduct[T gemm.Float](x, w, b, y []T) {
	n := len(b)
	m, k := len(y)/n, len(w)/n
	kernels.MatMulAdd(m, n, k, kernels.Matrix[T]{Data: x, Row: k, Col: 1}, kernels.Matrix[T]{Data: w, Row: 1, Col: k}, b, y)
}

func (o denseOp) VJP(in, out, grad []*tensor.Tensor) []*tensor.Tensor {
	return o.VJPFor([]bool{true, true, true}, in, out, grad)
}

// VJPFor omits the gradient with respect to the input in the first layer of a network.
func (denseOp) VJPFor(need []bool, in, _, grad []*tensor.Tensor) []*tensor.Tensor {
	g := make([]*tensor.Tensor, 3)
	if need[0] {
		g[0] = grad[0].MatMul(in[1])
	}
	if need[1] {
		g[1] = grad[0].T().MatMul(in[0])
	}
	if need[2] {
		g[2] = grad[0].SumAxes([]int{0}, false)
	}
	return g
}
