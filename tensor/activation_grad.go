package tensor

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/kernels"
)

// This file has the gradients of activations as ops of their own: (y, g) → the gradient of the argument in one
// pass, where y is the activation's result and g its gradient. Those of SiLU and GELU take the argument instead of
// y.

// pairOp is the rule of those ops.
type pairOp struct{ keepsBoth }

func (pairOp) infer(y, g Spec) Spec {
	return Spec{DType: y.DType, Shape: broadcastShapes("Grad", y.Shape, g.Shape)}
}

// gradThrough applies op to y and g. Other dtypes use the expression that op replaces, its rule for g. So do half
// types where they round intermediate results.
func gradThrough(op binaryOp, y, g *Tensor) *Tensor {
	_, exact := op.(reLUGradOp)
	if y.dtype.IsFloat() && (exact || !isHalf(y.dtype)) && g.dtype == y.dtype {
		return apply2(op, y, g)
	}
	return op.db(y, g, nil, g)
}

type reLUGradOp struct{ pairOp }

func (reLUGradOp) Name() string { return "ReluGrad" }
func (reLUGradOp) forward(y, g *Tensor) *Tensor {
	return map2("ReluGrad", &kernels.ReluGrad, y, g, y.dtype)
}
func (reLUGradOp) da(_, _, _, _ *Tensor) *Tensor { return nil }
func (reLUGradOp) db(y, _, _, gg *Tensor) *Tensor {
	return gg.Mul(y.Greater(num(0)).AsType(gg.dtype))
}

type tanhGradOp struct{ pairOp }

func (tanhGradOp) Name() string { return "TanhGrad" }
func (tanhGradOp) forward(y, g *Tensor) *Tensor {
	return map2("TanhGrad", &kernels.TanhGrad, y, g, y.dtype)
}
func (tanhGradOp) da(y, g, _, gg *Tensor) *Tensor { return gg.Mul(g).Mul(num(-2)).Mul(y) }
func (tanhGradOp) db(y, _, _, gg *Tensor) *Tensor { return gg.Mul(num(1).Sub(y.Square())) }

type sigmoidGradOp struct{ pairOp }

func (sigmoidGradOp) Name() string { return "SigmoidGrad" }
func (sigmoidGradOp) forward(y, g *Tensor) *Tensor {
	return map2("SigmoidGrad", &kernels.SigmoidGrad, y, g, y.dtype)
}

func (sigmoidGradOp) da(y, g, _, gg *Tensor) *Tensor { return gg.Mul(g).Mul(num(1).Sub(y.Mul(num(2)))) }
func (sigmoidGradOp) db(y, _, _, gg *Tensor) *Tensor { return gg.Mul(y).Mul(num(1).Sub(y)) }

type siluGradOp struct{ pairOp }

func (siluGradOp) Name() string { return "SiLUGrad" }
func (siluGradOp) forward(x, g *Tensor) *Tensor {
	return map2("SiLUGrad", &kernels.SiluGrad, x, g, x.dtype)
}

func (siluGradOp) da(x, g, _, gg *Tensor) *Tensor {
	s := x.Sigmoid()
	rest := num(1).Sub(s)
	return gg.Mul(g).Mul(s).Mul(rest).Mul(x.Mul(rest.Sub(s)).Add(num(2)))
}

func (siluGradOp) db(x, _, _, gg *Tensor) *Tensor {
	s := x.Sigmoid()
	return gg.Mul(s).Mul(x.Mul(num(1).Sub(s)).Add(num(1)))
}

type geluGradOp struct{ pairOp }

func (geluGradOp) Name() string { return "GeLUGrad" }
func (geluGradOp) forward(x, g *Tensor) *Tensor {
	return map2("GeLUGrad", &kernels.GeluGrad, x, g, x.dtype)
}

func (geluGradOp) da(x, g, _, gg *Tensor) *Tensor {
	return gg.Mul(g).Mul(normalDensity(x)).Mul(num(2).Sub(x.Square()))
}

func (geluGradOp) db(x, _, _, gg *Tensor) *Tensor {
	distribution := x.Mul(num(-math.Sqrt2 / 2)).Erfc().Mul(num(0.5))
	return gg.Mul(distribution.Add(x.Mul(normalDensity(x))))
}

func normalDensity(x *Tensor) *Tensor {
	return x.Square().Mul(num(-0.5)).Exp().Mul(num(1 / math.Sqrt(2*math.Pi)))
}
