package interp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestExportComments checks that comments and the blank lines between statements stay where they are.
func TestExportComments(t *testing.T) {
	cells := []string{`
// half returns half of x.
func half(x *Tensor) *Tensor {
	// Division is true.
	return x / 2 // a tensor
}

// pair has two fields.
type pair struct {
	a int // the first
	b int // the second
}
`, `// What is halved.
x := tensor.New(3) // an integer

// Two lines
// above.
for range 2 { // twice
	x = half(x) // again
}

// The end.
x`}
	const want = `package main

import (
	"fmt"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/tensor"
)

// half returns half of x.
func half(x *tensor.Tensor) *tensor.Tensor {
	// Division is true.
	return x.Div(tensor.Scalar(2)) // a tensor
}

// pair has two fields.
type pair struct {
	a int // the first
	b int // the second
}

func main() {
	// In[1]

	// In[2]
	// What is halved.
	x := tensor.New(3) // an integer

	// Two lines
	// above.
	for range 2 { // twice
		x = half(x) // again
	}

	// The end.
	fmt.Println(display.Echo(x).Text())
}
`
	var b strings.Builder
	if err := Export(cells, &b); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
}

// TestExportDirectives: line directives, which keep positions right while a cell with indices is parsed, are not
// exported as comments.
func TestExportDirectives(t *testing.T) {
	cells := []string{
		"y := (tensor.Ones(3, 3) + 1)[:, 1] // a column\ny",
		"x := tensor.Ones(3, 3)\nx[:, 2] += 1 /* inside */\nx[0, 0]++",
		"func f(a *Tensor) *Tensor {\n\tb := a[1:] // rows\n\tb[0, :] = 3.0; b[:, 1] *= 2\n\treturn b[::2] * (a+1)[:,\n\t\t1]\n}\nf(x)",
		"h := func(t *Tensor) *Tensor { return t[Ellipsis, 0 /* the first */] }\nm := map[string]*Tensor{\"a\": x[:, 1]}\n" +
			"for i := range 3 {\n\tif v := x[i, 1]; (v > 0).Bool() {\n\t\tx[i, :] = h(x)[i]\n\t}\n}\nm[\"a\"], y",
	}
	var b strings.Builder
	if err := Export(cells, &b); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(b.String(), "line cell") {
		t.Errorf("directives are left:\n%s", b.String())
	}
	for _, c := range []string{"// a column", "/* inside */", "// rows", "/* the first */"} {
		if strings.Count(b.String(), c) != 1 {
			t.Errorf("the comment %s is not there once:\n%s", c, b.String())
		}
	}
}
