package grad_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/tensor"
)

// TestCheckText checks that the derivatives are calculus: of x² they are 2x, of which a constant factor hides half.
func TestCheckText(t *testing.T) {
	half := func(x T) T { return x.Mul(grad.StopGradient(x)).Sum() }
	x := tensor.New([][]float64{{2, -3}, {0, 0.25}})
	for _, c := range []struct {
		name string
		got  *grad.CheckResult
		want string
	}{
		{"half of it", grad.Check(half, x), "" +
			"3 of 4 derivatives differ from finite differences:\n" +
			"of          index   analytic  numeric  relative error\n" +
			"─────────────────────────────────────────────────────\n" +
			"argument 0  (0, 0)         2        4             0.5\n" +
			"argument 0  (0, 1)        -3       -6             0.5\n" +
			"argument 0  (1, 1)      0.25      0.5            0.25"},
		{"second argument", grad.Check(func(n int, x T) T { return half(x) }, 3, tensor.New(5.0)), "" +
			"1 of 1 derivatives differ from finite differences:\n" +
			"of          index  analytic  numeric  relative error\n" +
			"────────────────────────────────────────────────────\n" +
			"argument 1  ()            5       10             0.5"},
		{"second order", grad.Check(func(x T) T { return tensor.Apply(halfCube{}, x)[0] }, x), "The gradient of the gradient differs: order 2: the gradient gives "},
		{"kink", grad.Check(func(x T) T { return x.ReLU() }, x), "1 of the points lie on a kink"},
		{"right", grad.Check(func(x T) T { return x.Mul(x).Sin() }, x), "4 of 4 derivatives agree with finite differences, to "},
	} {
		if got := fmt.Sprint(c.got); !strings.Contains(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		if c.got.OK() != (c.name == "kink" || c.name == "right") {
			t.Errorf("%s: OK() = %v", c.name, c.got.OK())
		}
	}
	if d := grad.Check(half, x).Parts[1]; d.Analytic != -3 || d.Index[1] != 1 || d.Relative < 0.49 {
		t.Errorf("difference %+v", d)
	}
	if err := tensor.Try(func() { grad.Check(half, 3) }); err == nil {
		t.Error("nothing to differentiate by is an error")
	}
}
