package tensor

import "github.com/msrepl/msrepl/internal/cpu"

// Sigmoid returns 1/(1+exp(-x)) elementwise, without overflow. Integers give Float32.
//
//ms:op func=sigmoid class=Sigmoid types=float
func (x *Tensor) Sigmoid() *Tensor { return apply1(sigmoidOp{}, x) }

type sigmoidOp struct {
	floatUnary
	keepsResult
}

func (sigmoidOp) Name() string                { return "Sigmoid" }
func (sigmoidOp) forward(x *Tensor) *Tensor   { return floatMap("Sigmoid", &cpu.Sigmoid, x) }
func (sigmoidOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y).Mul(num(1).Sub(y)) }

// Softplus returns log(1+exp(x)) elementwise, without overflow. Integers give Float32.
//
//ms:op func=softplus class=Softplus types=float
func (x *Tensor) Softplus() *Tensor { return apply1(softplusOp{}, x) }

type softplusOp struct {
	floatUnary
	keepsFirst
}

func (softplusOp) Name() string                { return "Softplus" }
func (softplusOp) forward(x *Tensor) *Tensor   { return floatMap("Softplus", &cpu.Softplus, x) }
func (softplusOp) vjp(x, _, g *Tensor) *Tensor { return g.Mul(x.Sigmoid()) }

// ReLU returns max(x, 0) elementwise. Its gradient is zero at zero.
//
//ms:op func=relu class=ReLU types=real
func (x *Tensor) ReLU() *Tensor { return apply1(reLUOp{}, x) }

type reLUOp struct {
	sameUnary
	keepsResult
}

func (reLUOp) Name() string                { return "ReLU" }
func (reLUOp) forward(x *Tensor) *Tensor   { return map1("ReLU", &cpu.Relu, x) }
func (reLUOp) vjp(_, y, g *Tensor) *Tensor { return g.Mul(y.Greater(num(0)).AsType(g.dtype)) }
