package ops

import (
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// Fourier transforms. Along an axis of n elements, the forward transform of x is Y[k] = Σ x[j]·exp(-2πi·jk/n), the
// inverse one has +2πi and divides by n; norm moves the division: "backward" (or "") is this, "forward" divides the
// forward transform instead, "ortho" divides both by √n. The argument is cut or filled with zeros to n elements
// along the axis first; n = 0 takes it as it is. Results are Complex128 for Float64 and Complex128, else Complex64,
// or their parts' dtype.

// FFT returns the Fourier transform of x along an axis, over n elements (0 for all) and scaled according to norm.
//
//ms:op func=fft class= types=all
func FFT(x *tensor.Tensor, n, axis int, norm string) *tensor.Tensor {
	return fourierAlong("FFT", complexOf(x), n, axis, norm, false)
}

// IFFT returns the inverse Fourier transform of x along an axis, over n elements (0 for all) and scaled according to
// norm.
//
//ms:op func=ifft class= types=all
func IFFT(x *tensor.Tensor, n, axis int, norm string) *tensor.Tensor {
	return fourierAlong("IFFT", complexOf(x), n, axis, norm, true)
}

// RFFT returns the first n/2+1 elements of the [FFT] of a real x; the others are their conjugates.
//
//ms:op func=rfft class= types=ordered
func RFFT(x *tensor.Tensor, n, axis int, norm string) *tensor.Tensor {
	const op = "RFFT"
	realOnly(op, x)
	if x.DType() != tensor.Float64 {
		x = x.AsType(tensor.Float32)
	}
	if axis = axisIn(op, axis, x.NDim()); n == 0 {
		n = x.Dim(axis)
	}
	return realFourierAlong(op, x, n, axis, norm, false)
}

// IRFFT returns the n real elements whose [RFFT] is x; n = 0 means twice the number of elements of x along the axis
// minus two.
//
//ms:op func=irfft class= types=all
func IRFFT(x *tensor.Tensor, n, axis int, norm string) *tensor.Tensor {
	const op = "IRFFT"
	x = complexOf(x)
	axis = axisIn(op, axis, x.NDim())
	if n == 0 {
		n = 2 * (x.Dim(axis) - 1)
	}
	return realFourierAlong(op, x, n, axis, norm, true)
}

// HFFT returns the n real elements of the [FFT] of a Hermitian signal, of which x is the first half; n = 0 means
// twice the number of elements of x along the axis minus two.
//
//ms:op func=hfft class= types=all
func HFFT(x *tensor.Tensor, n, axis int, norm string) *tensor.Tensor {
	return IRFFT(x.Conj(), n, axis, opposite(norm))
}

// IHFFT returns the first half of the [IFFT] of a real x: the inverse of [HFFT].
//
//ms:op func=ihfft class= types=ordered
func IHFFT(x *tensor.Tensor, n, axis int, norm string) *tensor.Tensor {
	return RFFT(x, n, axis, opposite(norm)).Conj()
}

// FFTN returns the [FFT] of x along several axes, all if nil, over the number of elements in lengths along each, nil
// for all. MindSpore's fft2 has the axes -2 and -1, its FFTWithSize the last few.
//
//ms:op func=fftn,fft2 class=FFTWithSize types=all
func FFTN(x *tensor.Tensor, lengths, axes []int, norm string) *tensor.Tensor {
	lengths, axes = eachAxis("FFTN", x, lengths, axes)
	return over(FFT, x, lengths, axes, norm)
}

// IFFTN returns the [IFFT] of x along several axes; see [FFTN].
//
//ms:op func=ifftn,ifft2 class= types=all
func IFFTN(x *tensor.Tensor, lengths, axes []int, norm string) *tensor.Tensor {
	lengths, axes = eachAxis("IFFTN", x, lengths, axes)
	return over(IFFT, x, lengths, axes, norm)
}

// RFFTN returns the [RFFT] of x along the last of several axes and the [FFT] along the others, all axes if nil.
//
//ms:op func=rfftn,rfft2 class= types=ordered
func RFFTN(x *tensor.Tensor, lengths, axes []int, norm string) *tensor.Tensor {
	lengths, axes = eachAxis("RFFTN", x, lengths, axes)
	last := len(axes) - 1
	return over(FFT, RFFT(x, lengths[last], axes[last], norm), lengths[:last], axes[:last], norm)
}

// IRFFTN returns the real elements whose [RFFTN] is x; their number along the last axis is that of [IRFFT].
//
//ms:op func=irfftn,irfft2 class= types=all
func IRFFTN(x *tensor.Tensor, lengths, axes []int, norm string) *tensor.Tensor {
	lengths, axes = eachAxis("IRFFTN", x, lengths, axes)
	last := len(axes) - 1
	return IRFFT(over(IFFT, x, lengths[:last], axes[:last], norm), lengths[last], axes[last], norm)
}

// HFFTN returns the [HFFT] of x along the last of several axes and the [FFT] along the others, all axes if nil.
//
//ms:op func=hfftn,hfft2 class= types=all
func HFFTN(x *tensor.Tensor, lengths, axes []int, norm string) *tensor.Tensor {
	return IRFFTN(x.Conj(), lengths, axes, opposite(norm))
}

// IHFFTN returns the inverse of [HFFTN]: the [IHFFT] of a real x along the last of several axes, the [IFFT] along
// the others.
//
//ms:op func=ihfftn,ihfft2 class= types=ordered
func IHFFTN(x *tensor.Tensor, lengths, axes []int, norm string) *tensor.Tensor {
	return RFFTN(x, lengths, axes, opposite(norm)).Conj()
}

// FFTFreq returns the frequencies of the elements of an [FFT] over n elements at a distance d, as Float32:
// mindspore.ops.fftfreq.
func FFTFreq(n int, d float64) *tensor.Tensor {
	return frequencies("FFTFreq", n, d, n, func(k int) int {
		if k >= (n+1)/2 {
			return k - n
		}
		return k
	})
}

// RFFTFreq returns the frequencies of the elements of an [RFFT] over n elements at a distance d, as Float32:
// mindspore.ops.rfftfreq.
func RFFTFreq(n int, d float64) *tensor.Tensor {
	return frequencies("RFFTFreq", n, d, n/2+1, func(k int) int { return k })
}

func frequencies(op string, n int, d float64, count int, of func(k int) int) *tensor.Tensor {
	if n < 1 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'n' must be positive, but got %d.", op, n)
	}
	f := engine.Slice[float32](count)
	for k := range f {
		f[k] = float32(float64(of(k)) / (float64(n) * d))
	}
	return tensor.New(f)
}

// FFTShift returns x with each of the given axes, by default all, shifted by half its length, which moves frequency
// zero to the centre.
//
//ms:op func=fftshift class= types=all
func FFTShift(x *tensor.Tensor, axes ...int) *tensor.Tensor {
	_, axes = eachAxis("FFTShift", x, nil, axes)
	for _, a := range axes {
		x = x.Roll(x.Dim(a)/2, a)
	}
	return x
}

// IFFTShift is the inverse of [FFTShift].
//
//ms:op func=ifftshift class= types=all
func IFFTShift(x *tensor.Tensor, axes ...int) *tensor.Tensor {
	_, axes = eachAxis("IFFTShift", x, nil, axes)
	for _, a := range axes {
		x = x.Roll(-(x.Dim(a) / 2), a)
	}
	return x
}
