package main

import (
	"fmt"
	"runtime"
	"time"
	"weak"
)

// What ends while the function that has made it still runs.

type page struct {
	name string
	text [4]int
}

func end(done chan string) string {
	for range 1000 {
		runtime.GC()
		select {
		case s := <-done:
			return s
		case <-time.After(time.Millisecond):
		}
	}
	return "goes on"
}

func open(done chan string) weak.Pointer[page] {
	p := &page{name: "opened"}
	runtime.AddCleanup(p, func(s string) { done <- s }, "closed")
	return weak.Make(p)
}

func nilled(done chan string) {
	p := &page{name: "nilled"}
	runtime.SetFinalizer(p, func(p *page) { done <- p.name })
	p = nil
	fmt.Println(end(done), p == nil)
}

func unused(done chan string) {
	p := &page{name: "unused"}
	runtime.AddCleanup(p, func(s string) { done <- s }, p.name)
	fmt.Println(end(done))
}

func kept() {
	p := &page{name: "kept"}
	w := weak.Make(p)
	runtime.GC()
	fmt.Println(w.Value() == p, w.Value().name)
	runtime.KeepAlive(p)
	runtime.GC()
	fmt.Println(w.Value() == nil)
}

type cache map[string]weak.Pointer[page]

func (c cache) get(name string) (p *page, made bool) {
	if p := c[name].Value(); p != nil {
		return p, false
	}
	p = &page{name: name}
	c[name] = weak.Make(p)
	return p, true
}

func cached() {
	c := cache{}
	for range 2 {
		p, first := c.get("a")
		q, second := c.get("a")
		fmt.Println(p == q, first, second, len(c))
		runtime.KeepAlive(p)
		p, q = nil, nil
		runtime.GC()
	}
	literal := func() {
		p, _ := c.get("b")
		fmt.Println(p.name)
		runtime.GC()
		fmt.Println(c["b"].Value() == nil)
	}
	literal()
}

func listed(done chan string) {
	var list []*page
	for i := range 3 {
		p := &page{name: fmt.Sprint("page ", i)}
		runtime.AddCleanup(p, func(s string) { done <- s }, p.name)
		list = append(list, p)
	}
	list[1] = nil
	fmt.Println(end(done), len(list), list[2].name)
}

func main() {
	done := make(chan string, 8)
	w := open(done)
	fmt.Println(end(done), w.Value())
	nilled(done)
	unused(done)
	kept()
	cached()
	listed(done)
}
