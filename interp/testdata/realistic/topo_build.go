package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
	"time"
)

type Task struct {
	Name  string
	After []string
	Run   func(ctx context.Context, in map[string]Result) (Result, error)
}

type Result struct {
	Value any
	Took  time.Duration
	by    string
}

type CycleError []string

func (c CycleError) Error() string { return "cycle: " + strings.Join(c, " → ") }

type Graph struct {
	tasks map[string]*Task
	order []string
}

func (g *Graph) Add(name string, run func(ctx context.Context, in map[string]Result) (Result, error), after ...string) *Graph {
	if g.tasks == nil {
		g.tasks = make(map[string]*Task)
	}
	g.tasks[name] = &Task{name, after, run}
	return g
}

func (g *Graph) Sort() (order []string, err error) {
	const (
		white = iota
		grey
		black
	)
	color := map[string]int{}
	var path []string
	var visit func(string) error
	visit = func(n string) error {
		switch color[n] {
		case black:
			return nil
		case grey:
			for i, p := range path {
				if p == n {
					return CycleError(append(append([]string{}, path[i:]...), n))
				}
			}
		}
		t, ok := g.tasks[n]
		if !ok {
			return fmt.Errorf("%w: %q", os.ErrNotExist, n)
		}
		color[n] = grey
		path = append(path, n)
		defer func() { path = path[:len(path)-1] }()
		for _, d := range t.After {
			if err := visit(d); err != nil {
				return fmt.Errorf("%s: %w", n, err)
			}
		}
		color[n] = black
		order = append(order, n)
		return nil
	}
	var names []string
	for n := range g.tasks {
		names = append(names, n)
	}
	sort.Strings(names)
	for _, n := range names {
		if err = visit(n); err != nil {
			return nil, err
		}
	}
	return
}

func (g *Graph) Execute(ctx context.Context) (map[string]Result, error) {
	order, err := g.Sort()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		mu      sync.Mutex
		results = map[string]Result{}
		done    = map[string]chan struct{}{}
		wg      sync.WaitGroup
	)
	for _, n := range order {
		done[n] = make(chan struct{})
	}
	for _, n := range order {
		t := g.tasks[n]
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer close(done[t.Name])
			in := map[string]Result{}
			for _, d := range t.After {
				select {
				case <-done[d]:
				case <-ctx.Done():
					return
				}
				mu.Lock()
				in[d] = results[d]
				mu.Unlock()
			}
			if ctx.Err() != nil {
				return
			}
			r, err := func() (r Result, err error) {
				defer func() {
					if v := recover(); v != nil {
						err = fmt.Errorf("task %s panicked: %v", t.Name, v)
					}
				}()
				return t.Run(ctx, in)
			}()
			if err != nil {
				cancel(err)
				return
			}
			r.by = t.Name
			mu.Lock()
			defer mu.Unlock()
			results[t.Name] = r
		}()
	}
	wg.Wait()
	return results, context.Cause(ctx)
}

func constant(v any) func(context.Context, map[string]Result) (Result, error) {
	return func(context.Context, map[string]Result) (Result, error) { return Result{Value: v}, nil }
}

func sum(_ context.Context, in map[string]Result) (r Result, _ error) {
	total := 0
	for _, v := range in {
		switch x := v.Value.(type) {
		case int:
			total += x
		case string:
			total += len(x)
		case nil:
			panic("nothing from " + v.by)
		}
	}
	r.Value = total
	return r, nil
}

func main() {
	g := new(Graph)
	g.Add("c", sum, "a", "b").Add("a", constant(3)).Add("b", constant("four")).Add("d", sum, "c", "a")
	fmt.Println(g.Sort())
	res, err := g.Execute(context.Background())
	fmt.Println(res["d"].Value, err, len(res))
	g.Add("bad", sum, "none").Add("none", constant(nil))
	_, err = g.Execute(context.Background())
	fmt.Println(err)
	g.Add("a", constant(1), "d")
	_, err = g.Execute(context.Background())
	var ce CycleError
	fmt.Println(err, errors.As(err, &ce), len(ce))
	delete(g.tasks, "a")
	_, err = g.Sort()
	fmt.Println(err, errors.Is(err, os.ErrNotExist))
	ctx, cancel := context.WithTimeout(context.Background(), time.Nanosecond)
	defer cancel()
	<-ctx.Done()
	res, err = new(Graph).Add("x", constant(1)).Execute(ctx)
	fmt.Println(len(res), err, errors.Is(err, context.DeadlineExceeded))
}
