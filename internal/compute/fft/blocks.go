package fft

import (
	"sync"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// pieceFrom is the number of elements from which on it pays to use another processor.
const pieceFrom = 1 << 13

// share splits count pieces of elements elements each into parts and calls f for these, on several processors.
func share(count, elements int, f func(lo, hi int)) {
	par.Range(count, pieceFrom/max(1, elements), f)
}

// scratch is memory for the columns of a block, before and after a step.
type scratch[T Float] struct{ a, b []T }

var pools [2]sync.Pool

// borrow returns memory for rows of a block, with arbitrary contents.
func borrow[T Float](rows int) *scratch[T] {
	s, _ := pools[16/lanes[T]()-1].Get().(*scratch[T])
	if size := 2 * lanes[T]() * rows; s == nil || len(s.a) < size {
		s = &scratch[T]{make([]T, size), make([]T, size)}
	}
	return s
}

func (s *scratch[T]) giveBack() { pools[16/lanes[T]()-1].Put(s) }

// columns transforms along the middle one of three axes.
func (t transform[T]) columns(dst, src []T, inner int) {
	p, k, some := planOf[T](t.n), kernelsOf[T](), lanes[T]()
	blocks := (inner + some - 1) / some
	share(len(src)/(2*t.n*inner)*blocks, t.n*some, func(lo, hi int) {
		s := borrow[T](t.n + 1)
		defer s.giveBack()
		for i := lo; i < hi; i++ {
			interrupt.Check()
			column := i % blocks * some
			of := block{2 * (i/blocks*t.n*inner + column), 2 * inner, min(some, inner-column)}
			k.columnsIn(of, t.n, s.a, src)
			k.columnsOut(of, t.n, dst, t.run(k, p, s))
		}
	})
}

// run transforms the block in s.
func (t transform[T]) run(k *kernels[T], p *plan[T], s *scratch[T]) []T {
	y := p.run(k, s.a, s.b, t.inverse)
	if y = y[:2*lanes[T]()*p.n]; t.scale != 1 {
		k.scale(y, y, t.scale)
	}
	return y
}

// byRows copies columns to rows, transforms them and copies the result back.
func (t transform[T]) byRows(dst, src []T, inner int) {
	n := t.n
	rows := make([]T, len(src))
	each := func(f func(row, column int)) {
		share(len(src)/(2*n), n, func(lo, hi int) {
			for r := lo; r < hi; r++ {
				at := 2 * (r/inner*n*inner + r%inner)
				for i := range n {
					f(2*(r*n+i), at+2*i*inner)
				}
			}
		})
	}
	each(func(row, column int) { copy(rows[row:row+2], src[column:column+2]) })
	t.rows(rows, 2*n, rows, 2*n, len(src)/(2*n))
	each(func(row, column int) { copy(dst[column:column+2], rows[row:row+2]) })
}

// rows transforms rows of src, which begin ss parts apart, to rows of dst, ds apart.
func (t transform[T]) rows(dst []T, ds int, src []T, ss, count int) {
	n, some := t.n, lanes[T]()
	if n > 1 && radices(n) == nil {
		t.byConvolution(dst, ds, src, ss, count)
		return
	}
	if n >= longFrom || count < some && n >= some {
		if m := matrixOf[T](n, t.inverse); m != nil {
			t.longRows(m, dst, ds, src, ss, count)
			return
		}
	}
	p, k := planOf[T](n), kernelsOf[T]()
	share((count+some-1)/some, n*some, func(lo, hi int) {
		s := borrow[T](n + 1)
		defer s.giveBack()
		for i := lo * some; i < min(count, hi*some); i += some {
			interrupt.Check()
			k.rowsIn(block{i * ss, ss, min(some, count-i)}, n, s.a, src)
			k.rowsOut(block{i * ds, ds, min(some, count-i)}, n, dst, t.run(k, p, s))
		}
	})
}

// longFrom is the length from which rows are transformed as matrices even if there are many of them: columns of all
// of their elements would not fit in the L1 and L2 caches.
const longFrom = 4096

func (t transform[T]) longRows(m *matrix[T], dst []T, ds int, src []T, ss, count int) {
	across, within := func(count, elements int, f func(lo, hi int)) { f(0, count) }, share
	if count >= par.Workers() {
		across, within = share, across
	}
	some := lanes[T]()
	up := func(n int) int { return (n + some - 1) / some * some }
	across(count, t.n, func(lo, hi int) {
		between := make([]T, 2*up(m.first.n)*up(m.second.n))
		for i := lo; i < hi; i++ {
			interrupt.Check()
			t.long(m, dst[i*ds:][:2*t.n], src[i*ss:][:2*t.n], between, within)
		}
	})
}

// long transforms one row as a matrix. Between the steps, data are in whole blocks.
func (t transform[T]) long(m *matrix[T], dst, src, between []T, share func(count, elements int, f func(lo, hi int))) {
	k, some := kernelsOf[T](), lanes[T]()
	first, second := m.first.n, m.second.n
	apart := 2 * ((second + some - 1) / some) * some
	share((second+some-1)/some, first*some, func(lo, hi int) {
		s := borrow[T](first + 1)
		defer s.giveBack()
		for i := lo; i < hi; i++ {
			interrupt.Check()
			of := block{2 * i * some, 2 * second, min(some, second-i*some)}
			k.columnsIn(of, first, s.a, src)
			y := m.first.run(k, s.a, s.b, t.inverse)
			k.rotate(first, y, m.w[2*i*first*some:])
			k.columnsOut(block{of.at, apart, some}, first, between, y)
		}
	})
	share((first+some-1)/some, second*some, func(lo, hi int) {
		s := borrow[T](second + 1)
		defer s.giveBack()
		for i := lo * some; i < min(first, hi*some); i += some {
			interrupt.Check()
			k.rowsIn(block{i * apart, apart, some}, second, s.a, between)
			k.columnsOut(block{2 * i, 2 * first, min(some, first-i)}, second, dst, t.run(k, m.second, s))
		}
	})
}
