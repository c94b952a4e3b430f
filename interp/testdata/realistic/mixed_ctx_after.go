package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

type ctxKey struct{ name string }

func (k *ctxKey) String() string { return "key(" + k.name + ")" }

var userKey = &ctxKey{"user"}

type traced struct {
	context.Context
	log *[]string
}

func (t traced) Value(k any) any {
	*t.log = append(*t.log, fmt.Sprint(k))
	return t.Context.Value(k)
}

func stage(ctx context.Context, in <-chan int, f func(int) (int, error)) (<-chan int, func() error) {
	out := make(chan int)
	errc := make(chan error, 1)
	go func() {
		defer close(out)
		for v := range in {
			w, err := f(v)
			if err != nil {
				errc <- err
				return
			}
			select {
			case out <- w:
			case <-ctx.Done():
				errc <- context.Cause(ctx)
				return
			}
		}
		errc <- nil
	}()
	return out, func() error { return <-errc }
}

func main() {
	ctx := context.WithValue(context.Background(), userKey, "ann")
	var log []string
	tctx := traced{ctx, &log}
	child, cancel := context.WithCancel(tctx)
	fmt.Println(child.Value(userKey), child.Value("nope"), len(log), strings.Contains(fmt.Sprint(log), "key(user)"))
	fmt.Println(ctx)
	done := make(chan string, 2)
	stop := context.AfterFunc(child, func() { done <- "after " + child.Err().Error() })
	cancel()
	fmt.Println(<-done, stop())
	c2, cancel2 := context.WithCancelCause(ctx)
	in := make(chan int)
	go func() {
		defer close(in)
		for i := range 5 {
			in <- i
		}
	}()
	sq, wait1 := stage(c2, in, func(i int) (int, error) { return i * i, nil })
	inc, wait2 := stage(c2, sq, func(i int) (int, error) {
		if i > 100 {
			return 0, errors.New("too big")
		}
		return i + 1, nil
	})
	var got []int
	for v := range inc {
		got = append(got, v)
	}
	fmt.Println(got, wait1(), wait2())
	cancel2(fmt.Errorf("cause %d", 7))
	cancel2(errors.New("second"))
	fmt.Println(c2.Err(), context.Cause(c2))
	c3, cancel3 := context.WithTimeoutCause(c2, time.Hour, errors.New("slow"))
	defer cancel3()
	fmt.Println(c3.Err() == context.Canceled, context.Cause(c3))
	c4, cancel4 := context.WithTimeout(context.WithoutCancel(c3), time.Millisecond)
	defer cancel4()
	<-c4.Done()
	fmt.Println(c4.Err(), errors.Is(c4.Err(), context.DeadlineExceeded), c4.Value(userKey))
	var te interface{ Timeout() bool }
	fmt.Println(errors.As(c4.Err(), &te) && te.Timeout())
	_, has := c4.Deadline()
	_, hasNot := ctx.Deadline()
	fmt.Println(has, hasNot)
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithValue(ctx, []int{1}, 2)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		context.WithValue(nil, 1, 2)
	}()
}
