package ops

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// RandomSamples sets the numbers in [0, 1) that determine the windows of a fractional pool, of shape (N, C, axes)
// (_random_samples); by default they are random.
func RandomSamples(u *tensor.Tensor) Option { return Option{"RandomSamples", u} }

// OutputRatio sets the output shape of a fractional pool as a fraction of the input shape, in (0, 1), for all axes or
// for each (output_ratio).
func OutputRatio(r ...float64) Option { return Option{"OutputRatio", r} }

// FractionalMaxPool2D returns the largest elements of windows of kernelSize, an int or a []int, at random steps over
// the last two axes of x, of shape (N, C, H, W) or (C, H, W), and their Int64 indices into the flattened plane
// (Graham, "Fractional max-pooling", 2014). outputSize, an int or a []int, is the number of windows along each axis;
// with nil the option OutputRatio is used. Options: OutputRatio, RandomSamples.
//
//ms:op func=fractional_max_pool2d class=FractionalMaxPoolWithFixedKsize types=floats
func FractionalMaxPool2D(x *tensor.Tensor, kernelSize, outputSize any, opts ...Option) (y, indices *tensor.Tensor) {
	return fractionalMaxPool("FractionalMaxPoolWithFixedKsize", 2, x, kernelSize, outputSize, opts)
}

// FractionalMaxPool3D is [FractionalMaxPool2D] over three axes: x has shape (N, C, D, H, W) or (C, D, H, W).
//
//ms:op func=fractional_max_pool3d class=FractionalMaxPool3DWithFixedKsize types=floats
func FractionalMaxPool3D(x *tensor.Tensor, kernelSize, outputSize any, opts ...Option) (y, indices *tensor.Tensor) {
	return fractionalMaxPool("FractionalMaxPool3DWithFixedKsize", 3, x, kernelSize, outputSize, opts)
}

func fractionalMaxPool(op string, axes int, x *tensor.Tensor, kernelSize, outputSize any, opts []Option) (y, indices *tensor.Tensor) {
	o := read(op, opts, "OutputRatio", "RandomSamples")
	checkRank(op, "x", x, axes+1, axes+2)
	checkFloat(op, []string{"x"}, specOf(x))
	lead, in := x.Shape()[:x.NDim()-axes], x.Shape()[x.NDim()-axes:]
	kernel := positive(op, "KernelSize", sizes(op, "KernelSize", kernelSize, axes))
	out := fractionalSize(op, o, in, outputSize)
	for i, n := range out {
		if n < 1 || n+kernel[i]-1 > in[i] {
			tensor.Throw(op, tensor.ValueError, "For '%s', the output size %s and the kernel %s do not fit into the input's spatial shape %s.",
				op, tupleText(out), tupleText(kernel), tupleText(in))
		}
	}
	planes := product(lead)
	samples := kwargs.Get[*tensor.Tensor](o, "RandomSamples", nil)
	if samples == nil {
		samples = Rand(planes, axes)
	}
	if samples.Size() != planes*axes {
		tensor.Throw(op, tensor.ValueError, "For '%s', '_random_samples' must have shape %s, but got %s.",
			op, listText(append(slices.Clone(lead), axes)), listText(samples.Shape()))
	}
	flat := x.Reshape(planes, product(in))
	index := fractionalIndices(flat.Detach().Float64s(), samples.Float64s(), in, kernel, out)
	at := tensor.Share(index, planes, product(out))
	dims := slices.Concat(lead, out)
	return flat.GatherElements(1, at).Reshape(dims...), at.Reshape(dims...)
}

// fractionalSize parses the output size or its ratio; exactly one must be given.
func fractionalSize(op string, o options, in []int, outputSize any) []int {
	given := kwargs.Passed[[]float64](o, "OutputRatio")
	if (given != nil) == (outputSize != nil) {
		tensor.Throw(op, tensor.ValueError, "For '%s', exactly one of 'output_size' and 'output_ratio' must be given.", op)
	}
	if given == nil {
		return positive(op, "OutputSize", sizes(op, "OutputSize", outputSize, len(in)))
	}
	ratio, out := *given, make([]int, len(in))
	for i := range out {
		r := ratio[min(i, len(ratio)-1):]
		if len(ratio) != 1 && len(ratio) != len(in) || !(r[0] > 0 && r[0] < 1) {
			tensor.Throw(op, tensor.ValueError, "For '%s', 'output_ratio' must be one number or %d, between 0 and 1, but got %v.", op, len(in), ratio)
		}
		out[i] = int(float64(in[i]) * r[0])
	}
	return out
}

// fractionalIndices returns the place of the largest element in every window. A plane has one sample per axis; for
// images, that of the width comes first.
func fractionalIndices(v, samples []float64, in, kernel, out []int) []int64 {
	axes, plane, windows := len(in), product(in), product(out)
	index := make([]int64, 0, len(samples)/axes*windows)
	starts := make([][]int, axes)
	for p := range len(samples) / axes {
		u := slices.Clone(samples[p*axes : (p+1)*axes])
		if axes == 2 {
			u[0], u[1] = u[1], u[0]
		}
		for a := range starts {
			starts[a] = fractionalStarts(u[a], in[a], kernel[a], out[a])
		}
		for w := range windows {
			index = append(index, largestIn(v[p*plane:(p+1)*plane], in, kernel, out, starts, w))
		}
	}
	return index
}

// fractionalStarts returns the starts of n windows along an axis, the last of which is at the end.
func fractionalStarts(u float64, in, kernel, n int) []int {
	starts := make([]int, n)
	starts[n-1] = in - kernel
	if n == 1 {
		return starts
	}
	alpha := float64(in-kernel) / float64(n-1)
	for i := range n - 1 {
		start := int((float64(i)+u)*alpha) - int(u*alpha)
		starts[i] = min(max(start, 0), in-kernel) // for any samples
	}
	return starts
}

// largestIn returns the place of the largest element in window w, or of the last NaN.
func largestIn(v []float64, in, kernel, out []int, starts [][]int, w int) int64 {
	axes := len(in)
	first := make([]int, axes)
	for a := axes - 1; a >= 0; a-- {
		first[a] = starts[a][w%out[a]]
		w /= out[a]
	}
	best, at := math.Inf(-1), -1
	for cell := range product(kernel) {
		place, stride := 0, 1
		for a := axes - 1; a >= 0; a-- {
			place += (first[a] + cell%kernel[a]) * stride
			cell /= kernel[a]
			stride *= in[a]
		}
		if x := v[place]; at < 0 || x > best || math.IsNaN(x) {
			best, at = x, place
		}
	}
	return int64(at)
}
