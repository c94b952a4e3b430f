package main

import (
	"fmt"
	"strings"
)

type Grid [][]bool

func parse(s string) Grid {
	var g Grid
	for _, line := range strings.Split(strings.TrimSpace(s), "\n") {
		row := make([]bool, 0, len(line))
		for _, c := range strings.TrimSpace(line) {
			row = append(row, c == '#')
		}
		g = append(g, row)
	}
	return g
}

func (g Grid) neighbours(y, x int) (n int) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			if dy == 0 && dx == 0 {
				continue
			}
			if h, w := len(g), len(g[0]); g[(y+dy+h)%h][(x+dx+w)%w] {
				n++
			}
		}
	}
	return
}

func (g Grid) next() Grid {
	out := make(Grid, len(g))
	for y := range g {
		out[y] = make([]bool, len(g[y]))
		for x, alive := range g[y] {
			switch n := g.neighbours(y, x); {
			case alive && (n == 2 || n == 3), !alive && n == 3:
				out[y][x] = true
			}
		}
	}
	return out
}

func (g Grid) String() string {
	var b strings.Builder
	for i, row := range g {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, alive := range row {
			b.WriteByte(map[bool]byte{true: '#', false: '.'}[alive])
		}
	}
	return b.String()
}

func main() {
	g := parse(`
		......
		..#...
		...#..
		.###..
		......
		......`)
	seen := map[string]int{}
	for gen := 0; ; gen++ {
		text := g.String()
		if first, ok := seen[text]; ok {
			fmt.Printf("generation %d repeats %d\n", gen, first)
			break
		}
		seen[text] = gen
		if gen%12 == 0 {
			fmt.Printf("%d:\n%v\n", gen, g)
		}
		g = g.next()
	}
}
