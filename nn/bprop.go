package nn

import (
	"slices"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/session/customgrad"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// checkBprop is context.set_context(check_bprop=True).
var checkBprop atomic.Bool

// SetCheckBprop sets whether the gradients returned by Bprop methods are checked for the number, shapes and dtypes of
// the inputs (set_context(check_bprop=…)); the default is false. Too many gradients are always a TypeError.
func SetCheckBprop(on bool) { checkBprop.Store(on) }

// SetInternalParams sets the parameters whose gradients the cell's Bprop computes, the attribute internal_params of
// MindSpore. Bprop then returns, after the gradients of the inputs, a map[*nn.Parameter]*tensor.Tensor.
func (c *Cell) SetInternalParams(params ...*Parameter) { c.internal = slices.Clone(params) }

func (c *Cell) hasBprop() bool {
	if c.outer == nil {
		return false
	}
	_, ok := invoke.Method(c.self(), "Bprop")
	return ok
}

// SetBpropDebug sets the attribute bprop_debug, which MindSpore keeps for graph mode: in eager mode Bprop can always
// be debugged, so it has no effect.
func (c *Cell) SetBpropDebug(on bool) { c.bpropDebug = on }

// BpropDebug returns what SetBpropDebug set, by default false.
func (c *Cell) BpropDebug() bool { return c.bpropDebug }

// customGradient runs Construct as one op whose gradient is the cell's Bprop. What Construct computes inside is a
// constant to the tape, so hooks of inner cells do not fire in the backward pass.
func (c *Cell) customGradient(bprop invoke.Func) func(args []any) []any {
	g := &customgrad.Gradient{Name: c.ClassName(), Bprop: bprop, Check: checkBprop.Load(), ByParam: c.internalGrads}
	for _, p := range c.internal {
		g.Params = append(g.Params, p.Tensor)
	}
	return func(args []any) []any { return g.Call(c.construct, args) }
}

// internalGrads returns the gradients of the internal parameters, from the map that is the last result of a Bprop.
func (c *Cell) internalGrads(result any) ([]*tensor.Tensor, bool) {
	byParam, ok := result.(map[*Parameter]*tensor.Tensor)
	grads := make([]*tensor.Tensor, len(c.internal))
	for i, p := range c.internal {
		grads[i] = byParam[p]
	}
	return grads, ok
}
