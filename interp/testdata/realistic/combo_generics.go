package main

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"unsafe"
)

type Bytes interface{ ~string | ~[]byte }
type Ints interface {
	~int8 | ~uint8 | ~int | ~uint64
}
type Arr interface{ ~[3]int | ~[4]int }

func parts[T Bytes](s T, i, j int) (T, byte, int, string) { return s[i:j], s[i], len(s), string(s[j:]) }
func conv[A, B Ints](a A) B                               { return B(a) }
func sized[T any](x T) uintptr                            { return unsafe.Sizeof(x) }
func lens[T Arr](a T) (n int) {
	for i := 0; i < len(a); i++ {
		n += a[i] + i
	}
	return n + len(a)*100 + cap(a)*1000
}
func at[T []int | [3]int | *[3]int](s T, i int) int { return s[i] }
func atm[M map[int]int | []int](s M, i int) int     { return len(s) + i }
func set[T ~[]E | ~*[3]E, E any](s T, i int, e E)   { s[i] = e }
func setMap[M ~map[K]V, K comparable, V any](m M, k K, v V) (old V, ok bool) {
	old, ok = m[k]
	m[k] = v
	return
}
func mk[S ~[]E, E any](n int, e E) S {
	s := make(S, n, n*2)
	for i := range s {
		s[i] = e
	}
	return append(s, S{e}...)
}
func lit[S ~struct{ A, B int }](a, b int) S   { return S{a, b} }
func call[F ~func(A) R, A, R any](f F, a A) R { return f(a) }
func collect[S ~func(func(E) bool), E any](s S) (out []E) {
	for e := range s {
		if out = append(out, e); len(out) == 3 {
			break
		}
	}
	return
}
func upto[T Ints](n T) (out []T) {
	for i := T(0); i < n; i++ {
		out = append(out, i*i)
	}
	return
}
func shl[T, S Ints](x T, s S) (a, b T) { return x << (s & 7), x >> (s & 7) }
func consts[T Ints]() (a, b T, ok bool) {
	const c = 100
	a = c
	b = a + c
	return a, b, b < a
}
func which[T, U any](x any) string {
	switch x := x.(type) {
	case T:
		return fmt.Sprintf("T %v", x)
	case U:
		return fmt.Sprintf("U %v", x)
	case []T, map[string]U:
		return fmt.Sprintf("either %v", x)
	case func(T) U:
		return "func"
	case int:
		return "int"
	}
	return "none"
}
func send[C ~chan E | ~chan<- E, E any](c C, es ...E) {
	for _, e := range es {
		c <- e
	}
}
func recv[C ~chan E | ~<-chan E, E any](c C) (out []E) {
	for e := range c {
		out = append(out, e)
	}
	return
}

type Tree[K any] struct {
	root *tnode[K]
	cmp  func(a, b K) int
}
type tnode[K any] struct {
	k    K
	kids [2]*tnode[K]
}

func (t *Tree[K]) Add(ks ...K) *Tree[K] {
	for _, k := range ks {
		p := &t.root
		for *p != nil {
			i := 0
			if t.cmp(k, (*p).k) > 0 {
				i = 1
			}
			p = &(*p).kids[i]
		}
		*p = &tnode[K]{k: k}
	}
	return t
}
func (t *Tree[K]) All() iter.Seq[K] {
	var walk func(*tnode[K], func(K) bool) bool
	walk = func(n *tnode[K], y func(K) bool) bool {
		return n == nil || walk(n.kids[0], y) && y(n.k) && walk(n.kids[1], y)
	}
	return func(y func(K) bool) { walk(t.root, y) }
}

type Num[T Ints] struct{ v T }

func (n Num[T]) Add(o Num[T]) Num[T] { return Num[T]{n.v + o.v} }
func (n *Num[T]) Inc() *Num[T]       { n.v++; return n }
func (n Num[T]) String() string      { return fmt.Sprintf("#%d", n.v) }

type Adder[T any] interface{ Add(T) T }

func sum[T Adder[T]](x T, xs ...T) T {
	f := T.Add
	for _, y := range xs {
		x = f(x, y)
	}
	return x
}

type Embed[T Ints] struct {
	Num[T]
	*Tree[T]
	name string
}
type Opt[T any] func(*T)

func New[T any](opts ...Opt[T]) *T {
	t := new(T)
	for _, o := range opts {
		o(t)
	}
	return t
}

type my []string
type conf struct {
	a int
	b string
}

func safe(f func()) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Println("panic", r)
		}
	}()
	f()
}

func main() {
	fmt.Println(parts("hello", 1, 3))
	fmt.Println(parts([]byte("hello"), 1, 3))
	fmt.Println(conv[int, int8](200), conv[int8, uint64](-1), conv[uint64, uint8](511))
	fmt.Println(sized(Num[uint8]{}), sized([3]Num[int]{}), sized("x"), lens([3]int{}), lens([4]int{}))
	arr := [3]int{1, 2, 3}
	set(&arr, 1, 26)
	fmt.Println(at([]int{1, 2}, 1), at(arr, 1), at(&arr, 2), atm([]int{1}, 2), atm(map[int]int{}, 2))
	safe(func() { at([]int{1}, 5) })
	safe(func() { at((*[3]int)(nil), 0) })
	safe(func() { parts("abc", 3, 2) })
	m := map[string][]int{}
	fmt.Println(setMap(m, "a", []int{1}))
	fmt.Println(setMap(m, "a", nil))
	fmt.Printf("%T %v %d\n", mk[my](2, "x"), mk[my](2, "x"), cap(mk[[]int](2, 1)))
	fmt.Printf("%T %+v\n", lit[struct{ A, B int }](1, 2), lit[struct{ A, B int }](1, 2))
	fmt.Println(call(strings.ToUpper, "abc"))
	fmt.Println(collect(slices.Values([]int{1, 2, 3, 4})), upto(uint8(5)), upto(int8(3)))
	fmt.Println(shl(int8(-3), uint8(2)))
	fmt.Println(shl(uint64(1<<63), 1))
	fmt.Println(consts[int8]())
	fmt.Println(consts[uint8]())
	fmt.Println(which[int, string](1), which[string, int](1), which[int, int](2), which[int, bool]([]int{3}),
		which[bool, int](map[string]int{"a": 1}), which[any, int]("s"), which[error, int](nil), which[string,
			int](func(string) int { return 1 }))
	c := make(chan int, 3)
	send(c, 1, 2, 3)
	close(c)
	fmt.Println(recv((<-chan int)(c)))
	t := (&Tree[string]{cmp: strings.Compare}).Add("m", "c", "x", "a", "d")
	for k := range t.All() {
		if k == "m" {
			break
		}
		fmt.Print(k, " ")
	}
	fmt.Println(slices.Collect(t.All()))
	fmt.Println(sum(Num[int8]{100}, Num[int8]{27}, Num[int8]{1}), sum[Num[uint8]](Num[uint8]{255}, Num[uint8]{1}))
	e := Embed[int]{Num: Num[int]{5}, Tree: &Tree[int]{cmp: func(a, b int) int { return b - a }}, name: "e"}
	e.Inc().Inc()
	e.Tree.Add(3, 1, 2)
	fmt.Println(e.Num, e.v, slices.Collect(e.All()), e.String())
	fmt.Printf("%v %T %T\n", e.Num, e, New[conf])
	fmt.Printf("%+v\n", *New(func(c *conf) { c.a = 1 }, func(c *conf) { c.b = "q"; c.a *= 5 }))
	inc := e.Inc
	inc()
	fmt.Println(e.v, Num[int].Add(e.Num, e.Num), (*Num[int]).Inc(&e.Num))
	var ad Adder[Num[int]] = e.Num
	fmt.Printf("%v %T\n", ad.Add(Num[int]{1}), ad)
}
