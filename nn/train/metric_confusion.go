package train

import "github.com/msrepl/msrepl/tensor"

// ConfusionMatrix counts, in a row for each class, the predictions of its samples: mindspore.train.ConfusionMatrix.
type ConfusionMatrix struct {
	classes   int
	normalize string
	threshold float64
	counts    []float64
	updated   bool
}

// NewConfusionMatrix returns a ConfusionMatrix. normalize sets what the counts are divided by: "no_norm", the
// default, "target", "prediction" or "all". Any other value, and a number of classes that is not positive, raise
// ValueError.
func NewConfusionMatrix(classes int, normalize ...string) *ConfusionMatrix {
	m := &ConfusionMatrix{classes: classes, normalize: "no_norm", threshold: 0.5}
	if classes <= 0 {
		tensor.Throw("ConfusionMatrix", tensor.ValueError, "For 'ConfusionMatrix', the argument 'num_classes' must be positive, but got %d.", classes)
	}
	if len(normalize) > 0 {
		m.normalize = normalize[0]
	}
	switch m.normalize {
	case "no_norm", "target", "prediction", "all":
	default:
		tensor.Throw("ConfusionMatrix", tensor.ValueError, "For 'ConfusionMatrix', the argument 'normalize' must be in "+
			"['all', 'prediction', 'label', 'no_norm'(None)], but got %s.", m.normalize)
	}
	m.Clear()
	return m
}

// Threshold sets the least float prediction of two classes that counts as class 1; the default is 0.5.
func (m *ConfusionMatrix) Threshold(t float64) *ConfusionMatrix {
	m.threshold = t
	return m
}

// Clear removes all samples.
func (m *ConfusionMatrix) Clear() { m.counts, m.updated = make([]float64, m.classes*m.classes), false }

// Update takes predictions and then classes of shape (N, …). Predictions have shape (N, C, …), or are classes (N,
// …), or floats (N, …) for two classes. Other shapes and classes raise ValueError.
func (m *ConfusionMatrix) Update(inputs ...any) {
	pred, truth := pair("ConfusionMatrix", inputs)
	if d := pred.NDim() - truth.NDim(); d != 0 && d != 1 {
		tensor.Throw("ConfusionMatrix", tensor.ValueError, "For 'ConfusionMatrix.update', predicted value (input[0]) and true value (input[1]) should have "+
			"same dimensions, or the dimension of predicted value equals the dimension of true value add 1, but got predicted value ndim: %d, true value "+
			"ndim: %d.", pred.NDim(), truth.NDim())
	}
	switch {
	case pred.NDim() > truth.NDim():
		pred = pred.ArgMax(1)
	case pred.DType().IsFloat():
		pred = pred.GreaterEqual(tensor.Scalar(m.threshold)).AsType(tensor.Int32)
	}
	guess, ys := whole(pred), whole(truth)
	if len(guess) != len(ys) {
		tensor.Throw("ConfusionMatrix", tensor.ValueError, "For 'ConfusionMatrix.update', there are %d predictions, but %d true values.", len(guess), len(ys))
	}
	for i, y := range ys {
		if y < 0 || y >= m.classes || guess[i] < 0 || guess[i] >= m.classes {
			tensor.Throw("ConfusionMatrix", tensor.ValueError, "For 'ConfusionMatrix.update', the classes must be in [0, %d), but got %d taken for %d.",
				m.classes, y, guess[i])
		}
		m.counts[y*m.classes+guess[i]]++
	}
	m.updated = true
}

// Eval returns the matrix, Float64 of shape (classes, classes). Without samples it raises RuntimeError.
func (m *ConfusionMatrix) Eval() any {
	needUpdate("ConfusionMatrix", m.updated)
	n := m.classes
	out := make([]float64, n*n)
	for i := range out {
		sum := 0.0
		for j := range n * n {
			same := m.normalize == "all" || m.normalize == "target" && i/n == j/n || m.normalize == "prediction" && i%n == j%n
			if same {
				sum += m.counts[j]
			}
		}
		switch {
		case m.normalize == "no_norm":
			out[i] = m.counts[i]
		case sum > 0:
			out[i] = m.counts[i] / sum
		}
	}
	return tensor.Share(out, n, n)
}
