package train

import (
	"fmt"
	"math"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/tensor"
)

// BleuScore compares translations with human ones, from 0 to 1: mindspore.train.BleuScore. It is BLEU over the whole
// corpus (Papineni et al., 2002): the geometric mean of the n-gram precisions, times a penalty if the translations
// are shorter than the references closest in length.
type BleuScore struct {
	nGram              int
	smooth             bool
	hits, of           []float64 // n-grams in a reference, and all n-grams, by length
	length, referenced int       // words
	updated            bool
}

// NewBleuScore returns a BleuScore of n-grams up to length nGram, from 1 to 4; the default is 4. Any other length
// raises ValueError.
func NewBleuScore(nGram ...int) *BleuScore {
	m := &BleuScore{nGram: 4}
	if len(nGram) > 0 {
		m.nGram = nGram[0]
	}
	if m.nGram < 1 || m.nGram > 4 {
		tensor.Throw("BleuScore", tensor.ValueError,
			"For 'BleuScore', the argument 'n_gram' should range from 1 to 4, but got %d.", m.nGram)
	}
	m.Clear()
	return m
}

// Smooth sets whether 1 is added to the counts (smooth; Lin and Och, 2004); the default is false. As in MindSpore,
// this includes n-grams of length 1.
func (m *BleuScore) Smooth(smooth bool) *BleuScore {
	m.smooth = smooth
	return m
}

// Clear removes all translations.
func (m *BleuScore) Clear() {
	m.hits, m.of = make([]float64, m.nGram), make([]float64, m.nGram)
	m.length, m.referenced, m.updated = 0, 0, false
}

// Update takes translations, a [][]string of the words of each, and references, a [][][]string of the words of one or
// more for each translation. Other types raise TypeError, different numbers of translations and references
// ValueError.
func (m *BleuScore) Update(inputs ...any) {
	if len(inputs) != 2 {
		tensor.Throw("BleuScore", tensor.ValueError, "For 'BleuScore.update', it needs 2 inputs (candidate_corpus, "+
			"reference_corpus), but got %d.", len(inputs))
	}
	candidates, ok := inputs[0].([][]string)
	references, ok2 := inputs[1].([][][]string)
	if !ok || !ok2 {
		tensor.Throw("BleuScore", tensor.TypeError, "For 'BleuScore.update', 'candidate_corpus' (inputs[0]) must be "+
			"[][]string and 'reference_corpus' (inputs[1]) [][][]string, but got %T and %T.", inputs[0], inputs[1])
	}
	if len(candidates) != len(references) {
		tensor.Throw("BleuScore", tensor.ValueError, "For 'BleuScore.update', 'candidate_corpus' (inputs[0]) and "+
			"'reference_corpus' (inputs[1]) should be equal in length, but got %d, %d", len(candidates), len(references))
	}
	for i, refs := range references {
		if len(refs) == 0 {
			tensor.Throw("BleuScore", tensor.ValueError, "For 'BleuScore.update', each translation needs a reference, "+
				"but 'reference_corpus' (inputs[1]) has none at %d.", i)
		}
	}
	for i, words := range candidates {
		m.add(words, references[i])
	}
	m.updated = true
}

// add counts a translation.
func (m *BleuScore) add(words []string, references [][]string) {
	next := references[0]
	for _, r := range references {
		if distance(len(r), len(words)) < distance(len(next), len(words)) {
			next = r
		}
	}
	m.length += len(words)
	m.referenced += len(next)
	for n := range m.nGram {
		most := map[string]int{}
		for _, r := range references {
			for gram, count := range grams(r, n+1) {
				most[gram] = max(most[gram], count)
			}
		}
		for gram, count := range grams(words, n+1) {
			m.hits[n] += float64(min(count, most[gram]))
			m.of[n] += float64(count)
		}
	}
}

func distance(a, b int) int { return max(a-b, b-a) }

// grams counts the n-grams of n words.
func grams(words []string, n int) map[string]int {
	counts := map[string]int{}
	for i := 0; i+n <= len(words); i++ {
		var key strings.Builder // with the lengths, so that words may contain any characters
		for _, w := range words[i : i+n] {
			fmt.Fprintf(&key, "%d:%s", len(w), w)
		}
		counts[key.String()]++
	}
	return counts
}

// Eval returns the score, a float64. It is 0 if no n-gram of some length is in a reference. It raises RuntimeError
// before an Update.
func (m *BleuScore) Eval() any {
	needUpdate("BleuScore", m.updated)
	sum, more := 0.0, 0.0
	if m.smooth {
		more = 1
	}
	for n, hits := range m.hits {
		if hits == 0 {
			return 0.0
		}
		sum += math.Log((hits+more)/(m.of[n]+more)) / float64(m.nGram)
	}
	if m.length > m.referenced {
		return math.Exp(sum)
	}
	return math.Exp(1-float64(m.referenced)/float64(m.length)) * math.Exp(sum)
}

// Perplexity is e to the mean of -log p of the true classes; lower is better: mindspore.train.Perplexity.
type Perplexity struct {
	ignored []int // none or one
	sum     float64
	samples int
}

// NewPerplexity returns a Perplexity. Samples of the class ignoreLabel, if given, do not count.
func NewPerplexity(ignoreLabel ...int) *Perplexity {
	return &Perplexity{ignored: ignoreLabel[:min(len(ignoreLabel), 1)]}
}

// Clear removes all samples.
func (m *Perplexity) Clear() { m.sum, m.samples = 0, 0 }

// Update takes probabilities of shape (N, …, C), and classes of any shape, one for each row of probabilities. A
// probability below 1e-10 counts as 1e-10. A wrong number of classes raises RuntimeError, a class that does not exist
// ValueError.
func (m *Perplexity) Update(given ...any) {
	x := inputs("Perplexity", given, "2 inputs (predicted value, label)", 2)
	pred, label := x[0], x[1]
	if pred.NDim() == 0 || label.Size()*pred.Dim(-1) != pred.Size() {
		tensor.Throw("Perplexity", tensor.RuntimeError, "For 'Perplexity.update', predicted value (input[0]) and label "+
			"(input[1]) should have the same shape, but got predicted value shape %s, label shape %s.",
			shape.Tuple(pred.Shape()), shape.Tuple(label.Shape()))
	}
	classes, p := pred.Dim(-1), pred.Float64s()
	labels := whole(label)
	for _, y := range labels {
		if (y < 0 || y >= classes) && !m.ignores(y) {
			tensor.Throw("Perplexity", tensor.ValueError, "For 'Perplexity.update', the labels must be in [0, %d), "+
				"but got %d.", classes, y)
		}
	}
	for i, y := range labels {
		if !m.ignores(y) {
			m.sum -= math.Log(max(1e-10, p[i*classes+y]))
			m.samples++
		}
	}
}

func (m *Perplexity) ignores(label int) bool { return len(m.ignored) == 1 && m.ignored[0] == label }

// Eval returns the perplexity, a float64. Without samples it raises RuntimeError.
func (m *Perplexity) Eval() any {
	needSamples("Perplexity", m.samples)
	return math.Exp(m.sum / float64(m.samples))
}
