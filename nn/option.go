package nn

import (
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/tensor"
)

// Option is a keyword argument of a layer, made by the function of that name: HasBias(true) is
// has_bias=True.
type Option struct {
	name  string // MindSpore's keyword
	value any
}

// HasBias reports whether the layer has a bias (has_bias).
func HasBias(on bool) Option { return Option{"has_bias", on} }

// WeightInit sets how the weight is initialized (weight_init): a tensor, a number, the name of an
// initializer such as "ones" or "normal", or an initializer.Initializer, which may be of a type that a cell declares.
func WeightInit(init any) Option { return Option{"weight_init", init} }

// BiasInit sets how the bias is initialized (bias_init); see [WeightInit].
func BiasInit(init any) Option { return Option{"bias_init", init} }

// Activation puts an activation behind the layer (activation): a layer, or the name of one, "relu".
func Activation(act any) Option { return Option{"activation", act} }

// DType sets the dtype of the parameters (dtype), Float32 without it.
func DType(dtype tensor.DType) Option { return Option{"dtype", dtype} }

// options are the keyword arguments that one layer was given, and under an empty one the layer's name.
type options map[string]any

// readOptions collects the options of a layer and raises TypeError, which lists what the layer has,
// when one is not among its keywords.
func readOptions(layer string, given []Option, keywords ...string) options {
	o := options{"": layer}
	for _, opt := range given {
		if !has(keywords, opt.name) {
			tensor.Throw(layer, tensor.TypeError, "For '%s', got an unexpected option '%s' (nn.%s); its options are %s.",
				layer, opt.name, goName(opt.name), listOptions(keywords))
		}
		o[opt.name] = opt.value
	}
	return o
}

// option returns the value of a keyword, or what stands for its default when there is none or nil. A value of another
// type is a TypeError.
func option[T any](o options, keyword string, byDefault T) T {
	v, ok := o[keyword].(T)
	if ok {
		return v
	}
	if o[keyword] != nil {
		layer, _ := o[""].(string)
		tensor.Throw(layer, tensor.TypeError, "For '%s', the option '%s' (nn.%s) must be of type %s, but got %s.",
			layer, keyword, goName(keyword), reflect.TypeFor[T](), reflect.TypeOf(o[keyword]))
	}
	return byDefault
}

// passed returns the value of an option that has no default, and whether it was given and is not nil.
func passed[T any](o options, keyword string) (v T, ok bool) {
	return option(o, keyword, v), o[keyword] != nil
}

func has(keywords []string, name string) bool {
	for _, k := range keywords {
		if k == name {
			return true
		}
	}
	return false
}

func listOptions(keywords []string) string {
	if len(keywords) == 0 {
		return "none"
	}
	return strings.Join(each(keywords, func(k string) string { return "nn." + goName(k) }), ", ")
}

// goNames are the functions whose name is not the keyword in Go's spelling; one is that of a layer.
var goNames = map[string]string{
	"dtype": "DType", "dropout": "DropoutRate", "add_bias_kv": "AddBiasKV", "kdim": "KDim", "vdim": "VDim", "nhead": "NHead",
}

// goName is the function that makes the option of a keyword: has_bias is HasBias.
func goName(keyword string) string {
	if n, ok := goNames[keyword]; ok {
		return n
	}
	var b strings.Builder
	for part := range strings.FieldsFuncSeq(keyword, func(r rune) bool { return r == '_' }) {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

// positive raises ValueError unless n is a positive int (validator.check_positive_int).
func positive(layer, arg string, n int) {
	if n <= 0 {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the '%s' must be int and must > 0, but got '%d' with type 'int'.", layer, arg, n)
	}
}
