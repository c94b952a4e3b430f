package tensor_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/testkit/testenv"
	. "github.com/msrepl/msrepl/tensor"
)

// A scopeCase makes tensors in a scope, and looks at one afterwards.
type scopeCase struct {
	name string
	f    func() *Tensor
	look func(y *Tensor) string
}

// inScopes runs cases and compares their tensors with want.
func inScopes(t *testing.T, want string, cases []scopeCase) {
	for _, c := range cases {
		mempool.Poisoned(func() {
			y := Scope(c.f)
			x := Arange(4096.0)
			for range 4 { // what was taken back is used
				x.Neg()
			}
			if got := c.look(y); got != want {
				t.Errorf("%s: got %s, want %s", c.name, got, want)
			}
		})
	}
}

// TestScope leaves tensors in all the ways that Scope names, and poisons what it takes back.
func TestScope(t *testing.T) {
	var left *Tensor
	var values []float32
	x := Arange(4096.0)
	twice := x.Add(x).String()
	leave := func(y *Tensor) *Tensor { left = y; return nil }
	ofLeft := func(*Tensor) string { return left.String() }
	flat := func(y *Tensor) string { return y.Reshape(-1).String() }
	inScopes(t, twice, []scopeCase{
		{"the result", func() *Tensor { x.Mul(x); return x.Add(x) }, (*Tensor).String},
		{"a view of it", func() *Tensor { return x.Add(x).Reshape(64, 64) }, flat},
		{"kept", func() *Tensor { left = Keep(x.Add(x)); return x.Neg() }, ofLeft},
		{"no result", func() *Tensor { return leave(Keep(x.Add(x))) }, ofLeft},
		{
			"a view that is left", func() *Tensor { return leave(x.Add(x).Reshape(64, 64).T()) },
			func(*Tensor) string { return flat(left.T()) },
		},
		{
			"a slice of Go", func() *Tensor { values = x.Add(x).Float32s(); return nil },
			func(*Tensor) string { return New(values).String() },
		},
		{"a copy that is none", func() *Tensor { return leave(x.Add(x).Detach()) }, ofLeft},
		{"changed in place", func() *Tensor {
			y := x.Add(x)
			y.SetAt(Scalar(0), 0)
			return leave(y)
		}, ofLeft},
		{
			"given, viewed", func() *Tensor { x.Mul(x); return leave(x.Reshape(-1)) },
			func(*Tensor) string { return left.Add(x).String() },
		},
		{"a scope in a scope", func() *Tensor {
			y := Scope(func() *Tensor { x.Neg(); return x.Mul(Scalar(2)) })
			z := Scope(func() *Tensor { return y.Sub(x) })
			return z.Add(x)
		}, (*Tensor).String},
		{"a goroutine", func() *Tensor {
			done := make(chan *Tensor)
			go func() { x.Mul(x); done <- x.Add(x) }()
			return <-done
		}, (*Tensor).String},
		{"observed", func() *Tensor {
			Observe(func(_ string, _, out []*Tensor) { left = out[0] }, func() { x.Add(x) })
			return nil
		}, func(*Tensor) string { return left.String() }},
	})
}

// TestScopesOfGradients does so with gradients.
func TestScopesOfGradients(t *testing.T) {
	var left *Tensor
	x := Arange(4096.0)
	sens := x.Add(x)
	ofLeft := func(*Tensor) string { return left.String() }
	flatOfLeft := func(*Tensor) string { return left.Reshape(-1).String() }
	inScopes(t, sens.String(), []scopeCase{
		{"a gradient", func() *Tensor {
			tape := NewTape()
			defer tape.Stop()
			z := tape.Watch(x)
			y := z.Mul(x.Add(x)).Sum()
			Scope(func() *Tensor { return x.Neg() })
			tape.Stop()
			return tape.Gradient([]*Tensor{y}, nil, []*Tensor{z})[0]
		}, (*Tensor).String},
		{"what a gradient begins with", func() *Tensor {
			left = sens
			return slopeOf(x, func(z *Tensor) *Tensor { return z.Add(x) }, sens).Neg()
		}, ofLeft},
		{"an argument that a rule returns", func() *Tensor {
			left = sens
			return slopeOf(x, func(z *Tensor) *Tensor { return Apply(echo{}, sens, z)[0] }, x).Neg()
		}, ofLeft},
		{"gradients", func() *Tensor { return gradientOfProduct(x)[0] }, (*Tensor).String},
		{"a gradient that is kept", func() *Tensor { left = Keep(gradientOfProduct(x)[0]); return x.Neg() }, ofLeft},
		{"a view of a gradient", func() *Tensor { left = gradientOfProduct(x)[0].Reshape(64, 64); return nil }, flatOfLeft},
		{"a gradient that a hook keeps", func() *Tensor {
			gradientOfProduct(x, func(g *Tensor) { left = Keep(g) })
			return nil
		}, ofLeft},
		{"a watched tensor", func() *Tensor {
			tape := NewTape()
			defer tape.Stop()
			left = tape.Watch(x.Add(x))
			return nil
		}, ofLeft},
		{"recorded, kept", func() *Tensor {
			return slopeOf(x, func(z *Tensor) *Tensor { left = Keep(z.Add(x)); return left.Neg() }, x).Neg()
		}, ofLeft},
		{"recorded, viewed", func() *Tensor {
			slopeOf(x, func(z *Tensor) *Tensor { left = z.Add(x).Reshape(64, 64); return left.Reshape(-1).Neg() }, x)
			return nil
		}, flatOfLeft},
		{"recorded, as a parameter", func() *Tensor {
			slopeOf(x, func(z *Tensor) *Tensor { left = z.Add(x); return left.Neg() }, x)
			left.AsParam()
			return nil
		}, ofLeft},
		{"two gradients of one", func() *Tensor {
			tape := NewTape()
			defer tape.Stop()
			a, b := tape.Watch(x), tape.Watch(x)
			y := a.Add(b).Mul(x.Add(x)).Sum()
			tape.Stop()
			grads := tape.Gradient([]*Tensor{y}, nil, []*Tensor{a, b})
			left = grads[1]
			return grads[0]
		}, (*Tensor).String},
	})
}

// TestScopesOfGraphs has scopes end before the graph that was recorded in them is traversed.
func TestScopesOfGraphs(t *testing.T) {
	x := Arange(4096.0)
	one := Ones(4096)
	for name, f := range map[string]func(w *Tensor) *Tensor{
		"saved by a node": func(w *Tensor) *Tensor {
			var y *Tensor
			slopeOf(one, func(z *Tensor) *Tensor { y = z.Mul(x).Mul(Scalar(2)); return y.Neg() }, one)
			return w.Mul(y).Neg().Neg()
		},
		"saved by a node alone": func(w *Tensor) *Tensor { return w.Square().Mul(x) },
		"used by Recompute": func(w *Tensor) *Tensor {
			y := w.Add(one)
			return Recompute(func() []*Tensor { return []*Tensor{y.Mul(x.Add(x))} })[0].Neg().Neg()
		},
		"used by a hook": func(w *Tensor) *Tensor {
			y, z := w.Add(one), w.Neg() // of twos
			z.RegisterHook(func(g *Tensor) *Tensor { return y.Mul(x).Neg() })
			return z.Neg()
		},
	} {
		mempool.Poisoned(func() {
			tape := NewTape()
			defer tape.Stop()
			w := tape.Watch(one)
			loss := Scope(func() *Tensor { return Scope(func() *Tensor { return f(w).Sum() }) })
			tape.Stop()
			for range 4 {
				x.Neg()
			}
			if got, want := tape.Gradient([]*Tensor{loss}, nil, []*Tensor{w})[0].String(), x.Add(x).String(); got != want {
				t.Errorf("%s: got %s, want %s", name, got, want)
			}
		})
	}
}

// gradientOfProduct returns the gradients, 2x and z, of z·2x by z and by 2x, for a z of x. Hooks see that of z.
func gradientOfProduct(x *Tensor, hooks ...func(g *Tensor)) []*Tensor {
	tape := NewTape()
	defer tape.Stop()
	z, twice := tape.Watch(x), tape.Watch(x.Add(x))
	y := z.Mul(Scalar(1))
	for _, h := range hooks {
		y.RegisterHook(h)
	}
	y = y.Mul(twice).Sum()
	tape.Stop()
	return tape.Gradient([]*Tensor{y}, nil, []*Tensor{z, twice})
}

// slopeOf returns the gradient of f at x, given that of f(x).
func slopeOf(x *Tensor, f func(z *Tensor) *Tensor, sens *Tensor) *Tensor {
	tape := NewTape()
	defer tape.Stop()
	z := tape.Watch(x)
	y := f(z)
	tape.Stop()
	return tape.Gradient([]*Tensor{y}, []*Tensor{sens}, []*Tensor{z})[0]
}

// counting is an op whose rule makes a gradient without other ops.
type counting struct{}

func (counting) Name() string                     { return "Counting" }
func (counting) Infer(in []Spec) []Spec           { return in }
func (counting) Forward(in []*Tensor) []*Tensor   { return []*Tensor{in[0].Detach().Neg()} }
func (counting) VJP(in, _, _ []*Tensor) []*Tensor { return []*Tensor{Arange(float64(in[0].Size()))} }
func (counting) PrivateGradients()                {}

// TestScopeOfGradients checks that a gradient that a rule has made and nobody else has seen ends with its scope, as
// does a result whose node has been released.
func TestScopeOfGradients(t *testing.T) {
	x := Arange(4096.0)
	var left, recorded *Tensor
	Scope(func() *Tensor {
		left = slopeOf(x, func(z *Tensor) *Tensor {
			recorded = z.Sin()
			return Apply(counting{}, z)[0].Add(recorded)
		}, x)
		return nil
	})
	wantError(t, RuntimeError, "used after the scope in which it was made", func() { left.Add(x) })
	wantError(t, RuntimeError, "used after the scope in which it was made", func() { recorded.Add(x) })
}

// TestScopeEnded checks that a tensor that is used after its scope is an error that names the scope.
func TestScopeEnded(t *testing.T) {
	x := Arange(4096.0)
	var left *Tensor
	Scope(func() *Tensor { left = x.Neg(); return nil })
	for name, use := range map[string]func(){
		"op":     func() { left.Add(x) },
		"second": func() { x.Add(left) },
		"sum":    func() { left.Sum() },
		"text":   func() { _ = left.String() },
		"slice":  func() { left.Float32s() },
		"matrix": func() { left.Reshape(64, 64).MatMul(x.Reshape(64, 64)) },
		"turned": func() { left.Reshape(64, 64).T().Clone() },
		"write":  func() { left.SetAt(Scalar(1), 0) },
		"cast":   func() { left.AsType(Int32) },
		"index":  func() { left.At(3).Float() },
		"assign": func() { Zeros(4096).Assign(left) },
		"softmx": func() { left.Softmax(-1) },
	} {
		t.Run(name, func(t *testing.T) { wantError(t, RuntimeError, "used after the scope in which it was made", use) })
	}
	if Scope(func() *Tensor { return nil }) != nil {
		t.Error("no result became one")
	}
}

// TestScopeFails: if the function fails, its tensors are kept.
func TestScopeFails(t *testing.T) {
	x := Arange(4096.0)
	var left *Tensor
	if err := Try(func() { Scope(func() *Tensor { left = x.Add(x); return x.Reshape(7) }) }); err == nil {
		t.Fatal("no error")
	}
	if got := left.String(); got != x.Add(x).String() {
		t.Error(got)
	}
}

// TestScopeOfPrograms checks that random programs give equal results in scopes, whose memory is poisoned, and
// without.
func TestScopeOfPrograms(t *testing.T) {
	for seed := range uint64(150) {
		run := func(scoped bool) string {
			p := &program{Rand: rand.New(rand.NewPCG(seed, 5))}
			x, y := p.square(), p.square()
			for range 6 {
				step := func() *Tensor {
					a, b := x, y
					for range 4 {
						a, b = steps[p.IntN(len(steps))](p, a, b).Tanh(), a
						if p.IntN(3) == 0 {
							a, b = p.slopes(a, b)
						}
						if p.IntN(4) == 0 {
							p.kept = append(p.kept, Keep(a))
						}
					}
					return a
				}
				if scoped {
					y, x = x, Scope(step)
				} else {
					y, x = x, step()
				}
			}
			var b strings.Builder
			for _, k := range append(p.kept, x, y) {
				text, _ := k.MarshalBinary()
				b.Write(text)
			}
			return b.String()
		}
		var want, got string
		mempool.Off(func() { want = run(false) })
		mempool.Poisoned(func() { got = run(true) })
		if got != want {
			t.Fatalf("seed %d: results differ in scopes", seed)
		}
	}
}

// slopes returns the gradients of a result of two steps, of those before the first one that keeps gradients.
func (p *program) slopes(a, b *Tensor) (da, db *Tensor) {
	tape := NewTape()
	defer tape.Stop()
	const silent = 20
	x, y := tape.Watch(a), tape.Watch(b)
	z := steps[p.IntN(silent)](p, x, y)
	z = steps[p.IntN(silent)](p, z, y)
	tape.Stop()
	grads := tape.Gradient([]*Tensor{z}, nil, []*Tensor{x, y})
	return grads[0].Tanh(), grads[1]
}

// TestScopeReuses checks that scopes that reuse memory allocate less than half of what the same does without; that is
// a hundredth where pools keep all, which they do not under the race detector.
func TestScopeReuses(t *testing.T) {
	a, b := Arange(100000.0).Clone(), Ones(100000).Clone()
	chain := func(x *Tensor) *Tensor { return x.Mul(b).Add(a).Tanh().Mul(x).Exp().Sub(b) }
	for name, f := range map[string]func() *Tensor{
		"ops":       func() *Tensor { return Scope(func() *Tensor { return a.Mul(b).Add(a).Sub(b) }).Neg().Sum() },
		"gradients": func() *Tensor { return slopeOf(a, chain, b).Neg() },
		"gradients of scopes": func() *Tensor {
			return slopeOf(a, func(x *Tensor) *Tensor { return Scope(func() *Tensor { return chain(x) }) }, b).Neg()
		},
	} {
		loop := func() uint64 {
			before := testenv.Allocated()
			for range 50 {
				Scope(func() *Tensor { f(); return nil })
			}
			return testenv.Allocated() - before
		}
		var without uint64
		mempool.Off(func() { without = loop() })
		if with := loop(); with > without/2 {
			t.Errorf("%s: %d bytes are allocated, %d without reuse", name, with, without)
		}
	}
}

// TestChainsTakeBack: functions that take back what they made on the way give what they give without that, keep their
// arguments, and have gradients.
func TestChainsTakeBack(t *testing.T) {
	number := Scalar(0.3)
	for name, f := range map[string]func(x, y *Tensor) *Tensor{
		"AddCMul":           func(x, y *Tensor) *Tensor { return x.AddCMul(y, x, number) },
		"AddCDiv":           func(x, y *Tensor) *Tensor { return x.AddCDiv(y, y, number) },
		"Lerp":              func(x, y *Tensor) *Tensor { return x.Lerp(y, number) },
		"Lerp by a tensor":  func(x, y *Tensor) *Tensor { return x.Lerp(y, x) },
		"Mish":              func(x, y *Tensor) *Tensor { return x.Mish().Add(y) },
		"Cdist":             func(x, y *Tensor) *Tensor { return x.Cdist(y, 2) },
		"Cdist of order 3":  func(x, y *Tensor) *Tensor { return x.Cdist(y, 3) },
		"largest distances": func(x, y *Tensor) *Tensor { return x.Cdist(y, math.Inf(1)) },
	} {
		value := func(with func(f func())) (values []string) {
			with(func() {
				x, y := Arange(4096.0).Mul(Scalar(0.37)).Sin().Reshape(64, 64), Arange(4096.0).Mul(Scalar(0.53)).Cos().Reshape(64, 64)
				plain := f(x, y)
				tape := NewTape()
				a, b := tape.Watch(x), tape.Watch(y)
				z := f(a, b)
				tape.Stop()
				grads := tape.Gradient([]*Tensor{z}, nil, []*Tensor{a, b})
				for range 4 { // what was taken back is used
					x.Neg()
				}
				for _, v := range []*Tensor{x, y, plain, z, grads[0], grads[1]} {
					values = append(values, fmt.Sprint(v.Flatten().Float64s()))
				}
			})
			return values
		}
		if got, want := value(mempool.Poisoned), value(mempool.Off); !slices.Equal(got, want) {
			t.Errorf("%s differs with memory that is taken back", name)
		}
	}
}
