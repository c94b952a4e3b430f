package main

import (
	"fmt"
	"sync"
	"time"
)

// A generic cache with a linked list of its own, times to live, and a clock that tests set.

type node[K comparable, V any] struct {
	key        K
	val        V
	expires    time.Time
	prev, next *node[K, V]
}

type LRU[K comparable, V any] struct {
	mu    sync.Mutex
	max   int
	ttl   time.Duration
	now   func() time.Time
	root  node[K, V]
	table map[K]*node[K, V]
	load  func(K) (V, error)
}

type Option[K comparable, V any] func(*LRU[K, V])

func WithTTL[K comparable, V any](d time.Duration) Option[K, V] {
	return func(l *LRU[K, V]) { l.ttl = d }
}

func WithClock[K comparable, V any](now func() time.Time) Option[K, V] {
	return func(l *LRU[K, V]) { l.now = now }
}

func NewLRU[K comparable, V any](max int, load func(K) (V, error), opts ...Option[K, V]) *LRU[K, V] {
	l := &LRU[K, V]{max: max, load: load, now: time.Now, table: map[K]*node[K, V]{}}
	l.root.prev, l.root.next = &l.root, &l.root
	for _, o := range opts {
		o(l)
	}
	return l
}

func (l *LRU[K, V]) unlink(n *node[K, V]) {
	n.prev.next, n.next.prev = n.next, n.prev
}

func (l *LRU[K, V]) front(n *node[K, V]) {
	n.prev, n.next = &l.root, l.root.next
	n.prev.next, n.next.prev = n, n
}

func (l *LRU[K, V]) Get(k K) (v V, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if n, ok := l.table[k]; ok {
		l.unlink(n)
		if l.ttl == 0 || l.now().Before(n.expires) {
			l.front(n)
			return n.val, nil
		}
		delete(l.table, k)
	}
	if v, err = l.load(k); err != nil {
		return v, fmt.Errorf("load %v: %w", k, err)
	}
	n := &node[K, V]{key: k, val: v, expires: l.now().Add(l.ttl)}
	l.front(n)
	l.table[k] = n
	if len(l.table) > l.max {
		last := l.root.prev
		l.unlink(last)
		delete(l.table, last.key)
	}
	return v, nil
}

func (l *LRU[K, V]) Keys() (keys []K) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for n := l.root.next; n != &l.root; n = n.next {
		keys = append(keys, n.key)
	}
	return keys
}

func main() {
	clock := time.Date(2024, 1, 1, 12, 0, 0, 0, time.UTC)
	loads := 0
	cache := NewLRU(2,
		func(id int) (string, error) {
			loads++
			if id < 0 {
				return "", fmt.Errorf("negative id")
			}
			return fmt.Sprintf("user-%d@%s", id, clock.Format("04:05")), nil
		},
		WithTTL[int, string](time.Minute),
		WithClock[int, string](func() time.Time { return clock }),
	)
	for _, step := range []struct {
		id   int
		wait time.Duration
	}{{1, 0}, {2, 10 * time.Second}, {1, 20 * time.Second}, {3, 0}, {2, 0}, {3, 45 * time.Second}, {-1, 0}, {3, 30 * time.Second}} {
		clock = clock.Add(step.wait)
		v, err := cache.Get(step.id)
		fmt.Println(step.id, v, err, cache.Keys(), loads)
	}
	type point struct{ x, y int }
	squares := NewLRU[point, int](8, func(p point) (int, error) { return p.x*p.x + p.y*p.y, nil })
	for range 3 {
		n, _ := squares.Get(point{3, 4})
		fmt.Print(n, " ")
	}
	fmt.Println(squares.Keys())
}
