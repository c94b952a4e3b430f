// Goroutines, functions of iterators, type parameters, panics in panics and conversions, in one another.
package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"
)

type ev[T any] struct {
	id  int
	val T
	err error
}
type src[T any] interface {
	~func(yield func(T) bool)
}
type shape interface {
	area() float32
	comparable
}
type sq struct{ a float32 }

func (s sq) area() float32 { return s.a * s.a }

type circ [2]float32

func (c circ) area() float32 { return c[0] * 3 }

func largest[S shape](m map[S]complex64, ss ...S) (best S, n complex64, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("r: %v", r)
			n *= 2i
		}
	}()
	for i, s := range ss {
		m[s] += complex(s.area(), float32(i))
		if s.area() > best.area() {
			best, n = s, m[s]
		}
	}
	if len(ss) > 2 {
		var p *S
		_ = *p
	}
	return
}

func pump[T any, S src[T]](ctx context.Context, s S, buf int) (<-chan ev[T], func() error) {
	c := make(chan ev[T], buf)
	var err error
	var wg sync.WaitGroup
	wg.Add(1)
	go func() (n int, e error) {
		defer wg.Done()
		defer close(c)
		defer func() {
			if r := recover(); r != nil {
				err = errors.Join(err, fmt.Errorf("pump: %v", r))
			}
		}()
		for v := range s {
			select {
			case c <- ev[T]{id: n, val: v}:
				n++
			case <-ctx.Done():
				err = ctx.Err()
				return n, err
			}
		}
		return
	}()
	return c, func() error { wg.Wait(); return err }
}

var ended []int

func walk(n int) func(func([2]int8) bool) {
	return func(yield func([2]int8) bool) {
		defer func() { ended = append(ended, n) }() // printed once the goroutine has ended, as the order must be sure
		a := [2]int8{126, -127}
		for i := range n {
			a[i&1] += int8(i) << (i % 9)
			b := a
			if !yield(b) {
				return
			}
			if b != a {
				panic("changed")
			}
		}
		if n > 6 {
			panic(fmt.Sprint("too many ", n))
		}
	}
}

func nest(depth int) (s string, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case runtime.Error:
			s, err = s+"!", r
		case error:
			err = fmt.Errorf("%d: %w", depth, r)
		default:
			err = fmt.Errorf("%d %v", depth, r)
			if depth%2 == 0 {
				panic(err)
			}
		}
	}()
	if depth > 5 {
		var m map[[2]any]struct{ f func() }
		m[[2]any{depth, []int{1}}].f()
	}
	for i := range func(y func(int) bool) { _ = y(depth) && y(depth+1) } {
		defer func() { s += fmt.Sprint(i, ";") }()
		if i == depth+1 {
			t, e := nest(i + 1)
			if e != nil {
				panic(e)
			}
			return t + "/", nil
		}
	}
	return
}

func main() {
	fmt.Println(largest(map[sq]complex64{}, sq{1}, sq{3}))
	fmt.Println(largest(map[circ]complex64{{1, 2}: 1i}, circ{1, 2}, circ{5, 1}, circ{1, 2}))
	for _, n := range []int{0, 3, 7} {
		c, wait := pump(context.Background(), walk(n), n/2)
		for e := range c {
			fmt.Print(e.id, e.val, " ")
		}
		fmt.Println(wait(), ended)
	}
	ctx, cancel := context.WithCancel(context.Background())
	c, wait := pump(ctx, walk(5), 0)
	fmt.Println(<-c)
	cancel()
	fmt.Println(wait(), ended)
	fmt.Println(<-c)
	func() {
		defer func() { fmt.Println("main", recover()) }()
		fmt.Println(nest(0))
	}()
	fmt.Println(nest(3))
	var once sync.Once
	var fs [3]func() (int, bool)
	for i, f := range fs {
		fs[i] = func() (int, bool) { once.Do(func() { i *= 10 }); return i, f == nil }
	}
	for _, f := range fs[1:] {
		n, ok := f()
		defer fmt.Println(n, ok)
	}
	g := func(n uint8) (r struct{ a, b uint8 }) {
		defer func() { r.b = ^r.a >> 1 }()
		r.a = n<<3 | n>>5
		return struct{ a, b uint8 }{r.a + 200, n}
	}
	fmt.Println(g(77), g(255), *(*[2]int)([]int{4, 5, 6}), [2]int([]int{7, 8}))
	func() {
		defer func() { fmt.Println(recover()) }()
		s := []int{1}
		fmt.Println([2]int(s))
	}()
	tm := time.NewTimer(time.Hour)
	tick := make(chan struct{})
	go func() { defer close(tick); runtime.Goexit() }()
	select {
	case <-tm.C:
	case _, ok := <-tick:
		fmt.Println("tick", ok)
	}
}
