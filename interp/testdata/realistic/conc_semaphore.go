package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

type Semaphore chan struct{}

func (s Semaphore) Acquire(ctx context.Context) error {
	select {
	case s <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("acquire: %w", ctx.Err())
	}
}

func (s Semaphore) Release() { <-s }

func (s Semaphore) With(ctx context.Context, f func() error) (err error) {
	if err = s.Acquire(ctx); err != nil {
		return
	}
	defer s.Release()
	return f()
}

type gauge struct {
	now, max int64
}

func (g *gauge) enter() {
	n := atomic.AddInt64(&g.now, 1)
	for {
		m := atomic.LoadInt64(&g.max)
		if n <= m || atomic.CompareAndSwapInt64(&g.max, m, n) {
			return
		}
	}
}

func (g *gauge) leave() { atomic.AddInt64(&g.now, -1) }

func main() {
	sem := make(Semaphore, 3)
	var g gauge
	var wg sync.WaitGroup
	var sum atomic.Int64
	for i := 1; i <= 30; i++ {
		wg.Add(1)
		go func(n int) {
			defer wg.Done()
			err := sem.With(context.Background(), func() error {
				g.enter()
				defer g.leave()
				sum.Add(int64(n))
				return nil
			})
			if err != nil {
				fmt.Println("unexpected", err)
			}
		}(i)
	}
	wg.Wait()
	fmt.Println(sum.Load(), g.max >= 1 && g.max <= 3, g.now, len(sem), cap(sem))

	for range cap(sem) {
		sem.Acquire(context.Background())
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	err := sem.With(ctx, func() error { panic("never") })
	fmt.Println(err, errors.Is(err, context.DeadlineExceeded))
	sem.Release()
	boom := errors.New("boom")
	err = sem.With(context.Background(), func() error { return boom })
	fmt.Println(err == boom, len(sem))
	func() {
		defer func() { fmt.Println("recovered", recover(), len(sem)) }()
		sem.With(context.Background(), func() error { panic("inside") })
	}()
}
