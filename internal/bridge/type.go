package bridge

import (
	"fmt"
	"reflect"
	"strings"
)

// Type is what a session knows of a type beyond what reflection shows: to compiled code a value of "type Celsius
// float64" is a bare float64, and a []Celsius a []float64. The parts of a type say nothing that reflection knows, so
// they may be nil.
type Type struct {
	Name  string  // of a type that a cell declares, "main.Celsius"
	Under *Type   // its underlying type
	Elem  *Type   // of pointers, slices, arrays, maps and channels
	Key   *Type   // of maps
	Parts []*Type // fields of a struct without a name; parameters and results of a function

	Methods    map[string]reflect.Value // of a declared type: functions that take a value first
	PtrMethods map[string]reflect.Value // those of pointers to it, which take a pointer first
}

// Text spells type rt, of which t, if not nil, knows more, as Go's messages do.
func (t *Type) Text(rt reflect.Type) string {
	if t == nil {
		t = &Type{}
	}
	if t.Name != "" {
		return t.Name
	}
	if c := classOf(rt); c != nil {
		if base, _, _ := strings.Cut(c.Name, "["); strings.Contains(base, ".") {
			return c.Name // a copy of a package's type
		}
		return "main." + c.Name
	}
	if rt.Name() != "" {
		return rt.String()
	}
	switch rt.Kind() {
	case reflect.Pointer:
		return "*" + t.Elem.Text(rt.Elem())
	case reflect.Slice:
		return "[]" + t.Elem.Text(rt.Elem())
	case reflect.Array:
		return fmt.Sprintf("[%d]%s", rt.Len(), t.Elem.Text(rt.Elem()))
	case reflect.Map:
		return "map[" + t.Key.Text(rt.Key()) + "]" + t.Elem.Text(rt.Elem())
	case reflect.Chan:
		elem := t.Elem.Text(rt.Elem())
		if rt.ChanDir() == reflect.BothDir && strings.HasPrefix(elem, "<-") {
			elem = "(" + elem + ")"
		}
		return rt.ChanDir().String() + " " + elem
	case reflect.Func:
		return "func" + t.signature(rt)
	case reflect.Struct:
		return t.structText(rt)
	}
	return rt.String()
}

// part returns the i-th part, nil when nothing is known of it.
func (t *Type) part(i int) *Type {
	if t.Under != nil {
		return t.Under.part(i)
	}
	if i < len(t.Parts) {
		return t.Parts[i]
	}
	return nil
}

func (t *Type) signature(rt reflect.Type) string {
	var in, out []string
	for i := range rt.NumIn() {
		if p := t.part(i); rt.IsVariadic() && i == rt.NumIn()-1 {
			in = append(in, "..."+strings.TrimPrefix(p.Text(rt.In(i)), "[]"))
		} else {
			in = append(in, p.Text(rt.In(i)))
		}
	}
	for i := range rt.NumOut() {
		out = append(out, t.part(rt.NumIn()+i).Text(rt.Out(i)))
	}
	text := "(" + strings.Join(in, ", ") + ")"
	switch len(out) {
	case 0:
		return text
	case 1:
		return text + " " + out[0]
	}
	return text + " (" + strings.Join(out, ", ") + ")"
}

func (t *Type) structText(rt reflect.Type) string {
	var fields []string
	for i := range rt.NumField() {
		f := rt.Field(i)
		text := FieldName(rt, i) + " " + t.part(i).Text(f.Type)
		if f.Tag != "" {
			text += fmt.Sprintf(" %q", f.Tag)
		}
		fields = append(fields, text)
	}
	if len(fields) == 0 {
		return "struct {}"
	}
	return "struct { " + strings.Join(fields, "; ") + " }"
}

// classOf returns what is known of a struct type that a cell declares, nil for other types.
func classOf(t reflect.Type) *Class {
	if t.Kind() != reflect.Struct {
		return nil
	}
	return ClassOf(reflect.PointerTo(t))
}
