package main

import (
	"fmt"
	"strings"
)

type turn byte

type ant struct {
	x, y, dir int
}

type world struct {
	cells map[[2]int]int
	rules []turn
	ants  []*ant
}

var moves = [4][2]int{{0, -1}, {1, 0}, {0, 1}, {-1, 0}}

func newWorld(rules string, ants ...ant) *world {
	w := &world{cells: map[[2]int]int{}}
	for _, r := range rules {
		w.rules = append(w.rules, turn(r))
	}
	for _, a := range ants {
		w.ants = append(w.ants, &a)
	}
	return w
}

func (w *world) step() {
	for _, a := range w.ants {
		at := [2]int{a.x, a.y}
		switch w.rules[w.cells[at]] {
		case 'L':
			a.dir = (a.dir + 3) % 4
		case 'R':
			a.dir = (a.dir + 1) % 4
		case 'U':
			a.dir = (a.dir + 2) % 4
		}
		if w.cells[at]++; w.cells[at] == len(w.rules) {
			delete(w.cells, at)
		}
		a.x += moves[a.dir][0]
		a.y += moves[a.dir][1]
	}
}

func (w *world) bounds() (lo, hi [2]int) {
	for c := range w.cells {
		for i := range c {
			lo[i], hi[i] = min(lo[i], c[i]), max(hi[i], c[i])
		}
	}
	return lo, hi
}

func (w *world) String() string {
	lo, hi := w.bounds()
	var b strings.Builder
	for y := lo[1]; y <= hi[1]; y++ {
		for x := lo[0]; x <= hi[0]; x++ {
			b.WriteByte(".#o*"[w.cells[[2]int{x, y}]])
		}
		b.WriteString("\n")
	}
	return b.String()
}

func main() {
	for _, rules := range []string{"RL", "RLR", "LRRL"} {
		w := newWorld(rules, ant{}, ant{3, 3, 2})
		for range 120 {
			w.step()
		}
		lo, hi := w.bounds()
		fmt.Println(rules, len(w.cells), lo, hi, *w.ants[0], w.ants[1].dir)
		fmt.Print(w)
	}
}
