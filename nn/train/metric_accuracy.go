package train

import (
	"slices"

	"github.com/msrepl/msrepl/tensor"
)

// Accuracy is the fraction of samples that are predicted correctly: mindspore.train.Accuracy.
type Accuracy struct {
	kind
	correct, total int
}

// NewAccuracy returns an Accuracy for "classification", the default, or "multilabel". Any other value raises
// TypeError.
func NewAccuracy(evalType ...string) *Accuracy {
	return &Accuracy{kind: newKind("Accuracy", evalType)}
}

// Clear removes all samples.
func (a *Accuracy) Clear() { a.classes, a.correct, a.total = 0, 0, 0 }

// Update takes predictions of shape (N, C, …), and classes of shape (N, …) or one-hot (N, C, …). With
// "multilabel", both are zeros and ones of shape (N, C, …). Other inputs raise ValueError.
func (a *Accuracy) Update(inputs ...any) {
	pred, truth := a.read(inputs)
	if !a.multilabel {
		want := whole(truth)
		for i, got := range whole(pred.ArgMax(1)) {
			if got == want[i] {
				a.correct++
			}
		}
		a.total += len(want)
		return
	}
	got, want := rows(pred, a.classes), rows(truth, a.classes)
	for i := 0; i+a.classes <= len(got); i += a.classes {
		if slices.Equal(got[i:i+a.classes], want[i:i+a.classes]) {
			a.correct++
		}
		a.total++
	}
}

// rows returns the labels sample by sample.
func rows(x *tensor.Tensor, classes int) []int {
	return whole(x.SwapAxes(1, x.NDim()-1).Reshape(-1, classes))
}

// Eval returns the accuracy, a float64.
func (a *Accuracy) Eval() any {
	needSamples("Accuracy", a.total)
	return float64(a.correct) / float64(a.total)
}

// TopKCategoricalAccuracy is the fraction of samples whose class is among the k most likely:
// mindspore.train.TopKCategoricalAccuracy.
type TopKCategoricalAccuracy struct{ k, correct, total int }

// NewTopKCategoricalAccuracy returns a TopKCategoricalAccuracy. A k below 1 raises ValueError.
func NewTopKCategoricalAccuracy(k int) *TopKCategoricalAccuracy {
	if k < 1 {
		tensor.Throw("TopKCategoricalAccuracy", tensor.ValueError, "For 'TopKCategoricalAccuracy', the argument 'k' must be at least 1, but got 'k' value: %d.", k)
	}
	return &TopKCategoricalAccuracy{k: k}
}

// Clear removes all samples.
func (m *TopKCategoricalAccuracy) Clear() { m.correct, m.total = 0, 0 }

// Update takes predictions of shape (N, C) and classes of shape (N) or one-hot (N, C). Among equal predictions the
// first counts; NaN never counts.
func (m *TopKCategoricalAccuracy) Update(inputs ...any) {
	pred, truth := pair("TopKCategoricalAccuracy", inputs)
	if pred.NDim() == truth.NDim() && isOneHot(truth) {
		truth = truth.ArgMax(1)
	}
	if pred.NDim() != 2 || truth.Size() != pred.Len() {
		tensor.Throw("TopKCategoricalAccuracy", tensor.ValueError, "For 'TopKCategoricalAccuracy.update', predictions of shape (N, C) and N classes are "+
			"needed, but got %d axes and %d classes.", pred.NDim(), truth.Size())
	}
	scores, n := pred.Float64s(), pred.Dim(1)
	for i, want := range whole(truth) {
		row := scores[i*n : (i+1)*n]
		better := 0
		for j, s := range row {
			if want >= 0 && want < n && (s > row[want] || s == row[want] && j < want) {
				better++
			}
		}
		if want >= 0 && want < n && better < m.k && row[want] == row[want] {
			m.correct++
		}
		m.total++
	}
}

// Eval returns the accuracy, a float64.
func (m *TopKCategoricalAccuracy) Eval() any {
	needSamples("TopKCategoricalAccuracy", m.total)
	return float64(m.correct) / float64(m.total)
}
