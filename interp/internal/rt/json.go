package rt

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"reflect"
	"strconv"
	"strings"

	"github.com/msrepl/msrepl/internal/bridge"
)

// JSON returns a value that package json writes as Go writes v: by the methods that cells declare, also of values in
// containers and fields, and with what embedded structs promote.
func JSON(v any) any {
	x := bridge.ValueOf(canonical(v))
	if !x.IsValid() {
		return nil
	}
	return mirrored(x)
}

// mirrored returns the mirror of a value, or what fails as it does.
func mirrored(v bridge.Value) any {
	m := &mirrors{}
	x := m.of(v, 0)
	if m.err != nil {
		return failure{m.err}
	}
	return x
}

// mirrors makes mirrors until one fails.
type mirrors struct{ err error }

func (m *mirrors) fail(format string, args ...any) any {
	if m.err == nil {
		m.err = fmt.Errorf(format, args...)
	}
	return nil
}

// Marshal is json.Marshal.
func Marshal(v any) ([]byte, error) { return unmirrored(json.Marshal(v)) }

// MarshalIndent is json.MarshalIndent.
func MarshalIndent(v any, prefix, indent string) ([]byte, error) {
	return unmirrored(json.MarshalIndent(v, prefix, indent))
}

// unmirrored returns the error that a method of a cell's has returned, not that of what stands for it.
func unmirrored(text []byte, err error) ([]byte, error) {
	var f failure
	if errors.As(err, &f) {
		return nil, f.err
	}
	return text, err
}

// marshal is Marshal for a value in a box.
func marshal(v bridge.Value) ([]byte, error) { return Marshal(mirrored(v)) }

// failure stands for a value that cannot be written.
type failure struct{ err error }

// MarshalJSON implements json.Marshaler.
func (f failure) MarshalJSON() ([]byte, error) { return nil, f }

// Error implements error.
func (f failure) Error() string { return f.err.Error() }

// mostJSON bounds the depth of values: one may contain itself.
const mostJSON = 1000

func (m *mirrors) of(v bridge.Value, depth int) any {
	v = v.Open()
	if m.err != nil || !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	if x, ok := m.marshaled(v); ok {
		return x
	}
	if v.Of == nil && !mentions(v.Type(), 1) {
		return v.Interface()
	}
	if depth > mostJSON {
		return m.fail("json: unsupported value: encountered a cycle via %s", v.TypeText())
	}
	switch v.Kind() {
	case reflect.Pointer:
		return m.of(v.Deref(), depth+1)
	case reflect.Struct:
		return m.ofStruct(v, depth)
	case reflect.Slice, reflect.Array:
		return m.ofList(v, depth)
	case reflect.Map:
		return m.ofMap(v, depth)
	}
	return v.Interface()
}

// marshaled returns what a method that a cell has declared for it makes of v.
func (m *mirrors) marshaled(v bridge.Value) (any, bool) {
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		text, err, ok := callText(v, name)
		switch {
		case !ok:
		case err != nil:
			return m.fail("json: error calling %s for type %s: %w", name, v.TypeText(), err), true
		case name == "MarshalJSON":
			return json.RawMessage(text), true
		default:
			return string(text), true
		}
	}
	return nil, false
}

// callText calls a method that returns a text and an error, also that of a pointer to v.
func callText(v bridge.Value, name string) (text []byte, err error, ok bool) {
	m, recv, ok := v.SessionMethod(name)
	if !ok && v.CanAddr() {
		m, recv, ok = bridge.Value{Value: v.Addr(), Of: &bridge.Type{Elem: v.Of}}.SessionMethod(name)
	}
	if !ok || m.Type().NumIn() != 1 || m.Type().NumOut() != 2 || m.Type().Out(0) != reflect.TypeFor[[]byte]() {
		return nil, nil, false
	}
	out := m.Call([]reflect.Value{recv})
	err, _ = out[1].Interface().(error)
	return out[0].Bytes(), err, true
}

// bytesWithMethods says whether the elements of a slice of bytes are of a type that writes itself, as package json wants to know.
func bytesWithMethods(v bridge.Value) bool {
	b := bridge.Value{Value: reflect.MakeSlice(v.Type(), 1, 1), Of: v.Of}.At(0)
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		if _, _, ok := b.SessionMethod(name); ok {
			return true
		}
		if _, _, ok := (bridge.Value{Value: b.Addr(), Of: &bridge.Type{Elem: b.Of}}).SessionMethod(name); ok {
			return true
		}
	}
	return false
}

func (m *mirrors) ofList(v bridge.Value, depth int) any {
	if v.Kind() == reflect.Slice {
		if v.IsNil() {
			return nil
		}
		if v.Type().Elem().Kind() == reflect.Uint8 && !bytesWithMethods(v) {
			return v.Bytes()
		}
	}
	list := make([]any, v.Len())
	for i := range list {
		list[i] = m.of(v.At(i), depth+1)
	}
	return list
}

func (m *mirrors) ofMap(v bridge.Value, depth int) any {
	if v.IsNil() {
		return nil
	}
	entries := map[string]any{}
	for _, k := range v.Keys() {
		text, err := keyText(k)
		if err != nil {
			return m.fail("%w", err)
		}
		entries[text] = m.of(v.Lookup(k), depth+1)
	}
	return entries
}

// keyText is a key of a map as JSON has it.
func keyText(k bridge.Value) (string, error) {
	if k.Kind() == reflect.String {
		return k.String(), nil
	}
	if text, err, ok := callText(k, "MarshalText"); ok {
		return string(text), err
	}
	switch x := k.Interface().(type) {
	case encoding.TextMarshaler:
		text, err := x.MarshalText()
		return string(text), err
	}
	switch {
	case k.CanInt():
		return strconv.FormatInt(k.Int(), 10), nil
	case k.CanUint():
		return strconv.FormatUint(k.Uint(), 10), nil
	}
	return "", fmt.Errorf("json: unsupported type: map[%s]", k.TypeText())
}

// ofStruct makes a struct whose fields hold the mirrors of those of v.
func (m *mirrors) ofStruct(v bridge.Value, depth int) any {
	var fields []reflect.StructField
	var values []reflect.Value
	class := v.Class()
	for i := range v.NumField() {
		name, part := v.Part(i)
		tag := v.Type().Field(i).Tag
		f := reflect.StructField{Name: name, Tag: tag, Type: reflect.TypeFor[any]()}
		embedded := v.Type().Field(i).Anonymous || class != nil && class.Embeds(i)
		key, options, _ := strings.Cut(tag.Get("json"), ",")
		if embedded && (key == "" || key == "-" && !token.IsExported(name)) {
			inner := promoted(part)
			if !inner.IsValid() {
				continue
			}
			x := reflect.ValueOf(m.of(inner, depth+1))
			if x.Kind() == reflect.Struct {
				f.Name, f.Tag, f.Anonymous, f.Type = fmt.Sprintf("Eꞏ%d", i), "", true, x.Type()
				fields, values = append(fields, f), append(values, x)
				continue
			}
		}
		if !token.IsExported(name) {
			continue
		}
		x := reflect.ValueOf(m.of(part, depth+1))
		switch {
		case x.IsValid() && isBasic(x.Kind()):
			f.Type = x.Type()
		case leaveOut(part, options):
			x = reflect.Zero(f.Type)
		}
		fields, values = append(fields, f), append(values, x)
	}
	out := reflect.New(reflect.StructOf(fields)).Elem()
	for i, x := range values {
		if x.IsValid() {
			out.Field(i).Set(x)
		}
	}
	return out.Interface()
}

// promoted returns the struct whose fields an embedded field promotes, not valid when it is a nil pointer.
func promoted(v bridge.Value) bridge.Value {
	if v.Kind() != reflect.Pointer {
		return v
	}
	if v.IsNil() {
		return bridge.Value{}
	}
	return v.Deref()
}

func isBasic(k reflect.Kind) bool {
	return k == reflect.Bool || k == reflect.String || reflect.Int <= k && k <= reflect.Float64
}

// leaveOut says whether the options of its tag leave a field out.
func leaveOut(v bridge.Value, options string) bool {
	for _, o := range strings.Split(options, ",") {
		switch o {
		case "omitzero":
			if v.IsZero() {
				return true
			}
		case "omitempty":
			switch v.Kind() {
			case reflect.Slice, reflect.Map, reflect.Array, reflect.String:
				return v.Len() == 0
			case reflect.Struct:
			default:
				return v.IsZero()
			}
		}
	}
	return false
}
