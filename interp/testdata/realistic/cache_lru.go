package main

import (
	"container/list"
	"fmt"
	"strings"
)

type Cache struct {
	size    int
	order   *list.List
	items   map[string]*list.Element
	OnEvict func(key string, value any)
	hits    int
	misses  int
}

type pair struct {
	key   string
	value any
}

func New(size int) *Cache {
	return &Cache{size: size, order: list.New(), items: map[string]*list.Element{}}
}

func (c *Cache) Get(key string) (value any, ok bool) {
	if e, hit := c.items[key]; hit {
		c.hits++
		c.order.MoveToFront(e)
		return e.Value.(*pair).value, true
	}
	c.misses++
	return nil, false
}

func (c *Cache) Put(key string, value any) {
	if e, ok := c.items[key]; ok {
		e.Value.(*pair).value = value
		c.order.MoveToFront(e)
		return
	}
	c.items[key] = c.order.PushFront(&pair{key, value})
	if c.order.Len() > c.size {
		last := c.order.Back()
		p := c.order.Remove(last).(*pair)
		delete(c.items, p.key)
		if c.OnEvict != nil {
			c.OnEvict(p.key, p.value)
		}
	}
}

func (c *Cache) String() string {
	var b strings.Builder
	for e := c.order.Front(); e != nil; e = e.Next() {
		p := e.Value.(*pair)
		fmt.Fprintf(&b, "%s=%v ", p.key, p.value)
	}
	return b.String()
}

func main() {
	c := New(3)
	var gone []string
	c.OnEvict = func(k string, v any) { gone = append(gone, fmt.Sprint(k, v)) }
	for i, k := range strings.Split("a b c a d e a b f", " ") {
		if v, ok := c.Get(k); ok {
			fmt.Println("hit", k, v)
			continue
		}
		c.Put(k, i)
	}
	c.Put("a", []int{1})
	fmt.Println(c, gone, c.hits, c.misses, c.order.Len() == len(c.items))

	l := list.New()
	for i := range 5 {
		if i%2 == 0 {
			l.PushBack(i)
		} else {
			l.PushFront(i)
		}
	}
	l.InsertBefore("mark", l.Front().Next())
	for e := l.Back(); e != nil; e = e.Prev() {
		fmt.Print(e.Value, " ")
	}
	fmt.Println()
}
