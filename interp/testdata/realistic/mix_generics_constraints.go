package main

import (
	"cmp"
	"errors"
	"fmt"
	"sort"
	"strings"
)

type Number interface {
	~int | ~int8 | ~int64 | ~uint8 | ~float32 | ~float64
}

type Celsius float64
type Vec[T Number] []T
type Set[T comparable] = map[T]struct{}
type Matrix[T Number, R interface{ ~[]T }] []R
type Ordered[T any] interface{ Less(T) bool }
type Cloner[T any] interface {
	*T
	Clone() *T
}
type Node[T Ordered[T]] struct {
	val         T
	left, right *Node[T]
}
type Age int

func (a Age) Less(b Age) bool { return a < b }

func (n *Node[T]) Insert(v T) *Node[T] {
	if n == nil {
		return &Node[T]{val: v}
	}
	if v.Less(n.val) {
		n.left = n.left.Insert(v)
	} else {
		n.right = n.right.Insert(v)
	}
	return n
}
func (n *Node[T]) Each(f func(T)) {
	if n != nil {
		n.left.Each(f)
		f(n.val)
		n.right.Each(f)
	}
}

func Sum[V ~[]T, T Number](v V) (s T) {
	for _, x := range v {
		s += x
	}
	return
}
func (v Vec[T]) Dot(w Vec[T]) T {
	var s T
	for i := range min(len(v), len(w)) {
		s += v[i] * w[i]
	}
	return s
}
func (v Vec[T]) Map(f func(T) T) Vec[T] {
	r := make(Vec[T], len(v))
	for i, x := range v {
		r[i] = f(x)
	}
	return r
}

type Doc struct{ words []string }

func (d *Doc) Clone() *Doc { return &Doc{append([]string(nil), d.words...)} }

func CloneAll[T any, P Cloner[T]](l []T) (r []T) {
	for i := range l {
		r = append(r, *P(&l[i]).Clone())
	}
	return
}

type Cache[K comparable, V any] struct {
	data  map[K]V
	order []K
	onEv  func(K, V)
	max   int
}

func NewCache[K comparable, V any](max int, opts ...func(*Cache[K, V])) *Cache[K, V] {
	c := &Cache[K, V]{data: map[K]V{}, max: max}
	for _, o := range opts {
		o(c)
	}
	return c
}
func OnEvict[K comparable, V any](f func(K, V)) func(*Cache[K, V]) {
	return func(c *Cache[K, V]) { c.onEv = f }
}
func (c *Cache[K, V]) Put(k K, v V) {
	if _, ok := c.data[k]; !ok {
		c.order = append(c.order, k)
	}
	c.data[k] = v
	for len(c.order) > c.max {
		old := c.order[0]
		c.order = c.order[1:]
		if c.onEv != nil {
			c.onEv(old, c.data[old])
		}
		delete(c.data, old)
	}
}

type Option[T any] struct {
	v  T
	ok bool
}

func Some[T any](v T) Option[T] { return Option[T]{v, true} }
func (o Option[T]) OrElse(f func() T) T {
	if o.ok {
		return o.v
	}
	return f()
}
func Then[A, B any](o Option[A], f func(A) Option[B]) (r Option[B]) {
	if o.ok {
		r = f(o.v)
	}
	return
}
func kind[T any](v T) string {
	switch any(v).(type) {
	case int, Age:
		return "int-like"
	case string:
		return "string"
	case []T:
		return "slice of itself"
	case interface{ Less(T) bool }:
		return "lesser"
	case Option[T]:
		return "opt"
	case error:
		return "error"
	}
	return fmt.Sprintf("%T", v)
}
func Max[T cmp.Ordered](a T, rest ...T) T {
	for _, r := range rest {
		a = max(a, r)
	}
	return a
}
func Conv[To, From Number](f From) To { return To(f) }
func Ptr[T any](v T) *T               { return &v }
func Zero[T any]() (z T)              { return }
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
func Keys[M ~map[K]V, K cmp.Ordered, V any](m M) []K {
	r := make([]K, 0, len(m))
	for k := range m {
		r = append(r, k)
	}
	sort.Slice(r, func(i, j int) bool { return r[i] < r[j] })
	return r
}
func Reduce[T, A any](l []T, a A, f func(A, T) A) A {
	for _, x := range l {
		a = f(a, x)
	}
	return a
}
func Len[T ~string | ~[]byte](x T) (n int) {
	for range string(x) {
		n++
	}
	return n*100 + len(x)
}

func main() {
	var root *Node[Age]
	for _, a := range []Age{5, 2, 9, 1} {
		root = root.Insert(a)
	}
	root.Each(func(a Age) { fmt.Print(a, " ") })
	v := Vec[Celsius]{1.5, 2, 3}
	fmt.Println(Sum(v), v.Dot(v), v.Map(func(c Celsius) Celsius { return c * 2 }), Sum([]int8{100, 27, 1}))
	fmt.Printf("%T %T %T\n", v, Set[Age]{}, Matrix[int, []int]{{1}})
	docs := []Doc{{[]string{"a"}}, {[]string{"b"}}}
	cl := CloneAll(docs)
	cl[0].words[0] = "z"
	fmt.Println(docs, cl)
	c := NewCache(2, OnEvict(func(k string, v int) { fmt.Print("evict ", k, v, ";") }))
	for i, k := range strings.Fields("a b a c d") {
		c.Put(k, i)
	}
	fmt.Println(c.order, c.data)
	o := Then(Some(4), func(i int) Option[string] {
		if i > 3 {
			return Option[string]{}
		}
		return Some("x")
	})
	fmt.Println(o.OrElse(func() string { return "else" }), o)
	fmt.Println(kind(1), kind(Age(1)), kind("s"), kind(errors.New("e")), kind(Some(1)), kind([]int{}), kind(struct {
		A,
		B int
	}{}))
	fmt.Println(Max("a", "c", "b"), Max(1.5, 2), Conv[int8](300.7), Conv[uint8](-1), *Ptr(Ptr(3)) != nil,
		Zero[*int]() == nil, Zero[[2]string]())
	fmt.Println(Keys(map[Age]bool{3: true, 1: false}), Reduce([]int{1, 2, 3}, "", func(a string,
		i int) string {
		return a + fmt.Sprint(i)
	}))
	fmt.Println(Len("héé"), Len([]byte("héé")))
	f := Max[Celsius]
	g := (*Node[Age]).Insert
	fmt.Println(f(1, 2), g(nil, 4).val, func() (r any) {
		defer func() { r = recover() }()
		return Must(0,
			errors.New("must"))
	}())
	s := Set[string]{"x": {}}
	delete(s, "y")
	clear(s)
	fmt.Println(len(s), min(3, 1, 2), max(2.5, 1), min("b", "a"))
}
