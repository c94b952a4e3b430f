package train

import (
	"math"
	"reflect"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// LossScaler multiplies losses and divides gradients: mindspore.amp.LossScaler.
type LossScaler interface {
	Scale(loss *tensor.Tensor) *tensor.Tensor
	Unscale(grads tensor.Tuple) tensor.Tuple
	// Adjust takes whether the gradients were finite, as a bool or a tensor, and reports whether the scaler is dynamic,
	// that is, adjusts its scale.
	Adjust(gradsFinite any) bool
}

// StaticLossScaler has a constant scale: mindspore.amp.StaticLossScaler.
type StaticLossScaler struct{ ScaleValue float64 }

// NewStaticLossScaler returns a StaticLossScaler. A scale below 1 raises ValueError.
func NewStaticLossScaler(scale float64) *StaticLossScaler {
	checkScale("StaticLossScaler", scale)
	return &StaticLossScaler{scale}
}

func checkScale(class string, scale float64) {
	if !(scale >= 1) {
		tensor.Throw(class, tensor.ValueError, "For '%s', the argument 'scale_value' must be at least 1, but got %s.", class, tensor.Repr(scale))
	}
}

// Scale returns the loss times the scale, in its dtype.
func (s *StaticLossScaler) Scale(loss *tensor.Tensor) *tensor.Tensor {
	return times(loss, s.ScaleValue)
}

// Unscale returns the gradients times the inverse of the scale.
func (s *StaticLossScaler) Unscale(grads tensor.Tuple) tensor.Tuple {
	return timesAll(grads, s.ScaleValue)
}

// Adjust changes nothing and returns false.
func (s *StaticLossScaler) Adjust(any) bool { return false }

// DynamicLossScaler has a scale that grows while all gradients are finite and shrinks when one is not:
// mindspore.amp.DynamicLossScaler.
type DynamicLossScaler struct {
	ScaleValue  float64 // a float32
	ScaleFactor int     // factor by which the scale grows and shrinks
	ScaleWindow int     // number of steps with finite gradients after which it grows
	Counter     int     // steps since it grew or shrank
}

// NewDynamicLossScaler returns a DynamicLossScaler; MindSpore's loss scale manager begins with 2²⁴, 2 and 2000. A
// scale below 1 and a factor or window that is not positive raise ValueError.
func NewDynamicLossScaler(scale float64, factor, window int) *DynamicLossScaler {
	checkScale("DynamicLossScaler", scale)
	if factor <= 0 || window <= 0 {
		tensor.Throw("DynamicLossScaler", tensor.ValueError, "For 'DynamicLossScaler', the arguments 'scale_factor' and 'scale_window' must be positive, "+
			"but got %d and %d.", factor, window)
	}
	return &DynamicLossScaler{ScaleValue: float64(float32(scale)), ScaleFactor: factor, ScaleWindow: window}
}

// Scale returns the loss times the scale, in its dtype.
func (s *DynamicLossScaler) Scale(loss *tensor.Tensor) *tensor.Tensor {
	return times(loss, s.ScaleValue)
}

// Unscale returns the gradients times the inverse of the scale.
func (s *DynamicLossScaler) Unscale(grads tensor.Tuple) tensor.Tuple {
	return timesAll(grads, s.ScaleValue)
}

// Adjust changes the scale according to whether the gradients were finite and returns true. The scale does not fall
// below 1 or exceed the range of Float32.
func (s *DynamicLossScaler) Adjust(gradsFinite any) bool {
	if !truth(gradsFinite) {
		s.ScaleValue = max(1, float64(float32(s.ScaleValue/float64(s.ScaleFactor))))
		s.Counter = 0
		return true
	}
	if grown := float32(s.ScaleValue * float64(s.ScaleFactor)); s.Counter == s.ScaleWindow-1 && !math.IsInf(float64(grown), 0) {
		s.ScaleValue = float64(grown)
	}
	s.Counter = (s.Counter + 1) % s.ScaleWindow
	return true
}

// truth returns the value of a bool or of a tensor of one element.
func truth(v any) bool {
	if b, ok := v.(bool); ok {
		return b
	}
	x, ok := invoke.AsTensor(v)
	if !ok {
		tensor.Throw("adjust", tensor.TypeError, "For 'adjust', the argument 'grads_finite' must be Tensor or bool, but got %s.", invoke.TypeName(reflect.TypeOf(v)))
	}
	return x.Bool()
}

func times(x *tensor.Tensor, scale float64) *tensor.Tensor {
	return x.Mul(tensor.Full(nil, scale, x.DType()))
}

func timesAll(xs tensor.Tuple, scale float64) tensor.Tuple {
	out := make(tensor.Tuple, len(xs))
	for i, x := range xs {
		out[i] = times(x, 1/scale)
	}
	return out
}

// AllFinite returns a Bool tensor: whether all elements of all gradients are finite: mindspore.amp.all_finite.
func AllFinite(grads tensor.Tuple) *tensor.Tensor {
	for _, g := range grads {
		if g != nil && (g.DType().IsFloat() && !finite(g) ||
			g.DType().IsComplex() && !(finite(g.Real()) && finite(g.Imag()))) {
			return tensor.New(false)
		}
	}
	return tensor.New(true)
}

func finite(x *tensor.Tensor) bool {
	if x.DType() == tensor.Float64 {
		return x.IsFinite().All().Bool()
	}
	for _, v := range x.Float32s() {
		if v-v != 0 { // NaN for NaN and infinities
			return false
		}
	}
	return true
}
