package train

import (
	"math"
	"slices"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// Dice is the Dice coefficient, the overlap of predicted and true areas: mindspore.train.Dice. A batch contributes
// 2·Σpy/(Σp² + Σy² + smooth), and the sum over the batches is divided by the number of samples.
type Dice struct {
	smooth, sum float64
	samples     int
}

// NewDice returns a Dice. smooth, 1e-5 by default, prevents 0/0. It raises ValueError unless it is positive.
func NewDice(smooth ...float64) *Dice {
	m := &Dice{smooth: 1e-5}
	if len(smooth) > 0 {
		m.smooth = smooth[0]
	}
	if !(m.smooth > 0) {
		tensor.Throw("Dice", tensor.ValueError, "For 'Dice', the argument 'smooth' must be greater than 0, but got %s.",
			tensor.Repr(m.smooth))
	}
	return m
}

// Clear removes all samples.
func (m *Dice) Clear() { m.sum, m.samples = 0, 0 }

// Update takes predicted and true values of one shape (N, …). Different shapes raise ValueError.
func (m *Dice) Update(inputs ...any) {
	pred, truth := pair("Dice", inputs)
	if !slices.Equal(pred.Shape(), truth.Shape()) || truth.NDim() == 0 {
		tensor.Throw("Dice", tensor.ValueError, "For 'Dice.update', predicted value (input[0]) and true value (input[1]) "+
			"should have same shape, with at least one axis, but got predicted value shape: %s, true value shape: %s.",
			shape.Tuple(pred.Shape()), shape.Tuple(truth.Shape()))
	}
	p, y := pred.Float64s(), truth.Float64s()
	m.sum += 2 * dot(p, y) / (dot(p, p) + dot(y, y) + m.smooth)
	m.samples += truth.Len()
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}

// Eval returns the coefficient, a float64. Without samples it raises RuntimeError.
func (m *Dice) Eval() any {
	needSamples("Dice coefficient", m.samples)
	return m.sum / float64(m.samples)
}

// CosineSimilarity compares the rows of a matrix with each other: mindspore.train.CosineSimilarity.
type CosineSimilarity struct {
	similarity, reduction string
	keepDiagonal          bool
	rows, length          int
	x                     []float64
	updated               bool
}

// NewCosineSimilarity returns a CosineSimilarity. similarity is "cosine", the default, or "dot", the dot product of
// rows. Any other value raises ValueError.
func NewCosineSimilarity(similarity ...string) *CosineSimilarity {
	m := &CosineSimilarity{similarity: "cosine", reduction: "none"}
	if len(similarity) > 0 {
		m.similarity = oneOf("CosineSimilarity", "similarity", similarity[0], "dot", "cosine")
	}
	return m
}

// Reduction sets the reduction of each row of similarities: "none", the default, "sum" or "mean". Any other value
// raises ValueError.
func (m *CosineSimilarity) Reduction(reduction string) *CosineSimilarity {
	m.reduction = oneOf("CosineSimilarity", "reduction", reduction, "none", "sum", "mean")
	return m
}

// ZeroDiagonal sets whether a row's similarity with itself is 0 (zero_diagonal); the default is true.
func (m *CosineSimilarity) ZeroDiagonal(zero bool) *CosineSimilarity {
	m.keepDiagonal = !zero
	return m
}

// Clear removes the matrix.
func (m *CosineSimilarity) Clear() { m.x, m.updated = nil, false }

// Update takes a matrix of shape (N, D); only the last one counts. Any other shape raises ValueError.
func (m *CosineSimilarity) Update(given ...any) {
	x := inputs("CosineSimilarity", given, "1 input (matrix)", 1)[0]
	if x.NDim() != 2 {
		tensor.Throw("CosineSimilarity", tensor.ValueError, "For 'CosineSimilarity.update', the input must be a matrix of "+
			"shape (N, D), but got shape %s.", shape.Tuple(x.Shape()))
	}
	m.rows, m.length, m.x, m.updated = x.Dim(0), x.Dim(1), slices.Clone(x.Float64s()), true
	if m.similarity == "dot" {
		return
	}
	for i := range m.rows {
		row := m.row(i)
		norm := math.Sqrt(dot(row, row))
		for j := range row {
			row[j] /= norm
		}
	}
}

func (m *CosineSimilarity) row(i int) []float64 { return m.x[i*m.length : (i+1)*m.length] }

// Eval returns the similarities, Float64 of shape (N, N), or (N) with a reduction. The cosine of a row of zeros is
// NaN. It raises RuntimeError before an Update.
func (m *CosineSimilarity) Eval() any {
	needUpdate("CosineSimilarity", m.updated)
	out := make([]float64, m.rows*m.rows)
	for i := range out {
		if r, c := i/m.rows, i%m.rows; r != c || m.keepDiagonal {
			out[i] = dot(m.row(r), m.row(c))
		}
	}
	t := tensor.Share(out, m.rows, m.rows)
	switch m.reduction {
	case "sum":
		return t.Sum(1)
	case "mean":
		return t.Mean(1)
	}
	return t
}
