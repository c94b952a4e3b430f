package main

import (
	"container/list"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// Sizer is the constraint of values that know how large they are.
type Sizer interface{ Size() int }

type entry[K comparable, V Sizer] struct {
	key K
	val V
}

type LRU[K comparable, V Sizer] struct {
	room    int
	order   list.List
	byKey   map[K]*list.Element
	onEvict []func(K, V)
	stats   struct{ hits, misses, evicted int }
}

func NewLRU[K comparable, V Sizer](room int, hooks ...func(K, V)) *LRU[K, V] {
	return &LRU[K, V]{room: room, byKey: make(map[K]*list.Element), onEvict: hooks}
}

func (c *LRU[K, V]) Get(k K) (v V, ok bool) {
	defer func() {
		if ok {
			c.stats.hits++
		} else {
			c.stats.misses++
		}
	}()
	e, ok := c.byKey[k]
	if !ok {
		return
	}
	c.order.MoveToFront(e)
	return e.Value.(entry[K, V]).val, true
}

func (c *LRU[K, V]) Put(k K, v V) (err error) {
	if v.Size() > c.room {
		return fmt.Errorf("%v of %d in %d: %w", k, v.Size(), c.room, errTooLarge)
	}
	if e, ok := c.byKey[k]; ok {
		old := e.Value.(entry[K, V])
		e.Value = entry[K, V]{k, v}
		c.order.MoveToFront(e)
		defer func() { err = errors.Join(err, replaced[V]{old.val, v}) }()
	} else {
		c.byKey[k] = c.order.PushFront(entry[K, V]{k, v})
	}
	for c.used() > c.room {
		last := c.order.Remove(c.order.Back()).(entry[K, V])
		delete(c.byKey, last.key)
		c.stats.evicted++
		for _, f := range c.onEvict {
			f(last.key, last.val)
		}
	}
	return nil
}

func (c *LRU[K, V]) used() (n int) {
	for _, v := range c.All() {
		n += v.Size()
	}
	return
}

// All goes from the newest to the oldest.
func (c *LRU[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for e := c.order.Front(); e != nil; e = e.Next() {
			if p := e.Value.(entry[K, V]); !yield(p.key, p.val) {
				return
			}
		}
	}
}

var errTooLarge = errors.New("too large")

type replaced[V any] struct{ old, new V }

func (r replaced[V]) Error() string { return fmt.Sprintf("replaced %v by %v", r.old, r.new) }

type text string

func (t text) Size() int { return len(t) }

type page struct {
	id    [2]byte
	lines []string
}

func (p page) Size() int      { return len(p.lines) }
func (p page) String() string { return fmt.Sprintf("p%x:%s", p.id, strings.Join(p.lines, "/")) }

func main() {
	var gone []string
	c := NewLRU(10, func(k int, v text) { gone = append(gone, fmt.Sprint(k, v)) })
	for i, w := range strings.Fields("one three five seven nine") {
		fmt.Println(i, c.Put(i, text(w)), c.used())
	}
	_, ok := c.Get(0)
	v, ok2 := c.Get(3)
	fmt.Println(ok, v, ok2, gone, c.stats)
	err := c.Put(3, "7")
	var r replaced[text]
	fmt.Println(err, errors.As(err, &r), r.old, errors.Is(err, errTooLarge))
	err = c.Put(9, "much too large")
	fmt.Println(err, errors.Is(err, errTooLarge), errors.As(err, new(replaced[page])))
	pages := NewLRU[[2]byte, page](3)
	pages.onEvict = append(pages.onEvict, func(k [2]byte, p page) { fmt.Println("evicted", k, p) })
	lines := []string{"x", "y"}
	for i := range byte(4) {
		p := page{[2]byte{i, ^i}, lines[:1+i%2]}
		_ = pages.Put(p.id, p)
		lines[0] += fmt.Sprint(i)
		p.id[0] = 99
	}
	for k, p := range pages.All() {
		fmt.Println(k, p)
	}
	fmt.Printf("%T %+v\n", pages, pages.stats)
}
