package np

import (
	"math"

	"github.com/msrepl/msrepl/tensor"
)

// Sin returns the sine of angles in radians, elementwise. numpy.sin.
func Sin(x any) *tensor.Tensor { return tensorOf(x).Sin() }

// Cos returns the cosine of angles in radians, elementwise. numpy.cos.
func Cos(x any) *tensor.Tensor { return tensorOf(x).Cos() }

// Tan returns the tangent of angles in radians, elementwise. numpy.tan.
func Tan(x any) *tensor.Tensor { return tensorOf(x).Tan() }

// ArcSin returns the angle in [-π/2, π/2] with that sine, elementwise. numpy.arcsin.
func ArcSin(x any) *tensor.Tensor { return tensorOf(x).Asin() }

// ArcCos returns the angle in [0, π] with that cosine, elementwise. numpy.arccos.
func ArcCos(x any) *tensor.Tensor { return tensorOf(x).Acos() }

// ArcTan returns the angle in [-π/2, π/2] with that tangent, elementwise. numpy.arctan.
func ArcTan(x any) *tensor.Tensor { return tensorOf(x).Atan() }

// Sinh returns the hyperbolic sine, elementwise. numpy.sinh.
func Sinh(x any) *tensor.Tensor { return tensorOf(x).Sinh() }

// Cosh returns the hyperbolic cosine, elementwise. numpy.cosh.
func Cosh(x any) *tensor.Tensor { return tensorOf(x).Cosh() }

// Tanh returns the hyperbolic tangent, elementwise. numpy.tanh.
func Tanh(x any) *tensor.Tensor { return tensorOf(x).Tanh() }

// ArcSinh returns the inverse hyperbolic sine, elementwise. numpy.arcsinh.
func ArcSinh(x any) *tensor.Tensor { return tensorOf(x).Asinh() }

// ArcCosh returns the inverse hyperbolic cosine, NaN below one, elementwise. numpy.arccosh.
func ArcCosh(x any) *tensor.Tensor { return tensorOf(x).Acosh() }

// ArcTanh returns the inverse hyperbolic tangent, NaN outside [-1, 1], elementwise. numpy.arctanh.
func ArcTanh(x any) *tensor.Tensor { return tensorOf(x).Atanh() }

// Deg2Rad converts degrees to radians. numpy.deg2rad, numpy.radians.
func Deg2Rad(x any) *tensor.Tensor { return tensorOf(x).Mul(tensor.Scalar(math.Pi / 180)) }

// Rad2Deg converts radians to degrees. numpy.rad2deg, numpy.degrees.
func Rad2Deg(x any) *tensor.Tensor { return tensorOf(x).Mul(tensor.Scalar(180 / math.Pi)) }

// ArcTan2 returns the angle of the point (x, y) in [-π, π], elementwise and broadcast. numpy.arctan2.
func ArcTan2(y, x any) *tensor.Tensor {
	a, b := operands(y, x)
	return a.Atan2(b)
}

// Hypot returns √(x²+y²), elementwise and broadcast. numpy.hypot.
func Hypot(x, y any) *tensor.Tensor {
	a, b := operands(x, y)
	return a.Hypot(b)
}
