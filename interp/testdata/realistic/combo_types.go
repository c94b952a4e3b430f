package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
)

type Pair[K comparable, V any] struct {
	Key K
	Val V
}

func (p Pair[K, V]) String() string { return fmt.Sprintf("<%v=%v>", p.Key, p.Val) }

type List[T any] struct {
	head *node[T]
	n    int
}

type node[T any] struct {
	v    T
	next *node[T]
}

func (l *List[T]) Push(v T) { l.head = &node[T]{v, l.head}; l.n++ }

type Num interface {
	~int | ~int8 | ~float64
}

type Celsius float64

func (c Celsius) GoString() string { return fmt.Sprintf("Celsius(%g)", float64(c)) }

type Small int8

func (s Small) String() string { return fmt.Sprintf("s%d", int8(s)) }

func Sum[T Num](xs ...T) (t T) {
	for _, x := range xs {
		t += x
	}
	return
}

type I interface{ Foo(int) string }
type A struct{ x int }

func (a *A) Foo(i int) string { return fmt.Sprint(a.x, i) }

type B struct {
	I
	*A
}
type C struct {
	Pair[string, Small]
	inner Small
	Pub   Small
	M     map[Small]Celsius
	S     []Celsius
	p     *Small
}

type Fn func(int) int

func (f Fn) Twice(x int) int { return f(f(x)) }

type Rec map[string]Rec
type RecS []RecS
type Chain func(int) Chain

func try(name string, f func()) {
	defer func() {
		r := recover()
		var re runtime.Error
		if e, ok := r.(error); ok && errors.As(e, &re) {
			fmt.Printf("%s: RT %v %T\n", name, r, r)
			return
		}
		fmt.Printf("%s: %v %T\n", name, r, r)
	}()
	f()
}

func local[T any](x T) any {
	type loc struct {
		V T
		n int
	}
	return loc{x, 1}
}

type K struct{ f any }

func main() {
	p := Pair[string, Small]{"a", 3}
	fmt.Printf("%v %+v %#v %T %s %d\n", p, p, p, p, p, p)
	var l List[Pair[string, int]]
	l.Push(Pair[string, int]{"q", 1})
	fmt.Printf("%v %T %T\n", *l.head, l, l.head)
	c := C{Pair: p, inner: 4, Pub: 5, M: map[Small]Celsius{2: 3.5, 1: 2}, S: []Celsius{1, 2}}
	fmt.Printf("%v\n%+v\n%#v\n", c, c.M, c.S)
	fmt.Printf("%T %T %T %v\n", local(1), local("s"), local([]Small{1}), local(Small(3)))
	fmt.Println(Sum(Small(100), 27), Sum(Small(100), 28), Sum(Celsius(1), 2.5))
	fmt.Printf("%#v %v\n", Sum(Celsius(1), 2.5), Fn(func(x int) int { return x * 3 }).Twice(2))
	r := Rec{"a": {"b": nil}, "c": {}}
	fmt.Printf("%v %T\n", r, r)
	rs := RecS{{}, {{}, nil}, nil}
	fmt.Printf("%v %#v %T\n", rs, rs, rs)
	var ch Chain
	ch = func(i int) Chain { fmt.Print(i, " "); return ch }
	ch(1)(2)(3)
	fmt.Println()
	try("cmp", func() { var a, b any = K{[]int{1}}, K{[]int{1}}; fmt.Println(a == b) })
	try("cmp2", func() { var a, b any = []Small{1}, []Small{1}; fmt.Println(a == b) })
	try("hash", func() { m := map[any]int{}; m[c] = 1 })
	try("hash2", func() { m := map[K]int{}; m[K{func() {}}] = 1 })
	try("conv", func() { var a any = p; _ = a.(Pair[string, int]) })
	try("conv2", func() { var a any = A{}; _ = a.(I) })
	try("conv3", func() { var a any = c; _ = a.(I) })
	try("conv4", func() { var a any = local(1); _ = a.(I) })
	try("conv5", func() { var a any; _ = a.(I) })
	try("conv6", func() { var a I; _ = a.(*A) })
	try("conv7", func() { var a I = &A{}; _ = a.(B2) })
	try("conv8", func() { var a I = &A{}; _ = a.(fmt.Stringer) })
	try("nil", func() { var b B2; b.Foo(1) })
	try("nilp", func() { var b *A; b.Foo(1) })
	try("arr", func() { s := []int{1, 2}; _ = [4]int(s) })
	try("sl", func() { s := []int{1, 2}; i := 5; _ = s[i:] })
	try("sl2", func() { s := "abc"; i, j := 3, 2; _ = s[i:j] })
	try("sl3", func() { s := make([]int, 2, 4); i, j, k := 1, 3, 5; _ = s[i:j:k] })
	try("neg", func() { n := -1; _ = make([]int, n) })
	try("shift", func() { n := -1; _ = 1 << n })
	try("strings", func() { _ = strings.Repeat("x", -1) })
	b, err := json.Marshal(c)
	fmt.Println(string(b), err)
	t := reflect.TypeOf(c)
	for i := range t.NumField() {
		f := t.Field(i)
		fmt.Println(f.Name, f.Type, f.Anonymous, f.IsExported(), f.PkgPath, f.Offset)
	}
	fmt.Println(t.NumMethod(), reflect.TypeOf(&c).NumMethod(), t.PkgPath(), t.Name(), t.String())
	fmt.Println(reflect.TypeFor[B2]().Method(0).Type, reflect.TypeFor[Pair[Small, []Celsius]]().Name())
}

type B2 struct{ I }
