package tensor_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	. "github.com/msrepl/msrepl/tensor"
)

// A random program on tensors that are large enough for their memory to be used again. It keeps some of what it
// computes, views it, looks at gradients by hooks, keeps those too, differentiates twice, and returns all that it
// has kept.
type program struct {
	*rand.Rand
	kept   []*Tensor
	scopes int // 1 if gradients are computed in scopes, 2 if functions also run in scopes of their own
}

// in calls f in a scope if there are enough of them, and lets what was kept outlive it.
func (p *program) in(scopes int, f func() *Tensor) *Tensor {
	if p.scopes < scopes {
		return f()
	}
	return Scope(func() *Tensor {
		y := f()
		for _, x := range p.kept {
			Keep(x)
		}
		return y
	})
}

const side = 56 // a square of Float32 takes 12 KiB

func (p *program) square() *Tensor {
	v := make([]float32, side*side)
	for i := range v {
		v[i] = float32(p.IntN(2001)-1000) / 1000
	}
	return New(v).Reshape(side, side)
}

// keep holds on to x sometimes, or to a view of it.
func (p *program) keep(x *Tensor) *Tensor {
	switch p.IntN(8) {
	case 0:
		p.kept = append(p.kept, x)
	case 1:
		p.kept = append(p.kept, x.Detach().T())
	case 2:
		p.kept = append(p.kept, x.Reshape(-1).At(Span(3, 40)))
	}
	return x
}

// steps are what a program is made of: of two squares they make a square. Their gradients are new tensors, views of
// what came, the same tensor for both arguments, sums over broadcast axes, or tensors that were saved.
var steps = []func(p *program, x, y *Tensor) *Tensor{
	func(_ *program, x, y *Tensor) *Tensor { return x.Add(y) },
	func(_ *program, x, _ *Tensor) *Tensor { return x.Add(x) },
	func(_ *program, x, y *Tensor) *Tensor { return x.Sub(y) },
	func(_ *program, x, y *Tensor) *Tensor { return x.Mul(y) },
	func(_ *program, x, _ *Tensor) *Tensor { return x.Mul(x) },
	func(_ *program, x, _ *Tensor) *Tensor { return x.Mul(Scalar(0.5)) },
	func(_ *program, x, _ *Tensor) *Tensor { return x.ReLU() },
	func(_ *program, x, _ *Tensor) *Tensor { return x.Tanh() },
	func(_ *program, x, _ *Tensor) *Tensor { return x.Sigmoid() },
	func(_ *program, x, _ *Tensor) *Tensor { return x.Softmax(-1) },
	func(_ *program, x, y *Tensor) *Tensor { return x.MatMul(y).Mul(Scalar(0.1)) },
	func(_ *program, x, y *Tensor) *Tensor { return x.MatMul(y.T()).Mul(Scalar(0.1)) },
	func(_ *program, x, _ *Tensor) *Tensor { return x.T() },
	func(_ *program, x, _ *Tensor) *Tensor { return x.Reshape(side/2, -1).Reshape(side, side) },
	func(_ *program, x, y *Tensor) *Tensor { return x.Add(y.Mean(0)) },
	func(_ *program, x, y *Tensor) *Tensor { return x.Mul(y.SumAxes([]int{1}, true)) },
	func(_ *program, x, y *Tensor) *Tensor { return Concat([]*Tensor{x, y}, 0).At(Span(10, 10+side)) },
	// of parts: their gradients are added to what has arrived, which may be a row that repeats
	func(_ *program, x, y *Tensor) *Tensor {
		return Concat([]*Tensor{x.At(Span(side/2, side)), y.At(Span(0, side/2)).Mul(Scalar(2))}, 0)
	},
	func(_ *program, x, y *Tensor) *Tensor { return x.Add(y.Flip(0)) },
	func(_ *program, x, y *Tensor) *Tensor { return y.Sub(x.Flip(1)) },
	func(_ *program, x, y *Tensor) *Tensor { return x.Mul(y.At(Span(3, 4))) },
	func(_ *program, x, y *Tensor) *Tensor { return x.Add(y.At(Ellipsis, Span(2, 3))) },
	func(_ *program, x, _ *Tensor) *Tensor { return x.Add(x.At(Span(1, 2))).Add(x.Mean(0)) },
	func(_ *program, x, y *Tensor) *Tensor { return y.Sum(0).Mul(x.At(Span(5, 6))).BroadcastTo(side, side) },
	func(_ *program, x, y *Tensor) *Tensor { return Where(x.Greater(y), x, y) },
	func(_ *program, x, y *Tensor) *Tensor { return x.Maximum(y) },
	func(_ *program, x, _ *Tensor) *Tensor { return x.AsType(Float64).Exp().AsType(Float32).Tanh() },
	func(p *program, x, _ *Tensor) *Tensor {
		x = x.Mul(Scalar(1))
		x.RegisterHook(func(g *Tensor) { p.kept = append(p.kept, g, g.At(0)) })
		return x
	},
	func(p *program, x, _ *Tensor) *Tensor {
		x = x.Mul(Scalar(1))
		x.RegisterHook(func(g *Tensor) *Tensor { return p.keep(g.Mul(Scalar(2))) })
		return x
	},
	func(p *program, x, y *Tensor) *Tensor { return Apply(&nosy{p: p}, x, y)[0] },
	func(_ *program, x, y *Tensor) *Tensor { return Apply(echo{}, x, y)[0] },
	func(p *program, x, y *Tensor) *Tensor {
		return Recompute(func() []*Tensor { return []*Tensor{x.Mul(y).Tanh()} })[0]
	},
	func(p *program, x, y *Tensor) *Tensor {
		x = x.Mul(Scalar(1))
		x.SetAt(y.At(3), 5)
		return x
	},
}

// nosy is an op of somebody else, whose rule keeps the gradients that it gets and returns one of them.
type nosy struct{ p *program }

func (*nosy) Name() string                   { return "Nosy" }
func (*nosy) Infer(in []Spec) []Spec         { return in[:1] }
func (*nosy) Forward(in []*Tensor) []*Tensor { return []*Tensor{in[0].Detach().Add(in[1].Detach())} }

func (o *nosy) VJP(in, _, grad []*Tensor) []*Tensor {
	o.p.kept = append(o.p.kept, grad...)
	return []*Tensor{grad[0], in[0].Detach()}
}

// echo is an op whose rule returns what it was given as gradients: its result, and its first argument.
type echo struct{}

func (echo) Name() string           { return "Echo" }
func (echo) Infer(in []Spec) []Spec { return in[:1] }
func (echo) Forward(in []*Tensor) []*Tensor {
	return []*Tensor{in[0].Detach().Add(in[1].Detach()).Tanh()}
}
func (echo) PrivateGradients() {}

func (echo) VJP(in, out, _ []*Tensor) []*Tensor { return []*Tensor{out[0].Detach(), in[0].Detach()} }

// value computes a square of the arguments, and returns one that it came by, too.
func (p *program) value(in []*Tensor, length int, seed uint64) (y, between *Tensor) {
	r := &program{Rand: rand.New(rand.NewPCG(seed, 0))}
	pool := append([]*Tensor(nil), in...)
	for range length {
		x, y := pool[r.IntN(len(pool))], pool[len(pool)-1]
		r.kept = nil
		z := steps[r.IntN(len(steps))](p, x, y)
		r.keep(z)
		p.kept = append(p.kept, r.kept...)
		pool = append(pool, z)
	}
	return pool[len(pool)-1], pool[len(in)+r.IntN(length)]
}

// run returns the numbers of everything that a program keeps and returns.
func run(seed uint64, scopes int) (all [][]float32) {
	p := &program{Rand: rand.New(rand.NewPCG(seed, 1)), scopes: scopes}
	in := []*Tensor{p.square(), p.square().AsParam(), p.square()}
	length, orders := 3+p.IntN(12), 1+p.IntN(5)/4
	for range 3 {
		p.in(1, func() *Tensor {
			done := make(chan bool)
			go func() { p.gradients(in, length, seed, orders); close(done) }()
			<-done
			return nil
		})
		in[0] = p.square()
	}
	for _, x := range p.kept {
		all = append(all, x.AsType(Float32).Float32s())
	}
	return all
}

// gradients differentiates a program by its arguments, and the sum of the gradients again if the order is 2. Some
// graphs are kept and traversed twice.
func (p *program) gradients(in []*Tensor, length int, seed uint64, order int) []*Tensor {
	tape := NewTape()
	defer tape.Stop()
	x := []*Tensor{tape.Watch(in[0]), in[1], tape.Watch(in[2])}
	tape.WatchParam(in[1])
	var y *Tensor
	if order == 1 {
		var between *Tensor
		y = p.in(2, func() *Tensor {
			y, between = p.value(x, length, seed)
			p.kept = append(p.kept, between)
			return y
		})
		x = append(x, between)
	} else {
		y = x[0].Mul(Scalar(0.01))
		for _, g := range p.gradients(x, length, seed, order-1) {
			y = y.Add(g)
		}
	}
	tape.Stop()
	sens := []*Tensor{nil}
	if n := len(p.kept); length%2 == 0 && n > 0 && p.kept[n-1].Size() == side*side {
		sens[0] = p.kept[n-1].Reshape(side, side) // a gradient that was returned before
	}
	if length%3 == 0 {
		tape.Keep()
		p.kept = append(p.kept, tape.Gradient([]*Tensor{y}, sens, x)...)
	}
	g := tape.Gradient([]*Tensor{y}, sens, x)
	p.kept = append(p.kept, y)
	p.kept = append(p.kept, g...)
	return g
}

// TestRecyclingIsNotSeen: programs compute the same numbers whether memory is reused or not, also if released memory is
// overwritten with NaN at once.
func TestRecyclingIsNotSeen(t *testing.T) {
	programs := uint64(300)
	if testing.Short() {
		programs = 60
	}
	for seed := range programs {
		var want [][]float32
		// nothing is the walk's own
		mempool.Off(func() { Observe(func(string, []*Tensor, []*Tensor) {}, func() { want = run(seed, 0) }) })
		for _, scopes := range []int{0, 1 + int(seed%2)} {
			var got [][]float32
			mempool.Poisoned(func() { got = run(seed, scopes) })
			if len(got) != len(want) {
				t.Fatalf("program %d, scopes %d keeps %d tensors with recycling, %d without", seed, scopes, len(got), len(want))
			}
			for i := range want {
				for k := range want[i] {
					if math.Float32bits(got[i][k]) != math.Float32bits(want[i][k]) {
						t.Fatalf("program %d, scopes %d: element %d of tensor %d is %v with recycling, %v without",
							seed, scopes, k, i, got[i][k], want[i][k])
					}
				}
			}
		}
	}
}
