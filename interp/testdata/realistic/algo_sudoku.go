package main

import (
	"errors"
	"fmt"
	"strings"
)

const size = 4

type Board [size][size]uint8

var errUnsolvable = errors.New("no solution")

func Parse(s string) (b Board, err error) {
	rows := strings.Split(s, "/")
	if len(rows) != size {
		return b, fmt.Errorf("%d rows", len(rows))
	}
	for r, row := range rows {
		for c, ch := range []byte(row) {
			switch {
			case ch == '.':
			case ch >= '1' && ch <= '0'+size:
				b[r][c] = ch - '0'
			default:
				return Board{}, fmt.Errorf("row %d: bad character %q", r, ch)
			}
		}
	}
	return
}

func (b *Board) candidates(r, c int) (mask uint8) {
	mask = 1<<(size+1) - 2
	for i := 0; i < size; i++ {
		mask &^= 1 << b[r][i]
		mask &^= 1 << b[i][c]
		mask &^= 1 << b[r/2*2+i/2][c/2*2+i%2]
	}
	return mask
}

func (b *Board) solve(count *int, limit int) bool {
	for r := range b {
		for c := range b[r] {
			if b[r][c] != 0 {
				continue
			}
			mask := b.candidates(r, c)
			for v := uint8(1); v <= size; v++ {
				if mask>>v&1 == 0 {
					continue
				}
				b[r][c] = v
				if b.solve(count, limit) {
					return true
				}
			}
			b[r][c] = 0
			return false
		}
	}
	*count++
	return *count >= limit
}

func Solve(s string) (solved Board, solutions int, err error) {
	b, err := Parse(s)
	if err != nil {
		return b, 0, err
	}
	first := b
	one := 0
	if !first.solve(&one, 1) {
		err = fmt.Errorf("%q: %w", s, errUnsolvable)
		return
	}
	b.solve(&solutions, 1000)
	return first, solutions, nil
}

func main() {
	for _, s := range []string{"1.../..3./.4../...2", "1234/3412/2143/4321", "11../..../..../....", "..../..../..../....", "12/3", "1x../..../..../...."} {
		b, n, err := Solve(s)
		if err != nil {
			fmt.Println("error:", err, errors.Is(err, errUnsolvable), b == Board{})
			continue
		}
		fmt.Println(b, n)
	}
}
