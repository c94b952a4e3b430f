package nn

import (
	"slices"

	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Sparse sets whether labels are class indices (sparse) instead of probabilities.
func Sparse(on bool) Option { return Option{"Sparse", on} }

// Weight sets the weight of each class, channel or element (weight, weights).
func Weight(w *tensor.Tensor) Option { return Option{"Weight", w} }

// IgnoreIndex sets a label that is ignored (ignore_index, ignore_indiex).
func IgnoreIndex(label int) Option { return Option{"IgnoreIndex", label} }

// LabelSmoothing distributes a fraction of each label, in [0, 1), evenly over all classes (label_smoothing).
func LabelSmoothing(share float64) Option { return Option{"LabelSmoothing", share} }

// PosWeight sets the weight of positive labels relative to negative ones (pos_weight).
func PosWeight(w *tensor.Tensor) Option { return Option{"PosWeight", w} }

// Gamma sets the focusing exponent of [FocalLoss] (gamma).
func Gamma(g float64) Option { return Option{"Gamma", g} }

// weighed adds the option weight, if there is one, to those of an op.
func weighed(w *tensor.Tensor, opts ...ops.Option) []ops.Option {
	if w == nil {
		return opts
	}
	return append(opts, ops.Weight(w))
}

// SoftmaxCrossEntropyWithLogits is mindspore.nn.SoftmaxCrossEntropyWithLogits: the cross entropy of softmax(logits)
// and labels.
//
//ms:layer loss.loss reduction=none
type SoftmaxCrossEntropyWithLogits struct {
	LossBase
	sparse bool `default:"false"`
}

// Construct takes logits of shape (N, C) and labels of that shape or, when sparse, class indices of shape
// (N).
func (l *SoftmaxCrossEntropyWithLogits) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	if l.sparse {
		hot := labels.OneHot(logits.Dim(-1)).AsType(logits.DType())
		if l.reduction == "mean" {
			checkClasses(labels, logits.Dim(-1))
		}
		labels = hot
	}
	loss, _ := ops.SoftmaxCrossEntropyWithLogits(logits, labels)
	return l.GetLoss(loss)
}

// checkClasses throws if a label is not a class, as MindSpore's op for the mean does. In one-hot form such a label
// is all zeros and its loss is zero, which MindSpore returns for "sum" and "none".
func checkClasses(labels *tensor.Tensor, classes int) {
	for _, l := range labels.Int64s() {
		if l < 0 || l >= int64(classes) {
			tensor.Throw("SparseSoftmaxCrossEntropyWithLogits", tensor.ValueError,
				"For 'SparseSoftmaxCrossEntropyWithLogits', the labels must be in range [0, %d), but got %d.", classes, l)
		}
	}
}

// CrossEntropyLoss is mindspore.nn.CrossEntropyLoss: the cross entropy of softmax(logits) and class indices or
// probabilities.
//
//ms:layer loss.loss
type CrossEntropyLoss struct {
	LossBase
	weight         *tensor.Tensor `default:""`
	ignoreIndex    int            `default:"-100"`
	labelSmoothing float64        `default:"0.0"`
}

// Construct takes logits of shape (N, C, d1, …) or (C) and labels: class indices of shape (N, d1, …) or
// (), or probabilities of the shape of logits.
func (l *CrossEntropyLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	opts := weighed(l.weight, ops.IgnoreIndex(l.ignoreIndex), ops.LabelSmoothing(l.labelSmoothing), l.how())
	return ops.CrossEntropy(logits, labels, opts...)
}

// NLLLoss is mindspore.nn.NLLLoss: the negative log likelihood of class indices.
//
//ms:layer loss.loss
type NLLLoss struct {
	LossBase
	weight      *tensor.Tensor `default:""`
	ignoreIndex int            `default:"-100"`
}

// Construct takes logarithms of probabilities of shape (N, C, d1, …) and class indices of shape (N, d1, …).
func (l *NLLLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	return ops.NLLLoss(logits, labels, weighed(l.weight, ops.IgnoreIndex(l.ignoreIndex), l.how())...)
}

// BCELoss is mindspore.nn.BCELoss: the binary cross entropy of probabilities.
//
//ms:layer loss.loss
type BCELoss struct {
	LossBase
	weight *tensor.Tensor `default:""`
}

// Construct takes two tensors of the same shape (ValueError).
func (l *BCELoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	return ops.BinaryCrossEntropy(logits, labels, weighed(l.weight, l.how())...)
}

// BCEWithLogitsLoss is mindspore.nn.BCEWithLogitsLoss: the binary cross entropy of sigmoid(logits).
//
//ms:layer loss.loss
type BCEWithLogitsLoss struct {
	LossBase
	weight    *tensor.Tensor `default:""`
	posWeight *tensor.Tensor `default:""`
}

// Construct takes two tensors of the same shape (ValueError).
func (l *BCEWithLogitsLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	opts := weighed(l.weight, l.how())
	if l.posWeight != nil {
		opts = append(opts, ops.PosWeight(l.posWeight))
	}
	return ops.BinaryCrossEntropyWithLogits(logits, labels, opts...)
}

// MultiLabelSoftMarginLoss is mindspore.nn.MultiLabelSoftMarginLoss: the mean over the classes of the binary cross
// entropy.
//
//ms:layer loss.loss
type MultiLabelSoftMarginLoss struct {
	LossBase
	weight *tensor.Tensor `default:""`
}

// Construct takes logits and labels 0 or 1 of shape (N, C).
func (l *MultiLabelSoftMarginLoss) Construct(x, target *tensor.Tensor) *tensor.Tensor {
	return ops.MultilabelSoftMarginLoss(x, target, weighed(l.weight, l.how())...)
}

// FocalLoss is mindspore.nn.FocalLoss: -(1-p)^γ·log(p) with p the probability of the label, which reduces the
// weight of confident predictions.
//
//ms:layer loss.loss
type FocalLoss struct {
	LossBase
	weight *tensor.Tensor `default:"" doc:"of shape (C)"`
	gamma  float64        `default:"2.0"`
}

// Construct takes logits of shape (N, C, d1, …) and class indices of shape (N, 1, d1, …), or labels of the shape
// of logits, whose losses are separate for each class without a reduction. Other shapes raise ValueError.
func (l *FocalLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	checkFocal(logits.Shape(), labels.Shape())
	n, c := logits.Dim(0), logits.Dim(1)
	logp := logits.Reshape(n, c, -1).LogSoftmax(1)
	labels = labels.Reshape(n, labels.Dim(1), -1)
	weight := tensor.OnesLike(logp)
	if l.weight != nil {
		weight = l.weight.Reshape(1, c, 1).BroadcastTo(logp.Shape()...)
	}
	indices := labels.Dim(1) == 1
	if indices {
		labels = labels.AsType(tensor.Int64)
		logp, weight = logp.GatherElements(1, labels), weight.GatherElements(1, labels)
	} else {
		weight = weight.Mul(labels)
	}
	unsure := logp.Exp().Neg().Add(tensor.Scalar(1)).Pow(tensor.Scalar(l.gamma))
	loss := unsure.Mul(logp).Mul(weight).Neg().Mean(2)
	if indices {
		loss = loss.Squeeze(1)
	}
	return l.GetLoss(loss)
}

// checkFocal raises errors unless the labels have the shape of the logits, except for the axis of the classes, which
// may be 1.
func checkFocal(logits, labels []int) {
	if len(logits) < 2 || len(labels) != len(logits) || labels[0] != logits[0] || !slices.Equal(labels[2:], logits[2:]) ||
		labels[1] != 1 && labels[1] != logits[1] {
		tensor.Throw("FocalLoss", tensor.ValueError, "For 'FocalLoss', the shape of 'labels' must be that of 'logits', %s, "+
			"or have 1 class, but got %s.", pyShape(logits), pyShape(labels))
	}
}
