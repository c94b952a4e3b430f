package widget

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/msrepl/msrepl/display/frontend"
	"github.com/msrepl/msrepl/tensor"
)

// Widget is a control or another object with a model in the front end.
type Widget interface{ model() *Model }

// Traits are parts of a control's state under the names that ipywidgets documents, such as "description", "step",
// "disabled" or "continuous_update". The values of "layout" and "style" are Traits too: Traits{"layout":
// Traits{"width": "50%"}}.
type Traits map[string]any

// Model is the state that a control shares with the front end. All controls have its methods, which may be called
// from any goroutine.
type Model struct {
	kind *kind
	id   atomic.Pointer[string] // of the comm, nil before it is open

	mu       sync.Mutex
	state    map[string]any
	comm     *frontend.Comm
	version  version // in which the comm was opened
	watchers []watcher
	received []func(content map[string]any, buffers [][]byte)
}

// watcher is a function that is called when a part of the state has changed.
type watcher struct {
	key string
	f   func(value any)
}

// New returns the ipywidgets control with this name, for controls without a constructor here: New("ColorPicker",
// Traits{"value": "red"}). It returns an error for an unknown name or trait, and for a value of the wrong type.
func New(name string, traits ...Traits) *Model { return newModel("New", name, traits...) }

func newModel(op, name string, traits ...Traits) *Model {
	m := &Model{kind: kindOf(op, name), state: map[string]any{}}
	for key, d := range m.kind.defaults {
		if p, ok := d.(part); ok {
			d = newModel(op, string(p))
		}
		m.state[key] = d
	}
	for _, t := range traits {
		for _, key := range slices.Sorted(maps.Keys(t)) {
			if m.nested(op, key, t[key]) {
				continue
			}
			m.state[key] = m.checked(op, key, t[key])
		}
	}
	m.bound(m.state)
	return m
}

// nested sets the state of a layout or style that is given as Traits.
func (m *Model) nested(op, key string, value any) bool {
	t, ok := value.(Traits)
	inner, has := m.peek(key).(*Model)
	if !ok || !has {
		return false
	}
	for _, k := range slices.Sorted(maps.Keys(t)) {
		inner.change(map[string]any{k: inner.checked(op, k, t[k])}, nil)
	}
	return true
}

// model implements Widget.
func (m *Model) model() *Model { return m }

// Get returns the value of a trait: an int, float64, string or bool, a []any, nil, or the *Model of a layout or
// style. An unknown name is a KeyError.
func (m *Model) Get(key string) any {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, ok := m.state[key]
	if !ok {
		m.unknown("Get", key)
	}
	return v
}

// Set changes a trait here and in the front end. A number outside "min" and "max" becomes the nearest limit. An
// unknown name is a KeyError, a value of the wrong type a TypeError.
func (m *Model) Set(key string, value any) {
	if m.nested("Set", key, value) {
		return
	}
	v := m.checked("Set", key, value)
	if m.within(v) {
		tensor.Throw("Set", tensor.ValueError, "For 'Set', a %s must not be part of itself.", m.kind.name)
	}
	m.change(map[string]any{key: v}, nil)
}

// within reports whether a value is the model, or refers to it.
func (m *Model) within(v any) bool {
	switch v := v.(type) {
	case *Model:
		if v == m {
			return true
		}
		v.mu.Lock()
		parts := slices.Collect(maps.Values(v.state))
		v.mu.Unlock()
		return slices.ContainsFunc(parts, m.within)
	case []any:
		return slices.ContainsFunc(v, m.within)
	case map[string]any:
		return slices.ContainsFunc(slices.Collect(maps.Values(v)), m.within)
	}
	return false
}

// Layout returns the CSS layout of the control: Layout().Set("width", "50%").
func (m *Model) Layout() *Model { return m.partOf("Layout", "layout") }

// Style returns the style of the control, such as colours and fonts: Style().Set("description_width", "initial").
func (m *Model) Style() *Model { return m.partOf("Style", "style") }

func (m *Model) partOf(op, key string) *Model {
	p, ok := m.peek(key).(*Model)
	if !ok {
		tensor.Throw(op, tensor.AttributeError, "For '%s', a %s has no %q.", op, m.kind.name, key)
	}
	return p
}

// Observe calls f with each new value of a trait, whether a cell or the user changed it.
func (m *Model) Observe(key string, f func(value any)) {
	m.Get(key)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watchers = append(m.watchers, watcher{key, f})
}

// unknown raises the error for an unknown key of the state.
func (m *Model) unknown(op, key string) {
	names := slices.Sorted(maps.Keys(m.state))
	names = slices.DeleteFunc(names, func(s string) bool { return strings.HasPrefix(s, "_") })
	tensor.Throw(op, tensor.KeyError,
		"For '%s', a %s has no %q; it has %s.", op, m.kind.name, key, strings.Join(names, ", "))
}

// checked converts a value to the form that the state stores.
func (m *Model) checked(op, key string, value any) any {
	def, known := m.kind.defaults[key]
	if !known && m.kind.name != "Any" {
		m.unknown(op, key)
	}
	v, ok := conform(def, value)
	if !ok {
		tensor.Throw(op, tensor.TypeError,
			"For '%s', %q of a %s must be %s, but got %v of type %T.",
			op, key, m.kind.name, typeName(def), value, value)
	}
	return v
}

// conform converts a value to the type of a default.
func conform(def, value any) (any, bool) {
	r := reflect.ValueOf(value)
	switch def.(type) {
	case int:
		switch {
		case r.IsValid() && r.CanInt():
			return int(r.Int()), true
		case r.IsValid() && r.CanUint():
			return int(r.Uint()), true
		case r.IsValid() && r.CanFloat() && r.Float() == float64(int(r.Float())):
			return int(r.Float()), true
		}
		return nil, false
	case float64:
		switch {
		case !r.IsValid():
		case r.CanFloat():
			return finite(r.Float())
		case r.CanInt():
			return float64(r.Int()), true
		case r.CanUint():
			return float64(r.Uint()), true
		}
		return nil, false
	case string:
		if r.Kind() != reflect.String {
			return nil, false
		}
		return r.String(), true
	case bool:
		if r.Kind() != reflect.Bool {
			return nil, false
		}
		return r.Bool(), true
	case []byte:
		raw, ok := value.([]byte)
		return raw, ok
	case part:
		p, ok := value.(*Model)
		return p, ok && p != nil
	}
	v, ok := general(value)
	if _, list := def.([]any); list {
		_, isList := v.([]any)
		return v, ok && isList
	}
	return v, ok
}

// general converts a value to JSON values, widgets and bytes.
func general(value any) (any, bool) {
	switch x := value.(type) {
	case nil, []byte:
		return x, true
	case json.RawMessage:
		d := json.NewDecoder(bytes.NewReader(x))
		d.UseNumber()
		var v any
		err := d.Decode(&v)
		return plain(v), err == nil
	case Widget:
		if r := reflect.ValueOf(x); r.Kind() == reflect.Pointer && r.IsNil() {
			return nil, false
		}
		return x.model(), x.model() != nil
	}
	r := reflect.ValueOf(value)
	switch {
	case r.CanInt():
		return int(r.Int()), true
	case r.CanUint():
		return int(r.Uint()), true
	case r.CanFloat():
		return finite(r.Float())
	case r.Kind() == reflect.String:
		return r.String(), true
	case r.Kind() == reflect.Bool:
		return r.Bool(), true
	case r.Kind() == reflect.Slice || r.Kind() == reflect.Array:
		list := make([]any, r.Len())
		for i := range list {
			v, ok := general(r.Index(i).Interface())
			if !ok {
				return nil, false
			}
			list[i] = v
		}
		return list, true
	case r.Kind() == reflect.Map && r.Type().Key().Kind() == reflect.String:
		m := make(map[string]any, r.Len())
		for it := r.MapRange(); it.Next(); {
			v, ok := general(it.Value().Interface())
			if !ok {
				return nil, false
			}
			m[it.Key().String()] = v
		}
		return m, true
	}
	raw, err := json.Marshal(value)
	if err != nil {
		return nil, false
	}
	return general(json.RawMessage(raw))
}

// finite reports whether JSON can represent x.
func finite(x float64) (any, bool) { return x, x-x == 0 }

func typeName(def any) string {
	switch def.(type) {
	case int:
		return "a whole number"
	case float64:
		return "a finite number"
	case string:
		return "a string"
	case bool:
		return "a bool"
	case []any:
		return "a slice"
	case []byte:
		return "bytes"
	case part:
		return "a layout or style"
	}
	return "something that JSON can hold"
}

// String returns the traits that differ from their defaults, as in Python: IntSlider(max=10, value=3).
func (m *Model) String() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(m.state)) {
		v := m.state[key]
		if _, is := v.(*Model); is || strings.HasPrefix(key, "_") || reflect.DeepEqual(v, m.kind.defaults[key]) {
			continue
		}
		parts = append(parts, key+"="+repr(v))
	}
	return m.kind.name + "(" + strings.Join(parts, ", ") + ")"
}

func repr(v any) string {
	switch v := v.(type) {
	case *Model:
		return v.String()
	case string:
		return strconv.Quote(v)
	case []byte:
		return fmt.Sprintf("<%d bytes>", len(v))
	case []any:
		parts := make([]string, len(v))
		for i, x := range v {
			parts[i] = repr(x)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	return fmt.Sprint(v)
}
