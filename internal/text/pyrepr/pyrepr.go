// Package pyrepr formats Go values as Python formats the values that they represent: nil as None, a slice as a list, a
// map as a dict, and a value with a Repr method by that method.
//
// Line returns repr(v), the text that print((a, b)) shows for elements; Pretty returns what IPython shows as Out[],
// with long containers broken into several lines.
package pyrepr

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/internal/text/numtext"
)

// Reprer is implemented by values with their own repr.
type Reprer interface{ Repr() string }

// Composite is implemented by values that print as a Python container: their parts, separated by ", ", between open
// and close. As in Python, a tuple of one part has a trailing comma.
type Composite interface {
	ReprParts() (open string, parts []any, end string)
}

// Anys returns the elements of a list as values of any type, for ReprParts and for calls of functions of any
// signature.
func Anys[T any](list []T) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = v
	}
	return out
}

// Unpacked returns the elements of a Python tuple that is the only element of a list, and other lists unchanged: x[t]
// is x[t[0], t[1]] in Python, and a tuple of columns of data is several columns.
func Unpacked(list []any) []any {
	if len(list) == 1 {
		if t, ok := list[0].(Composite); ok {
			if open, parts, _ := t.ReprParts(); open == "(" {
				return parts
			}
		}
	}
	return list
}

// Line returns repr(v).
func Line(v any) string {
	var b lineWriter
	w := walker{out: &b}
	w.value(v)
	return b.String()
}

// Pretty returns the text of IPython's pretty printer for lines of width characters.
func Pretty(v any, width int) string {
	p := newPrinter(width)
	w := walker{out: p, most: maxShown}
	w.value(v)
	p.flush()
	return p.out.String()
}

// writer receives the text of a value, with the places where it may break.
type writer interface {
	begin(indent int, open string)
	end(indent int, close string)
	text(s string)
	breakable()
	leaf(s string) // text of a value without parts; may have several lines
}

// lineWriter never breaks lines.
type lineWriter struct{ strings.Builder }

func (b *lineWriter) begin(_ int, open string) { b.WriteString(open) }
func (b *lineWriter) end(_ int, end string)    { b.WriteString(end) }
func (b *lineWriter) text(s string)            { b.WriteString(s) }
func (b *lineWriter) breakable()               { b.WriteByte(' ') }
func (b *lineWriter) leaf(s string)            { b.WriteString(s) }

// maxShown is the number of elements of a container that IPython shows.
const maxShown = 1000

type walker struct {
	out  writer
	most int     // elements of a container to show, 0 for all
	path []place // enclosing containers, to detect cycles
}

// place identifies a slice or map.
type place struct {
	at   uintptr
	size int
	typ  reflect.Type
}

func (w *walker) value(v any) {
	w.out.begin(0, "")
	defer w.out.end(0, "")
	v = newest.Value(v)
	if c, ok := v.(Composite); ok && !isNil(v) {
		open, parts, end := c.ReprParts()
		w.parts(open, parts, end)
		return
	}
	if text, ok := scalar(v); ok {
		w.out.leaf(text)
		return
	}
	w.container(reflect.ValueOf(v))
}

// scalar returns the text of a value without parts.
func scalar(v any) (string, bool) {
	if isNil(v) {
		return "None", true
	}
	if text, ok := Own(v); ok {
		return text, true
	}
	if s, ok := v.(string); ok {
		return Quote(s), true
	}
	if text, ok := numtext.Python(v); ok {
		return text, true
	}
	switch reflect.TypeOf(v).Kind() {
	case reflect.Slice, reflect.Array, reflect.Map:
		return "", false
	}
	return fmt.Sprintf("%+v", v), true
}

// Own returns the result of v's method Repr, Error or String; ok reports whether it has one.
func Own(v any) (text string, ok bool) {
	if isNil(v) {
		return "", false
	}
	switch x := v.(type) {
	case Reprer:
		return x.Repr(), true
	case error:
		return x.Error(), true
	case fmt.Stringer:
		return x.String(), true
	}
	return "", false
}

// isNil reports whether v is nil or a nil pointer; an empty container is not.
func isNil(v any) bool {
	r := reflect.ValueOf(v)
	return !r.IsValid() || (r.Kind() == reflect.Pointer || r.Kind() == reflect.Func) && r.IsNil()
}

func (w *walker) container(r reflect.Value) {
	if r.Kind() == reflect.Array {
		w.parts("[", elements(r), "]")
		return
	}
	open, end := "[", "]"
	if r.Kind() == reflect.Map {
		open, end = "{", "}"
	}
	here := place{r.Pointer(), r.Len(), r.Type()}
	if r.Len() > 0 && slices.Contains(w.path, here) {
		w.out.text(open + "..." + end)
		return
	}
	w.path = append(w.path, here)
	if r.Kind() == reflect.Map {
		w.dict(r)
	} else {
		w.parts(open, elements(r), end)
	}
	w.path = w.path[:len(w.path)-1]
}

func elements(r reflect.Value) []any {
	all := make([]any, r.Len())
	for i := range all {
		all[i] = r.Index(i).Interface()
	}
	return all
}

func (w *walker) parts(open string, parts []any, end string) {
	w.out.begin(len(open), open)
	for i, v := range parts {
		if !w.separate(i) {
			break
		}
		w.value(v)
	}
	if len(parts) == 1 && open == "(" {
		w.out.text(",")
	}
	w.out.end(len(open), end)
}

// separate writes the separator before part i, or "..." if the part is not shown, and reports whether it is.
func (w *walker) separate(i int) bool {
	if i > 0 {
		w.out.text(",")
		w.out.breakable()
	}
	if w.most > 0 && i >= w.most {
		w.out.text("...")
		return false
	}
	return true
}

// dict writes a map in the order of its keys, as Go's maps are unordered.
func (w *walker) dict(r reflect.Value) {
	w.out.begin(1, "{")
	for i, k := range SortedKeys(r) {
		if !w.separate(i) {
			break
		}
		w.value(k.Interface())
		w.out.text(": ")
		w.value(r.MapIndex(k).Interface())
	}
	w.out.end(1, "}")
}

// SortedKeys returns the keys of a map in order: numbers and strings by value, others by their text.
func SortedKeys(m reflect.Value) []reflect.Value {
	keys := m.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		if a.Kind() == reflect.Interface {
			a, b = a.Elem(), b.Elem()
		}
		if a.IsValid() && b.IsValid() && a.Kind() == b.Kind() {
			switch {
			case a.CanInt():
				return cmp.Compare(a.Int(), b.Int())
			case a.CanUint():
				return cmp.Compare(a.Uint(), b.Uint())
			case a.CanFloat():
				return cmp.Compare(a.Float(), b.Float())
			case a.Kind() == reflect.String:
				return cmp.Compare(a.String(), b.String())
			}
		}
		return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b))
	})
	return keys
}
