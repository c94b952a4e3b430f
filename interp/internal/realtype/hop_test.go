package realtype

import (
	"bytes"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// wide has methods whose arguments and results do not all travel in registers.
type wide struct{ Name string }

func (w *wide) Pointer(a, b, c, d, e, f, g, h, i, j int, s string, x float64, more ...string) (string, []any) {
	return w.Name + s, []any{a, b, c, d, e, f, g, h, i, j, x, more}
}

func (w wide) Value(a [3]int, s string) (string, [2]string) {
	return fmt.Sprint(w.Name, a), [2]string{s, w.Name}
}

type widely interface {
	Pointer(a, b, c, d, e, f, g, h, i, j int, s string, x float64, more ...string) (string, []any)
	Value(a [3]int, s string) (string, [2]string)
}

// Structs that have the methods of wide by other ways.
type (
	atStart  struct{ wide }
	atOffset struct {
		N int
		wide
	}
	Nested struct {
		S string
		*wide
	}
	throughValue struct {
		N int
		Nested
	}
	throughOther struct {
		N [2]int
		*Nested
	}
	onlyPointer struct{ *wide }
	deepPointer struct{ onlyPointer }
	farAway     struct {
		N [10000]byte
		wide
	}
)

// TestHops calls methods that made structs have from compiled types beside the same of compiled structs, also where a
// pointer on the way is nil.
func TestHops(t *testing.T) {
	w := wide{"w"}
	for _, c := range []struct {
		name  string
		value any // a pointer to a struct
		path  []int
	}{
		{"at the start", &atStart{w}, []int{0}},
		{"at an offset", &atOffset{1, w}, []int{1}},
		{"a pointer", &Nested{"s", &w}, []int{1}},
		{"a nil pointer", &Nested{"s", nil}, []int{1}},
		{"through a value", &throughValue{1, Nested{"s", &w}}, []int{1, 1}},
		{"through a value to nil", &throughValue{}, []int{1, 1}},
		{"through a pointer", &throughOther{[2]int{}, &Nested{"s", &w}}, []int{1, 1}},
		{"through a pointer to nil", &throughOther{[2]int{}, &Nested{}}, []int{1, 1}},
		{"through nil", &throughOther{}, []int{1, 1}},
		{"the pointer itself", &onlyPointer{&w}, []int{0}},
		{"nil itself", &onlyPointer{}, []int{0}},
		{"the pointer itself, deep", &deepPointer{onlyPointer{&w}}, []int{0, 0}},
		{"no struct", (*atOffset)(nil), []int{1}},
		{"no large struct", (*farAway)(nil), []int{1}},
		{"no pointer itself", (*onlyPointer)(nil), []int{0}},
	} {
		twin := reflect.TypeOf(c.value).Elem()
		made := namedLike(t, twin, c.path)
		v := pointerValue(rtypeOf(reflect.PointerTo(made)), reflect.ValueOf(c.value).UnsafePointer())
		is(t, c.name, wideCalls(v.Interface()), wideCalls(c.value))
		if _, ok := reflect.Zero(twin).Interface().(widely); ok && !v.IsNil() {
			is(t, c.name+", the struct", wideCalls(v.Elem().Interface()), wideCalls(reflect.ValueOf(c.value).Elem().Interface()))
		}
	}
}

// namedLike makes a struct with the fields of a compiled one and the methods of wide that it has by a path.
func namedLike(t *testing.T, twin reflect.Type, path []int) reflect.Type {
	var fs []reflect.StructField
	for i := range twin.NumField() {
		fs = append(fs, twin.Field(i))
	}
	typ := begin(t, home, "T", StructLayout(fs), 2, 2)
	must(t, CompleteStruct(typ, fs))
	var list []Method
	for _, name := range []string{"Pointer", "Value"} {
		_, ofValue := twin.MethodByName(name)
		list = append(list, promoted(t, typ, path, !ofValue, reflect.TypeFor[*wide](), name)...)
	}
	must(t, SetMethods(typ, list))
	return typ
}

// wideCalls returns the results of calls of both methods, by interfaces and by reflection, or what they panic with.
func wideCalls(x any) string {
	var out bytes.Buffer
	try := func(f func() []any) {
		defer func() {
			if p := recover(); p != nil {
				fmt.Fprintln(&out, "panic:", strings.ReplaceAll(fmt.Sprint(p), "realtype.", "main."))
			}
		}()
		fmt.Fprintln(&out, f()...)
	}
	try(func() []any {
		s, l := x.(widely).Pointer(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "s", 2.5, "m", "n")
		return []any{s, l}
	})
	try(func() []any {
		s, l := x.(widely).Value([3]int{1, 2, 3}, "t")
		return []any{s, l}
	})
	try(func() []any {
		return []any{reflect.ValueOf(x).MethodByName("Value").Call(vals([3]int{4}, "u"))[0]}
	})
	return out.String()
}
