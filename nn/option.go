package nn

import (
	"reflect"
	"slices"
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

// setting is an option that a layer takes: MindSpore's keyword and a pointer to what it sets, which is a pointer in
// turn where it counts whether the option was given.
type setting struct {
	keyword string
	into    any
}

// family is which layer of a prototype is made: its name and its number of axes.
type family struct {
	name string
	dims int
}

// readOptions sets what is given and not nil. An option that is not among the settings raises TypeError, which lists
// those, and so does a value of another type.
func readOptions(layer string, given []Option, settings ...setting) {
	for _, opt := range given {
		i := slices.IndexFunc(settings, func(s setting) bool { return s.keyword == opt.name })
		if i < 0 {
			tensor.Throw(layer, tensor.TypeError, "For '%s', got an unexpected option '%s' (nn.%s); its options are %s.",
				layer, opt.name, goName(opt.name), listOptions(settings))
		}
		settings[i].set(layer, opt.value)
	}
}

func (s setting) set(layer string, value any) {
	to := reflect.ValueOf(s.into).Elem()
	if k := to.Type(); k.Kind() == reflect.Pointer && k.Elem().Kind() != reflect.Struct { // not a tensor
		if value == nil && k.Elem().Kind() != reflect.Interface {
			return
		}
		to.Set(reflect.New(k.Elem()))
		to = to.Elem()
	}
	switch v := reflect.ValueOf(value); {
	case !v.IsValid():
	case v.Type().AssignableTo(to.Type()):
		to.Set(v)
	default:
		tensor.Throw(layer, tensor.TypeError, "For '%s', the option '%s' (nn.%s) must be of type %s, but got %s.",
			layer, s.keyword, goName(s.keyword), to.Type(), v.Type())
	}
}

func listOptions(settings []setting) string {
	if len(settings) == 0 {
		return "none"
	}
	return strings.Join(each(settings, func(s setting) string { return "nn." + goName(s.keyword) }), ", ")
}

// pair is a name with what belongs to it, in a list that is sorted by name.
type pair struct{ name, value string }

// find returns what belongs to a name, "" for an unknown one.
func find(list []pair, name string) string {
	byName := func(p pair, name string) int { return strings.Compare(p.name, name) }
	if i, ok := slices.BinarySearchFunc(list, name, byName); ok {
		return list[i].value
	}
	return ""
}

// goName is the function that makes the option of a keyword.
func goName(keyword string) string { return find(optionNames, keyword) }

// settingText shows a value as the texts of layers do: numbers as Python's, several as a tuple.
func settingText(v any) string {
	switch v := v.(type) {
	case []int:
		return pyShape(v)
	case interface{ String() string }:
		return v.String()
	}
	return tensor.Repr(v)
}

// positive raises ValueError unless n is a positive int (validator.check_positive_int).
func positive(layer, arg string, n int) {
	if n <= 0 {
		tensor.Throw(layer, tensor.ValueError, "For '%s', the '%s' must be int and must > 0, but got '%d' with type 'int'.", layer, arg, n)
	}
}
