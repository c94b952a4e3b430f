package main

import (
	"errors"
	"fmt"
	"sync"
)

func Memo[K comparable, V any](f func(K) (V, error)) func(K) (V, error) {
	type result struct {
		v   V
		err error
	}
	var mu sync.Mutex
	cache := map[K]result{}
	return func(k K) (V, error) {
		mu.Lock()
		r, ok := cache[k]
		mu.Unlock()
		if !ok {
			r.v, r.err = f(k)
			mu.Lock()
			defer mu.Unlock()
			cache[k] = r
		}
		return r.v, r.err
	}
}

var errNegative = errors.New("negative")

func main() {
	calls := 0
	var fib func(int) (int, error)
	fib = Memo(func(n int) (int, error) {
		calls++
		if n < 0 {
			return 0, errNegative
		}
		if n < 2 {
			return n, nil
		}
		a, err := fib(n - 1)
		if err != nil {
			return 0, err
		}
		b, err := fib(n - 2)
		return a + b, err
	})
	fmt.Println(fib(50))
	fmt.Println("calls", calls)
	fmt.Println(fib(30))
	fmt.Println("calls", calls)
	_, err := fib(-3)
	fmt.Println(err, err == errNegative)

	type key struct {
		row, col int
	}
	var paths func(key) (int, error)
	paths = Memo(func(k key) (n int, err error) {
		if k.row == 0 || k.col == 0 {
			return 1, nil
		}
		for _, next := range []key{{k.row - 1, k.col}, {k.row, k.col - 1}} {
			m, err := paths(next)
			if err != nil {
				return 0, err
			}
			n += m
		}
		return
	})
	fmt.Println(paths(key{10, 10}))

	slow := Memo(func(s string) (int, error) {
		fmt.Println("computing", s)
		return len(s), nil
	})
	for _, s := range []string{"a", "bb", "a", "bb"} {
		n, _ := slow(s)
		fmt.Print(n, " ")
	}
	fmt.Println()
}
