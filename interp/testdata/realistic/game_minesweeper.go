package main

import (
	"bytes"
	"fmt"
)

type point struct{ x, y int }

type field struct {
	w, h  int
	mines map[point]bool
	open  map[point]bool
	flags map[point]bool
}

type Option func(*field)

func Mines(list ...point) Option {
	return func(f *field) {
		for _, p := range list {
			f.mines[p] = true
		}
	}
}

func Size(w, h int) Option { return func(f *field) { f.w, f.h = w, h } }

func New(opts ...Option) *field {
	f := &field{8, 8, map[point]bool{}, map[point]bool{}, map[point]bool{}}
	for _, o := range opts {
		o(f)
	}
	return f
}

func (f *field) around(p point) (list []point) {
	for dy := -1; dy <= 1; dy++ {
		for dx := -1; dx <= 1; dx++ {
			q := point{p.x + dx, p.y + dy}
			if q != p && q.x >= 0 && q.y >= 0 && q.x < f.w && q.y < f.h {
				list = append(list, q)
			}
		}
	}
	return
}

func (f *field) count(p point) (n int) {
	for _, q := range f.around(p) {
		if f.mines[q] {
			n++
		}
	}
	return n
}

// reveal opens a field and, if no mine is near, those around it. It reports whether the game goes on.
func (f *field) reveal(p point) (alive bool, opened int) {
	if f.flags[p] || f.open[p] {
		return true, 0
	}
	if f.mines[p] {
		f.open[p] = true
		return false, 1
	}
	todo := []point{p}
	for len(todo) > 0 {
		var cur point
		cur, todo = todo[len(todo)-1], todo[:len(todo)-1]
		if f.open[cur] {
			continue
		}
		f.open[cur] = true
		opened++
		if f.count(cur) == 0 {
			todo = append(todo, f.around(cur)...)
		}
	}
	return true, opened
}

func (f *field) String() string {
	var b bytes.Buffer
	for y := range f.h {
		for x := range f.w {
			switch p := (point{x, y}); {
			case f.flags[p]:
				b.WriteRune('!')
			case !f.open[p]:
				b.WriteRune('.')
			case f.mines[p]:
				b.WriteRune('*')
			default:
				fmt.Fprintf(&b, "%d", f.count(p))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func main() {
	f := New(Size(6, 5), Mines(point{0, 0}, point{3, 1}, point{5, 4}))
	for _, p := range []point{{0, 4}, {1, 0}, {5, 0}} {
		alive, n := f.reveal(p)
		fmt.Printf("%v %t %d\n%v\n", p, alive, n, f)
	}
	f.flags[point{0, 0}] = true
	fmt.Println(f.reveal(point{0, 0}))
	delete(f.flags, point{0, 0})
	alive, _ := f.reveal(point{0, 0})
	fmt.Printf("alive %t\n%v", alive, f)
}
