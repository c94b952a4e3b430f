package main

import (
	"fmt"
	"sync"
	"time"
)

func generate(n int) <-chan int {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := 1; i <= n; i++ {
			out <- i
		}
	}()
	return out
}

func stage(in <-chan int, f func(int) (int, bool)) <-chan int {
	out := make(chan int, 2)
	go func() {
		defer close(out)
		for v := range in {
			if w, ok := f(v); ok {
				out <- w
			}
		}
	}()
	return out
}

func merge[T any](ins ...<-chan T) <-chan T {
	out := make(chan T)
	var wg sync.WaitGroup
	wg.Add(len(ins))
	for _, in := range ins {
		go func(c <-chan T) {
			defer wg.Done()
			for v := range c {
				out <- v
			}
		}(in)
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

type Semaphore chan struct{}

func (s Semaphore) Do(f func()) {
	s <- struct{}{}
	defer func() { <-s }()
	f()
}

func main() {
	odd := stage(generate(10), func(n int) (int, bool) { return n, n%2 == 1 })
	cubes := stage(odd, func(n int) (int, bool) { return n * n * n, true })
	for v := range cubes {
		fmt.Print(v, " ")
	}
	fmt.Println()

	sum := 0
	for v := range merge(generate(10), generate(20), generate(30)) {
		sum += v
	}
	fmt.Println("sum", sum)

	sem := make(Semaphore, 2)
	var mu sync.Mutex
	running, most := 0, 0
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go sem.Do(func() {
			defer wg.Done()
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			time.Sleep(time.Millisecond)
			mu.Lock()
			running--
			mu.Unlock()
		})
	}
	wg.Wait()
	fmt.Println("never more than 2:", most <= 2, running)

	done, ticks := make(chan struct{}), make(chan int)
	go func() {
		defer close(ticks)
		for i := 0; ; i++ {
			select {
			case <-done:
				return
			case ticks <- i:
			}
		}
	}()
	for i := range ticks {
		if i == 3 {
			close(done)
			break
		}
	}
	select {
	case <-time.After(5 * time.Second):
		fmt.Println("late")
	case _, ok := <-done:
		fmt.Println("done", ok)
	}
}
