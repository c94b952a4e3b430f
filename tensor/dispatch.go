package tensor

import (
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// This file runs the loop of a kernel table that a function in zz_dispatch.go selects for a dtype, once per op. A
// run function reports whether the kernel has a loop for the dtype. Half types are computed in float32 and Bool as
// UInt8.

func loop1[E any](f func(dst, x []E), y, x *Tensor) bool {
	if f == nil {
		return false
	}
	y.allocate()
	x.allocate()
	dst, src := near[E](y), near[E](x)
	if len(dst) < 2*shared {
		f(dst, src)
		return true
	}
	par.Range(len(dst), shared, func(lo, hi int) { f(dst[lo:hi], src[lo:hi]) })
	return true
}

// shared is the minimum number of elements in a piece of an elementwise loop that is worth giving to another
// processor.
const shared = 16 << 10

// span2 describes the rows of a binary kernel: offsets into whole storages, and lengths, which are one for an
// operand that repeats.
type span2 struct{ y, a, b, ny, na, nb int }

func loop2[D, E any](f func(dst []D, a, b []E), y, a, b *Tensor, s span2) bool {
	if f == nil {
		return false
	}
	y.allocate()
	a.allocate()
	b.allocate()
	dst, left, right := whole[D](y)[s.y:s.y+s.ny], whole[E](a)[s.a:s.a+s.na], whole[E](b)[s.b:s.b+s.nb]
	if s.ny < 2*shared {
		f(dst, left, right)
		return true
	}
	par.Range(s.ny, shared, func(lo, hi int) { f(dst[lo:hi], piece(left, s.ny, lo, hi), piece(right, s.ny, lo, hi)) })
	return true
}

// piece returns elements lo to hi of a row of n elements, or the single element that repeats.
func piece[E any](row []E, n, lo, hi int) []E {
	if len(row) != n {
		return row
	}
	return row[lo:hi]
}

func orderLoop[E any](f func(dst []int32, x []E, descending bool), y []int32, x *Tensor, n int, descending bool) bool {
	src := flat[E](x)
	if len(src) == 0 {
		return true
	}
	most := len(y) / (len(src) / n)
	for i := range len(src) / n {
		interrupt.Check()
		f(y[i*most:(i+1)*most], src[i*n:(i+1)*n], descending)
	}
	return true
}

// manyRows is rowLoop for a function of many rows.
func manyRows(f func(dst, x []float32, n int), dst, x []float32, n int) {
	par.Range(len(x)/n, 1+sharedRows/n, func(lo, hi int) {
		interrupt.Check()
		f(dst[lo*n:hi*n], x[lo*n:hi*n], n)
	})
}

func rowLoop[E any](f func(dst, x []E), y, x *Tensor, n int) bool {
	if f == nil {
		return false
	}
	if n == 0 {
		return true
	}
	dst, src := flat[E](y), flat[E](x)
	par.Range(len(src)/n, 1+sharedRows/n, func(lo, hi int) {
		for i := lo * n; i < hi*n; i += n {
			interrupt.Check()
			f(dst[i:i+n], src[i:i+n])
		}
	})
	return true
}

// sharedRows is the minimum number of elements in rows that are worth giving to another processor.
const sharedRows = 8 << 10

func argLoop[E any](f func(x []E) int, y []int64, x *Tensor, n int) bool {
	if f == nil {
		return false
	}
	src := flat[E](x)
	par.Range(len(y), 1+shared/max(n, 1), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			y[i] = int64(f(src[i*n : (i+1)*n]))
		}
	})
	return true
}

// reduceLoop reduces the rows of w into y. If cut is not nil, rows of x are copied in bands. If join is nil, each
// row replaces one element of y, in order.
func reduceLoop[E any](row func([]E) E, join func(dst, a, b []E), y, x *Tensor, cut *bands, w *shape.Walk) bool {
	if row == nil {
		return false
	}
	if n := w.Inner; cut == nil && w.Step[0] == 0 && y.lay.size*n == x.lay.size {
		dst, rows := flat[E](y), flat[E](x)
		some := dst
		if join != nil {
			some = make([]E, min(len(dst), rowsAtOnce))
		}
		for len(dst) > 0 {
			some = some[:min(len(some), len(dst))]
			for i := range some {
				some[i] = row(rows[i*n : (i+1)*n])
			}
			if join != nil {
				join(dst[:len(some)], dst[:len(some)], some)
			}
			dst, rows = dst[len(some):], rows[len(some)*n:]
		}
		return true
	}
	dst, src := flat[E](y), source[E]{x: x, cut: cut}
	part := make([]E, 1)
	for w.Next() {
		d := w.Off[0]
		if w.Step[0] == 0 {
			part[0] = src.reduce(row, join, w.Inner)
			join(dst[d:d+1], dst[d:d+1], part)
			continue
		}
		for end := d + w.Inner; d < end; {
			some := src.next(min(end-d, src.most()))
			acc := dst[d : d+len(some)]
			join(acc, acc, some)
			d += len(some)
		}
	}
	return true
}
