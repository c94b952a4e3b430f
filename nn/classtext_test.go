package nn_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/nn/initializer"
	"github.com/msrepl/msrepl/nn/optim"
	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/tensor"
)

type plainNet struct{ nn.Cell }

// genericNet is a cell of a generic type.
type genericNet[A, B any] struct{ nn.Cell }

// TestClassOfGeneric names a generic type as programs do, without the paths of packages.
func TestClassOfGeneric(t *testing.T) {
	for _, c := range []struct{ net, want any }{
		{initialized(&genericNet[int, string]{}), "genericNet[int, string]<>"},
		{initialized(&genericNet[*nn.Dense, map[string][]nn.Layer]{}), "genericNet[*nn.Dense, map[string][]nn.Layer]<>"},
		{initialized(&genericNet[*genericNet[*optim.SGD, int], nn.Layer]{}), "genericNet[*nn_test.genericNet[*optim.SGD, int], nn.Layer]<>"},
	} {
		if got := fmt.Sprint(c.net); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
}

func TestTypeOf(t *testing.T) {
	net := initialized(&plainNet{})
	for _, c := range []struct {
		v    any
		want string
	}{
		{net, "__main__.plainNet"},
		{nn.NewConv2d(1, 2, 3), "mindspore.nn.layer.conv.Conv2d"},
		{nn.NewSequentialCell(), "mindspore.nn.layer.container.SequentialCell"},
		{nn.NewReLU(), "mindspore.nn.layer.activation.ReLU"},
		{net.GetParameters(), "generator"},
		{net.TrainableParams(), "list"},
		{tensor.Ones(1), "mindspore.common.tensor.Tensor"},
		{nn.NewParameter(1.0, "p"), "mindspore.common.parameter.Parameter"},
		{optim.NewSGD(nn.NewDense(1, 1).TrainableParams(), nil), "mindspore.nn.optim.sgd.SGD"},
		{optim.NewAdam(nn.NewDense(1, 1).TrainableParams(), nil), "mindspore.nn.optim.adam.Adam"},
		{optim.NewWarmUpLR(0.1, 2), "mindspore.nn.learning_rate_schedule.WarmUpLR"},
		{train.NewLossMonitor(), "mindspore.train.callback._loss_monitor.LossMonitor"},
		{train.NewAccuracy(), "mindspore.train.metrics.accuracy.Accuracy"},
		{data.Slices([]float32{1}), "mindspore.dataset.engine.datasets.Dataset"},
		{initializer.Normal{}, "mindspore.common.initializer.Normal"},
		{&initializer.HeUniform{}, "mindspore.common.initializer.HeUniform"},
		{tensor.Float32, "mindspore._c_expression.typing.Float"},
		{tensor.UInt8, "mindspore._c_expression.typing.UInt"},
		{tensor.Bool, "mindspore._c_expression.typing.Bool"},
		{tensor.BFloat16, "mindspore._c_expression.typing.BFloat"},
		{grad.GradOperation{}, "mindspore.ops.composite.base.GradOperation"},
		{grad.New(func(x *tensor.Tensor) *tensor.Tensor { return x })(tensor.Ones(1)), "mindspore.common.tensor.Tensor"},
		{tensor.From(1), "msrepl.tensor.Slice"},
		{nil, "NoneType"},
		{tensor.Tuple{}, "tuple"},
		{1, "int"},
		{1.5, "float"},
		{"s", "str"},
		{true, "bool"},
		{map[string]int{}, "dict"},
		{TestTypeOf, "function"},
	} {
		if got := nn.TypeOf(c.v); got != "<class '"+c.want+"'>" {
			t.Errorf("%s, want <class '%s'>", got, c.want)
		}
	}
}

// TestModules checks that every layer of the package is in a module of MindSpore's.
func TestModules(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			ts, ok := n.(*ast.TypeSpec)
			if !ok || !ts.Name.IsExported() {
				return true
			}
			if s, ok := ts.Type.(*ast.StructType); ok && embedsCell(s) && !nn.HasModule(ts.Name.Name) {
				t.Errorf("%s has no module", ts.Name.Name)
			}
			return true
		})
	}
}

func embedsCell(s *ast.StructType) bool {
	for _, f := range s.Fields.List {
		if id, ok := f.Type.(*ast.Ident); ok && len(f.Names) == 0 && (id.Name == "Cell" || id.Name == "LossBase") {
			return true
		}
	}
	return false
}
