package ops

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// This file has the regression losses.

// MSELoss returns the mean squared error of input and target, which broadcast, with a warning when their shapes
// differ. Option: Reduction ("mean"). Integers give Float32.
//
//ms:op func=mse_loss class= types=float
func MSELoss(input, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	o := read("mse_loss", opts, "Reduction")
	agree("mse_loss", input, target)
	shape.WarnLoss("mse_loss", input.Shape(), target.Shape())
	return once("mse_loss", of(input, target), func(in []*tensor.Tensor) *tensor.Tensor {
		if how := kwargs.Get(o, "Reduction", "mean"); how == "mean" || how == "sum" {
			if loss := engine.SquaredErrors(in[0], in[1], how == "mean"); loss != nil {
				return loss
			}
		}
		return reduced("mse_loss", o, "mean", in[0].Sub(in[1]).Square())
	})
}

// L1Loss returns the mean absolute error of input and target, which broadcast, with a warning when their shapes
// differ. Option: Reduction ("mean"). Integers give Float32.
//
//ms:op func=l1_loss class= types=float
func L1Loss(input, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	o := read("l1_loss", opts, "Reduction")
	agree("l1_loss", input, target)
	shape.WarnLoss("l1_loss", input.Shape(), target.Shape())
	return once("l1_loss", of(input, target), func(in []*tensor.Tensor) *tensor.Tensor {
		return reduced("l1_loss", o, "mean", in[0].Sub(in[1]).Abs())
	})
}

// SmoothL1Loss returns, for d = |input-target|, d²/(2·beta) where d < beta and d-beta/2 elsewhere. The shapes must
// be equal (ValueError). Options: LinearFrom (1), Reduction ("none"). Integers give Float32.
//
//ms:op func=smooth_l1_loss class=SmoothL1Loss types=float
func SmoothL1Loss(input, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "SmoothL1Loss"
	o := read(op, opts, "LinearFrom", "Reduction")
	beta := kwargs.Get(o, "LinearFrom", 1.0)
	if beta < 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'beta' must be greater than or equal to 0, but got %v.", op, beta)
	}
	sameShape(op, "prediction", "target", input, target)
	return once(op, of(input, target), func(in []*tensor.Tensor) *tensor.Tensor {
		diff := in[0].Sub(in[1])
		if beta == 0 {
			return reduced(op, o, "none", diff.Abs())
		}
		return reduced(op, o, "none", huber(diff, beta, beta))
	})
}

// HuberLoss returns, for d = |input-target|, d²/2 where d <= delta and delta·(d-delta/2) elsewhere. The arguments
// broadcast. Options: LinearFrom (1), Reduction ("mean"). Integers give Float32.
//
//ms:op func=huber_loss class= types=float
func HuberLoss(input, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "huber_loss"
	o := read(op, opts, "LinearFrom", "Reduction")
	delta := kwargs.Get(o, "LinearFrom", 1.0)
	if delta <= 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'delta' must be greater than 0, but got %v.", op, delta)
	}
	shape.WarnLoss(op, input.Shape(), target.Shape())
	return once(op, of(input, target), func(in []*tensor.Tensor) *tensor.Tensor {
		return reduced(op, o, "mean", huber(in[0].Sub(in[1]), delta, 1))
	})
}

// huber is d²/2 up to delta, continued by a line with slope delta, divided by a number.
func huber(diff *tensor.Tensor, delta, by float64) *tensor.Tensor {
	return engine.Bend("Huber", diff, func(diff *tensor.Tensor) *tensor.Tensor {
		d := diff.Abs()
		line := d.Sub(number(delta / 2)).Mul(number(delta))
		y := tensor.Where(d.Less(number(delta)), diff.Square().Mul(number(0.5)), line)
		if by == 1 {
			return y
		}
		return y.Div(number(by))
	}, delta, delta/2, by)
}

// KLDiv returns the divergence target·(log(target)-input), zero where target is: input holds logarithms of
// probabilities, target probabilities. Option: Reduction ("mean"), which may also be "batchmean", the sum divided by
// the length of the first axis. Integers give Float32.
//
//ms:op func=kl_div class=KLDivLoss types=float
func KLDiv(input, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "KLDivLoss"
	o := read(op, opts, "Reduction")
	agree(op, input, target)
	shape.WarnLoss(op, input.Shape(), target.Shape())
	return once(op, of(input, target), func(in []*tensor.Tensor) *tensor.Tensor {
		return divergence(op, o, in[0], in[1])
	})
}

func divergence(op string, o options, input, target *tensor.Tensor) *tensor.Tensor {
	loss := target.Xlogy(target).Sub(target.Mul(input))
	if kwargs.Get(o, "Reduction", "mean") == "batchmean" && loss.NDim() > 0 {
		return loss.Sum().Div(number(float64(loss.Dim(0))))
	}
	if how := kwargs.Get(o, "Reduction", "mean"); !slices.Contains([]string{"none", "mean", "sum"}, how) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'reduction' must be str and must be in '['none', 'mean', 'batchmean', 'sum']', but got '%s'.", op, how)
	}
	return reduced(op, o, "mean", loss)
}

// GaussianNLLLoss returns the negative logarithm of the likelihood of target under normal distributions with mean x
// and the given variances, (log(v)+(x-target)²/v)/2 with v at least eps. The variance broadcasts; a negative one is
// a ValueError. Options: FullTerm (false) adds log(2π)/2, Eps (1e-6), Reduction ("mean"). Integers give Float32.
//
//ms:op func=gaussian_nll_loss class= types=float
func GaussianNLLLoss(x, target, variance *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "gaussian_nll_loss"
	o := read(op, opts, "FullTerm", "Eps", "Reduction")
	eps := kwargs.Get(o, "Eps", 1e-6)
	if eps <= 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'eps' must be float and must > 0, but got '%v' with type 'float'.", op, eps)
	}
	agree(op, x, target)
	agree(op, x, variance)
	shape.WarnLoss(op, x.Shape(), target.Shape())
	return once(op, of(x, target, variance), func(in []*tensor.Tensor) *tensor.Tensor {
		x, target, variance := in[0], in[1], in[2]
		if variance.Less(number(0)).Any().Bool() {
			tensor.Throw(op, tensor.ValueError, "For '%s', the 'var' must be positive.", op)
		}
		v := tensor.Where(variance.Less(number(eps)), number(eps), variance)
		loss := v.Log().Add(x.Sub(target).Square().Div(v)).Mul(number(0.5))
		if kwargs.Get(o, "FullTerm", false) {
			loss = loss.Add(number(math.Log(2*math.Pi) / 2))
		}
		return reduced(op, o, "mean", loss)
	})
}

// L2Loss returns Σx²/2, a scalar. Integers give Float32.
//
//ms:op func= class=L2Loss types=float
func L2Loss(x *tensor.Tensor) *tensor.Tensor {
	return once("L2Loss", of(x), func(in []*tensor.Tensor) *tensor.Tensor {
		return in[0].Square().Sum().Mul(number(0.5))
	})
}

func shapesEqual(a, b *tensor.Tensor) bool { return slices.Equal(a.Shape(), b.Shape()) }
