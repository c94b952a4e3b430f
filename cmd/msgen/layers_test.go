package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestArticle writes the article of names as they are spoken.
func TestArticle(t *testing.T) {
	for name, want := range map[string]string{
		"Dense": "a", "Embedding": "an", "LSTM": "an", "GRU": "a", "ReLU": "a", "RReLU": "an", "L1Loss": "an", "HSwish": "an",
	} {
		if got := article(name); got != want {
			t.Errorf("%s %s, want %s", got, name, want)
		}
	}
}

const sample = `package nn

import "github.com/msrepl/msrepl/tensor"

type Option struct {
	name  string
	value any
}

func Slope(s float64) Option { return Option{"Slope", s} }

// KeepThese keeps numbers (keep, keeps).
func KeepThese(n ...int) Option { return Option{"KeepThese", n} }

// Ramp{N}d rises over {axes}.
//
//ms:layer layer.activation dims=1,2
//ms:text slope={slope}
type ramp struct {
	Cell
	slope FIELD ` + "`default:\"0.5\" check:\"positive\"`" + `
	keep  *[]int ` + "`default:\"\" dims:\"2\"`" + `
}

// The argument n is a number.
func (r *ramp) build(of family, n int) {}

// Construct takes x of shape (N, {spatial}).
func (r *ramp) Construct(x *tensor.Tensor) *tensor.Tensor { return x }
`

// TestLayers generates the layers of a small package.
func TestLayers(t *testing.T) {
	generated := func(field string) (source string, err error) {
		dir := t.TempDir()
		text := strings.Replace(sample, "FIELD", field, 1)
		if err := os.WriteFile(filepath.Join(dir, "ramp.go"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := layers(dir); err != nil {
			return "", err
		}
		b, err := os.ReadFile(filepath.Join(dir, "zz_layers.go"))
		return string(b), err
	}
	got, err := generated("float64")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"// Ramp2d rises over the last two axes.\ntype Ramp2d struct {\n\tCell\n\tslope float64\n\tkeep  *[]int\n}",
		"// Construct takes x of shape (N, L).\nfunc (r *Ramp1d) Construct(x *tensor.Tensor) *tensor.Tensor {",
		"// NewRamp1d returns a Ramp1d layer. Its option is [Slope] (0.5). The argument n is a number.\n" +
			"func NewRamp1d(n int, opts ...Option) *Ramp1d {",
		"// NewRamp2d returns a Ramp2d layer. Options are [Slope] (0.5) and [KeepThese]. The argument n is a number.",
		"given := readOptions(\"Ramp2d\", opts, \"Slope\", \"KeepThese\")",
		"r.slope = kwargs.Get[float64](given, \"Slope\", 0.5)", "r.keep = kwargs.Passed[[]int](given, \"KeepThese\")",
		"positive(\"Ramp2d\", \"slope\", r.slope)",
		"(*ramp)(r).build(family{\"Ramp2d\", 2}, n)", "\"slope=\" +\n\t\tsettingText(r.slope)",
		"{\"Ramp1d\", \"layer.activation\"}",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("without %s:\n%s", want, got)
		}
	}
	for field, want := range map[string]string{
		"int": "ramp: field slope int: the option Slope is float64",
		"float64 `default:\"1\"`; minVal int": "ramp: field minVal: no function makes this option; " +
			"add func MinVal(v int) Option, with (min_val) in its comment",
	} {
		if _, err := generated(field); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", field, err, want)
		}
	}
}
