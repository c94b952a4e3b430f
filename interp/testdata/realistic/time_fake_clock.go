package main

import (
	"container/heap"
	"fmt"
	"time"
)

type Clock interface {
	Now() time.Time
	AfterFunc(d time.Duration, f func()) Stopper
}

type Stopper interface{ Stop() bool }

type realClock struct{}

func (realClock) Now() time.Time                              { return time.Now() }
func (realClock) AfterFunc(d time.Duration, f func()) Stopper { return time.AfterFunc(d, f) }

type event struct {
	at   time.Time
	seq  int
	f    func()
	done bool
}

func (e *event) Stop() bool {
	was := !e.done
	e.done = true
	return was
}

type events []*event

func (e events) Len() int { return len(e) }
func (e events) Less(i, j int) bool {
	return e[i].at.Before(e[j].at) || e[i].at.Equal(e[j].at) && e[i].seq < e[j].seq
}
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(*event)) }
func (e *events) Pop() (x any) {
	n := len(*e) - 1
	x, *e = (*e)[n], (*e)[:n]
	return
}

type Fake struct {
	now time.Time
	q   events
	seq int
}

func (f *Fake) Now() time.Time { return f.now }

func (f *Fake) AfterFunc(d time.Duration, fn func()) Stopper {
	f.seq++
	e := &event{at: f.now.Add(d), seq: f.seq, f: fn}
	heap.Push(&f.q, e)
	return e
}

func (f *Fake) Advance(d time.Duration) (ran int) {
	end := f.now.Add(d)
	for f.q.Len() > 0 && !f.q[0].at.After(end) {
		e := heap.Pop(&f.q).(*event)
		f.now = e.at
		if e.Stop() {
			e.f()
			ran++
		}
	}
	f.now = end
	return ran
}

func every(c Clock, d time.Duration, f func(n int)) (stop func()) {
	n := 0
	stopped := false
	var tick func()
	tick = func() {
		if stopped {
			return
		}
		n++
		f(n)
		c.AfterFunc(d, tick)
	}
	c.AfterFunc(d, tick)
	return func() { stopped = true }
}

type debouncer struct {
	clock Clock
	wait  time.Duration
	timer Stopper
	calls int
}

func (d *debouncer) trigger() {
	if d.timer != nil {
		d.timer.Stop()
	}
	d.timer = d.clock.AfterFunc(d.wait, func() { d.calls++ })
}

func main() {
	start := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	c := &Fake{now: start}
	at := func() string { return c.Now().Sub(start).String() }
	c.AfterFunc(3*time.Second, func() { fmt.Println(at(), "three") })
	c.AfterFunc(time.Second, func() {
		fmt.Println(at(), "one")
		c.AfterFunc(time.Second, func() { fmt.Println(at(), "nested") })
	})
	cancel := c.AfterFunc(2*time.Second, func() { fmt.Println("never") })
	fmt.Println(cancel.Stop(), cancel.Stop())
	fmt.Println("ran", c.Advance(2*time.Second), at())
	fmt.Println("ran", c.Advance(10*time.Second), at())

	stop := every(c, 5*time.Second, func(n int) { fmt.Print("tick ", n, " at ", at(), "; ") })
	c.Advance(16 * time.Second)
	stop()
	fmt.Println(c.Advance(time.Minute))
	d := &debouncer{clock: c, wait: time.Second}
	for range 5 {
		d.trigger()
		c.Advance(300 * time.Millisecond)
	}
	c.Advance(time.Second)
	d.trigger()
	c.Advance(time.Hour)
	fmt.Println("debounced to", d.calls)
	var clock Clock = realClock{}
	done := make(chan bool)
	clock.AfterFunc(time.Millisecond, func() { close(done) })
	<-done
	_, isFake := clock.(*Fake)
	fmt.Println(clock.Now().After(start.AddDate(-20, 0, 0)), isFake)
}
