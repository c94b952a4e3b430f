package ops

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/msrepl/msrepl/tensor"
)

// normCases are normalizations in one pass, beside the ops that they replace.
var normCases = []struct {
	name   string
	x, w   []int
	fused  func(x, w, b *tensor.Tensor) *tensor.Tensor
	single func(x, w, b *tensor.Tensor) *tensor.Tensor
}{
	{
		"layer",
		[]int{70, 100},
		[]int{100},
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return LayerNorm(x, []int{100}, Weight(w), Bias(b)) },
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composed(x, w, b, []int{1}, 1) },
	},
	{
		"layer of two axes",
		[]int{3, 5, 7, 11},
		[]int{7, 11},
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return LayerNorm(x, []int{7, 11}, Weight(w), Bias(b)) },
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composed(x, w, b, []int{2, 3}, 2) },
	},
	{
		"layer without parameters",
		[]int{9, 200},
		nil,
		func(x, _, _ *tensor.Tensor) *tensor.Tensor { return LayerNorm(x, []int{200}) },
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composed(x, w, b, []int{1}, 1) },
	},
	{
		"batch",
		[]int{3, 4, 5, 6},
		[]int{4},
		func(x, w, b *tensor.Tensor) *tensor.Tensor {
			return BatchNorm(x, nil, nil, Weight(w), Bias(b), Training(true))
		},
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composed(x, w, b, []int{0, 2, 3}, 3) },
	},
}

func composed(x, w, b *tensor.Tensor, axes []int, trailing int) *tensor.Tensor {
	mean, variance := moments(x, axes)
	o := read("composed", nil)
	if w != nil {
		o.Put("Weight", w)
		o.Put("Bias", b)
	}
	return affine(standardize(x, mean, variance, 1e-5), o, trailing)
}

func TestFusedNorms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func(dims []int) *tensor.Tensor {
		v := make([]float32, product(dims))
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return tensor.Share(v, dims...)
	}
	for _, c := range normCases {
		t.Run(c.name, func(t *testing.T) {
			x, probe := random(c.x), random(c.x)
			var w, b *tensor.Tensor
			if c.w != nil {
				w, b = random(c.w), random(c.w)
			}
			y, want := c.fused(x, w, b).Float32s(), c.single(x, w, b).Float32s()
			for i := range y {
				if y[i] != want[i] {
					t.Fatalf("element %d is %v, want %v", i, y[i], want[i])
				}
			}
			compareGradients(t, c.fused, c.single, x, w, b, probe)
		})
	}
}

// compareGradients compares the first gradients, and those of their squares' sum, in float32 with those of the
// single ops in float64.
func compareGradients(t *testing.T, fused, single func(x, w, b *tensor.Tensor) *tensor.Tensor, x, w, b, probe *tensor.Tensor) {
	wide := func(t *tensor.Tensor) *tensor.Tensor {
		if t == nil {
			return nil
		}
		return t.AsType(tensor.Float64)
	}
	got, want := slopes(fused, x, w, b, probe), slopes(single, wide(x), wide(w), wide(b), wide(probe))
	for i := range want {
		g, v := got[i].Float64s(), want[i].Float64s()
		size := 1.0
		for _, e := range v {
			size = max(size, math.Abs(e))
		}
		for j := range v {
			if math.Abs(g[j]-v[j]) > 2e-5*size {
				t.Errorf("gradient %d, element %d is %v, want %v", i, j, g[j], v[j])
			}
		}
	}
}

// slopes returns the gradients of Σ probe·f by x, w and b, the same by the rule that is recorded for further
// gradients, and those of the sum of the first one's squares.
func slopes(f func(x, w, b *tensor.Tensor) *tensor.Tensor, x, w, b, probe *tensor.Tensor) []*tensor.Tensor {
	first := func(in []*tensor.Tensor) []*tensor.Tensor {
		tape := tensor.NewTape()
		in = append([]*tensor.Tensor{}, in...)
		for i := range in {
			in[i] = tape.Watch(in[i])
		}
		all := append(append([]*tensor.Tensor{}, in...), nil, nil)
		y := f(all[0], all[1], all[2]).Mul(probe).Sum()
		tape.Stop()
		return tape.Gradient([]*tensor.Tensor{y}, nil, in)
	}
	in := []*tensor.Tensor{x}
	if w != nil {
		in = append(in, w, b)
	}
	all := first(in)
	outer := tensor.NewTape()
	for i := range in {
		in[i] = outer.Watch(in[i])
	}
	recorded := first(in)
	z := recorded[0].Square().Sum()
	outer.Stop()
	all = append(all, recorded...)
	return append(all, outer.Gradient([]*tensor.Tensor{z}, nil, in[:min(2, len(in))])...)
}
