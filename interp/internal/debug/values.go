package debug

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/msrepl/msrepl/display"
	"github.com/msrepl/msrepl/internal/session/newest"
	"github.com/msrepl/msrepl/nn"
	"github.com/msrepl/msrepl/tensor"
)

// Child is a part of a value.
type Child struct {
	Name  string
	Value reflect.Value
	Expr  string // reaches it from the value as text, "" where no expression does
}

// mostText is how many characters of a value are shown in one line.
const mostText = 200

// Text returns a value in one line.
func Text(v reflect.Value) (text string) {
	defer func() {
		if r := recover(); r != nil { // of a String method
			text = fmt.Sprintf("<its text cannot be made: %v>", r)
		}
	}()
	x, ok := plain(v)
	if !ok {
		return "<not set yet>"
	}
	if t := tensorOf(x); t != nil {
		return short(fmt.Sprintf("%v %v %s", t.Shape(), t.DType(), strings.Join(strings.Fields(t.String()), " ")))
	}
	return short(strings.Join(strings.Fields(display.Echo(x).Text()), " "))
}

func short(s string) string {
	if utf8.RuneCountInString(s) <= mostText {
		return s
	}
	return string([]rune(s)[:mostText-1]) + "…"
}

// plain returns a value as an interface, also that of a field which is not exported.
func plain(v reflect.Value) (any, bool) {
	v = readable(v)
	if !v.IsValid() || !v.CanInterface() {
		return nil, false
	}
	return newest.Value(v.Interface()), true
}

// readable returns a value without the mark of fields that are not exported.
func readable(v reflect.Value) reflect.Value {
	if v.IsValid() && !v.CanInterface() && v.CanAddr() {
		return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	return v
}

// addressable returns a value that is in memory, so that its fields can be read.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() || !v.CanInterface() {
		return readable(v)
	}
	p := reflect.New(v.Type())
	p.Elem().Set(v)
	return p.Elem()
}

func tensorOf(x any) *tensor.Tensor {
	switch x := x.(type) {
	case *tensor.Tensor:
		return x
	case *nn.Parameter:
		if x != nil {
			return x.Tensor
		}
	}
	return nil
}

// TypeText returns the type of a value as users write it.
func TypeText(v reflect.Value) string {
	if !v.IsValid() {
		return ""
	}
	if v.Kind() == reflect.Interface && !v.IsNil() {
		v = v.Elem()
	}
	return strings.NewReplacer("*tensor.Tensor", "Tensor", "main.", "").Replace(v.Type().String())
}

// Count returns how many parts a value has, those with names and those with an index.
func Count(v reflect.Value) (named, indexed int) {
	v = behind(v)
	if !v.IsValid() {
		return 0, 0
	}
	if x, ok := plain(v); ok {
		if t := tensorOf(x); t != nil {
			if len(t.Shape()) > 0 {
				indexed = t.Shape()[0]
			}
			return 3, indexed
		}
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			return 0, 0
		}
		if v.Elem().Kind() != reflect.Struct {
			return 1, 0
		}
		return len(parameters(v)) + v.Elem().NumField(), 0
	}
	switch v.Kind() {
	case reflect.Struct:
		return v.NumField(), 0
	case reflect.Slice, reflect.Array:
		return 0, v.Len()
	case reflect.Map:
		return v.Len(), 0
	}
	return 0, 0
}

// behind returns what is in an interface.
func behind(v reflect.Value) reflect.Value {
	v = readable(v)
	for v.IsValid() && v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// mostChildren is how many parts are listed unless a front end asks for others by their index.
const mostChildren = 1000

// Children lists the parts of a value: named ones, then those with an index from start on, count of them; 0 is all up
// to 1000. Of a tensor they are its shape, its dtype, whether a gradient is recorded, and its rows; of a network
// its parameters, then its fields.
func Children(v reflect.Value, start, count int) (list []Child) {
	v = behind(v)
	if !v.IsValid() {
		return nil
	}
	if x, ok := plain(v); ok {
		if t := tensorOf(x); t != nil {
			return tensorChildren(t, start, count)
		}
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		if v.Elem().Kind() != reflect.Struct {
			return []Child{{Name: "*", Value: v.Elem()}}
		}
		return append(parameters(v), fields(v.Elem())...)
	case reflect.Struct:
		return fields(addressable(v))
	case reflect.Slice, reflect.Array:
		for i := range page(v.Len(), start, count) {
			list = append(list, Child{fmt.Sprint(start + i), v.Index(start + i), fmt.Sprintf("[%d]", start+i)})
		}
	case reflect.Map:
		list = entries(v)
		return list[min(start, len(list)):][:page(len(list), start, count)]
	}
	return list
}

// page returns how many of n parts from start on are listed.
func page(n, start, count int) int {
	if count <= 0 {
		count = mostChildren
	}
	return max(min(n-start, count, mostChildren), 0)
}

func tensorChildren(t *tensor.Tensor, start, count int) (list []Child) {
	if start == 0 {
		list = append(list, Child{"shape", reflect.ValueOf([]int(t.Shape())), ".Shape()"}, Child{"dtype", reflect.ValueOf(t.DType().String()), ".DType()"},
			Child{"size", reflect.ValueOf(t.Size()), ".Size()"})
	}
	if len(t.Shape()) == 0 {
		return list
	}
	t = tensor.StopGradient(t)
	for i := range page(t.Shape()[0], start, count) {
		list = append(list, Child{fmt.Sprint(start + i), reflect.ValueOf(t.At(start + i)), fmt.Sprintf("[%d]", start+i)})
	}
	return list
}

// parameters lists those of a network.
func parameters(v reflect.Value) (list []Child) {
	x, _ := plain(v)
	l, ok := x.(nn.Layer)
	if !ok {
		return nil
	}
	defer func() {
		if recover() != nil { // a network that is not whole yet
			list = nil
		}
	}()
	for _, p := range l.CellBase().ParametersAndNames() {
		list = append(list, Child{Name: p.Name, Value: reflect.ValueOf(p.Param)})
	}
	return list
}

func fields(v reflect.Value) (list []Child) {
	v = addressable(v)
	for i := range v.NumField() {
		f := v.Type().Field(i)
		list = append(list, Child{f.Name, v.Field(i), "." + f.Name})
	}
	return list
}

// entries lists those of a map in the order of their keys.
func entries(v reflect.Value) (list []Child) {
	type entry struct {
		key reflect.Value
		c   Child
	}
	var all []entry
	for it := v.MapRange(); it.Next(); {
		c := Child{Name: Text(it.Key()), Value: it.Value()}
		if k := it.Key(); k.Kind() == reflect.String || k.CanInt() {
			c.Expr = "[" + goKey(k) + "]"
		}
		all = append(all, entry{it.Key(), c})
	}
	slices.SortFunc(all, func(a, b entry) int {
		if a.key.CanInt() && b.key.CanInt() {
			return cmp.Compare(a.key.Int(), b.key.Int())
		}
		if a.key.CanFloat() && b.key.CanFloat() {
			return cmp.Compare(a.key.Float(), b.key.Float())
		}
		return cmp.Compare(a.c.Name, b.c.Name)
	})
	for _, e := range all {
		list = append(list, e.c)
	}
	return list
}

func goKey(k reflect.Value) string {
	if k.Kind() == reflect.String {
		return strconv.Quote(k.String())
	}
	return strconv.FormatInt(k.Int(), 10)
}
