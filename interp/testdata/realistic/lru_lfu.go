package main

import (
	"errors"
	"fmt"
)

type entry struct {
	key, val string
	uses     int
	tick     int
}

type Evicter interface {
	Better(a, b *entry) bool // a goes before b
}

type (
	LRU  struct{}
	LFU  struct{}
	FIFO struct{ born map[string]int }
)

func (LRU) Better(a, b *entry) bool { return a.tick < b.tick }
func (LFU) Better(a, b *entry) bool {
	if a.uses == b.uses {
		return a.tick < b.tick
	}
	return a.uses < b.uses
}
func (f *FIFO) Better(a, b *entry) bool { return f.born[a.key] < f.born[b.key] }

type Cache struct {
	Evicter
	size    int
	clock   int
	entries map[string]*entry
	evicted []string
}

var errMiss = errors.New("miss")

func (c *Cache) touch(e *entry) *entry {
	c.clock++
	e.tick = c.clock
	e.uses++
	return e
}

func (c *Cache) get(key string) (val string, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("get %q: %w", key, err)
		}
	}()
	e, ok := c.entries[key]
	if !ok {
		err = errMiss
		return
	}
	return c.touch(e).val, nil
}

func (c *Cache) put(key, val string) {
	if e := c.entries[key]; e != nil {
		e.val = val
		c.touch(e)
		return
	}
	if len(c.entries) == c.size {
		var victim *entry
		for _, e := range c.entries {
			if victim == nil || c.Better(e, victim) {
				victim = e
			}
		}
		delete(c.entries, victim.key)
		c.evicted = append(c.evicted, victim.key)
	}
	e := &entry{key: key, val: val}
	c.entries[key] = c.touch(e)
	if f, ok := c.Evicter.(*FIFO); ok {
		f.born[key] = c.clock
	}
}

func main() {
	access := "abcabdaebacfadb"
	for _, policy := range []Evicter{LRU{}, LFU{}, &FIFO{born: map[string]int{}}} {
		c := &Cache{Evicter: policy, size: 3, entries: map[string]*entry{}}
		hits := 0
		for _, r := range access {
			key := string(r)
			switch v, err := c.get(key); {
			case err == nil && v == "v"+key:
				hits++
			case errors.Is(err, errMiss):
				c.put(key, "v"+key)
			default:
				fmt.Println("?", v, err)
			}
		}
		fmt.Printf("%T hits %d evicted %v\n", policy, hits, c.evicted)
	}
	var c Cache
	_, err := c.get("z")
	fmt.Println(err, err == errMiss)
}
