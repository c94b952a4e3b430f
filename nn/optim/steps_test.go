package optim

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// fixture is an optimizer's step by vectors and by its plain loop.
type fixture struct {
	name          string
	vector, plain func(w, g []float32, s [][]float32)
}

func fixtureOf[O any](name string, o O, at place, vector, plain kernel[O, float32]) fixture {
	by := func(k kernel[O, float32]) func(w, g []float32, s [][]float32) {
		return func(w, g []float32, s [][]float32) { k(o, w, g, s, at) }
	}
	return fixture{name, by(vector), by(plain)}
}

func fixtures() []fixture {
	beta := rates{beta1: 0.9, beta2: 0.99, eps: 1e-8}
	maxOf := &AdaMax{Beta1Power: nn.NewParameter(tensor.New([]float32{0.81}), "power"), rates: beta}
	decayed, at := place{lr: 0.1, decay: 0.02}, place{lr: 0.1}
	adamW := &AdamWeightDecay{rates: beta}
	plainW, plainR := adamWeightDecay[float32], rmsprop[float32]
	rms := func(m float64) *RMSProp { return &RMSProp{decay: 0.9, momentum: m, epsilon: 1e-10} }
	return []fixture{
		fixtureOf("adamW", adamW, at, adamWeightDecayStep, plainW),
		fixtureOf("adamW decayed", adamW, decayed, adamWeightDecayStep, plainW),
		fixtureOf("adaMax", maxOf, at, adamaxStep, adamax[float32]),
		fixtureOf("rmsProp", rms(0), at, rmspropStep, plainR),
		fixtureOf("rmsProp momentum", rms(0.7), at, rmspropStep, plainR),
		fixtureOf("adadelta", &Adadelta{rho: 0.9, epsilon: 1e-6}, at, adadeltaStep, adadelta[float32]),
		fixtureOf("adagrad", &Adagrad{updateSlots: true}, at, adagradStep, adagrad[float32]),
		fixtureOf("adagrad kept", &Adagrad{}, at, adagradStep, adagrad[float32]),
	}
}

// numbers are n numbers, some of which are zeros, infinities and NaN.
func numbers(n, seed int) []float32 {
	special := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.NaN(), 1e-40, 3e38}
	out := make([]float32, n)
	for i := range out {
		out[i] = float32(math.Sin(float64(i*7919+seed*104729))) * 3
		if at := i*31 + seed*17; at%13 == 0 {
			out[i] = float32(special[at/13%len(special)])
		}
	}
	return out
}

// TestVectorSteps compares steps by vectors with their plain loops, bit for bit.
func TestVectorSteps(t *testing.T) {
	for _, f := range fixtures() {
		for _, n := range []int{0, 1, 7, 16, 33, 1000, 40007} {
			made := func(step func(w, g []float32, s [][]float32)) [][]float32 {
				x := [][]float32{numbers(n, 1), numbers(n, 2), numbers(n, 3)}
				for seed := range 3 {
					step(x[0], numbers(n, 4+seed), x[1:])
				}
				return x
			}
			got, want := made(f.vector), made(f.plain)
			for i, row := range want {
				for j, w := range row {
					g := got[i][j]
					if math.Float32bits(g) != math.Float32bits(w) && (g == g || w == w) {
						t.Fatalf("%s of %d: array %d[%d] is %v, want %v", f.name, n, i, j, g, w)
					}
				}
			}
		}
	}
}
