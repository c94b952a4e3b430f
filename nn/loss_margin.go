package nn

import (
	"github.com/msrepl/msrepl/ops"
	"github.com/msrepl/msrepl/tensor"
)

// Margin sets the distance above which a loss is zero (margin).
func Margin(m float64) Option { return Option{"Margin", m} }

// NormDegree sets the degree of the norm of distances (p).
func NormDegree(p float64) Option { return Option{"NormDegree", p} }

// DistanceSwap also considers the distance of the negative example from the positive one (swap).
func DistanceSwap(on bool) Option { return Option{"DistanceSwap", on} }

// SoftMarginLoss is mindspore.nn.SoftMarginLoss: log(1+exp(-labels·logits)) for labels 1 or -1.
//
//ms:layer loss.loss
type SoftMarginLoss struct {
	LossBase
}

// Construct takes two tensors of the same shape (ValueError).
func (l *SoftMarginLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	return ops.SoftMarginLoss(logits, labels, l.how())
}

// HingeEmbeddingLoss is mindspore.nn.HingeEmbeddingLoss: logits where labels is 1, max(0, margin-logits) where it is
// -1.
//
//ms:layer loss.loss
type HingeEmbeddingLoss struct {
	LossBase
	margin float64 `default:"1.0"`
}

// Construct takes two tensors that broadcast.
func (l *HingeEmbeddingLoss) Construct(logits, labels *tensor.Tensor) *tensor.Tensor {
	return ops.HingeEmbeddingLoss(logits, labels, ops.Margin(l.margin), l.how())
}

// MarginRankingLoss is mindspore.nn.MarginRankingLoss: max(0, margin - target·(x1-x2)): target is 1 where x1 should
// be the greater one, else -1.
//
//ms:layer loss.loss
type MarginRankingLoss struct {
	LossBase
	margin float64 `default:"0.0"`
}

// Construct takes three tensors of the same shape (ValueError).
func (l *MarginRankingLoss) Construct(x1, x2, target *tensor.Tensor) *tensor.Tensor {
	return ops.MarginRankingLoss(x1, x2, target, ops.Margin(l.margin), l.how())
}

// CosineEmbeddingLoss is mindspore.nn.CosineEmbeddingLoss: 1-cos(x1, x2) where target is 1, max(0, cos(x1,
// x2)-margin) where it is -1.
//
//ms:layer loss.loss
type CosineEmbeddingLoss struct {
	LossBase
	margin float64 `default:"0.0"`
}

// Construct takes rows of shape (N, D) and their targets of shape (N).
func (l *CosineEmbeddingLoss) Construct(x1, x2, target *tensor.Tensor) *tensor.Tensor {
	return ops.CosineEmbeddingLoss(x1, x2, target, ops.Margin(l.margin), l.how())
}

// TripletMarginLoss is mindspore.nn.TripletMarginLoss: max(0, |x-positive| - |x-negative| + margin).
//
//ms:layer loss.loss
type TripletMarginLoss struct {
	LossBase
	margin float64 `default:"1.0"`
	p      float64 `default:"2.0" option:"NormDegree"`
	eps    float64 `default:"1e-6"`
	swap   bool    `default:"false"`
}

// Construct takes three tensors of rows that broadcast.
func (l *TripletMarginLoss) Construct(x, positive, negative *tensor.Tensor) *tensor.Tensor {
	return ops.TripletMarginLoss(x, positive, negative, ops.Margin(l.margin), ops.NormDegree(l.p), ops.Eps(l.eps),
		ops.DistanceSwap(l.swap), l.how())
}

// MultiMarginLoss is mindspore.nn.MultiMarginLoss: the mean over the classes c other than the target of
// w·max(0, margin-x[target]+x[c])^p.
//
//ms:layer loss.loss
type MultiMarginLoss struct {
	LossBase
	p      float64        `default:"1.0" option:"NormDegree"`
	margin float64        `default:"1.0"`
	weight *tensor.Tensor `default:""`
}

// Construct takes scores of shape (N, C) and class indices of shape (N).
func (l *MultiMarginLoss) Construct(x, target *tensor.Tensor) *tensor.Tensor {
	return ops.MultiMarginLoss(x, target, weighed(l.weight, ops.NormDegree(l.p), ops.Margin(l.margin), l.how())...)
}

// MultilabelMarginLoss is mindspore.nn.MultilabelMarginLoss: the sum of max(0, 1-x[label]+x[c]) over the labels and
// the classes c that are none, divided by C.
//
//ms:layer loss.loss
type MultilabelMarginLoss struct {
	LossBase
}

// Construct takes scores and class indices of one shape (N, C); -1 ends the labels of a row.
func (l *MultilabelMarginLoss) Construct(x, target *tensor.Tensor) *tensor.Tensor {
	return ops.MultilabelMarginLoss(x, target, l.how())
}
