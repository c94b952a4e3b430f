package tensor_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/msrepl/msrepl/tensor"
)

// TestText: what the tutorials show for print(x) and for x in a tuple.
func TestText(t *testing.T) {
	x := tensor.New([][]float32{{0.8, 0.6}, {1.8, 1.3}})
	tests := []struct {
		x         *tensor.Tensor
		str, repr string
	}{
		{x, "[[0.8 0.6]\n [1.8 1.3]]", "Tensor(shape=[2, 2], dtype=Float32, value=\n[[ 8.00000012e-01,  6.00000024e-01],\n [ 1.79999995e+00,  1.29999995e+00]])"},
		{x.T(), "[[0.8 1.8]\n [0.6 1.3]]", "Tensor(shape=[2, 2], dtype=Float32, value=\n[[ 8.00000012e-01,  1.79999995e+00],\n [ 6.00000024e-01,  1.29999995e+00]])"},
		{tensor.Ones(1), "[1.]", "Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+00])"},
		{tensor.New(1.0), "1.0", "Tensor(shape=[], dtype=Float32, value= 1)"},
		{tensor.New(2, tensor.Int32), "2", "Tensor(shape=[], dtype=Int32, value= 2)"},
		{tensor.New([]bool{true, false}), "[ True False]", "Tensor(shape=[2], dtype=Bool, value= [ True, False])"},
		{tensor.Zeros(0, 2), "[]", "Tensor(shape=[0, 2], dtype=Float32, value=\n)"},
		{tensor.Scalar(2.0), "2.0", "2.0"},
		{tensor.Scalar(3), "3", "3"},
		{tensor.Scalar(true), "True", "True"},
		{nil, "None", "None"},
	}
	for _, c := range tests {
		if got := c.x.String(); got != c.str {
			t.Errorf("String (-want +got):\n%s", cmp.Diff(c.str, got))
		}
		if got := c.x.Repr(); got != c.repr {
			t.Errorf("Repr (-want +got):\n%s", cmp.Diff(c.repr, got))
		}
	}
}

func TestTupleText(t *testing.T) {
	const one = "Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+00])"
	x := tensor.Ones(1)
	tests := []struct {
		in   tensor.Tuple
		want string
	}{
		{nil, "()"},
		{tensor.Tuple{x}, "(" + one + ",)"},
		{tensor.Tuple{x, x}, "(" + one + ", " + one + ")"},
		{tensor.Tuple{nil, x}, "(None, " + one + ")"},
	}
	for _, c := range tests {
		if c.in.String() != c.want || c.in.Repr() != c.want {
			t.Errorf("got %s, want %s", c.in, c.want)
		}
	}
}

func TestRepr(t *testing.T) {
	const one = "Tensor(shape=[1], dtype=Float32, value= [ 1.00000000e+00])"
	x := tensor.Ones(1)
	var none *tensor.Tensor
	tests := []struct {
		v    any
		want string
	}{
		{x, one},
		{none, "None"},
		{nil, "None"},
		{true, "True"},
		{2.0, "2.0"},
		{3, "3"},
		{"it's", `"it's"`},
		{tensor.Float32, "mindspore.float32"},
		{[]*tensor.Tensor{x, none}, "[" + one + ", None]"},
		{tensor.Tuple{x}, "(" + one + ",)"},
		{[]any{1, tensor.Tuple{x}, "a"}, "[1, (" + one + ",), 'a']"},
		{map[string]any{"b": x, "a": 1}, "{'a': 1, 'b': " + one + "}"},
		{errors.New("broken"), "broken"},
	}
	for _, c := range tests {
		if got := tensor.Repr(c.v); got != c.want {
			t.Errorf("Repr(%T) = %s, want %s", c.v, got, c.want)
		}
	}
}

// TestPrintOptions: the example of numpy.set_printoptions(precision=4), threshold=5.
func TestPrintOptions(t *testing.T) {
	old := tensor.GetPrintOptions()
	defer tensor.SetPrintOptions(old)
	o := old
	o.Precision, o.Threshold = 4, 5
	tensor.SetPrintOptions(o)
	if got, want := tensor.New([]float64{1.123456789}).String(), "[1.1235]"; got != want {
		t.Errorf("precision: %s, want %s", got, want)
	}
	if got, want := tensor.Arange(10).String(), "[0 1 2 ... 7 8 9]"; got != want {
		t.Errorf("threshold: %s, want %s", got, want)
	}
}

// TestHugeText: the text looks only at what it shows.
func TestHugeText(t *testing.T) {
	const want = "[[0. 0. 0. ... 0. 0. 0.]\n [0. 0. 0. ... 0. 0. 0.]\n [0. 0. 0. ... 0. 0. 0.]\n ...\n" +
		" [0. 0. 0. ... 0. 0. 0.]\n [0. 0. 0. ... 0. 0. 0.]\n [0. 0. 0. ... 0. 0. 0.]]"
	huge := tensor.Zeros(1, 1).BroadcastTo(1<<20, 1<<20)
	if got := huge.String(); got != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, got))
	}
}

func BenchmarkString(b *testing.B) {
	small, huge := tensor.Ones(3, 4), tensor.Zeros(1, 1).BroadcastTo(1<<20, 1<<20)
	b.Run("3x4", func(b *testing.B) {
		for b.Loop() {
			_ = small.String()
		}
	})
	b.Run("summary", func(b *testing.B) {
		for b.Loop() {
			_ = huge.String()
		}
	})
}
