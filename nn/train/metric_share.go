package train

import "github.com/msrepl/msrepl/tensor"

// smallest is the smallest normal float64 (sys.float_info.min); it prevents 0/0.
const smallest = 0x1p-1022

// share counts for each class the samples predicted correctly and those they are compared with. With "multilabel",
// each Update appends its own figures, as MindSpore's does.
type share struct {
	kind
	hits, of []float64
}

func (s *share) Clear() { s.classes, s.hits, s.of = 0, nil, nil }

// update adds a batch; ofTruth is whether the hits are compared with the samples of a class rather than with the
// predictions of it.
func (s *share) update(given []any, ofTruth bool) {
	pred, truth := s.read(given)
	hits, of := make([]float64, s.classes), make([]float64, s.classes)
	if s.multilabel {
		hits, of = s.labels(pred, truth, ofTruth)
		s.hits, s.of = append(s.hits, hits...), append(s.of, of...)
		return
	}
	guess := whole(pred.ArgMax(1))
	for i, y := range checkClasses(s.class, truth, s.classes) {
		if guess[i] == y {
			hits[y]++
		}
		if ofTruth {
			of[y]++
		} else {
			of[guess[i]]++
		}
	}
	s.hits, s.of = plus(s.hits, hits), plus(s.of, of)
}

// labels compares zeros and ones. The layout follows MindSpore's reshape: it sums over the first axis of shape (C,
// N), which yields one figure for each sample.
func (s *share) labels(pred, truth *tensor.Tensor, ofTruth bool) (hits, of []float64) {
	p, y := pred.SwapAxes(1, 0).Reshape(s.classes, -1), truth.SwapAxes(1, 0).Reshape(s.classes, -1)
	n := p.Dim(1)
	hits, of = make([]float64, n), make([]float64, n)
	ps, ys := whole(p), whole(y)
	for i := range ps {
		hits[i%n] += float64(ps[i] * ys[i])
		if ofTruth {
			of[i%n] += float64(ys[i])
		} else {
			of[i%n] += float64(ps[i])
		}
	}
	return hits, of
}

// checkClasses returns the classes. It raises ValueError for a class outside the predictions' classes.
func checkClasses(class string, truth *tensor.Tensor, n int) []int {
	ys := whole(truth)
	most := 0
	for _, y := range ys {
		if y < 0 {
			tensor.Throw(class, tensor.ValueError, "For '%s.update', true value (input[1]) must not be negative, but got %d.", class, y)
		}
		most = max(most, y+1)
	}
	if most > n {
		tensor.Throw(class, tensor.ValueError, "For '%s.update', predicted value (input[0]) should have the same classes number as true value (input[1]), "+
			"but got predicted value classes %d, true value classes %d.", class, n, most)
	}
	return ys
}

func plus(sum, x []float64) []float64 {
	if sum == nil {
		return x
	}
	for i, v := range x {
		sum[i] += v
	}
	return sum
}

// Eval returns the share of each class, a Float64 tensor.
func (s *share) Eval() any {
	needSamples(s.class, s.classes)
	out := make([]float64, len(s.hits))
	for i, h := range s.hits {
		out[i] = h / (s.of[i] + smallest)
	}
	return tensor.New(out)
}

// Average returns the mean of what Eval returns: eval(average=True).
func (s *share) Average() float64 { return mean(s.Eval()) }

func mean(v any) float64 { return v.(*tensor.Tensor).Mean().Float() }

// Precision is, for each class, the fraction of its predictions that are correct: mindspore.train.Precision.
type Precision struct{ share }

// NewPrecision returns a Precision for "classification", the default, or "multilabel"; else it raises TypeError.
func NewPrecision(evalType ...string) *Precision {
	return &Precision{share{kind: newKind("Precision", evalType)}}
}

// Update takes inputs as [Accuracy] does. A class that the predictions do not have raises ValueError.
func (p *Precision) Update(inputs ...any) { p.update(inputs, false) }

// Recall is, for each class, the fraction of its samples that were predicted as such: mindspore.train.Recall.
type Recall struct{ share }

// NewRecall returns a Recall for "classification", the default, or "multilabel"; else it raises TypeError.
func NewRecall(evalType ...string) *Recall {
	return &Recall{share{kind: newKind("Recall", evalType)}}
}

// Update takes inputs as [Accuracy] does. A class that the predictions do not have raises ValueError.
func (r *Recall) Update(inputs ...any) { r.update(inputs, true) }

// Fbeta is the F-beta score, which weighs recall beta times as much as precision: mindspore.train.Fbeta.
type Fbeta struct {
	kind
	beta                    float64
	hits, predicted, actual []float64
}

// NewFbeta returns an Fbeta. A beta that is not positive raises ValueError.
func NewFbeta(beta float64) *Fbeta {
	if !(beta > 0) {
		tensor.Throw("Fbeta", tensor.ValueError, "For 'Fbeta', the argument 'beta' must be greater than 0, but got %s.", tensor.Repr(beta))
	}
	return &Fbeta{kind: kind{class: "Fbeta"}, beta: beta}
}

// F1 is the harmonic mean of precision and recall: mindspore.train.F1.
type F1 struct{ Fbeta }

// NewF1 returns an F1.
func NewF1() *F1 { return &F1{*NewFbeta(1)} }

// Clear removes all samples.
func (f *Fbeta) Clear() { f.classes, f.hits, f.predicted, f.actual = 0, nil, nil, nil }

// Update takes inputs as [Accuracy] does. A class that the predictions do not have raises ValueError.
func (f *Fbeta) Update(inputs ...any) {
	pred, truth := f.read(inputs)
	hits, predicted, actual := make([]float64, f.classes), make([]float64, f.classes), make([]float64, f.classes)
	guess := whole(pred.ArgMax(1))
	for i, y := range checkClasses(f.class, truth, f.classes) {
		if guess[i] == y {
			hits[y]++
		}
		predicted[guess[i]]++
		actual[y]++
	}
	f.hits, f.predicted, f.actual = plus(f.hits, hits), plus(f.predicted, predicted), plus(f.actual, actual)
}

// Eval returns the score of each class, a Float64 tensor.
func (f *Fbeta) Eval() any {
	needSamples("Fbeta", f.classes)
	b := float64(f.beta * f.beta)
	out := make([]float64, len(f.hits))
	for i, h := range f.hits {
		out[i] = (1 + b) * h / (float64(b*f.actual[i]) + f.predicted[i] + smallest)
	}
	return tensor.New(out)
}

// Average returns the mean of what Eval returns: eval(average=True).
func (f *Fbeta) Average() float64 { return mean(f.Eval()) }
