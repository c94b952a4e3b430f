package notebooks

import "testing"

// TestMaskNumbers checks pairs of texts, which agree in everything but the numbers or do not.
func TestMaskNumbers(t *testing.T) {
	for _, c := range []struct {
		name, a, b string
		same       bool
	}{
		{"digits", "loss 0.25\n", "loss 1.5e-07\n", true},
		{"sign widens the columns", "[[0.1 0.2]\n [0.3 0.4]]", "[[-0.123   0.2  ]\n [ 0.3    -0.4  ]]", true},
		{"rows stay rows", "[[0.1 0.2]\n [0.3 0.4]]", "[[0.1 0.2 0.3 0.4]]", false},
		{"a number less", "[1. 2. 3.]", "[1. 2.]", false},
		{"long rows break elsewhere", "[0.1 0.2\n 0.3]", "[0.10000001\n 0.2 0.3]", true},
		{"a number that two breaks share", "[0.1 0.2 0.3 0.4]", "[0.10000001\n 0.2\n 0.3\n 0.4]", true},
		{"text", "loss 0.25", "cost 0.25", false},
		{
			"dtype", "Tensor(shape=[2], dtype=Float32, value= [ 1.00000000e+00,  2.00000000e+00])",
			"Tensor(shape=[2], dtype=Float64, value= [ 1.00000000e+00,  2.00000000e+00])", false,
		},
		{
			"shape", "Tensor(shape=[2, 1], dtype=Float32, value=\n[[ 1.0],\n [ 2.0]])",
			"Tensor(shape=[1, 2], dtype=Float32, value=\n[[ 1.0],\n [ 2.0]])", false,
		},
		{
			"value", "Tensor(shape=[2], dtype=Float32, value= [ 1.00000000e+00, -2.00000000e+00])",
			"Tensor(shape=[2], dtype=Float32, value= [-1.50000000e+00,  2.00000000e-01])", true,
		},
		{"shape in prose", "x shape: (2, 3)", "x shape: (3, 2)", false},
		{"nan and inf", "[nan inf]", "[ 0.1 -0.2]", true},
		{"digit in a name", "conv1.weight", "conv2.weight", false},
		{"newline at the end", "0.5\n", "0.5", false},
		{"three in a row", "1 2 3", "4 5 6", true},
		{"table", "n  mean  dw\n───────────\n1   0.5   –", "n      mean   dw\n────────────────\n1  -0.51234    –", true},
		{"table of other words", "n  mean\n───────\na   0.5", "n  mean\n───────\nb   0.5", false},
		{"blanks without a table", "a  b", "a   b", false},
		{"integers and floats", "[1 2]", "[1.5 2.5]", true},
	} {
		if got := maskNumbers(c.a) == maskNumbers(c.b); got != c.same {
			t.Errorf("%s: same = %v\n%q\n%q", c.name, got, maskNumbers(c.a), maskNumbers(c.b))
		}
	}
}
