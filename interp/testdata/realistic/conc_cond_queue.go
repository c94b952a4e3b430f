package main

import (
	"fmt"
	"sort"
	"sync"
)

type Queue[T any] struct {
	mu       sync.Mutex
	notEmpty *sync.Cond
	notFull  *sync.Cond
	items    []T
	cap      int
	closed   bool
}

func NewQueue[T any](n int) *Queue[T] {
	q := &Queue[T]{cap: n}
	q.notEmpty = sync.NewCond(&q.mu)
	q.notFull = sync.NewCond(&q.mu)
	return q
}

func (q *Queue[T]) Put(v T) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == q.cap && !q.closed {
		q.notFull.Wait()
	}
	if q.closed {
		return false
	}
	q.items = append(q.items, v)
	q.notEmpty.Signal()
	return true
}

func (q *Queue[T]) Take() (v T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		if q.closed {
			return
		}
		q.notEmpty.Wait()
	}
	v, q.items = q.items[0], q.items[1:]
	q.notFull.Signal()
	return v, true
}

func (q *Queue[T]) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.notEmpty.Broadcast()
	q.notFull.Broadcast()
}

type sums struct {
	sync.Mutex
	byWorker map[int]int
	seen     []int
}

func main() {
	q := NewQueue[int](4)
	s := sums{byWorker: make(map[int]int)}
	var producers, consumers sync.WaitGroup
	for p := range 3 {
		producers.Add(1)
		go func() {
			defer producers.Done()
			for i := range 10 {
				q.Put(p*100 + i)
			}
		}()
	}
	for c := range 2 {
		consumers.Add(1)
		go func(id int) {
			defer consumers.Done()
			for {
				v, ok := q.Take()
				if !ok {
					return
				}
				s.Lock()
				s.byWorker[id]++
				s.seen = append(s.seen, v)
				s.Unlock()
			}
		}(c)
	}
	producers.Wait()
	q.Close()
	consumers.Wait()
	sort.Ints(s.seen)
	fmt.Println(len(s.seen), s.seen[:3], s.seen[len(s.seen)-3:])
	fmt.Println(s.byWorker[0]+s.byWorker[1], q.Put(1))
	v, ok := q.Take()
	fmt.Println(v, ok)

	words := NewQueue[string](100)
	for _, w := range []string{"first", "second"} {
		words.Put(w)
	}
	words.Close()
	for w, ok := words.Take(); ok; w, ok = words.Take() {
		fmt.Println(w)
	}
}
