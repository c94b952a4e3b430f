package nn_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

type plainNet struct{ nn.Cell }

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

// Every layer of the package is in a module of MindSpore's.
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
