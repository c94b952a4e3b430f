package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"
)

type Future[T any] struct {
	done chan struct{}
	val  T
	err  error
}

func Async[T any](f func() (T, error)) *Future[T] {
	fut := &Future[T]{done: make(chan struct{})}
	go func() {
		defer close(fut.done)
		defer func() {
			if r := recover(); r != nil {
				fut.err = fmt.Errorf("panic: %v", r)
			}
		}()
		fut.val, fut.err = f()
	}()
	return fut
}

func (f *Future[T]) Await() (T, error) {
	<-f.done
	return f.val, f.err
}

func Then[A, B any](f *Future[A], g func(A) (B, error)) *Future[B] {
	return Async(func() (b B, err error) {
		a, err := f.Await()
		if err != nil {
			return b, fmt.Errorf("then: %w", err)
		}
		return g(a)
	})
}

func All[T any](fs ...*Future[T]) *Future[[]T] {
	return Async(func() ([]T, error) {
		var out []T
		var errs []error
		for _, f := range fs {
			v, err := f.Await()
			out, errs = append(out, v), append(errs, err)
		}
		return out, errors.Join(errs...)
	})
}

type single struct {
	mu    sync.Mutex
	calls map[string]*Future[string]
	n     int
}

// Do runs f once for all that ask for the same key.
func (s *single) Do(key string, f func() (string, error)) *Future[string] {
	s.mu.Lock()
	defer s.mu.Unlock()
	if c, ok := s.calls[key]; ok {
		return c
	}
	s.n++
	c := Async(f)
	s.calls[key] = c
	return c
}

var errOdd = errors.New("odd")

func main() {
	slow := func(n int) *Future[int] {
		return Async(func() (int, error) {
			time.Sleep(time.Duration(n) * time.Millisecond)
			if n%2 == 1 {
				return n, errOdd
			}
			return n * 10, nil
		})
	}
	fmt.Println(slow(2).Await())
	text, err := Then(slow(4), func(n int) (string, error) { return strings.Repeat("=", n/4), nil }).Await()
	fmt.Printf("%q %v\n", text, err)
	_, err = Then(Then(slow(3), func(n int) (int, error) { return n, nil }), func(int) (bool, error) { return true, nil }).Await()
	fmt.Println(err, errors.Is(err, errOdd))
	list, err := All(slow(6), slow(2), slow(0)).Await()
	fmt.Println(list, err)
	list, err = All(slow(1), slow(2), slow(3)).Await()
	fmt.Printf("%v %q\n", list, err.Error())
	_, err = Async(func() (struct{}, error) { var a []int; _ = a[3]; return struct{}{}, nil }).Await()
	fmt.Println(err != nil)

	s := &single{calls: map[string]*Future[string]{}}
	var wg sync.WaitGroup
	results := make([]string, 10)
	for i := range results {
		wg.Add(1)
		go func() {
			defer wg.Done()
			results[i], _ = s.Do("k", func() (string, error) { return "once", nil }).Await()
		}()
	}
	wg.Wait()
	fmt.Println(strings.Join(results, ","), s.n)
}
