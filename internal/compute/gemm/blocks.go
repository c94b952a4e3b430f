package gemm

import (
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// block is a part of B, and the part of C that it adds to: depth rows from k0 and cols columns from j0, in panels.
type block[T Float] struct {
	product[T]
	k0, depth, j0, cols int
	panels              int
}

// blocks computes C from one block of B after another.
func (p product[T]) blocks() {
	for j0 := 0; j0 < p.n; j0 += nc {
		depth := depthOf[T](p.k)
		for k0 := 0; k0 < p.k; k0 += depth {
			b := block[T]{p, k0, min(depth, p.k-k0), j0, min(nc, p.n-j0), 0}
			b.panels = (b.cols + p.s.cols - 1) / p.s.cols
			if k0 > 0 {
				b.old = b.sums()
			}
			if p.m <= mc {
				b.fused()
			} else {
				b.packed()
			}
		}
	}
}

// depthOf returns the depth of blocks that divide k evenly.
func depthOf[T Float](k int) int {
	n := (k + kc[T]() - 1) / kc[T]()
	return roundUp((k+n-1)/n, 8)
}

// width returns the number of columns of a panel.
func (b block[T]) width(panel int) int { return min(b.s.cols, b.cols-panel*b.s.cols) }

// pack copies a panel of B.
func (b block[T]) pack(panel int, to []T) {
	b.b.pack(to, b.s.cols, b.k0, b.depth, b.j0+panel*b.s.cols, b.width(panel))
}

// multiply adds the product of rows of A and a panel to C.
func (b block[T]) multiply(a Matrix[T], i0, rows, panel int, packed []T, next uintptr) {
	j := b.j0 + panel*b.s.cols
	b.s.strip(rows, b.width(panel), b.depth, a.First, a.Row, a.Col, &packed[0], b.s.cols, at(b.c, i0*b.ldc+j), b.ldc, b.old.sub(i0, j), next)
}

// fused packs one panel at a time and uses it while it is cached: for few rows.
func (b block[T]) fused() {
	if b.shares() == 1 {
		b.fusedPanels(0, b.panels)
		return
	}
	b.fusedShared(min(b.panels, 2*b.shares()))
}

// fusedShared is fused on several processors. It is separate because what its closure captures is allocated.
func (b block[T]) fusedShared(groups int) {
	par.Do(groups, func(g int) { b.fusedPanels(b.panels*g/groups, b.panels*(g+1)/groups) })
}

func (b block[T]) fusedPanels(from, to int) {
	a := b.s.prepare(b.a.sub(0, b.k0), b.m, b.depth, to-from)
	room := borrow[T](b.depth * b.s.cols)
	for panel := from; panel < to; panel++ {
		interrupt.Check()
		b.pack(panel, room.data)
		b.multiply(a.m, 0, b.m, panel, room.data, address(&room.data[0]))
	}
	room.giveBack()
	a.release()
}

// packed packs the whole block of B, then multiplies blocks of A by it: for many rows.
func (b block[T]) packed() {
	room := borrow[T](b.panels * b.depth * b.s.cols)
	if shares := b.shares(); shares > 1 {
		b.packedShared(room.data, shares)
	} else {
		b.packPanels(room.data, 0, b.panels)
		for i0 := 0; i0 < b.m; i0 += mc {
			b.multiplyPanels(room.data, i0, min(mc, b.m-i0), 0, b.panels)
		}
	}
	room.giveBack()
}

// packedShared is packed on several processors. It is separate because what its closure captures is allocated.
func (b block[T]) packedShared(room []T, shares int) {
	groups := min(b.panels, 4*shares)
	par.Do(groups, func(g int) { b.packPanels(room, b.panels*g/groups, b.panels*(g+1)/groups) })
	tiles := (b.m + b.s.rows - 1) / b.s.rows
	heights, splits := min(tiles, roundUp((b.m+mc-1)/mc, shares)), 1 // as many for each processor, of almost equal size
	collides := b.s.collides(b.a, b.depth)                           // each split then copies its rows again
	for heights*splits < 4*shares && 2*splits <= b.panels {
		if collides && tiles >= 4*heights {
			heights *= 2
		} else {
			splits *= 2
		}
	}
	par.Do(heights*splits, func(t int) {
		h, q := t/splits, t%splits
		i0, i1 := tiles*h/heights*b.s.rows, tiles*(h+1)/heights*b.s.rows
		b.multiplyPanels(room, i0, min(i1, b.m)-i0, b.panels*q/splits, b.panels*(q+1)/splits)
	})
}

// panel returns the memory of the i-th panel.
func (b block[T]) panel(room []T, i int) []T { return room[i*b.depth*b.s.cols:][:b.depth*b.s.cols] }

// packPanels copies panels of B.
func (b block[T]) packPanels(room []T, from, to int) {
	for i := from; i < to; i++ {
		interrupt.Check()
		b.pack(i, b.panel(room, i))
	}
}

// multiplyPanels multiplies a block of A, rows rows from i0 on, by panels of B.
func (b block[T]) multiplyPanels(room []T, i0, rows, from, to int) {
	a := b.s.prepare(b.a.sub(i0, b.k0), rows, b.depth, to-from)
	for i := from; i < to; i++ {
		interrupt.Check()
		next := b.panel(room, min(i+1, b.panels-1))
		b.multiply(a.m, i0, rows, i, b.panel(room, i), address(&next[0]))
	}
	a.release()
}
