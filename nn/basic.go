package nn

import (
	"slices"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// StartDim sets the first axis that [Flatten] flattens (start_dim); the default is 1.
func StartDim(axis int) Option { return Option{"StartDim", axis} }

// EndDim sets the last axis that [Flatten] flattens (end_dim); the default is -1.
func EndDim(axis int) Option { return Option{"EndDim", axis} }

// Flatten is mindspore.nn.Flatten: x with some of its axes flattened into one.
//
//ms:layer layer.basic
type Flatten struct {
	Cell
	startDim int `default:"1"`
	endDim   int `default:"-1"`
}

// Construct takes x with all these axes (ValueError); a scalar becomes a vector.
func (f *Flatten) Construct(x *tensor.Tensor) *tensor.Tensor {
	dims := x.Shape()
	if len(dims) < 2 {
		return x.Reshape(-1)
	}
	start := axisOf("flatten", "start_dim", f.startDim, len(dims))
	end := axisOf("flatten", "end_dim", f.endDim, len(dims))
	if start > end {
		tensor.Throw("Flatten", tensor.ValueError,
			"For 'flatten', the 'start_dim' must be less than or equal to 'end_dim', but got %d and %d.", f.startDim, f.endDim)
	}
	joined := 1
	for _, d := range dims[start : end+1] {
		joined *= d
	}
	return x.Reshape(append(append(append([]int{}, dims[:start]...), joined), dims[end+1:]...)...)
}

// axisOf returns the axis of n given by an argument, counted from the front.
func axisOf(op, arg string, axis, n int) int {
	if axis < -n || axis >= n {
		tensor.Throw(op, tensor.ValueError, "For '%s', the '%s' must be in range [%d, %d), but got %d.", op, arg, -n, n, axis)
	}
	return (axis + n) % n
}

// Unflatten is mindspore.nn.Unflatten: x with one axis split into several.
//
//ms:layer layer.basic
type Unflatten struct {
	Cell
	axis  int
	sizes []int
}

// The axis, counted from the end if negative, is split into axes of the lengths unflattenedSize.
func (u *Unflatten) build(axis int, unflattenedSize []int) {
	u.axis, u.sizes = axis, slices.Clone(unflattenedSize)
}

// Construct takes x whose axis has as many elements as the product of the sizes (ValueError); one size may be -1.
func (u *Unflatten) Construct(x *tensor.Tensor) *tensor.Tensor {
	dims := x.Shape()
	a := axisOf("Unflatten", "axis", u.axis, len(dims))
	return x.Reshape(slices.Concat(dims[:a], u.sizes, dims[a+1:])...)
}

// Identity is mindspore.nn.Identity: x itself.
//
//ms:layer layer.basic
type Identity struct{ Cell }

// Construct returns x.
func (*Identity) Construct(x *tensor.Tensor) *tensor.Tensor { return x }

// ScaleFactor sets the factor of the spatial shape (scale_factor), one number for all axes or one per axis.
func ScaleFactor(f ...float64) Option { return Option{"ScaleFactor", f} }

// AlignCorners aligns the centres of the corner elements (align_corners).
func AlignCorners(on bool) Option { return Option{"AlignCorners", on} }

// RecomputeScaleFactor takes the scale from the rounded shape of the result (recompute_scale_factor).
func RecomputeScaleFactor(on bool) Option { return Option{"RecomputeScaleFactor", on} }

// Interpolation sets the interpolation mode of [Upsample] (mode): "nearest", "linear", "bilinear", "trilinear",
// "bicubic" or "area".
func Interpolation(mode string) Option { return Option{"Interpolation", mode} }

// Upsample is mindspore.nn.Upsample: x with its spatial axes resized.
//
//ms:layer layer.basic
type Upsample struct {
	Cell
	options []ops.Option
}

// upsampleOptions are the options of [Upsample].
type upsampleOptions struct {
	size                 *[]int     `default:""`
	scaleFactor          *[]float64 `default:"" doc:"one of the two is given"`
	mode                 string     `default:"nearest" option:"Interpolation"`
	alignCorners         *bool      `default:""`
	recomputeScaleFactor *bool      `default:""`
}

func (u *Upsample) build(o upsampleOptions) {
	u.options = []ops.Option{ops.Interpolation(o.mode)}
	if o.size != nil {
		u.options = append(u.options, ops.OutputSize(*o.size...))
	}
	if o.scaleFactor != nil {
		u.options = append(u.options, ops.ScaleFactor(*o.scaleFactor...))
	}
	if o.alignCorners != nil {
		u.options = append(u.options, ops.AlignCorners(*o.alignCorners))
	}
	if o.recomputeScaleFactor != nil {
		u.options = append(u.options, ops.RecomputeScaleFactor(*o.recomputeScaleFactor))
	}
}

// Construct takes x of shape (N, C, …).
func (u *Upsample) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Interpolate(x, u.options...)
}
