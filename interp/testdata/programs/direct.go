package main

import (
	"fmt"
	"unsafe"
)

type (
	A [1]*int
	S struct{ p *int }
	N [1]struct{ a *[2]byte }
	D struct{ f func() int }
	M [1][1]map[string]int
)

type L [1]*int

func (l L) String() string { return fmt.Sprint("L", *l[0]) }
func (l L) Set(n int)      { *l[0] = n }

type Setter interface{ Set(n int) }

type E struct{ L }

func main() {
	y := 1
	l := L{&y}
	var st Setter = l
	st.Set(4)
	fmt.Println(l, st, y)
	defer st.Set(7)
	f := st.Set
	f(9)
	fmt.Println(y, E{l}, Setter(E{l}).(fmt.Stringer).String())
	done := make(chan bool)
	go func() { defer close(done); Setter.Set(st, 11) }()
	<-done
	fmt.Println(y)
	for range 3 {
		st.Set(y + 1)
	}
	fmt.Println(y, any(E{l}) == any(E{l}), fmt.Sprintf("%v %T", st, st))
	switch q := any(l).(type) {
	case L:
		q.Set(100)
	}
	e, ok := any(3).(L)
	fmt.Println(y, e == L{}, ok)
	var zero any = L{}
	fmt.Println(zero == any(L{}), zero.(L)[0] == nil)
	defer func() { fmt.Println(recover().(L)) }()
	defer panic(l)

	x := 5
	var a any = A{&x}
	b := a.(A)
	fmt.Println(*b[0], a == any(A{&x}))
	var n any = N{{&[2]byte{1, 2}}}
	m := n.(N)
	fmt.Println(*m[0].a, n == any(m))
	var s any = S{&x}
	fmt.Println(*s.(S).p, s == any(S{&x}), s == any(S{nil}))
	var d any = D{func() int { return x }}
	fmt.Println(d.(D).f())
	var mm any = M{{{"a": 1}}}
	fmt.Println(mm.(M)[0][0]["a"], mm)
	var u any = [1]unsafe.Pointer{unsafe.Pointer(&x)}
	fmt.Println(u == any([1]unsafe.Pointer{unsafe.Pointer(&x)}), *(*int)(u.([1]unsafe.Pointer)[0]))
	arr := []A{{&x}}
	for _, e := range arr {
		var i any = e
		fmt.Println(*i.(A)[0])
	}
	c := make(chan A, 1)
	c <- A{&x}
	fmt.Println(*(<-c)[0])
	k := map[A]int{{&x}: 3}
	fmt.Println(k[A{&x}], k[a.(A)])
	var z any = [0]int{}
	fmt.Println(z, z == any([0]int{}))
	var zz any = [1]struct{}{}
	fmt.Println(zz)
}
