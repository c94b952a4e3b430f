package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// StartDim sets the first axis that [Flatten] joins (start_dim); 1 without it.
func StartDim(axis int) Option { return Option{"start_dim", axis} }

// EndDim sets the last axis that [Flatten] joins (end_dim); -1 without it.
func EndDim(axis int) Option { return Option{"end_dim", axis} }

// Flatten is mindspore.nn.Flatten: x with some of its axes joined into one.
type Flatten struct {
	Cell
	start, end int
}

// NewFlatten returns a Flatten layer. Options are [StartDim] (1) and [EndDim] (-1).
func NewFlatten(opts ...Option) *Flatten {
	o := readOptions("Flatten", opts, "start_dim", "end_dim")
	f := &Flatten{start: option(o, "start_dim", 1), end: option(o, "end_dim", -1)}
	f.Init(f)
	return f
}

// Construct takes x with all these axes (ValueError); a scalar becomes a vector.
func (f *Flatten) Construct(x *tensor.Tensor) *tensor.Tensor {
	dims := x.Shape()
	if len(dims) < 2 {
		return x.Reshape(-1)
	}
	start, end := f.axis("start_dim", f.start, len(dims)), f.axis("end_dim", f.end, len(dims))
	if start > end {
		tensor.Throw("Flatten", tensor.ValueError, "For 'flatten', the 'start_dim' must be less than or equal to 'end_dim', but got %d and %d.", f.start, f.end)
	}
	joined := 1
	for _, d := range dims[start : end+1] {
		joined *= d
	}
	return x.Reshape(append(append(append([]int{}, dims[:start]...), joined), dims[end+1:]...)...)
}

func (f *Flatten) axis(arg string, axis, n int) int {
	if axis < -n || axis >= n {
		tensor.Throw("Flatten", tensor.ValueError, "For 'flatten', the '%s' must be in range [%d, %d), but got %d.", arg, -n, n, axis)
	}
	return (axis + n) % n
}

// Identity is mindspore.nn.Identity: x itself.
type Identity struct{ Cell }

// NewIdentity returns an Identity layer, which has no options.
func NewIdentity(opts ...Option) *Identity {
	readOptions("Identity", opts)
	i := &Identity{}
	i.Init(i)
	return i
}

// Construct returns x.
func (*Identity) Construct(x *tensor.Tensor) *tensor.Tensor { return x }

// Size sets the spatial shape of a result (size), one number for all axes or one per axis.
func Size(n ...int) Option { return Option{"size", n} }

// ScaleFactor sets by what the spatial shape is multiplied (scale_factor), one number for all axes or
// one per axis.
func ScaleFactor(f ...float64) Option { return Option{"scale_factor", f} }

// AlignCorners keeps the corner elements in the corners (align_corners).
func AlignCorners(on bool) Option { return Option{"align_corners", on} }

// RecomputeScaleFactor takes the scale from the rounded shape of the result (recompute_scale_factor).
func RecomputeScaleFactor(on bool) Option { return Option{"recompute_scale_factor", on} }

// Upsample is mindspore.nn.Upsample: x with its spatial axes resized.
type Upsample struct {
	Cell
	options []ops.Option
}

// NewUpsample returns an Upsample layer. Options are [Size] or [ScaleFactor], [Mode] ("nearest", or
// "linear", "bilinear", "trilinear", "bicubic", "area"), [AlignCorners] and [RecomputeScaleFactor].
func NewUpsample(opts ...Option) *Upsample {
	o := readOptions("Upsample", opts, "size", "scale_factor", "mode", "align_corners", "recompute_scale_factor")
	u := &Upsample{options: []ops.Option{ops.Mode(option(o, "mode", "nearest"))}}
	if n, ok := passed[[]int](o, "size"); ok {
		u.options = append(u.options, ops.Size(n...))
	}
	if f, ok := passed[[]float64](o, "scale_factor"); ok {
		u.options = append(u.options, ops.ScaleFactor(f...))
	}
	if on, ok := passed[bool](o, "align_corners"); ok {
		u.options = append(u.options, ops.AlignCorners(on))
	}
	if on, ok := passed[bool](o, "recompute_scale_factor"); ok {
		u.options = append(u.options, ops.RecomputeScaleFactor(on))
	}
	u.Init(u)
	return u
}

// Construct takes x of shape (N, C, …).
func (u *Upsample) Construct(x *tensor.Tensor) *tensor.Tensor {
	return ops.Interpolate(x, u.options...)
}
