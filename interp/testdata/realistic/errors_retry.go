package main

import (
	"context"
	"errors"
	"fmt"
	"time"
)

type temporary interface{ Temporary() bool }

type netError struct {
	msg  string
	temp bool
}

func (n netError) Error() string   { return n.msg }
func (n netError) Temporary() bool { return n.temp }

type RetryError struct {
	Attempts []error
}

func (r *RetryError) Error() string {
	last := r.Attempts[len(r.Attempts)-1]
	return fmt.Sprintf("gave up after %d: %v", len(r.Attempts), last)
}

func (r *RetryError) Unwrap() []error { return r.Attempts }

type Backoff struct {
	Base, Max time.Duration
	Factor    float64
	sleep     func(context.Context, time.Duration) error
}

func (b Backoff) delays() func(yield func(int, time.Duration) bool) {
	return func(yield func(int, time.Duration) bool) {
		d := b.Base
		for i := 0; ; i++ {
			if !yield(i, min(d, b.Max)) {
				return
			}
			d = time.Duration(float64(d) * b.Factor)
		}
	}
}

func Retry(ctx context.Context, b Backoff, max int, f func(try int) error) error {
	var re RetryError
	for i, d := range b.delays() {
		err := f(i)
		if err == nil {
			return nil
		}
		re.Attempts = append(re.Attempts, err)
		var t temporary
		if !errors.As(err, &t) || !t.Temporary() {
			return fmt.Errorf("permanent: %w", err)
		}
		if i+1 == max {
			break
		}
		if err := b.sleep(ctx, d); err != nil {
			re.Attempts = append(re.Attempts, err)
			break
		}
	}
	return &re
}

func main() {
	var slept []time.Duration
	b := Backoff{100 * time.Millisecond, time.Second, 2.5, func(ctx context.Context, d time.Duration) error {
		slept = append(slept, d)
		return ctx.Err()
	}}
	flaky := func(ok int) func(int) error {
		return func(try int) error {
			if try < ok {
				return fmt.Errorf("try %d: %w", try, netError{"timeout", true})
			}
			return nil
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	run := func(name string, f func(int) error) {
		slept = slept[:0]
		err := Retry(ctx, b, 5, f)
		fmt.Printf("%s: %v %v\n", name, err, slept)
		var re *RetryError
		if errors.As(err, &re) {
			fmt.Println("   attempts:", len(re.Attempts), "canceled:", errors.Is(err, context.Canceled))
		}
	}
	run("at once", flaky(0))
	run("third", flaky(2))
	run("never", flaky(100))
	run("permanent", func(try int) error {
		if try == 1 {
			return netError{msg: "denied"}
		}
		return &netError{"busy", true}
	})
	run("plain", func(int) error { return errors.New("plain") })
	cancel()
	run("canceled", flaky(3))
}
