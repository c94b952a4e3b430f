package main

import (
	"errors"
	"fmt"
	"time"
)

type Clock interface {
	Now() time.Time
}

type fakeClock struct{ t time.Time }

func (c *fakeClock) Now() time.Time          { return c.t }
func (c *fakeClock) Advance(d time.Duration) { c.t = c.t.Add(d) }

type Bucket struct {
	Clock
	rate   float64
	burst  float64
	tokens float64
	last   time.Time
}

type LimitError struct{ Wait time.Duration }

func (e LimitError) Error() string { return "limited, wait " + e.Wait.String() }

func NewBucket(c Clock, rate, burst float64) *Bucket {
	return &Bucket{Clock: c, rate: rate, burst: burst, tokens: burst, last: c.Now()}
}

func (b *Bucket) Take(n float64) (err error) {
	now := b.Now()
	b.tokens = min(b.burst, b.tokens+now.Sub(b.last).Seconds()*b.rate)
	b.last = now
	if b.tokens < n {
		return LimitError{time.Duration((n - b.tokens) / b.rate * float64(time.Second))}
	}
	b.tokens -= n
	return nil
}

type breaker struct {
	failures, limit int
	openUntil       time.Time
	clock           Clock
}

var errOpen = errors.New("circuit open")

func (b *breaker) Do(f func() error) (err error) {
	if b.clock.Now().Before(b.openUntil) {
		return errOpen
	}
	defer func() {
		switch {
		case err == nil:
			b.failures = 0
		default:
			if b.failures++; b.failures >= b.limit {
				b.openUntil = b.clock.Now().Add(10 * time.Second)
				b.failures = 0
			}
		}
	}()
	return f()
}

func main() {
	clock := &fakeClock{time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)}
	b := NewBucket(clock, 2, 5)
	for i, n := range []float64{3, 1, 2, 1, 6} {
		err := b.Take(n)
		var l LimitError
		if errors.As(err, &l) {
			fmt.Println(i, err)
			clock.Advance(l.Wait)
			err = b.Take(n)
		}
		fmt.Printf("%d %v %.1f left\n", i, err, b.tokens)
		clock.Advance(250 * time.Millisecond)
	}
	br := &breaker{limit: 2, clock: clock}
	boom := errors.New("boom")
	for i := range 6 {
		err := br.Do(func() error {
			if i < 2 {
				return boom
			}
			return nil
		})
		fmt.Println(i, err, err == errOpen)
		clock.Advance(4 * time.Second)
	}
	fmt.Println(clock.Now().Sub(time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)).Round(time.Millisecond))
}
