package main

import "context"
import "fmt"
import "sync"
import "sync/atomic"
import "unique"

type key struct{ ns, name string }

func (k key) String() string { return k.ns + ":" + k.name }

type cache[K comparable, V any] struct {
	mu   sync.RWMutex
	m    map[K]V
	miss func(K) V
}

func (c *cache[K, V]) Get(k K) V {
	c.mu.RLock()
	v, ok := c.m[k]
	c.mu.RUnlock()
	if !ok {
		v = c.miss(k)
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.m == nil {
			c.m = map[K]V{}
		}
		c.m[k] = v
	}
	return v
}

func main() {
	h1, h2 := unique.Make(key{"a", "b"}), unique.Make(key{"a", "b"})
	fmt.Println(h1 == h2, h1.Value())
	ctx := context.WithValue(context.Background(), key{"c", "d"}, 5)
	fmt.Println(ctx.Value(key{"c", "d"}), ctx.Value(key{}), ctx)
	pool := sync.Pool{New: func() any { return &cache[key, []int]{miss: func(k key) []int { return []int{len(k.name)} }} }}
	c := pool.Get().(*cache[key, []int])
	fmt.Println(c.Get(key{"x", "yyy"}), len(c.m))
	pool.Put(c)
	var av atomic.Value
	av.Store(key{"1", "2"})
	fmt.Println(av.Load().(key), av.CompareAndSwap(key{"1", "2"}, key{"3", "4"}), av.Load())
	var ap atomic.Pointer[key]
	ap.Store(&key{"p", "q"})
	fmt.Println(*ap.Load())
	ch := make(chan key, 2)
	go func() { ch <- key{"g", "o"}; close(ch) }()
	for k := range ch {
		fmt.Println(k)
	}
	m := map[any]int{key{"a", ""}: 1, [2]key{}: 2, struct{ key }{}: 3}
	fmt.Println(m[key{"a", ""}], m[[2]key{}], m[struct{ key }{}], len(m))
	sm := sync.Map{}
	sm.Store(key{"s", ""}, 1)
	_, ok := sm.Load(key{"s", ""})
	fmt.Println(ok)
}
