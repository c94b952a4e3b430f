package gemm

import (
	"math/bits"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// turning is a set of kernels for as many columns as their vectors have elements, indexed by their rows less one.
type turning[T Float] struct {
	cols    int
	kernels []turningKernel[T]
}

// overColumns reports whether C has so few rows that copying panels of B costs more than it saves, as in a layer with
// weights of shape (out, in) that has few inputs. Columns of B are then transposed in registers, which hold columns
// of C.
func (p product[T]) overColumns() bool {
	return p.b.Row == 1 && p.m <= p.s.turns && (p.n >= p.m || !p.overRows())
}

// overRows reports whether C has so few columns that vectors hold rows of C, as in a layer that has few outputs.
func (p product[T]) overRows() bool {
	most := p.s.tallTurns
	if p.b.Row == 1 && p.s.turns > most && p.m <= p.s.turning[0].cols {
		most = p.s.turns
	}
	return p.a.Col == 1 && p.n <= most && p.m > 1 && (p.old.first == nil || p.old.row == 0)
}

// turned computes the product with columns of B that are transposed in registers. It copies rows of A that are not
// contiguous or would fall into the same cache sets.
func (p product[T]) turned() {
	a := left[T]{m: p.a}
	if p.a.Col != 1 && p.k > 1 || p.m > 4 && bytes[T](p.a.Row)%1024 == 0 {
		a = copyRows(p.a, p.m, p.k)
	}
	p.a = a.m
	if shares := p.shares(); shares > 1 {
		p.turnedShared(shares)
	} else {
		p.turnedColumns(0, p.n)
	}
	a.release()
}

// turnedShared is turned on several processors. It is separate because what its closure captures is allocated.
func (p product[T]) turnedShared(shares int) {
	cols := roundUp((p.n+shares-1)/shares, p.s.turning[0].cols)
	par.Do((p.n+cols-1)/cols, func(j int) { p.turnedColumns(j*cols, min(p.n, (j+1)*cols)) })
}

// turnedColumns computes the columns j0 to j1. The last ones may be computed together with some before them, which
// are not written twice.
func (p product[T]) turnedColumns(j0, j1 int) {
	depth, near := depthOf[T](p.k), min(p.n, cachedRows(bytes[T](p.b.Col)))
	for cols := 0; j0 < j1; j0 += cols {
		interrupt.Check()
		t := p.s.turningOf(j1-j0, near)
		cols = min(t.cols, j1-j0)
		first, mask, ldx := j0+cols-t.cols, full(cols)<<(t.cols-cols), p.b.Col
		if first < 0 {
			first, mask, ldx, cols = j0, 1, 0, 1
		}
		for k0 := 0; k0 < p.k; k0 += depth {
			q := p
			q.k, q.a, q.b = min(depth, p.k-k0), p.a.sub(0, k0), Matrix[T]{at(p.b.First, k0+first*p.b.Col), 1, ldx}
			if k0 > 0 {
				q.old = p.sums()
			}
			q.turnedBlock(t.kernels, first, mask)
		}
	}
}

// cachedRows returns for how many rows, apart bytes from each other, the L1 cache can hold one line each. It has 64
// sets of at least 8 lines.
func cachedRows(apart int) int {
	return 8 << 12 >> max(6, bits.TrailingZeros(uint(apart|1<<12)))
}

// turningOf returns the narrowest kernels that hold cols columns, or the widest if none do. They have at most n
// columns.
func (s *set[T]) turningOf(cols, n int) turning[T] {
	best := s.turning[len(s.turning)-1]
	for i := len(s.turning) - 1; i >= 0; i-- {
		t := s.turning[i]
		if t.cols > n {
			break
		}
		if best = t; t.cols >= cols {
			break
		}
	}
	return best
}

// turnedBlock computes the columns of C selected by mask, from j on.
func (p product[T]) turnedBlock(kernels []turningKernel[T], j int, mask uint32) {
	for i := 0; i < p.m; {
		rows := min(p.m-i, len(kernels))
		if rest := p.m - i; rest > len(kernels) && rest < 2*len(kernels) {
			rows = (rest + 1) / 2
		}
		a, old := p.a.sub(i, 0), p.old.sub(i, j)
		kernels[rows-1](p.k, a.First, bytes[T](a.Row), p.b.First, bytes[T](p.b.Col), at(p.c, i*p.ldc+j), bytes[T](p.ldc),
			mask, old.first, bytes[T](p.old.row))
		i += rows
	}
}
