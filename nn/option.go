package nn

import (
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/tensor"
)

// Option is a keyword argument of a layer, made by the function of that name: HasBias(true) is
// has_bias=True.
type Option struct {
	name  string // of the function
	value any
}

// HasBias sets whether the layer has a bias (has_bias).
func HasBias(on bool) Option { return Option{"HasBias", on} }

// WeightInit sets how the weight is initialized (weight_init, w): a tensor, a number, the name of an
// initializer such as "ones" or "normal", or an initializer.Initializer, which may be of a type that a cell declares.
func WeightInit(init any) Option { return Option{"WeightInit", init} }

// BiasInit sets how the bias is initialized (bias_init); see [WeightInit].
func BiasInit(init any) Option { return Option{"BiasInit", init} }

// Activation adds an activation after the layer (activation): a layer, or a name such as "relu".
func Activation(act any) Option { return Option{"Activation", act} }

// DType sets the dtype of the parameters (dtype); the default is Float32.
func DType(dtype tensor.DType) Option { return Option{"DType", dtype} }

// family identifies which layer of a prototype is built: its name and its number of axes.
type family struct {
	name string
	dims int
}

// readOptions collects the options of a layer, which may have these names.
func readOptions(layer string, given []Option, names ...string) *kwargs.Given {
	g := kwargs.New("nn", layer, names...)
	for _, o := range given {
		g.Set(o.name, o.value)
	}
	return g
}

// settingText formats a value as in the texts of layers: numbers as in Python, several as a tuple.
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
