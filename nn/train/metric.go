package train

import (
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// Metric measures predictions batch by batch: mindspore.train.Metric. Update takes the outputs of a network and the
// label, as tensors or values that [tensor.New] accepts. Eval returns a float64 or a tensor, or several, and raises
// RuntimeError if Update was not called.
type Metric interface {
	Clear()
	Update(inputs ...any)
	Eval() any
}

// namedMetric is a metric of a model, with its name.
type namedMetric struct {
	Metric
	name string
}

// take updates the metric: a [LossMetric] with the loss, any other with outputs and labels.
func (m namedMetric) take(loss *tensor.Tensor, outputs, labels []any) {
	if _, ok := m.Metric.(*LossMetric); ok {
		m.Update(loss)
		return
	}
	m.Update(slices.Concat(outputs, labels)...)
}

// Named gives a metric another name in the results. Metric is anything that [Metrics] accepts.
type Named struct {
	Name   string
	Metric any
}

// NamedMetric returns Named{name, metric}. A value that is not a metric raises TypeError, an unknown name of a metric
// KeyError.
func NamedMetric(name string, metric any) Named { return Named{name, asMetric(metric).Metric} }

// metricsByName maps MindSpore's names to metrics.
var metricsByName = map[string]func() Metric{
	"accuracy":       func() Metric { return NewAccuracy() },
	"acc":            func() Metric { return NewAccuracy() },
	"precision":      func() Metric { return NewPrecision() },
	"recall":         func() Metric { return NewRecall() },
	"F1":             func() Metric { return NewF1() },
	"mae":            func() Metric { return NewMAE() },
	"mse":            func() Metric { return NewMSE() },
	"loss":           func() Metric { return NewLossMetric() },
	"top_1_accuracy": func() Metric { return NewTopKCategoricalAccuracy(1) },
	"top_5_accuracy": func() Metric { return NewTopKCategoricalAccuracy(5) },

	"bleu_score":                func() Metric { return NewBleuScore() },
	"cosine_similarity":         func() Metric { return NewCosineSimilarity() },
	"dice":                      func() Metric { return NewDice() },
	"hausdorff_distance":        func() Metric { return NewHausdorffDistance() },
	"mean_surface_distance":     func() Metric { return NewMeanSurfaceDistance() },
	"perplexity":                func() Metric { return NewPerplexity() },
	"roc":                       func() Metric { return NewROC() },
	"root_mean_square_distance": func() Metric { return NewRootMeanSquareDistance() },
}

// asMetric returns the metric for a name, a metric, or a value with the methods of one whose type is declared in a
// session.
func asMetric(v any) namedMetric {
	switch x := v.(type) {
	case string:
		if make, ok := metricsByName[x]; ok {
			return namedMetric{make(), x}
		}
		var names []string
		for n := range metricsByName {
			names = append(names, n)
		}
		slices.Sort(names)
		tensor.Throw("Model", tensor.KeyError, "For 'Model', there is no metric '%s'; the names are %s.", x, strings.Join(names, ", "))
	case Named:
		return namedMetric{asMetric(x.Metric).Metric, x.Name}
	case Metric:
		return namedMetric{x, metricName(x)}
	}
	u := userMetric{value: v}
	var ok [3]bool
	u.clear, ok[0] = invoke.Method(v, "Clear")
	u.update, ok[1] = invoke.Method(v, "Update")
	u.eval, ok[2] = invoke.Method(v, "Eval")
	if ok != [3]bool{true, true, true} {
		tensor.Throw("Model", tensor.TypeError, "For 'Model', a metric must be a name or have the methods Clear, Update and Eval, but got %s.",
			invoke.TypeName(reflect.TypeOf(v)))
	}
	return namedMetric{u, metricName(v)}
}

// metricName returns the default name of a metric: that of its type, in lower case and without its package.
func metricName(v any) string {
	name := strings.TrimPrefix(invoke.TypeName(reflect.TypeOf(v)), "*")
	if _, inPackage, ok := strings.Cut(name, "."); ok {
		name = inPackage
	}
	return strings.ToLower(name)
}

// userMetric adapts a user's metric whose methods have other signatures or whose type is declared in a session.
type userMetric struct {
	value               any
	clear, update, eval invoke.Func
}

func (u userMetric) Clear()               { u.clear.Call("Clear", nil) }
func (u userMetric) Update(inputs ...any) { u.update.Call("Update", inputs) }

func (u userMetric) Eval() any {
	outs := u.eval.Call("Eval", nil)
	if len(outs) != 1 {
		tensor.Throw("Metric", tensor.TypeError, "the method Eval of a metric must return one value, but returned %d", len(outs))
	}
	return outs[0]
}

// inputs checks the number of inputs passed to Update and returns them as tensors.
func inputs(class string, given []any, need string, n int) []*tensor.Tensor {
	if len(given) != n {
		tensor.Throw(class, tensor.ValueError, "For '%s.update', it needs %s, but got %d", class, need, len(given))
	}
	out := make([]*tensor.Tensor, n)
	for i, v := range given {
		x, ok := invoke.AsTensor(v)
		if !ok {
			x = tensor.New(v)
		}
		out[i] = x
	}
	return out
}

// pair returns the prediction and the truth passed to Update.
func pair(class string, given []any) (pred, truth *tensor.Tensor) {
	x := inputs(class, given, "2 inputs (predicted value, true value)", 2)
	return x[0], x[1]
}

// needSamples raises RuntimeError if a metric has seen no samples.
func needSamples(class string, n int) {
	if n == 0 {
		tensor.Throw(class, tensor.RuntimeError, "The '%s' can not be calculated, because the number of samples is 0, please check whether your "+
			"inputs(predicted value, true value) are empty, or has called update method before calling eval method.", class)
	}
}

// needUpdate raises RuntimeError if a metric of one batch has not been updated.
func needUpdate(class string, updated bool) {
	if !updated {
		tensor.Throw(class, tensor.RuntimeError, "Please call the 'update' method before calling 'eval' method.")
	}
}

// oneOf returns a setting and raises ValueError unless it is one of names.
func oneOf(class, argument, got string, names ...string) string {
	if !slices.Contains(names, got) {
		tensor.Throw(class, tensor.ValueError, "For '%s', the argument '%s' must be one of ['%s'], but got '%s'.",
			class, argument, strings.Join(names, "', '"), got)
	}
	return got
}
