package tensor_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/internal/compute/dtype"
	. "github.com/msrepl/msrepl/tensor"
)

// dtypeCase is what numpy and torch make of arithmetic in a dtype: see scripts/dtype_cases.py.
type dtypeCase struct {
	DType, Op, Out, Text string
	Args                 [][]string
}

var dtypeOps = map[string]func(x []*Tensor) *Tensor{
	"Add":          func(x []*Tensor) *Tensor { return x[0].Add(x[1]) },
	"Sub":          func(x []*Tensor) *Tensor { return x[0].Sub(x[1]) },
	"Mul":          func(x []*Tensor) *Tensor { return x[0].Mul(x[1]) },
	"Div":          func(x []*Tensor) *Tensor { return x[0].Div(x[1]) },
	"FloorDiv":     func(x []*Tensor) *Tensor { return x[0].FloorDiv(x[1]) },
	"Mod":          func(x []*Tensor) *Tensor { return x[0].Mod(x[1]) },
	"Maximum":      func(x []*Tensor) *Tensor { return x[0].Maximum(x[1]) },
	"Minimum":      func(x []*Tensor) *Tensor { return x[0].Minimum(x[1]) },
	"Less":         func(x []*Tensor) *Tensor { return x[0].Less(x[1]) },
	"GreaterEqual": func(x []*Tensor) *Tensor { return x[0].GreaterEqual(x[1]) },
	"Equal":        func(x []*Tensor) *Tensor { return x[0].Equal(x[1]) },
	"NotEqual":     func(x []*Tensor) *Tensor { return x[0].NotEqual(x[1]) },
	"Neg":          func(x []*Tensor) *Tensor { return x[0].Neg() },
	"Abs":          func(x []*Tensor) *Tensor { return x[0].Abs() },
	"Square":       func(x []*Tensor) *Tensor { return x[0].Square() },
	"Sum":          func(x []*Tensor) *Tensor { return x[0].Sum() },
	"Max":          func(x []*Tensor) *Tensor { return x[0].Max() },
	"CumSum":       func(x []*Tensor) *Tensor { return x[0].CumSum(0) },
}

// TestDTypeGolden replays testdata/dtypes.json: every dtype computes in its own precision, wraps around and prints
// as numpy's does.
func TestDTypeGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/dtypes.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []dtypeCase
	if err := json.Unmarshal(text, &cases); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		dt, _ := dtype.Parse(c.DType)
		var args []*Tensor
		for _, a := range c.Args {
			args = append(args, parseElements(t, a, dt))
		}
		y := dtypeOps[c.Op](args)
		if y.DType().String() != c.Out {
			t.Errorf("%s %s gives %s, want %s", c.DType, c.Op, y.DType(), c.Out)
		}
		if y.DType() == BFloat16 {
			y = y.AsType(Float32)
		}
		if got := y.String(); got != c.Text {
			t.Errorf("%s %s(%v):\n%s\nwant\n%s", c.DType, c.Op, c.Args, got, c.Text)
		}
	}
}

// parseElements reads Python's text of numbers.
func parseElements(t *testing.T, text []string, dt DType) *Tensor {
	t.Helper()
	list := make([]any, len(text))
	for i, s := range text {
		var err error
		switch {
		case dt == Bool:
			list[i] = s == "True"
		case dt.IsComplex():
			list[i], err = strconv.ParseComplex(strings.ReplaceAll(strings.Trim(s, "()"), "j", "i"), 128)
		case dt.IsFloat():
			list[i], err = strconv.ParseFloat(s, 64)
		case dt == UInt64:
			list[i], err = strconv.ParseUint(s, 10, 64)
		default:
			list[i], err = strconv.ParseInt(s, 10, 64)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return New(list, dt)
}

// TestPromotionRefused meets all pairs of dtypes: what type_promotion.json has no row for is refused in MindSpore's
// words.
func TestPromotionRefused(t *testing.T) {
	refused := 0
	for _, a := range dtype.All() {
		for _, b := range dtype.All() {
			want := fmt.Sprintf("Type implicit conversion between Tensor[%v] and Tensor[%v] is not supported.", a, b)
			joint, ok := dtype.Promote(a, b)
			for _, op := range []func(x, y *Tensor) *Tensor{(*Tensor).Add, (*Tensor).Mul, (*Tensor).Equal} {
				var y *Tensor
				e, _ := Try(func() { y = op(OnesOf(a, 2), OnesOf(b, 2)) }).(*Error)
				switch {
				case ok && (e != nil || y.DType() != joint && y.DType() != Bool):
					t.Errorf("%v and %v: %v, want %v", a, b, e, joint)
				case !ok && (e == nil || e.Kind != TypeError || e.Msg != want):
					t.Errorf("%v and %v: %v, want %s", a, b, e, want)
				}
			}
			if !ok {
				refused++
			}
		}
	}
	if refused == 0 {
		t.Error("nothing is refused")
	}
}
