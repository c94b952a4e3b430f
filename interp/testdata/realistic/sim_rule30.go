package main

import (
	"fmt"
	"math/bits"
)

// rule is the number of an elementary cellular automaton.
type rule uint8

type row struct {
	cells uint64
	width int
}

func (r row) at(i int) uint64 {
	if i < 0 || i >= r.width {
		return 0
	}
	return r.cells >> uint(i) & 1
}

func (r row) String() string {
	b := make([]byte, r.width)
	for i := range b {
		b[r.width-1-i] = ".#"[r.at(i)]
	}
	return string(b)
}

func (n rule) step(r row) row {
	next := row{width: r.width}
	for i := range r.width {
		pattern := r.at(i+1)<<2 | r.at(i)<<1 | r.at(i-1)
		if n>>pattern&1 == 1 {
			next.cells |= 1 << i
		}
	}
	return next
}

func main() {
	for _, n := range []rule{30, 90, 110} {
		fmt.Printf("rule %d (%08b)\n", n, n)
		r := row{1 << 15, 31}
		for gen := range 8 {
			fmt.Println(gen, r, bits.OnesCount64(r.cells))
			r = n.step(r)
		}
	}
}
