package ops_test

import (
	. "github.com/msrepl/msrepl/internal/testkit/optest"
	"github.com/msrepl/msrepl/ops"
	. "github.com/msrepl/msrepl/tensor"
)

// spectrum is a row for a transform: its parts, in the dtype of the argument unless that is complex.
func spectrum(op string, f func(x *Tensor) *Tensor, dims ...int) Row {
	return Shaped(op, Away(dims...), func(x *Tensor) *Tensor {
		y := f(x)
		switch {
		case x.DType().IsComplex():
			return y.AsType(x.DType())
		case y.DType().IsComplex():
			y = y.ViewAsReal()
		}
		return y.AsType(x.DType())
	})
}

// along is one of the transforms along one axis, and several those along a list.
func along(op string, f func(x *Tensor, n, axis int, norm string) *Tensor, n, axis int, norm string, dims ...int) Row {
	return spectrum(op, func(x *Tensor) *Tensor { return f(x, n, axis, norm) }, dims...)
}

func several(op string, f func(x *Tensor, lengths, axes []int, norm string) *Tensor, lengths, axes []int, norm string, dims ...int) Row {
	return spectrum(op, func(x *Tensor) *Tensor { return f(x, lengths, axes, norm) }, dims...)
}

var fftRows = []Row{
	along("FFT", ops.FFT, 0, -1, "", 2, 4),
	along("FFT", ops.FFT, 5, 0, "ortho", 3, 2),
	along("FFT", ops.FFT, 2, 0, "forward", 3, 2),
	along("IFFT", ops.IFFT, 0, -1, "", 2, 3),
	along("RFFT", ops.RFFT, 0, 0, "", 5, 2),
	along("RFFT", ops.RFFT, 6, -1, "forward", 2, 4),
	along("IRFFT", ops.IRFFT, 0, -1, "", 2, 3),
	along("IRFFT", ops.IRFFT, 7, -1, "ortho", 2, 3),
	along("HFFT", ops.HFFT, 0, -1, "", 2, 3),
	along("IHFFT", ops.IHFFT, 0, -1, "", 2, 4),
	several("FFTN", ops.FFTN, nil, nil, "", 2, 3),
	several("FFTN", ops.FFTN, []int{2, 4}, []int{-2, -1}, "ortho", 2, 3, 3),
	several("IFFTN", ops.IFFTN, nil, nil, "", 2, 3),
	several("RFFTN", ops.RFFTN, nil, nil, "", 2, 4),
	several("RFFTN", ops.RFFTN, nil, []int{0}, "", 4, 2),
	several("IRFFTN", ops.IRFFTN, nil, nil, "", 2, 3),
	several("HFFTN", ops.HFFTN, nil, nil, "forward", 2, 3),
	several("IHFFTN", ops.IHFFTN, nil, nil, "", 2, 3),
	Shaped("FFTShift", Away(3, 4), func(x *Tensor) *Tensor { return ops.FFTShift(x) }),
	Shaped("IFFTShift", Away(3, 4), func(x *Tensor) *Tensor { return ops.IFFTShift(x, 0) }),
}
