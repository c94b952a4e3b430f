package main

import (
	"fmt"
	"slices"
)

type Direction int

const (
	Idle Direction = iota
	Up
	Down = -Up
)

func (d Direction) String() string {
	switch {
	case d > 0:
		return "↑"
	case d < 0:
		return "↓"
	default:
		return "·"
	}
}

type Request struct {
	From, To int
	At       int
}

func (r Request) dir() Direction {
	if r.To > r.From {
		return Up
	}
	return Down
}

type rider struct {
	Request
	boarded int
}

type Elevator struct {
	floor   int
	dir     Direction
	waiting []Request
	riders  []rider
	served  map[Request]int
}

func (e *Elevator) stop(tick int) (opened bool) {
	e.riders = slices.DeleteFunc(e.riders, func(r rider) bool {
		if r.To != e.floor {
			return false
		}
		e.served[r.Request] = tick - r.At
		opened = true
		return true
	})
	rest := e.waiting[:0]
	for _, r := range e.waiting {
		if r.From == e.floor && (e.dir == Idle || r.dir() == e.dir || len(e.riders) == 0) {
			e.riders = append(e.riders, rider{r, tick})
			if e.dir == Idle || len(e.riders) == 1 {
				e.dir = r.dir()
			}
			opened = true
			continue
		}
		rest = append(rest, r)
	}
	e.waiting = rest
	return opened
}

func (e *Elevator) choose() {
	targets := func(yield func(int) bool) {
		for _, r := range e.riders {
			if !yield(r.To) {
				return
			}
		}
		for _, r := range e.waiting {
			if !yield(r.From) {
				return
			}
		}
	}
	ahead, any := false, false
	for t := range targets {
		any = true
		if Direction(t-e.floor)*e.dir > 0 {
			ahead = true
			break
		}
	}
	switch {
	case !any:
		e.dir = Idle
	case ahead:
	case e.dir != Idle:
		e.dir = -e.dir
	default:
		for t := range targets {
			if t != e.floor {
				e.dir = Up
				if t < e.floor {
					e.dir = Down
				}
				break
			}
		}
	}
}

func main() {
	requests := []Request{{0, 5, 0}, {3, 1, 1}, {4, 6, 2}, {6, 0, 3}, {2, 3, 9}}
	e := &Elevator{served: map[Request]int{}}
	for tick := 0; tick < 60; tick++ {
		for _, r := range requests {
			if r.At == tick {
				e.waiting = append(e.waiting, r)
			}
		}
		door := ""
		if e.stop(tick) {
			door = " open"
		}
		e.choose()
		fmt.Printf("%2d floor %d %v riders %d waiting %d%s\n", tick, e.floor, e.dir, len(e.riders), len(e.waiting), door)
		if len(e.served) == len(requests) {
			break
		}
		e.floor += int(e.dir)
	}
	total := 0
	for _, r := range requests {
		fmt.Println(r, r.dir(), e.served[r])
		total += e.served[r]
	}
	fmt.Printf("average %.1f\n", float64(total)/float64(len(requests)))
}
