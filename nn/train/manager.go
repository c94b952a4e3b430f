package train

import (
	"github.com/msrepl/msrepl/grad"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// FixedLossScaleManager has a constant scale: mindspore.amp.FixedLossScaleManager.
type FixedLossScaleManager struct {
	StaticLossScaler
	drop bool
}

// NewFixedLossScaleManager returns a FixedLossScaleManager. With drop (drop_overflow_update), true by default, a step
// whose gradients are not finite is skipped. Without it every step is made, and the optimizer divides the gradients,
// by its option optim.LossScale, which must be this scale. MindSpore's default scale is 128; a scale below 1 raises
// ValueError.
func NewFixedLossScaleManager(scale float64, drop ...bool) *FixedLossScaleManager {
	checkScale("FixedLossScaleManager", scale)
	return &FixedLossScaleManager{StaticLossScaler{scale}, len(drop) == 0 || drop[0]}
}

// GetLossScale returns the scale.
func (m *FixedLossScaleManager) GetLossScale() float64 { return m.ScaleValue }

// GetDropOverflowUpdate reports whether steps with gradients that are not finite are skipped.
func (m *FixedLossScaleManager) GetDropOverflowUpdate() bool { return m.drop }

// UpdateLossScale does nothing.
func (m *FixedLossScaleManager) UpdateLossScale(bool) {}

// DynamicLossScaleManager has a scale that grows and shrinks like that of [DynamicLossScaler]:
// mindspore.amp.DynamicLossScaleManager.
type DynamicLossScaleManager struct{ DynamicLossScaler }

// NewDynamicLossScaleManager returns a DynamicLossScaleManager. MindSpore's defaults are 2²⁴, 2 and 2000.
func NewDynamicLossScaleManager(scale float64, factor, window int) *DynamicLossScaleManager {
	return &DynamicLossScaleManager{*NewDynamicLossScaler(scale, factor, window)}
}

// GetLossScale returns the scale.
func (m *DynamicLossScaleManager) GetLossScale() float64 { return m.ScaleValue }

// GetDropOverflowUpdate returns true: steps with gradients that are not finite are skipped.
func (m *DynamicLossScaleManager) GetDropOverflowUpdate() bool { return true }

// UpdateLossScale adjusts the scale; overflow means that gradients were not finite.
func (m *DynamicLossScaleManager) UpdateLossScale(overflow bool) { m.Adjust(!overflow) }

// LossScaleManager is a loss scaler that decides whether steps are skipped: mindspore.amp.LossScaleManager.
type LossScaleManager interface {
	LossScaler
	GetLossScale() float64
	GetDropOverflowUpdate() bool
}

// scaledFor reports whether the optimizer must divide the gradients of a scaled loss itself, as it does for a manager
// that skips no steps.
func scaledFor(scaler LossScaler) bool {
	m, ok := scaler.(LossScaleManager)
	return ok && !m.GetDropOverflowUpdate()
}

// TrainOneStepWithLossScaleCell is a training step with a scaled loss, mindspore.nn.TrainOneStepWithLossScaleCell.
// Gradients that are not finite are discarded, and the scale is adjusted.
type TrainOneStepWithLossScaleCell struct {
	nn.Cell
	Network   nn.Layer   `ms:"network"`
	Optimizer nn.Trainer `ms:"optimizer"`

	manager LossScaleManager `ms:"-"`
}

// NewTrainOneStepWithLossScaleCell returns the step for a network that returns the loss.
func NewTrainOneStepWithLossScaleCell(network nn.Layer, optimizer nn.Trainer, manager LossScaleManager) *TrainOneStepWithLossScaleCell {
	c := &TrainOneStepWithLossScaleCell{Network: network, Optimizer: optimizer, manager: manager}
	c.AutoPrefix(false)
	c.Init(c)
	return c
}

// Call runs a step: loss, overflow, scale = step(data, label); see Construct.
func (c *TrainOneStepWithLossScaleCell) Call(inputs ...*tensor.Tensor) (loss, overflow, scale *tensor.Tensor) {
	r := c.Invoke(pyrepr.Anys(inputs)...)
	return r[0].(*tensor.Tensor), r[1].(*tensor.Tensor), r[2].(*tensor.Tensor)
}

// Construct runs a step and returns the loss, whether gradients were not finite (Bool), and the scale (Float32) used
// for it.
func (c *TrainOneStepWithLossScaleCell) Construct(inputs ...*tensor.Tensor) (loss, overflow, scale *tensor.Tensor) {
	scaled := func(x ...*tensor.Tensor) *tensor.Tensor {
		loss = c.Network.CellBase().Call(x...)
		return c.manager.Scale(loss)
	}
	scale = c.manager.Scale(tensor.New(1, tensor.Float32))
	grads := c.manager.Unscale(grad.GradBy(scaled, c.Optimizer.Trained())(pyrepr.Anys(inputs)...))
	finite := AllFinite(grads).Bool()
	c.manager.Adjust(finite)
	if finite || !c.manager.GetDropOverflowUpdate() {
		c.Optimizer.CellBase().Call(grads...)
	}
	return loss.Detach(), tensor.New(!finite), scale
}

// BuildTrainNetwork returns a training step in mixed precision: mindspore.amp.build_train_network. Loss is a layer
// that takes the results of the network and the labels, or nil for a network that returns the loss. The level is that
// of [AutoMixedPrecision]. The step is an nn.TrainOneStepCell, or a [TrainOneStepWithLossScaleCell] if a manager
// skips steps.
func BuildTrainNetwork(net nn.Layer, optimizer nn.Trainer, loss nn.Layer, level string, manager ...LossScaleManager) nn.Layer {
	net = AutoMixedPrecision(net, level)
	if loss != nil {
		net = nn.NewWithLossCell(net, loss)
	}
	if len(manager) > 0 {
		if m := manager[0]; scaledFor(m) {
			return nn.NewTrainOneStepCell(net, optimizer, m.GetLossScale())
		}
		return NewTrainOneStepWithLossScaleCell(net, optimizer, manager[0])
	}
	return nn.NewTrainOneStepCell(net, optimizer)
}
