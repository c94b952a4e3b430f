package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

type Job[In, Out any] struct {
	ID   int
	In   In
	Out  Out
	Err  error
	done chan struct{}
}

func (j *Job[In, Out]) Wait() (Out, error) {
	<-j.done
	return j.Out, j.Err
}

type PanicError struct{ Value any }

func (p PanicError) Error() string { return fmt.Sprint("panic: ", p.Value) }

type Pool[In, Out any] struct {
	work     func(context.Context, In) (Out, error)
	jobs     chan *Job[In, Out]
	wg       sync.WaitGroup
	next     atomic.Int32
	busy     atomic.Int32
	peak     atomic.Int32
	closing  sync.Once
	mw       []func(next func(In) (Out, error)) func(In) (Out, error)
	failures map[string]int
	mu       sync.Mutex
}

var ErrClosed = errors.New("pool is closed")

func NewPool[In, Out any](ctx context.Context, n int, work func(context.Context, In) (Out, error)) *Pool[In, Out] {
	p := &Pool[In, Out]{work: work, jobs: make(chan *Job[In, Out], 16), failures: map[string]int{}}
	for range n {
		p.wg.Add(1)
		go p.loop(ctx)
	}
	return p
}

func (p *Pool[In, Out]) Use(mw func(next func(In) (Out, error)) func(In) (Out, error)) {
	p.mw = append(p.mw, mw)
}

func (p *Pool[In, Out]) loop(ctx context.Context) {
	defer p.wg.Done()
	for j := range p.jobs {
		func() {
			defer close(j.done)
			defer func() {
				if v := recover(); v != nil {
					j.Err = PanicError{v}
				}
				if j.Err != nil {
					p.mu.Lock()
					defer p.mu.Unlock()
					p.failures[fmt.Sprintf("%T", j.Err)]++
				}
				p.busy.Add(-1)
			}()
			if b := p.busy.Add(1); b > p.peak.Load() {
				p.peak.Store(b)
			}
			run := func(in In) (Out, error) { return p.work(ctx, in) }
			for _, m := range slices.Backward(p.mw) {
				run = m(run)
			}
			j.Out, j.Err = run(j.In)
		}()
	}
}

func (p *Pool[In, Out]) Submit(in In) (j *Job[In, Out], err error) {
	defer func() {
		if recover() != nil {
			j, err = nil, ErrClosed
		}
	}()
	j = &Job[In, Out]{ID: int(p.next.Add(1)), In: in, done: make(chan struct{})}
	p.jobs <- j
	return
}

func (p *Pool[In, Out]) Close() error {
	err := ErrClosed
	p.closing.Do(func() { close(p.jobs); p.wg.Wait(); err = nil })
	return err
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	p := NewPool(ctx, 4, func(ctx context.Context, s string) (n int, err error) {
		switch {
		case strings.HasPrefix(s, "p"):
			var m map[string]int
			m[s] = 1
		case s == "":
			return -1, &os.PathError{Op: "read", Path: s, Err: os.ErrInvalid}
		case ctx.Err() != nil:
			return 0, ctx.Err()
		}
		for _, r := range s {
			n += int(r)
		}
		return n, nil
	})
	var log []string
	var mu sync.Mutex
	p.Use(func(next func(string) (int, error)) func(string) (int, error) {
		return func(s string) (int, error) {
			n, err := next(strings.TrimSpace(s))
			mu.Lock()
			log = append(log, fmt.Sprintf("%q=%d", s, n))
			mu.Unlock()
			return n, err
		}
	})
	p.Use(func(next func(string) (int, error)) func(string) (int, error) {
		return func(s string) (n int, err error) {
			defer func() {
				if err != nil {
					err = fmt.Errorf("job %q: %w", s, err)
				}
			}()
			return next(s)
		}
	})
	words := []string{" ab ", "", "panic", "xyz", "é"}
	r := rand.New(rand.NewSource(1))
	r.Shuffle(len(words), func(i, k int) { words[i], words[k] = words[k], words[i] })
	jobs := map[string]*Job[string, int]{}
	for _, w := range words {
		j, err := p.Submit(w)
		if err != nil {
			fmt.Println(err)
			continue
		}
		jobs[w] = j
	}
	slices.Sort(words)
	for _, w := range words {
		n, err := jobs[w].Wait()
		var pe *os.PathError
		var panicked PanicError
		fmt.Println(n, err, errors.As(err, &pe), errors.As(err, &panicked), errors.Is(err, os.ErrInvalid))
		if rt, ok := panicked.Value.(interface{ RuntimeError() }); ok {
			fmt.Printf("%T %v\n", rt, rt)
		}
	}
	fmt.Println(p.Close(), p.Close())
	_, err := p.Submit("late")
	slices.Sort(log)
	fmt.Println(err, log, p.failures, p.busy.Load(), p.peak.Load() >= 1)
}
