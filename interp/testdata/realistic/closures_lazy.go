package main

import (
	"errors"
	"fmt"
	"sync"
)

type Lazy[T any] struct {
	once sync.Once
	init func() (T, error)
	val  T
	err  error
}

func NewLazy[T any](f func() (T, error)) *Lazy[T] { return &Lazy[T]{init: f} }

func (l *Lazy[T]) Get() (T, error) {
	l.once.Do(func() { l.val, l.err = l.init() })
	return l.val, l.err
}

type Result[T any] struct {
	Val T
	Err error
}

func Try[T any](f func() T) (r Result[T]) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case error:
			r.Err = e
		default:
			r.Err = fmt.Errorf("%v", e)
		}
	}()
	r.Val = f()
	return
}

func (r Result[T]) OrElse(v T) T {
	if r.Err != nil {
		return v
	}
	return r.Val
}

type Option[T any] struct{ v *T }

func Some[T any](v T) Option[T] { return Option[T]{&v} }
func None[T any]() Option[T]    { return Option[T]{} }

func (o Option[T]) String() string {
	if o.v == nil {
		return "none"
	}
	return fmt.Sprintf("some(%v)", *o.v)
}

func Then[A, B any](o Option[A], f func(A) Option[B]) Option[B] {
	if o.v == nil {
		return None[B]()
	}
	return f(*o.v)
}

var errOnce = errors.New("only tried once")

func main() {
	calls := 0
	l := NewLazy(func() (map[string]int, error) {
		calls++
		return map[string]int{"a": 1}, nil
	})
	for range 3 {
		m, err := l.Get()
		m["a"]++
		fmt.Print(m, err, " ")
	}
	fmt.Println(calls)
	bad := NewLazy(func() (int, error) { calls++; return -1, errOnce })
	_, err := bad.Get()
	n, err2 := bad.Get()
	fmt.Println(n, err == err2, errors.Is(err2, errOnce), calls)

	var list []int
	idx := 5
	fmt.Println(Try(func() int { return list[idx] }).Err)
	fmt.Println(Try(func() int { return 10 / len(list) }).OrElse(-1), Try(func() string { return "fine" }).OrElse("x"))
	fmt.Println(Try(func() any { panic("custom") }).Err, Try(func() bool { panic(errOnce) }).Err == errOnce)

	half := func(n int) Option[float64] {
		if n%2 != 0 {
			return None[float64]()
		}
		return Some(float64(n) / 2)
	}
	fmt.Println(Then(Some(8), half), Then(Some(7), half), Then(None[int](), half))
}
