package optim_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/tensor"
)

// optimizerRow is an optimizer that is described.
type optimizerRow struct {
	name     string
	make     func(opts ...optim.Option) nn.Layer
	defaults []optim.Option
	options  map[string]string // with their types
}

type schedulerRow = optimizerRow

func sampleParams() nn.ParameterList { return nn.ParameterList{param("w", 0.5, -1.25, 2, 0.03)} }

func sampleOptimizer() nn.Layer { return optim.NewMomentum(sampleParams(), 0.1, 0.9) }

// TestRows holds each optimizer and schedule to its description: it has the class of MindSpore, the defaults given as
// options change nothing, and it refuses options of others and values of other types.
func TestRows(t *testing.T) {
	for _, row := range append(optimizerRows, schedulerRows...) {
		plain := trace(row.make())
		if !strings.HasPrefix(plain, "<class 'mindspore.nn.") || !strings.Contains(plain, "."+row.name+"'>") {
			class, _, _ := strings.Cut(plain, "\n")
			t.Errorf("%s: %s, without MindSpore's module: run go generate in package nn", row.name, class)
		}
		if got := trace(row.make(row.defaults...)); got != plain {
			t.Errorf("%s: with its defaults as options\n%s\nwithout\n%s", row.name, got, plain)
		}
		refuse(t, row, "NoSuchOption", "got an unexpected option optim.NoSuchOption;")
		for k, typ := range row.options {
			if typ != "any" {
				refuse(t, row, k, "the option optim."+k+" must be")
			}
		}
	}
}

// trace is the class of l with what it does in three steps.
func trace(l nn.Layer) string {
	s := fmt.Sprint(nn.TypeOf(l))
	opt, ok := l.(optimizer)
	if !ok {
		return s + fmt.Sprint(l.CellBase().Call(tensor.Arange(9)))
	}
	threeSteps(opt, tensor.Float32)
	for _, p := range l.CellBase().ParametersAndNames() {
		s += fmt.Sprint("\n", p.Name, p.Param.Value())
	}
	return s
}

// refuse makes an optimizer with an option of a type that nothing has.
func refuse(t *testing.T, row optimizerRow, name, want string) {
	t.Helper()
	type nothing struct{}
	err := tensor.Try(func() { row.make(optim.Wrong(name, nothing{})) })
	if err == nil || !strings.HasPrefix(err.Error(), "TypeError: For '"+row.name+"', "+want) {
		t.Errorf("%s with %s: got %v", row.name, name, err)
	}
}

// TestRowsTried: each of them occurs in a hand-written test, with values from another source.
func TestRowsTried(t *testing.T) {
	files, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	tried := ""
	for _, name := range files {
		if name != "zz_optimizers_test.go" {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			tried += string(b)
		}
	}
	for _, row := range append(optimizerRows, schedulerRows...) {
		if !strings.Contains(tried, "optim.New"+row.name+"(") {
			t.Errorf("no test has values of optim.New%s: add a row to formulaCases or TestSchedules", row.name)
		}
	}
}
