package main

import (
	"errors"
	"fmt"
	"strings"
)

type Mark byte

const (
	Empty Mark = ' '
	X     Mark = 'X'
	O     Mark = 'O'
)

func (m Mark) Other() Mark {
	if m == X {
		return O
	}
	return X
}

type Board [3][3]Mark

var (
	errTaken   = errors.New("field is taken")
	errOutside = errors.New("outside of the board")
)

func NewBoard() (b Board) {
	for y := range b {
		for x := range b[y] {
			b[y][x] = Empty
		}
	}
	return b
}

func (b *Board) Play(y, x int, m Mark) error {
	if y < 0 || y > 2 || x < 0 || x > 2 {
		return fmt.Errorf("%d,%d: %w", y, x, errOutside)
	}
	if b[y][x] != Empty {
		return fmt.Errorf("%d,%d: %w", y, x, errTaken)
	}
	b[y][x] = m
	return nil
}

func (b Board) Winner() Mark {
	lines := [][3][2]int{{{0, 0}, {1, 1}, {2, 2}}, {{0, 2}, {1, 1}, {2, 0}}}
	for i := range 3 {
		lines = append(lines, [3][2]int{{i, 0}, {i, 1}, {i, 2}}, [3][2]int{{0, i}, {1, i}, {2, i}})
	}
	for _, l := range lines {
		a := b[l[0][0]][l[0][1]]
		if a != Empty && a == b[l[1][0]][l[1][1]] && a == b[l[2][0]][l[2][1]] {
			return a
		}
	}
	return Empty
}

// best plays all games to their end; the board is a value, so every try has its own.
func best(b Board, m Mark) (score, y, x int) {
	if w := b.Winner(); w != Empty {
		return -1, -1, -1
	}
	score, y, x = -2, -1, -1
	for i := range 9 {
		try := b
		if err := try.Play(i/3, i%3, m); err != nil {
			continue
		}
		s, _, _ := best(try, m.Other())
		if -s > score {
			score, y, x = -s, i/3, i%3
		}
	}
	if y == -1 {
		score = 0
	}
	return
}

func (b Board) String() string {
	var rows []string
	for _, row := range b {
		rows = append(rows, fmt.Sprintf("%c|%c|%c", row[0], row[1], row[2]))
	}
	return strings.Join(rows, "\n-+-+-\n")
}

func main() {
	b := NewBoard()
	for _, mv := range [][2]int{{1, 1}, {0, 0}, {0, 0}, {3, 1}, {0, 2}, {2, 0}} {
		m := X
		if strings.Count(b.String(), "X") > strings.Count(b.String(), "O") {
			m = O
		}
		if err := b.Play(mv[0], mv[1], m); errors.Is(err, errTaken) || errors.Is(err, errOutside) {
			fmt.Println("refused", err)
		}
	}
	fmt.Println(b)
	for m := X; b.Winner() == Empty; m = m.Other() {
		score, y, x := best(b, m)
		if y < 0 {
			fmt.Println("draw")
			break
		}
		fmt.Printf("%c plays %d,%d (%+d)\n", m, y, x, score)
		b.Play(y, x, m)
	}
	fmt.Printf("%v\nwinner %q\n", b, b.Winner())
}
