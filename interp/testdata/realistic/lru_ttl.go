package main

import (
	"container/list"
	"fmt"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
)

type entry[K comparable, V any] struct {
	key     K
	value   V
	expires int
}

type Stats struct{ hits, misses, evicted atomic.Int64 }

func (s *Stats) String() string {
	return fmt.Sprintf("hits=%d misses=%d evicted=%d", s.hits.Load(), s.misses.Load(), s.evicted.Load())
}

type Cache[K comparable, V any] struct {
	*Stats
	mu    sync.Mutex
	order *list.List
	items map[K]*list.Element
	size  int
	now   func() int
	onOut func(K, V)
}

type Option[K comparable, V any] func(*Cache[K, V])

func OnEvict[K comparable, V any](f func(K, V)) Option[K, V] {
	return func(c *Cache[K, V]) { c.onOut = f }
}

func New[K comparable, V any](size int, now func() int, opts ...Option[K, V]) *Cache[K, V] {
	c := &Cache[K, V]{Stats: new(Stats), order: list.New(), items: make(map[K]*list.Element, size), size: size, now: now}
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *Cache[K, V]) Put(k K, v V, ttl int) (replaced bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el, ok := c.items[k]; ok {
		el.Value = entry[K, V]{k, v, c.now() + ttl}
		c.order.MoveToFront(el)
		return true
	}
	c.items[k] = c.order.PushFront(entry[K, V]{k, v, c.now() + ttl})
	for c.order.Len() > c.size {
		c.drop(c.order.Back())
	}
	return
}

func (c *Cache[K, V]) drop(el *list.Element) {
	e := c.order.Remove(el).(entry[K, V])
	delete(c.items, e.key)
	c.evicted.Add(1)
	if c.onOut != nil {
		c.onOut(e.key, e.value)
	}
}

func (c *Cache[K, V]) Get(k K) (v V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer func() {
		if ok {
			c.hits.Add(1)
		} else {
			c.misses.Add(1)
		}
	}()
	el, found := c.items[k]
	if !found {
		return
	}
	if e := el.Value.(entry[K, V]); e.expires > c.now() {
		c.order.MoveToFront(el)
		return e.value, true
	}
	c.drop(el)
	return
}

func (c *Cache[K, V]) All() func(yield func(K, V) bool) {
	return func(yield func(K, V) bool) {
		for el := c.order.Front(); el != nil; el = el.Next() {
			if e := el.Value.(entry[K, V]); !yield(e.key, e.value) {
				return
			}
		}
	}
}

type point struct{ x, y int }

func main() {
	clock := 0
	tick := func() int { return clock }
	var gone []string
	c := New(2, tick, OnEvict(func(k string, v []int) { gone = append(gone, fmt.Sprint(k, v)) }))
	fmt.Println(c.Put("a", []int{1}, 5), c.Put("b", nil, 1), c.Put("a", []int{2, 3}, 9))
	clock = 3
	if v, ok := c.Get("b"); !ok {
		fmt.Println("b expired", v == nil)
	}
	c.Put("c", []int{4}, 2)
	c.Put("d", []int{5}, 2)
	for k, v := range c.All() {
		fmt.Print(k, v, " ")
		if k == "zz" {
			break
		}
	}
	fmt.Println(gone, c)
	grid := New[point, float64](100, tick)
	var wg sync.WaitGroup
	for i := range 10 {
		wg.Go(func() {
			for j := range 10 {
				grid.Put(point{i, j}, float64(i*j)/2, 10)
				grid.Get(point{i, j})
			}
		})
	}
	wg.Wait()
	var keys []point
	sum := 0.0
	for k, v := range grid.All() {
		keys, sum = append(keys, k), sum+v
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i].x < keys[j].x || keys[i].x == keys[j].x && keys[i].y < keys[j].y })
	fmt.Println(len(keys), keys[:3], sum, grid.Stats, strings.Count(fmt.Sprintf("%T", grid), "point"))
}
