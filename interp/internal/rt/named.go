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
	if b, ok := v.(Box); ok && b.of.name != "" {
		return b.of.name
	}
	if c, ok := bridge.Unwrap(v).(*nn.Cell); ok && c != nil && c.Outer() != nil {
		v = bridge.Unwrap(c.Outer())
	}
	if x := bridge.ValueOf(v); x.IsValid() {
		return x.TypeText()
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
	if t, ok := v.(reflect.Type); ok {
		return typeText((*bridge.Type)(nil).Text(t))
	}
	if b, ok := canonical(v).(Box); ok {
		return b
	}
	if inner := bare(v); inner != nil && mentions(reflect.TypeOf(inner), 0) {
		return &named{inner}
	}
	return v
}

// typeText is what fmt prints of a reflect.Type.
type typeText string

// String implements fmt.Stringer.
func (t typeText) String() string { return string(t) }

// deepTypes bounds the look into types, which may be recursive.
const deepTypes = 8

// mentions says whether values of type t hold, or may hold, structs of a session.
func mentions(t reflect.Type, depth int) bool {
	if depth > deepTypes {
		return false
	}
	switch t.Kind() {
	case reflect.Struct:
		return classOf(t) != nil || bridge.IsBox(t) || t.Name() == "" && anyField(t, depth)
	case reflect.Interface:
		return depth > 0
	case reflect.Pointer:
		return t == reflect.TypeFor[*Key]() || (depth == 0 || t.Name() == "" && classOf(t.Elem()) != nil) && mentions(t.Elem(), depth+1)
	case reflect.Slice, reflect.Array:
		return t.Name() == "" && mentions(t.Elem(), depth+1)
	case reflect.Map:
		return t.Name() == "" && (mentions(t.Key(), depth+1) || mentions(t.Elem(), depth+1))
	}
	return false
}

// anyField says so for the fields of a struct without a name, and where one has another name.
func anyField(t reflect.Type, depth int) bool {
	for i := range t.NumField() {
		if f := t.Field(i); f.Name != bridge.FieldName(t, i) || mentions(f.Type, depth+1) {
			return true
		}
	}
	return false
}

// named is a value that prints as fmt prints values, but with the names of the session.
type named struct{ value any }

// NamedAll is Named for a list of values.
func NamedAll(list []any) []any {
	out := make([]any, len(list))
	for i, v := range list {
		out[i] = Named(v)
	}
	return out
}

// Unboxed implements bridge.Boxed.
func (n *named) Unboxed() any { return n.value }

// MarshalJSON implements json.Marshaler, for loggers that write it.
func (n *named) MarshalJSON() ([]byte, error) { return marshal(bridge.ValueOf(n.value)) }

// Format implements fmt.Formatter.
func (n *named) Format(f fmt.State, verb rune) { format(bridge.ValueOf(n.value), f, verb) }

// format writes a value as fmt does.
func format(v bridge.Value, f fmt.State, verb rune) {
	p := &namer{w: f, state: f, format: fmt.FormatString(f, verb), verb: verb, plus: verb == 'v' && f.Flag('+')}
	if verb == 'v' && f.Flag('#') {
		p.syntax(v, 0)
		return
	}
	p.write(v, 0, false)
}

// namer writes values as fmt does for a verb.
type namer struct {
	w      io.Writer
	state  fmt.State
	plus   bool
	verb   rune
	format string
	inside []within // maps and slices that are being written, as one may contain itself
}

// within is a map or slice.
type within struct {
	at  uintptr
	len int
}

// enter notes that v is being written. It is not entered a second time: fmt itself would fill the stack.
func (p *namer) enter(v bridge.Value) (leave func(), ok bool) {
	if k := v.Kind(); k != reflect.Map && k != reflect.Slice {
		return func() {}, true
	}
	x := within{v.Pointer(), v.Len()}
	if x.len > 0 && slices.Contains(p.inside, x) {
		return nil, false
	}
	p.inside = append(p.inside, x)
	return func() { p.inside = p.inside[:len(p.inside)-1] }, true
}

// write writes v, which stands depth levels below what is printed. Methods of what private fields hold are not called.
func (p *namer) write(v bridge.Value, depth int, private bool) {
	v = opened(v)
	if !v.IsValid() {
		fmt.Fprintf(p.w, p.format, nil)
		return
	}
	if !private && p.ownFormat(v) {
		return
	}
	if !private && strings.ContainsRune("vsqxX", p.verb) {
		if text, ok := ownText(v); ok {
			fmt.Fprintf(p.w, p.format, text)
			return
		}
	}
	known := v.Of != nil || mentions(v.Type(), min(depth, 1))
	switch k := v.Kind(); {
	case private && !known:
		p.raw(v)
	case !known && (k != reflect.Pointer || depth == 0 || hasText(v)), p.isBytes(v):
		p.plain(v)
	case k == reflect.Pointer && depth == 0 && !v.IsNil() && isComposite(v.Elem().Kind()):
		io.WriteString(p.w, "&")
		p.write(v.Deref(), depth+1, private)
	case k == reflect.Struct:
		p.fields(v, depth, private)
	case k == reflect.Slice, k == reflect.Array:
		p.list(v, depth, private)
	case k == reflect.Map:
		p.entries(v, depth, private)
	case k == reflect.Pointer && !v.IsNil() && p.verb == 'v':
		fmt.Fprintf(p.w, "0x%x", v.Pointer())
	default:
		p.plain(v)
	}
}

// ownFormat lets a Format method of a session's type write v, if there is one.
func (p *namer) ownFormat(v bridge.Value) bool {
	m, recv, ok := v.SessionMethod("Format")
	if ok = ok && m.Type().NumIn() == 3 && m.Type().In(1) == reflect.TypeFor[fmt.State](); ok {
		m.Call([]reflect.Value{recv, reflect.ValueOf(stateOf{p.state, p.w}), reflect.ValueOf(p.verb)})
	}
	return ok
}

// stateOf is a state of fmt that writes elsewhere.
type stateOf struct {
	fmt.State
	w io.Writer
}

// Write implements io.Writer.
func (s stateOf) Write(b []byte) (int, error) { return s.w.Write(b) }

// plain writes a value of which nothing more is known.
func (p *namer) plain(v bridge.Value) {
	if v.Of == nil || v.Of.Name == "" {
		fmt.Fprintf(p.w, p.format, v.Interface())
		return
	}
	text := fmt.Sprintf(p.format, v.Interface())
	if rest, wrong := strings.CutPrefix(text, fmt.Sprintf("%%!%c(%s=", p.verb, v.Type())); wrong {
		text = fmt.Sprintf("%%!%c(%s=", p.verb, v.Of.Name) + rest
	}
	io.WriteString(p.w, text)
}

// raw writes what a private field holds: without its methods.
func (p *namer) raw(v bridge.Value) {
	text := fmt.Sprintf(p.format, struct{ x any }{v.Interface()})
	text = text[1 : len(text)-1]
	if p.plus {
		text = text[len("x:"):]
	}
	io.WriteString(p.w, text)
}

// hasText says whether a compiled value says itself how it prints.
func hasText(v bridge.Value) bool {
	switch v.Interface().(type) {
	case fmt.Formatter, fmt.Stringer, error:
		return true
	}
	return false
}

// isBytes says whether fmt takes v for a text.
func (p *namer) isBytes(v bridge.Value) bool {
	k := v.Kind()
	return (k == reflect.Slice || k == reflect.Array) && v.Type().Elem().Kind() == reflect.Uint8 && strings.ContainsRune("sqxX", p.verb)
}

func isComposite(k reflect.Kind) bool {
	return k == reflect.Struct || k == reflect.Slice || k == reflect.Array || k == reflect.Map
}

func (p *namer) list(v bridge.Value, depth int, private bool) {
	leave, ok := p.enter(v)
	if !ok {
		io.WriteString(p.w, "[...]")
		return
	}
	defer leave()
	io.WriteString(p.w, "[")
	for i := range v.Len() {
		if i > 0 {
			io.WriteString(p.w, " ")
		}
		p.write(v.At(i), depth+1, private)
	}
	io.WriteString(p.w, "]")
}

// opened is v.Open with what the interpreter knows of the type of a value in an interface of the session.
func opened(v bridge.Value) bridge.Value {
	if v.IsValid() && v.CanInterface() && bridge.IsBox(v.Type()) {
		return bridge.ValueOf(canonical(v.Interface()))
	}
	return v.Open()
}

// ownText is what a method of v says; where it cannot take a nil pointer that is <nil>, as in package fmt, which recovers, too.
func ownText(v bridge.Value) (text string, ok bool) {
	if v.Kind() == reflect.Pointer && v.IsNil() {
		defer func() {
			if recover() != nil {
				text, ok = "<nil>", true
			}
		}()
	}
	return v.OwnText()
}

func (p *namer) fields(v bridge.Value, depth int, private bool) {
	io.WriteString(p.w, "{")
	for i := range v.NumField() {
		if i > 0 {
			io.WriteString(p.w, " ")
		}
		name, field := v.Part(i)
		if p.plus {
			io.WriteString(p.w, name+":")
		}
		p.write(field, depth+1, private || !token.IsExported(name))
	}
	io.WriteString(p.w, "}")
}

// entries sorts the entries of a map by their keys as fmt does.
func (p *namer) entries(v bridge.Value, depth int, private bool) {
	leave, ok := p.enter(v)
	if !ok {
		io.WriteString(p.w, "map[...]")
		return
	}
	defer leave()
	keys := v.Keys()
	slices.SortStableFunc(keys, func(a, b bridge.Value) int { return p.compare(a.Open(), b.Open(), depth, private) })
	io.WriteString(p.w, "map[")
	for i, k := range keys {
		if i > 0 {
			io.WriteString(p.w, " ")
		}
		p.write(k, depth+1, private)
		io.WriteString(p.w, ":")
		p.write(v.Lookup(k), depth+1, private)
	}
	io.WriteString(p.w, "]")
}

func (p *namer) compare(a, b bridge.Value, depth int, private bool) int {
	switch {
	case a.Kind() == reflect.String && b.Kind() == reflect.String:
		return strings.Compare(a.String(), b.String())
	case a.CanInt() && b.CanInt():
		return cmp.Compare(a.Int(), b.Int())
	case a.CanUint() && b.CanUint():
		return cmp.Compare(a.Uint(), b.Uint())
	case a.CanFloat() && b.CanFloat():
		return cmp.Compare(a.Float(), b.Float())
	case a.Kind() == reflect.Bool && b.Kind() == reflect.Bool:
		return strings.Compare(fmt.Sprint(a.Bool()), fmt.Sprint(b.Bool()))
	case a.IsValid() && b.IsValid() && a.Type() == b.Type() && (a.Kind() == reflect.Struct || a.Kind() == reflect.Array):
		return p.compareParts(a, b, depth, private)
	}
	return strings.Compare(p.text(a, depth, private), p.text(b, depth, private))
}

// compareParts compares structs and arrays by the first of their parts that are not equal.
func (p *namer) compareParts(a, b bridge.Value, depth int, private bool) (order int) {
	if a.Kind() == reflect.Array {
		for i := 0; i < a.Len() && order == 0; i++ {
			order = p.compare(a.At(i).Open(), b.At(i).Open(), depth, private)
		}
		return order
	}
	for i := 0; i < a.NumField() && order == 0; i++ {
		_, x := a.Part(i)
		_, y := b.Part(i)
		order = p.compare(x.Open(), y.Open(), depth, private)
	}
	return order
}

func (p *namer) text(v bridge.Value, depth int, private bool) string {
	var b strings.Builder
	(&namer{w: &b, state: p.state, plus: p.plus, verb: p.verb, format: p.format, inside: slices.Clip(p.inside)}).write(v, depth+1, private)
	return b.String()
}
