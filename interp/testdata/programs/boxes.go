// Arrays and large structs are values: each holder has its own.
package main

import (
	"errors"
	"fmt"
)

type board [9]int

type large struct {
	a, b, c, d, e, f, g, h, i, j int
	name                         string
	in                           [3]int
}

type holder struct {
	n int
	b board
}

var (
	global  board
	pointed = &large{name: "pointed"}
)

func (b board) set(i, v int) board   { b[i] = v; return b }
func (b board) full() bool           { return b[0] != 0 && b[8] != 0 }
func (b board) same() board          { return b }
func (l large) at(p *large) string   { p.name = "changed"; return l.name }
func (l *large) copied() large       { return *l }
func (l large) later() func() string { return func() string { return l.name } }

func either(first bool, a, b board) board {
	if first {
		return a
	}
	return b
}

func kept(b board, list *[]board, in map[board]board, c chan board) {
	*list = append(*list, b)
	in[b] = b
	c <- b
	global = b
}

func started(b board, done chan board) {
	go func(x board) { done <- x }(b)
	defer func(x board) { done <- x }(b)
	b[0] = 100
}

// The caller changes its variable after calls that have got it.
func callers() {
	var b board
	var list []board
	in, c, done := map[board]board{}, make(chan board, 4), make(chan board, 2)
	for i := range 3 {
		b[i] = i + 1
		s, e := b.same(), either(i == 1, b, b.set(8, 7))
		kept(b, &list, in, c)
		started(b, done)
		var held any = b
		h := holder{i, b}
		b[i] *= 10
		fmt.Println(s, e, held, h, <-done, <-done, <-c, global, held == any(b), s == b)
	}
	fmt.Println(list, len(in), in[list[0]], in[b])
	f := b.set
	g := b.full
	b = board{1, 8: 1}
	fmt.Println(f(1, 2), g(), b.full(), b)
}

func swapped() {
	a, b := board{1}, board{2}
	a, b = b, a
	fmt.Println(a, b)
	list := []board{{1}, {2}, {3}}
	list[0], list[2] = list[2], list[0]
	list = append(list[:0], list[1], list[0])
	fmt.Println(list, list[:3])
	for i, x := range list {
		list[1] = board{9}
		fmt.Println(i, x)
	}
	x := list[0]
	list[0][0] = 77
	list = append(list, list[0], x)
	fmt.Println(x, list)
	rows := [2][3]int{{1, 2, 3}, {4, 5, 6}}
	rows[0], rows[1] = rows[1], rows[0]
	row := rows[0]
	rows[0][0] = 50
	fmt.Println(rows, row, rows == [2][3]int{{50, 5, 6}, {1, 2, 3}})
	for i, v := range row {
		row[2] = 100
		fmt.Print(i, v, " ")
	}
	fmt.Println(row)
}

// Variables of loops are new in each turn.
func turns() {
	var list []large
	var last large
	for i := range 4 {
		var l large
		fmt.Print(l.a, l.name, " ")
		if i%2 == 0 {
			l.a = i
		}
		l.name = fmt.Sprint("turn ", i)
		m := last
		last = l
		l.in[i%3]++
		n := l
		l.in[0] += 10
		list = append(list, l, n, m)
		one := large{a: l.a + 1}
		list = append(list, one)
		one.a = -1
	}
	fmt.Println(last)
	for _, l := range list {
		fmt.Println(l.a, l.name, l.in)
		l.a = 5
	}
	fmt.Println(list[0].a, list[3].a)
}

func through(b board) (out board, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v %v", r, out)
		}
	}()
	out = b
	out[1] = 5
	b[2] = 7
	if b[0] > 1 {
		out = b.set(b[0], 3)
	}
	return b, errors.New("none")
}

func pointers() {
	l := pointed.copied()
	fmt.Println(l.at(&l), l.name, pointed.at(pointed), pointed.name)
	later := l.later()
	l.name = "later"
	fmt.Println(later(), l.name)
	p := &l
	m := *p
	p.in[1] = 4
	n := *p
	*p = m
	fmt.Println(m.in, n.in, l.in, *p == m, n == m)
	h := holder{1, board{1}}
	k := h
	h.b[0] = 2
	k.b, h.b = h.b, k.b
	fmt.Println(h, k, h.b.set(1, 1), h)
	var none *large
	defer func() { fmt.Println(recover()) }()
	m = *none
	fmt.Println("not reached", m)
}

func (b board) lesser(c board) board {
	if b[0] < c[0] {
		return b
	}
	return c
}

func fails(b board) (out board) {
	defer func() { recover() }()
	i := b[0]
	out = b.set(i, 1)
	return
}

// Who keeps an address sees changes.
func addresses() {
	var l large
	p := &l.b
	l = pointed.copied()
	for range 2 {
		fmt.Println(*p, l.name)
	}
	var all []*board
	for i := range 3 {
		b := board{i}
		all = append(all, &b)
		c := b
		b[1]++
		fmt.Print(c, b, " ")
	}
	var node struct{ b *board }
	x := board{3}
	w := board{3}
	y := w.lesser(board{4})
	w[0] = 7
	node.b = &x
	z := x
	x[0], z[1] = 6, 9
	fmt.Println(*all[0], *all[2], *node.b, w, y, z, fails(board{2}), fails(board{9}), fails(x))
}

func best(list []board) board {
	var b board
	for _, x := range list {
		if x[0] > b[0] {
			b = x
		}
	}
	c := b
	for c[0] > 3 {
		d := c
		d[0]--
		c = d
	}
	c[1], b[2] = b[0], c[0]
	return either(b[0] > 3, c, b)
}

func main() {
	callers()
	swapped()
	turns()
	for i := range 3 {
		fmt.Println(through(board{i * 4}))
	}
	pointers()
	addresses()
	fmt.Println(best([]board{{1}, {5, 2}, {4}}), best([]board{{2}}), best(nil))
}
