package tensors

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os/exec"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// twin is a computation whose result with the kernels in assembly is compared with that of their plain Go twins.
type twin struct {
	name  string
	share float64 // of the largest element by which others may differ; 0 for equality in every bit
	f     func() *tensor.Tensor
}

// twins are computations of a size that kernels take, with something left at the edges.
func twins() []twin {
	x, y := fill(1, 3, 37, 203), fill(2, 3, 37, 203)
	row, many := fill(3, 2, 203), fill(4, 1, 100_003)
	wide := x.AsType(tensor.Float64)
	const rounded = 1e-6
	return []twin{
		{"add", 0, func() *tensor.Tensor { return x.Add(y) }},
		{"broadcast product", 0, func() *tensor.Tensor { return x.Mul(row) }},
		{"quotient", 0, func() *tensor.Tensor { return x.Div(y) }},
		{"quotient in float64", 0, func() *tensor.Tensor { return wide.Div(wide.Abs().Sqrt()) }},
		{"rounding", 0, func() *tensor.Tensor { return x.Round().Add(x.Floor()) }},
		{"choice", 0, func() *tensor.Tensor { return tensor.Where(x.Less(y), x, y.T().T()) }},
		{"float16", 0, func() *tensor.Tensor { return x.AsType(tensor.Float16).Add(y.AsType(tensor.Float16)) }},
		{"bfloat16", 0, func() *tensor.Tensor { return x.AsType(tensor.BFloat16) }},
		{"sum", 0, func() *tensor.Tensor { return many.Sum() }},
		{"sums of rows", 0, func() *tensor.Tensor { return x.Sum(1) }},
		{"sums of columns", 0, func() *tensor.Tensor { return x.Sum(0) }},
		{"largest", 0, func() *tensor.Tensor { return x.Max().Add(x.ArgMax(1).AsType(tensor.Float32)) }},
		{"layer norm", 0, func() *tensor.Tensor { return ops.LayerNorm(x, []int{203}, ops.Weight(row), ops.Bias(row)) }},
		{"exp", rounded, func() *tensor.Tensor { return x.Exp() }},
		{"tanh", rounded, func() *tensor.Tensor { return x.Tanh() }},
		{"gelu", rounded, func() *tensor.Tensor { return x.GELU("none") }},
		{"log", rounded, func() *tensor.Tensor { return x.Abs().Log() }},
		{"softmax", rounded, func() *tensor.Tensor { return x.Softmax(-1) }},
		{"softmax of short rows", rounded, func() *tensor.Tensor { return x.Reshape(-1, 7).Softmax(-1) }},
		{"cross entropy", rounded, func() *tensor.Tensor { return ops.CrossEntropy(x, labels(37, 203)) }},
		{"product", rounded, func() *tensor.Tensor { return x.MatMul(y.T()) }},
	}
}

// printResults writes the bits of all results, for another build to compare with its own.
func printResults(w io.Writer) error {
	bits := map[string][]uint64{}
	for _, c := range twins() {
		for _, v := range c.f().Float64s() {
			bits[c.name] = append(bits[c.name], math.Float64bits(v))
		}
	}
	return json.NewEncoder(w).Encode(bits)
}

// checkTwins compares the results of this build with those of one without assembly.
func checkTwins() error {
	out, err := exec.Command("go", "run", "-tags", "noasm", "./internal/bench", "tensors", "-results").Output()
	if err != nil {
		return fmt.Errorf("the build without assembly: %w", err)
	}
	var plain map[string][]uint64
	if err := json.Unmarshal(out, &plain); err != nil {
		return err
	}
	for _, c := range twins() {
		got := c.f().Float64s()
		if len(got) != len(plain[c.name]) {
			return fmt.Errorf("%s: %d elements, %d without assembly", c.name, len(got), len(plain[c.name]))
		}
		largest := 0.0
		for _, v := range got {
			largest = max(largest, math.Abs(v))
		}
		for i, v := range got {
			want := math.Float64frombits(plain[c.name][i])
			if v != want && !(math.Abs(v-want) <= c.share*largest) {
				return fmt.Errorf("%s: element %d is %v, without assembly %v", c.name, i, v, want)
			}
		}
	}
	return nil
}
