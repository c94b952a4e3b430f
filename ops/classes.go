package ops

import "github.com/msrepl/msrepl/tensor"

// Dropout2DMask is [Dropout2D] with the mask beside the output: Bool of the shape of x, true where x was kept. A channel
// of x, of shape (N, C, H, W), is kept with probability keepProb and divided by it. keepProb outside of [0, 1] is a
// ValueError. Options: Training (true; otherwise all is kept), Seed. mindspore.ops.Dropout2D, a class.
func Dropout2DMask(x *tensor.Tensor, keepProb float64, opts ...Option) (output, mask *tensor.Tensor) {
	checkRank("Dropout2D", "x", x, 4)
	factors := Dropout2D(tensor.Ones(append(x.Shape()[:2], 1, 1)...), 1-keepProb, opts...)
	mask = factors.Greater(tensor.Scalar(0)).BroadcastTo(x.Shape()...)
	return x.Mul(factors.AsType(x.DType())), mask
}

// ApplyMomentum makes a step of gradient descent with momentum in place and returns variable:
//
//	accumulation = momentum·accumulation + gradient
//	variable -= lr·accumulation
//
// For Parameters give their Tensors. Options: Nesterov (false). mindspore.ops.ApplyMomentum.
func ApplyMomentum(variable, accumulation, lr, gradient, momentum *tensor.Tensor, opts ...Option) *tensor.Tensor {
	o := read("ApplyMomentum", opts, "Nesterov")
	tensor.NoGrad(func() {
		accumulation.Assign(accumulation.Mul(momentum).Add(gradient))
		step := accumulation
		if option(o, "Nesterov", false) {
			step = gradient.Add(accumulation.Mul(momentum))
		}
		variable.SubAssign(step.Mul(lr))
	})
	return variable
}

// SGD makes a step of stochastic gradient descent in place and returns variable. Where stat is above 0, the accumulation
// begins anew with the gradient, and stat becomes 0:
//
//	accumulation = momentum·accumulation + (1-dampening)·gradient
//	variable -= lr·accumulation
//
// Options: DampeningRate (0), Decay (0: how much of the variable is added to the gradient), Nesterov (false).
// mindspore.ops.SGD.
func SGD(variable, gradient, lr, accumulation, momentum, stat *tensor.Tensor, opts ...Option) *tensor.Tensor {
	o := read("SGD", opts, "DampeningRate", "Decay", "Nesterov")
	tensor.NoGrad(func() {
		g := gradient.Add(variable.Mul(tensor.Scalar(option(o, "Decay", 0.0))))
		damped := g.Mul(tensor.Scalar(1 - option(o, "DampeningRate", 0.0)))
		fresh := stat.Greater(tensor.Scalar(0))
		accumulation.Assign(Where(fresh, g, accumulation.Mul(momentum).Add(damped)))
		stat.Assign(Where(fresh, tensor.ZerosLike(stat), stat))
		step := accumulation
		if option(o, "Nesterov", false) {
			step = g.Add(accumulation.Mul(momentum))
		}
		variable.SubAssign(step.Mul(lr))
	})
	return variable
}

// Nesterov makes a step look ahead along the momentum (use_nesterov).
func Nesterov(on bool) Option { return Option{"Nesterov", on} }

// DampeningRate is what a step takes off the gradient before it enters the momentum (dampening).
func DampeningRate(rate float64) Option { return Option{"DampeningRate", rate} }

// Decay is how much of the variable a step adds to the gradient (weight_decay).
func Decay(rate float64) Option { return Option{"Decay", rate} }
