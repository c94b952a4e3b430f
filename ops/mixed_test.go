package ops_test

import (
	"math"
	"testing"

	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// TestMixedRoundsOnce has numbers whose squares are beyond Float16, or so small that they vanish there. What is made of
// several ops gives what it gives for Float32, rounded, also where Float16 is prescribed for ops.
func TestMixedRoundsOnce(t *testing.T) {
	values := make([]float32, 2*4*12)
	for i := range values {
		values[i] = 256 * float32(math.Round(100*math.Sin(float64(i)))/16)
	}
	x := tensor.New(values).Reshape(2, 4, 12) // as they are in Float16
	flat := x.Reshape(8, 12)
	weight := tensor.Full([]int{4}, 0.5)
	zeros := tensor.Zeros(3)
	for name, f := range map[string]func() *tensor.Tensor{
		"LayerNorm":    func() *tensor.Tensor { return ops.LayerNorm(x, []int{12}) },
		"GroupNorm":    func() *tensor.Tensor { return ops.GroupNorm(x, 2, ops.Weight(weight), ops.Bias(weight)) },
		"InstanceNorm": func() *tensor.Tensor { return ops.InstanceNorm(x) },
		"BatchNorm":    func() *tensor.Tensor { return ops.BatchNorm(x, nil, nil, ops.Training(true)) },
		"BatchNorm, evaluation": func() *tensor.Tensor {
			return ops.BatchNorm(x, tensor.Zeros(4), tensor.Full([]int{4}, 1e6))
		},
		"LRN":         func() *tensor.Tensor { return ops.LRN(x.Reshape(2, 4, 4, 3)) },
		"L2Normalize": func() *tensor.Tensor { return ops.L2Normalize(flat, 1, 1e-4) },
		"ClipByNorm":  func() *tensor.Tensor { return ops.ClipByNorm(flat, 2, []int{1}) },
		"ClipByGlobalNorm": func() *tensor.Tensor {
			return ops.ClipByGlobalNorm(tensor.Tuple{flat, weight}, 2)[0]
		},
		"CosineSimilarity": func() *tensor.Tensor { return ops.CosineSimilarity(flat, flat.Abs(), 1, 1e-8) },
		"CosineEmbeddingLoss": func() *tensor.Tensor {
			return ops.CosineEmbeddingLoss(flat, flat.Abs(), tensor.Ones(8))
		},
		"BinaryCrossEntropy": func() *tensor.Tensor { return ops.BinaryCrossEntropy(zeros, tensor.Ones(3)) },
	} {
		want := f()
		var got *tensor.Tensor
		engine.ComputeIn(tensor.Float16, func() { got = f() })
		if got.DType() != tensor.Float16 {
			t.Errorf("%s is %s", name, got.DType())
		}
		w := want.Float64s()
		for i, v := range got.Float64s() {
			if !(math.Abs(v-w[i]) <= 1e-3*math.Max(0.1, math.Abs(w[i]))) {
				t.Errorf("%s: element %d is %v, in Float32 %v", name, i, v, w[i])
				break
			}
		}
	}
}

// TestMixedStatistics expects running statistics in Float32, as MindSpore's kernel keeps them for Float16 images:
// 0.9·1 + 0.1·1.0009765625 (which is a Float16), and the same of a mean that begins with 0.
func TestMixedStatistics(t *testing.T) {
	x := tensor.Full([]int{2, 1, 16}, 1.0009765625)
	mean, variance := tensor.Ones(1), tensor.Ones(1)
	engine.ComputeIn(tensor.Float16, func() { ops.BatchNorm(x, mean, variance, ops.Training(true)) })
	if m, v := mean.Float(), variance.Float(); math.Abs(m-1.00009765625) > 1e-6 || math.Abs(v-0.9) > 1e-6 {
		t.Errorf("the mean is %v, the variance %v", m, v)
	}
}
