package main

import (
	"fmt"
	"runtime"
	"sync"
	"time"
	"weak"
)

type blob [64]byte

func (b *blob) end() { gone <- "method" }

var gone = make(chan string, 16)

func plain() weak.Pointer[blob] {
	b := &blob{1}
	return weak.Make(b)
}

func printed() weak.Pointer[blob] {
	b := &blob{2}
	_ = fmt.Sprint(b)
	return weak.Make(b)
}

func finalized() weak.Pointer[blob] {
	b := &blob{3}
	runtime.SetFinalizer(b, func(b *blob) { gone <- fmt.Sprint("finalizer ", b[0]) })
	return weak.Make(b)
}

func byMethod() weak.Pointer[blob] {
	b := &blob{4}
	runtime.SetFinalizer(b, (*blob).end)
	return weak.Make(b)
}

func cleaned() weak.Pointer[blob] {
	b := &blob{5}
	runtime.AddCleanup(b, func(s string) { gone <- s }, "cleanup")
	runtime.AddCleanup(&b[7], func(n *int) { gone <- fmt.Sprint("inside ", *n) }, new(int))
	runtime.AddCleanup(b, func(string) { gone <- "never" }, "").Stop()
	return weak.Make(b)
}

// cache keeps what somebody else holds.
type cache struct{ m sync.Map }

func (c *cache) get(k string, create func() *blob) *blob {
	if w, ok := c.m.Load(k); ok {
		if p := w.(weak.Pointer[blob]).Value(); p != nil {
			return p
		}
	}
	p := create()
	w := weak.Make(p)
	c.m.Store(k, w)
	runtime.AddCleanup(p, func(k string) { c.m.CompareAndDelete(k, w); gone <- "cached" }, k)
	return p
}

func (c *cache) use() {
	p := c.get("a", func() *blob { return &blob{6} })
	q := c.get("a", func() *blob { return &blob{7} })
	fmt.Println(p == q, p[0])
}

func (c *cache) size() (n int) {
	c.m.Range(func(any, any) bool { n++; return true })
	return n
}

func main() {
	c := &cache{}
	c.use()
	made := []weak.Pointer[blob]{plain(), printed(), finalized(), byMethod(), cleaned()}
	counts := map[string]int{}
	for i := 0; i < 1000 && len(counts) < 5; i++ {
		runtime.GC()
		select {
		case s := <-gone:
			counts[s]++
		case <-time.After(time.Millisecond):
		}
	}
	fmt.Println(counts)
	for _, w := range made {
		fmt.Println(w.Value() == nil)
	}
	fmt.Println(c.size())
}
