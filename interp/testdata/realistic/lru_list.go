package main

import (
	"container/list"
	"fmt"
	"strings"
)

type Cache struct {
	cap     int
	order   *list.List
	items   map[string]*list.Element
	OnEvict func(key string, value any)
	Stats
}

type Stats struct{ Hits, Misses, Evictions int }

func (s Stats) Ratio() float64 {
	if n := s.Hits + s.Misses; n > 0 {
		return float64(s.Hits) / float64(n)
	}
	return 0
}

type pair struct {
	key   string
	value any
}

func New(n int) *Cache {
	return &Cache{cap: n, order: list.New(), items: make(map[string]*list.Element, n)}
}

func (c *Cache) Get(key string) (value any, ok bool) {
	el, ok := c.items[key]
	if !ok {
		c.Misses++
		return nil, false
	}
	c.Hits++
	c.order.MoveToFront(el)
	return el.Value.(*pair).value, true
}

func (c *Cache) Put(key string, value any) {
	if el, ok := c.items[key]; ok {
		el.Value.(*pair).value = value
		c.order.MoveToFront(el)
		return
	}
	c.items[key] = c.order.PushFront(&pair{key, value})
	for c.order.Len() > c.cap {
		c.evict(c.order.Back())
	}
}

func (c *Cache) evict(el *list.Element) {
	p := c.order.Remove(el).(*pair)
	delete(c.items, p.key)
	c.Evictions++
	if c.OnEvict != nil {
		c.OnEvict(p.key, p.value)
	}
}

func (c *Cache) String() string {
	var b strings.Builder
	b.WriteByte('[')
	for el := c.order.Front(); el != nil; el = el.Next() {
		if el != c.order.Front() {
			b.WriteByte(' ')
		}
		p := el.Value.(*pair)
		fmt.Fprintf(&b, "%s=%v", p.key, p.value)
	}
	b.WriteByte(']')
	return b.String()
}

func main() {
	c := New(3)
	c.OnEvict = func(key string, value any) { fmt.Printf("evict %s (%v, %T)\n", key, value, value) }
	for i, key := range strings.Split("a b c a d a e b", " ") {
		if v, ok := c.Get(key); ok {
			fmt.Println(key, "hit", v)
			continue
		}
		c.Put(key, i*i)
	}
	fmt.Println(c)
	c.Put("e", "replaced")
	c.Put("p", &pair{"x", 1.5})
	v, _ := c.Get("p")
	v.(*pair).key = "changed"
	again, _ := c.Get("p")
	fmt.Println(again.(*pair).key, c.order.Len(), len(c.items))
	fmt.Printf("%+v %.3f\n", c.Stats, c.Ratio())
}
