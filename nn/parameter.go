package nn

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/kwargs"
	"github.com/msrepl/msrepl/internal/session/invoke"
	"github.com/msrepl/msrepl/tensor"
)

// defaultName is the name of an unnamed parameter (PARAMETER_NAME_DEFAULT); the attribute that first holds the
// parameter replaces it.
const defaultName = "Parameter"

const maxNameLen = 1024 // PARAMETER_NAME_PREFIX_MAX_LEN in common/parameter.py

// Parameter is a trainable tensor of a cell: mindspore.Parameter. It has the methods of the embedded tensor, which
// remains the same tensor when its value is set.
type Parameter struct {
	*tensor.Tensor
	name         string
	requiresGrad bool
	marks        marks
}

// ParamOption is a keyword argument of [NewParameter].
type ParamOption struct{ set func(*Parameter) }

// RequiresGrad sets whether gradients with respect to the parameter are computed; the default is true
// (requires_grad).
func RequiresGrad(on bool) ParamOption {
	return ParamOption{func(p *Parameter) { p.requiresGrad = on }}
}

// NewParameter returns a parameter that holds a copy of v: a tensor, or anything that tensor.New
// takes. An option is the parameter's name, a string, or a [ParamOption]; another raises TypeError.
// A Go int becomes Int32 as in MindSpore; a bool raises ValueError.
func NewParameter(v any, opts ...any) *Parameter {
	p := &Parameter{Tensor: paramValue(v).AsParam(), name: defaultName, requiresGrad: true}
	for _, o := range opts {
		switch o := o.(type) {
		case string:
			p.SetName(o)
		case ParamOption:
			o.set(p)
		default:
			tensor.Throw("Parameter", tensor.TypeError, "For 'Parameter', the options are a name (string) and nn.RequiresGrad, but got %s.",
				invoke.TypeName(reflect.TypeOf(o)))
		}
	}
	return p
}

func paramValue(v any) *tensor.Tensor {
	if x, ok := invoke.AsTensor(v); ok {
		return x.Detach().Clone()
	}
	switch v := v.(type) {
	case bool:
		tensor.Throw("Parameter", tensor.ValueError, "Parameter data can not be `bool`")
	case int:
		return tensor.New(v, tensor.Int32)
	}
	return tensor.New(v)
}

// Name returns the name, by default "Parameter".
func (p *Parameter) Name() string { return p.name }

// SetName renames the parameter; a blank name means the default. A name of more than 1024 bytes raises ValueError.
func (p *Parameter) SetName(name string) {
	name = strings.TrimSpace(name)
	name = cmp.Or(name, defaultName)
	if len(name) > maxNameLen {
		tensor.Throw("Parameter", tensor.ValueError, "The length of the '%s' name should be less than %d.", name, maxNameLen)
	}
	p.name = name
}

// RequiresGrad reports whether gradients with respect to p are computed.
func (p *Parameter) RequiresGrad() bool { return p.requiresGrad }

// SetRequiresGrad includes p in gradients and in TrainableParams, or excludes it.
func (p *Parameter) SetRequiresGrad(on bool) { p.requiresGrad = on }

// Value returns the tensor that p holds, not a copy: Parameter.value().
func (p *Parameter) Value() *tensor.Tensor { return p.Tensor }

// Data returns p itself: Parameter.data.
func (p *Parameter) Data() *Parameter { return p }

// InitData returns p, which is always initialized: Parameter.init_data().
func (p *Parameter) InitData() *Parameter { return p }

// Clone returns a parameter of the same name with a copy of the data, or with the data that init
// gives: what [NewParameter] takes or "same" for a copy (Parameter.clone).
func (p *Parameter) Clone(init ...any) *Parameter {
	c := &Parameter{name: p.name, requiresGrad: p.requiresGrad, marks: p.marks}
	if len(init) > 0 && init[0] != "same" {
		c.Tensor = initial(init[0], p.Shape(), p.DType()).AsParam()
	} else {
		c.Tensor = p.Tensor.Detach().Clone().AsParam()
	}
	return c
}

// Copy is Clone with the same data: Parameter.copy.
func (p *Parameter) Copy() *Parameter { return p.Clone() }

// SliceShape allows [Parameter.SetData] to change the shape (slice_shape).
func SliceShape(on bool) Option { return Option{"SliceShape", on} }

// SetData sets the value of p in place and returns p: Parameter.set_data. Data is a tensor or a number; it is cast to
// p's dtype if that comes later in MindSpore's order, otherwise it is a TypeError. Another shape raises ValueError
// unless [SliceShape] is given.
func (p *Parameter) SetData(data any, opts ...Option) *Parameter {
	reshape := kwargs.Get(readOptions("set_data", opts, "SliceShape"), "SliceShape", false)
	x := paramData(data)
	if !widens(x.DType(), p.DType()) {
		tensor.Throw("set_data", tensor.TypeError, "Incoming Parameter dtype can not be converted to current dtype implicitly. "+
			"Current dtype is %s, and incoming is %s. Use .set_dtype(xxx) to change the dtype.", p.DType(), x.DType())
	}
	if x.DType() != p.DType() {
		x = x.AsType(p.DType())
	}
	if slices.Equal(x.Shape(), p.Shape()) {
		p.Tensor.Assign(x.Detach())
		return p
	}
	if !reshape {
		tensor.Throw("set_data", tensor.ValueError, "Can not change the shape of Parameter which has been initialized. "+
			"Current shape is %s, and incoming is %s.", pyShape(p.Shape()), pyShape(x.Shape()))
	}
	p.Tensor = x.Detach().Clone().AsParam()
	return p
}

func paramData(data any) *tensor.Tensor {
	if x, ok := invoke.AsTensor(data); ok {
		return x
	}
	switch data.(type) {
	case int, float64, float32:
		return tensor.New(data)
	}
	tensor.Throw("set_data", tensor.TypeError, "Parameter data must be [`Tensor`, `int`, `float`] or a kind of these types, but got %s.",
		invoke.TypeName(reflect.TypeOf(data)))
	return nil
}

// SetDType casts the value of p to dtype and returns p: Parameter.set_dtype.
func (p *Parameter) SetDType(dtype tensor.DType) *Parameter {
	p.Tensor = p.Tensor.Detach().AsType(dtype).Clone().AsParam()
	return p
}

// implicit is the order of dtypes in which set_data converts (implicit_type_order in common/parameter.py).
var implicit = []tensor.DType{
	tensor.Bool, tensor.Int8, tensor.UInt8, tensor.Int16, tensor.Int32, tensor.Int64, tensor.Float16,
	tensor.Float32, tensor.Float64, tensor.BFloat16, tensor.Complex64, tensor.Complex128,
}

func widens(from, to tensor.DType) bool {
	f, t := slices.Index(implicit, from), slices.Index(implicit, to)
	return from == to || f >= 0 && f < t
}

// String describes the parameter as MindSpore does, without values:
// Parameter (name=w, shape=(5, 3), dtype=Float32, requires_grad=True).
func (p *Parameter) String() string {
	return fmt.Sprintf("Parameter (name=%s, shape=%s, dtype=%s, requires_grad=%s)",
		p.name, pyShape(p.Shape()), p.DType(), tensor.Repr(p.requiresGrad))
}

// Repr is the same text as String.
func (p *Parameter) Repr() string { return p.String() }

// Format implements fmt.Formatter: it prints p as String does, not as a tensor; the verbs for numbers apply to the
// elements.
func (p *Parameter) Format(s fmt.State, verb rune) {
	switch verb {
	case 'v', 's':
		fmt.Fprintf(s, fmt.FormatString(s, 's'), p.String())
	default:
		p.Tensor.Format(s, verb)
	}
}

// UnmarshalJSON reads the value of p as [tensor.Tensor.UnmarshalJSON] does; a Parameter keeps its shape and dtype.
// MarshalJSON, which is the tensor's, writes the value only.
func (p *Parameter) UnmarshalJSON(data []byte) error {
	if p.Tensor != nil {
		return p.Tensor.UnmarshalJSON(data)
	}
	x := &tensor.Tensor{}
	if err := x.UnmarshalJSON(data); err != nil || string(data) == "null" {
		return err
	}
	*p = *NewParameter(x)
	return nil
}

// MarshalBinary returns p for [Parameter.UnmarshalBinary], and for encoding/gob: its value, name and whether it
// requires a gradient.
func (p *Parameter) MarshalBinary() ([]byte, error) {
	value, err := p.Tensor.MarshalBinary()
	b := binary.AppendUvarint(nil, uint64(len(p.name)))
	b = append(append(b, p.name...), 0)
	if p.requiresGrad {
		b[len(b)-1] = 1
	}
	return append(b, value...), err
}

// UnmarshalBinary sets p to the parameter that [Parameter.MarshalBinary] encoded. If p has a value, the shape and
// dtype must be equal (ValueError).
func (p *Parameter) UnmarshalBinary(data []byte) error {
	n, read := binary.Uvarint(data)
	if read <= 0 || n > maxNameLen || len(data) < read+int(n)+1 {
		return &tensor.Error{Op: "UnmarshalBinary", Kind: tensor.ValueError, Msg: "For 'UnmarshalBinary', the data are not those of a Parameter."}
	}
	name, rest := string(data[read:read+int(n)]), data[read+int(n):]
	x := &tensor.Tensor{}
	if p.Tensor != nil {
		x = p.Tensor
	}
	if err := x.UnmarshalBinary(rest[1:]); err != nil {
		return err
	}
	if p.Tensor == nil {
		p.Tensor = x.AsParam()
	}
	p.name, p.requiresGrad = name, rest[0] == 1
	return nil
}

// ParamTensors, ParamNames, ParamRequiresGrad and Single make a parameter usable as weights of grad.

// ParamTensors returns the tensor of p.
func (p *Parameter) ParamTensors() []*tensor.Tensor { return []*tensor.Tensor{p.Tensor} }

// ParamNames returns the name of p.
func (p *Parameter) ParamNames() []string { return []string{p.name} }

// ParamRequiresGrad returns whether p requires a gradient.
func (p *Parameter) ParamRequiresGrad() []bool { return []bool{p.requiresGrad} }

// Single is true: the gradient with respect to p is a tensor, not a tuple.
func (p *Parameter) Single() bool { return true }

// pyShape formats a shape as a Python tuple: (), (3,), (2, 3).
func pyShape(dims []int) string { return shape.Tuple(dims) }
