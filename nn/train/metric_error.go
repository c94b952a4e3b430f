package train

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// deviation is a sum over all elements, divided by the number of rows.
type deviation struct {
	class string
	sum   float64
	rows  int
}

// Clear removes all samples.
func (d *deviation) Clear() { d.sum, d.rows = 0, 0 }

// Eval returns the mean, a float64.
func (d *deviation) Eval() any {
	needSamples(d.class, d.rows)
	return d.sum / float64(d.rows)
}

// difference returns the difference of prediction and truth, which must have the same size.
func (d *deviation) difference(given []any) *tensor.Tensor {
	pred, truth := pair(d.class, given)
	if pred.Size() != truth.Size() || truth.NDim() == 0 {
		tensor.Throw(d.class, tensor.ValueError, "For '%s.update', predicted and true value must have one size and at least one axis, but got %s and %s.",
			d.class, shape.Tuple(pred.Shape()), shape.Tuple(truth.Shape()))
	}
	d.rows += truth.Len()
	return measured(truth.Reshape(slices.Clone(pred.Shape())...)).Sub(measured(pred))
}

// measured returns x in a dtype in which differences, their squares and sums keep their precision. Integer and half
// types do not.
func measured(x *tensor.Tensor) *tensor.Tensor {
	switch dt := x.DType(); {
	case dt == tensor.Float16 || dt == tensor.BFloat16:
		return x.AsType(tensor.Float32)
	case dt.IsInt() || dt == tensor.Bool:
		return x.AsType(tensor.Float64)
	}
	return x
}

// MAE is the sum of absolute errors divided by the number of rows: mindspore.train.MAE.
type MAE struct{ deviation }

// NewMAE returns an MAE.
func NewMAE() *MAE { return &MAE{deviation{class: "MAE"}} }

// Update takes predicted and true values. Unlike sizes raise ValueError.
func (m *MAE) Update(inputs ...any) { m.sum += m.difference(inputs).Abs().Sum().Float() }

// MSE is the sum of squared errors divided by the number of rows: mindspore.train.MSE.
type MSE struct{ deviation }

// NewMSE returns an MSE.
func NewMSE() *MSE { return &MSE{deviation{class: "MSE"}} }

// Update takes predicted and true values. Unlike sizes raise ValueError.
func (m *MSE) Update(inputs ...any) { m.sum += m.difference(inputs).Square().Sum().Float() }

// LossMetric is the mean loss: mindspore.train.Loss.
type LossMetric struct {
	sum   float64
	steps int
}

// NewLossMetric returns a LossMetric.
func NewLossMetric() *LossMetric { return &LossMetric{} }

// Clear removes all losses.
func (m *LossMetric) Clear() { *m = LossMetric{} }

// Update takes a loss of at most one axis. More axes raise ValueError.
func (m *LossMetric) Update(given ...any) {
	loss := inputs("Loss", given, "1 input (loss)", 1)[0]
	if loss.NDim() > 1 {
		tensor.Throw("Loss", tensor.ValueError, "For 'Loss.update', the dimension of your input (loss) must be 1, but got %d.", loss.NDim())
	}
	m.sum += loss.Mean().Float()
	m.steps++
}

// Eval returns the mean, a float64.
func (m *LossMetric) Eval() any {
	if m.steps == 0 {
		tensor.Throw("Loss", tensor.RuntimeError, "The 'Loss' can not be calculated, because the number of samples is 0, please check whether has called update "+
			"method before calling eval method.")
	}
	return m.sum / float64(m.steps)
}
