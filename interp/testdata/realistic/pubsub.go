package main

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"
)

type Topic string

func (t Topic) Matches(pattern Topic) bool {
	ps, ts := strings.Split(string(pattern), "."), strings.Split(string(t), ".")
	for i, p := range ps {
		switch {
		case p == ">":
			return true
		case i >= len(ts), p != "*" && p != ts[i]:
			return false
		}
	}
	return len(ps) == len(ts)
}

type Message[T any] struct {
	Topic
	Body T
	seq  uint64
}

func (m Message[T]) String() string { return fmt.Sprintf("%s#%d(%v)", m.Topic, m.seq, m.Body) }

type Broker[T any] struct {
	mu   sync.RWMutex
	cond *sync.Cond
	subs map[*Sub[T]]struct{}
	seq  uint64
	dead []Message[T]
}

type Sub[T any] struct {
	*Broker[T]
	pattern Topic
	C       <-chan Message[T]
	ch      chan Message[T]
	once    sync.Once
}

func NewBroker[T any]() *Broker[T] {
	b := &Broker[T]{subs: map[*Sub[T]]struct{}{}}
	b.cond = sync.NewCond(b.mu.RLocker())
	return b
}

func (b *Broker[T]) Subscribe(p Topic, size int) *Sub[T] {
	ch := make(chan Message[T], size)
	s := &Sub[T]{Broker: b, pattern: p, C: ch, ch: ch}
	b.mu.Lock()
	b.subs[s] = struct{}{}
	b.mu.Unlock()
	b.cond.Broadcast()
	return s
}

func (s *Sub[T]) Close() (err error) {
	err = errors.New("closed twice")
	s.once.Do(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.subs, s)
		close(s.ch)
		err = nil
	})
	return
}

func (b *Broker[T]) Publish(t Topic, body T) (n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seq++
	m := Message[T]{t, body, b.seq}
	defer func() {
		if n == 0 {
			b.dead = append(b.dead, m)
		}
	}()
	for s := range b.subs {
		if !t.Matches(s.pattern) {
			continue
		}
		select {
		case s.ch <- m:
			n++
		default:
		}
	}
	return n
}

func (b *Broker[T]) WaitFor(n int) {
	b.cond.L.Lock()
	defer b.cond.L.Unlock()
	for len(b.subs) < n {
		b.cond.Wait()
	}
}

func main() {
	b := NewBroker[any]()
	var wg sync.WaitGroup
	got := make([][]string, 3)
	for i, p := range []Topic{"a.*", "a.>", "b"} {
		wg.Go(func() {
			s := b.Subscribe(p, 10)
			defer func() { got[i] = append(got[i], fmt.Sprint(s.Close(), s.Close())) }()
			timeout := time.After(10 * time.Second)
			for {
				select {
				case m, ok := <-s.C:
					if !ok {
						return
					}
					if m.Body == nil {
						return
					}
					got[i] = append(got[i], m.String())
				case <-timeout:
					return
				}
			}
		})
	}
	b.WaitFor(3)
	counts := []int{b.Publish("a.x", 1), b.Publish("a.x.y", []int{2}), b.Publish("b", 'c'), b.Publish("c", "none")}
	for _, t := range []Topic{"a.end", "b"} {
		counts = append(counts, b.Publish(t, nil))
	}
	wg.Wait()
	for _, g := range got {
		fmt.Println(g)
	}
	fmt.Println(counts, b.dead, len(b.subs))
	small := b.Subscribe(">", 1)
	fmt.Println(b.Publish("q", 1), b.Publish("q", 2), <-small.C)
	f := Topic.Matches
	all := map[string]bool{}
	for _, t := range []Topic{"a", "a.b", ""} {
		for _, p := range []Topic{"*", "a.*", ">", ""} {
			all[fmt.Sprintf("%q~%q", t, p)] = f(t, p)
		}
	}
	keys := make([]string, 0, len(all))
	for k, v := range all {
		if v {
			keys = append(keys, k)
		}
	}
	sort.Strings(keys)
	fmt.Println(keys, slices.Contains(keys, `""~""`))
}
