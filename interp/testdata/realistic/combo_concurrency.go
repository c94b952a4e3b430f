package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

type Group struct {
	wg     sync.WaitGroup
	once   sync.Once
	err    error
	cancel context.CancelCauseFunc
	sem    chan struct{}
}

func WithContext(ctx context.Context, n int) (*Group, context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	return &Group{cancel: cancel, sem: make(chan struct{}, n)}, ctx
}

type panicErr struct{ v any }

func (p *panicErr) Error() string { return fmt.Sprintf("panic: %v", p.v) }
func (p *panicErr) Unwrap() error { e, _ := p.v.(error); return e }

func (g *Group) Go(f func() error) {
	g.sem <- struct{}{}
	g.wg.Go(func() {
		defer func() { <-g.sem }()
		var err error
		defer func() {
			if r := recover(); r != nil {
				err = &panicErr{r}
			}
			if err != nil {
				g.once.Do(func() { g.err = err; g.cancel(err) })
			}
		}()
		err = f()
	})
}

func (g *Group) Wait() error { g.wg.Wait(); g.cancel(g.err); return g.err }

type Cache[K comparable, V any] struct {
	mu sync.RWMutex
	m  map[K]func() (V, error)
	n  atomic.Int32
}

func (c *Cache[K, V]) Get(k K, load func(K) (V, error)) (V, error) {
	c.mu.Lock()
	if c.m == nil {
		c.m = make(map[K]func() (V, error))
	}
	f, ok := c.m[k]
	if !ok {
		f = sync.OnceValues(func() (V, error) { c.n.Add(1); return load(k) })
		c.m[k] = f
	}
	c.mu.Unlock()
	return f()
}

type Queue[T any] struct {
	mu   sync.Mutex
	cond *sync.Cond
	q    []T
	done bool
}

func NewQueue[T any]() *Queue[T] { q := &Queue[T]{}; q.cond = sync.NewCond(&q.mu); return q }
func (q *Queue[T]) Put(v T) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.q = append(q.q, v)
	q.cond.Signal()
}
func (q *Queue[T]) Close() { q.mu.Lock(); q.done = true; q.mu.Unlock(); q.cond.Broadcast() }
func (q *Queue[T]) Take() (v T, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.q) == 0 && !q.done {
		q.cond.Wait()
	}
	if len(q.q) == 0 {
		return
	}
	v, q.q = q.q[0], q.q[1:]
	return v, true
}

func gen[T any](ctx context.Context, xs ...T) <-chan T {
	ch := make(chan T)
	go func() {
		defer close(ch)
		for _, x := range xs {
			select {
			case ch <- x:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ch
}

func merge[T any](chs ...<-chan T) <-chan T {
	out := make(chan T)
	var wg sync.WaitGroup
	for _, c := range chs {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for x := range c {
				out <- x
			}
		}()
	}
	go func() { wg.Wait(); close(out) }()
	return out
}

type key struct{ s string }

func main() {
	g, ctx := WithContext(context.WithValue(context.Background(), key{"u"}, 5), 2)
	boom := errors.New("boom")
	for i := range 4 {
		g.Go(func() error {
			if i == 2 {
				panic(boom)
			}
			if i == 3 {
				<-ctx.Done()
				return ctx.Err()
			}
			return nil
		})
	}
	err := g.Wait()
	var pe *panicErr
	fmt.Println(err, errors.Is(err, boom), errors.As(err, &pe), context.Cause(ctx), ctx.Err(),
		ctx.Value(key{"u"}), ctx.Value(key{"v"}))
	caches()
	queues()
	selecting()
	misuse()
	after()
}

func caches() {
	var c Cache[string, int]
	var wg sync.WaitGroup
	var total atomic.Int64
	for i := range 20 {
		wg.Go(func() {
			v, _ := c.Get([]string{"a", "bb", "ccc"}[i%3], func(s string) (int, error) { return len(s), nil })
			total.Add(int64(v))
		})
	}
	wg.Wait()
	fmt.Println(total.Load(), c.n.Load())
}

func queues() {
	var wg sync.WaitGroup
	q := NewQueue[int]()
	var mu sync.Mutex
	var got []int
	for range 3 {
		wg.Go(func() {
			for v, ok := q.Take(); ok; v, ok = q.Take() {
				mu.Lock()
				got = append(got, v*v)
				mu.Unlock()
			}
		})
	}
	for i := range 10 {
		q.Put(i)
	}
	q.Close()
	wg.Wait()
	slices.Sort(got)
	fmt.Println(got)
	res := slices.Collect(func(y func(int) bool) {
		for v := range merge(gen(context.Background(), 1, 2, 3), gen(context.Background(), 10, 20)) {
			if !y(v) {
				return
			}
		}
	})
	slices.Sort(res)
	fmt.Println(res)
}

func selecting() {
	cx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
	defer cancel()
	var nilch chan int
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
loop:
	for {
		select {
		case v := <-nilch:
			fmt.Println("never", v)
		case nilch <- 1:
			fmt.Println("never")
		case <-tick.C:
		case <-cx.Done():
			fmt.Println(cx.Err(), errors.Is(cx.Err(), context.DeadlineExceeded))
			break loop
		}
	}
	done := make(chan struct{})
	close(done)
	v, ok := <-done
	fmt.Println(v, ok)
	arr := [3]chan int{make(chan int, 1), make(chan int, 1), make(chan int, 1)}
	m := map[string]int{}
	arr[1] <- 5
	select {
	case m["x"] = <-arr[1]:
	case m["y"], ok = <-arr[0]:
	}
	select {
	case x, ok2 := <-arr[2]:
		fmt.Println(x, ok2)
	default:
		fmt.Println("default", m)
	}
}

func misuse() {
	var arr [1]chan int
	arr[0] = make(chan int)
	func() {
		defer func() { fmt.Println(recover()) }()
		close(arr[0])
		arr[0] <- 1
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		close(arr[0])
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		var mu sync.WaitGroup
		mu.Done()
	}()
	p := sync.Pool{New: func() any { return new([4]int) }}
	a := p.Get().(*[4]int)
	a[0] = 1
	fmt.Println(*a)
	var once sync.Once
	for range 2 {
		func() {
			defer func() { fmt.Println("once", recover()) }()
			once.Do(func() { panic("in once") })
		}()
	}
}

func after() {
	var total atomic.Int64
	var nilch chan int
	q := NewQueue[int]()
	cx, cancel := context.WithCancel(context.Background())
	cancel()
	stop := context.AfterFunc(cx, func() { total.Store(-1); close(nilOr(&nilch)) })
	<-nilOr(&nilch)
	fmt.Println(stop(), total.Load())
	var av atomic.Value
	av.Store([]int{1})
	func() {
		defer func() { fmt.Println(recover()) }()
		av.Store("x")
	}()
	var ap atomic.Pointer[Queue[int]]
	fmt.Println(ap.Load() == nil, ap.CompareAndSwap(nil, q), ap.Load() == q)
}

var nilMu sync.Mutex

func nilOr(c *chan int) chan int {
	nilMu.Lock()
	defer nilMu.Unlock()
	if *c == nil {
		*c = make(chan int)
	}
	return *c
}
