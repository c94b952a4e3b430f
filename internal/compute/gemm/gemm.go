package gemm

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// Mul sets c, an m×n matrix whose rows are ldc elements apart, to a·b, or adds a·b to it. a is m×k, b is k×n.
func Mul[T Float](m, n, k int, a, b Matrix[T], c *T, ldc int, add bool) {
	p := product[T]{s: setOf[T](), m: m, n: n, k: k, a: a, b: b, c: c, ldc: ldc}
	if add {
		p.old = p.sums()
	}
	p.run()
}

// MulAdd sets c, an m×n matrix whose rows are ldc elements apart, to a·b plus the n elements of row, which are added
// to each of its rows.
func MulAdd[T Float](m, n, k int, a, b Matrix[T], c *T, ldc int, row []T) {
	p := product[T]{s: setOf[T](), m: m, n: n, k: k, a: a, b: b, c: c, ldc: ldc}
	if n > 0 {
		p.old = addend[T]{&row[:n][0], 0, 1}
	}
	p.run()
}

// MulInOrder is Mul of a b whose rows or columns are contiguous, with each product rounded before it is added, as two
// Go operations would. It returns false, without computing anything, if there is no assembly for it.
func MulInOrder[T Float](m, n, k int, a, b Matrix[T], c *T, ldc int) bool {
	s := setOf[T]()
	switch {
	case s.inOrderNarrow == nil:
		return false
	case b.Col == 1 || n == 1:
		s.mulInOrder(m, n, k, a, b, c, ldc)
	case b.Row == 1 && k > 0:
		room := borrow[T](k * n)
		turn(b, &room.data[0], n, k, n)
		s.mulInOrder(m, n, k, a, Matrix[T]{&room.data[0], n, 1}, c, ldc)
		room.giveBack()
	default:
		return false
	}
	return true
}

// mulInOrder is MulInOrder of a b whose rows are contiguous.
func (s *set[T]) mulInOrder(m, n, k int, a, b Matrix[T], c *T, ldc int) {
	for j, cols := 0, 0; j < n; j += cols {
		kernels := s.inOrderNarrow
		if cols = min(s.cols, n-j); s.inOrder != nil && cols > s.lanes {
			kernels = s.inOrder
		} else {
			cols = min(s.lanes, cols)
		}
		mask := full(cols)
		for i := 0; i < m; {
			rows := s.height(m - i)
			kernels[rows-1](k, at(a.First, i*a.Row), bytes[T](a.Row), bytes[T](a.Col), at(b.First, j), bytes[T](b.Row),
				at(c, i*ldc+j), bytes[T](ldc), mask, nil, 0, 0)
			i += rows
		}
	}
}

// product is one call: C = A·B + old.
type product[T Float] struct {
	s       *set[T]
	m, n, k int
	a, b    Matrix[T]
	c       *T
	ldc     int
	old     addend[T]
}

// sums returns C as an addend.
func (p product[T]) sums() addend[T] { return addend[T]{p.c, p.ldc, 1} }

// run computes the product.
func (p product[T]) run() {
	switch {
	case p.m == 0 || p.n == 0:
	case p.k == 0:
		p.empty()
	case p.isDot():
		p.dot()
	case p.isOuter():
		p.outer()
	case p.overColumns():
		p.turned()
	case p.overRows():
		p.swapped(product[T].turned)
	case p.direct():
		p.inPlace()
	case p.swaps():
		p.swapped(product[T].blocks)
	default:
		p.blocks()
	}
}

// empty computes a product with k = 0: it sets C to old, or to 0.
func (p product[T]) empty() {
	for i := range p.m {
		to := unsafe.Slice(at(p.c, i*p.ldc), p.n)
		if o := p.old.sub(i, 0).first; o != nil {
			copy(to, unsafe.Slice(o, p.n))
			continue
		}
		clear(to)
	}
}

// alone is the largest number of multiplications that one goroutine does faster than several.
const alone = 64 * 64 * 64

// shares returns how many goroutines compute the product.
func (p product[T]) shares() int {
	if p.m*p.n*p.k < alone {
		return 1
	}
	return par.Workers()
}

// direct reports whether B is read in place: it is small, or used by so few tiles that copying it would not pay.
func (p product[T]) direct() bool {
	if p.b.Col != 1 {
		return false
	}
	near := p.k*p.n <= 128*128 && p.b.Row <= 512
	return (p.m <= 2*p.s.rows || near) && (p.a.Col == 1 || p.k <= kc[T]())
}

// inPlace multiplies without copies; the goroutines share the longer side of C.
func (p product[T]) inPlace() {
	shares := p.shares()
	if shares == 1 {
		p.part(0, p.m, 0, p.n)
		return
	}
	p.inPlaceShared(shares)
}

// inPlaceShared is inPlace on several processors. It is separate because what its closure captures is allocated.
func (p product[T]) inPlaceShared(shares int) {
	if p.m >= p.n {
		rows := roundUp((p.m+shares-1)/shares, p.s.rows)
		par.Do((p.m+rows-1)/rows, func(i int) { p.part(i*rows, min(p.m, (i+1)*rows), 0, p.n) })
		return
	}
	cols := roundUp((p.n+shares-1)/shares, p.s.cols)
	par.Do((p.n+cols-1)/cols, func(j int) { p.part(0, p.m, j*cols, min(p.n, (j+1)*cols)) })
}

// shallow is the largest k for which writing C takes most of the time. If B also fits in the L1 cache, C is written
// row by row.
const shallow = 8

// part computes the rows i0 to i1 and columns j0 to j1 of C.
func (p product[T]) part(i0, i1, j0, j1 int) {
	if p.k <= shallow && p.k*(j1-j0) <= 4096 && i1-i0 > p.s.rows {
		for i := i0; i < i1; i += p.s.rows {
			p.part(i, min(i1, i+p.s.rows), j0, j1)
		}
		return
	}
	a := p.a.sub(i0, 0)
	for j := j0; j < j1; j += p.s.cols {
		interrupt.Check()
		p.s.strip(i1-i0, min(p.s.cols, j1-j), p.k, a.First, a.Row, a.Col, at(p.b.First, j), p.b.Row, at(p.c, i0*p.ldc+j), p.ldc, p.old.sub(i0, j), 0)
	}
}

// isOuter reports whether the product is an outer product (k = 1) whose rows are long enough to be worth a call.
func (p product[T]) isOuter() bool {
	return p.k == 1 && p.n >= 64 && p.b.Col == 1 && p.old.first == nil && p.s.multiple != nil
}

// outer writes C row by row, the fastest order for memory.
func (p product[T]) outer() {
	if p.m*p.n < alone/8 {
		p.outerRows(0, p.m)
		return
	}
	p.outerShared()
}

// outerShared is outer on several processors. It is separate because what its closure captures is allocated.
func (p product[T]) outerShared() { par.Range(p.m, 1+alone/16/p.n, p.outerRows) }

func (p product[T]) outerRows(i0, i1 int) {
	for i := i0; i < i1; i++ {
		interrupt.Check()
		// adding 0 turns -0 into 0, as in all sums
		p.s.multiple(p.n, at(p.c, i*p.ldc), p.b.First, 0, 1, *at(p.a.First, i*p.a.Row), 0)
	}
}

// swaps reports whether it is better to compute the transpose of C: for few rows times a big transposed matrix, as in
// a layer with weights of shape (out, in). The weights are then read in place.
func (p product[T]) swaps() bool {
	return p.b.Row == 1 && p.b.Col != 1 && p.a.Col == 1 && (p.old.first == nil || p.old.row == 0) && p.s.flip != nil &&
		(p.m <= 128 && p.n >= 2*p.m || p.n < 16 && p.m >= 32)
}

// swapped computes the transpose of C in the given way, and transposes it into C.
func (p product[T]) swapped(compute func(product[T])) {
	room := borrow[T](p.m * p.n)
	t := product[T]{s: p.s, m: p.n, n: p.m, k: p.k, a: p.b.t(), b: p.a.t(), c: &room.data[0], ldc: p.m}
	var columns *scratch[T]
	if p.old.first != nil {
		columns = p.s.repeat(unsafe.Slice(p.old.first, p.n))
		t.old = addend[T]{&columns.data[0], p.s.cols, 0}
	}
	compute(t)
	if columns != nil {
		columns.giveBack()
	}
	turn(Matrix[T]{&room.data[0], 1, p.m}, p.c, p.ldc, p.m, p.n)
	room.giveBack()
}

// repeat returns a row of a tile's width for each value.
func (s *set[T]) repeat(values []T) *scratch[T] {
	room := borrow[T](len(values) * s.cols)
	for i, v := range values {
		row := room.data[i*s.cols:][:s.cols]
		for j := range row {
			row[j] = v
		}
	}
	return room
}

func roundUp(n, to int) int { return (n + to - 1) / to * to }
