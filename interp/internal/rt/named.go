package rt

import (
	"cmp"
	"fmt"
	"go/token"
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

// TypeString is what reflect.TypeOf(v).String() says.
func TypeString(v any, static string) string { return TypeName(v, static) }

// TypeBase is what reflect.TypeOf(v).Name() says.
func TypeBase(v any, static string) string {
	name := TypeName(v, static)
	if strings.HasPrefix(name, "*") || strings.HasPrefix(name, "[") || strings.HasPrefix(name, "map[") ||
		strings.ContainsAny(name, " {(") {
		return ""
	}
	base, args, _ := strings.Cut(name, "[")
	base = base[strings.LastIndexByte(base, '.')+1:]
	if args != "" {
		return base + "[" + args
	}
	return base
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

// Named makes fmt print v, however deep its parts are, with the user's names of fields and by the String and Error
// methods that cells declare.
func Named(v any) any {
	if inner := bare(v); inner != nil && mentions(reflect.TypeOf(inner), 0) {
		return &named{inner}
	}
	return v
}

// deepTypes bounds the look into types, which may be recursive.
const deepTypes = 8

// mentions says whether values of type t hold, or may hold, structs of a session.
func mentions(t reflect.Type, depth int) bool {
	if depth > deepTypes {
		return false
	}
	switch t.Kind() {
	case reflect.Struct:
		return classOf(t) != nil
	case reflect.Interface:
		return depth > 0
	case reflect.Pointer:
		return (depth == 0 || t.Name() == "" && classOf(t.Elem()) != nil) && mentions(t.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		return t.Name() == "" && mentions(t.Elem(), depth+1)
	case reflect.Map:
		return t.Name() == "" && (mentions(t.Key(), depth+1) || mentions(t.Elem(), depth+1))
	}
	return false
}

// named is a value that prints as fmt prints values, but with the names of the session.
type named struct{ value any }

// Format implements fmt.Formatter.
func (n *named) Format(f fmt.State, verb rune) {
	_, wide := f.Width()
	if verb != 'v' || f.Flag('#') || wide {
		fmt.Fprintf(f, fmt.FormatString(f, verb), n.value)
		return
	}
	p := &namer{w: f, format: "%v"}
	if p.plus = f.Flag('+'); p.plus {
		p.format = "%+v"
	}
	p.write(reflect.ValueOf(n.value), 0, false)
}

// namer writes values as fmt does for %v or %+v.
type namer struct {
	w      io.Writer
	plus   bool
	format string
}

// write writes v, which stands depth levels below what is printed. Methods of what private fields hold are not called.
func (p *namer) write(v reflect.Value, depth int, private bool) {
	if v.IsValid() && v.Kind() == reflect.Interface && !v.IsNil() {
		x := canonical(v.Elem().Interface())
		if b, ok := x.(Box); ok {
			fmt.Fprintf(p.w, p.format, b)
			return
		}
		v = reflect.ValueOf(x)
	}
	if !v.IsValid() || v.Kind() == reflect.Interface {
		io.WriteString(p.w, "<nil>")
		return
	}
	if text, ok := ownText(v); ok && !private && depth > 0 {
		io.WriteString(p.w, text)
		return
	}
	switch {
	case !mentions(v.Type(), 0):
		fmt.Fprintf(p.w, p.format, v.Interface())
	case v.Kind() == reflect.Pointer && depth == 0 && !v.IsNil():
		io.WriteString(p.w, "&")
		p.write(v.Elem(), depth+1, private)
	case v.Kind() == reflect.Struct:
		p.fields(v, depth, private)
	case v.Kind() == reflect.Slice, v.Kind() == reflect.Array:
		io.WriteString(p.w, "[")
		for i := range v.Len() {
			if i > 0 {
				io.WriteString(p.w, " ")
			}
			p.write(v.Index(i), depth+1, private)
		}
		io.WriteString(p.w, "]")
	case v.Kind() == reflect.Map:
		p.entries(v, depth, private)
	case v.Kind() == reflect.Pointer && !v.IsNil():
		fmt.Fprintf(p.w, "0x%x", v.Pointer())
	default:
		fmt.Fprintf(p.w, p.format, v.Interface())
	}
}

func (p *namer) fields(v reflect.Value, depth int, private bool) {
	names := classOf(v.Type()).Fields
	io.WriteString(p.w, "{")
	for i := range v.NumField() {
		if i > 0 {
			io.WriteString(p.w, " ")
		}
		name := v.Type().Field(i).Name
		if i < len(names) {
			name = names[i]
		}
		if p.plus {
			io.WriteString(p.w, name+":")
		}
		p.write(v.Field(i), depth+1, private || !token.IsExported(name))
	}
	io.WriteString(p.w, "}")
}

// entries sorts the entries of a map by their keys as fmt does.
func (p *namer) entries(v reflect.Value, depth int, private bool) {
	keys := v.MapKeys()
	slices.SortStableFunc(keys, func(a, b reflect.Value) int {
		switch {
		case a.CanInt() && b.CanInt():
			return cmp.Compare(a.Int(), b.Int())
		case a.CanUint() && b.CanUint():
			return cmp.Compare(a.Uint(), b.Uint())
		case a.CanFloat() && b.CanFloat():
			return cmp.Compare(a.Float(), b.Float())
		}
		return strings.Compare(p.text(a, depth, private), p.text(b, depth, private))
	})
	io.WriteString(p.w, "map[")
	for i, k := range keys {
		if i > 0 {
			io.WriteString(p.w, " ")
		}
		p.write(k, depth+1, private)
		io.WriteString(p.w, ":")
		p.write(v.MapIndex(k), depth+1, private)
	}
	io.WriteString(p.w, "]")
}

func (p *namer) text(v reflect.Value, depth int, private bool) string {
	var b strings.Builder
	(&namer{w: &b, plus: p.plus, format: p.format}).write(v, depth+1, private)
	return b.String()
}

// ownText is what the Error or String method of v says, if a cell has declared one for its type.
func ownText(v reflect.Value) (string, bool) {
	ptr := v
	if v.Kind() == reflect.Struct {
		ptr = reflect.New(v.Type())
		ptr.Elem().Set(v)
	}
	if ptr.Kind() != reflect.Pointer || ptr.IsNil() {
		return "", false
	}
	class := bridge.ClassOf(ptr.Type())
	if class == nil {
		return "", false
	}
	for _, name := range []string{"Error", "String"} {
		if m, ok := class.Methods[name]; ok && isText(m.Type()) && (v.Kind() == reflect.Pointer || slices.Contains(class.OfValues, name)) {
			return m.Call([]reflect.Value{ptr})[0].String(), true
		}
	}
	return "", false
}

func isText(t reflect.Type) bool {
	return t.NumIn() == 1 && t.NumOut() == 1 && t.Out(0).Kind() == reflect.String
}
