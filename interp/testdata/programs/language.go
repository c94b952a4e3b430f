package main

import (
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
	"time"
)

type Animal interface {
	Sound() string
}
type Named interface {
	Name() string
}
type NamedAnimal interface {
	Animal
	Named
}
type Base struct{ name string }

func (b *Base) Name() string     { return b.name }
func (b *Base) SetName(n string) { b.name = n }

type Dog struct {
	*Base
	age int
}

func (d Dog) Sound() string { return "woof" }

type Cat struct {
	Base
	lives int
}

func (c *Cat) Sound() string { return "meow" }

type Celsius float64
type Temp interface{ ~float64 }

func avg[T Temp](xs ...T) T {
	var s T
	for _, x := range xs {
		s += x
	}
	return s / T(len(xs))
}

const (
	_  = iota
	KB = 1 << (10 * iota)
	MB
)

type Color int

const (
	Red Color = iota + 1
	Green
	_
	Blue
)

func (c Color) String() string { return [...]string{"", "R", "G", "", "B"}[c] }

type Stack []int

func (s *Stack) Push(x int) { *s = append(*s, x) }
func (s *Stack) Pop() (x int, ok bool) {
	if len(*s) == 0 {
		return 0, false
	}
	x = (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return x, true
}

type Visitor func(depth int, n *Node) bool
type Node struct {
	Val  int
	Kids []*Node
}

func (n *Node) Visit(d int, v Visitor) {
	if !v(d, n) {
		return
	}
	for _, k := range n.Kids {
		k.Visit(d+1, v)
	}
}

type matrix [2][2]int

func (m matrix) mul(o matrix) (r matrix) {
	for i := range r {
		for j := range r[i] {
			for k := range o {
				r[i][j] += m[i][k] * o[k][j]
			}
		}
	}
	return
}

type errNotFound struct{ key string }

func (e errNotFound) Error() string { return "not found: " + e.key }

var ErrBase = errors.New("base")

func find(m map[string]int, k string) (int, error) {
	if v, ok := m[k]; ok {
		return v, nil
	}
	return 0, fmt.Errorf("find: %w", errNotFound{k})
}

func multi() (a int, b string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("r: %v", r)
		}
	}()
	a, b = 1, "x"
	var p *Node
	_ = p.Val
	return a, b, nil
}

func fanIn(n int) (total int) {
	ch := make(chan int)
	var wg sync.WaitGroup
	for i := 0; i < n; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			ch <- i * i
		}()
	}
	go func() { wg.Wait(); close(ch) }()
	for v := range ch {
		total += v
	}
	return
}

func main() {
	d := Dog{&Base{"rex"}, 3}
	c := &Cat{Base{"tom"}, 9}
	for _, a := range []NamedAnimal{d, c} {
		fmt.Println(a.Name(), a.Sound())
	}
	d.SetName("max")
	c.SetName("kit")
	fmt.Println(d.Name(), c.name, c.lives)
	fmt.Println(avg(10.0, 20, 30), avg(1.5, 2.5))
	fmt.Println(KB, MB, Red, Blue, Green)
	fmt.Printf("%v %d %s|%5v|\n", Blue, Blue, Red, Green)
	var s Stack
	s.Push(1)
	s.Push(2)
	x, ok := s.Pop()
	fmt.Println(x, ok, len(s), s)
	s.Pop()
	x, ok = s.Pop()
	fmt.Println(x, ok)
	t := &Node{1, []*Node{{2, nil}, {3, []*Node{{4, nil}}}}}
	sum := 0
	t.Visit(0, func(depth int, n *Node) bool {
		sum += n.Val * depth
		fmt.Print(strings.Repeat(" ", depth), n.Val, ";")
		return n.Val != 2
	})
	fmt.Println(sum)
	fmt.Println(matrix{{1, 1}, {1, 0}}.mul(matrix{{1, 1}, {1, 0}}))
	_, err := find(map[string]int{"a": 1}, "b")
	var nf errNotFound
	fmt.Println(err, errors.As(err, &nf), nf.key, errors.Is(err, ErrBase))
	fmt.Println(errors.Is(fmt.Errorf("x: %w", ErrBase), ErrBase))
	a, b, err := multi()
	fmt.Println(a, b, err)
	fmt.Println(fanIn(10))
	arr := [3]int{1, 2, 3}
	brr := arr
	brr[0] = 9
	pa := &arr
	pa[1] = 8
	fmt.Println(arr, brr, arr == [3]int{1, 8, 3})
	type pt struct{ x, y int }
	m := map[pt][]string{{1, 2}: {"a"}, {3, 4}: nil}
	m[pt{1, 2}] = append(m[pt{1, 2}], "b")
	fmt.Println(m[pt{1, 2}], len(m), pt{1, 2} == pt{1, 2})
	keys := make([]string, 0)
	for k := range map[string]bool{"z": true, "y": true} {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	fmt.Println(keys)
	f := Color.String
	fmt.Println(f(Red), (*Cat).Sound(c))
	g := c.Sound
	fmt.Println(g())
	var iface any = Red
	switch v := iface.(type) {
	case fmt.Stringer:
		fmt.Println("stringer", v)
	case int:
		fmt.Println("int")
	}
	if st, ok := iface.(fmt.Stringer); ok {
		fmt.Println(st.String())
	}
	var an Animal = d
	if n, ok := an.(Named); ok {
		fmt.Println("named", n.Name())
	}
	if _, ok := an.(*Cat); !ok {
		fmt.Println("no cat")
	}
	funcs := map[string]func(...int) int{
		"sum": func(xs ...int) int {
			t := 0
			for _, x := range xs {
				t += x
			}
			return t
		},
		"count": func(xs ...int) int { return len(xs) },
	}
	fmt.Println(funcs["sum"](1, 2, 3), funcs["count"]([]int{4, 5}...))
	sl := []int{1, 2, 3, 4, 5}
	s2 := sl[1:3:4]
	s2 = append(s2, 99)
	s2 = append(s2, 100)
	fmt.Println(sl, s2, len(s2), cap(sl[1:3:4]))
	copy(sl[2:], sl)
	fmt.Println(sl)
	str := "héllo"
	for i, r := range str {
		fmt.Print(i, ":", string(r), " ")
	}
	fmt.Println(len(str), []byte(str)[1], []rune(str)[1], str[1:3])
outer:
	for i := 0; ; i++ {
		switch {
		case i == 1:
			continue
		case i > 3:
			break outer
		}
		for j := range 3 {
			if j == 2 {
				continue outer
			}
			fmt.Print(i, j, " ")
		}
	}
	fmt.Println()
	done := make(chan struct{})
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	n := 0
	enough := make(chan int)
	go func() { <-enough; close(done) }()
loop:
	for {
		select {
		case <-tick.C:
			if n++; n == 3 {
				close(enough)
			}
		case <-done:
			break loop
		}
	}
	fmt.Println(n > 2)
	var once sync.Once
	for i := 0; i < 3; i++ {
		once.Do(func() { fmt.Println("once", i) })
	}
	for i := 0; i < 3; i++ {
		defer func(n int) { fmt.Println("deferred", n, i) }(i * 10)
	}
	x1, y1 := 1, 2
	x1, y1 = y1, x1+y1
	fmt.Println(x1, y1)
	var np *Node
	fmt.Println(np == nil, np)
	fmt.Fprintln(os.Stdout, fmt.Sprint("a", 1, 2, "b"), fmt.Sprintf("%05.2f|%-5s|%+d|%x|%q", 3.14159, "ab", 5, 255, "q"))
	type kv struct {
		k string
		v int
	}
	kvs := []kv{{"b", 2}, {"a", 2}, {"c", 1}}
	sort.Slice(kvs, func(i, j int) bool {
		if kvs[i].v != kvs[j].v {
			return kvs[i].v < kvs[j].v
		}
		return kvs[i].k < kvs[j].k
	})
	fmt.Println(kvs)
	fib := func() func() int {
		a, b := 0, 1
		return func() int {
			defer func() { a, b = b, a+b }()
			return a
		}
	}()
	for range 8 {
		fmt.Print(fib(), " ")
	}
	fmt.Println()
	var fact func(int) int
	fact = func(n int) int {
		if n == 0 {
			return 1
		}
		return n * fact(n-1)
	}
	fmt.Println(fact(10))
	b2 := []bool{true, false}
	b2[0], b2[1] = b2[1], b2[0]
	fmt.Println(b2, !b2[0], b2[0] || b2[1] && true)
	const huge = 1 << 100
	fmt.Println(huge>>98, float64(huge) > 1e30, 'a'+1, "s"+"t")
	var u8 uint8 = 200
	u8 *= 2
	var i8 int8 = 127
	i8++
	fmt.Println(u8, i8, 7/2, -7/2, 7%3, -7%3, 7.0/2, 1e3)
	fmt.Println(^5, 5&^1, 1<<3|1, 6^3)
	type Inner struct{ A, B int }
	type Outer struct {
		Inner
		C int
		P *Inner
	}
	o := Outer{Inner{1, 2}, 3, &Inner{4, 5}}
	o2 := o
	o2.A = 100
	o2.P.A = 400
	fmt.Println(o.A, o.P.A, o2.A, o2.Inner.B)
	mm := map[string]*Inner{"x": {1, 2}}
	mm["x"].A++
	fmt.Println(*mm["x"])
	ms := map[string]Inner{"x": {1, 2}}
	v := ms["x"]
	v.A = 50
	fmt.Println(ms["x"], v, ms["none"])
	if v, err := find(map[string]int{"k": 5}, "k"); err != nil {
		fmt.Println("err")
	} else if v > 3 {
		fmt.Println("v", v)
	}
	switch y := x1 * 2; {
	case y > 100:
		fmt.Println(">100")
	case y == 4:
		fmt.Println("four")
		fallthrough
	case y == 5:
		fmt.Println("fall")
	default:
		fmt.Println("default")
	}
	var e1, e2 error
	fmt.Println(e1 == e2, e1 == nil)
	var p1, p2 any = &o, &o
	fmt.Println(p1 == p2, any(1) == any(1.0), any("a") == any("a"))
	ch := make(chan int, 3)
	ch <- 1
	ch <- 2
	close(ch)
	r1, ok1 := <-ch
	r2 := <-ch
	r3, ok3 := <-ch
	fmt.Println(r1, ok1, r2, r3, ok3, len(ch), cap(ch))
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		var m map[string]int
		m["a"]++
	}()
	func() {
		defer func() { fmt.Println("recovered:", recover()) }()
		panic(errNotFound{"z"})
	}()
	func() {
		defer func() {
			if e, ok := recover().(error); ok {
				fmt.Println("error:", e)
			}
		}()
		panic(errNotFound{"y"})
	}()
	fmt.Println(min(3, 1, 2), max(2.5, 1), min("b", "a"))
}
