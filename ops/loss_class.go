package ops

import (
	"cmp"
	"slices"

	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// This file has the losses of classification.

// CrossEntropy returns the cross entropy of logits, of shape (N, C, d1, …) or (C), and target: class indices of
// shape (N, d1, …) or (), or probabilities of the shape of logits. Options: Weight of shape (C), IgnoreIndex (-100),
// for indices, Reduction ("mean", which divides by the sum of the weights for indices, by the number of rows for
// probabilities), LabelSmoothing (0). Integer logits give Float32.
//
//ms:op func=cross_entropy class= types=float
func CrossEntropy(logits, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "cross_entropy"
	o := read(op, opts, "Weight", "IgnoreIndex", "Reduction", "LabelSmoothing")
	if target.DType().IsFloat() && shapesEqual(logits, target) {
		return once(op, of(logits, target), func(in []*tensor.Tensor) *tensor.Tensor {
			return crossEntropyOfProbabilities(op, in[0].LogSoftmax(classAxis(op, logits)), in[1], o)
		})
	}
	return once(op, of(logits), func(in []*tensor.Tensor) *tensor.Tensor {
		if loss, ok := entropy(op, in[0], target, o); ok {
			return loss
		}
		return negativeLikelihood(op, in[0].LogSoftmax(classAxis(op, logits)), target, o)
	})
}

// NLLLoss returns the negative log likelihood of the class indices target, of shape (N, d1, …) or (), under logP,
// logarithms of probabilities of shape (N, C, d1, …) or (C). Options: Weight of shape (C), IgnoreIndex (-100),
// Reduction ("mean", which divides by the sum of the weights), LabelSmoothing (0). Integers give Float32.
//
//ms:op func=nll_loss class=NLLLoss types=float
func NLLLoss(logP, target *tensor.Tensor, opts ...Option) *tensor.Tensor {
	const op = "nll_loss"
	o := read(op, opts, "Weight", "IgnoreIndex", "Reduction", "LabelSmoothing")
	return once(op, of(logP), func(in []*tensor.Tensor) *tensor.Tensor {
		return negativeLikelihood(op, in[0], target, o)
	})
}

// classAxis returns the axis of the classes: the second, or the only one.
func classAxis(op string, x *tensor.Tensor) int {
	if x.NDim() == 0 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the dimension of 'logits' must be at least 1, but got a 0-d tensor.", op)
	}
	return min(1, x.NDim()-1)
}

// smoothing returns the option LabelSmoothing.
func smoothing(op string, o options) float64 {
	s := kwargs.Get(o, "LabelSmoothing", 0.0)
	if s < 0 || s > 1 {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'label_smoothing' must be in range of [0.0, 1.0], but got %v.", op, s)
	}
	return s
}

// classWeight returns the option Weight as dt, which must have one element per class; nil without it.
func classWeight(op string, o options, classes int, dt tensor.DType) *tensor.Tensor {
	w := kwargs.Get[*tensor.Tensor](o, "Weight", nil)
	if w == nil {
		return nil
	}
	if w.NDim() != 1 || w.Size() != classes {
		tensor.Throw(op, tensor.ValueError, "For '%s', the 'weight' must be a 1-D tensor with an element for each of the %d classes, but its shape is %s.",
			op, classes, tupleText(w.Shape()))
	}
	return w.AsType(dt)
}

// alongClasses reshapes w, of shape (C), to broadcast to x with the classes at axis.
func alongClasses(w, x *tensor.Tensor, axis int) *tensor.Tensor {
	dims := slices.Repeat([]int{1}, x.NDim())
	dims[axis] = w.Size()
	return w.Reshape(dims...)
}

func crossEntropyOfProbabilities(op string, logP, target *tensor.Tensor, o options) *tensor.Tensor {
	axis := classAxis(op, logP)
	classes := logP.Dim(axis)
	if s := smoothing(op, o); s > 0 {
		target = target.Mul(number(1 - s)).Add(number(s / float64(classes)))
	}
	loss := logP.Mul(target)
	if w := classWeight(op, o, classes, loss.DType()); w != nil {
		loss = loss.Mul(alongClasses(w, logP, axis))
	}
	return reduced(op, o, "mean", loss.Sum(axis).Neg())
}

func negativeLikelihood(op string, logP, target *tensor.Tensor, o options) *tensor.Tensor {
	axis := classAxis(op, logP)
	classes := logP.Dim(axis)
	if want := slices.Delete(logP.Shape(), axis, axis+1); !slices.Equal(want, target.Shape()) {
		tensor.Throw(op, tensor.ValueError, "For '%s', the shape of 'labels' must be %s for 'logits' of shape %s, but got %s.",
			op, tupleText(want), tupleText(logP.Shape()), tupleText(target.Shape()))
	}
	if !target.DType().IsInt() {
		tensor.Throw(op, tensor.TypeError, "For '%s', the type of 'labels' must be an integer, but got Tensor[%s].", op, target.DType())
	}
	some := checkLabels(op, target, classes, kwargs.Get(o, "IgnoreIndex", -100))
	w := classWeight(op, o, classes, logP.DType())
	index := target.AsType(tensor.Int64).ExpandDims(axis)
	counted := func(x *tensor.Tensor) *tensor.Tensor { return x }
	if some {
		ignored := index.Equal(tensor.Scalar(kwargs.Get(o, "IgnoreIndex", -100)))
		counted = func(x *tensor.Tensor) *tensor.Tensor { return x.MaskedFill(ignored, 0) }
		index = counted(index)
		w = cmp.Or(w, tensor.Ones(classes).AsType(logP.DType()))
	}
	loss := counted(logP.GatherElements(axis, index).Neg())
	counts := number(float64(index.Size())) // unless labels have different weights
	if w != nil {
		counts = counted(w.Gather(index, 0))
		loss = loss.Mul(counts)
	}
	if s := smoothing(op, o); s > 0 {
		all := logP
		if w != nil {
			all = logP.Mul(alongClasses(w, logP, axis))
		}
		even := counted(all.SumAxes([]int{axis}, true).Neg())
		loss = loss.Mul(number(1 - s)).Add(even.Mul(number(s / float64(classes))))
	}
	if kwargs.Get(o, "Reduction", "mean") == "mean" {
		return loss.Sum().Div(counts.Sum())
	}
	return reduced(op, o, "mean", loss.Squeeze(axis))
}

// checkLabels throws if a label that is not ignored is not a class. It reports whether some labels are ignored.
func checkLabels(op string, labels *tensor.Tensor, classes, ignored int) (some bool) {
	for _, l := range labels.Int64s() {
		switch {
		case l == int64(ignored):
			some = true
		case l < 0 || l >= int64(classes):
			tensor.Throw(op, tensor.ValueError, "For '%s', the labels must be in range [0, %d), but got %d.", op, classes, l)
		}
	}
	return some
}

// SoftmaxCrossEntropyWithLogits returns the cross entropy of each row of logits, of shape (N, C), and labels,
// probabilities of that shape, and the gradient of the losses' sum with respect to logits. Integers give Float32.
//
//ms:op func= class=SoftmaxCrossEntropyWithLogits types=float
func SoftmaxCrossEntropyWithLogits(logits, labels *tensor.Tensor) (loss, dlogits *tensor.Tensor) {
	const op = "SoftmaxCrossEntropyWithLogits"
	checkRank(op, "logits", logits, 2)
	sameShape(op, "logits", "labels", logits, labels)
	loss = once(op, of(logits, labels), func(in []*tensor.Tensor) *tensor.Tensor {
		return in[0].LogSoftmax(-1).Mul(in[1]).Sum(-1).Neg()
	})
	dlogits = once(op, of(logits, labels), func(in []*tensor.Tensor) *tensor.Tensor {
		return in[0].Softmax(-1).Sub(in[1])
	})
	return loss, dlogits.Detach()
}

// SparseSoftmaxCrossEntropyWithLogits returns the mean cross entropy of the rows of logits, of shape (N, C), and
// class indices of shape (N). Integer logits give Float32.
//
//ms:op func= class=SparseSoftmaxCrossEntropyWithLogits types=float
func SparseSoftmaxCrossEntropyWithLogits(logits, labels *tensor.Tensor) *tensor.Tensor {
	const op = "SparseSoftmaxCrossEntropyWithLogits"
	checkRank(op, "logits", logits, 2)
	return once(op, of(logits), func(in []*tensor.Tensor) *tensor.Tensor {
		if loss, ok := entropy(op, in[0], labels, read(op, nil)); ok {
			return loss
		}
		return negativeLikelihood(op, in[0].LogSoftmax(-1), labels, read(op, nil))
	})
}
