package main

import (
	"container/heap"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

type Priority uint8

const (
	Low Priority = iota*10 + 5
	Mid
	High
	top = High<<1 | 1
)

//go:noinline
func (p Priority) String() string {
	switch {
	case p >= top:
		return "TOP"
	case p >= High:
		return "high"
	case p >= Mid:
		return "mid"
	}
	return fmt.Sprintf("low(%d)", uint8(p))
}

type Job struct {
	Name  string
	Pri   Priority
	Needs []string
	Run   func(context.Context) error
	index int
}

type queue []*Job

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	return q[i].Pri > q[j].Pri || q[i].Pri == q[j].Pri && q[i].Name < q[j].Name
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i]; q[i].index, q[j].index = i, j }
func (q *queue) Push(x any)   { j := x.(*Job); j.index = len(*q); *q = append(*q, j) }
func (q *queue) Pop() (x any) {
	n := len(*q) - 1
	x, *q = (*q)[n], (*q)[:n]
	return
}

type failed struct {
	job  *Job
	errs []error
}

func (f *failed) Error() string   { return f.job.Name + ": " + fmt.Sprint(f.errs) }
func (f *failed) Unwrap() []error { return f.errs }

type Scheduler struct {
	mu    sync.Mutex
	ready queue
	wait  map[string][]*Job
	left  map[*Job]int
	log   []string
}

func (s *Scheduler) Add(jobs ...*Job) {
	if s.wait == nil {
		s.wait, s.left = map[string][]*Job{}, map[*Job]int{}
	}
	for _, j := range jobs {
		for _, n := range j.Needs {
			s.wait[n] = append(s.wait[n], j)
		}
		if s.left[j] = len(j.Needs); s.left[j] == 0 {
			heap.Push(&s.ready, j)
		}
	}
}

func (s *Scheduler) finish(j *Job, err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.log = append(s.log, fmt.Sprintf("%s/%v", j.Name, j.Pri))
	if err != nil {
		return &failed{j, []error{err}}
	}
	for _, w := range s.wait[j.Name] {
		if s.left[w]--; s.left[w] == 0 {
			if w.Pri < j.Pri {
				w.Pri += (j.Pri - w.Pri) / 2
			}
			heap.Push(&s.ready, w)
		}
	}
	return nil
}

func (s *Scheduler) Run(ctx context.Context, each time.Duration) (err error) {
	for s.ready.Len() > 0 {
		j := heap.Pop(&s.ready).(*Job)
		err = errors.Join(err, s.finish(j, s.one(ctx, j, each)))
	}
	return err
}

func (s *Scheduler) one(ctx context.Context, j *Job, each time.Duration) (err error) {
	ctx, cancel := context.WithTimeoutCause(ctx, each, fmt.Errorf("%s took too long", j.Name))
	defer cancel()
	done := make(chan error, 1)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Errorf("panic: %v", r)
			}
		}()
		done <- j.Run(ctx)
	}()
	select {
	case err = <-done:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	return
}

func main() {
	ok := func(context.Context) error { return nil }
	s := &Scheduler{}
	s.Add(
		&Job{Name: "lint", Pri: Low, Run: ok},
		&Job{Name: "build", Pri: High, Run: ok},
		&Job{Name: "test", Pri: Low, Needs: []string{"build", "lint"}, Run: ok},
		&Job{Name: "ship", Pri: top, Needs: []string{"test"},
			Run: func(ctx context.Context) error { <-ctx.Done(); return context.Cause(ctx) }},
		&Job{Name: "crash", Pri: Mid, Needs: []string{"build"}, Run: func(context.Context) error {
			var list []int
			return fmt.Errorf("%d", list[len(s.log)])
		}},
		&Job{Name: "never", Needs: []string{"crash"}, Run: ok},
	)
	s.ready[0].Pri += 200
	err := s.Run(context.Background(), 400*time.Millisecond)
	fmt.Println(strings.Join(s.log, " "))
	lines := strings.Split(err.Error(), "\n")
	slices.Sort(lines)
	for _, l := range lines {
		fmt.Println(l)
	}
	var f *failed
	fmt.Println(errors.As(err, &f), errors.Is(err, context.DeadlineExceeded), Low, Mid, High, top,
		Priority(len(lines))-9)
}
