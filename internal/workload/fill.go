package workload

import (
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Fill returns a tensor of numbers within ±scale that another program can compute too: element i is scale·(2u-1) for
// u = mix(i + 1000003·seed)/2³², computed in float64.
func Fill(seed int, scale float64, dims ...int) *tensor.Tensor {
	v := make([]float32, shape.Size(dims))
	FillSlice(v, seed, scale)
	return tensor.New(v).Reshape(dims...)
}

// FillSlice sets v to the elements of Fill.
func FillSlice(v []float32, seed int, scale float64) {
	for i := range v {
		v[i] = float32(scale * (2*float64(mix(uint32(i+seed*1000003)))/(1<<32) - 1))
	}
}

// mix is the finalizer of MurmurHash3 (Austin Appleby), which spreads consecutive numbers evenly. A sequence of low
// discrepancy would drive a softmax into denormals.
func mix(h uint32) uint32 {
	h ^= h >> 16
	h *= 0x85ebca6b
	h ^= h >> 13
	h *= 0xc2b2ae35
	return h ^ h>>16
}

// classes returns n labels, i mod 10.
func classes(n int) *tensor.Tensor {
	v := make([]int32, n)
	for i := range v {
		v[i] = int32(i % 10)
	}
	return tensor.Share(v)
}

// fan fills the weight and bias of a layer with numbers within ±1/√(inputs per output).
func fan(weight, bias *nn.Parameter, seed int) {
	dims := weight.Shape()
	scale := invSqrt(shape.Size(dims[1:]))
	weight.SetData(Fill(seed, scale, dims...))
	bias.SetData(Fill(seed+1, scale, dims[0]))
}

func dense(out, in, seed int) *nn.Dense {
	d := nn.NewDense(in, out)
	fan(d.Weight, d.Bias, seed)
	return d
}

func conv(out, in, kernel, seed int) *nn.Conv2d {
	c := nn.NewConv2d(in, out, kernel, nn.PadMode("valid"), nn.HasBias(true))
	fan(c.Weight, c.Bias, seed)
	return c
}
