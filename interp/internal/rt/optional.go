package rt

import (
	"flag"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"reflect"
	"slices"

	"github.com/msrepl/msrepl/internal/bridge"
)

// Compiled code asks the values that it is given for more methods than those of the interface that it takes. It
// does not find those that cells declare, so such a value goes in a box that has them, or is refused.

// optional returns a method that a cell has declared for the type of what an interface holds.
func optional(x any, name string) (call func(args ...any) []reflect.Value, ok bool) {
	v := bridge.ValueOf(canonical(x))
	if !v.IsValid() {
		return nil, false
	}
	m, recv, ok := v.SessionMethod(name)
	if !ok {
		return nil, false
	}
	return func(args ...any) []reflect.Value {
		in := []reflect.Value{recv}
		for i, a := range args {
			arg := reflect.New(m.Type().In(i + 1)).Elem()
			if a != nil {
				arg.Set(reflect.ValueOf(a))
			}
			in = append(in, arg)
		}
		return m.Call(in)
	}, true
}

// errorOf is the error among the results of a call.
func errorOf(v reflect.Value) error {
	err, _ := v.Interface().(error)
	return err
}

type readerTo struct {
	io.Reader
	call func(args ...any) []reflect.Value
}

// WriteTo implements io.WriterTo.
func (r readerTo) WriteTo(w io.Writer) (int64, error) {
	out := r.call(w)
	return out[0].Int(), errorOf(out[1])
}

// ReaderTo returns a reader with the method WriteTo that a cell declares for it.
func ReaderTo(r io.Reader) io.Reader {
	if call, ok := optional(r, "WriteTo"); ok {
		return readerTo{r, call}
	}
	return r
}

type writerFrom struct {
	io.Writer
	call func(args ...any) []reflect.Value
}

// ReadFrom implements io.ReaderFrom.
func (w writerFrom) ReadFrom(r io.Reader) (int64, error) {
	out := w.call(r)
	return out[0].Int(), errorOf(out[1])
}

type stringWriter struct {
	io.Writer
	call func(args ...any) []reflect.Value
}

// WriteString implements io.StringWriter.
func (w stringWriter) WriteString(s string) (int, error) {
	out := w.call(s)
	return int(out[0].Int()), errorOf(out[1])
}

// fullWriter has both methods.
type fullWriter struct {
	writerFrom
	text stringWriter
}

// WriteString implements io.StringWriter.
func (w fullWriter) WriteString(s string) (int, error) { return w.text.WriteString(s) }

// Writer returns a writer with the methods ReadFrom and WriteString that a cell declares for it.
func Writer(w io.Writer) io.Writer {
	from, reads := optional(w, "ReadFrom")
	text, takes := optional(w, "WriteString")
	switch {
	case reads && takes:
		return fullWriter{writerFrom{w, from}, stringWriter{w, text}}
	case reads:
		return writerFrom{w, from}
	case takes:
		return stringWriter{w, text}
	}
	return w
}

type source64 struct {
	rand.Source
	call func(args ...any) []reflect.Value
}

// Uint64 implements rand.Source64.
func (s source64) Uint64() uint64 { return s.call()[0].Uint() }

// Source64 returns a source of random numbers with the method Uint64 that a cell declares for it.
func Source64(s rand.Source) rand.Source {
	if call, ok := optional(s, "Uint64"); ok {
		return source64{s, call}
	}
	return s
}

type boolFlag struct {
	flag.Value
	call func(args ...any) []reflect.Value
}

// IsBoolFlag is what package flag asks for.
func (f boolFlag) IsBoolFlag() bool { return f.call()[0].Bool() }

// BoolFlag returns a flag with the method IsBoolFlag that a cell declares for it.
func BoolFlag(f flag.Value) flag.Value {
	if call, ok := optional(f, "IsBoolFlag"); ok {
		return boolFlag{f, call}
	}
	return f
}

type unwrapper struct {
	http.ResponseWriter
	call func(args ...any) []reflect.Value
}

// Unwrap is what http.ResponseController asks for.
func (w unwrapper) Unwrap() http.ResponseWriter {
	inner, _ := w.call()[0].Interface().(http.ResponseWriter)
	return inner
}

// Unwrapper returns a response writer with the method Unwrap that a cell declares for it.
func Unwrapper(w http.ResponseWriter) http.ResponseWriter {
	if call, ok := optional(w, "Unwrap"); ok {
		return unwrapper{w, call}
	}
	return w
}

// Ignored panics when x, which a function of a package is given, is of a type for which a cell declares a
// method that the function would not find; with deep also when a part of x is.
func Ignored(x any, pkg string, deep bool, methods ...string) {
	v := bridge.ValueOf(canonical(x))
	if !v.IsValid() {
		return
	}
	s := search{methods: methods, deep: deep, seen: map[reflect.Type]bool{}}
	switch typ, method := s.in(v, 0); method {
	case "":
	case embedding:
		panic(&Fault{"InterpreterError", fmt.Sprintf("package %s cannot know what %s embeds, which a cell declares (a limit of the interpreter)", pkg, typ)})
	default:
		panic(&Fault{"InterpreterError", fmt.Sprintf("package %s cannot find the method %s of %s, which a cell declares (a limit of the interpreter)", pkg, method, typ)})
	}
}

// embedding stands among methods for structs that embed others without a tag.
const embedding = "embeds"

// search looks for values of types with methods that cells declare.
type search struct {
	methods  []string
	deep     bool
	declared []string // methods of types that are no structs, as "main.T.Method"
	promotes bool     // fields of embedded structs count as methods
	seen     map[reflect.Type]bool
}

// deepest bounds the look into values, which may contain themselves.
const deepest = 12

func (s *search) in(v bridge.Value, depth int) (typ, method string) {
	methods := s.methods
	if v.IsValid() && s.promotes && v.Kind() == reflect.Interface && printsItself(v.Interface()) {
		v, methods = bridge.ValueOf(canonical(v.Interface())), methods[len(printsBy):]
	}
	if v = v.Open(); !v.IsValid() || depth > deepest {
		return "", ""
	}
	for _, name := range methods {
		if has(v, name) || name == embedding && embeds(v) {
			return v.TypeText(), name
		}
		if s.promotes && promotes(v, name) || len(s.declared) > 0 && slices.Contains(s.declared, v.TypeText()+"."+name) {
			return v.TypeText(), name
		}
	}
	if v.Kind() == reflect.Pointer {
		to := v
		if v.IsNil() {
			if s.seen[v.Type()] {
				return "", ""
			}
			s.seen[v.Type()] = true
			to = bridge.Value{Value: reflect.New(v.Type().Elem()), Of: v.Of}
		}
		if !s.deep && depth > 0 {
			return "", ""
		}
		return s.in(to.Deref(), depth+1)
	}
	if !s.deep {
		return "", ""
	}
	return s.parts(v, depth)
}

// parts looks into the parts of a value; of those that it has none of, into a zero one.
func (s *search) parts(v bridge.Value, depth int) (typ, method string) {
	var parts []bridge.Value
	switch v.Kind() {
	case reflect.Struct:
		if v.Class() == nil && v.Type().Name() != "" {
			return "", "" // compiled
		}
		for i := range v.NumField() {
			_, field := v.Part(i)
			parts = append(parts, field)
		}
	case reflect.Slice, reflect.Array:
		for i := range min(v.Len(), 1000) {
			parts = append(parts, v.At(i))
		}
		if v.Len() == 0 && v.Kind() == reflect.Slice {
			parts = append(parts, bridge.Value{Value: reflect.MakeSlice(v.Type(), 1, 1), Of: v.Of}.At(0))
		}
	case reflect.Map:
		for _, k := range v.Keys() {
			parts = append(parts, k, v.Lookup(k))
		}
		if v.Len() == 0 {
			m := bridge.Value{Value: reflect.MakeMap(v.Type()), Of: v.Of}
			m.SetMapIndex(reflect.Zero(v.Type().Key()), reflect.Zero(v.Type().Elem()))
			for _, k := range m.Keys() {
				parts = append(parts, k, m.Lookup(k))
			}
		}
	}
	for _, p := range parts {
		if typ, method = s.in(p, depth+1); method != "" {
			return typ, method
		}
	}
	return "", ""
}

// embeds says whether v is a struct of a cell's type that embeds another one without a tag.
func embeds(v bridge.Value) bool {
	c := v.Class()
	if c == nil || v.Kind() != reflect.Struct {
		return false
	}
	for _, i := range c.Embedded {
		_, part := v.Part(i)
		f := v.Type().Field(i)
		if part.Class() != nil && f.Tag.Get("json") == "" && f.Tag.Get("xml") == "" {
			return true
		}
	}
	return false
}

// promotes says whether v is a struct of a cell's type that has a field only by what it embeds.
func promotes(v bridge.Value, name string) bool {
	if v.Kind() != reflect.Struct || v.Class() == nil || slices.Contains(v.Class().Fields, name) {
		return false
	}
	for _, i := range v.Class().Embedded {
		if _, part := v.Part(i); part.Class() != nil && slices.Contains(part.Class().Fields, name) {
			return true
		}
	}
	return false
}

// has says whether a cell declares a method for the type of v, or for pointers to it.
func has(v bridge.Value, name string) bool {
	if t := v.Of; t != nil {
		if _, ok := t.Methods[name]; ok {
			return true
		}
		if _, ok := t.PtrMethods[name]; ok {
			return true
		}
	}
	if v.Kind() == reflect.Pointer {
		return false // what it points to is next
	}
	c := v.Class()
	if c == nil {
		return false
	}
	_, ok := c.Methods[name]
	return ok
}
