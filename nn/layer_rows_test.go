package nn_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// layerRow is a layer that is described.
type layerRow struct {
	name     string
	make     func(opts ...nn.Option) nn.Layer
	defaults []nn.Option
	options  map[string]string // with their types
}

// TestLayerRows holds each layer to its description: it has the name in MindSpore, the defaults given as options change
// nothing, and it refuses options of other layers and values of other types.
func TestLayerRows(t *testing.T) {
	for _, row := range layerRows {
		made := func(opts ...nn.Option) string {
			tensor.SetSeed(1)
			l := row.make(opts...)
			s := fmt.Sprint(nn.TypeOf(l), l)
			for p := range l.CellBase().GetParameters() {
				first := p.Reshape(-1).At(tensor.Span(0, min(9, p.Size())))
				s += fmt.Sprint("\n", p.Name(), p.Shape(), p.DType(), p.RequiresGrad(), first)
			}
			return s
		}
		plain := made()
		if !strings.HasPrefix(plain, "<class 'mindspore.nn.") || !strings.Contains(plain, "."+row.name+"'>"+row.name+"<") {
			t.Errorf("%s: %s", row.name, plain)
		}
		if got := made(row.defaults...); got != plain {
			t.Errorf("%s: with its defaults as options\n%s\nwithout\n%s", row.name, got, plain)
		}
		for _, k := range []string{"BeginNormAxis", "DepthRadius", "Nonlinearity", "Smooth"} {
			if row.options[k] == "" {
				refuse(t, row, k, "got an unexpected option nn."+k+";")
			}
		}
		for k, typ := range row.options {
			if typ != "any" {
				refuse(t, row, k, "the option nn."+k+" must be")
			}
		}
	}
}

// TestLayersTried: each described layer occurs in a hand-written test or example, with values from another source.
func TestLayersTried(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	tried := ""
	for _, name := range files {
		if name != "zz_layers_test.go" {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			tried += string(b)
		}
	}
	for _, row := range layerRows {
		if !strings.Contains(tried, "nn.New"+row.name+"(") {
			t.Errorf("no test has values of nn.New%s: add a row to TestLayerValues", row.name)
		}
	}
}

// refuse makes a layer with an option of a type that nothing has.
func refuse(t *testing.T, row layerRow, name, want string) {
	t.Helper()
	type nothing struct{}
	err := tensor.Try(func() { row.make(nn.Wrong(name, nothing{})) })
	if err == nil || !strings.HasPrefix(err.Error(), "TypeError: For '"+row.name+"', "+want) {
		t.Errorf("%s with %s: got %v", row.name, name, err)
	}
}
