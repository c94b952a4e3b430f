package grad_test

import (
	"encoding/json"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/tensor"
)

type T = *tensor.Tensor

func vec(v ...float32) T { return tensor.New(v) }

func num(v float64) T { return tensor.Scalar(v) }

func mul3(x, y, z T) T { return x.Mul(y).Mul(z) }

// expPow is the function of the examples of mindspore.grad: x·eʸ·z², z.
func expPow(x, y, z T) (T, T) { return x.Mul(y.Exp()).Mul(z.Pow(num(2))), z }

// param is a weight without package nn.
type param struct {
	*tensor.Tensor
	name   string
	frozen bool
}

func newParam(name string, v ...float32) *param {
	return &param{Tensor: tensor.New(v).AsParam(), name: name}
}

func (p *param) Value() T                  { return p.Tensor }
func (p *param) ParamTensors() []T         { return []T{p.Tensor} }
func (p *param) ParamNames() []string      { return []string{p.name} }
func (p *param) ParamRequiresGrad() []bool { return []bool{!p.frozen} }
func (p *param) Single() bool              { return true }

const (
	two      = "Tensor(shape=[2], dtype=Float32, value= [ 7.50000000e+01,  7.50000000e+01])"
	thirty   = "Tensor(shape=[2], dtype=Float32, value= [ 3.00000000e+01,  3.00000000e+01])"
	five     = "Tensor(shape=[2], dtype=Float32, value= [ 5.00000000e+00,  5.00000000e+00])"
	zeroSix  = "Tensor(shape=[2], dtype=Float32, value= [ 0.00000000e+00,  6.00000000e+00])"
	minusSix = "Tensor(shape=[2], dtype=Float32, value= [-2.00000000e+00,  6.00000000e+00])"
)

// one is the text of a vector of one number.
func one(v float64) string {
	return fmt.Sprintf("Tensor(shape=[1], dtype=Float32, value= [ %.8e])", v)
}

// TestResultText checks that results print as the examples in MindSpore's documentation and tests do.
func TestResultText(t *testing.T) {
	x, y, z := vec(1, 2), vec(-2, 3), vec(0, 3)
	a, b, c := vec(3, 3), vec(0, 0), vec(5, 5)
	w, v := newParam("w", 2), newParam("v", 3)
	weighted := func(x T) T { return x.Mul(w.Tensor).Mul(v.Tensor) }
	for _, c := range []struct {
		name string
		got  grad.Result
		want string
	}{
		{"one position", grad.New(mul3, grad.Position(1))(x, y, z), "[0. 6.]"},
		{"two positions", grad.New(mul3, grad.Position(1, 2))(x, y, z), "(" + zeroSix + ", " + minusSix + ")"},
		{"order of positions", grad.New(mul3, grad.Position(2, 1))(x, y, z), "(" + minusSix + ", " + zeroSix + ")"},
		{
			"return_ids", grad.New(mul3, grad.Position(1, 2), grad.ReturnIDs())(x, y, z),
			"((1, " + zeroSix + "), (2, " + minusSix + "))",
		},
		{"return_ids of one", grad.New(mul3, grad.Position(1), grad.ReturnIDs())(x, y, z), "(1, " + zeroSix + ")"},
		{
			"has_aux", grad.New(expPow, grad.Position(1, 2), grad.HasAux())(a, b, c),
			"((" + two + ", " + thirty + "), (" + five + ",))",
		},
		{
			"value and has_aux", grad.New(expPow, grad.Position(1, 2), grad.HasAux(), grad.Value())(a, b, c),
			"((" + two + ", " + five + "), (" + two + ", " + thirty + "))",
		},
		{
			"value, has_aux, return_ids, two positions and a weight",
			grad.New(func(x, y T) (T, T) { return weighted(x).Mul(y), y }, grad.Position(0, 1), grad.Weights(w), grad.HasAux(), grad.ReturnIDs(), grad.Value())(vec(5), vec(1)),
			"((" + one(30) + ", " + one(1) + "), (((0, " + one(6) + "), (1, " + one(30) + ")), ('w', " + one(15) + ")))",
		},
		{"value", grad.New(mul3, grad.Position(1), grad.Value())(x, y, z).At(0), "[-0. 18.]"},
		{"one weight", grad.New(weighted, grad.Weights(w))(vec(5)), "[15.]"},
		{
			"input and weight", grad.New(weighted, grad.Position(0), grad.Weights(w), grad.ReturnIDs())(vec(5)),
			"((0, Tensor(shape=[1], dtype=Float32, value= [ 6.00000000e+00])), ('w', Tensor(shape=[1], dtype=Float32, value= [ 1.50000000e+01])))",
		},
		{"default", grad.GradOperation{}.Of(mul3)(x, y, z), "[-0.  9.]"},
		{"get_all of one", grad.GradOperation{GetAll: true}.Of(func(x T) T { return x.Mul(x) })(vec(3)), "(Tensor(shape=[1], dtype=Float32, value= [ 6.00000000e+00]),)"},
		{
			"get_by_list of several", grad.GradOperation{GetByList: true}.Of(weighted, w, v)(vec(5)),
			"(Tensor(shape=[1], dtype=Float32, value= [ 1.50000000e+01]), Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+01]))",
		},
		{
			"both", grad.GradOperation{GetAll: true, GetByList: true}.Of(weighted, w)(vec(5)),
			"((Tensor(shape=[1], dtype=Float32, value= [ 6.00000000e+00]),), Tensor(shape=[1], dtype=Float32, value= [ 1.50000000e+01]))",
		},
		{"first input is no tensor", grad.GradOperation{}.Of(func(n int, x T) T { return x })(3, vec(1)), "()"},
		{
			"non-tensors are skipped", grad.GradOperation{GetAll: true}.Of(func(x T, n float64, y T) T { return x.Mul(y).Mul(num(n)) })(vec(1), 3, vec(2)),
			"(Tensor(shape=[1], dtype=Float32, value= [ 6.00000000e+00]), Tensor(shape=[1], dtype=Float32, value= [ 3.00000000e+00]))",
		},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestValues compares gradients with values from calculus, which comments show.
func TestValues(t *testing.T) {
	square := func(x T) T { return x.Mul(x) }
	cube := func(x T) T { return x.Mul(x).Mul(x) }
	w := newParam("w", 2)
	frozen := newParam("frozen", 7)
	frozen.frozen = true
	sens := tensor.New([][]float32{{0.1, 0.2}})
	for _, c := range []struct {
		name string
		got  T
		want string
	}{
		{"x²", grad.Grad(square)(vec(3)), "[6.]"},
		{"(x³)″", grad.Grad(grad.Grad(cube))(vec(2)), "[12.]"},
		{"(x³)‴", grad.Grad(grad.Grad(grad.Grad(cube)))(vec(2)), "[6.]"},
		{"sum of outputs", grad.Grad(func(x T) (T, T) { return x.Mul(num(2)), x.Mul(x) })(vec(3)), "[8.]"},
		{"tuple output", grad.Grad(func(x T) tensor.Tuple { return tensor.Tuple{x, x.Mul(x)} })(vec(3)), "[7.]"},
		{"slice output", grad.Grad(func(x T) []T { return []T{x, x} })(vec(3)), "[2.]"},
		{"map output", grad.Grad(func(x T) map[string]T { return map[string]T{"a": x, "b": x.Mul(x)} })(vec(3)), "[7.]"},
		{"closure over a watched value", grad.Grad(func(x T) T { return grad.Grad(func(y T) T { return x.Mul(y).Mul(y) })(x) })(vec(3)), "[12.]"},
		{"gradients of gradients are summed", grad.Grad(func(x, y T) tensor.Tuple {
			return grad.GradAt(func(x, y T) T { return x.Mul(x).Mul(y) }, 0, 1)(x, y)
		})(vec(3), vec(5)), "[16.]"},
		{"unused input", grad.GradAt(func(x, _ T) T { return x }, 1)(vec(1), vec(4, 5))[0], "[0. 0.]"},
		{"stopped", grad.Grad(func(x T) T { return x.Mul(grad.StopGradient(x)) })(vec(3)), "[3.]"},
		{"identity", grad.Grad(func(x T) T { return x })(vec(3)), "[1.]"},
		{"constant", grad.Grad(func(T) T { return vec(3) })(vec(3)), "[0.]"},
		{"int input", grad.Grad(square)(tensor.New(3, tensor.Int32)), "6"},
		{"the same tensor twice", func() T { x := vec(3); return grad.GradAt(mul3, 1)(x, x, x)[0] }(), "[9.]"},
		{"0-d", grad.Grad(func(x T) T { return x.Sin() })(tensor.New(0.0)), "1.0"},
		{"weight", grad.GradBy(func(x T) T { return x.Mul(w.Tensor).Mul(w.Tensor) }, w)(vec(3))[0], "[12.]"},
		{"frozen weight", grad.GradBy(func(x T) T { return x.Mul(frozen.Tensor) }, frozen)(vec(3))[0], "[0.]"},
		{"unused weight", grad.GradBy(square, w)(vec(3))[0], "[0.]"},
		{"weight as input", grad.Grad(square)(w), "[4.]"},
		{"weight, second order", grad.GradBy(func(x T) tensor.Tuple {
			return grad.GradBy(func(x T) T { return x.Mul(w.Tensor).Mul(w.Tensor).Mul(w.Tensor) }, w)(x)
		}, w)(vec(1))[0], "[12.]"},
		{"sens", grad.GradOperation{SensParam: true}.Of(func(x T) T { return x.Mul(x) })(tensor.New([][]float32{{1, 2}}), sens).Tensor(), "[[0.2 0.8]]"},
		{"0-d sens", grad.GradOperation{SensParam: true}.Of(square)(vec(1, 2), tensor.New(3.0)).Tensor(), "[ 6. 12.]"},
		{"sens of two outputs", grad.GradOperation{SensParam: true}.Of(expPow)(vec(1), vec(0), vec(2), tensor.Tuple{vec(10), vec(1)}).Tensor(), "[40.]"},
		{"number for a tensor", grad.GradAt(func(x, y T) T { return x.Mul(y) }, 0)(vec(1, 2), 3)[0], "[3. 3.]"},
		{"any function", grad.Grad(func(args ...any) []any { return []any{args[0].(T).Mul(vec(4))} })(vec(1)), "[4.]"},
		{"variadic tensors", grad.Grad(func(x ...T) T { return x[0].Mul(x[1]) })(vec(1), vec(5)), "[5.]"},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// TestLogCumSumExp checks infinities, and a row for which one number per pair of its elements would be 64 GB. Values
// of finite elements are PyTorch's; the last one is a harmonic number.
func TestLogCumSumExp(t *testing.T) {
	of := grad.Grad(func(x, w T) T { return x.LogCumSumExp(-1).Mul(w) })
	inf, w := float32(math.Inf(1)), vec(1, 2, 3, 4)
	for _, c := range []struct{ x, want T }{
		{vec(1, 1, 2, 0), vec(3.4223, 2.4223, 3.8661, 0.2893)},
		{vec(-inf, 1, 2, 0), vec(1, 3.7857, 4.8541, 0.3601)},
		{vec(inf, 1, 2, 0), vec(10, 0, 0, 0)},
	} {
		if got := of(c.x, w); !(got.Sub(c.want).Abs().Max().Item().(float32) < 1e-4) {
			t.Errorf("at %v: %v, want %v", c.x, got, c.want)
		}
	}
	const n = 1 << 17
	want := math.Log(n) + 0.5772156649 + 1.0/(2*n)
	if got := of(tensor.Zeros(n), num(1)).At(0).Item().(float32); !(math.Abs(float64(got)-want) < 1e-3) {
		t.Errorf("of a long row: %v, want %v", got, want)
	}
}

// TestDTypes checks that a gradient has the dtype of its input: Int32 and Bool too (test_implicit_conversion.py of
// MindSpore).
func TestDTypes(t *testing.T) {
	x := tensor.New([][]float32{{1, 2, 3}, {4, 5, 6}})
	sens := tensor.New([][]float32{{1, 2, 0}, {0, 3, 4}})
	op := grad.GradOperation{GetAll: true, SensParam: true}
	add := op.Of(func(x, y T) T { return x.Add(y) })(x, x.Greater(num(0)), sens).At(1).Tensor()
	if want := "[[ True  True False]\n [False  True  True]]"; add.DType() != tensor.Bool || add.String() != want {
		t.Errorf("gradient of a Bool input = %s %s, want Bool %s", add.DType(), add, want)
	}
	sub := op.Of(func(x, y T) T { return x.Sub(y) })(x, x.AsType(tensor.Int32), sens).At(1).Tensor()
	if want := "[[-1 -2  0]\n [ 0 -3 -4]]"; sub.DType() != tensor.Int32 || sub.String() != want {
		t.Errorf("gradient of an Int32 input = %s %s, want Int32 %s", sub.DType(), sub, want)
	}
}

func TestValueAndGrad(t *testing.T) {
	w := newParam("w", 2)
	loss, grads := grad.ValueAndGrad(func(x T) T { return x.Mul(w.Tensor) }, w)(vec(3))
	if loss.String() != "[6.]" || grads.String() != "(Tensor(shape=[1], dtype=Float32, value= [ 3.00000000e+00]),)" {
		t.Errorf("ValueAndGrad = %s, %s", loss, grads)
	}
	out, in := grad.ValueAndGradAt(func(x, y T) T { return x.Mul(y) }, 1, 0)(vec(3), vec(4))
	if out.String() != "[12.]" || in[0].String() != "[3.]" || in[1].String() != "[4.]" {
		t.Errorf("ValueAndGradAt = %s, %s", out, in)
	}
}

func TestGetGrad(t *testing.T) {
	w := newParam("w", 2)
	r := grad.New(func(x, y T) T { return x.Mul(y).Mul(w.Tensor) },
		grad.Position(0, 1), grad.Weights(w), grad.ReturnIDs())(vec(3), vec(4))
	for _, c := range []struct {
		id   any
		want string
	}{{0, "[8.]"}, {1, "[6.]"}, {"w", "[12.]"}, {w, "[12.]"}} {
		if got := grad.GetGrad(r, c.id).String(); got != c.want {
			t.Errorf("GetGrad(%v) = %s, want %s", c.id, got, c.want)
		}
	}
}

// TestErrors: messages are MindSpore's (ops/function/grad/grad_func.py, ops/composite/base.py, func_grad.cc).
func TestErrors(t *testing.T) {
	x := vec(1, 2)
	sens := func(s ...any) func() {
		return func() { grad.GradOperation{SensParam: true}.Of(mul3)(append([]any{x, x, x}, s...)...) }
	}
	for _, c := range []struct {
		name string
		f    func()
		want string
	}{
		{"negative position", func() { grad.GradAt(mul3, -1) }, "ValueError: grad_position must be >= 0."},
		{"negative among positions", func() { grad.GradAt(mul3, 0, -1) }, "ValueError: The element in grad_position must be >= 0."},
		{"double position", func() { grad.GradAt(mul3, 0, 0) }, "ValueError: There are duplicate positions in `grad_position`, please check it"},
		{"no position", func() { grad.GradAt(mul3) }, "ValueError: `grad_position` and `weight` can not be None at the same time."},
		{"no weights", func() { grad.GradBy(mul3, nil) }, "ValueError: `grad_position` and `weight` can not be None at the same time."},
		{"position out of range", func() { grad.GradAt(mul3, 3)(x, x, x) }, "ValueError: Position index 3 is exceed input size 3."},
		{
			"sens left out", func() { grad.GradOperation{SensParam: true}.Of(func(x T) T { return x })(x) },
			"ValueError: Position index 0 is exceed input size 0. The last argument does not count: it is the gradient " +
				"of the output, because 'sens_param' is True.",
		},
		{"has_aux of one output", func() { grad.New(mul3, grad.HasAux())(x, x, x) }, "ValueError: When has_aux is True, origin fn requires more than one outputs."},
		{"sens of another shape", sens(vec(1, 2, 3)), "ValueError: The shape should be [2], but got [3], which is the shape of the sens gradient."},
		{"sens of another dtype", sens(tensor.New([]float64{1, 2})), "TypeError: The dtype should be Float32, but got Float64, which is the dtype of the sens gradient."},
		{"sens of another length", sens(tensor.Tuple{x, x}), "RuntimeError: The given sens gradient's size should be same as out of network!"},
		{"sens of no tensor", sens("x"), "RuntimeError: The given sens gradient's size should be same as out of network!"},
		{"no function", func() { grad.Grad(3) }, "TypeError: For 'grad', the first argument should be a Cell or a function, but got int."},
		{"nil", func() { grad.Grad(nil) }, "TypeError: For 'grad', the first argument should be a Cell or a function, but got nil."},
		{"no tensor at the position", func() { grad.Grad(func(n int, x T) T { return x })(1, x) }, "TypeError: For 'grad', the input at position 0 should be a Tensor, there is no gradient with respect to another type."},
		{"nil returned", func() { grad.Grad(func(x T) T { return nil })(x) }, "TypeError: For 'grad', the function should return a Tensor, but got nil."},
		{"no tensor returned", func() { grad.Grad(func(x T) int { return 1 })(x) }, "TypeError: For 'grad', the function should return a Tensor, but got int."},
		{"too few arguments", func() { grad.Grad(mul3)(x) }, "TypeError: the function takes 3 arguments, but got 1."},
		{"wrong type", func() { grad.Grad(mul3)(x, x, "y") }, "TypeError: the function: argument 2 should be *tensor.Tensor, but got string."},
		{"several outputs", func() { grad.ValueAndGradAt(expPow)(x, x, x) }, "TypeError: For 'value_and_grad', the function should return one Tensor, but it returned 2 values; use grad.New with grad.Value()."},
		{"get_by_list of a function", func() { grad.GradOperation{GetByList: true}.Of(mul3) }, "TypeError: For 'GradOperation', 'get_by_list' of a function that is not a Cell needs the weights: GradOperation{GetByList: true}.Of(fn, weights)."},
		{"missing id", func() { grad.GetGrad(grad.New(mul3, grad.ReturnIDs())(x, x, x), 2) }, "ValueError: Can not find the gradient for position or Parameter 2"},
		{"wrong id", func() { grad.GetGrad(grad.New(mul3)(x, x, x), 2.5) }, "TypeError: For `get_grad`, the `x` should be an integer or a Parameter, but got 2.5"},
		{
			"position as tuple", func() { grad.New(mul3, grad.ReturnIDs())(x, x, x).At(0).At(0) },
			"TypeError: At: the result is an int, not a tuple",
		},
		{
			"row outside of a tensor", func() { grad.New(mul3)(x, x, x).At(2) },
			"IndexError: index 2 is out of bounds for dimension with size 2: axis 0 of shape (2,).",
		},
		{
			"too many to unpack", func() { grad.New(mul3, grad.Position(0, 1, 2))(x, x, x).Unpack2() },
			"ValueError: too many values to unpack (expected 2, got 3)",
		},
		{
			"not enough to unpack", func() { grad.New(mul3)(x, x, x).Unpack4() },
			"ValueError: not enough values to unpack (expected 4, got 2)",
		},
		{
			"a position unpacked", func() { grad.New(mul3, grad.ReturnIDs())(x, x, x).At(0).Unpack3() },
			"TypeError: len: the result is an int, not a tuple",
		},
		{"tuple as tensor", func() { grad.New(mul3, grad.Position(0, 1))(x, x, x).Tensor() }, "TypeError: Tensor: the result is a tuple, not a Tensor"},
		{"outside of a tuple", func() { grad.New(mul3, grad.Position(0, 1))(x, x, x).At(2) }, "IndexError: tuple index 2 out of range, the tuple has 2 elements"},
	} {
		err := tensor.Try(c.f)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %q, want %q", c.name, err, c.want)
		}
	}
}

// TestResultElements checks that a tuple has elements and a tensor rows, and both are taken apart alike. The
// gradients of x·y·z are y·z, x·z and x·y.
func TestResultElements(t *testing.T) {
	x, y, z := vec(1, 2), vec(3, 4), vec(5, 6)
	all, one := grad.New(mul3, grad.Position(0, 1, 2))(x, y, z), grad.New(mul3)(x, y, z)
	a, b, c := all.Unpack3()
	first, second := one.Unpack2()
	over := func(r grad.Result) (l []any) {
		for i, d := range r.All() {
			l = append(l, i, d)
		}
		return l
	}
	for _, c := range []struct {
		name string
		got  any
		want string
	}{
		{"Unpack3", []any{a, b, c}, "[[15. 24.] [ 5. 12.] [3. 8.]]"},
		{"Unpack2 of a tensor", []any{first, second}, "[15.0 24.0]"},
		{"At from the end", all.At(-1), "[3. 8.]"},
		{"At of a tensor", one.At(-1), "24.0"},
		{"At of an element", all.At(1).At(0), "5.0"},
		{"All", over(all), "[0 [15. 24.] 1 [ 5. 12.] 2 [3. 8.]]"},
		{"All of a tensor", over(one), "[0 15.0 1 24.0]"},
		{"Len", []int{all.Len(), one.Len()}, "[3 2]"},
	} {
		if got := fmt.Sprint(c.got); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	for range all.All() {
		break // which All allows
	}
}

// TestPanicStopsTape: a panic in the function stops the tape, so later ops are not recorded.
func TestPanicStopsTape(t *testing.T) {
	x := vec(1)
	var leaked T
	if err := tensor.Try(func() {
		grad.Grad(func(x T) T { leaked = x; return x.Reshape(7) })(x)
	}); err == nil {
		t.Fatal("no error")
	}
	if leaked.Tracked() {
		t.Error("the tape still records after the function panicked")
	}
}

// TestConcurrent checks that goroutines that differentiate by the same weight at the same time do not disturb each
// other.
func TestConcurrent(t *testing.T) {
	w := newParam("w", 2)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range 50 {
				v := float32(i*50 + k)
				if g := grad.GradBy(func(x T) T { return x.Mul(w.Tensor).Mul(w.Tensor) }, w)(vec(v)); g[0].Float() != float64(4*v) {
					t.Errorf("gradient = %s, want %v", g[0], 4*v)
				}
			}
		}()
	}
	wg.Wait()
}

func TestCheck(t *testing.T) {
	x := tensor.New([]float64{0.3, -1.2, 2})
	y := tensor.New([]float64{1.5, 0.7, -0.4})
	for _, c := range []struct {
		name string
		fn   any
		args []any
		ok   bool
	}{
		{"product", func(x, y T) T { return x.Mul(y).Mul(x) }, []any{x, y}, true},
		{"sin", func(x T) T { return x.Sin() }, []any{x}, true},
		{"several outputs", func(x, y T) (T, T) { return x.Mul(y), y.Exp() }, []any{x, y}, true},
		{"not a tensor", func(x T, n float64) T { return x.Pow(num(n)) }, []any{x.Abs(), 2.5}, true},
		{"wrong gradient", func(x T) T { return x.Mul(grad.StopGradient(x)) }, []any{x}, false},
		{"wrong second order", func(x T) T {
			return tensor.Apply(halfCube{}, x)[0]
		}, []any{x}, false},
	} {
		if err := grad.Check(c.fn, c.args...).Err(); (err == nil) != c.ok {
			t.Errorf("%s: Check = %v, want ok %v", c.name, err, c.ok)
		}
	}
}

// halfCube is x³ with the right gradient, which itself is taken for a constant.
type halfCube struct{}

func (halfCube) Name() string                         { return "HalfCube" }
func (halfCube) Infer(in []tensor.Spec) []tensor.Spec { return in }
func (halfCube) Forward(in []T) []T                   { return []T{in[0].Detach().Pow(num(3))} }
func (halfCube) VJP(in, _, g []T) []T {
	return []T{g[0].Mul(num(3)).Mul(grad.StopGradient(in[0].Mul(in[0])))}
}

// TestResultJSON writes gradients as nested lists.
func TestResultJSON(t *testing.T) {
	f := func(x, y *tensor.Tensor) *tensor.Tensor { return x.Mul(y) }
	r := grad.New(f, grad.Position(0, 1))(tensor.New([]float32{1, 2}), tensor.New([]float32{3, 4}))
	if got, err := json.Marshal(r); err != nil || string(got) != "[[3.0,4.0],[1.0,2.0]]" {
		t.Errorf("got %s, %v", got, err)
	}
}
