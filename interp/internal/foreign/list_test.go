package foreign_test

import (
	"fmt"
	"go/types"
	"slices"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/foreign"
	"github.com/msrepl/msrepl/interp/internal/symbols"
)

func newNames(t *testing.T) (*foreign.Names, func(pkg, name string) types.Type) {
	t.Helper()
	w, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	return foreign.New(w), func(pkg, name string) types.Type {
		p, err := w.Import("github.com/msrepl/msrepl/" + pkg)
		if err != nil {
			t.Fatal(err)
		}
		return types.NewPointer(p.Scope().Lookup(name).Type())
	}
}

// TestIn lists the names of Python modules with a prefix, as documented by MindSpore, numpy and PyTorch.
func TestIn(t *testing.T) {
	n, _ := newNames(t)
	for _, c := range []struct {
		module, prefix string
		want           []foreign.Alias
	}{
		{"ops", "ReduceM", []foreign.Alias{{"ReduceMax", "ops.Max"}, {"ReduceMean", "ops.Mean"}, {"ReduceMin", "ops.Min"}}},
		{"ops", "true_d", []foreign.Alias{{"true_divide", "ops.Div"}}},
		{"ops", "tensor_g", []foreign.Alias{{"tensor_ge", "ops.GreaterEqual"}, {"tensor_gt", "ops.Greater"}}},
		{"ops", "gt", []foreign.Alias{{"gt", "ops.Greater"}}},
		{"ops", "expand_", []foreign.Alias{{"expand_dims", "ops.ExpandDims"}}},
		{"mindspore.ops", "Accum", []foreign.Alias{{"AccumulateNV2", "ops.AddN"}}},
		{"torch", "unsq", []foreign.Alias{{"unsqueeze", "ops.ExpandDims"}}},
		{"torch.nn", "Seq", []foreign.Alias{
			{"Sequential", "nn.NewSequentialCell"}, {"SequentialCell", "nn.NewSequentialCell"},
		}},
		{"nn", "Linea", []foreign.Alias{{"Linear", "nn.NewLinear"}}},
		{"np", "take_al", []foreign.Alias{{"take_along_axis", "np.TakeAlongAxis"}}},
		{"np", "cumsu", nil}, // is np.CumSum but for capital letters
		{"ms", "set_s", []foreign.Alias{{"set_seed", "tensor.SetSeed"}}},
		{"ms", "GRAPH", []foreign.Alias{{"GRAPH_MODE", "not needed: cells always run at once"}}},
		{"ops", "zzz", nil},
	} {
		if got := n.In(c.module, c.prefix); !holds(got, c.want) {
			t.Errorf("%s.%s: %v, want %v", c.module, c.prefix, got, c.want)
		}
	}
	for _, module := range []string{"ops", "np", "nn", "torch", "ms"} {
		for _, a := range n.In(module, "") {
			if a.Name == "" || a.Goes == "" {
				t.Errorf("%s: an empty name or Go: %q", module, a)
			}
		}
	}
}

// TestFind finds names that rules alone would find wrongly, or not at all.
func TestFind(t *testing.T) {
	n, _ := newNames(t)
	for name, want := range map[string]string{
		"mint.linalg.inv": "ops.Inverse", "scipy.linalg.inv": "ops.Inverse", "ops.inv": "ops.Reciprocal",
		"mint.nn.functional.linear": "ops.Dense", "mindspore.numpy.randn": "np.Random.Randn", "ops.randn": "ops.Randn",
		"Tensor.select": "x.Select(0, 1)", "ops.Select": "ops.Where", "np.select": "np.Select",
		"Tensor.H": "x.SwapAxes(-1, -2).Conj()", "ops.RealDiv": "ops.Div", "ops.print_": "print(x)",
		"train.Top5CategoricalAccuracy": "train.NewTopKCategoricalAccuracy(5)",
		"Tensor.random_":                "x.Assign(ops.UniformInt(x.Shape(), 0, 10))",
		"Tensor.type":                   "x.AsType(tensor.Float32)",
		"vision.RandomRotation":         "vision.NewRandomRotation",
		"transforms.Duplicate":          "transforms.NewDuplicate",
		"train.ReduceLROnPlateau":       "train.NewReduceLROnPlateau",
	} {
		if got, _ := n.Find(name); got.Goes != want {
			t.Errorf("%s: %q, want %q", name, got.Goes, want)
		}
	}
}

// holds reports whether all that is wanted is there; nothing else is if nothing is wanted.
func holds(got, want []foreign.Alias) bool {
	for _, a := range want {
		if !slices.Contains(got, a) {
			return false
		}
	}
	return len(want) > 0 || len(got) == 0
}

func TestMethods(t *testing.T) {
	n, pointer := newNames(t)
	for _, c := range []struct{ pkg, typ, prefix, want string }{
		{"tensor", "Tensor", "asn", "[]"}, // AsNumpy begins so
		{"tensor", "Tensor", "unsq", "[{unsqueeze x.ExpandDims(0)}]"},
		{"tensor", "Tensor", "expand_d", "[{expand_dims x.ExpandDims(0)}]"},
		{"tensor", "Tensor", "masked_f", "[{masked_fill MaskedFill()} {masked_fill_ MaskedFillAssign()}]"},
		{"nn", "Dense", "named_p", "[{named_parameters net.ParametersAndNames()}]"},
		{"nn", "Dense", "trainable_p", "[{trainable_params TrainableParams()}]"},
		{"np", "RandomState", "unsq", "[]"},
	} {
		if got := fmt.Sprint(n.Methods(pointer(c.pkg, c.typ), c.prefix)); got != c.want {
			t.Errorf("%s.%s of %s: %s, want %s", c.pkg, c.typ, c.prefix, got, c.want)
		}
	}
}

// TestOptions checks options by MindSpore's keywords, which may be those of several.
func TestOptions(t *testing.T) {
	w, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ pkg, callee, keyword, want string }{
		{"nn", "NewDropout", "p", "DropProb"},
		{"nn", "NewTripletMarginLoss", "p", "NormDegree"},
		{"nn", "NewSmoothL1Loss", "beta", "LinearFrom"},
		{"nn", "NewHuberLoss", "delta", "LinearFrom"},
		{"nn", "NewSoftplus", "beta", "Sharpness"},
		{"nn", "NewLRN", "bias", "Offset"},
		{"nn", "NewPad", "mode", "PaddingMode"},
		{"nn", "NewUpsample", "size", "OutputSize"},
		{"nn", "NewLayerNorm", "epsilon", "Eps"},
		{"nn", "NewConv2d", "group", "Groups"},
		{"nn", "NewConv2d", "pad_mode", "PadMode"},
		{"nn", "NewPReLU", "w", "WeightInit"},
		{"nn", "NewLSTM", "dropout", "DropoutRate"},
		{"nn", "NewDense", "no_such", ""},
		{"ops", "GridSample", "mode", "Interpolation"},
		{"ops", "GridSample", "padding_mode", "PaddingMode"},
		{"ops", "Pad", "mode", "PaddingMode"},
		{"ops", "LRN", "bias", "Offset"},
		{"ops", "Conv2D", "bias", "Bias"},
		{"nn/optim", "NewSGD", "momentum", "MomentumFactor"},
		{"nn/optim", "NewAdam", "use_nesterov", "Nesterov"},
		{"nn/optim", "NewRMSProp", "epsilon", "Eps"},
		{"nn/train", "NewModel", "loss_fn", "Loss"},
		{"no/such", "F", "x", ""},
	} {
		if got := w.Option("github.com/msrepl/msrepl/"+c.pkg, c.callee, c.keyword); got != c.want {
			t.Errorf("%s.%s(%s=…): got %q, want %q", c.pkg, c.callee, c.keyword, got, c.want)
		}
	}
}
