package main

import (
	"context"
	"errors"
	"fmt"
	"sort"
	"sync"
	"sync/atomic"
)

type job struct {
	id, n int
}

type result struct {
	job
	out int
	err error
}

var errOdd = errors.New("odd input")

func work(j job) (r result) {
	r.job = j
	defer func() {
		if p := recover(); p != nil {
			r.err = fmt.Errorf("job %d: panic: %v", j.id, p)
		}
	}()
	switch {
	case j.n == 7:
		var m map[int]int
		m[j.n]++
	case j.n%2 == 1:
		r.err = fmt.Errorf("job %d: %w", j.id, errOdd)
		return r
	}
	r.out = j.n * j.n
	return
}

func pool(ctx context.Context, jobs []job, workers int) []result {
	in := make(chan job)
	out := make(chan result, len(jobs))
	var wg sync.WaitGroup
	var count atomic.Int64
	for w := 0; w < workers; w++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range in {
				out <- work(j)
				count.Add(1)
			}
		}()
	}
	func() {
		defer close(in)
		for _, j := range jobs {
			select {
			case in <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	wg.Wait()
	close(out)
	var list []result
	for r := range out {
		list = append(list, r)
	}
	sort.Slice(list, func(i, k int) bool { return list[i].id < list[k].id })
	fmt.Println("processed", count.Load())
	return list
}

func main() {
	var jobs []job
	for i, n := range []int{4, 7, 3, 10, 0} {
		jobs = append(jobs, job{i, n})
	}
	for _, r := range pool(context.Background(), jobs, 3) {
		fmt.Println(r.id, r.n, r.out, r.err, errors.Is(r.err, errOdd))
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(len(pool(ctx, nil, 2)), ctx.Err())

	var once sync.Once
	var mu sync.RWMutex
	shared := map[string]int{}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			once.Do(func() { shared["init"]++ })
			mu.Lock()
			defer mu.Unlock()
			shared["sum"] += i
		})
	}
	wg.Wait()
	mu.RLock()
	fmt.Println(shared)
	mu.RUnlock()
}
