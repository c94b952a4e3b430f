package grad_test

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/tensor"
)

func matrix() T { return tensor.New([][]float32{{1, 2}, {3, 4}}) }

func cubePlus(x, y T) T { return x.Pow(num(3)).Add(y) }

// TestProducts: the expected values are those of the examples of mindspore.jvp and jacrev, or follow from calculus.
func TestProducts(t *testing.T) {
	ones := tensor.Ones(2, 2)
	both := func(x, y T) (T, T) { return cubePlus(x, y), y }
	out, jvp := grad.JVP(cubePlus, tensor.Tuple{matrix(), matrix()}, tensor.Tuple{ones, ones})
	out2, jvp2 := grad.JVP(both, tensor.Tuple{matrix(), matrix()}, tensor.Tuple{ones, ones})
	outA, jvpA, auxA := grad.JVPAux(both, tensor.Tuple{matrix(), matrix()}, tensor.Tuple{ones, ones})
	three := func(x, y, z T) (T, T) { return x.Mul(x).Add(y.Mul(y)).Add(z.Mul(z)), x.Mul(y).Mul(z) }
	jacA, auxR := grad.JacRevAux(three)(matrix(), matrix(), ones)
	jacF, _ := grad.JacFwdAux(three)(matrix(), matrix(), ones)
	_, vjpA, auxV := grad.VJPAux(both, matrix(), matrix())
	w := newParam("w", 3)
	_, vjpW := grad.VJPBy(func(x T) T { return x.Mul(w.Tensor) }, w, vec(2))
	byX, byW := vjpW(vec(5))
	vout, vjp := grad.VJP(cubePlus, matrix(), matrix())
	vout2, vjp2 := grad.VJP(func(x T, n int) (T, T) { return x.Mul(num(float64(n))), x.Mul(x) }, vec(3), 2)
	square := func(x T) T { return x.Mul(x) }
	sums := func(x, y, _ T) (T, T) { return x.Mul(x).Add(y.Mul(y)), x.Mul(y).Sum() }
	const jac = "[[[[2. 0.]\n   [0. 0.]]\n\n  [[0. 4.]\n   [0. 0.]]]\n\n\n [[[0. 0.]\n   [6. 0.]]\n\n  [[0. 0.]\n   [0. 8.]]]]"
	for _, c := range []struct {
		name string
		got  fmt.Stringer
		want string
	}{
		{"jvp output", out, "[[ 2. 10.]\n [30. 68.]]"},
		{"jvp", jvp, "[[ 4. 13.]\n [28. 49.]]"},
		{"jvp of two outputs", jvp2.At(0), "[[ 4. 13.]\n [28. 49.]]"},
		{"second jvp", jvp2.At(1), "[[1. 1.]\n [1. 1.]]"},
		{"second output", out2.At(1), "[[1. 2.]\n [3. 4.]]"},
		{"jvp with aux: output", outA, "[[ 2. 10.]\n [30. 68.]]"},
		{"jvp with aux", jvpA, "[[ 4. 13.]\n [28. 49.]]"},
		{"aux of jvp", auxA, "[[1. 2.]\n [3. 4.]]"},
		{"jacrev with aux", jacA, jac},
		{"aux of jacrev", auxR, "[[ 1.  4.]\n [ 9. 16.]]"},
		{"jacfwd with aux", jacF, jac},
		{"vjp with aux", vjpA(ones)[0], "[[ 3. 12.]\n [27. 48.]]"},
		{"aux of vjp", auxV, "[[1. 2.]\n [3. 4.]]"},
		{"vjp by inputs and weights", byX[0], "[15.]"},
		{"vjp by weights", byW[0], "[10.]"},
		{"vjp output", vout, "[[ 2. 10.]\n [30. 68.]]"},
		{"vjp by x", vjp(ones)[0], "[[ 3. 12.]\n [27. 48.]]"},
		{"vjp again", vjp(ones.Mul(num(2)))[1], "[[2. 2.]\n [2. 2.]]"},
		{"vjp of two outputs", vjp2(vec(10), vec(1))[0], "[26.]"},
		{"outputs of it", vout2.At(1), "[9.]"},
		{"jacrev", grad.JacRev(square)(matrix()), jac},
		{"jacfwd", grad.JacFwd(square)(matrix()), jac},
		{"jacrev, two outputs and inputs", grad.JacRev(sums, 0, 1)(vec(1, 2), vec(3, 4), vec(5)).At(1).At(0), "[3. 4.]"},
		{"jacfwd, two outputs and inputs", grad.JacFwd(sums, 0, 1)(vec(1, 2), vec(3, 4), vec(5)).At(0).At(1), "[[6. 0.]\n [0. 8.]]"},
		{"jacfwd of a rectangle", grad.JacFwd(func(x T) T { return x.Sum(0) })(tensor.Ones(2, 3)), "[[[1. 0. 0.]\n  [1. 0. 0.]]\n\n [[0. 1. 0.]\n  [0. 1. 0.]]\n\n [[0. 0. 1.]\n  [0. 0. 1.]]]"},
		{"Hessian", grad.JacFwd(grad.JacRev(func(x T) T { return x.Mul(x).Mul(x).Sum() }))(vec(1, 2)), "[[ 6.  0.]\n [ 0. 12.]]"},
		{"Hessian, reverse twice", grad.JacRev(grad.JacRev(func(x T) T { return x.Mul(x).Mul(x).Sum() }))(vec(1, 2)), "[[ 6.  0.]\n [ 0. 12.]]"},
		{"Hessian of two inputs", grad.JacFwd(grad.JacRev(func(x, y T) T { return x.Mul(x).Mul(y).Sum() }, 0, 1), 0, 1)(vec(2), vec(3)).At(0).At(1), "[[4.]]"},
		{"Hessian times a vector", second(grad.JVP(grad.Grad(func(x T) T { return x.Mul(x).Mul(x).Sum() }), tensor.Tuple{vec(1, 2)}, tensor.Tuple{vec(1, 10)})), "[  6. 120.]"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func second(_, r grad.Result) grad.Result { return r }

func TestProductErrors(t *testing.T) {
	x := vec(1)
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"length", func() { grad.JVP(cubePlus, tensor.Tuple{x, x}, tensor.Tuple{x}) }, "ValueError: v has invalid length: should be 2, but got 1"},
		{"shape", func() { grad.JVP(cubePlus, tensor.Tuple{x, x}, tensor.Tuple{x, vec(1, 2)}) }, "ValueError: v[1] has invalid shape: should be [1], but got [2]"},
		{"cotangent", func() { _, f := grad.VJP(cubePlus, x, x); f(vec(1, 2)) }, "ValueError: The shape should be [1], but got [2]"},
		{"cotangents", func() { _, f := grad.VJP(cubePlus, x, x); f() }, "RuntimeError: The given sens gradient's size should be same as out of network!"},
		{"aux of one output", func() { grad.JVPAux(cubePlus, tensor.Tuple{x, x}, tensor.Tuple{x, x}) }, "ValueError: When has_aux is True, origin fn requires more than one outputs."},
		{"position", func() { grad.JacRev(cubePlus, -1) }, "ValueError: grad_position must be >= 0."},
	} {
		err := tensor.Try(c.f)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}

// TestDerivative checks derivatives by the rules for products and chains.
func TestDerivative(t *testing.T) {
	x := tensor.New([]float64{0.5, 1, 2})
	chain := make([]float64, x.Size()) // exp(sin x) three times
	for i, v := range x.Float64s() {
		s, c := math.Sincos(v)
		chain[i] = math.Exp(s) * (c*c*c - 3*s*c - c)
	}
	for name, c := range map[string]struct {
		fn     any
		inputs tensor.Tuple
		order  int
		want   *tensor.Tensor
	}{
		"chain": {
			func(x *tensor.Tensor) *tensor.Tensor { return x.Sin().Exp() },
			tensor.Tuple{x},
			3, tensor.New(chain),
		},
		"product": {(*tensor.Tensor).Mul, tensor.Tuple{x, x.Exp()}, 2, tensor.New([]float64{2, 2, 2})},
		"sum": {
			func(x *tensor.Tensor) *tensor.Tensor { return x.Square().Sum() },
			tensor.Tuple{x},
			1, tensor.New(7.0),
		},
	} {
		out, d := grad.Derivative(c.fn, c.inputs, c.order)
		if got := d.Tensor(); !got.IsClose(c.want, 1e-12, 1e-12, false).All().Bool() {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
		if name == "product" && !out.Tensor().Equal(x.Mul(x.Exp())).All().Bool() {
			t.Errorf("%s: the output is %v", name, out)
		}
	}
	err := tensor.Try(func() { grad.Derivative((*tensor.Tensor).Exp, tensor.Tuple{x}, 0) })
	if err == nil || err.Error() != "ValueError: For 'derivative', the 'order' must be at least 1, but got 0." {
		t.Error(err)
	}
}

// TestCumProd has PyTorch's gradients, and those of them, of running products with zeros; a long row takes memory for
// itself, not for all pairs of its elements.
func TestCumProd(t *testing.T) {
	weighted := func(x T) T { return x.Mul(tensor.Arange(1, x.Size()+1)).Sum() }
	first := grad.Grad(func(x T) T { return weighted(x.CumProd(0)) })
	again := grad.Grad(func(x T) T { return weighted(first(x)) })
	for _, c := range []struct {
		x             T
		first, second string
	}{
		{vec(3), "[1.]", "[0.]"},
		{vec(2, 0, 3, 0, 5), "[ 1. 22.  0.  0.  0.]", "[ 22. 725.  12. 348.   0.]"},
		{
			vec(2, 3, 4, 5, 6.5, -1, 0.5), "[-1472.   -982.   -739.5  -606.   -540.   7410.  -5460. ]",
			"[-1533.25  -858.5   -583.75  -453.5   -507.   64050.5  13727.  ]",
		},
	} {
		if got := first(c.x).String(); got != c.first {
			t.Errorf("%v: got %s, want %s", c.x, got, c.first)
		}
		if got := again(c.x).String(); got != c.second {
			t.Errorf("%v: again: got %s, want %s", c.x, got, c.second)
		}
	}
	long := tensor.Ones(4096)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	first(long)
	runtime.ReadMemStats(&after)
	if got, limit := after.TotalAlloc-before.TotalAlloc, uint64(200*long.NBytes()); got > limit {
		t.Errorf("%d bytes, want at most %d", got, limit)
	}
}
