package display

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/display/widget"
	"github.com/msrepl/msrepl/tensor"
)

// slot is a parameter of an interactive function.
type slot struct {
	name      string
	typ       reflect.Type
	start     any // nil for the default of its type
	low, high float64
	log       bool
	ranged    bool
	choices   []any
	own       widget.Widget // the user's control
	fixed     bool

	control widget.Widget // nil if fixed
}

// make creates the control.
func (s *slot) make() {
	title := widget.Traits{"description": s.name}
	switch kind := s.typ.Kind(); {
	case s.fixed:
		s.converted(s.start)
	case s.own != nil:
		s.control = s.own
		s.value()
	case s.choices != nil:
		s.list(title)
	case kind == reflect.Bool:
		on := s.start != nil && s.converted(s.start).Bool()
		s.control = widget.NewCheckbox(on, s.name)
	case kind == reflect.String:
		text := ""
		if s.start != nil {
			text = s.converted(s.start).String()
		}
		s.control = widget.NewText(text, title)
	case isWhole(kind) || kind == reflect.Float32 || kind == reflect.Float64:
		s.number(title, isWhole(kind))
	default:
		tensor.Throw("Interact", tensor.TypeError,
			"For 'Interact', parameter %q of type %s has no control; give it one with Choose or With, or a value with Fix.",
			s.name, s.typ)
	}
}

func isWhole(k reflect.Kind) bool { return k >= reflect.Int && k <= reflect.Uintptr }

// list creates a control for a list of values.
func (s *slot) list(title widget.Traits) {
	labels := make([]string, len(s.choices))
	at := 0
	for i, v := range s.choices {
		labels[i] = fmt.Sprint(v)
		if s.converted(v); s.start != nil && reflect.DeepEqual(v, s.start) {
			at = i
		}
	}
	if len(labels) == 0 {
		tensor.Throw("Interact", tensor.ValueError,
			"For 'Interact', parameter %q has no values to choose from.", s.name)
	}
	s.control = widget.NewDropdown(labels, title, widget.Traits{"index": at})
}

// number creates a slider.
func (s *slot) number(title widget.Traits, whole bool) {
	start, given := 0.0, s.start != nil
	if given {
		start = s.converted(s.start).Convert(reflect.TypeFor[float64]()).Float()
	}
	low, high := s.low, s.high
	switch {
	case s.ranged:
	case given && start != 0:
		low, high = min(-start, 3*start), max(-start, 3*start)
		if least, greatest := s.bounds(); whole {
			low, high = max(low, least), min(high, greatest)
		}
	case whole:
		high = 10
	default:
		high = 1
	}
	if !(low <= high) || s.log && !(low > 0) || math.IsInf(high-low, 0) {
		tensor.Throw("Interact", tensor.ValueError,
			"For 'Interact', the range of parameter %q must not be from %v to %v.", s.name, low, high)
	}
	if least, greatest := s.bounds(); whole && (low < least || high > greatest) {
		tensor.Throw("Interact", tensor.ValueError,
			"For 'Interact', the range of parameter %q, %v to %v, exceeds its type %s.", s.name, low, high, s.typ)
	}
	if !given {
		start = low + (high-low)/2
		if s.log {
			start = math.Sqrt(low * high)
		}
	}
	switch {
	case whole && s.log:
		tensor.Throw("Interact", tensor.TypeError,
			"For 'Interact', LogBetween is for floats, but parameter %q is of type %s.", s.name, s.typ)
	case whole:
		s.control = widget.NewIntSlider(int(math.Floor(start)), int(math.Ceil(low)), int(math.Floor(high)), title)
	case s.log:
		s.control = widget.NewFloatLogSlider(start, math.Log10(low), math.Log10(high), title)
	default:
		step := math.Pow(10, math.Floor(math.Log10(max(high-low, 1e-300)))-2)
		format := widget.Traits{"step": step, "readout_format": ".4g"}
		s.control = widget.NewFloatSlider(start, low, high, title, format)
	}
}

// bounds returns the range of an integer parameter, limited to integers that float64 represents exactly.
func (s *slot) bounds() (least, greatest float64) {
	bits := s.typ.Bits()
	switch {
	case s.typ.Kind() >= reflect.Uint && s.typ.Kind() <= reflect.Uintptr:
		return 0, min(math.Ldexp(1, bits)-1, math.Ldexp(1, 53))
	case bits < 64:
		return -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1) - 1
	}
	return -math.Ldexp(1, 53), math.Ldexp(1, 53)
}

// model has the methods that all controls have.
type model interface {
	Get(key string) any
	Set(key string, value any)
	Observe(key string, f func(value any))
}

// observe calls f whenever the control changes.
func (s *slot) observe(f func()) {
	key := "value"
	if _, is := s.control.(*widget.Choice); is {
		key = "index"
	}
	s.control.(model).Observe(key, func(any) { f() })
}

// value returns the current value of the parameter.
func (s *slot) value() reflect.Value {
	switch c := s.control.(type) {
	case nil:
		return s.converted(s.start)
	case *widget.Choice:
		if s.choices != nil {
			return s.converted(s.choices[max(c.Index(), 0)])
		}
		return s.converted(c.Value())
	case *widget.Choices:
		return s.converted(c.Value())
	}
	return s.converted(s.control.(model).Get("value"))
}

// converted converts a value to the parameter's type. Numbers of another type are converted if they fit.
func (s *slot) converted(v any) reflect.Value {
	r := reflect.ValueOf(v)
	switch {
	case !r.IsValid():
		switch s.typ.Kind() {
		case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map, reflect.Func, reflect.Chan:
			return reflect.Zero(s.typ)
		}
	case r.Type().AssignableTo(s.typ):
		out := reflect.New(s.typ).Elem()
		out.Set(r)
		return out
	case r.Kind() == s.typ.Kind() && r.CanConvert(s.typ), isNumeric(r.Kind()) && isNumeric(s.typ.Kind()):
		c := r.Convert(s.typ)
		back := c.Convert(r.Type())
		if back.Equal(r) || s.typ.Kind() == reflect.Float32 {
			return c
		}
	}
	tensor.Throw("Interact", tensor.TypeError,
		"For 'Interact', parameter %q is of type %s, but got %v of type %T.", s.name, s.typ, v, v)
	return reflect.Value{}
}

func isNumeric(k reflect.Kind) bool {
	return isWhole(k) || k == reflect.Float32 || k == reflect.Float64
}

// words describes the value of the parameter and the allowed values.
func (s *slot) words() string {
	text := fmt.Sprintf("%s=%v", s.name, s.value())
	m := s.control.(model)
	switch c := s.control.(type) {
	case *widget.Choice:
		text += " (" + strings.Join(c.Options(), " | ") + ")"
	case *widget.Int:
		if s.own == nil {
			text += fmt.Sprintf(" (%v to %v)", m.Get("min"), m.Get("max"))
		}
	case *widget.Float:
		if s.own == nil {
			low, high := m.Get("min").(float64), m.Get("max").(float64)
			if s.log {
				low, high = math.Pow(10, low), math.Pow(10, high)
			}
			text += fmt.Sprintf(" (%.4g to %.4g)", low, high)
		}
	case *widget.Bool:
		text += " (true | false)"
	}
	return text
}

// parse returns a function that sets the parameter to the text that the user typed, or a description of valid input.
func (s *slot) parse(text string) (set func(), wrong string) {
	m := s.control.(model)
	switch c := s.control.(type) {
	case *widget.Choice:
		if slices.Contains(c.Options(), text) {
			return func() { c.SetValue(text) }, ""
		}
		return nil, "one of " + strings.Join(c.Options(), ", ")
	case *widget.Int:
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, "a whole number"
		}
		return func() { c.SetValue(n) }, ""
	case *widget.Float:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || x-x != 0 {
			return nil, "a number"
		}
		return func() { c.SetValue(x) }, ""
	case *widget.Bool:
		on, err := strconv.ParseBool(text)
		if err != nil {
			return nil, "true or false"
		}
		return func() { c.SetValue(on) }, ""
	}
	return func() { m.Set("value", text) }, ""
}
