package conform

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCut(t *testing.T) {
	const src = `// Package main counts.
package main

import "fmt"

// main comes first.
func main() { fmt.Println(even(limit), T{}, pair[int]{}) }

func even(n int) bool { return n == 0 || odd(n-1) }

type T struct{ u U } // no methods needed

func (t T) String() string { return t.u.name() }

func odd(n int) bool { return n != 0 && even(n-1) }

type U struct{}

func (U) name() string { return label }

func init() { label = "u" }

type pair[V any] struct{ a, b V }

var label string

func (p pair[V]) sum() {}

const limit = 4
`
	want := []string{
		`import "fmt"`,
		"func even(n int) bool { return n == 0 || odd(n-1) }\n\nfunc odd(n int) bool { return n != 0 && even(n-1) }",
		"type U struct{}",
		"type T struct{ u U } // no methods needed",
		"type pair[V any] struct{ a, b V }\n\nfunc (p pair[V]) sum() {}",
		"var label string",
		"func (U) name() string { return label }",
		"func (t T) String() string { return t.u.name() }",
		"func setUp7() { label = \"u\" }\nsetUp7()",
		"const limit = 4",
		"// main comes first.\nfunc main() { fmt.Println(even(limit), T{}, pair[int]{}) }",
		"main()",
	}
	cells, err := Cut(src)
	if err != nil {
		t.Fatal(err)
	}
	for i := range cells {
		cells[i] = strings.TrimSpace(cells[i])
	}
	if diff := cmp.Diff(want, cells); diff != "" {
		t.Error(diff)
	}
}
