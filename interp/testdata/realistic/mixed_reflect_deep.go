package main

import (
	"encoding/json"
	"fmt"
	"reflect"
	"sort"
	"strconv"
	"strings"
)

type (
	Animal interface{ Sound() string }
	Base   struct {
		ID   int `db:"id,pk" json:"id"`
		name string
	}
)
type Dog struct {
	Base  `db:"base"`
	*Tags `json:"tags,omitempty"`
	Ages  map[string][]int
	Next  *Dog
	fn    func(int) string
	ch    chan<- int
	Any   any
}
type Tags []string

func (d *Dog) Sound() string                          { return "woof " + d.name }
func (d Dog) Add(a int, more ...float64) (int, error) { return a + len(more) + d.ID, nil }
func (b Base) Hello(n string) string                  { return fmt.Sprint(b.ID, n) }
func (t Tags) Len() int                               { return len(t) }

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) Swap() Pair[string, K] { return Pair[string, K]{fmt.Sprint(p.Val), p.Key} }

func walk(v reflect.Value, depth int) {
	pad := strings.Repeat(" ", depth)
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			fmt.Printf("%s%s %s %q exported=%t anon=%t\n", pad, f.Name, f.Type, f.Tag, f.IsExported(), f.Anonymous)
			walk(v.Field(i), depth+1)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), depth+1)
		}
	case reflect.Map:
		keys := v.MapKeys()
		sort.Slice(keys, func(i, j int) bool { return keys[i].String() < keys[j].String() })
		for _, k := range keys {
			fmt.Println(pad, k, v.MapIndex(k).Len())
		}
	default:
		fmt.Println(pad, v.Kind(), v.Type())
	}
}

func main() {
	d := &Dog{Base: Base{7, "rex"}, Tags: &Tags{"a"}, Ages: map[string][]int{"x": {1}, "b": nil}, Any: Pair[string, int]{"k", 1}}
	d.Next = &Dog{fn: strconv.Itoa}
	walk(reflect.ValueOf(d), 0)
	t := reflect.TypeOf(d)
	for i := range t.NumMethod() {
		m := t.Method(i)
		fmt.Println(m.Name, m.Type, m.Type.IsVariadic())
	}
	for i := range t.Elem().NumMethod() {
		fmt.Print(t.Elem().Method(i).Name, " ")
	}
	fmt.Println(t.Elem().NumMethod())
	out := reflect.ValueOf(d).MethodByName("Add").Call([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf(2.0), reflect.ValueOf(3.0)})
	fmt.Println(out[0].Int(), out[1].IsNil(), len(out))
	at := reflect.TypeFor[Animal]()
	fmt.Println(t.Implements(at), t.Elem().Implements(at), at.NumMethod(), at.Method(0).Type)
	v := reflect.ValueOf(d).Elem()
	v.FieldByName("ID").SetInt(99)
	fmt.Println(v.FieldByName("name").CanSet(), v.FieldByName("nope").IsValid(), d.Hello("x"))
	func() {
		defer func() { fmt.Println(recover()) }()
		v.FieldByName("name").SetString("no")
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		fmt.Println(v.FieldByName("name").Interface())
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		reflect.ValueOf(d).MethodByName("Add").Call(nil)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		reflect.ValueOf(3).SetInt(2)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		reflect.ValueOf("x").Int()
	}()
	p := reflect.TypeOf(Pair[string, []int]{})
	fmt.Println(p, p.Name(), p.PkgPath(), p.Method(0).Type, p.Size(), reflect.TypeOf(Pair[*Dog, *Base]{}))
	sw := reflect.MakeFunc(reflect.TypeFor[func(a, b int) (int, int)](), func(a []reflect.Value) []reflect.Value { return []reflect.Value{a[1], a[0]} })
	f := sw.Interface().(func(a, b int) (int, int))
	fmt.Println(f(1, 2))
	st := reflect.New(reflect.StructOf([]reflect.StructField{{Name: "X", Type: reflect.TypeFor[int](), Tag: `json:"x"`}, {Name: "B", Type: p}})).Elem()
	st.Field(0).SetInt(5)
	b, _ := json.Marshal(st.Interface())
	fmt.Printf("%s %T\n", b, st.Interface())
	fmt.Println(reflect.DeepEqual(d, d.Next), reflect.DeepEqual(map[string][]int{"a": nil}, map[string][]int{"a": {}}), reflect.Zero(p))
	sf, ok := reflect.TypeFor[Dog]().FieldByName("ID")
	fmt.Println(sf.Index, ok, sf.Tag.Get("db"), reflect.ChanOf(reflect.SendDir, p), reflect.MapOf(reflect.TypeFor[string](), t))
	mv := reflect.MakeMap(reflect.TypeFor[map[string]Tags]())
	mv.SetMapIndex(reflect.ValueOf("k"), reflect.ValueOf(Tags{"1", "2"}))
	for it := mv.MapRange(); it.Next(); {
		fmt.Println(it.Key(), it.Value(), it.Value().MethodByName("Len").Call(nil)[0])
	}
	sel, rv, ok := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectDefault}})
	fmt.Println(sel, rv.IsValid(), ok)
	fmt.Println(reflect.ValueOf(d.fn).IsNil(), reflect.TypeOf(d.ch).ChanDir(), reflect.ValueOf(&d.Any).Elem().Elem().Field(1).Int())
}
