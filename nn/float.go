package nn

import (
	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/internal/session/engine"
	"github.com/msrepl/msrepl/tensor"
)

// ToFloat makes the cell and all cells below it compute in dtype, Float16, BFloat16 or Float32: Cell.to_float.
// Another dtype raises ValueError. A later ToFloat of a cell below overrides it there. It returns c.
//
// While Construct of such a cell runs, its floating point inputs, and the floating point arguments of every op that
// runs inside, parameters included, are converted first; outputs stay in dtype. An inner cell without its own ToFloat
// computes like the outer one. Parameters keep their dtype, and their gradients have it. Not converted are integers
// and Bool, Python numbers, new tensors (until an op takes them), explicit casts with AsType, and what is assigned in
// place. Hooks run outside, on the cell's inputs as they were given and on its outputs in dtype; a Bprop runs in the
// dtypes that it gets.
func (c *Cell) ToFloat(dtype tensor.DType) *Cell {
	switch dtype {
	case tensor.Float16, tensor.Float32, tensor.BFloat16:
	default:
		tensor.Throw("to_float", tensor.ValueError, "For 'to_float', the argument 'dst_type' must be mstype.float32, "+
			"mstype.float16 or mstype.bfloat16, but got type: tensor.DType and value: %s.", dtype)
	}
	c.needOuter("ToFloat")
	for _, n := range c.walkCells("") {
		n.cell.float = dtype
	}
	return c
}

// computedIn calls run with all computations in dtype.
func computedIn(dtype tensor.DType, run func([]any) []any, args []any) (outs []any) {
	in := customgrad.Tensors(args)
	for i, x := range in {
		if x.DType().IsFloat() && !x.IsWeak() {
			in[i] = x.AsType(dtype)
		}
	}
	engine.ComputeIn(dtype, func() { outs = run(customgrad.WithTensors(args, in)) })
	return outs
}
