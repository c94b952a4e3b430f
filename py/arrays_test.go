package py_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/py"
	"github.com/msrepl/msrepl/tensor"
)

// TestArrays compares with the output of CPython and numpy for the same lines.
func TestArrays(t *testing.T) {
	x := tensor.New([]float64{1, 2})
	y := x
	if z := py.InPlace(x, x.Add(tensor.New([]float64{10, 20}))); z != x || fmt.Sprint(y) != "[11. 22.]" {
		t.Error("x += [10, 20] of another name:", y)
	}
	s := x.Sum()
	if u := py.InPlace(s, s.Add(tensor.New(1.0))); fmt.Sprint(s, u) != "33.0 34.0" {
		t.Error("a number and the number after += 1:", s, u)
	}
	e, row := py.Element(x.At(0)), py.Element(x.Reshape(1, 2).At(0))
	x.SetAt(tensor.New(5.0), 0)
	if fmt.Sprint(e, row) != "11.0 [ 5. 22.]" {
		t.Error("an element and a row of an array that changes:", e, row)
	}
	for _, c := range []struct {
		x, result *tensor.Tensor
		want      string
	}{
		{tensor.New([]int{1}), tensor.New([]float64{1.5}), "TypeError: For 'InPlace', the result of Float64 does not fit an array of Int64."},
		{tensor.Ones(2), tensor.Ones(3, 2), "ValueError"},
	} {
		if err := tensor.Try(func() { py.InPlace(c.x, c.result) }); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v op= : %v, want %s", c.x, err, c.want)
		}
	}
}

func TestWide(t *testing.T) {
	for from, want := range map[tensor.DType]tensor.DType{
		tensor.Int8: tensor.Int64, tensor.Int32: tensor.Int64, tensor.UInt8: tensor.UInt64, tensor.UInt64: tensor.UInt64,
		tensor.Bool: tensor.Bool, tensor.Float32: tensor.Float32,
	} {
		x := tensor.OnesOf(from, 2)
		if got := py.WideAll(tensor.Tuple{x})[0].DType(); got != want {
			t.Errorf("Wide of %v is %v, want %v", from, got, want)
		}
	}
}

// TestArraysRepr compares with what CPython prints for the same lists of numpy's arrays.
func TestArraysRepr(t *testing.T) {
	x := tensor.New([]float64{3, 1})
	i := tensor.New([][]int32{{1, 2}, {3, 4}})
	counts := py.NewDefaultDict("list", func() any { return []*tensor.Tensor{} })
	counts.Set("a", []*tensor.Tensor{x})
	for _, c := range []struct {
		v    any
		want string
	}{
		{x, "array([3., 1.])"},
		{x.At(0), "3.0"},
		{
			[]*tensor.Tensor{i, x.AsType(tensor.Float32)},
			"[array([[1, 2],\n       [3, 4]], dtype=int32), array([3., 1.], dtype=float32)]",
		},
		{[][]*tensor.Tensor{{x}, {}}, "[[array([3., 1.])], []]"},
		{py.Tuple{x, 1, "a", nil}, "(array([3., 1.]), 1, 'a', None)"},
		{tensor.Tuple{x.At(0)}, "(3.0,)"},
		{[]any{x.Greater(tensor.New(2.0)), py.Tuple{x.At(1)}, 1.5}, "[array([ True, False]), (1.0,), 1.5]"},
		{py.NewDict("a", x, "b", []any{x.At(0)}), "{'a': array([3., 1.]), 'b': [3.0]}"},
		{py.NewDict("a", x).ValuesView(), "dict_values([array([3., 1.])])"},
		{counts, "defaultdict(<class 'list'>, {'a': [array([3., 1.])]})"},
		{tensor.Zeros(0, 3).AsType(tensor.Float64), "array([], shape=(0, 3), dtype=float64)"},
		{[]*tensor.Tensor{nil}, "[None]"},
	} {
		if got := py.Repr(py.Arrays(c.v)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if got := fmt.Sprint(counts, x.Repr()); strings.Contains(got, "array(") {
		t.Error("Arrays has changed its argument:", got)
	}
}
