package main

import (
	"errors"
	"fmt"
	"sync"
)

type Task struct {
	ID int
	Do func() (int, error)
}

type Result struct {
	Task
	Value int
	Err   error
}

type Pool struct {
	tasks   chan Task
	results chan Result
	wg      sync.WaitGroup
	once    sync.Once
}

var errClosed = errors.New("pool is closed")

func NewPool(n int) *Pool {
	p := &Pool{tasks: make(chan Task), results: make(chan Result, n)}
	for i := 0; i < n; i++ {
		p.wg.Add(1)
		go p.work()
	}
	go func() {
		p.wg.Wait()
		close(p.results)
	}()
	return p
}

func (p *Pool) work() {
	defer p.wg.Done()
	for t := range p.tasks {
		p.results <- run(t)
	}
}

// run turns panics into errors.
func run(t Task) (r Result) {
	r.Task = t
	defer func() {
		if v := recover(); v != nil {
			if err, ok := v.(error); ok {
				r.Err = fmt.Errorf("task %d: %w", t.ID, err)
			} else {
				r.Err = fmt.Errorf("task %d: %v", t.ID, v)
			}
		}
	}()
	r.Value, r.Err = t.Do()
	return r
}

func (p *Pool) Submit(t Task) (err error) {
	defer func() {
		if recover() != nil {
			err = errClosed
		}
	}()
	p.tasks <- t
	return nil
}

func (p *Pool) Close() { p.once.Do(func() { close(p.tasks) }) }

func main() {
	p := NewPool(4)
	go func() {
		defer p.Close()
		for i := range 12 {
			p.Submit(Task{i, func() (int, error) {
				switch {
				case i%5 == 4:
					return 0, fmt.Errorf("bad number %d", i)
				case i == 7:
					var m map[string]int
					m["x"] = i
				case i == 10:
					panic("ten")
				}
				return i * i, nil
			}})
		}
	}()
	byID := map[int]Result{}
	for r := range p.results {
		byID[r.ID] = r
	}
	failed := 0
	for i := range 12 {
		r := byID[i]
		if r.Err != nil {
			failed++
			fmt.Println(i, "error:", r.Err)
			continue
		}
		fmt.Println(i, r.Value)
	}
	fmt.Println("failed", failed)
	p.Close()
	fmt.Println(p.Submit(Task{ID: 99}))
}
