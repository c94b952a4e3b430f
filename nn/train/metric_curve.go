package train

import (
	"cmp"
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// ROC is the receiver operating characteristic curve, true against false positive rates as the threshold falls:
// mindspore.train.ROC. [AUC] computes the area under it.
type ROC struct {
	classes  int  // 0 if not given
	positive *int // the positive class; nil if not given
	single   bool // the predictions are scores of one class

	dtype  tensor.DType
	scores [][]float64 // by class
	truth  []float64
}

// NewROC returns a ROC of classNum classes (class_num), each against the others. For two classes omit it or pass 1. A
// number below 1 raises ValueError.
func NewROC(classNum ...int) *ROC {
	m := &ROC{}
	if len(classNum) > 0 {
		if m.classes = classNum[0]; m.classes < 1 {
			tensor.Throw("ROC", tensor.ValueError, "For 'ROC', the argument 'class_num' must be positive, but got %d.",
				m.classes)
		}
	}
	return m
}

// PosLabel sets the positive class (pos_label), 1 by default, if the predictions are scores of one class.
func (m *ROC) PosLabel(class int) *ROC {
	m.positive = &class
	return m
}

// Clear removes all samples.
func (m *ROC) Clear() { m.scores, m.truth = nil, nil }

// Update takes scores of one class and classes of the same size, or, if the ROC has C classes, scores of shape (N, C,
// …) and classes of shape (N, …). Other shapes, and a PosLabel with several classes, raise ValueError. All
// batches form one curve; MindSpore keeps only that of the last batch.
func (m *ROC) Update(inputs ...any) {
	pred, truth := pair("ROC", inputs)
	m.check(pred, truth)
	single := pred.NDim() == truth.NDim()
	switch {
	case m.truth == nil:
		m.single, m.dtype = single, pred.DType()
	case m.single != single:
		tensor.Throw("ROC", tensor.ValueError, "For 'ROC.update', all predicted values must have the classes in axis 1, or "+
			"none, but got predicted value ndim: %d, true value ndim: %d.", pred.NDim(), truth.NDim())
	case m.dtype != pred.DType():
		m.dtype = tensor.Float64
	}
	n := 1
	if !single {
		n = m.classes
		pred = pred.SwapAxes(0, 1)
		if pred.NDim() > 2 { // (C, N, …), as truth is laid out
			pred = pred.Reshape(n, -1)
		}
	}
	if m.scores == nil {
		m.scores = make([][]float64, n)
	}
	scores, each := pred.Float64s(), truth.Size()
	for c := range m.scores {
		m.scores[c] = append(m.scores[c], scores[c*each:(c+1)*each]...)
	}
	m.truth = append(m.truth, truth.Float64s()...)
}

func (m *ROC) check(pred, truth *tensor.Tensor) {
	p, y := pred.Shape(), truth.Shape()
	switch len(p) - len(y) {
	case 0:
		if m.classes > 1 {
			tensor.Throw("ROC", tensor.ValueError, "For 'ROC', when predicted value (input[0]) and true value (input[1]) have "+
				"the same shape, the 'class_num' must be 1, but got %d.", m.classes)
		}
	case 1:
		if m.positive != nil {
			tensor.Throw("ROC", tensor.ValueError, "For 'ROC', when the dimension of predicted value (input[0]) equals the "+
				"dimension of true value (input[1]) add 1, the 'pos_label' must be None, but got %d.", *m.positive)
		}
		if len(p) < 2 || m.classes != p[1] {
			tensor.Throw("ROC", tensor.ValueError, "For 'ROC', the 'class_num' must equal the number of classes from predicted "+
				"value (input[0]), but got 'class_num' %d, and a predicted value of shape %s.", m.classes, shape.Tuple(p))
		}
		p = slices.Delete(slices.Clone(p), 1, 2)
	default:
		tensor.Throw("ROC", tensor.ValueError, "For 'ROC', predicted value (input[0]) and true value (input[1]) must have "+
			"same dimensions, or the dimension of predicted value equal the dimension of true value add 1, but got "+
			"predicted value ndim: %d, true value ndim: %d.", len(p), len(y))
	}
	if !slices.Equal(p, y) {
		tensor.Throw("ROC", tensor.ValueError, "For 'ROC.update', predicted value (input[0]) and true value (input[1]) must "+
			"have one shape but for the axis of classes, but got %s and %s.", shape.Tuple(pred.Shape()), shape.Tuple(y))
	}
}

// Eval returns a tensor.Tuple of the false positive rates, the true positive rates and the thresholds, Float64 of
// shape (K+1). The thresholds are the K different scores in descending order, after one above them all. For several
// classes it returns a []tensor.Tuple of three such lists, with a curve for each class. It raises RuntimeError
// without samples, and ValueError unless there are samples both of the class and not of it.
func (m *ROC) Eval() any {
	needUpdate("ROC", m.truth != nil)
	if m.single {
		class := 1
		if m.positive != nil {
			class = *m.positive
		}
		return m.curve(m.scores[0], class)
	}
	all := make([]tensor.Tuple, 3)
	for c, scores := range m.scores {
		for i, x := range m.curve(scores, c) {
			all[i] = append(all[i], x)
		}
	}
	return all
}

// Curve returns the elements of the result of Eval; for several classes, those of one class, the first by default. An
// unknown class raises ValueError.
func (m *ROC) Curve(class ...int) (fpr, tpr, thresholds *tensor.Tensor) {
	c := 0
	if len(class) > 0 {
		c = class[0]
	}
	switch x := m.Eval().(type) {
	case tensor.Tuple:
		if c == 0 {
			return x[0], x[1], x[2]
		}
	case []tensor.Tuple:
		if c >= 0 && c < len(x[0]) {
			return x[0][c], x[1][c], x[2][c]
		}
	}
	tensor.Throw("ROC", tensor.ValueError, "For 'ROC.Curve', the class must be in [0, %d), but got %d.", len(m.scores), c)
	return nil, nil, nil
}

func (m *ROC) curve(scores []float64, class int) tensor.Tuple {
	order := shape.UpTo(len(scores))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) }) // NaN last
	fpr, tpr, at := []float64{0}, []float64{0}, []float64{0}
	hits, misses := 0.0, 0.0
	for k, i := range order {
		if m.truth[i] == float64(class) {
			hits++
		} else {
			misses++
		}
		if k == len(order)-1 || scores[order[k+1]] != scores[i] {
			fpr, tpr, at = append(fpr, misses), append(tpr, hits), append(at, scores[i])
		}
	}
	for _, x := range []struct {
		count       float64
		what, named string
	}{{misses, "negative", "false"}, {hits, "positive", "true"}} {
		if x.count == 0 {
			tensor.Throw("ROC", tensor.ValueError, "For 'ROC.eval', there is no %s samples in true value, %s positive value "+
				"is meaningless.", x.what, x.named)
		}
	}
	for i := range fpr {
		fpr[i] /= misses
		tpr[i] /= hits
	}
	at[0] = at[1] + 1
	thresholds := tensor.New(at)
	switch {
	case m.dtype.IsFloat():
		thresholds = thresholds.AsType(m.dtype)
	case m.dtype.IsInt():
		thresholds = thresholds.AsType(tensor.Int64)
	}
	return tensor.Tuple{tensor.New(fpr), tensor.New(tpr), thresholds}
}

// AUC returns the area under a curve by the trapezoidal rule: mindspore.train.auc. x and y have shape (N) or (N, 1),
// N at least 2; for a [ROC] they are its false and true positive rates. x must be monotonic, unless reorder, false by
// default, sorts the points. Other inputs raise ValueError.
func AUC(x, y any, reorder ...bool) float64 {
	given := inputs("auc", []any{x, y}, "2 inputs (x, y)", 2)
	for _, t := range given {
		if t.NDim() != 1 && !(t.NDim() == 2 && t.Dim(1) == 1) {
			tensor.Throw("auc", tensor.ValueError, "For 'auc', the input must be a 1-dimensional array, or a 2-dimensional "+
				"array with the second dimension of 1, but got shape %s.", shape.Tuple(t.Shape()))
		}
	}
	xs, ys := slices.Clone(given[0].Float64s()), slices.Clone(given[1].Float64s())
	if len(xs) != len(ys) || len(xs) < 2 {
		tensor.Throw("auc", tensor.ValueError, "For 'auc', the arguments 'x' and 'y' must have the same number of elements, "+
			"at least 2, but got %d and %d.", len(xs), len(ys))
	}
	sign := 1.0
	if len(reorder) > 0 && reorder[0] {
		xs, ys = sorted(xs, ys)
	} else if falls := slices.ContainsFunc(xs, math.IsNaN) || !slices.IsSorted(xs); falls {
		if sign = -1; !slices.IsSortedFunc(xs, func(a, b float64) int { return cmp.Compare(b, a) }) {
			tensor.Throw("auc", tensor.ValueError, "For 'auc', the argument 'x' must be increasing or decreasing where "+
				"'reorder' is False, but got 'x': %v", given[0])
		}
	}
	area := 0.0
	for i := range len(xs) - 1 {
		area += (xs[i+1] - xs[i]) * (ys[i+1] + ys[i]) / 2
	}
	return sign * area
}

// sorted returns the points sorted by x, then y.
func sorted(xs, ys []float64) (x, y []float64) {
	order := shape.UpTo(len(xs))
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(xs[a], xs[b]), cmp.Compare(ys[a], ys[b])) })
	for _, i := range order {
		x, y = append(x, xs[i]), append(y, ys[i])
	}
	return x, y
}
