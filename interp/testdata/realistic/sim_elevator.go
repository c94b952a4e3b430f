package main

import (
	"fmt"
	"slices"
)

type direction int

const (
	idle direction = 0
	up   direction = 1
	down direction = -1
)

var names = map[direction]string{idle: "-", up: "^", down: "v"}

func (d direction) String() string { return names[d] }

type rider struct {
	id       int
	from, to int
}

type elevator struct {
	floor   int
	dir     direction
	inside  []rider
	waiting map[int][]rider
	served  []int
}

func main() {
	e := &elevator{waiting: map[int][]rider{}}
	for i, r := range [][2]int{{3, 0}, {1, 4}, {4, 1}, {2, 3}} {
		e.call(rider{i + 1, r[0], r[1]})
	}
	steps := 0
	for e.busy() && steps < 50 {
		e.step()
		steps++
	}
	fmt.Println("served", e.served, "in", steps, "steps")
}

func (e *elevator) call(r rider) { e.waiting[r.from] = append(e.waiting[r.from], r) }

func (e *elevator) busy() bool {
	for _, w := range e.waiting {
		if len(w) > 0 {
			return true
		}
	}
	return len(e.inside) > 0
}

func (e *elevator) step() {
	out := 0
	e.inside = slices.DeleteFunc(e.inside, func(r rider) bool {
		if r.to == e.floor {
			e.served = append(e.served, r.id)
			out++
			return true
		}
		return false
	})
	in := len(e.waiting[e.floor])
	e.inside = append(e.inside, e.waiting[e.floor]...)
	delete(e.waiting, e.floor)
	e.dir = e.next()
	fmt.Printf("floor %d %v in %d out %d riders %d\n", e.floor, e.dir, in, out, len(e.inside))
	e.floor += int(e.dir)
}

func (e *elevator) next() direction {
	wanted := func(above bool) bool {
		for _, r := range e.inside {
			if (r.to > e.floor) == above && r.to != e.floor {
				return true
			}
		}
		for f, w := range e.waiting {
			if len(w) > 0 && (f > e.floor) == above && f != e.floor {
				return true
			}
		}
		return false
	}
	switch e.dir {
	case down:
		if wanted(false) {
			return down
		}
		fallthrough
	default:
		if wanted(true) {
			return up
		}
	}
	if wanted(false) {
		return down
	}
	return idle
}
