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
	Expr  string // expression for it, based on the value, or ""
}

// maxText is the largest number of characters of a value shown in one line.
const maxText = 200

// Text formats a value on one line.
func Text(v reflect.Value) (text string) {
	defer func() {
		if r := recover(); r != nil { // in a String method
			text = fmt.Sprintf("<cannot be formatted: %v>", r)
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
	if utf8.RuneCountInString(s) <= maxText {
		return s
	}
	return string([]rune(s)[:maxText-1]) + "…"
}

// plain returns a value as an interface, even if it is that of an unexported field.
func plain(v reflect.Value) (any, bool) {
	v = readable(v)
	if !v.IsValid() || !v.CanInterface() {
		return nil, false
	}
	return newest.Value(v.Interface()), true
}

// readable returns a value without the read-only flag of unexported fields.
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

// Count returns the numbers of parts of a value with names and with an index.
func Count(v reflect.Value) (named, indexed int) {
	v = dynamicValue(v)
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

// dynamicValue returns the value in an interface.
func dynamicValue(v reflect.Value) reflect.Value {
	v = readable(v)
	for v.IsValid() && v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v
}

// maxChildren is the number of parts listed unless a front end requests others by index.
const maxChildren = 1000

// Page selects parts of a value. Of those with an index, and of the entries of a map, it selects Count from Start on;
// 0 means all up to 1000.
type Page struct {
	Start, Count   int
	Named, Indexed bool // only parts with names, only parts with an index
}

// of returns the start and the number of the selected parts of a list of n.
func (p Page) of(n int) (start, count int) {
	if p.Count <= 0 {
		p.Count = maxChildren
	}
	start = max(min(p.Start, n), 0)
	return start, min(n-start, p.Count, maxChildren)
}

// Children returns the parts of a value, named ones before those with an index. For a tensor they are its shape, its
// dtype, its size, and its rows; for a network its parameters, then its fields.
func Children(v reflect.Value, p Page) []Child {
	v = dynamicValue(v)
	if !v.IsValid() {
		return nil
	}
	var list []Child
	if !p.Indexed && (p.Named || p.Start <= 0 || v.Kind() == reflect.Map) {
		list = named(v, p)
	}
	if !p.Named {
		list = append(list, indexed(v, p)...)
	}
	return list
}

// named returns the parts with names.
func named(v reflect.Value, p Page) []Child {
	if x, ok := plain(v); ok {
		if t := tensorOf(x); t != nil {
			return []Child{
				{"shape", reflect.ValueOf([]int(t.Shape())), ".Shape()"},
				{"dtype", reflect.ValueOf(t.DType().String()), ".DType()"},
				{"size", reflect.ValueOf(t.Size()), ".Size()"},
			}
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
	case reflect.Map:
		list := entries(v)
		start, count := p.of(len(list))
		return list[start : start+count]
	}
	return nil
}

// indexed returns the parts with an index.
func indexed(v reflect.Value, p Page) (list []Child) {
	n, at := 0, v.Index
	if x, ok := plain(v); ok {
		if t := tensorOf(x); t != nil && len(t.Shape()) > 0 {
			t = tensor.StopGradient(t)
			n, at = t.Shape()[0], func(i int) reflect.Value { return reflect.ValueOf(t.At(i)) }
		}
	}
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
		n = v.Len()
	}
	start, count := p.of(n)
	for i := start; i < start+count; i++ {
		list = append(list, Child{strconv.Itoa(i), at(i), fmt.Sprintf("[%d]", i)})
	}
	return list
}

// parameters returns the parameters of a network.
func parameters(v reflect.Value) (list []Child) {
	x, _ := plain(v)
	l, ok := x.(nn.Layer)
	if !ok {
		return nil
	}
	defer func() {
		if recover() != nil { // a network under construction
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

// entries returns the entries of a map in the order of their keys.
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
