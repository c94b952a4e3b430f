package main

import (
	"fmt"
	"sync"
)

type fork struct {
	sync.Mutex
	uses int
}

type philosopher struct {
	name        string
	left, right *fork
	meals       int
}

func (p *philosopher) dine(times int, wg *sync.WaitGroup, report func(string, int)) {
	defer wg.Done()
	defer func() { report(p.name, p.meals) }()
	for range times {
		p.eat()
	}
}

func (p *philosopher) eat() {
	p.left.Lock()
	defer p.left.Unlock()
	p.right.Lock()
	defer p.right.Unlock()
	p.left.uses++
	p.right.uses++
	p.meals++
}

func main() {
	names := []string{"Plato", "Kant", "Hume", "Marx", "Locke"}
	forks := make([]*fork, len(names))
	for i := range forks {
		forks[i] = new(fork)
	}
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		report = map[string]int{}
	)
	for i, n := range names {
		p := &philosopher{name: n, left: forks[i], right: forks[(i+1)%len(forks)]}
		if i == len(names)-1 {
			p.left, p.right = p.right, p.left
		}
		wg.Add(1)
		go p.dine(50, &wg, func(name string, meals int) {
			mu.Lock()
			defer mu.Unlock()
			report[name] = meals
		})
	}
	wg.Wait()
	fmt.Println(report)
	for i, f := range forks {
		fmt.Print(i, ":", f.uses, " ")
	}
	fmt.Println()

	cond := sync.NewCond(&sync.Mutex{})
	ready, order := 0, []int{}
	for i := range 3 {
		wg.Add(1)
		go func(turn int) {
			defer wg.Done()
			cond.L.Lock()
			defer cond.L.Unlock()
			for ready != turn {
				cond.Wait()
			}
			order = append(order, turn)
			ready++
			cond.Broadcast()
		}(2 - i)
	}
	wg.Wait()
	fmt.Println(order)

	var m sync.Map
	for i := range 5 {
		m.Store(i%3, i)
	}
	v, loaded := m.LoadOrStore(1, "x")
	_, there := m.LoadAndDelete(7)
	n := 0
	m.Range(func(k, v any) bool { n += k.(int) + v.(int); return true })
	fmt.Println(v, loaded, there, n)
}
