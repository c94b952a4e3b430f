package grad_test

import (
	"fmt"
	"regexp"
	"runtime"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/tensor"
)

// line is the number of the line that calls it.
func line() int {
	_, _, n, _ := runtime.Caller(1)
	return n
}

// TestAnomaly checks that the message names the op, the shapes and the line of the caller; numbers that IEEE 754
// makes NaN or infinite are known.
func TestAnomaly(t *testing.T) {
	x := tensor.New([]float32{4, -1, 9})
	zero := tensor.New([]float64{1, 0})
	at := 0
	root := func(x T) T {
		at = line() + 1
		return x.Sqrt()
	}
	over := func(x T) T {
		at = line() + 1
		return x.Div(tensor.New([]float64{2, 0}))
	}
	const from = ", but the arguments do not: "
	for _, c := range []struct {
		name string
		opts []grad.AnomalyOption
		f    func()
		want string // without position; "" for no error
	}{
		{"forward", nil, func() { root(x) }, "RuntimeError: For 'Sqrt', the result contains NaN" + from + "1 of 3 elements, the first at (1,). The arguments are Float32 (3,); the op was applied at "},
		{"of a NaN", nil, func() { x.At(0).Mul(tensor.Scalar(nan())) }, ""},
		{"infinity, not asked for", nil, func() { over(zero.Add(tensor.Scalar(1))) }, ""},
		{"infinity", []grad.AnomalyOption{grad.Inf()}, func() { over(zero.Add(tensor.Scalar(1))) }, "RuntimeError: For 'Div', the result contains an infinity" + from + "1 of 2 elements, the first at (1,). " +
			"The arguments are Float64 (2,), Float64 (2,); the op was applied at "},
		{"0/0 of two orders", nil, func() { over(zero) }, "RuntimeError: For 'Div', the result contains NaN" + from + "1 of 2 elements, the first at (1,). The arguments are Float64 (2,), Float64 (2,); the op was applied at "},
		{"backward", nil, func() { grad.Grad(func(x T) T { return root(x).Mul(tensor.New([]float64{0, 0})) })(zero) }, "RuntimeError: For 'Sqrt', the gradient contains NaN, but the incoming gradients do not: " +
			"1 of 2 elements, the first at (1,). The arguments were Float64 (2,); the op was applied at "},
		{"good numbers", []grad.AnomalyOption{grad.Inf()}, func() { grad.Grad(root)(x.Abs()) }, ""},
	} {
		grad.Anomaly(true, c.opts...)
		err := tensor.Try(c.f)
		grad.Anomaly(false)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%s: %v", c.name, err)
		case c.want != "" && err == nil:
			t.Errorf("%s: no error", c.name)
		case c.want != "":
			want := regexp.QuoteMeta(c.want) + fmt.Sprintf(`\S*anomaly_test\.go:%d\.$`, at)
			if !regexp.MustCompile(want).MatchString(err.Error()) {
				t.Errorf("%s:\n%v\nwant\n%s", c.name, err, want)
			}
		}
	}
	root(x) // raises nothing any more
}

func nan() float64 { zero := 0.0; return zero / zero }
