package train

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// kind is the common part of metrics of classes: MindSpore's EvaluationBase.
type kind struct {
	class      string
	multilabel bool
	classes    int // 0 before the first Update
}

// newKind returns the kind of evaluation, "classification" by default, or "multilabel". Any other value raises
// TypeError.
func newKind(class string, evalType []string) kind {
	k := kind{class: class}
	if len(evalType) > 0 {
		k.multilabel = evalType[0] == "multilabel"
		if !k.multilabel && evalType[0] != "classification" {
			tensor.Throw(class, tensor.TypeError, "The argument 'eval_type' must be in {'classification', 'multilabel'}, but got %s", evalType[0])
		}
	}
	return k
}

// read checks the inputs of Update. For classification, truth becomes a class for each sample even if it is one-hot.
func (k *kind) read(given []any) (pred, truth *tensor.Tensor) {
	pred, truth = pair(k.class, given)
	if !k.multilabel && pred.NDim() == truth.NDim() && isOneHot(truth) {
		truth = truth.ArgMax(1)
	}
	k.checkShapes(pred.Shape(), truth.Shape())
	if k.multilabel && !(isBinary(pred) && isBinary(truth)) {
		tensor.Throw(k.class, tensor.ValueError, "In multilabel case, all elements in y_pred (predicted value) and y (true value) should be 0 or 1."+
			"Please check whether your inputs y_pred and y are correct.")
	}
	k.count(pred.Dim(1))
	return pred, truth
}

// count raises ValueError unless every Update has as many classes as the first.
func (k *kind) count(n int) {
	if k.classes == 0 {
		k.classes = n
	}
	if k.classes != n {
		tensor.Throw(k.class, tensor.ValueError, "For '%s.update', class number not match, last input predicted data contain %d classes, but current "+
			"predicted data contain %d classes, please check your predicted value(inputs[0]).", k.class, k.classes, n)
	}
}

func (k *kind) checkShapes(pred, truth []int) {
	if k.multilabel {
		if len(pred) != len(truth) {
			tensor.Throw(k.class, tensor.ValueError, "In multilabel case, the dimension of y_pred (predicted value) should equal to the dimension of y "+
				"(true value), but got y_pred dimension: %d and y dimension: %d.", len(pred), len(truth))
		}
		if !slices.Equal(pred, truth) {
			tensor.Throw(k.class, tensor.ValueError, "In multilabel case, the shape of y_pred (predicted value) should equal to the shape of y "+
				"(true value), but got y_pred shape: %s and y shape: %s.", shape.Tuple(pred), shape.Tuple(truth))
		}
		return
	}
	if len(pred) != len(truth)+1 {
		tensor.Throw(k.class, tensor.ValueError, "In classification case, the dimension of y_pred (predicted value) should equal to the dimension of y "+
			"(true value) add 1, but got y_pred dimension: %d and y dimension: %d.", len(pred), len(truth))
	}
	if len(pred) < 2 || !slices.Equal(truth, slices.Delete(slices.Clone(pred), 1, 2)) {
		tensor.Throw(k.class, tensor.ValueError, "In classification case, y_pred (predicted value) shape and y (true value) shape can not match, y shape "+
			"should be equal to y_pred shape that the value at index 1 is deleted. Such as y_pred shape (1, 2, 3), then y shape should be (1, 3). But "+
			"got y_pred shape %s and y shape %s", shape.Tuple(pred), shape.Tuple(truth))
	}
}

// isBinary reports whether all elements are 0 or 1.
func isBinary(x *tensor.Tensor) bool {
	return !slices.ContainsFunc(x.Float64s(), func(v float64) bool { return v != 0 && v != 1 })
}

// isOneHot reports whether x has, along its second axis, exactly one 1 and otherwise zeros.
func isOneHot(x *tensor.Tensor) bool {
	if x.NDim() < 2 || !isBinary(x) {
		return false
	}
	return !slices.ContainsFunc(x.AsType(tensor.Float32).Sum(1).Float64s(), func(v float64) bool { return v != 1 })
}

// whole returns the elements of x as ints.
func whole(x *tensor.Tensor) []int {
	v := x.Float64s()
	out := make([]int, len(v))
	for i, f := range v {
		out[i] = int(f)
	}
	return out
}
