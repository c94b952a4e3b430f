package main

import (
	"fmt"
	"strings"
)

type Grid struct {
	w, h  int
	cells []bool
}

func NewGrid(lines ...string) *Grid {
	g := &Grid{w: len(lines[0]), h: len(lines)}
	g.cells = make([]bool, g.w*g.h)
	for y, line := range lines {
		for x, c := range line {
			g.Set(x, y, c == '#')
		}
	}
	return g
}

func (g *Grid) index(x, y int) int { return (y+g.h)%g.h*g.w + (x+g.w)%g.w }

func (g *Grid) Set(x, y int, alive bool) { g.cells[g.index(x, y)] = alive }

func (g *Grid) Alive(x, y int) bool { return g.cells[g.index(x, y)] }

func (g *Grid) neighbours(x, y int) (n int) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if (dx != 0 || dy != 0) && g.Alive(x+dx, y+dy) {
				n++
			}
		}
	}
	return
}

func (g *Grid) Step() *Grid {
	next := &Grid{g.w, g.h, make([]bool, len(g.cells))}
	for y := range g.h {
		for x := range g.w {
			switch n := g.neighbours(x, y); {
			case n == 3, n == 2 && g.Alive(x, y):
				next.Set(x, y, true)
			}
		}
	}
	return next
}

func (g Grid) String() string {
	var b strings.Builder
	for i, c := range g.cells {
		if c {
			b.WriteByte('#')
		} else {
			b.WriteByte('.')
		}
		if i%g.w == g.w-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (g *Grid) Count() int { return strings.Count(g.String(), "#") }

func main() {
	g := NewGrid(
		"..........",
		"..#.......",
		"...#......",
		".###......",
		"..........",
		".......##.",
		".......##.",
	)
	states := map[string]int{}
	for gen := 0; ; gen++ {
		key := g.String()
		if first, again := states[key]; again {
			fmt.Printf("generation %d repeats %d\n", gen, first)
			break
		}
		states[key] = gen
		if gen%4 == 0 && gen < 12 || gen > 100 {
			fmt.Printf("%d (%d alive)\n%v\n", gen, g.Count(), g)
		}
		if gen == 60 {
			fmt.Println("stopped")
			break
		}
		g = g.Step()
	}
	blinker := NewGrid(".....", "..#..", "..#..", "..#..", ".....")
	fmt.Print(blinker.Step())
	fmt.Println(blinker.Step().Step().String() == blinker.String())
}
