package train

import (
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// FixedLossScaleUpdateCell is a manager with a constant scale, mindspore.nn.FixedLossScaleUpdateCell. Steps whose
// gradients are not finite are skipped.
type FixedLossScaleUpdateCell struct {
	nn.Cell
	FixedLossScaleManager `ms:"-"`
}

// NewFixedLossScaleUpdateCell returns a FixedLossScaleUpdateCell. A scale below 1 raises ValueError.
func NewFixedLossScaleUpdateCell(lossScaleValue float64) *FixedLossScaleUpdateCell {
	c := &FixedLossScaleUpdateCell{FixedLossScaleManager: *NewFixedLossScaleManager(lossScaleValue)}
	c.Init(c)
	return c
}

// Construct returns overflow and leaves the scale, a tensor or a parameter without axes, as it is.
func (*FixedLossScaleUpdateCell) Construct(_, overflow *tensor.Tensor) *tensor.Tensor {
	return overflow
}

// DynamicLossScaleUpdateCell is a manager whose scale grows and shrinks like that of [DynamicLossScaler],
// mindspore.nn.DynamicLossScaleUpdateCell.
type DynamicLossScaleUpdateCell struct {
	nn.Cell
	DynamicLossScaleManager `ms:"-"`

	first float64
}

// NewDynamicLossScaleUpdateCell returns a DynamicLossScaleUpdateCell. A scale below 1, and a factor or window that is
// not positive, raise ValueError.
func NewDynamicLossScaleUpdateCell(lossScaleValue float64, scaleFactor, scaleWindow int) *DynamicLossScaleUpdateCell {
	c := &DynamicLossScaleUpdateCell{
		DynamicLossScaleManager: *NewDynamicLossScaleManager(lossScaleValue, scaleFactor, scaleWindow),
		first:                   lossScaleValue,
	}
	c.Init(c)
	return c
}

// GetLossScale returns the initial scale: DynamicLossScaleUpdateCell.get_loss_scale.
func (c *DynamicLossScaleUpdateCell) GetLossScale() float64 { return c.first }

// Construct adjusts the scale, a tensor or a parameter without axes, according to overflow, and returns overflow.
func (c *DynamicLossScaleUpdateCell) Construct(lossScale, overflow *tensor.Tensor) *tensor.Tensor {
	c.ScaleValue = lossScale.Float()
	c.Adjust(!overflow.Bool())
	lossScale.Assign(tensor.Full(nil, c.ScaleValue, lossScale.DType()))
	return overflow
}
