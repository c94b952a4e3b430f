package tensor_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/py"
	. "github.com/msrepl/msrepl/tensor"
)

// indexCase is what numpy makes of an index expression: see scripts/index_cases.py.
type indexCase struct {
	Shape, Out, Value   []int
	Index               []any
	Get, Set, Add, Grad []float64
	Shares              *bool // unknown when nothing is selected
	Error               string
}

// TestIndexGolden replays testdata/index.json: x[index], what shares memory, x[index] = v, x[index] += 1000, and
// gradients.
func TestIndexGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/index.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []indexCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for i, c := range cases {
		for name, idx := range map[string][]any{
			"lists": c.parse(false), "tensors": c.parse(true), "tuple": {py.Tuple(c.parse(true))},
		} {
			t.Run(fmt.Sprintf("%d/%v%v/%s", i, c.Shape, c.Index, name), func(t *testing.T) { c.check(t, idx) })
		}
	}
}

// parse returns the index with its lists as Go slices or as tensors.
func (c indexCase) parse(tensors bool) []any {
	idx := make([]any, len(c.Index))
	for i, v := range c.Index {
		switch v := v.(type) {
		case string:
			idx[i] = parseRange(v)
		case float64:
			idx[i] = New(int(v))
		case []any:
			x := New(v)
			if x.DType().IsFloat() { // JSON's numbers, or none
				x = x.AsType(Int64)
			}
			if x.Size() == 0 && x.NDim() > 1 {
				x = x.AsType(Bool)
			}
			if idx[i] = x; !tensors {
				idx[i] = x.ToList()
			}
		case bool:
			if idx[i] = v; tensors {
				idx[i] = New(v)
			}
		}
	}
	return idx
}

// parseRange reads "2", "..." and "1:3:-1".
func parseRange(v string) any {
	if v == "..." {
		return Ellipsis
	}
	p := strings.Split(v, ":")
	number := func(i int) int { n, _ := strconv.Atoi(p[i]); return n }
	if len(p) == 1 {
		return number(0)
	}
	s := All()
	switch {
	case p[0] != "" && p[1] != "":
		s = Span(number(0), number(1))
	case p[0] != "":
		s = From(number(0))
	case p[1] != "":
		s = To(number(1))
	}
	if len(p) == 3 {
		s = s.By(number(2))
	}
	return s
}

func (c indexCase) check(t *testing.T, idx []any) {
	source := func() *Tensor { return Arange(shape.Size(c.Shape)).Reshape(c.Shape...) }
	x := source()
	if c.Error != "" {
		for _, f := range []func(){func() { x.At(idx...) }, func() { x.SetAt(Scalar(1), idx...) }} {
			if e, _ := Try(f).(*Error); e == nil || string(e.Kind) != c.Error {
				t.Errorf("got %v, want a %s", e, c.Error)
			}
		}
		return
	}
	y := x.At(idx...)
	if !slices.Equal(y.Shape(), c.Out) {
		t.Fatalf("shape %v, want %v", y.Shape(), c.Out)
	}
	wantValues(t, "x[index]", y, c.Get...)
	value := Arange(shape.Size(c.Value)).Reshape(c.Value...).Neg().Sub(Scalar(1))
	s := source()
	s.SetAt(value, idx...)
	wantValues(t, "x[index] = v", s, c.Set...)
	a := source()
	a.SetAt(a.At(idx...).Add(Scalar(1000)), idx...)
	wantValues(t, "x[index] += 1000", a, c.Add...)
	c.checkGradients(t, source().AsType(Float64), value, idx)
	if c.Shares != nil {
		y.SetAt(Scalar(-99), Ellipsis)
		if shares := x.Min().Int() == -99; shares != *c.Shares {
			t.Errorf("sharing memory is %v, want %v", shares, *c.Shares)
		}
	}
}

// checkGradients compares the gradients by x of sum(w·x[index]) and of the sum of x after x[index] = v, one where x
// was not overwritten.
func (c indexCase) checkGradients(t *testing.T, x, value *Tensor, idx []any) {
	weights := Arange(shape.Size(c.Out)).Reshape(c.Out...).Add(Scalar(1))
	wantValues(t, "gradient of x[index]", gradOf(func(x *Tensor) *Tensor { return x.At(idx...).Mul(weights).Sum() }, x), c.Grad...)
	kept := make([]float64, len(c.Set))
	for i, v := range c.Set {
		if v >= 0 {
			kept[i] = 1
		}
	}
	wantValues(t, "gradient of x[index] = v by x", gradOf(func(x *Tensor) *Tensor {
		x = x.Mul(Scalar(1))
		x.SetAt(value, idx...)
		return x.Sum()
	}, x), kept...)
}
