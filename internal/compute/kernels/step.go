package kernels

import (
	"math"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/simd"
)

// sharedStep is the minimum number of elements in a piece of an optimizer's step that is worth giving to another
// processor.
const sharedStep = 16 << 10

// Descend subtracts lr times each element of g from w.
func Descend(w, g []float32, lr float32) {
	par.Range(len(w), sharedStep, func(lo, hi int) { descend(w[lo:hi], g[lo:hi], lr) })
}

// MomentumStep makes moments m·moments + g and subtracts lr times them from w.
func MomentumStep(w, moments, g []float32, lr, m float32) {
	par.Range(len(w), sharedStep, func(lo, hi int) { momentumStep(w[lo:hi], moments[lo:hi], g[lo:hi], lr, m) })
}

// AccumStep is MomentumStep of m·accum + keep·g; where first is positive, accum becomes g and first zero.
func AccumStep(w, accum, first, g []float32, lr, m, keep float32) {
	par.Range(len(w), sharedStep, func(lo, hi int) {
		accumStep(w[lo:hi], accum[lo:hi], first[lo:hi], g[lo:hi], lr, m, keep)
	})
}

// AdamStep moves m toward g by the share rest1 and v toward g² by rest2, and subtracts lr·m/(√v+eps) from w.
func AdamStep(w, m, v, g []float32, lr, rest1, rest2, eps float32) {
	par.Range(len(w), sharedStep, func(lo, hi int) {
		adamStep(w[lo:hi], m[lo:hi], v[lo:hi], g[lo:hi], lr, rest1, rest2, eps)
	})
}

// StateStep is a step of w given its gradient g, its states a and b, and parameters p: see the kernels of package
// simd. It is nil without vector code.
type StateStep simd.StateStep

// The steps that exist only as vector code. Adagrad does not use b.
var AdamW, AdaMax, RMSProp, Adadelta, Adagrad StateStep

// Run makes the step, or says that there is none.
func (k StateStep) Run(w, a, b, g []float32, p [7]float32) bool {
	if k == nil {
		return false
	}
	par.Range(len(w), sharedStep, func(lo, hi int) {
		for c := range calls(hi - lo) {
			i := lo + c.at
			k(c.n, &w[i], &a[i], &b[i], &g[i], p[0], p[1], p[2], p[3], p[4], p[5], p[6])
		}
	})
	return true
}

// The loops of steps, which vector code replaces. No product is fused with a sum: results must equal the recorded
// ones.
var (
	descend      = descendLoop
	momentumStep = momentumLoop
	accumStep    = accumLoop
	adamStep     = adamLoop
)

func descendLoop(w, g []float32, lr float32) {
	for i, x := range g {
		w[i] -= float32(lr * x)
	}
}

func momentumLoop(w, moments, g []float32, lr, m float32) {
	for i, x := range g {
		moments[i] = float32(moments[i]*m) + x
		w[i] -= float32(moments[i] * lr)
	}
}

func accumLoop(w, accum, first, g []float32, lr, m, keep float32) {
	for i, x := range g {
		if first[i] > 0 {
			accum[i], first[i] = x, 0
		} else {
			accum[i] = float32(accum[i]*m) + float32(keep*x)
		}
		w[i] -= float32(lr * accum[i])
	}
}

func adamLoop(w, m, v, g []float32, lr, rest1, rest2, eps float32) {
	for i, x := range g {
		m[i] += float32((x - m[i]) * rest1)
		v[i] += float32((float32(x*x) - v[i]) * rest2)
		w[i] -= float32(lr*m[i]) / (float32(math.Sqrt(float64(v[i]))) + eps)
	}
}
