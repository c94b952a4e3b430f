package rt

import (
	"cmp"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/msrepl/msrepl/internal/bridge"
	"github.com/msrepl/msrepl/nn"
)

// TypeName is what %T prints: the name that a cell gives to a type, where compiled code sees a nameless
// struct. It is the static type, unless that is an interface.
func TypeName(v any, static string) string {
	if static != "" {
		return static
	}
	v = canonical(v)
	if b, ok := v.(Box); ok {
		return cmp.Or(b.of.name, fmt.Sprintf("%T", b.value))
	}
	if c, ok := v.(*nn.Cell); ok && c != nil && c.Outer() != nil {
		v = bridge.Unwrap(c.Outer())
	}
	if t := reflect.TypeOf(v); t != nil {
		return typeName(t)
	}
	return fmt.Sprintf("%T", v)
}

func typeName(t reflect.Type) string {
	if c := classOf(t); c != nil {
		return "main." + c.Name
	}
	if t.Name() == "" {
		switch t.Kind() {
		case reflect.Pointer:
			return "*" + typeName(t.Elem())
		case reflect.Slice:
			return "[]" + typeName(t.Elem())
		case reflect.Array:
			return fmt.Sprintf("[%d]%s", t.Len(), typeName(t.Elem()))
		case reflect.Map:
			return "map[" + typeName(t.Key()) + "]" + typeName(t.Elem())
		}
	}
	return t.String()
}

// classOf returns what is known of a struct type that a cell declares.
func classOf(t reflect.Type) *bridge.Class {
	if t.Kind() != reflect.Struct || t.Name() != "" {
		return nil
	}
	return bridge.ClassOf(reflect.PointerTo(t))
}

// Named makes fmt print the user's names of the fields in v, however deep they are.
func Named(v any) any {
	if inner := bare(v); inner != nil && mentions(reflect.TypeOf(inner), 0) {
		return &named{inner}
	}
	return v
}

// deepTypes bounds the look into types, which may be recursive.
const deepTypes = 8

// mentions says whether values of type t hold structs of a session whose fields have other names here.
func mentions(t reflect.Type, depth int) bool {
	if depth > deepTypes {
		return false
	}
	switch t.Kind() {
	case reflect.Struct:
		return classOf(t) != nil
	case reflect.Pointer:
		return depth == 0 && mentions(t.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		return mentions(t.Elem(), depth+1)
	case reflect.Map:
		return mentions(t.Key(), depth+1) || mentions(t.Elem(), depth+1)
	}
	return false
}

// named is a value that prints as fmt prints values, but with the names of the session.
type named struct{ value any }

// Format implements fmt.Formatter.
func (n *named) Format(f fmt.State, verb rune) {
	_, wide := f.Width()
	if verb != 'v' || f.Flag('#') || wide || !f.Flag('+') {
		fmt.Fprintf(f, fmt.FormatString(f, verb), n.value)
		return
	}
	writeNamed(f, reflect.ValueOf(n.value), 0)
}

// writeNamed writes v as %+v does.
func writeNamed(w io.Writer, v reflect.Value, depth int) {
	if !v.IsValid() {
		io.WriteString(w, "<nil>")
		return
	}
	if v.Kind() == reflect.Interface && !v.IsNil() {
		v = reflect.ValueOf(bare(v.Elem().Interface()))
	}
	switch {
	case !mentions(v.Type(), 0):
		fmt.Fprintf(w, "%+v", v.Interface())
	case v.Kind() == reflect.Pointer && depth == 0 && !v.IsNil():
		io.WriteString(w, "&")
		writeNamed(w, v.Elem(), depth+1)
	case v.Kind() == reflect.Struct:
		writeFields(w, v, depth)
	case v.Kind() == reflect.Slice, v.Kind() == reflect.Array:
		for i := range v.Len() {
			io.WriteString(w, map[bool]string{true: "[", false: " "}[i == 0])
			writeNamed(w, v.Index(i), depth+1)
		}
		io.WriteString(w, map[bool]string{true: "[]", false: "]"}[v.Len() == 0])
	case v.Kind() == reflect.Map:
		writeMap(w, v, depth)
	default:
		fmt.Fprintf(w, "%+v", v.Interface())
	}
}

func writeFields(w io.Writer, v reflect.Value, depth int) {
	names := classOf(v.Type()).Fields
	io.WriteString(w, "{")
	for i := range v.NumField() {
		if i > 0 {
			io.WriteString(w, " ")
		}
		name := v.Type().Field(i).Name
		if i < len(names) {
			name = names[i]
		}
		io.WriteString(w, name+":")
		writeNamed(w, v.Field(i), depth+1)
	}
	io.WriteString(w, "}")
}

// writeMap sorts the entries by their text, keys first, as fmt sorts those of plain keys.
func writeMap(w io.Writer, v reflect.Value, depth int) {
	var entries []string
	for _, k := range v.MapKeys() {
		var b strings.Builder
		writeNamed(&b, k, depth+1)
		b.WriteString(":")
		writeNamed(&b, v.MapIndex(k), depth+1)
		entries = append(entries, b.String())
	}
	slices.Sort(entries)
	fmt.Fprintf(w, "map[%s]", strings.Join(entries, " "))
}
