package passtest

import (
	"reflect"
	"strings"

	"github.com/msrepl/msrepl/interp/internal/symbols"
)

// Signatures returns the function types in the tables of packages, keyed by an example of each. called are those that
// cells call; methods have the receiver as first parameter. calling are those through which compiled Go calls cells:
// parameters and fields of function type, and interface methods, with a pointer as receiver.
func Signatures() (called, calling map[string]reflect.Type) {
	w := &signatures{map[string]reflect.Type{}, map[string]reflect.Type{}, map[reflect.Type]bool{}}
	for _, tables := range []map[string]map[string]reflect.Value{symbols.Std(), symbols.Symbols} {
		for path, table := range tables {
			for name, v := range table {
				if strings.HasPrefix(name, "_") || !v.IsValid() { // yaegi's wrappers
					continue
				}
				switch {
				case v.Kind() == reflect.Func:
					w.function(path+"."+name, v.Type())
				case v.Kind() == reflect.Pointer && v.IsNil():
					w.typ(path+"."+name, v.Type().Elem())
				}
			}
		}
	}
	return w.called, w.calling
}

type signatures struct {
	called, calling map[string]reflect.Type
	seen            map[reflect.Type]bool
}

func (w *signatures) function(name string, t reflect.Type) {
	w.called[name] = t
	for i := range t.NumIn() {
		w.param(name, t.In(i))
	}
}

// param records a function type, also if it is the element of slices and pointers.
func (w *signatures) param(name string, t reflect.Type) {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() == reflect.Func {
		w.calling[name] = t
		w.called[name+", what it is given"] = t
	}
}

func (w *signatures) typ(name string, t reflect.Type) {
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	if t.Kind() == reflect.Interface {
		for i := range t.NumMethod() {
			m := t.Method(i)
			if !m.IsExported() {
				continue
			}
			in := []reflect.Type{reflect.TypeFor[*int]()}
			for k := range m.Type.NumIn() {
				in = append(in, m.Type.In(k))
			}
			var out []reflect.Type
			for k := range m.Type.NumOut() {
				out = append(out, m.Type.Out(k))
			}
			of := reflect.FuncOf(in, out, m.Type.IsVariadic())
			w.called[name+"."+m.Name], w.calling[name+"."+m.Name] = of, of
		}
		return
	}
	p := reflect.PointerTo(t)
	for i := range p.NumMethod() {
		w.function(name+"."+p.Method(i).Name, p.Method(i).Type)
	}
	for i := range t.NumMethod() {
		w.function(name+"."+t.Method(i).Name+" of a value", t.Method(i).Type)
	}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				w.param(name+"."+t.Field(i).Name, t.Field(i).Type)
			}
		}
	}
}
