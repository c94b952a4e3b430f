package main

import (
	"fmt"
	"strings"
	"time"
)

type ev struct {
	k string
	v any
}

var trace []string

func t[T any](s string, v T) T { trace = append(trace, s); return v }

func selects() {
	c1, c2 := make(chan int, 1), make(chan string, 1)
	var arr [2]int
	m := map[string]string{}
	i := 0
	select {
	case t("c1", c1) <- t("v1", 5):
		fmt.Println("sent")
	case arr[t("i", i)] = <-t("nil", (chan int)(nil)):
	}
	select {
	case arr[t("idx", 1)] = <-t("recv", c1):
	case m[t("key", "k")] = <-t("c2", c2):
	}
	fmt.Println(arr, m, trace)
	trace = nil
	close(c2)
	c1 <- 2
	var ok bool
	select {
	case m["z"], ok = <-c2:
	case c1 <- 1:
		fmt.Println("never")
	}
	fmt.Printf("%q %v\n", m, ok)
}

func tree(d int, yield func(string) bool, path string) bool {
	if d == 0 {
		return yield(path)
	}
	return tree(d-1, yield, path+"l") && tree(d-1, yield, path+"r")
}

func find(want string) (pos int, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("find %s: %w", want, err)
		}
	}()
	for p := range func(y func(string) bool) { tree(3, y, "") } {
		defer func() { pos += 100 }()
		switch {
		case p == want:
			return pos, nil
		case strings.Count(p, "r") == 3:
			return -1, fmt.Errorf("gave up at %s", p)
		}
		pos++
	}
	return pos, fmt.Errorf("unreachable")
}

func nested() (log []string) {
	seq := func(n int, name string) func(func(int) bool) {
		return func(y func(int) bool) {
			defer func() { log = append(log, "end "+name) }()
			for i := range n {
				if !y(i) {
					return
				}
			}
		}
	}
outer:
	for i := range seq(4, "a") {
	mid:
		for j := range seq(4, "b") {
			for k := range seq(4, "c") {
				switch {
				case k == 1 && j == 0:
					continue mid
				case k == 2 && j == 1:
					break mid
				case i == 1 && k == 1:
					continue outer
				case i == 3:
					break outer
				}
				log = append(log, fmt.Sprint(i, j, k))
			}
		}
	}
	for i := range seq(3, "d") {
		for range seq(2, "e") {
			if i == 1 {
				goto done
			}
		}
	}
done:
	func() {
		defer func() { log = append(log, fmt.Sprint("rec ", recover())) }()
		for i := range seq(3, "f") {
			for j := range seq(3, "g") {
				if i+j == 2 {
					panic(fmt.Sprint("at ", i, j))
				}
			}
		}
	}()
	return log
}

func fan(n int) (sum int) {
	type job struct {
		id   int
		data [4]int
		resp chan<- [4]int
	}
	jobs := make(chan job)
	for w := range 3 {
		go func() {
			for j := range jobs {
				j.data[w%4] += 0
				for i := range j.data {
					j.data[i] *= j.id
				}
				j.resp <- j.data
			}
		}()
	}
	resp := make(chan [4]int, n)
	data := [4]int{1, 2, 3, 4}
	for i := range n {
		jobs <- job{i, data, resp}
		data[0]++
	}
	close(jobs)
	for range n {
		r := <-resp
		sum += r[0] + r[3]
	}
	return
}

func timers() string {
	var b strings.Builder
	tm := time.NewTimer(time.Hour)
	fmt.Fprint(&b, tm.Stop(), tm.Reset(time.Millisecond))
	<-tm.C
	out := make(chan ev)
	quit := make(chan struct{})
	time.AfterFunc(time.Millisecond, func() { out <- ev{"after", 1} })
	go func() {
		defer close(quit)
		for e := range out {
			fmt.Fprint(&b, " ", e.k, e.v)
			if e.k == "stop" {
				return
			}
		}
	}()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for n := 0; ; {
		select {
		case <-tick.C:
			if n++; n == 3 {
				out <- ev{k: "stop"}
			}
		case <-quit:
			return b.String()
		}
	}
}

func main() {
	selects()
	for _, w := range []string{"lll", "lrl", "rrr", "zzz"} {
		fmt.Println(find(w))
	}
	for _, l := range nested() {
		fmt.Print(l, "; ")
	}
	fmt.Println()
	fmt.Println(fan(20))
	fmt.Println(timers())
}
