package main

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

type key[T any] struct{}

func with[T any](ctx context.Context, v T) context.Context {
	return context.WithValue(ctx, key[T]{}, v)
}
func from[T any](ctx context.Context) (T, bool) { v, ok := ctx.Value(key[T]{}).(T); return v, ok }

type user struct{ name string }
type role string

func (r role) String() string { return "role:" + string(r) }

type quota struct{ left int }

func (q *quota) Error() string        { return fmt.Sprint("quota ", q.left) }
func (q *quota) Is(target error) bool { return target == errLimit }

var errLimit = errors.New("limit")

type myCtx struct {
	context.Context
	extra map[any]any
}

func (c myCtx) Value(k any) any {
	if v, ok := c.extra[k]; ok {
		return v
	}
	return c.Context.Value(k)
}
func (c myCtx) String() string { return "myCtx" }

func first() {
	ctx := with(with(context.Background(), user{"ann"}), role("admin"))
	u, ok := from[user](ctx)
	r, ok2 := from[role](ctx)
	_, ok3 := from[int](ctx)
	fmt.Println(u, ok, r, ok2, ok3)
	fmt.Println(ctx)

	cctx, cancel := context.WithCancelCause(ctx)
	var wg sync.WaitGroup
	results := make([]string, 3)
	for i := range results {
		wg.Add(1)
		stop := context.AfterFunc(cctx, func() {
			defer wg.Done()
			u, _ := from[user](cctx)
			results[i] = fmt.Sprint(i, u.name, context.Cause(cctx))
		})
		if i == 1 {
			fmt.Println(stop(), stop())
			wg.Done()
		}
	}
	cancel(fmt.Errorf("wrapped: %w", &quota{3}))
	wg.Wait()
	cause := context.Cause(cctx)
	var q *quota
	fmt.Printf("%q %v %v %v %v\n", results, cctx.Err(), errors.Is(cause, errLimit), errors.As(cause, &q), q.left)
	cancel(nil)
	fmt.Println(context.Cause(cctx))

	own(cctx)
	waits()
	misuses(ctx)
}

func own(cctx context.Context) {
	m := myCtx{cctx, map[any]any{"k": 1, key[user]{}: user{"bob"}}}
	u, _ := from[user](m)
	child, stop := context.WithTimeoutCause(context.WithoutCancel(m), time.Millisecond, &quota{9})
	defer stop()
	<-child.Done()
	v, _ := from[user](child)
	fmt.Println(u, v, child.Err(), context.Cause(child), child.Value("k"), errors.Is(child.Err(),
		context.DeadlineExceeded))
	var te interface{ Timeout() bool }
	fmt.Println(errors.As(child.Err(), &te) && te.Timeout())
	fmt.Println(m)
	dl, has := child.Deadline()
	fmt.Println(has, !dl.IsZero())

}

func waits() {
	sel := func(ctx context.Context, ch <-chan int) (n int, err error) {
		defer func() {
			if err != nil {
				err = errors.Join(err, context.Cause(ctx))
			}
		}()
		for {
			select {
			case v, ok := <-ch:
				if !ok {
					return n, nil
				}
				n += v
			case <-ctx.Done():
				return n, ctx.Err()
			}
		}
	}
	ch := make(chan int, 3)
	ch <- 1
	ch <- 2
	close(ch)
	fmt.Println(sel(context.Background(), ch))
	done, c2 := context.WithCancelCause(context.Background())
	c2(errLimit)
	n, err := sel(done, nil)
	fmt.Printf("%d %q %v\n", n, err.Error(), errors.Is(err, errLimit))
}

func misuses(ctx context.Context) {
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithValue(ctx, []int{1}, 2)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithValue(ctx, nil, 2)
	}()
}

func second() {
	func() {
		defer func() { fmt.Println(recover()) }()
		var nilc context.Context
		context.WithCancel(nilc)
	}()
}

func main() {
	first()
	second()
}
