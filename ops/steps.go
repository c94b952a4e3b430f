package ops

import (
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// This file has optimizer steps like MindSpore's Apply… classes. All of them change their tensors in place and
// return them, in MindSpore's order. For a Parameter, pass its Tensor; arguments that are numbers in MindSpore, such
// as rates, are tensors of one element. The variable, the gradient and the state must have the same shape, otherwise
// a ValueError is raised before anything is changed.

// step calls do, which changes tensors in place, unless their shapes differ.
func step(op string, changed []*tensor.Tensor, do func()) {
	for _, t := range changed[1:] {
		if !slices.Equal(t.Shape(), changed[0].Shape()) {
			tensor.Throw(op, tensor.ValueError, "For '%s', the variable, the gradient and what is kept must have "+
				"one shape, but got %s and %s.", op, changed[0].Shape(), t.Shape())
		}
	}
	tensor.NoGrad(do)
}

// ApplyMomentum makes a step of gradient descent with momentum in place and returns variable:
//
//	accumulation = momentum·accumulation + gradient
//	variable -= lr·accumulation
//
// For Parameters, pass their Tensors. Options: Nesterov (false). mindspore.ops.ApplyMomentum.
func ApplyMomentum(variable, accumulation, lr, gradient, momentum *tensor.Tensor, opts ...Option) *tensor.Tensor {
	o := read("ApplyMomentum", opts, "Nesterov")
	step("ApplyMomentum", []*tensor.Tensor{variable, accumulation, gradient}, func() {
		accumulation.Assign(accumulation.Mul(momentum).Add(gradient))
		move := accumulation
		if kwargs.Get(o, "Nesterov", false) {
			move = gradient.Add(accumulation.Mul(momentum))
		}
		variable.SubAssign(move.Mul(lr))
	})
	return variable
}

// SGD makes a step of stochastic gradient descent in place and returns variable. Where stat is above 0, the
// accumulation starts again from the gradient, and stat becomes 0:
//
//	accumulation = momentum·accumulation + (1-dampening)·gradient
//	variable -= lr·accumulation
//
// Options: DampeningRate (0), Decay (0: how much of the variable is added to the gradient), Nesterov (false).
// mindspore.ops.SGD.
func SGD(variable, gradient, lr, accumulation, momentum, stat *tensor.Tensor, opts ...Option) *tensor.Tensor {
	o := read("SGD", opts, "DampeningRate", "Decay", "Nesterov")
	step("SGD", []*tensor.Tensor{variable, gradient, accumulation}, func() {
		g := gradient.Add(variable.Mul(tensor.Scalar(kwargs.Get(o, "Decay", 0.0))))
		damped := g.Mul(tensor.Scalar(1 - kwargs.Get(o, "DampeningRate", 0.0)))
		fresh := stat.Greater(tensor.Scalar(0))
		accumulation.Assign(Where(fresh, g, accumulation.Mul(momentum).Add(damped)))
		stat.Assign(Where(fresh, tensor.ZerosLike(stat), stat))
		move := accumulation
		if kwargs.Get(o, "Nesterov", false) {
			move = g.Add(accumulation.Mul(momentum))
		}
		variable.SubAssign(move.Mul(lr))
	})
	return variable
}

// Adam makes a step of Adam (Kingma and Ba, 2014) in place:
//
//	m = beta1·m + (1-beta1)·gradient
//	v = beta2·v + (1-beta2)·gradient²
//	variable -= lr·√(1-beta2Power)/(1-beta1Power)·m/(√v + epsilon)
//
// The powers are those of beta1 and beta2 by the number of the step. Options: Nesterov (false). mindspore.ops.Adam.
func Adam(
	variable, m, v, beta1Power, beta2Power, lr, beta1, beta2, epsilon, gradient *tensor.Tensor, opts ...Option,
) (newVariable, newM, newV *tensor.Tensor) {
	o := read("Adam", opts, "Nesterov")
	step("Adam", []*tensor.Tensor{variable, m, v, gradient}, func() {
		rate := adamMoments(m, v, beta1Power, beta2Power, lr, beta1, beta2, gradient)
		move := m
		if kwargs.Get(o, "Nesterov", false) {
			move = blend(beta1, m, gradient)
		}
		variable.SubAssign(rate.Mul(move).Div(v.Sqrt().Add(epsilon)))
	})
	return variable, m, v
}

// adamMoments updates the moments of Adam and returns its rate.
func adamMoments(m, v, beta1Power, beta2Power, lr, beta1, beta2, gradient *tensor.Tensor) *tensor.Tensor {
	m.Assign(blend(beta1, m, gradient))
	v.Assign(blend(beta2, v, gradient.Square()))
	return lr.Mul(rest(beta2Power).Sqrt().Div(rest(beta1Power)))
}

// blend is share·old + (1-share)·now.
func blend(share, old, now *tensor.Tensor) *tensor.Tensor {
	return share.Mul(old).Add(rest(share).Mul(now))
}

// rest is 1-x.
func rest(x *tensor.Tensor) *tensor.Tensor { return tensor.Scalar(1).Sub(x) }

// AdamWeightDecay makes a step of Adam with decoupled weight decay (Loshchilov and Hutter, 2017), without correction
// of the bias, in place:
//
//	m = beta1·m + (1-beta1)·gradient
//	v = beta2·v + (1-beta2)·gradient²
//	variable -= lr·(m/(√v + epsilon) + decay·variable)
//
// mindspore.ops.AdamWeightDecay.
func AdamWeightDecay(
	variable, m, v, lr, beta1, beta2, epsilon, decay, gradient *tensor.Tensor,
) (newVariable, newM, newV *tensor.Tensor) {
	step("AdamWeightDecay", []*tensor.Tensor{variable, m, v, gradient}, func() {
		m.Assign(blend(beta1, m, gradient))
		v.Assign(blend(beta2, v, gradient.Square()))
		move := m.Div(v.Sqrt().Add(epsilon)).Add(decay.Mul(variable))
		variable.SubAssign(lr.Mul(move))
	})
	return variable, m, v
}

// ApplyAdamWithAmsgrad makes a step of AMSGrad (Reddi et al., 2018) in place: as [Adam], but divided by √vHat +
// epsilon, where vHat is the largest v so far. mindspore.ops.ApplyAdamWithAmsgradV2, and ApplyAdamWithAmsgrad, a class
// that takes beta1 (0.9), beta2 (0.999) and epsilon (1e-8) when it is made.
func ApplyAdamWithAmsgrad(
	variable, m, v, vHat, beta1Power, beta2Power, lr, beta1, beta2, epsilon, gradient *tensor.Tensor,
) (newVariable, newM, newV, newVHat *tensor.Tensor) {
	step("ApplyAdamWithAmsgrad", []*tensor.Tensor{variable, m, v, vHat, gradient}, func() {
		rate := adamMoments(m, v, beta1Power, beta2Power, lr, beta1, beta2, gradient)
		vHat.Assign(vHat.Maximum(v))
		variable.SubAssign(rate.Mul(m).Div(vHat.Sqrt().Add(epsilon)))
	})
	return variable, m, v, vHat
}

// ApplyAdaMax makes a step of AdaMax (Kingma and Ba, 2014) in place:
//
//	m = beta1·m + (1-beta1)·gradient
//	v = max(beta2·v, |gradient|)
//	variable -= lr/(1-beta1Power)·m/(v + epsilon)
//
// mindspore.ops.ApplyAdaMax.
func ApplyAdaMax(
	variable, m, v, beta1Power, lr, beta1, beta2, epsilon, gradient *tensor.Tensor,
) (newVariable, newM, newV *tensor.Tensor) {
	step("ApplyAdaMax", []*tensor.Tensor{variable, m, v, gradient}, func() {
		m.Assign(blend(beta1, m, gradient))
		v.Assign(beta2.Mul(v).Maximum(gradient.Abs()))
		variable.SubAssign(lr.Div(rest(beta1Power)).Mul(m).Div(v.Add(epsilon)))
	})
	return variable, m, v
}

// ApplyAdadelta makes a step of Adadelta (Zeiler, 2012) in place:
//
//	accumulation = rho·accumulation + (1-rho)·gradient²
//	update = √(updates + epsilon)/√(accumulation + epsilon)·gradient
//	updates = rho·updates + (1-rho)·update²
//	variable -= lr·update
//
// mindspore.ops.ApplyAdadelta.
func ApplyAdadelta(
	variable, accumulation, updates, lr, rho, epsilon, gradient *tensor.Tensor,
) (newVariable, newAccumulation, newUpdates *tensor.Tensor) {
	step("ApplyAdadelta", []*tensor.Tensor{variable, accumulation, updates, gradient}, func() {
		accumulation.Assign(blend(rho, accumulation, gradient.Square()))
		update := updates.Add(epsilon).Sqrt().Mul(accumulation.Add(epsilon).Rsqrt()).Mul(gradient)
		updates.Assign(blend(rho, updates, update.Square()))
		variable.SubAssign(lr.Mul(update))
	})
	return variable, accumulation, updates
}

// ApplyAdagrad makes a step of Adagrad (Duchi et al., 2011) in place:
//
//	accumulation += gradient²
//	variable -= lr·gradient/(√accumulation + epsilon)
//
// Options: Eps (0), UpdateSlots (true; otherwise the accumulation stays). mindspore.ops.ApplyAdagrad, and
// ApplyAdagradV2, which has an epsilon.
func ApplyAdagrad(
	variable, accumulation, lr, gradient *tensor.Tensor, opts ...Option,
) (newVariable, newAccumulation *tensor.Tensor) {
	o := read("ApplyAdagrad", opts, "Eps", "UpdateSlots")
	step("ApplyAdagrad", []*tensor.Tensor{variable, accumulation, gradient}, func() {
		if kwargs.Get(o, "UpdateSlots", true) {
			accumulation.AddAssign(gradient.Square())
		}
		root := accumulation.Sqrt().Add(tensor.Scalar(kwargs.Get(o, "Eps", 0.0)))
		variable.SubAssign(lr.Mul(gradient).Div(root))
	})
	return variable, accumulation
}

// UpdateSlots sets whether a step changes its accumulation (update_slots).
func UpdateSlots(on bool) Option { return Option{"UpdateSlots", on} }

// ApplyAddSign makes a step of AddSign (Bello et al., 2017) in place:
//
//	m = beta·m + (1-beta)·gradient
//	variable -= lr·(alpha + signDecay·sign(gradient)·sign(m))·gradient
//
// mindspore.ops.ApplyAddSign.
func ApplyAddSign(variable, m, lr, alpha, signDecay, beta, gradient *tensor.Tensor) (newVariable, newM *tensor.Tensor) {
	step("ApplyAddSign", []*tensor.Tensor{variable, m, gradient}, func() {
		m.Assign(blend(beta, m, gradient))
		factor := alpha.Add(signDecay.Mul(gradient.Sign()).Mul(m.Sign()))
		variable.SubAssign(lr.Mul(factor).Mul(gradient))
	})
	return variable, m
}

// ApplyPowerSign makes a step of PowerSign (Bello et al., 2017) in place:
//
//	m = beta·m + (1-beta)·gradient
//	variable -= lr·exp(logBase·signDecay·sign(gradient)·sign(m))·gradient
//
// mindspore.ops.ApplyPowerSign.
func ApplyPowerSign(
	variable, m, lr, logBase, signDecay, beta, gradient *tensor.Tensor,
) (newVariable, newM *tensor.Tensor) {
	step("ApplyPowerSign", []*tensor.Tensor{variable, m, gradient}, func() {
		m.Assign(blend(beta, m, gradient))
		factor := logBase.Mul(signDecay).Mul(gradient.Sign()).Mul(m.Sign()).Exp()
		variable.SubAssign(lr.Mul(factor).Mul(gradient))
	})
	return variable, m
}

// ApplyRMSProp makes a step of RMSProp (Tieleman and Hinton, 2012) in place:
//
//	meanSquare = decay·meanSquare + (1-decay)·gradient²
//	moment = momentum·moment + lr·gradient/√(meanSquare + epsilon)
//	variable -= moment
//
// mindspore.ops.ApplyRMSProp.
func ApplyRMSProp(variable, meanSquare, moment, lr, gradient, decay, momentum, epsilon *tensor.Tensor) *tensor.Tensor {
	step("ApplyRMSProp", []*tensor.Tensor{variable, meanSquare, moment, gradient}, func() {
		meanSquare.Assign(blend(decay, meanSquare, gradient.Square()))
		moment.Assign(momentum.Mul(moment).Add(lr.Mul(gradient).Mul(meanSquare.Add(epsilon).Rsqrt())))
		variable.SubAssign(moment)
	})
	return variable
}

// ApplyCenteredRMSProp is [ApplyRMSProp] with the square root of meanSquare - meanGradient² + epsilon, where
//
//	meanGradient = decay·meanGradient + (1-decay)·gradient
//
// mindspore.ops.ApplyCenteredRMSProp.
func ApplyCenteredRMSProp(
	variable, meanGradient, meanSquare, moment, gradient, lr, decay, momentum, epsilon *tensor.Tensor,
) *tensor.Tensor {
	step("ApplyCenteredRMSProp", []*tensor.Tensor{variable, meanGradient, meanSquare, moment, gradient}, func() {
		meanGradient.Assign(blend(decay, meanGradient, gradient))
		meanSquare.Assign(blend(decay, meanSquare, gradient.Square()))
		spread := meanSquare.Sub(meanGradient.Square()).Add(epsilon)
		moment.Assign(momentum.Mul(moment).Add(lr.Mul(gradient).Mul(spread.Rsqrt())))
		variable.SubAssign(moment)
	})
	return variable
}

// ApplyGradientDescent subtracts alpha·delta from variable in place. mindspore.ops.ApplyGradientDescent.
func ApplyGradientDescent(variable, alpha, delta *tensor.Tensor) *tensor.Tensor {
	step("ApplyGradientDescent", []*tensor.Tensor{variable, delta}, func() { variable.SubAssign(alpha.Mul(delta)) })
	return variable
}

// ApplyProximalGradientDescent makes a step of FOBOS (Duchi and Singer, 2009) in place:
//
//	p = variable - alpha·delta
//	variable = sign(p)·max(|p| - alpha·l1, 0)/(1 + alpha·l2)
//
// mindspore.ops.ApplyProximalGradientDescent.
func ApplyProximalGradientDescent(variable, alpha, l1, l2, delta *tensor.Tensor) *tensor.Tensor {
	step("ApplyProximalGradientDescent", []*tensor.Tensor{variable, delta}, func() {
		variable.Assign(proximal(variable.Sub(alpha.Mul(delta)), alpha, l1, l2))
	})
	return variable
}

// proximal is sign(p)·max(|p| - rate·l1, 0)/(1 + rate·l2).
func proximal(p, rate, l1, l2 *tensor.Tensor) *tensor.Tensor {
	shrunk := p.Abs().Sub(rate.Mul(l1)).Maximum(tensor.Scalar(0))
	return p.Sign().Div(tensor.Scalar(1).Add(rate.Mul(l2))).Mul(shrunk)
}

// ApplyProximalAdagrad makes a step of FOBOS with the rates of Adagrad in place:
//
//	accumulation += gradient²
//	p = variable - lr·gradient/√accumulation
//	variable = sign(p)·max(|p| - lr·l1, 0)/(1 + lr·l2)
//
// mindspore.ops.ApplyProximalAdagrad.
func ApplyProximalAdagrad(
	variable, accumulation, lr, l1, l2, gradient *tensor.Tensor,
) (newVariable, newAccumulation *tensor.Tensor) {
	step("ApplyProximalAdagrad", []*tensor.Tensor{variable, accumulation, gradient}, func() {
		accumulation.AddAssign(gradient.Square())
		p := variable.Sub(lr.Mul(gradient).Mul(accumulation.Rsqrt()))
		variable.Assign(proximal(p, lr, l1, l2))
	})
	return variable, accumulation
}

// ApplyFtrl makes a step of FTRL (McMahan et al., 2013) in place:
//
//	sum = accumulation + gradient²
//	linear += gradient - (sum^-lrPower - accumulation^-lrPower)/lr·variable
//	variable = (sign(linear)·l1 - linear)/(sum^-lrPower/lr + 2·l2) where |linear| > l1, 0 elsewhere
//	accumulation = sum
//
// mindspore.ops.ApplyFtrl.
func ApplyFtrl(variable, accumulation, linear, gradient, lr, l1, l2, lrPower *tensor.Tensor) *tensor.Tensor {
	step("ApplyFtrl", []*tensor.Tensor{variable, accumulation, linear, gradient}, func() {
		sum := accumulation.Add(gradient.Square())
		power := sum.Pow(lrPower.Neg())
		sigma := power.Sub(accumulation.Pow(lrPower.Neg())).Div(lr)
		linear.AddAssign(gradient.Sub(sigma.Mul(variable)))
		quadratic := power.Div(lr).Add(tensor.Scalar(2).Mul(l2))
		next := linear.Sign().Mul(l1).Sub(linear).Div(quadratic)
		variable.Assign(Where(linear.Abs().Greater(l1), next, tensor.ZerosLike(variable)))
		accumulation.Assign(sum)
	})
	return variable
}

// ApplyKerasMomentum makes a step of gradient descent with momentum, as Keras writes it, in place:
//
//	accumulation = momentum·accumulation - lr·gradient
//	variable += accumulation
//
// Options: Nesterov (false). mindspore.ops.ApplyKerasMomentum.
func ApplyKerasMomentum(
	variable, accumulation, lr, gradient, momentum *tensor.Tensor, opts ...Option,
) (newVariable, newAccumulation *tensor.Tensor) {
	o := read("ApplyKerasMomentum", opts, "Nesterov")
	step("ApplyKerasMomentum", []*tensor.Tensor{variable, accumulation, gradient}, func() {
		accumulation.Assign(accumulation.Mul(momentum).Sub(lr.Mul(gradient)))
		move := accumulation
		if kwargs.Get(o, "Nesterov", false) {
			move = accumulation.Mul(momentum).Sub(lr.Mul(gradient))
		}
		variable.AddAssign(move)
	})
	return variable, accumulation
}

// Nesterov sets whether a step uses Nesterov momentum (use_nesterov).
func Nesterov(on bool) Option { return Option{"Nesterov", on} }

// DampeningRate is what a step takes off the gradient before it enters the momentum (dampening).
func DampeningRate(rate float64) Option { return Option{"DampeningRate", rate} }

// Decay is how much of the variable a step adds to the gradient (weight_decay).
func Decay(rate float64) Option { return Option{"Decay", rate} }
