package nn

import (
	"slices"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Mode sets how an op goes about its work (mode): of [Pad] "CONSTANT", "REFLECT" or "SYMMETRIC", of
// [Upsample] the kind of interpolation.
func Mode(mode string) Option { return Option{"mode", mode} }

// sides reads the padding of a layer over as many axes: one number for all sides, or two per axis,
// the last axis first.
func sides(layer string, padding any, axes int) []int {
	p := intList(layer, "padding", padding)
	if len(p) == 1 {
		return slices.Repeat(p, 2*axes)
	}
	if len(p) > 2*axes || len(p)%2 != 0 {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the length of parameter 'padding' with tuple type must be %d, but got %d.",
			layer, 2*axes, len(p))
	}
	return p
}

// Pad is mindspore.nn.Pad: x with so many elements more before and after every axis.
type Pad struct {
	Cell
	paddings [][]int
	mode     string
}

// NewPad returns a Pad layer; paddings has a pair for every axis of x. Its option is [Mode]:
// "CONSTANT" (the default) adds zeros, "REFLECT" mirrors without the edge, "SYMMETRIC" with it.
func NewPad(paddings [][]int, opts ...Option) *Pad {
	p := &Pad{paddings: paddings, mode: option(readOptions("Pad", opts, "mode"), "mode", "CONSTANT")}
	oneOf("Pad", "mode", p.mode, "CONSTANT", "REFLECT", "SYMMETRIC")
	for _, side := range paddings {
		if len(side) != 2 {
			tensor.Throw("Pad", tensor.ValueError, "For 'Pad', the 'paddings' must be pairs, but got %s.", pyShape(side))
		}
	}
	p.Init(p)
	return p
}

// Construct takes x with as many axes as there are paddings.
func (p *Pad) Construct(x *tensor.Tensor) *tensor.Tensor {
	if p.mode != "CONSTANT" {
		return ops.MirrorPad(x, p.paddings, p.mode)
	}
	checkDims("Pad", x, len(p.paddings))
	var flat []int
	for i := len(p.paddings) - 1; i >= 0; i-- {
		flat = append(flat, p.paddings[i]...)
	}
	return ops.Pad(x, flat)
}
