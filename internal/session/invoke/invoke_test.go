package invoke

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

type T = *tensor.Tensor

type weight struct{ t T }

func (w weight) Value() T { return w.t }

type named string

func x() T { return tensor.New([]float32{3}) }

// TestCall checks every argument that Call takes, by parameter type.
func TestCall(t *testing.T) {
	for _, c := range []struct {
		name string
		fn   any
		args []any
		want string
	}{
		{"tensor", func(x T) T { return x }, []any{x()}, "[3.]"},
		{"two tensors", func(x, y T) T { return x.Mul(y) }, []any{x(), x()}, "[9.]"},
		{"any", func(args ...any) []any { return args }, []any{1, "a"}, "1 a"},
		{"no arguments", func() int { return 7 }, nil, "7"},
		{"no result", func(T) {}, []any{x()}, ""},
		{"several results", func(x T, k float64) (T, float64) { return x, k }, []any{x(), 2.5}, "[3.] 2.5"},
		{"int for float", func(k float64) float64 { return k }, []any{2}, "2"},
		{"whole float for int", func(k int) int { return k }, []any{2.0}, "2"},
		{"int for int64", func(k int64) int64 { return k }, []any{2}, "2"},
		{"number for tensor", func(k T) T { return x().Mul(k) }, []any{2}, "[6.]"},
		{"bool for tensor", func(k T) T { return k }, []any{true}, "True"},
		{"parameter for tensor", func(x T) T { return x }, []any{weight{x()}}, "[3.]"},
		{"nil", func(x T, s []int, m any) string { return fmt.Sprint(x == nil, s == nil, m == nil) }, []any{nil, nil, nil}, "true true true"},
		{"named string", func(s named) string { return string(s) }, []any{"a"}, "a"},
		{"tuple for slice", func(s []T) int { return len(s) }, []any{tensor.Tuple{x(), x()}}, "2"},
		{"any slice for tensors", func(s []T) int { return len(s) }, []any{[]any{x(), 2}}, "2"},
		{"variadic", func(k int, s ...T) int { return k + len(s) }, []any{10, x(), x()}, "12"},
		{"variadic without", func(k int, s ...T) int { return k + len(s) }, []any{10}, "10"},
		{"func", func(f func() int) int { return f() }, []any{func() int { return 4 }}, "4"},
	} {
		f, ok := Of(c.fn)
		if !ok {
			t.Errorf("%s: not taken for a function", c.name)
			continue
		}
		if got := strings.TrimSpace(fmt.Sprintln(f.Call("f", c.args)...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestCallErrors(t *testing.T) {
	for _, c := range []struct {
		name string
		fn   any
		args []any
		want string
	}{
		{"too few", func(x, y T) T { return x }, []any{x()}, "TypeError: f takes 2 arguments, but got 1."},
		{"too many", func(x T) T { return x }, []any{x(), x()}, "TypeError: f takes 1 argument, but got 2."},
		{"too few for variadic", func(x T, y ...T) T { return x }, nil, "TypeError: f takes at least 1 argument, but got 0."},
		{"string for tensor", func(x T) T { return x }, []any{"x"}, "TypeError: f: argument 0 should be *tensor.Tensor, but got string."},
		{"fraction for int", func(k int) int { return k }, []any{2.5}, "TypeError: f: argument 0 should be int, but got float64."},
		{"nil for int", func(k int) int { return k }, []any{nil}, "TypeError: f: argument 0 should be int, but got nil."},
		{"int for string", func(s string) string { return s }, []any{65}, "TypeError: f: argument 0 should be string, but got int."},
		{"a base for a cell of another type", func(s *raw) int { return 0 }, []any{base{"a cell"}}, "TypeError: f: argument 0 should be *invoke.raw, but got string."},
		{"wrong element", func(s []T) int { return 0 }, []any{[]any{"x"}}, "TypeError: f: argument 0 should be []*tensor.Tensor, but got []any."},
	} {
		f, _ := Of(c.fn)
		err := tensor.Try(func() { f.Call("f", c.args) })
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.name, err, c.want)
		}
	}
}

func TestOf(t *testing.T) {
	var none func()
	for _, v := range []any{nil, 3, none, x()} {
		if _, ok := Of(v); ok {
			t.Errorf("Of(%T) is a function", v)
		}
	}
}

// base represents what it holds, as that of a cell does.
type base struct{ cell any }

func (b base) Outer() any { return b.cell }

func TestBase(t *testing.T) {
	f, _ := Of(func(r *raw) int { return r.K })
	if got := f.Call("f", []any{base{&raw{K: 6}}})[0]; got != 6 {
		t.Errorf("%v of the base of a cell that holds 6", got)
	}
}

type raw struct{ K int }

func (r *raw) Times(n ...int) int { return r.K * n[0] }

func TestMethod(t *testing.T) {
	f, ok := Method(&raw{K: 6}, "Times")
	if !ok {
		t.Fatal("the method is not found")
	}
	if n, variadic := f.Arity(); n != 0 || !variadic {
		t.Errorf("Arity = %d, %v, want 0 without the receiver, variadic", n, variadic)
	}
	if got := f.Call("Times", []any{7})[0]; got != 42 {
		t.Errorf("Times(7) = %v, want 42", got)
	}
	if f, ok := Method(weight{x()}, "Value"); !ok || fmt.Sprint(f.Call("Value", nil)...) != "[3.]" {
		t.Error("a compiled method is not found")
	}
	for _, v := range []any{nil, 3, &raw{}} {
		if _, ok := Method(v, "Missing"); ok {
			t.Errorf("Method(%T) finds a method that is not there", v)
		}
	}
}
