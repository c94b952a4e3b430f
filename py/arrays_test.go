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
