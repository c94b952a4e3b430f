package train_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/msrepl/msrepl/nn/train"
	"github.com/msrepl/msrepl/tensor"
)

// text is what an evaluation returns, on one line.
func text(v any) string { return strings.Join(strings.Fields(tensor.Repr(v)), " ") }

// words are those of a sentence.
func words(s string) []string { return strings.Fields(s) }

var (
	deskWords = []any{
		[][]string{words("i have a pen on my desk")},
		[][][]string{{words("i have a pen in my desk"), words("there is a pen on the desk")}},
	}
	threeRows  = []any{[][]float64{{0.2, 0.5}, {0.3, 0.1}, {0.9, 0.6}}, []int{1, 0, 1}}
	shortWords = []any{[][]string{words("a b c")}, [][][]string{{words("a b c d e f")}}}
)

// textMetrics are metrics of words and of probabilities.
var textMetrics = []struct {
	name    string
	metric  train.Metric
	updates [][]any
	want    float64
}{
	{"BLEU", train.NewBleuScore(), [][]any{deskWords}, 0.5946035575013605},
	// of 7 words 7 are in a reference, of 6 pairs 5 (not "on my"), of 5 triples 2 + "a pen on", of 4 runs of four 1
	{"smooth BLEU", train.NewBleuScore().Smooth(true), [][]any{deskWords}, math.Pow(8./8*6/7*4/6*2/5, 0.25)},
	{"BLEU of pairs", train.NewBleuScore(2), [][]any{deskWords}, math.Sqrt(5. / 6)},
	{"BLEU of few words", train.NewBleuScore(3), [][]any{shortWords}, math.Exp(1 - 6./3)},
	{"BLEU of two batches", train.NewBleuScore(1), [][]any{shortWords, deskWords}, math.Exp(1 - 13./10)},
	// "a" counts as often as the reference with most of them has it
	{
		"BLEU of repeated words",
		train.NewBleuScore(1),
		[][]any{{[][]string{words("a a a a")}, [][][]string{{words("a b"), words("a a c")}}}},
		0.5,
	},
	{
		"BLEU without a common pair",
		train.NewBleuScore(2),
		[][]any{{[][]string{words("a b")}, [][][]string{{words("b a")}}}},
		0,
	},
	{
		"BLEU of words with spaces",
		train.NewBleuScore(2),
		[][]any{{[][]string{{"a b", "c"}}, [][][]string{{{"a", "b c"}}}}},
		0,
	},
	{"perplexity", train.NewPerplexity(), [][]any{threeRows}, 2.231443166940565},
	{"perplexity without a class", train.NewPerplexity(0), [][]any{threeRows}, 1 / math.Sqrt(0.5*0.6)},
	{"perplexity, ignored -1", train.NewPerplexity(-1), [][]any{{[][]float64{{1, 0}, {0.5, 0.5}}, []int{-1, 1}}}, 2},
	{"perplexity of nothing", train.NewPerplexity(), [][]any{{[][]float64{{1, 0}}, []int{1}}}, 1e10},
	{"perplexity of batches", train.NewPerplexity(), [][]any{threeRows, threeRows}, 2.231443166940565},
	{
		"perplexity of sentences",
		train.NewPerplexity(),
		[][]any{{[][][]float64{{{0.5, 0.5}, {0.25, 0.75}}}, [][]int{{1, 0}}}},
		math.Sqrt(8),
	},
}

// TestMetricsOfTexts has the examples of MindSpore's pages, and counts that were made by hand.
func TestMetricsOfTexts(t *testing.T) {
	for _, c := range textMetrics {
		for range 2 { // Clear makes it new
			c.metric.Clear()
			for _, u := range c.updates {
				c.metric.Update(u...)
			}
			if got := c.metric.Eval().(float64); math.Abs(got-c.want) > 1e-12*max(1, c.want) {
				t.Errorf("%s: %v, want %v", c.name, got, c.want)
			}
		}
	}
}

// TestMetricsOfOverlap has the examples of MindSpore's pages, and numpy's for the rest.
func TestMetricsOfOverlap(t *testing.T) {
	x := [][]int{{1, 3, 4, 7}, {2, 4, 2, 5}, {3, 1, 5, 8}}
	dice := []any{[][]float64{{0.2, 0.5}, {0.3, 0.1}, {0.9, 0.6}}, [][]int{{0, 1}, {1, 0}, {0, 1}}}
	for _, c := range []struct {
		name   string
		metric train.Metric
		inputs []any
		want   string
	}{
		{"Dice", train.NewDice(), dice, "0.20467791371802546"},
		// 2·18e6/(36e6 + 1)/200
		{"Dice of half types", train.NewDice(1), []any{halves(300), halves(300)}, "0.004999999861111115"},
		{
			"cosine",
			train.NewCosineSimilarity(),
			[]any{x},
			"[[0. 0.94025615 0.95162452] [0.94025615 0. 0.86146098] [0.95162452 0.86146098 0. ]]",
		},
		{
			"dot",
			train.NewCosineSimilarity("dot").ZeroDiagonal(false),
			[]any{x},
			"[[75. 57. 82.] [57. 49. 60.] [82. 60. 99.]]",
		},
		{"sum", train.NewCosineSimilarity("dot").Reduction("sum"), []any{x}, "[139. 117. 142.]"},
		{"mean", train.NewCosineSimilarity().Reduction("mean"), []any{x}, "[0.63062689 0.60057238 0.60436183]"},
		{"zeros", train.NewCosineSimilarity(), []any{[][]int{{0, 0}, {1, 0}}}, "[[ 0. nan] [nan 0.]]"},
	} {
		for range 2 {
			c.metric.Clear()
			c.metric.Update(c.inputs...)
			got := text(c.metric.Eval())
			if x, ok := c.metric.Eval().(*tensor.Tensor); ok {
				got = strings.Join(strings.Fields(x.String()), " ")
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
	}
}

var fourScores = [][]float64{
	{0.28, 0.55, 0.15, 0.05}, {0.10, 0.20, 0.05, 0.05}, {0.20, 0.05, 0.15, 0.05}, {0.05, 0.05, 0.05, 0.75},
}

// curves are of MindSpore's pages, and of scores that are equal or in several batches.
var curves = []struct {
	name    string
	metric  *train.ROC
	updates [][]any
	class   int
	want    string
}{
	{
		"one class",
		train.NewROC().PosLabel(2),
		[][]any{{[]int{3, 1, 4, 2}, []int{0, 1, 2, 3}}},
		0,
		"[0. 0. 0.33333333 0.66666667 1. ] [0. 1. 1. 1. 1.] [5 4 3 2 1]",
	},
	{
		"two updates",
		train.NewROC().PosLabel(2),
		[][]any{{[]int{3, 1}, []int{0, 1}}, {[]int{4, 2}, []int{2, 3}}},
		0,
		"[0. 0. 0.33333333 0.66666667 1. ] [0. 1. 1. 1. 1.] [5 4 3 2 1]",
	},
	{
		"equal fourScores",
		train.NewROC(1),
		[][]any{{[]float32{0.5, 0.5, 0.25, 0.5}, []int{1, 0, 0, 1}}},
		0,
		"[0. 0.5 1. ] [0. 1. 1.] [1.5 0.5 0.25]",
	},
	{
		"class 0",
		train.NewROC(4),
		[][]any{{fourScores, []int{0, 1, 2, 3}}},
		0,
		"[0. 0. 0.33333333 0.66666667 1. ] [0. 1. 1. 1. 1.] [1.28 0.28 0.2 0.1 0.05]",
	},
	{
		"class 1",
		train.NewROC(4),
		[][]any{{fourScores, []int{0, 1, 2, 3}}},
		1,
		"[0. 0.33333333 0.33333333 1. ] [0. 0. 1. 1.] [1.55 0.55 0.2 0.05]",
	},
	{"class 3", train.NewROC(4), [][]any{{fourScores, []int{0, 1, 2, 3}}}, 3, "[0. 0. 1.] [0. 1. 1.] [1.75 0.75 0.05]"},
	// scores of class 1: 0.3, 0.4 in the first sample, 0.9, 0.8 in the second
	{
		"axes behind the classes",
		train.NewROC(2),
		[][]any{{[][][]float64{{{0.7, 0.6}, {0.3, 0.4}}, {{0.1, 0.2}, {0.9, 0.8}}}, [][]int{{0, 0}, {1, 0}}}},
		1,
		"[0. 0. 0.33333333 0.66666667 1. ] [0. 1. 1. 1. 1.] [1.9 0.9 0.8 0.4 0.3]",
	},
}

// TestROC has the examples of MindSpore's pages.
func TestROC(t *testing.T) {
	three := [][]int{{3, 0, 1}, {1, 3, 0}, {1, 0, 2}}
	classes := [][]int{{0, 2, 1}, {1, 2, 1}, {0, 0, 1}}
	for _, c := range curves {
		for range 2 {
			c.metric.Clear()
			for _, u := range c.updates {
				c.metric.Update(u...)
			}
			x, y, at := c.metric.Curve(c.class)
			if got := strings.Join(strings.Fields(x.String()+" "+y.String()+" "+at.String()), " "); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
		}
	}
	m := train.NewROC().PosLabel(2)
	m.Update(three, classes)
	x, y, _ := m.Curve()
	if got := train.AUC(x, y); got != 0.5357142857142857 {
		t.Error(got)
	}
	if got := m.Eval().(tensor.Tuple); len(got) != 3 || got[0].String() != x.String() {
		t.Error(got)
	}
	many := train.NewROC(4)
	many.Update(fourScores, []int{0, 1, 2, 3})
	if got := many.Eval().([]tensor.Tuple); len(got) != 3 || len(got[1]) != 4 {
		t.Error(got)
	}
	if got := train.AUC([]float64{3, 1, 2}, []float64{0, 2, 4}, true); got != 5 { // (2+4)/2 + (4+0)/2
		t.Error(got)
	}
	if got := train.AUC([][]float64{{2}, {1}, {1}}, [][]float64{{1}, {3}, {0}}); got != 2 {
		t.Error(got)
	}
}

// TestAreaBelowROC compares with the share of pairs of a sample of the class and one of another in which the first has
// the higher score; equal ones count half (Mann and Whitney, 1947).
func TestAreaBelowROC(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		n := 2 + r.IntN(40)
		scores, classes := make([]float64, n), make([]int, n)
		for i := range n {
			scores[i], classes[i] = float64(r.IntN(12))/4, r.IntN(2)
		}
		classes[0], classes[1] = 0, 1
		won, pairs := 0.0, 0.0
		for i, a := range classes {
			for j, b := range classes {
				if a == 1 && b == 0 {
					pairs++
					if scores[i] > scores[j] {
						won++
					} else if scores[i] == scores[j] {
						won += 0.5
					}
				}
			}
		}
		m := train.NewROC()
		m.Update(scores, classes)
		x, y, _ := m.Curve()
		if got := train.AUC(x, y); math.Abs(got-won/pairs) > 1e-12 {
			t.Errorf("%v %v: %v, want %v", scores, classes, got, won/pairs)
		}
	}
}

// TestSurfacesOfExamples has the examples of MindSpore's pages.
func TestSurfacesOfExamples(t *testing.T) {
	x, y := [][]int{{3, 0, 1}, {1, 3, 0}, {1, 0, 2}}, [][]int{{0, 2, 1}, {1, 2, 1}, {0, 0, 1}}
	for _, c := range []struct {
		metric train.Metric
		want   float64
	}{
		{train.NewHausdorffDistance(), 1.4142135623730951},
		{train.NewHausdorffDistance("taxicab"), 2},
		{train.NewHausdorffDistance("chessboard").Directed(true), 1},
		{train.NewHausdorffDistance().Directed(true).Percentile(75), 1 + (math.Sqrt2-1)/2}, // of 0, 1, √2
		{train.NewMeanSurfaceDistance(), 0.8047378541243649},
		{train.NewMeanSurfaceDistance().DistanceMetric("taxicab"), 1},
		{train.NewRootMeanSquareDistance(), 1.0000000000000002}, // without a root, which would be 1
	} {
		c.metric.Update(x, y, 0)
		if got := c.metric.Eval().(float64); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%T: %v, want %v", c.metric, got, c.want)
		}
	}
	full, none := []int{1, 1, 1}, []int{0, 0, 0}
	for _, m := range []train.Metric{
		train.NewHausdorffDistance(), train.NewMeanSurfaceDistance(true), train.NewRootMeanSquareDistance(),
		train.NewHausdorffDistance().Percentile(50),
	} {
		for _, pair := range [][2][]int{{full, none}, {none, full}} {
			if m.Update(pair[0], pair[1], 1); !math.IsInf(m.Eval().(float64), 1) {
				t.Errorf("%T of nothing: %v", m, m.Eval())
			}
		}
	}
}

// TestSurfaces compares areas in one to three dimensions with their definition: each element of a surface with each of
// the other.
func TestSurfaces(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		dims := make([]int, 1+r.IntN(3))
		n := 1
		for i := range dims {
			dims[i] = 1 + r.IntN(7)
			n *= dims[i]
		}
		a, b := blob(r, n), blob(r, n)
		for name, apart := range map[string]func(p, q []int) float64{
			"euclidean":  func(p, q []int) float64 { return norm(p, q, func(s, d float64) float64 { return math.Hypot(s, d) }) },
			"chessboard": func(p, q []int) float64 { return norm(p, q, func(s, d float64) float64 { return max(s, d) }) },
			"taxicab":    func(p, q []int) float64 { return norm(p, q, func(s, d float64) float64 { return s + d }) },
		} {
			there, back := nearest(a, b, dims, apart), nearest(b, a, dims, apart)
			mean := func(l []float64, p float64) (sum float64) {
				for _, d := range l {
					sum += math.Pow(d, p) / float64(len(l))
				}
				return sum
			}
			most := func(l []float64) (m float64) {
				for _, d := range l {
					m = max(m, d)
				}
				return m
			}
			for _, c := range []struct {
				metric train.Metric
				want   float64
			}{
				{train.NewHausdorffDistance(name), max(most(there), most(back))},
				{train.NewHausdorffDistance(name).Directed(true), most(there)},
				{train.NewMeanSurfaceDistance().DistanceMetric(name), mean(there, 1)},
				{train.NewMeanSurfaceDistance(true).DistanceMetric(name), (mean(there, 1) + mean(back, 1)) / 2},
				{train.NewRootMeanSquareDistance().DistanceMetric(name), mean(there, 2)},
				{train.NewRootMeanSquareDistance(true).DistanceMetric(name), math.Sqrt((mean(there, 2) + mean(back, 2)) / 2)},
			} {
				c.metric.Update(tensor.New(a).Reshape(dims...), tensor.New(b).Reshape(dims...), 1)
				if got := c.metric.Eval().(float64); math.Abs(got-c.want) > 1e-9 {
					t.Errorf("%T %s of %v and %v in %v: %v, want %v", c.metric, name, a, b, dims, got, c.want)
				}
			}
		}
	}
}

// blob has ones in three of four places, and one at least.
func blob(r *rand.Rand, n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = min(1, r.IntN(4))
	}
	out[r.IntN(n)] = 1
	return out
}

func norm(p, q []int, add func(sum, d float64) float64) (sum float64) {
	for i := range p {
		sum = add(sum, math.Abs(float64(p[i]-q[i])))
	}
	return sum
}

// place is where element i of a shape is.
func place(i int, dims []int) []int {
	p := make([]int, len(dims))
	for k := len(dims) - 1; k >= 0; k-- {
		p[k], i = i%dims[k], i/dims[k]
	}
	return p
}

// border lists the elements that are 1 and have a neighbour that is not, or none.
func border(x, dims []int) (out [][]int) {
	has := map[[3]int]bool{}
	key := func(p []int) (k [3]int) { copy(k[:], p); return k }
	for i, v := range x {
		has[key(place(i, dims))] = v == 1
	}
	for i, v := range x {
		p, open := place(i, dims), false
		for k := range p {
			for _, step := range []int{-1, 1} {
				q := append([]int(nil), p...)
				q[k] += step
				open = open || !has[key(q)]
			}
		}
		if v == 1 && open {
			out = append(out, p)
		}
	}
	return out
}

func nearest(from, to, dims []int, apart func(p, q []int) float64) (out []float64) {
	for _, p := range border(from, dims) {
		least := math.Inf(1)
		for _, q := range border(to, dims) {
			least = min(least, apart(p, q))
		}
		out = append(out, least)
	}
	return out
}

func update(m train.Metric, inputs ...any) func() { return func() { m.Update(inputs...) } }

// updated returns a ROC that has seen a batch.
func updated(m *train.ROC, pred, truth any) *train.ROC {
	m.Update(pred, truth)
	return m
}

var (
	grown = updated(train.NewROC(), []float64{1}, []int{1})
	wide  = updated(train.NewROC(2), [][]float64{{1, 0}}, []int{1})
)

// misuses are calls of metrics with what they do not take.
var misuses = []struct {
	want string
	call func()
}{
	{
		"ValueError: For 'BleuScore', the argument 'n_gram' should range from 1 to 4, but got 5.",
		func() { train.NewBleuScore(5) },
	},
	{"RuntimeError: Please call the 'update' method", func() { train.NewBleuScore().Eval() }},
	{"ValueError: For 'BleuScore.update', it needs 2 inputs", update(train.NewBleuScore(), [][]string{})},
	{
		"TypeError: For 'BleuScore.update', 'candidate_corpus' (inputs[0]) must be [][]string",
		update(train.NewBleuScore(), []string{}, [][][]string{}),
	},
	{
		"ValueError: For 'BleuScore.update', 'candidate_corpus' (inputs[0]) and 'reference_corpus' " +
			"(inputs[1]) should be equal in length, but got 1, 0",
		update(train.NewBleuScore(), [][]string{{"a"}}, [][][]string{}),
	},
	{
		"ValueError: For 'BleuScore.update', each translation needs a reference",
		update(train.NewBleuScore(), [][]string{{"a"}}, [][][]string{{}}),
	},
	{"RuntimeError: The 'Perplexity' can not be calculated", func() { train.NewPerplexity().Eval() }},
	{
		"RuntimeError: For 'Perplexity.update', predicted value (input[0]) and label (input[1]) should " +
			"have the same shape, but got predicted value shape (1, 2), label shape (2,)",
		update(train.NewPerplexity(), [][]float64{{1, 0}}, []int{0, 1}),
	},
	{
		"ValueError: For 'Perplexity.update', the labels must be in [0, 2), but got 2.",
		update(train.NewPerplexity(), [][]float64{{1, 0}}, []int{2}),
	},
	{"ValueError: For 'Dice', the argument 'smooth' must be greater than 0, but got 0.0.", func() { train.NewDice(0) }},
	{"RuntimeError: The 'Dice coefficient' can not be calculated", func() { train.NewDice().Eval() }},
	{
		"ValueError: For 'Dice.update', predicted value (input[0]) and true value (input[1]) should have same shape",
		update(train.NewDice(), []int{1}, []int{1, 0}),
	},
	{
		"ValueError: For 'CosineSimilarity', the argument 'similarity' must be one of ['dot', 'cosine'], " +
			"but got 'x'.",
		func() { train.NewCosineSimilarity("x") },
	},
	{
		"ValueError: For 'CosineSimilarity', the argument 'reduction' must be one of",
		func() { train.NewCosineSimilarity().Reduction("x") },
	},
	{
		"ValueError: For 'CosineSimilarity.update', the input must be a matrix of shape (N, D), but got shape (1,).",
		update(train.NewCosineSimilarity(), []int{1}),
	},
	{"RuntimeError: Please call the 'update' method", func() { train.NewCosineSimilarity().Eval() }},
	{"ValueError: For 'ROC', the argument 'class_num' must be positive, but got 0.", func() { train.NewROC(0) }},
	{"RuntimeError: Please call the 'update' method", func() { train.NewROC().Curve() }},
	{
		"ValueError: For 'ROC', when predicted value (input[0]) and true value (input[1]) have the same " +
			"shape, the 'class_num' must be 1, but got 2.",
		update(train.NewROC(2), []int{1}, []int{1}),
	},
	{
		"ValueError: For 'ROC', when the dimension of predicted value",
		update(train.NewROC(2).PosLabel(1), [][]int{{1, 0}}, []int{1}),
	},
	{
		"ValueError: For 'ROC', the 'class_num' must equal the number of classes",
		update(train.NewROC(3), [][]int{{1, 0}}, []int{1}),
	},
	{
		"ValueError: For 'ROC', predicted value (input[0]) and true value (input[1]) must have same dimensions",
		update(train.NewROC(), 1, []int{1}),
	},
	{
		"ValueError: For 'ROC.update', predicted value (input[0]) and true value (input[1]) must have one " +
			"shape but for the axis of classes, but got (1,) and (2,).",
		update(train.NewROC(), []int{1}, []int{1, 0}),
	},
	{"ValueError: For 'ROC.eval', there is no negative samples", func() { grown.Eval() }},
	{"ValueError: For 'ROC.eval', there is no positive samples", func() { wide.Eval() }},
	{"ValueError: For 'auc', the input must be a 1-dimensional array", func() { train.AUC(1, 1) }},
	{
		"ValueError: For 'auc', the arguments 'x' and 'y' must have the same number of elements, at least " +
			"2, but got 1 and 1.",
		func() { train.AUC([]int{1}, []int{1}) },
	},
	{
		"ValueError: For 'auc', the argument 'x' must be increasing or decreasing",
		func() { train.AUC([]int{1, 0, 2}, []int{1, 0, 2}) },
	},
	{
		"ValueError: For 'HausdorffDistance', the argument 'distance_metric' must be one of ['euclidean', " +
			"'chessboard', 'taxicab'], but got 'x'.",
		func() { train.NewHausdorffDistance("x") },
	},
	{
		"ValueError: For 'HausdorffDistance', the value of the argument 'percentile' must be [0, 100], but " +
			"got 101.0.",
		func() { train.NewHausdorffDistance().Percentile(101) },
	},
	{
		"ValueError: For 'MeanSurfaceDistance.update', it needs 3 inputs (predicted value, true value, " +
			"label index), but got 2",
		update(train.NewMeanSurfaceDistance(), []int{1}, []int{1}),
	},
	{
		"ValueError: For 'MeanSurfaceDistance.update', the label index (input[2]) must be in predicted value",
		update(train.NewMeanSurfaceDistance(), []int{1}, []int{1}, 0),
	},
	{
		"ValueError: For 'RootMeanSquareDistance.update', predicted value (input[0]) and true value " +
			"(input[1]) must have the same shape",
		update(train.NewRootMeanSquareDistance(), []int{1}, []int{1, 1}, 1),
	},
	{
		"ValueError: For 'RootMeanSquareDistance.update', the label index (input[2]) must be int or float",
		update(train.NewRootMeanSquareDistance(), []int{1}, []int{1}, []int{1, 1}),
	},
	{"RuntimeError: Please call the 'update' method", func() { train.NewRootMeanSquareDistance().Eval() }},
}

func TestMoreMetricMisuse(t *testing.T) {
	for _, c := range misuses {
		if err := tensor.Try(c.call); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
