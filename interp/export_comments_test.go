package interp

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Comments and the blank lines between statements stay where they are.
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
