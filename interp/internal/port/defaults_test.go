package port

import (
	"go/types"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/interp/internal/symbols"
)

// TestDefaults compares what calls may leave out with the defaults in the documentation of MindSpore 2.3.
func TestDefaults(t *testing.T) {
	world, err := symbols.NewWorld()
	if err != nil {
		t.Fatal(err)
	}
	l, err := newLibrary(world)
	if err != nil {
		t.Fatal(err)
	}
	for call, want := range map[string]string{
		"ops.GELU(x)":         `"none"`,                    // gelu(input, approximate='none')
		"ops.AllClose(x, y)":  "1e-05, 1e-08, false",       // allclose(…, rtol=1e-05, atol=1e-08, equal_nan=False)
		"ops.RReLU(x)":        "0.125, 0.3333333333333333", // rrelu(input, lower=1.0 / 8, upper=1.0 / 3)
		"ops.DiagEmbed(x, o)": "-2, -1",                    // diag_embed(input, offset=0, dim1=-2, dim2=-1)
		"ops.AddMM(x, a, b)":  "1, 1",                      // addmm(input, mat1, mat2, *, beta=1, alpha=1)
		"ops.Cov(x)":          "1, nil, nil",               // cov(input, *, correction=1, fweights=None, aweights=None)
		"ops.HannWindow(n)":   "true",                      // hann_window(window_length, periodic=True, *, dtype=None)
		"ops.L2Normalize(x)":  "0, 0.0001",                 // class L2Normalize(axis=0, epsilon=1e-4)
		"ops.Pinv(x)":         "0.0",                       // pinv(x, *, atol=None, rtol=None, hermitian=False)
		"ops.Dropout(x)":      "0.5",                       // dropout(input, p=0.5, training=True, seed=None)
		"tensor.Median()":     "-1, false",                 // Tensor.median(axis=-1, keepdims=False)
		"tensor.LeakyReLU()":  "0.2",                       // leaky_relu(input, alpha=0.2)
		"tensor.DiagFlat()":   "0",                         // diagflat(input, offset=0)
		"ops.Dropout()":       "",                          // there is nothing without a tensor
		"ops.Split(x)":        "",                          // split(tensor, split_size_or_sections, axis=0)
		"ops.ScatterAdd(x)":   "",                          // scatter_add(input_x, indices, updates): another function
		"ops.Softmax(x)":      "",                          // is right as it is
		"nn.NewDense(2)":      "",                          // no op
		"tensor.Reshape()":    "",                          // reshape(*shape)
	} {
		pkg, rest, _ := strings.Cut(strings.TrimSuffix(call, ")"), ".")
		name, args, _ := strings.Cut(rest, "(")
		given := 0
		if args != "" {
			given = strings.Count(args, ",") + 1
		}
		f, _ := l.pkgs[pkg].Scope().Lookup(name).(*types.Func)
		if pkg == "tensor" {
			f, _ = l.method(l.tensor, name)
		}
		if f == nil {
			t.Fatalf("%s is not there", call)
		}
		if got := strings.Join(Defaults(f, given), ", "); got != want {
			t.Errorf("%s takes %q by default, want %q", call, got, want)
		}
	}
}
