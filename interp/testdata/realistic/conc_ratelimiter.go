package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type Limiter interface {
	Wait(ctx context.Context) error
}

type tickLimiter struct {
	tokens chan struct{}
	stop   chan struct{}
	once   sync.Once
}

func newTickLimiter(burst int, ticks <-chan time.Time) *tickLimiter {
	l := &tickLimiter{tokens: make(chan struct{}, burst), stop: make(chan struct{})}
	for range burst {
		l.tokens <- struct{}{}
	}
	go func() {
		for {
			select {
			case <-l.stop:
				return
			case _, ok := <-ticks:
				if !ok {
					return
				}
				select {
				case l.tokens <- struct{}{}:
				default: // full
				}
			}
		}
	}()
	return l
}

func (l *tickLimiter) Wait(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case <-l.tokens:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("wait: %w", context.Cause(ctx))
	}
}

func (l *tickLimiter) Close() { l.once.Do(func() { close(l.stop) }) }

type multi []Limiter

func (m multi) Wait(ctx context.Context) error {
	for i, l := range m {
		if err := l.Wait(ctx); err != nil {
			return fmt.Errorf("limiter %d: %w", i, err)
		}
	}
	return nil
}

type counting struct {
	Limiter
	mu    sync.Mutex
	calls int
	fails int
}

func (c *counting) Wait(ctx context.Context) (err error) {
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.calls++
		if err != nil {
			c.fails++
		}
	}()
	return c.Limiter.Wait(ctx)
}

var errShutdown = errors.New("shutting down")

func main() {
	ticks := make(chan time.Time)
	l := newTickLimiter(2, ticks)
	defer l.Close()
	c := &counting{Limiter: l}
	ctx, cancel := context.WithCancelCause(context.Background())

	done := make(chan int)
	go func() {
		n := 0
		for c.Wait(ctx) == nil {
			n++
			done <- n
		}
		close(done)
	}()
	fmt.Println(<-done, <-done)
	select {
	case n := <-done:
		fmt.Println("too fast", n)
	case <-time.After(2 * time.Millisecond):
		fmt.Println("limited")
	}
	now := time.Unix(0, 0)
	for i := range 3 {
		ticks <- now.Add(time.Duration(i) * time.Second)
		fmt.Print(<-done, " ")
	}
	fmt.Println()
	cancel(errShutdown)
	_, more := <-done
	fmt.Println(more, c.calls, c.fails)
	err := multi{c, l}.Wait(ctx)
	fmt.Println(err, errors.Is(err, context.Canceled))
	short, stop := context.WithTimeoutCause(context.Background(), 300*time.Millisecond, errShutdown)
	defer stop()
	err = multi{l}.Wait(short)
	fmt.Println(err, errors.Is(err, errShutdown))
}
