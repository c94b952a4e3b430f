package ops

import (
	"math"
	"math/rand/v2"
	"slices"
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
	{
		"batch of vectors",
		[]int{130, 20},
		[]int{20},
		func(x, w, b *tensor.Tensor) *tensor.Tensor {
			return BatchNorm(x, nil, nil, Weight(w), Bias(b), Training(true))
		},
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composed(x, w, b, []int{0}, 1) },
	},
	{
		"batch of long vectors",
		[]int{3, 1100, 1},
		[]int{1100},
		func(x, w, b *tensor.Tensor) *tensor.Tensor {
			return BatchNorm(x, nil, nil, Weight(w), Bias(b), Training(true))
		},
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composed(x, w, b, []int{0, 2}, 2) },
	},
	{
		"batch of one channel",
		[]int{130, 1},
		[]int{1},
		func(x, w, b *tensor.Tensor) *tensor.Tensor {
			return BatchNorm(x, nil, nil, Weight(w), Bias(b), Training(true))
		},
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composed(x, w, b, []int{0}, 1) },
	},
	{"statistics of images", []int{3, 4, 5, 6}, []int{4}, byRunning, composedByRunning},
	{"statistics of vectors", []int{33, 70}, []int{70}, byRunning, composedByRunning},
	{"statistics without parameters", []int{33, 70}, nil, byRunning, composedByRunning},
	{
		"groups",
		[]int{3, 6, 5, 7},
		[]int{6},
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return GroupNorm(x, 2, Weight(w), Bias(b)) },
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composedGroups(x, w, b, 2) },
	},
	{
		"groups without parameters",
		[]int{2, 6, 130},
		nil,
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return GroupNorm(x, 3) },
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composedGroups(x, w, b, 3) },
	},
	{
		"instances",
		[]int{3, 4, 15, 17},
		[]int{4},
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return InstanceNorm(x, Weight(w), Bias(b)) },
		func(x, w, b *tensor.Tensor) *tensor.Tensor { return composed(x, w, b, []int{2, 3}, 3) },
	},
}

// composedGroups is the ops that [GroupNorm] replaces.
func composedGroups(x, w, b *tensor.Tensor, groups int) *tensor.Tensor {
	grouped := x.Reshape(x.Dim(0), groups, x.Size()/(x.Dim(0)*groups))
	y := composed(grouped, nil, nil, []int{2}, 2).Reshape(x.Shape()...)
	return affine(y, affineOptions(w, b), x.NDim()-1)
}

// running returns some mean and variance of each channel of x.
func running(x *tensor.Tensor) (mean, variance *tensor.Tensor) {
	mean = tensor.Arange(x.Dim(1)).AsType(x.DType()).Sin()
	return mean, mean.Square().Add(tensor.Scalar(0.1))
}

func byRunning(x, w, b *tensor.Tensor) *tensor.Tensor {
	mean, variance := running(x)
	return BatchNorm(x, mean, variance, Weight(w), Bias(b))
}

func composedByRunning(x, w, b *tensor.Tensor) *tensor.Tensor {
	mean, variance := running(x)
	y := standardize(x, perChannel(mean, x.NDim()), perChannel(variance, x.NDim()), 1e-5)
	return affine(y, affineOptions(w, b), x.NDim()-1)
}

func affineOptions(w, b *tensor.Tensor) options {
	o := read("composed", nil)
	if w != nil {
		o.Put("Weight", w)
		o.Put("Bias", b)
	}
	return o
}

func composed(x, w, b *tensor.Tensor, axes []int, trailing int) *tensor.Tensor {
	mean, variance := moments(x, axes)
	return affine(standardize(x, mean, variance, 1e-5), affineOptions(w, b), trailing)
}

// TestNormsOfViews compares norms of turned arguments, whose sums are in the order of memory, with single ops.
func TestNormsOfViews(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	random := func(dims ...int) *tensor.Tensor {
		v := make([]float32, product(dims))
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return tensor.Share(v, dims...)
	}
	vectors, images := random(256, 128).Transpose(1, 0), random(3, 17, 15, 4).Transpose(0, 3, 1, 2)
	train := func(x *tensor.Tensor) *tensor.Tensor { return BatchNorm(x, nil, nil, Training(true)) }
	for name, c := range map[string]struct{ got, want *tensor.Tensor }{
		"batch":                 {train(vectors), composed(vectors, nil, nil, []int{0}, 1)},
		"statistics of vectors": {byRunning(vectors, nil, nil), composedByRunning(vectors, nil, nil)},
		"statistics of images":  {byRunning(images, nil, nil), composedByRunning(images, nil, nil)},
		"groups":                {GroupNorm(images, 2), composedGroups(images, nil, nil, 2)},
		"instances":             {InstanceNorm(images), composed(images, nil, nil, []int{2, 3}, 3)},
	} {
		if !slices.Equal(c.got.Float32s(), c.want.Float32s()) {
			t.Errorf("%s: the result is not that of the single ops", name)
		}
	}
}

// TestRunningStatistics checks statistics that are differentiated, and at ones that change before the gradient.
func TestRunningStatistics(t *testing.T) {
	x := StandardNormal([]int{9, 20})
	mean, variance := running(x)
	slope := func(f func(x, m, v *tensor.Tensor) *tensor.Tensor) []*tensor.Tensor {
		tape := tensor.NewTape()
		in := []*tensor.Tensor{tape.Watch(x), tape.Watch(mean), tape.Watch(variance)}
		y := f(in[0], in[1], in[2]).Square()
		tape.Stop()
		return tape.Gradient([]*tensor.Tensor{y}, nil, in)
	}
	got := slope(func(x, m, v *tensor.Tensor) *tensor.Tensor { return BatchNorm(x, m, v) })
	want := slope(func(x, m, v *tensor.Tensor) *tensor.Tensor { return standardize(x, m, v, 1e-5) })
	for i := range want {
		if !slices.Equal(got[i].Float32s(), want[i].Float32s()) {
			t.Errorf("gradient %d is %v, want %v", i, got[i], want[i])
		}
	}
	changed := slope(func(x, _, _ *tensor.Tensor) *tensor.Tensor {
		m, v := mean.Clone(), variance.Clone()
		y := BatchNorm(x, m, v)
		m.Assign(v)
		v.Assign(tensor.Zeros(20))
		return y
	})
	if !changed[0].AllClose(want[0], 1e-5, 1e-5, false).Bool() {
		t.Errorf("the gradient after a change is %v, want %v", changed[0], want[0])
	}
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
