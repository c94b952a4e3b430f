package ops

import (
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// HopLength sets the number of elements between the starts of frames (hop_length).
func HopLength(n int) Option { return Option{"HopLength", n} }

// WinLength sets the length of the window (win_length).
func WinLength(n int) Option { return Option{"WinLength", n} }

// Window sets the vector by which frames are multiplied (window).
func Window(w *tensor.Tensor) Option { return Option{"Window", w} }

// Center pads a signal so that frames are centred on their element (center).
func Center(on bool) Option { return Option{"Center", on} }

// Normalized divides a transform by the square root of its length (normalized).
func Normalized(on bool) Option { return Option{"Normalized", on} }

// OneSided returns only the nonredundant half of a spectrum (onesided).
func OneSided(on bool) Option { return Option{"OneSided", on} }

// ReturnComplex returns complex numbers instead of their parts along a new last axis (return_complex).
func ReturnComplex(on bool) Option { return Option{"ReturnComplex", on} }

// STFT returns the short-time Fourier transform of real signals: the spectra of frames of nFFT elements of x, of
// shape (L) or (B, L), as a tensor of shape (…, frequencies, frames, 2). Options: HopLength (a quarter of nFFT),
// WinLength (nFFT), Window (ones, of that length, in the middle of the frame), Center (true), PadMode ("reflect", of
// [Pad]), Normalized (false), OneSided (true), ReturnComplex (false).
//
//ms:op func=stft class=STFT types=floats
func STFT(x *tensor.Tensor, nFFT int, opts ...Option) *tensor.Tensor {
	const op = "STFT"
	o := read(op, opts, "HopLength", "WinLength", "Window", "Center", "PadMode", "Normalized", "OneSided", "ReturnComplex")
	checkRank(op, "x", x, 1, 2)
	checkFloat(op, []string{"x"}, specOf(x))
	atLeastOne(op, nFFT)
	hop := positive(op, "HopLength", []int{kwargs.Get(o, "HopLength", max(1, nFFT/4))})[0]
	if mode := kwargs.Get(o, "PadMode", "reflect"); kwargs.Get(o, "Center", true) {
		if half := nFFT / 2; mode == "reflect" && x.Dim(-1) <= half {
			tensor.Throw(op, tensor.ValueError, "For '%s', the signal must be longer than half of 'n_fft' = %d to be padded by reflection, but got x.shape = %s.",
				op, nFFT, listText(x.Shape()))
		}
		lead := x.Shape()[:x.NDim()-1]
		wide := Pad(x.Reshape(1, -1, x.Dim(-1)), []int{nFFT / 2, nFFT / 2}, Mode(mode))
		x = wide.Reshape(append(lead, wide.Dim(-1))...)
	}
	if x.Dim(-1) < nFFT {
		tensor.Throw(op, tensor.ValueError, "For '%s', the signal must have at least 'n_fft' = %d elements, but got x.shape = %s.", op, nFFT, listText(x.Shape()))
	}
	count := (x.Dim(-1)-nFFT)/hop + 1
	at := tensor.Arange(count).Mul(tensor.Scalar(hop)).ExpandDims(1).Add(tensor.Arange(nFFT))
	frames := x.At(tensor.Ellipsis, at).Mul(frameWindow(op, o, nFFT, x.DType()))
	norm := ""
	if kwargs.Get(o, "Normalized", false) {
		norm = "ortho"
	}
	y := RFFT(frames, 0, -1, norm)
	if !kwargs.Get(o, "OneSided", true) {
		y = FFT(frames, 0, -1, norm)
	}
	if y = y.SwapAxes(-1, -2); kwargs.Get(o, "ReturnComplex", false) {
		return y
	}
	return y.ViewAsReal().AsType(x.DType())
}

// frameWindow returns the factors of a frame: a window in its middle, zeros around it.
func frameWindow(op string, o options, nFFT int, dt tensor.DType) *tensor.Tensor {
	length := kwargs.Get(o, "WinLength", nFFT)
	if length < 1 || length > nFFT {
		tensor.Throw(op, tensor.ValueError, "For '%s', 'win_length' must be in [1, %d], but got %d.", op, nFFT, length)
	}
	w := kwargs.Get[*tensor.Tensor](o, "Window", nil)
	if w == nil {
		w = tensor.OnesOf(dt, length)
	}
	if w.NDim() != 1 || w.Size() != length {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of 'window' must be (%d,), but got %s.", op, length, listText(w.Shape()))
	}
	left := (nFFT - length) / 2
	return Pad(w.AsType(dt), []int{left, nFFT - length - left})
}
