package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// A goroutine pool: jobs may panic, the pool recovers, results keep order.
type Job[I, O any] struct {
	ID int
	In I
	do func(context.Context, I) (O, error)
}

type Result[O any] struct {
	ID  int
	Out O
	Err error
}

type PanicError struct {
	Value any
	Job   int
}

func (p *PanicError) Error() string { return fmt.Sprintf("job %d panicked: %v", p.Job, p.Value) }
func (p *PanicError) Unwrap() error {
	err, _ := p.Value.(error)
	return err
}

func run[I, O any](ctx context.Context, j Job[I, O]) (r Result[O]) {
	r.ID = j.ID
	defer func() {
		if v := recover(); v != nil {
			r.Err = &PanicError{v, j.ID}
		}
	}()
	r.Out, r.Err = j.do(ctx, j.In)
	return
}

func Pool[I, O any](ctx context.Context, n int, jobs []Job[I, O]) []Result[O] {
	in, out := make(chan Job[I, O]), make(chan Result[O])
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() {
			for j := range in {
				out <- run(ctx, j)
			}
		})
	}
	go func() {
		defer close(out)
		defer wg.Wait()
		defer close(in)
		for _, j := range jobs {
			select {
			case in <- j:
			case <-ctx.Done():
				return
			}
		}
	}()
	var rs []Result[O]
	for r := range out {
		rs = append(rs, r)
	}
	slices.SortFunc(rs, func(a, b Result[O]) int { return a.ID - b.ID })
	return rs
}

var errOdd = errors.New("odd")

func main() {
	var jobs []Job[int, string]
	var m map[string]int
	var list []int
	for i := range 8 {
		jobs = append(jobs, Job[int, string]{i, i * i, func(ctx context.Context, n int) (string, error) {
			switch i {
			case 1:
				return "", fmt.Errorf("job %d: %w", n, errOdd)
			case 2:
				panic("text")
			case 3:
				m["a"]++
			case 4:
				return fmt.Sprint(list[n]), nil
			case 5:
				panic(fmt.Errorf("wrapped: %w", errOdd))
			case 6:
				var p *Job[int, int]
				return fmt.Sprint(p.ID), nil
			case 7:
				var x any = n
				return x.(string), nil
			}
			return strings.Repeat("x", n+1), ctx.Err()
		}})
	}
	for _, r := range Pool(context.Background(), 3, jobs) {
		var pe *PanicError
		var re runtime.Error
		fmt.Printf("%d %q %v | %t %t %t\n", r.ID, r.Out, r.Err, errors.Is(r.Err, errOdd), errors.As(r.Err, &pe), errors.As(r.Err, &re))
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(errors.New("stop it"))
	fmt.Println(len(Pool(ctx, 2, jobs[:0])), ctx.Err(), context.Cause(ctx))
}
