package kernels

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/simd"
)

// This file has piecewise linear activations, and others with a formula that changes at some number, and their
// gradients, each in one pass. They round as the ops that they replace do; a gradient computed as the sum of two
// parts remains one.

// Bend is such a function of float32 with parameters p, and its gradient for g, the gradient of the result. dst may
// be x or g.
type Bend struct {
	Of   func(dst, x []float32, p [4]float32)
	grad func(dst, x, g []float32, p [4]float32)
}

// Clip is p[2] below p[0] and p[3] above p[1]; a NaN bound is no bound. Leaky has the slope p[0] below zero.
// SoftShrink and HardShrink exclude p[0] to p[1] and -p[0] to p[0]. Elu is p[1]·x, or p[1]·p[0]·(eˣ-1) below
// zero.
var (
	Clip        = Bend{each(clip), eachGrad(clipGrad)}
	Leaky       = Bend{each(leaky), eachGrad(leakyGrad)}
	HardSigmoid = Bend{each(hardSigmoid), eachGrad(hardSigmoidGrad)}
	HardSwish   = Bend{each(hardSwish), eachGrad(hardSwishGrad)}
	SoftShrink  = Bend{each(softShrink), eachGrad(softShrinkGrad)}
	HardShrink  = Bend{twice(eachGrad(hardShrinkGrad)), eachGrad(hardShrinkGrad)}
	Huber       = Bend{each(huber), eachGrad(huberGrad)}
	Elu         = Bend{eluParts, eluGradParts}
)

// useBends replaces the plain loops with the kernels of s.
func useBends(s *simd.Set) {
	Clip = Bend{s.Clip.Run, s.ClipGrad.Run}
	Leaky = Bend{s.Leaky.Run, s.LeakyGrad.Run}
	HardSigmoid = Bend{s.HardSigmoid.Run, s.HardSigmoidGrad.Run}
	HardSwish = Bend{s.HardSwish.Run, s.HardSwishGrad.Run}
	SoftShrink = Bend{s.SoftShrink.Run, s.SoftShrinkGrad.Run}
	HardShrink = Bend{twice(s.HardShrinkGrad.Run), s.HardShrinkGrad.Run}
	Huber = Bend{s.Huber.Run, s.HuberGrad.Run}
	eluEnd, expm1All = s.Elu.Run, s.Expm1.Run
	eluGradEnd = func(dst, x, g, e []float32, p [4]float32) {
		for c := range calls(len(dst)) {
			s.EluGrad(c.n, &dst[c.at], &x[c.at], &g[c.at], &e[c.at], p[0], p[1])
		}
	}
}

// Grad computes the gradient of x; x and g may each be one number.
func (b *Bend) Grad(dst, x, g []float32, p [4]float32) {
	n := len(dst)
	if len(x) == n && len(g) == n {
		b.grad(dst, x, g, p)
		return
	}
	var xs, gs [1024]float32
	for at := 0; at < n; at += len(xs) {
		to := dst[at:min(n, at+len(xs))]
		b.grad(to, repeated(x, n, at, xs[:len(to)]), repeated(g, n, at, gs[:len(to)]), p)
	}
}

// repeated returns len(room) elements of a row of n, starting at index at, or room filled with x if that is a single
// number.
func repeated(x []float32, n, at int, room []float32) []float32 {
	if len(x) == n {
		return x[at:][:len(room)]
	}
	if at == 0 { // done first: x may be overwritten
		for i := range room {
			room[i] = x[0]
		}
	}
	return room
}

type bendGrad = func(dst, x, g []float32, p [4]float32)

func each(f func(x float32, p *[4]float32) float32) func(dst, x []float32, p [4]float32) {
	return func(dst, x []float32, p [4]float32) {
		for i, v := range x {
			dst[i] = f(v, &p)
		}
	}
}

func eachGrad(f func(x, g float32, p *[4]float32) float32) bendGrad {
	return func(dst, x, g []float32, p [4]float32) {
		for i, v := range x {
			dst[i] = f(v, g[i], &p)
		}
	}
}

// twice returns a function that passes x to a gradient function as both x and g.
func twice(f bendGrad) func(dst, x []float32, p [4]float32) {
	return func(dst, x []float32, p [4]float32) { f(dst, x, x, p) }
}

func clipped(x, below, within, above float32, p *[4]float32) float32 {
	switch {
	case x > p[1]:
		return above
	case x < p[0]:
		return below
	}
	return within
}

func clip(x float32, p *[4]float32) float32        { return clipped(x, p[2], x, p[3], p) }
func clipGrad(x, g float32, p *[4]float32) float32 { return clipped(x, 0, g, 0, p) }

func softShrink(x float32, p *[4]float32) float32        { return x - clipped(x, p[0], x, p[1], p) }
func softShrinkGrad(x, g float32, p *[4]float32) float32 { return g + clipped(x, 0, -g, 0, p) }

func hardShrinkGrad(x, g float32, p *[4]float32) float32 {
	if abs(x) <= p[0] {
		return 0
	}
	return g
}

func leaky(x float32, p *[4]float32) float32 {
	if x > 0 {
		return x
	}
	return x * p[0]
}

func leakyGrad(x, g float32, p *[4]float32) float32 {
	var above, below float32 = 0, g
	if x > 0 {
		above, below = g, 0
	}
	return above + float32(below*p[0])
}

func hardSigmoid(x float32, _ *[4]float32) float32 {
	switch {
	case x >= 3:
		return 1
	case x <= -3:
		return 0
	}
	return (x + 3) / 6
}

func hardSigmoidGrad(x, g float32, _ *[4]float32) float32 {
	if x >= 3 || x <= -3 {
		return 0
	}
	return g / 6
}

func hardSwish(x float32, p *[4]float32) float32 { return x * hardSigmoid(x, p) }

func hardSwishGrad(x, g float32, p *[4]float32) float32 {
	return float32(g*hardSigmoid(x, p)) + hardSigmoidGrad(x, g*x, p)
}

// huber is x²/2 up to p[0], continued by a line that would be zero at p[1], all divided by p[2].
func huber(x float32, p *[4]float32) float32 {
	d := abs(x)
	if d < p[0] {
		return float32(x*x) * 0.5 / p[2]
	}
	return float32((d-p[1])*p[0]) / p[2]
}

func huberGrad(x, g float32, p *[4]float32) float32 {
	g /= p[2]
	var near, line float32 = 0, g
	if abs(x) < p[0] {
		near, line = g, 0
	}
	return float32(float32(float32(near*0.5)*x)*2) + float32(float32(line*p[0])*sign(x))
}

// Elu, given eˣ-1, and the computation of eˣ-1, which is the same for few elements as for many.
var (
	eluEnd     = eachGrad(elu)
	eluGradEnd = eluGradLoop
	expm1All   = expm1Loop[float32]
)

func elu(x, e float32, p *[4]float32) float32 {
	if x > 0 {
		return x * p[1]
	}
	return float32(e*p[0]) * p[1]
}

func eluGradLoop(dst, x, g, e []float32, p [4]float32) {
	for i, v := range x {
		by := g[i] * p[1]
		var above, below float32 = 0, by
		if v > 0 {
			above, below = by, 0
		}
		if below *= p[0]; v > 0 {
			below = 0
		} else {
			below *= e[i] + 1
		}
		dst[i] = above + below
	}
}

// negative calls f with ranges of x's indices and with eˣ-1 where x is negative, in the first-level cache.
func negative(x []float32, f func(lo, hi int, e []float32)) {
	var room [1024]float32
	for lo := 0; lo < len(x); lo += len(room) {
		hi := min(lo+len(room), len(x))
		e := room[:hi-lo]
		Clip.Of(e, x[lo:hi], [4]float32{float32(math.Inf(-1))})
		expm1All(e, e)
		f(lo, hi, e)
	}
}

func eluParts(dst, x []float32, p [4]float32) {
	negative(x, func(lo, hi int, e []float32) { eluEnd(dst[lo:hi], x[lo:hi], e, p) })
}

func eluGradParts(dst, x, g []float32, p [4]float32) {
	negative(x, func(lo, hi int, e []float32) { eluGradEnd(dst[lo:hi], x[lo:hi], g[lo:hi], e, p) })
}
