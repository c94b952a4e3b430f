package main

import (
	"container/heap"
	"container/list"
	"container/ring"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"
)

type Inner struct {
	A int `k:"a" v:"x y"`
	b string
}

func (i Inner) Get() int    { return i.A }
func (i *Inner) Set(n int)  { i.A = n }
func (i Inner) hidden() int { return 1 }
func (i Inner) Var(p string, xs ...int) string {
	return p + fmt.Sprint(len(xs), xs)
}

type Getter interface {
	Get() int
	hidden() int
}
type Outer struct {
	Inner
	*Deep
	Getter2 Getter
	F       func(int, ...string) (bool, error)
	Ch      <-chan map[string][]Inner
	Arr     [2]*Outer
	E       struct {
		X, Y float32
		Z    any
	}
}
type Deep struct{ Level int }

func (d *Deep) Down() *Deep { d.Level--; return d }

type Tree[T any] struct {
	L, R *Tree[T]
	V    T
}

func (t *Tree[T]) Insert(v T, less func(a, b T) bool) *Tree[T] {
	if t == nil {
		return &Tree[T]{V: v}
	}
	if less(v, t.V) {
		t.L = t.L.Insert(v, less)
	} else {
		t.R = t.R.Insert(v, less)
	}
	return t
}

func (t *Tree[T]) Walk(f func(T)) {
	if t != nil {
		t.L.Walk(f)
		f(t.V)
		t.R.Walk(f)
	}
}

type PQ []*Item
type Item struct {
	name string
	pri  int
	idx  int
}

func (p PQ) Len() int           { return len(p) }
func (p PQ) Less(i, j int) bool { return p[i].pri > p[j].pri }
func (p PQ) Swap(i, j int)      { p[i], p[j] = p[j], p[i]; p[i].idx, p[j].idx = i, j }
func (p *PQ) Push(x any)        { it := x.(*Item); it.idx = len(*p); *p = append(*p, it) }
func (p *PQ) Pop() any {
	o := *p
	it := o[len(o)-1]
	*p = o[:len(o)-1]
	return it
}

type byLen struct{ sort.Interface }
type words []string

func (w words) Len() int           { return len(w) }
func (w words) Less(i, j int) bool { return len(w[i]) < len(w[j]) }
func (w words) Swap(i, j int)      { w[i], w[j] = w[j], w[i] }

func walk(v reflect.Value, d int) {
	in := strings.Repeat(" ", d)
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Type().Field(i)
			fmt.Println(in, f.Name, f.Type, f.Tag, f.Index, v.Field(i).CanSet(), v.Field(i).CanInterface())
			walk(v.Field(i), d+1)
		}
	case reflect.Pointer, reflect.Interface:
		if !v.IsNil() {
			walk(v.Elem(), d+1)
		}
	case reflect.Array:
		fmt.Println(in, v.Len(), v.Type().Elem())
	}
}

func main() {
	o := &Outer{Inner: Inner{1, "b"}, Deep: &Deep{3}}
	o.Getter2 = o
	o.Arr[0] = nil
	o.E.Z = Inner{}
	t := reflect.TypeOf(o)
	for i := range t.NumMethod() {
		m := t.Method(i)
		fmt.Println(m.Name, m.Type, m.Index, m.IsExported())
	}
	o.Getter2 = nil
	walk(reflect.ValueOf(o), 0)
	calls()
	trees()
	heaps()
	lists()
}

func calls() {
	o := &Outer{Inner: Inner{1, "b"}, Deep: &Deep{3}}
	v := reflect.ValueOf(o)
	fmt.Println(v.MethodByName("Var").Call([]reflect.Value{reflect.ValueOf("p"), reflect.ValueOf(1),
		reflect.ValueOf(2)})[0])
	v.MethodByName("Set").Call([]reflect.Value{reflect.ValueOf(42)})
	fmt.Println(o.A, v.MethodByName("Get").Call(nil)[0].Int(), o.Down().Down().Level)
	f := v.Elem().FieldByName("F")
	f.Set(reflect.MakeFunc(f.Type(), func(a []reflect.Value) []reflect.Value {
		return []reflect.Value{reflect.ValueOf(a[0].Int() > 1),
			reflect.ValueOf(errors.New(fmt.Sprint(a[1]))).Convert(f.Type().Out(1))}
	}))
	fmt.Println(o.F(2, "a", "b"))
	fmt.Println(reflect.TypeFor[Getter]().NumMethod(),
		reflect.TypeFor[*Outer]().Implements(reflect.TypeFor[Getter]()),
		reflect.TypeFor[Inner]().Implements(reflect.TypeFor[Getter]()))
	sf, ok := reflect.TypeFor[Outer]().FieldByName("Level")
	fmt.Println(sf.Index, ok, sf.Type)
	fmt.Println(reflect.DeepEqual(Outer{Deep: &Deep{1}}, Outer{Deep: &Deep{1}}),
		reflect.DeepEqual(map[string][]Inner{"a": {{1, "x"}}}, map[string][]Inner{"a": {{1, "y"}}}))
	nt := reflect.New(reflect.TypeFor[Inner]())
	nt.Elem().Field(0).SetInt(5)
	fmt.Printf("%+v %v\n", nt.Interface(), nt.Interface().(interface{ Get() int }).Get())
	for _, bad := range []func(){
		func() { nt.Elem().Field(1).SetString("x") },
		func() { reflect.ValueOf(*o).Field(0).Field(0).SetInt(1) },
		func() { v.MethodByName("Set").Call(nil) },
		func() { v.MethodByName("Nope").Call(nil) },
		func() { reflect.ValueOf(1).Len() },
	} {
		func() {
			defer func() { fmt.Println(recover()) }()
			bad()
		}()
	}
}

func trees() {
	var root *Tree[Inner]
	for _, x := range []int{5, 2, 8, 1} {
		root = root.Insert(Inner{A: x}, func(a, b Inner) bool { return a.Get() < b.Get() })
	}
	root.Walk(func(i Inner) { fmt.Print(i.A, " ") })
	fmt.Println(reflect.TypeOf(root), reflect.TypeOf(root).Elem().Field(0).Type == reflect.TypeOf(root))
}

func heaps() {
	pq := &PQ{}
	heap.Init(pq)
	for i, w := range strings.Fields("low mid high top") {
		heap.Push(pq, &Item{name: w, pri: i * i % 7})
	}
	(*pq)[len(*pq)-1].pri = 100
	heap.Fix(pq, len(*pq)-1)
	for pq.Len() > 0 {
		it := heap.Pop(pq).(*Item)
		fmt.Print(it.name, it.pri, it.idx, " ")
	}
	fmt.Println()
	w := words{"ccc", "a", "bb", "dddd"}
	sort.Sort(sort.Reverse(byLen{w}))
	fmt.Println(w, sort.IsSorted(w))
	sort.Slice(w, func(i, j int) bool { return w[i] < w[j] })
	fmt.Println(w, slices.SortedFunc(maps.Keys(map[Inner]int{{3, ""}: 1, {1, ""}: 2}),
		func(a, b Inner) int { return a.A - b.A }))
}

func lists() {
	l := list.New()
	for i := range 4 {
		l.PushFront(Inner{A: i})
	}
	for e := l.Front(); e != nil; e = e.Next() {
		fmt.Print(e.Value.(Inner).Get())
	}
	r := ring.New(3)
	for i := range 3 {
		r.Value = i
		r = r.Next()
	}
	r.Do(func(x any) { fmt.Print(x) })
	fmt.Println()
	w := words{"a", "bb", "ccc", "dddd"}
	sw := reflect.Swapper([]string(w))
	sw(0, 3)
	fmt.Println(w)
	mt := reflect.MapOf(reflect.TypeFor[string](), reflect.TypeFor[Inner]())
	mv := reflect.MakeMap(mt)
	mv.SetMapIndex(reflect.ValueOf("k"), reflect.ValueOf(Inner{A: 1}))
	fmt.Println(mv.Interface().(map[string]Inner)["k"].Get(), mt)
	st := reflect.StructOf([]reflect.StructField{{Name: "X", Type: reflect.TypeFor[Inner](), Tag: `json:"x"`}})
	fmt.Println(st, reflect.New(st).Elem().Field(0).Interface().(Getter).hidden())
}
