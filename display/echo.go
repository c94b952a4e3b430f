package display

import (
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/internal/text/pyrepr"
	"github.com/msrepl/msrepl/internal/text/table"
	"github.com/msrepl/msrepl/tensor"
)

// width is the number of columns in which IPython lays out a value (its max_width).
const width = 79

// Displayer is a value with its own representations; its bundle must have "text/plain".
type Displayer interface{ Display() Bundle }

// Echo returns what a notebook shows as Out[] for the value of a cell's last expression.
//
// A [Displayer] and a Bundle provide their own representations; so do values with methods such as HTML (see the
// package's comment), pictures (image.Image) and figures of gonum/plot. Tensors, parameters, and slices and maps that
// hold any print as in Python, laid out as IPython does; a method Repr() string, of any type, provides its Python
// text. Other values print as in Go: strings quoted, structs with the names of their fields, errors and Stringers
// with their own text, maps in the order of their keys. Two or more structs in a slice or an array, or maps with the
// same string keys, are shown as a [Table]. The content of a type or a Bundle must be text, bytes or, for types of
// JSON, something that encoding/json encodes; anything else is a TypeError.
func Echo(v any) Bundle {
	b := echo(v)
	if len(b.Data) == 1 && b.Metadata == nil && b.Text() != "" {
		return b
	}
	return sound(b)
}

func echo(v any) Bundle {
	v = newest.Value(v)
	switch x := v.(type) {
	case Bundle:
		return x
	case reflect.Type:
		return TextBundle(x.String())
	case Displayer:
		if !isNil(v) {
			return x.Display()
		}
	}
	if t, ok := v.(*tensor.Tensor); ok && t != nil && richTensors.Load() {
		return richTensor(t)
	}
	if b, ok := rich(v); ok {
		return b
	}
	if t, ok := records(v); ok {
		return tableBundle(t)
	}
	return TextBundle(echoText(v))
}

// Brief returns the text of [Echo] for listings of variables, in which no value is shown as a table.
func Brief(v any) string {
	if _, ok := records(newest.Value(v)); ok {
		return echoText(newest.Value(v))
	}
	return Echo(v).Text()
}

// records returns the table of two or more structs, or maps with the same string keys, whose types define no text
// and have no Python text. A single one is as legible as text.
func records(v any) (t table.Table, ok bool) {
	r := reflect.ValueOf(v)
	if k := r.Kind(); k != reflect.Slice && k != reflect.Array || r.Len() < 2 || pythonic(v) {
		return t, false
	}
	if _, own := pyrepr.Own(v); own {
		return t, false
	}
	keys := 0
	for i := range different(r) {
		row := bare(r.Index(i))
		switch {
		case !row.IsValid():
			return t, false
		case row.Kind() == reflect.Map && row.Type().Key().Kind() == reflect.String:
			if i > 0 && (row.Len() != keys || !sameKeys(row, bare(r.Index(i-1)))) {
				return t, false
			}
			keys = row.Len()
		case !isRecord(row) || i > 0 && row.Type() != bare(r.Index(0)).Type():
			return t, false
		default:
			keys = row.NumField()
		}
	}
	return sliceTable(r), keys > 0
}

func sameKeys(a, b reflect.Value) bool {
	if b.Kind() != reflect.Map || a.Type().Key() != b.Type().Key() {
		return false
	}
	for _, k := range a.MapKeys() {
		if !b.MapIndex(k).IsValid() {
			return false
		}
	}
	return true
}

// echoText returns the text of a value.
func echoText(v any) string {
	if pythonic(v) {
		return pyrepr.Pretty(v, width)
	}
	return goText(v)
}

// EchoAll is Echo for an expression with several values, which is shown as a tuple.
func EchoAll(vs []any) Bundle {
	if len(vs) == 1 {
		return Echo(vs[0])
	}
	for _, v := range vs {
		if pythonic(v) {
			return TextBundle(pyrepr.Pretty(values(vs), width))
		}
	}
	texts := make([]string, len(vs))
	for i, v := range vs {
		texts[i] = goText(v)
	}
	return TextBundle("(" + strings.Join(texts, ", ") + ")")
}

// values print as a Python tuple.
type values []any

func (v values) ReprParts() (open string, parts []any, end string) { return "(", v, ")" }

var (
	reprer    = reflect.TypeFor[pyrepr.Reprer]()
	composite = reflect.TypeFor[pyrepr.Composite]()
)

// pythonic reports whether v has a Python text, or holds values that have.
func pythonic(v any) bool { return pythonicWithin(v, 0) }

// pythonicWithin is pythonic for a value at a nesting depth, which is limited: values may contain themselves.
func pythonicWithin(v any, depth int) bool {
	if isNil(v) || depth > maxDepth {
		return false
	}
	r := renewed(reflect.ValueOf(v))
	if pythonicType(r.Type()) {
		return true
	}
	switch r.Kind() {
	case reflect.Slice, reflect.Array:
		if mayHold(r.Type().Elem()) {
			return holdsPythonic(r, depth)
		}
	case reflect.Map:
		if mayHold(r.Type().Elem()) {
			for _, k := range r.MapKeys() {
				if pythonicWithin(r.MapIndex(k).Interface(), depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// maxNested is the maximum depth to which nested container types are examined: `type T []T` is infinite.
const maxNested = 100

// pythonicType reports whether all values of type t print as in Python.
func pythonicType(t reflect.Type) bool {
	for range maxNested {
		if t.Implements(reprer) || t.Implements(composite) {
			return true
		}
		if !contains(t) {
			return false
		}
		t = t.Elem()
	}
	return false
}

// mayHold reports whether values of type t may hold pythonic ones, so that each value must be examined.
func mayHold(t reflect.Type) bool {
	for range maxNested {
		if !contains(t) {
			return t.Kind() == reflect.Interface
		}
		t = t.Elem()
	}
	return false
}

func contains(t reflect.Type) bool {
	return t.Kind() == reflect.Slice || t.Kind() == reflect.Array || t.Kind() == reflect.Map
}

func holdsPythonic(r reflect.Value, depth int) bool {
	for i := range min(r.Len(), maxShown) {
		if pythonicWithin(r.Index(i).Interface(), depth+1) {
			return true
		}
	}
	return false
}

// isNil reports whether v is nil or a nil pointer.
func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || r.Kind() == reflect.Pointer && r.IsNil()
}
