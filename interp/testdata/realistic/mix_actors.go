package main

import (
	"fmt"
	"os"
	"strings"
	"time"
)

// Actor system with typed messages, method values, select with priorities, panics in goroutines isolated.
type Msg interface{ isMsg() }
type base struct{}

func (base) isMsg() {}

type (
	Inc struct {
		base
		By int
	}
	Get struct {
		base
		Reply chan<- int
	}
	Boom struct {
		base
		Why any
	}
	Stop struct{ base }
)
type Handler func(*Actor, Msg) Handler
type Actor struct {
	name  string
	inbox chan Msg
	state int
	trace []string
	dead  chan struct{}
	sup   *Supervisor
}
type Supervisor struct {
	events chan event
	count  [3]int
}
type event struct {
	who  string
	what any
	n    int
}

func (a *Actor) run(h Handler) {
	defer close(a.dead)
	for restarts := 0; h != nil; restarts++ {
		h = a.once(h, restarts)
	}
}

func (a *Actor) once(h Handler, n int) (next Handler) {
	defer func() {
		if r := recover(); r != nil {
			a.sup.events <- event{a.name, r, n}
			if n < 2 {
				next = (*Actor).idle
			}
		}
	}()
	for m := range a.inbox {
		if h = h(a, m); h == nil {
			return nil
		}
	}
	return nil
}

func (a *Actor) idle(m Msg) Handler {
	a.trace = append(a.trace, fmt.Sprintf("%T", m))
	switch m := m.(type) {
	case Inc:
		a.state += m.By
		if a.state > 10 {
			return (*Actor).full
		}
	case Get:
		m.Reply <- a.state
	case Boom:
		switch w := m.Why.(type) {
		case error, string:
			panic(w)
		case func():
			w()
		case int:
			_ = []int{}[w]
		}
	case Stop:
		return nil
	}
	return (*Actor).idle
}

func (a *Actor) full(m Msg) Handler {
	if g, ok := m.(Get); ok {
		g.Reply <- -a.state
		a.state = 0
		return (*Actor).idle
	}
	return (*Actor).full
}

type Clock struct{ now time.Time }

func (c *Clock) Tick(d time.Duration) time.Time { c.now = c.now.Add(d); return c.now }

func first() {
	sup := &Supervisor{events: make(chan event, 10)}
	a := &Actor{name: "a", inbox: make(chan Msg), dead: make(chan struct{}), sup: sup}
	go a.run((*Actor).idle)
	ask := func() int {
		r := make(chan int)
		a.inbox <- Get{Reply: r}
		return <-r
	}
	a.inbox <- Inc{By: 4}
	fmt.Println(ask())
	a.inbox <- Boom{Why: "first"}
	a.inbox <- Inc{By: 7}
	a.inbox <- Inc{By: 70}
	fmt.Println(ask(), ask())
	var np *Actor
	a.inbox <- Boom{Why: func() { np.state++ }}
	a.inbox <- Boom{Why: 3}
	<-a.dead
	close(sup.events)
	for e := range sup.events {
		sup.count[e.n]++
		fmt.Printf("%s %v %T %d\n", e.who, e.what, e.what, e.n)
	}
	fmt.Println(sup.count, strings.Join(a.trace, " "))
	c := &Clock{time.Date(2023, 12, 31, 23, 59, 58, 0, time.UTC)}
	tick := c.Tick
	for _, d := range [...]time.Duration{time.Second, 1500 * time.Millisecond, -time.Minute} {
		fmt.Println(tick(d).Format("2006-01-02 15:04:05.000"), d)
	}
}

func second() {
	high, low, quit := make(chan int, 3), make(chan int, 3), make(chan struct{})
	for i := range 3 {
		high <- i
		low <- i * 10
	}
	close(quit)
	var got []int
loop:
	for {
		select {
		case v := <-high:
			got = append(got, v)
			continue loop
		default:
		}
		select {
		case v := <-high:
			got = append(got, v)
		case v := <-low:
			got = append(got, v)
		default:
			select {
			case <-quit:
				break loop
			default:
			}
		}
	}
	fmt.Println(got)
	var nilch chan int
	select {
	case <-nilch:
	case nilch <- 1:
	case <-time.After(time.Millisecond):
		fmt.Println("timeout")
	}
	func() {
		defer func() { fmt.Println(recover()) }()
		close(nilch)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		close(quit)
	}()
	func() {
		defer func() { fmt.Println(recover()) }()
		ch := make(chan int, 1)
		close(ch)
		ch <- 1
	}()
	if len(got) != 6 {
		os.Exit(1)
	}
}

func main() {
	first()
	second()
}
