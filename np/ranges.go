package np

import (
	"fmt"
	"math"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Arange returns evenly spaced numbers. Arguments are (stop), (start, stop) or (start, stop, step), and optionally a
// dtype: by default Int64 for ints, Float64 when one is a float. numpy.arange.
func Arange(args ...any) *tensor.Tensor {
	for _, a := range args {
		switch a.(type) {
		case tensor.DType:
			return tensor.Arange(args...)
		case float64, float32:
			return floatRange(args)
		}
	}
	return tensor.Arange(args...)
}

// floatRange computes the elements as numpy does, from the first two.
func floatRange(args []any) *tensor.Tensor {
	n := tensor.Arange(append(args, tensor.Float64)...).Len() // it checks the arguments
	start, step := 0.0, 1.0
	if len(args) > 1 {
		start = tensorOf(args[0]).Float()
	}
	if len(args) > 2 {
		step = tensorOf(args[2]).Float()
	}
	delta := start + step - start
	v := make([]float64, n)
	for i := range v {
		v[i] = start + float64(float64(i)*delta)
	}
	if n > 1 {
		v[1] = start + step
	}
	return tensor.Share(v)
}

// Linspace returns n Float64 numbers from start to stop, both included. numpy.linspace.
func Linspace(start, stop float64, n int) *tensor.Tensor {
	require("linspace", n >= 0, fmt.Sprintf("Number of samples, %d, must be non-negative.", n))
	v := engine.Slice[float64](n)
	step := (stop - start) / float64(max(n-1, 1))
	for i := range v {
		v[i] = start + float64(float64(i)*step)
	}
	if n > 1 {
		v[n-1] = stop
	}
	return tensor.Share(v)
}

// Logspace returns n Float64 numbers from base^start to base^stop, evenly spaced on a logarithmic scale; the base is
// 10 by default. numpy.logspace.
func Logspace(start, stop float64, n int, base ...float64) *tensor.Tensor {
	b := kwargs.Optional(base, 10.0)
	x := Linspace(start, stop, n)
	v := x.Float64s()
	for i, e := range v {
		v[i] = rng.Pow(b, e)
	}
	return x
}

// Geomspace returns n Float64 numbers from start to stop, both included, in a geometric progression. start and stop
// must have the same sign and not be zero. numpy.geomspace.
func Geomspace(start, stop float64, n int) *tensor.Tensor {
	require("geomspace", start != 0 && stop != 0, "Geometric sequence cannot include zero")
	require("geomspace", start > 0 == (stop > 0), "start and stop must have the same sign")
	sign := math.Copysign(1, start)
	x := Logspace(math.Log10(start*sign), math.Log10(stop*sign), n)
	v := x.Float64s()
	for i := range v {
		v[i] *= sign
	}
	if n > 0 {
		v[0] = start
	}
	if n > 1 {
		v[n-1] = stop
	}
	return x
}

// Hanning returns the Hann window of n points, of dtype Float64 by default. numpy.hanning.
func Hanning(n int, dtype ...tensor.DType) *tensor.Tensor { return cosines(n, 0.5, 0.5, 0, dtype) }

// Hamming returns the Hamming window of n points, of dtype Float64 by default. numpy.hamming.
func Hamming(n int, dtype ...tensor.DType) *tensor.Tensor { return cosines(n, 0.54, 0.46, 0, dtype) }

// Blackman returns the Blackman window of n points, of dtype Float64 by default. numpy.blackman.
func Blackman(n int, dtype ...tensor.DType) *tensor.Tensor { return cosines(n, 0.42, 0.5, 0.08, dtype) }

// cosines returns a + b·cos(πk/(n-1)) + c·cos(2πk/(n-1)) for k = 1-n, 3-n, …, n-1, computed in the dtype.
func cosines(n int, a, b, c float64, dtype []tensor.DType) *tensor.Tensor {
	k := odd(n, dtype)
	if n < 2 {
		return tensor.OnesLike(k)
	}
	angle := func(turn float64) *tensor.Tensor { return k.Mul(tensor.Scalar(turn / float64(n-1))).Cos() }
	return angle(math.Pi).Mul(tensor.Scalar(b)).Add(tensor.Scalar(a)).Add(angle(2 * math.Pi).Mul(tensor.Scalar(c)))
}

// odd returns 1-n, 3-n, …, n-1.
func odd(n int, dtype []tensor.DType) *tensor.Tensor {
	dt := kwargs.Optional(dtype, tensor.Float64)
	return tensor.Arange(1-n, max(n, 1-n), 2, dt)
}

// Bartlett returns the triangular window of n points, of dtype Float64 by default. numpy.bartlett.
func Bartlett(n int, dtype ...tensor.DType) *tensor.Tensor {
	k := odd(n, dtype)
	if n < 2 {
		return tensor.OnesLike(k)
	}
	return tensor.OnesLike(k).Sub(k.Abs().Div(tensor.Scalar(n - 1)))
}
