package tensors

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"

	"github.com/msrepl/msrepl/internal/compute/isa"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// twin is a computation whose result with assembly kernels is compared with that of the Go twins.
type twin struct {
	name  string
	share float64 // tolerance relative to the largest element; 0 means equality in every bit
	f     func() *tensor.Tensor
}

// twins returns computations large enough for kernels, with partial vectors at the edges.
func twins() []twin {
	x, y := fill(1, 3, 37, 203), fill(2, 3, 37, 203)
	row, many := fill(3, 2, 203), fill(4, 1, 100_003)
	wide := x.AsType(tensor.Float64)
	whole, bytes := x.Mul(tensor.Scalar(1e17)).AsType(tensor.Int64), many.Abs().Mul(tensor.Scalar(250)).AsType(tensor.UInt8)
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
		{"64-bit integers", 0, func() *tensor.Tensor { return whole.Mul(whole.Flip(0)).Maximum(whole).Add(whole.Max()) }},
		{"bytes", 0, func() *tensor.Tensor { return bytes.Mul(bytes.Flip(0)).Less(bytes).AsType(tensor.Float32) }},
		{"small product", 0, func() *tensor.Tensor { return fill(5, 1, 13, 15).MatMul(fill(6, 1, 15, 11)) }},
		{"convolution", rounded, func() *tensor.Tensor { return ops.Conv2D(fill(7, 1, 2, 17, 20, 19), fill(8, 1, 18, 17, 3, 3)) }},
		{"product", rounded, func() *tensor.Tensor { return x.MatMul(y.T()) }},
	}
}

// printResults writes the bits of all results, for comparison by a process with another set.
func printResults(w io.Writer) error {
	bits := map[string][]uint64{}
	for _, c := range twins() {
		for _, v := range c.f().Float64s() {
			bits[c.name] = append(bits[c.name], math.Float64bits(v))
		}
	}
	return json.NewEncoder(w).Encode(bits)
}

// resultsOf returns the results that printResults writes in a process with the given set.
func resultsOf(set isa.Set) (bits map[string][]uint64, err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(self, "tensors", "-results")
	cmd.Env = append(os.Environ(), isa.Variable+"="+set.String())
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("with %v: %w", set, err)
	}
	return bits, json.Unmarshal(out, &bits)
}

// checkTwins compares the results of each set that the processor supports with those of plain Go.
func checkTwins() error {
	plain, err := resultsOf(isa.Plain)
	if err != nil {
		return err
	}
	for _, set := range isa.All() {
		if set == isa.Plain {
			continue
		}
		got, err := resultsOf(set)
		if err != nil {
			return err
		}
		for _, c := range twins() {
			if err := c.compare(got[c.name], plain[c.name]); err != nil {
				return fmt.Errorf("%s with %v: %w", c.name, set, err)
			}
		}
	}
	return nil
}

// compare compares the bits of a result with those of plain Go.
func (c twin) compare(got, plain []uint64) error {
	if len(got) != len(plain) {
		return fmt.Errorf("%d elements, %d in plain Go", len(got), len(plain))
	}
	largest := 0.0
	for _, v := range got {
		largest = max(largest, math.Abs(math.Float64frombits(v)))
	}
	for i := range got {
		v, want := math.Float64frombits(got[i]), math.Float64frombits(plain[i])
		if v != want && !(math.Abs(v-want) <= c.share*largest) {
			return fmt.Errorf("element %d is %v, in plain Go %v", i, v, want)
		}
	}
	return nil
}
