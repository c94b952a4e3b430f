package hints_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/foreign"
	"github.com/msrepl/msrepl/interp/internal/gotypes"
	"github.com/msrepl/msrepl/interp/internal/hints"
	"github.com/msrepl/msrepl/interp/internal/symbols"
)

// TestOf has function bodies with a mistake, and the expected hints.
func TestOf(t *testing.T) {
	world, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	python := foreign.New(world)
	for _, c := range []struct{ body, want string }{
		{"x := None; _ = x", " (did you mean nil?)"},
		{"length := 1; _ = lenght", " (did you mean length?)"},
		{"result := 1; _ = result; _ = res", ""}, // not package aes
		{"_ = maths.Pi", " (did you mean math?)"},
		{"_ = strings.ToUppper(`a`)", " (did you mean strings.ToUpper?)"},
		{"_ = nn.NewDens(2, 3)", " (did you mean nn.NewDense?)"},
		{"total = 1", " (total := … declares it)"},
		{"for range tensor.Ones(2) { }", " (for i := range tensor.Ones(2).Len() { row := tensor.Ones(2)[i]; … })"},
		{"_ = tensor.Ones(2).Reshap(1)", " (did you mean Reshape?)"},
		{"_ = len(tensor.Ones(2))", " (x.Len() and x.Shape() are the size of a tensor)"},
		{"var f float64 = tensor.Ones(2); _ = f", " (t.Float() is the number in a tensor t of one element)"},
		{"p := struct{ name string }{nam: `a`}; _ = p", " (did you mean name?)"},
		{"_ = tensor.Zeros(tensor.Ones(2).Shape())", " (tensor.Ones(2).Shape()... passes its elements)"},
		{"_ = tensor.Ones(2).Sum([]int{0})", " ([]int{0}... passes its elements)"},
		{"_ = tensor.Zeros(2, tensor.Ones(2).Shape())", ""},
		{"_ = strings.Repeat(`a`, []int{2})", ""},
		{"_ = ops.StandardNormal(2)", " (in Go: []int{2})"},
		{"_ = ops.StandardNormal(1+1)", " (in Go: []int{1 + 1})"},
		{"v, i := tensor.Ones(2).Max(0); _, _ = v, i", " (tensor.Ones(2).MaxWithIndex returns 2 values)"},
		{"v, i := ops.MaxPool2D(nil, 2); _, _ = v, i", " (ops.MaxPool2DWithIndices returns 2 values)"},
		{"v, i, j := ops.Max(nil, 2); _, _, _ = v, i, j", ""},
		{"v, i := strings.ToUpper(`a`); _, _ = v, i", ""},
		{"_ = tensor.Ones(1).Item() * 2", " (tensor.Ones(1).Float() is the number)"},
		{"_ = -tensor.Ones(1).Item()", " (tensor.Ones(1).Float() is the number)"},
		{"var f float64 = tensor.Ones(1).Item(); _ = f", " (tensor.Ones(1).Float() and tensor.Ones(1).Int() are numbers)"},
		{"_ = len(nn.NewCellList())", " (nn.NewCellList().Len() is its length)"},
		{"_ = len(data.Slices(1))", " (data.Slices(1).Size() is its length)"},
		{"_ = len(3)", ""},
		{"_ = ops.Cross(tensor.Ones(3))", " (the parameters are x, y, axis)"},
		{"_ = grad.InAxes(0, nil)", " (grad.InAxes([]any{0, nil}) is for several arguments or results)"},
		{"_ = strings.Repeat(`a`)", ""},
		{"tensor.Ones(2).ToCSR()", " (did you mean sparse.DenseToCSR?)"}, // to_csr
		{"data.Slices(1).CreateDictIterator()", " (here: for _, row := range ds.Dicts() { fmt.Println(row) })"},
		{"data.Slices(1).ToCSR2()", ""},
		{
			"_ = tensor.Ones(2).Mean(-1, true)",
			" (tensor.Ones(2).MeanAxes([]int{-1}, true) sets whether to keep the reduced axes)",
		},
		{"_ = grad.GradBy(nil, []*nn.Parameter{})", " (nn.ParameterTuple([]*nn.Parameter{}) is one)"},
		{"hs := []nn.Layer{}; _ = nn.NewCellList(hs...)", " (nn.NewCellList(hs) takes the list)"},
		{"data.NewGeneratorDataset(1)", " (did you mean data.Generator?)"},
		{"_ = tensor.Ones(2).Unsqueeze(0)", " (here: x.ExpandDims(0))"},
		{"tensor.Ones(2).bitwise_or(1)", " (did you mean BitwiseOr?)"}, // BitwiseXor is as near
		{"tensor.Ones(2).reverse(0)", " (did you mean ops.Flip?)"},     // not Inverse, a method
		{"nn.functional.relu(1)", " (did you mean ops.ReLU?)"},
		{"var t T; t.Linear()", ""}, // not nn.NewLinear
		{"_ = p", ""},               // not nn.P
		{"tensor.Linalg.Inv(1)", " (did you mean ops.Inverse?)"},
		{"tensor.linalg.inv(1)", " (did you mean ops.Inverse?)"}, // not Reciprocal, which is ops.inv
		{"tensor.Ones(2).arcsin()", " (did you mean ops.Asin?)"},
		{"tensor.Ones(2).masked_fill_(nil, 1)", " (did you mean MaskedFillAssign?)"},
		{"tensor.Ones(2).add_(1)", " (did you mean AddAssign?)"},
		{"x := tensor.Ones(2); x.index_add_(0, x, x)", " (in place: x.Assign(x.IndexAdd(…)))"},
		{"p := nn.NewParameter(1); p.sigmoid_()", " (in place: p.Assign(p.Sigmoid(…)))"},
		{"tensor.Ones(2).remainder_(2)", " (in place: tensor.Ones(2).Assign(ops.Mod(…)))"},
		{"p := nn.NewParameter(1); p.requires_grad_(false)", " (did you mean RequiresGrad?)"},
		{"_ = nn.Dense(2)", " (did you mean nn.NewDense?)"},
		{"_ = 2 ** 3", " (powers are math.Pow(x, y) and, of tensors, x.Pow(y))"},
		{`_ = int("12")`, " (strconv.Atoi reads numbers)"},
		{"old()", " (old is the value, without parentheses)"},
		{"_ = 1 + `a`", ""},
		{"old.Scale()", " (the T of an earlier declaration has it, from In[1]; declare it again for this one)"},
	} {
		if got := hintAt(t, world, python, c.body); got != c.want {
			t.Errorf("%s: %q, want %q", c.body, got, c.want)
		}
	}
}

// imports imports the packages of the session that the texts need.
const imports = `import (
	"strings"; "github.com/msrepl/msrepl/grad"; "github.com/msrepl/msrepl/nn"; "github.com/msrepl/msrepl/nn/data"
	"github.com/msrepl/msrepl/ops"; "github.com/msrepl/msrepl/tensor"
)
var ( _ = strings.ToLower; _ = grad.NoGrad; _ = nn.NewDense; _ = data.Slices; _ = ops.Abs; _ = tensor.Ones )
type T struct{}
var old T
`

// hintAt returns the hint for the first message about a body.
func hintAt(t *testing.T, world *gotypes.World, python *foreign.Names, body string) string {
	src := "package main\n" + imports + "func f() { " + body + " }\n"
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "cell.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{},
		Defs: map[*ast.Ident]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}
	var first *types.Error
	conf := types.Config{Importer: world, Error: func(err error) {
		if e := err.(types.Error); first == nil {
			first = &e
		}
	}}
	pkg, _ := conf.Check("main", fset, []*ast.File{file}, info)
	if first == nil {
		t.Fatalf("%s: no message", body)
	}
	tensors, err := world.Import("github.com/msrepl/msrepl/tensor")
	if err != nil {
		t.Fatal(err)
	}
	offset := func(pos token.Pos) int { return fset.Position(pos).Offset }
	h := &hints.Hints{
		Files: []*ast.File{file}, Info: info, World: world, Home: pkg, Python: python,
		Tensor:      types.NewPointer(tensors.Scope().Lookup("Tensor").Type()),
		Outlived:    func(method string) string { return map[string]string{"T.Scale": "In[1]"}[method] },
		Names:       func() []string { return nil },
		Unqualified: func() []string { return nil },
		Ours:        func(path string) bool { return strings.Contains(path, "msrepl") },
		Own:         func(string) bool { return false },
		Get:         func(name string) types.Object { return pkg.Scope().Lookup(name) },
		Text:        func(lo, hi token.Pos) string { return src[offset(lo):offset(hi)] },
		Source:      func(pos token.Pos) (string, int) { return src, offset(pos) },
	}
	return h.Of(*first)
}
