package main

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

type Topic[T any] struct {
	mu     sync.RWMutex
	cond   *sync.Cond
	log    []T
	closed bool
	subs   atomic.Int32
}

var ErrClosed = errors.New("closed")

func NewTopic[T any](first ...T) *Topic[T] {
	t := &Topic[T]{log: first}
	t.cond = sync.NewCond(t.mu.RLocker())
	return t
}

func (t *Topic[T]) Publish(vs ...T) error {
	t.mu.Lock()
	defer t.cond.Broadcast()
	defer t.mu.Unlock()
	if t.closed {
		return fmt.Errorf("publish %v: %w", vs, ErrClosed)
	}
	t.log = append(t.log, vs...)
	return nil
}

func (t *Topic[T]) Close() {
	t.mu.Lock()
	t.closed = true
	t.mu.Unlock()
	t.cond.Broadcast()
}

// All gives what is there and what is to come, until the topic is closed.
func (t *Topic[T]) All() iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		t.subs.Add(1)
		defer t.subs.Add(-1)
		for i := 0; ; i++ {
			v, ok := t.at(i)
			if !ok || !yield(i, v) {
				return
			}
		}
	}
}

func (t *Topic[T]) at(i int) (v T, ok bool) {
	t.cond.L.Lock()
	defer t.cond.L.Unlock()
	for i >= len(t.log) {
		if t.closed {
			return
		}
		t.cond.Wait()
	}
	return t.log[i], true
}

func first[T any](n int, seq iter.Seq2[int, T]) (out []T) {
	defer func() { out = slices.Clip(out) }()
	for i, v := range seq {
		if i == n {
			return
		}
		out = append(out, v)
	}
	return
}

type event struct {
	from string
	n    [2]int
}

func main() {
	t := NewTopic(event{"start", [2]int{}})
	results := make([]string, 4)
	var wg sync.WaitGroup
	for w := range len(results) {
		wg.Go(func() {
			var b strings.Builder
			for i, e := range t.All() {
				if e.n[0]%len(results) == w {
					fmt.Fprintf(&b, "%d:%s%v ", i, e.from, e.n[1])
					e.n[1] = -1
				}
				if w == 3 && i == 5 {
					break
				}
			}
			results[w] = b.String()
		})
	}
	e := event{from: "a"}
	for i := range 10 {
		e.n = [2]int{i, i * i}
		if err := t.Publish(e); err != nil {
			panic(err)
		}
		e.from += "b"[:i%2]
	}
	t.Close()
	wg.Wait()
	for w, r := range results {
		fmt.Println(w, r)
	}
	err := t.Publish(event{}, e)
	fmt.Println(err, errors.Is(err, ErrClosed), t.subs.Load(), len(t.log), cap(first(3, t.All())))
	next, stop := iter.Pull2(t.All())
	i, v, ok := next()
	fmt.Println(i, v, ok, t.subs.Load())
	stop()
	fmt.Println(t.subs.Load())
}
