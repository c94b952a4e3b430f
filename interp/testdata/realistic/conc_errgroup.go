package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Group runs functions and keeps the first error, as errgroup does.
type Group struct {
	cancel  context.CancelCauseFunc
	wg      sync.WaitGroup
	sem     chan struct{}
	errOnce sync.Once
	err     error
}

func WithContext(ctx context.Context) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Group{cancel: cancel}, ctx
}

func (g *Group) SetLimit(n int) { g.sem = make(chan struct{}, n) }

func (g *Group) Go(f func() error) {
	if g.sem != nil {
		g.sem <- struct{}{}
	}
	g.wg.Add(1)
	go func() {
		defer func() {
			if g.sem != nil {
				<-g.sem
			}
			g.wg.Done()
		}()
		if err := f(); err != nil {
			g.errOnce.Do(func() {
				g.err = err
				if g.cancel != nil {
					g.cancel(err)
				}
			})
		}
	}()
}

func (g *Group) Wait() error {
	g.wg.Wait()
	if g.cancel != nil {
		g.cancel(g.err)
	}
	return g.err
}

var errFetch = errors.New("fetch failed")

func fetch(ctx context.Context, id int, started chan<- int) (string, error) {
	if started != nil {
		started <- id
	}
	if id == 3 {
		return "", fmt.Errorf("page %d: %w", id, errFetch)
	}
	if id > 3 {
		select {
		case <-ctx.Done():
			return "", context.Cause(ctx)
		case <-time.After(10 * time.Second):
			return "late", nil
		}
	}
	return fmt.Sprint("page", id), nil
}

func fetchAll(ids []int, limit int) (pages []string, err error) {
	g, ctx := WithContext(context.Background())
	if limit > 0 {
		g.SetLimit(limit)
	}
	pages = make([]string, len(ids))
	for i, id := range ids {
		g.Go(func() error {
			page, err := fetch(ctx, id, nil)
			if err == nil {
				pages[i] = page
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return pages, nil
}

func main() {
	fmt.Println(fetchAll([]int{0, 1, 2}, 0))
	pages, err := fetchAll([]int{1, 2, 3, 4, 5}, 0)
	fmt.Println(pages, err, errors.Is(err, errFetch))
	pages, err = fetchAll([]int{2, 1}, 1)
	fmt.Println(pages, err)

	var g Group
	var mu sync.Mutex
	running, most := 0, 0
	g.SetLimit(3)
	for range 20 {
		g.Go(func() error {
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			defer func() {
				mu.Lock()
				defer mu.Unlock()
				running--
			}()
			return nil
		})
	}
	fmt.Println(g.Wait(), most <= 3, running)
}
