package grad_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/tensor"
)

// TestCustom: the expected values follow from calculus or, for a bprop that is not the true gradient, from its code.
func TestCustom(t *testing.T) {
	cube := grad.Custom(func(x T) T { return x.Mul(x).Mul(x) }, func(x, out, dout T) T { return dout.Mul(out).Div(x).Mul(num(3)) })
	times7 := grad.Custom(func(x, y T) T { return x.Mul(y) }, func(x, y, out, dout T) (T, T) { return dout.Mul(num(7)), nil })
	scaled := grad.Custom(func(x T, k float64) T { return x.Mul(num(k)) }, func(x T, k float64, out, dout T) T { return dout.Mul(num(k)) })
	swap := grad.CustomTuple(
		func(x, y T) (T, T) { return y, x },
		func(x, y, outX, outY, dx, dy T) tensor.Tuple { return tensor.Tuple{dy, dx.Mul(num(10))} })
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"value", cube(vec(2)), "[8.]"},
		{"gradient", grad.Grad(cube)(vec(2)), "[12.]"},
		{"second order", grad.Grad(grad.Grad(cube))(vec(2)), "[12.]"},
		{"third order", grad.Grad(grad.Grad(grad.Grad(cube)))(vec(2)), "[6.]"},
		{"inside of a function", grad.Grad(func(x T) T { return cube(x.Mul(x)).Add(x) })(vec(1)), "[7.]"},
		{"not the true gradient", grad.GradAt(times7, 0, 1)(vec(2), vec(3)), "(Tensor(shape=[1], dtype=Float32, value= [ 7.00000000e+00]), Tensor(shape=[1], dtype=Float32, value= [ 0.00000000e+00]))"},
		{"a number among the arguments", grad.Grad(scaled)(vec(2), 5), "[5.]"},
		{"two outputs", grad.GradOperation{GetAll: true, SensParam: true}.Of(swap)(vec(1), vec(2), tensor.Tuple{vec(3), vec(4)}), "(Tensor(shape=[1], dtype=Float32, value= [ 4.00000000e+00]), Tensor(shape=[1], dtype=Float32, value= [ 3.00000000e+01]))"},
	} {
		if got := fmt.Sprint(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if err := grad.Check(cube, tensor.New([]float64{0.7, -1.3})).Err(); err != nil {
		t.Error(err)
	}
}

func TestRecompute(t *testing.T) {
	w := newParam("w", 2)
	runs := 0
	f := func(x T) T { runs++; return x.Mul(w.Tensor).Mul(x) }
	re := grad.Recompute(f)
	pair := grad.RecomputeTuple(func(x T) (T, T) { return x.Mul(x), x.Exp() })
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"value", re(vec(3)), "[18.]"},
		{"gradient", grad.Grad(re)(vec(3)), "[12.]"},
		{"of the weight", grad.GradBy(re, w)(vec(3))[0], "[9.]"},
		{"second order", grad.Grad(grad.Grad(re))(vec(3)), "[4.]"},
		{"two outputs", grad.Grad(pair)(vec(0)), "[1.]"},
	} {
		if got := fmt.Sprint(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	if runs != 1+2+2+2 { // the second order walks the graph that the first computed again
		t.Errorf("the function ran %d times", runs)
	}
}

func TestNoGrad(t *testing.T) {
	g := grad.Grad(func(x T) T {
		y := x
		grad.NoGrad(func() { y = x.Mul(x) })
		return x.Mul(y)
	})(vec(3))
	if g.String() != "[9.]" {
		t.Errorf("gradient through NoGrad = %s, want [9.]", g)
	}
}

func TestCustomErrors(t *testing.T) {
	two := func(x T) (T, T) { return x, x }
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"no function", func() { grad.Custom(3, two) }, "TypeError: For 'Custom', the first argument should be a Cell or a function, but got int."},
		{"no bprop", func() { grad.Custom(two, nil) }, "TypeError: For 'Custom', the second argument should be a function"},
		{"two outputs", func() { grad.Custom(two, two)(vec(1)) }, "TypeError: For 'Custom', the function should return one Tensor, but it returned *tensor.Tensor, *tensor.Tensor; use CustomTuple."},
		{"two recomputed", func() { grad.Recompute(two)(vec(1)) }, "TypeError: For 'Recompute', the function should return one Tensor"},
		{"arguments of bprop", func() { grad.Grad(grad.Custom(func(x T) T { return x }, func(x T) T { return x }))(vec(1)) }, "TypeError: Custom.Bprop takes 1 argument, but got 3."},
		{"nothing returned", func() {
			grad.Grad(grad.Custom(func(x T) T { return x }, func(x, out, dout T) T { return nil }))(vec(1))
		}, "TypeError: The python function output is none."},
		{"within NoGrad", func() { grad.NoGrad(func() { grad.JVP(mul3, tensor.Tuple{vec(1)}, tensor.Tuple{vec(1)}) }) }, "RuntimeError: In no_grad context, you can not calculate gradient"},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}

// TestConcurrentTransforms uses custom gradients, recomputation, hooks and NoGrad on goroutines that share a weight,
// for the race detector.
func TestConcurrentTransforms(t *testing.T) {
	w := newParam("w", 2)
	w.RegisterHook(func(g T) T { return g.Mul(num(10)) })
	square := grad.Custom(func(x T) T { return x.Mul(x) }, func(x, out, dout T) T { return dout.Mul(x).Mul(num(2)) })
	f := func(x T) T {
		var k T
		grad.NoGrad(func() { k = x.Mul(w.Tensor) })
		y := grad.Recompute(func(x T) T { return square(x).Mul(w.Tensor) })(x)
		y.RegisterHook(func(g T) T { return g.Add(k.Sub(k)) })
		return y
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for range 25 {
				v := float64(i + 1)
				r := grad.New(f, grad.Position(0), grad.Weights(w))(vec(float32(v)))
				if x, by := r.At(0).Tensor().Float(), r.At(1).Tensor().Float(); x != 4*v || by != 10*v*v {
					t.Errorf("gradients at %v: %v %v, want %v %v", v, x, by, 4*v, 10*v*v)
				}
			}
		})
	}
	wg.Wait()
}
