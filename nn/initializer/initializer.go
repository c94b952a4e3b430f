// Package initializer provides initial values of parameters: mindspore.common.initializer.
//
// Random values equal those of MindSpore 1.9 and later bit for bit: each initialization draws one seed from the
// program's numpy stream (np.Random) and fills the tensor from Philox4x32-10.
//
// Misuse panics with a *tensor.Error.
package initializer

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/rng"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// Initializer computes the values of a new tensor.
type Initializer interface {
	// Fill sets out, the row-major elements of a tensor of the given shape.
	Fill(out []float32, shape []int)
}

// New returns a tensor of the given shape and dtype, Float32 by default, with values from init: an [Initializer], the
// name of one ("normal", "ones", "he_uniform", …), a number for all elements, or a tensor of that shape. It raises
// ValueError for an unknown name or another shape and TypeError for another type.
// mindspore.common.initializer.initializer.
func New(init any, dims []int, dtypes ...tensor.DType) *tensor.Tensor {
	dtype := kwargs.Optional(dtypes, tensor.Float32)
	init = checked(init)
	switch v := init.(type) {
	case *tensor.Tensor:
		return given(v, dims, dtype)
	case Initializer:
		return filled(v, dims, dtype)
	case string:
		return filled(named(v), dims, dtype)
	case int, int64, float64, float32:
		return tensor.Full(dims, v, dtype)
	}
	tensor.Throw("initializer", tensor.TypeError, "For 'initializer', the type of the 'init' argument must be 'Tensor', "+
		"'number', 'string' or 'initializer', but got %s.", invoke.TypeName(reflect.TypeOf(init)))
	return nil
}

func given(v *tensor.Tensor, dims []int, dtype tensor.DType) *tensor.Tensor {
	if !slices.Equal(v.Shape(), dims) {
		tensor.Throw("initializer", tensor.ValueError, "For 'initializer', the shape of the 'init' argument must be same as "+
			"the argument 'shape', but got the 'init' shape %v and 'shape' %v.", v.Shape(), tensor.Shape(dims))
	}
	return v.AsType(dtype)
}

func filled(init Initializer, dims []int, dtype tensor.DType) *tensor.Tensor {
	if c, ok := init.(interface{ value() float64 }); ok {
		return tensor.Full(dims, c.value(), dtype)
	}
	if slices.ContainsFunc(dims, func(d int) bool { return d < 0 }) {
		tensor.Throw("initializer", tensor.ValueError, "For 'initializer', the lengths of 'shape' must not be negative, but got %v.", tensor.Shape(dims))
	}
	out := engine.Slice[float32](dims...)
	init.Fill(out, dims)
	return tensor.New(out).Reshape(dims...).AsType(dtype)
}

// aliases are the names that init may have (_INITIALIZER_ALIAS in common/initializer.py).
var aliases = map[string]Initializer{
	"zeros": Zero{}, "ones": One{},
	"normal": Normal{}, "uniform": Uniform{},
	"xavier_uniform": XavierUniform{}, "xavier_normal": XavierNormal{},
	"he_uniform": HeUniform{}, "he_normal": HeNormal{},
	"zero": Zero{}, "one": One{},
	"xavieruniform": XavierUniform{}, "xaviernormal": XavierNormal{},
	"heuniform": HeUniform{}, "henormal": HeNormal{},
	"constant": Zero{}, "truncatednormal": TruncatedNormal{}, "truncated_normal": TruncatedNormal{},
	"identity": Identity{}, "dirac": Dirac{}, "orthogonal": Orthogonal{}, "variancescaling": VarianceScaling{},
}

func named(name string) Initializer {
	init, ok := aliases[strings.ToLower(name)]
	if !ok {
		tensor.Throw("initializer", tensor.ValueError, "For 'initializer', the class corresponding to '%s' was not found.", name)
	}
	return init
}

// stream returns the random stream of one initialization.
func stream() *rng.Philox {
	var seed uint64
	rng.Shared(func(s *rng.RandomState) { seed = s.InitSeed() })
	return rng.NewPhilox(seed)
}

// or returns v, or MindSpore's default if v is zero.
func or(v, byDefault float64) float64 {
	if v == 0 {
		return byDefault
	}
	return v
}

// Constant sets all elements to Value.
type Constant struct{ Value float64 }

func (c Constant) value() float64 { return c.Value }

// Fill implements Initializer.
func (c Constant) Fill(out []float32, _ []int) {
	for i := range out {
		out[i] = float32(c.Value)
	}
}

// One sets all elements to 1. In cells it may be written One(), as in Python, and other initializers with their
// arguments in order: Normal(0.02).
type One struct{}

func (One) value() float64 { return 1 }

// Fill implements Initializer.
func (One) Fill(out []float32, dims []int) { Constant{1}.Fill(out, dims) }

// Zero sets all elements to 0.
type Zero struct{}

func (Zero) value() float64 { return 0 }

// Fill implements Initializer.
func (Zero) Fill(out []float32, dims []int) { Constant{0}.Fill(out, dims) }

// Uniform draws from U(-Scale, Scale); a zero scale means MindSpore's 0.07.
type Uniform struct{ Scale float64 }

// Fill implements Initializer.
func (u Uniform) Fill(out []float32, _ []int) {
	bound := or(u.Scale, 0.07)
	stream().Uniform(out, -bound, bound)
}

// Normal draws from N(Mean, Sigma²); a zero sigma means MindSpore's 0.01.
type Normal struct{ Sigma, Mean float64 }

// Fill implements Initializer.
func (n Normal) Fill(out []float32, _ []int) { stream().Normal(out, n.Mean, or(n.Sigma, 0.01)) }

// XavierUniform draws from U(±Gain·√(6/(fan in + fan out))); a zero gain means 1.
type XavierUniform struct{ Gain float64 }

// Fill implements Initializer.
func (x XavierUniform) Fill(out []float32, dims []int) {
	in, fanOut := fans(dims)
	bound := or(x.Gain, 1) * math.Sqrt(6/(in+fanOut))
	stream().Uniform(out, -bound, bound)
}

// XavierNormal draws from N(0, (Gain·√(2/(fan in + fan out)))²); a zero gain means 1.
type XavierNormal struct{ Gain float64 }

// Fill implements Initializer.
func (x XavierNormal) Fill(out []float32, dims []int) {
	in, fanOut := fans(dims)
	stream().Normal(out, 0, or(x.Gain, 1)*math.Sqrt(2/(in+fanOut)))
}

// HeUniform draws from U(±√3·gain/√fan). Mode is "fan_in", also when empty, or "fan_out"; for
// Nonlinearity see [Gain], empty means leaky_relu with NegativeSlope.
type HeUniform struct {
	NegativeSlope      float64
	Mode, Nonlinearity string
}

// Fill implements Initializer.
func (h HeUniform) Fill(out []float32, dims []int) {
	bound := math.Sqrt(3) * heScale(h.NegativeSlope, h.Mode, h.Nonlinearity, dims)
	stream().Uniform(out, -bound, bound)
}

// HeNormal draws from N(0, (gain/√fan)²) with the fields of [HeUniform].
type HeNormal struct {
	NegativeSlope      float64
	Mode, Nonlinearity string
}

// Fill implements Initializer.
func (h HeNormal) Fill(out []float32, dims []int) {
	stream().Normal(out, 0, heScale(h.NegativeSlope, h.Mode, h.Nonlinearity, dims))
}

func heScale(slope float64, mode, nonlinearity string, dims []int) float64 {
	in, out := fans(dims)
	fan := in
	switch mode {
	case "", "fan_in":
	case "fan_out":
		fan = out
	default:
		tensor.Throw("initializer", tensor.ValueError, "For 'initializer', the mode %s is not supported, please use one of ('fan_in', 'fan_out').", mode)
	}
	nonlinearity = cmp.Or(nonlinearity, "leaky_relu")
	return Gain(nonlinearity, slope) / math.Sqrt(fan)
}

// Gain returns the recommended scale for a nonlinearity: 1 for linear, convolutions and sigmoid, 5/3
// for tanh, √2 for relu and √(2/(1+slope²)) for leaky_relu. It raises ValueError for another name.
func Gain(nonlinearity string, slope float64) float64 {
	switch nonlinearity {
	case "linear", "sigmoid", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d":
		return 1
	case "tanh":
		return 5.0 / 3
	case "relu":
		return math.Sqrt2
	case "leaky_relu":
		return math.Sqrt(2 / (1 + float64(slope*slope)))
	}
	tensor.Throw("initializer", tensor.ValueError,
		"For 'HeUniform' and 'HeNormal', the argument 'nonlinearity' must be one of the known nonlinearities, but got %s.", nonlinearity)
	return 0
}

// fans returns the numbers of inputs and outputs per unit of a weight: shape[1] and shape[0] times the receptive
// field. Fewer than two axes raise ValueError.
func fans(dims []int) (in, out float64) {
	if len(dims) < 2 {
		tensor.Throw("initializer", tensor.ValueError,
			"For 'initializer', the dimension of the shape must be greater than 1 to compute fan in and fan out, but got %d.", len(dims))
	}
	field := float64(shape.Size(dims[2:]))
	return float64(dims[1]) * field, float64(dims[0]) * field
}
