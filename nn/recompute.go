package nn

import (
	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/tensor"
)

// Recompute makes the cell discard the intermediate results of its Construct, and recompute them when a gradient
// needs them: Cell.recompute. Values and gradients are the same bit for bit; random layers inside draw the same
// numbers again. Construct runs twice, including its side effects: it prints twice, forward hooks of inner cells run
// twice, and batch normalization inside updates its statistics twice, as in PyTorch.
//
// The options, [MPCommRecompute], [ParallelOptimizerCommRecompute] and [RecomputeSliceActivation], concern
// training on several devices and change nothing on one; any other raises ValueError.
func (c *Cell) Recompute(opts ...Option) {
	for _, o := range opts {
		switch o.name {
		case "MPCommRecompute", "ParallelOptimizerCommRecompute", "RecomputeSliceActivation":
		default:
			tensor.Throw("recompute", tensor.ValueError, "For 'recompute', keyword '%s' is not recognized! "+
				"the key kwargs must be 'mp_comm_recompute', 'parallel_optimizer_comm_recompute', 'recompute_slice_activation'",
				pyrepr.Snake(o.name))
		}
	}
	c.recompute = true
}

// MPCommRecompute is the option mp_comm_recompute of [Cell.Recompute].
func MPCommRecompute(on bool) Option { return Option{"MPCommRecompute", on} }

// ParallelOptimizerCommRecompute is the option parallel_optimizer_comm_recompute of [Cell.Recompute].
func ParallelOptimizerCommRecompute(on bool) Option {
	return Option{"ParallelOptimizerCommRecompute", on}
}

// RecomputeSliceActivation is the option recompute_slice_activation of [Cell.Recompute].
func RecomputeSliceActivation(on bool) Option { return Option{"RecomputeSliceActivation", on} }

// recomputed returns run with the tensors among its results recorded by tensor.Recompute.
func recomputed(run func([]any) []any) func([]any) []any {
	return func(args []any) []any {
		var first *customgrad.Outputs
		outs := tensor.Recompute(func() []*tensor.Tensor {
			v := customgrad.View(run(args))
			if first == nil {
				first = v
			}
			return v.Tensors
		}, customgrad.View(args).Tensors...)
		first.Replace(outs)
		values := first.Values
		first = &customgrad.Outputs{} // frees what was computed
		return values
	}
}
