// A server that ends when the process is told to, with all that it has started.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"time"
)

type worker struct {
	id   int
	jobs <-chan string
	done *sync.WaitGroup
}

func (w worker) run(ctx context.Context, out chan<- string) {
	defer w.done.Done()
	for {
		select {
		case <-ctx.Done():
			out <- fmt.Sprint("worker ", w.id, " ends: ", ctx.Err())
			return
		case j := <-w.jobs:
			out <- "did " + j
		}
	}
}

// settle waits until so many goroutines are left.
func settle(n int) string {
	for range 2000 {
		if runtime.NumGoroutine() <= n {
			return fmt.Sprintf("%d goroutines", runtime.NumGoroutine())
		}
		time.Sleep(time.Millisecond)
	}
	return fmt.Sprintf("still %d goroutines", runtime.NumGoroutine())
}

func self() *os.Process {
	p, err := os.FindProcess(os.Getpid())
	if err != nil {
		panic(err)
	}
	return p
}

func listen() {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	defer signal.Stop(c)
	if err := self().Signal(os.Interrupt); err != nil {
		fmt.Println(err)
	}
	fmt.Println("got", <-c)
}

func serve(ctx context.Context) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "path", r.URL.Path)
	}))
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	r, err := client.Get(srv.URL + "/x")
	if err != nil {
		fmt.Println(err)
		return
	}
	text, _ := io.ReadAll(r.Body)
	r.Body.Close()
	fmt.Print(string(text))
	fmt.Println("served by more than one:", runtime.NumGoroutine() > 1)
	// Done is closed before the functions that wait for it are started, so only the end of srv.Close shows that it runs.
	closed := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(closed)
		srv.Close()
	})
	_ = self().Signal(os.Interrupt)
	<-ctx.Done()
	<-closed
	fmt.Println("stopped the stop:", stop())
}

func main() {
	fmt.Println(settle(1))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	jobs, out := make(chan string), make(chan string, 10)
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Add(1)
		go worker{i, jobs, &wg}.run(context.WithoutCancel(ctx), out)
	}
	fmt.Println(runtime.NumGoroutine() - 3)
	jobs <- "one"
	fmt.Println(<-out)
	serve(ctx)
	stop()
	fmt.Println(errors.Is(ctx.Err(), context.Canceled), settle(4))
	listen()
	over, cancel := context.WithCancel(ctx)
	cancel()
	wg.Add(1)
	go worker{9, nil, &wg}.run(over, out)
	fmt.Println(<-out)
	fmt.Println(settle(5) != "")
}
