package nn

import (
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Reduction sets how the losses of a batch are combined (reduction): "mean", "sum" or "none".
func Reduction(how string) Option { return Option{"Reduction", how} }

// LossBase is the base of losses, mindspore.nn.LossBase: a struct embeds it by value instead of [Cell]
// and uses GetLoss in its Construct. The reduction is "mean" unless SetReduction says otherwise.
//
//ms:class loss.loss
type LossBase struct {
	Cell
	reduction string `default:"mean" check:"reductionName"`
}

// SetReduction sets how losses are combined: "mean", "sum" or "none"; others raise ValueError.
func (l *LossBase) SetReduction(how string) {
	reductionName(l.ClassName(), "reduction", how)
	l.reduction = how
}

// reductionName raises ValueError for an unknown reduction.
func reductionName(class, arg, how string) {
	if how != "mean" && how != "sum" && how != "none" {
		tensor.Throw(class, tensor.ValueError, "For '%s', the '%s' must be in ['mean', 'sum', 'none'], but got %s.",
			class, arg, how)
	}
}

// GetAxis returns all axes of x: LossBase.get_axis.
func (l *LossBase) GetAxis(x *tensor.Tensor) tensor.Shape { return shape.UpTo(x.NDim()) }

// GetLoss multiplies x by weights and applies the reduction: LossBase.get_loss. It computes in Float32 and returns
// x's dtype. The weights are a tensor or a number that broadcasts, 1 by default.
func (l *LossBase) GetLoss(x *tensor.Tensor, weights ...any) *tensor.Tensor {
	dtype := x.DType()
	if dtype != tensor.Float64 {
		x = x.AsType(tensor.Float32)
	}
	if len(weights) > 0 {
		x = x.Mul(weight(weights[0], x.DType()))
	}
	switch l.reduction {
	case "none":
	case "sum":
		x = x.Sum()
	default:
		x = x.Mean()
	}
	return x.AsType(dtype)
}

func weight(w any, dtype tensor.DType) *tensor.Tensor {
	if t, ok := w.(*tensor.Tensor); ok {
		return t.AsType(dtype)
	}
	return tensor.Scalar(w)
}

// how returns the reduction as an option of the ops.
func (l *LossBase) how() ops.Option {
	if l.reduction == "" {
		return ops.Reduction("mean")
	}
	return ops.Reduction(l.reduction)
}

// sameLength raises ValueError unless logits and labels have one shape.
func sameLength(class string, logits, labels *tensor.Tensor) {
	if pyShape(logits.Shape()) != pyShape(labels.Shape()) {
		tensor.Throw(class, tensor.ValueError, "For '%s', the 'logits' and 'labels' must have the same shape, but got %s and %s.",
			class, pyShape(logits.Shape()), pyShape(labels.Shape()))
	}
}
