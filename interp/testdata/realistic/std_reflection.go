package main

import (
	"errors"
	"fmt"
	"reflect"
	"sort"
	"strings"
)

type Num interface{ ~int | ~float64 }
type ID int
type Point struct {
	X, Y int `unit:"px" json:"x,omitempty"`
	name string
}

func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y, p.name + q.name} }
func (p *Point) Scale(k int, more ...int) {
	p.X *= k
	for _, m := range more {
		p.X *= m
	}
}
func (p Point) String() string { return fmt.Sprintf("<%d,%d>", p.X, p.Y) }
func (p Point) private()       {}

type Box[T any] struct {
	Point
	Val  T
	List []Box[T]
	F    func(T) error
	ch   chan<- T
}

func (b Box[T]) Get() T { return b.Val }

type Shape interface {
	fmt.Stringer
	Add(Point) Point
}

func describe(v any) {
	t := reflect.TypeOf(v)
	fmt.Println(t, t.Kind(), t.Name(), t.PkgPath(), t.Size(), t.NumMethod(), t.Comparable())
	for i := range t.NumMethod() {
		m := t.Method(i)
		fmt.Println("  M", m.Name, m.Type, m.Index, m.IsExported())
	}
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			f := t.Field(i)
			fmt.Println("  F", f.Name, f.Type, f.Tag.Get("unit"), f.Offset, f.Anonymous, f.PkgPath, f.Index)
		}
	}
}

func first() {
	describe(Point{})
	describe(&Point{})
	describe(Box[ID]{})
	describe(ID(3))
	describe(struct {
		A int `k:"v"`
		Point
	}{})
}

func second() {
	p := Point{1, 2, "n"}
	v := reflect.ValueOf(&p)
	v.MethodByName("Scale").Call([]reflect.Value{reflect.ValueOf(3), reflect.ValueOf(2)})
	v.MethodByName("Scale").CallSlice([]reflect.Value{reflect.ValueOf(3), reflect.ValueOf([]int{2, 2})})
	fmt.Println(p, v.Elem().Method(0).Call([]reflect.Value{v.Elem()})[0])
	v.Elem().Field(0).SetInt(7)
	fmt.Println(p, v.Elem().Field(2).CanSet(), v.Elem().Field(2).String(), v.Elem().FieldByName("Z").IsValid())
	try := func(name string, f func()) {
		defer func() {
			r := recover()
			var ve *reflect.ValueError
			if e, ok := r.(error); ok && errors.As(e, &ve) {
				fmt.Println(name, "ValueError", ve.Method, ve.Kind)
				return
			}
			fmt.Println(name, r)
		}()
		f()
	}
	try("set", func() { v.Elem().Field(2).SetString("x") })
	try("iface", func() { _ = v.Elem().Field(2).Interface() })
	try("kind", func() { v.Elem().Field(0).SetString("x") })
	try("call", func() { v.MethodByName("Add").Call(nil) })
	try("call2", func() { v.MethodByName("Add").Call([]reflect.Value{reflect.ValueOf(1)}) })
	try("zero", func() { reflect.Value{}.Type() })
	try("assign", func() { v.Elem().Set(reflect.ValueOf(ID(3))) })
	try("conv", func() { reflect.ValueOf("x").Convert(reflect.TypeOf(p)) })
	made(p, v)
	containers(p)
}

func made(p Point, v reflect.Value) {
	shape := reflect.TypeFor[Shape]()
	fmt.Println(shape, shape.Kind(), reflect.TypeOf(p).Implements(shape), reflect.TypeOf(ID(1)).Implements(shape),
		shape.NumMethod())
	swap := func(in []reflect.Value) []reflect.Value { return []reflect.Value{in[1], in[0]} }
	var f func(Point, ID) (ID, Point)
	reflect.ValueOf(&f).Elem().Set(reflect.MakeFunc(reflect.TypeOf(f), swap))
	fmt.Println(f(p, 5))
	fmt.Println(reflect.DeepEqual(Box[int]{Val: 1, List: []Box[int]{{Val: 2}}}, Box[int]{Val: 1,
		List: []Box[int]{{Val: 2}}}),
		reflect.DeepEqual(map[Point][]ID{{1, 2, ""}: {1}}, map[Point][]ID{{1, 2, ""}: {1}}), reflect.DeepEqual([]ID(nil),
			[]ID{}), reflect.DeepEqual(ID(1), 1))
	n := reflect.New(reflect.TypeOf(p)).Elem()
	n.FieldByName("Y").Set(reflect.ValueOf(4))
	fmt.Println(n, n.Interface().(fmt.Stringer).String(), n.NumMethod())
	fmt.Println(reflect.ValueOf(Point.Add).Type(), reflect.TypeOf((*Point).Scale))
	fmt.Println(reflect.Indirect(v).Kind(), n)
}

func containers(p Point) {
	n := reflect.New(reflect.TypeOf(p)).Elem()
	m := reflect.MakeMap(reflect.MapOf(reflect.TypeOf(p), reflect.TypeOf(ID(0))))
	m.SetMapIndex(reflect.ValueOf(p), reflect.ValueOf(ID(9)))
	fmt.Printf("%v %T %d\n", m, m.Interface(), m.Interface().(map[Point]ID)[p])
	s := reflect.MakeSlice(reflect.SliceOf(reflect.TypeOf(p)), 0, 1)
	s = reflect.Append(s, reflect.ValueOf(p), n)
	fmt.Println(s, s.Len(), reflect.TypeOf(s.Interface()))
	st := reflect.StructOf([]reflect.StructField{{Name: "A", Type: reflect.TypeOf(p), Tag: `json:"a"`}, {Name: "B",
		Type: reflect.TypeFor[[]Box[ID]]()}})
	fmt.Printf("%v\n%+v\n", st, reflect.Zero(st))
	ch := reflect.MakeChan(reflect.ChanOf(reflect.BothDir, reflect.TypeOf(p)), 2)
	ch.Send(reflect.ValueOf(p))
	i, rv, ok := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: ch}, {Dir: reflect.SelectDefault}})
	fmt.Println(i, rv, ok, ch.Type())
	fmt.Println(reflect.FuncOf([]reflect.Type{reflect.TypeOf(p), reflect.TypeOf([]int{})},
		[]reflect.Type{reflect.TypeFor[error]()}, true), reflect.ArrayOf(3, reflect.TypeOf(ID(1))),
		reflect.PointerTo(reflect.TypeOf(p)))
	names := []string{}
	for f := range reflect.TypeFor[Box[string]]().Fields() {
		names = append(names, f.Name)
	}
	sort.Sort(sort.Reverse(sort.StringSlice(names)))
	fmt.Println(strings.Join(names, " "), reflect.VisibleFields(reflect.TypeFor[Box[int]]())[1].Index)
	for i, x := range reflect.ValueOf([2]Point{{X: 1}, {Y: 1}}).Seq2() {
		fmt.Print(i, x, ";")
	}
}

func main() {
	first()
	second()
}
