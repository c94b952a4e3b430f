package py

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// The texts are those of CPython 3.12.

func TestStr(t *testing.T) {
	for _, c := range []struct {
		v    any
		want string
	}{
		{true, "True"},
		{nil, "None"},
		{3.0, "3.0"},
		{1e-5, "1e-05"},
		{"a", "a"},
		{2, "2"},
		{Tuple{}, "()"},
		{Tuple{1}, "(1,)"},
		{Pack(1, "a", 2.5), "(1, 'a', 2.5)"},
		{TupleOf([]int{2, 3}), "(2, 3)"},
		{[]string{"a", "b"}, "['a', 'b']"},
		{[]float64{0.1, 1}, "[0.1, 1.0]"},
		{[]any{1, Tuple{true, nil}}, "[1, (True, None)]"},
		{NewDict("b", 1, "a", []int{2}), "{'b': 1, 'a': [2]}"},
		{NewDict(), "{}"},
		{TuplesOf([][]int{{1, 2}, {3}}), "[(1, 2), (3,)]"},
		{(*tensor.Tensor)(nil), "None"},
		{tensor.New(2.0), "2.0"},
		{ValueOf((*int)(nil)), "None"},
		{ValueOf(&[]float64{2}), "[2.0]"},
	} {
		if got := Str(c.v); got != c.want {
			t.Errorf("Str(%#v) = %s, want %s", c.v, got, c.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, c := range [][4]int{{7, 2, 3, 1}, {-7, 2, -4, 1}, {7, -2, -4, -1}, {-7, -2, 3, -1}, {6, 3, 2, 0}} {
		if q, r := FloorDiv(c[0], c[1]), Mod(c[0], c[1]); q != c[2] || r != c[3] {
			t.Errorf("divmod(%d, %d) = %d, %d, want %d, %d", c[0], c[1], q, r, c[2], c[3])
		}
	}
	for _, c := range [][3]int{{3, 4, 81}, {2, 62, 1 << 62}, {-2, 63, math.MinInt}, {-1, 101, -1}, {0, 0, 1}} {
		if got := Pow(c[0], c[1]); got != c[2] {
			t.Errorf("%d ** %d = %d", c[0], c[1], got)
		}
	}
	for _, c := range [][2]float64{{0, -1}, {-8, 1. / 3}, {10, 309}, {-10, 1001}} { // Python has no float either
		if err := tensor.Try(func() { PowFloat(c[0], c[1]) }); err == nil {
			t.Errorf("%v ** %v is no error", c[0], c[1])
		}
	}
	inf := math.Inf(1)
	for _, c := range [][3]float64{
		{0.95, 5, 0.7737809374999998}, {inf, -1, 0}, {0, -inf, inf}, {2, inf, inf}, {-inf, 3, -inf}, {-2, -3, -0.125},
	} {
		if got := PowFloat(c[0], c[1]); got != c[2] {
			t.Errorf("%v ** %v = %v, want %v", c[0], c[1], got, c[2])
		}
	}
	for _, c := range [][2]int{{2, 63}, {10, 20}, {3, 64}, {2, 64}, {-2, 64}} { // more than 64 bits
		if err := tensor.Try(func() { Pow(c[0], c[1]) }); err == nil {
			t.Errorf("%d ** %d is no error", c[0], c[1])
		}
	}
	for _, c := range []struct {
		x      float64
		digits int
		want   float64
	}{{2.675, 2, 2.67}, {0.5, 0, 0}, {1.5, 0, 2}, {1234, -2, 1200}} {
		if got := Round(c.x, c.digits); got != c.want {
			t.Errorf("round(%v, %d) = %v, want %v", c.x, c.digits, got, c.want)
		}
	}
}

// TestLines has what MindSpore's page of the op Print records.
func TestLines(t *testing.T) {
	got := Lines("Print Tensor x:", tensor.New([][]int32{{1}, {1}}), 0.5)
	want := "Print Tensor x:\nTensor(shape=[2, 1], dtype=Int32, value=\n[[1],\n [1]])\n0.5"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
