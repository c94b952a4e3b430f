package tensor

import "github.com/msrepl/msrepl/internal/compute/kernels"

// CumMax returns the running maximum along an axis and its index, as Int64, the last of equals. After a NaN it is
// NaN.
//
//ms:op func=cummax class=Cummax types=ordered
func (x *Tensor) CumMax(axis int) (values, indices *Tensor) {
	return x.running(axis, cumArgOp{name: "Cummax", axis: axis, dt: Int64})
}

// CumMin returns the running minimum along an axis and its index, as Int32, the last of equals. After a NaN it is
// NaN.
//
//ms:op func=cummin class=Cummin types=ordered
func (x *Tensor) CumMin(axis int) (values, indices *Tensor) {
	return x.running(axis, cumArgOp{name: "Cummin", axis: axis, dt: Int32, smallest: true})
}

func (x *Tensor) running(axis int, o cumArgOp) (values, indices *Tensor) {
	indices = apply1(o, x)
	return x.GatherElements(axis, indices), indices
}

type cumArgOp struct {
	noGradient1
	name     string
	axis     int
	dt       DType
	smallest bool
}

func (o cumArgOp) Name() string      { return o.name }
func (o cumArgOp) infer(x Spec) Spec { return Spec{DType: o.dt, Shape: x.Shape} }
func (o cumArgOp) forward(x *Tensor) *Tensor {
	return orderRows(o.name, &kernels.CumArg, x, o.axis, o.smallest).as(o.dt)
}

// orderRows runs a kernel that writes one Int32 for each element of every row along an axis.
func orderRows(op string, k *kernels.Order, x *Tensor, axis int, flag bool) *Tensor {
	x.needInt32(op, axis)
	if isHalf(x.dtype) {
		x = x.as(Float32)
	}
	rows, n := x.rowsOf(op, axis)
	y := newLike(Int32, rows)
	if !runOrder(k, flat[int32](y), rows, n, flag) {
		throwDType(op, x.dtype)
	}
	return y.rowsBack(x, op, axis)
}

// LogCumSumExp returns the logarithm of the running sum of exp(x) along an axis, without overflow. Integers give
// Float32.
//
//ms:op func=logcumsumexp class=CumulativeLogsumexp types=float
func (x *Tensor) LogCumSumExp(axis int) *Tensor {
	return apply1(logCumSumExpOp{axis}, x.inexactly())
}

type logCumSumExpOp struct{ axis int }

func (logCumSumExpOp) Name() string        { return "CumulativeLogsumexp" }
func (o logCumSumExpOp) infer(x Spec) Spec { return x }
func (o logCumSumExpOp) forward(x *Tensor) *Tensor {
	return mapRows(o.Name(), &kernels.LogCumSumExp, x, o.axis)
}

// vjp weights the gradient of each later sum by the element's share in it, exp(x-y), which is at most 1. A sum's
// share in a later sum is computed likewise, so each round doubles the number of sums added.
func (o logCumSumExpOp) vjp(x, y, g *Tensor) *Tensor {
	if len(x.lay.shape) == 0 {
		return g
	}
	a := x.axis(o.Name(), o.axis)
	n := x.lay.shape[a]
	for apart := 1; apart < n; apart *= 2 {
		rest := n - apart
		later := shareOf(y.narrow(a, 0, rest), y.narrow(a, apart, rest)).Mul(g.narrow(a, apart, rest))
		g = Concat([]*Tensor{g.narrow(a, 0, rest).Add(later), g.narrow(a, rest, apart)}, a)
	}
	return shareOf(x, y).Mul(g)
}

// shareOf returns exp(part-whole), 1 for equal infinities.
func shareOf(part, whole *Tensor) *Tensor {
	return Where(part.Equal(whole), ZerosOf(part.dtype), part.Sub(whole)).Exp()
}
func (logCumSumExpOp) keeps() keep { return keepFirst | keepResult }

// Diff returns the n-th differences of adjacent elements along an axis. For Bool it is xor.
//
//ms:op func=diff class= types=all
func (x *Tensor) Diff(n, axis int) *Tensor {
	a := x.axis("Diff", axis)
	if n < 0 {
		Throw("Diff", ValueError, "For 'Diff', the order must not be negative, but got %d.", n)
	}
	if n == 0 {
		return x.Clone()
	}
	for range min(n, max(1, x.lay.shape[a])) { // then nothing is left
		d := max(0, x.lay.shape[a]-1)
		later, before := x.narrow(a, x.lay.shape[a]-d, d), x.narrow(a, 0, d)
		if x.dtype == Bool {
			x = later.NotEqual(before)
		} else {
			x = later.Sub(before)
		}
	}
	return x
}

// Trapz returns the integral of y along an axis by the trapezoid rule, the samples dx apart. Integers give Float32.
//
//ms:op func=trapz class= types=inexact
func (x *Tensor) Trapz(dx float64, axis int) *Tensor {
	return x.inexactly().trapezoids(num(dx), axis)
}

// TrapzAt is [Tensor.Trapz] for samples at the positions at, of x's shape or a vector along the axis.
func (x *Tensor) TrapzAt(at *Tensor, axis int) *Tensor {
	a := x.axis("Trapz", axis)
	if len(at.lay.shape) == 1 && len(x.lay.shape) > 1 {
		for range len(x.lay.shape) - 1 - a {
			at = at.ExpandDims(-1)
		}
		return x.inexactly().trapezoids(at.inexactly().Diff(1, 0), axis)
	}
	return x.inexactly().trapezoids(at.inexactly().Diff(1, axis), axis)
}

func (x *Tensor) trapezoids(steps *Tensor, axis int) *Tensor {
	a := x.axis("Trapz", axis)
	d := max(0, x.lay.shape[a]-1)
	pairs := x.narrow(a, 0, d).Add(x.narrow(a, x.lay.shape[a]-d, d))
	return pairs.Mul(steps).Mul(num(0.5)).Sum(a)
}
