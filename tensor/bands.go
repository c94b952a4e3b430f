package tensor

import (
	"slices"
	"sync/atomic"

	"github.com/msrepl/msrepl/internal/compute/mempool"
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/compute/shape"
)

// bandSize is the number of elements of a view that are copied at a time: few enough for the second-level cache.
const bandSize = 32 << 10

// nearBand is the number of elements that fit in the first-level cache along with other data.
const nearBand = bandSize / 4

// bands copies a view to contiguous memory in the order of its shape, a few rows of its first axis at a time.
type bands struct {
	x    *Tensor
	band *Tensor // contiguous memory for some rows, nil if they are read in place
	row  int     // elements per row
	done int     // number of rows copied, here or by others
	full bool    // whether the band holds copied rows
	wide bool    // x, of a half type and contiguous, is converted to Float32
}

// longRow is the minimum length of gap-free rows that are read in place.
const longRow = 256

// halfBand is the number of elements of a half type that are converted at a time for a reduction.
const halfBand = 4096

// bandsOf returns the bands of x, nil if x is contiguous or small or its rows are longer than a band. Those of a
// half type, which must be contiguous, are Float32.
func bandsOf(x *Tensor) *bands {
	if isHalf(x.dtype) {
		x.allocate()
		return &bands{x: x, band: blank(Float32, newLayout([]int{min(x.lay.size, halfBand)})), wide: true}
	}
	if x.lay.contig || x.lay.size < few {
		return nil
	}
	dims, strides := x.lay.shape[1:], x.lay.strides[1:]
	if row := shape.Size(dims); row >= longRow && shape.Contiguous(dims, strides) {
		return &bands{x: x, row: row}
	}
	return cut(x, x.lay.shape, x.lay.strides, bandSize)
}

// cut is bandsOf for x read with the given strides over a shape, in bands of at most the given number of elements.
func cut(x *Tensor, dims, strides []int, most int) *bands {
	for len(dims) > 1 && dims[0] == 1 {
		dims, strides = dims[1:], strides[1:]
	}
	n := shape.Size(dims)
	if n == 0 || n/dims[0] > most {
		return nil
	}
	b := &bands{x: x.header(viewLayout(dims, strides), x.off), row: n / dims[0]}
	rows := slices.Clone(dims)
	rows[0] = min(dims[0], most/b.row)
	b.band = blank(x.dtype, newLayout(rows))
	return b
}

// size returns the number of elements of a band, or the limit for combining rows that are read in place.
func (b *bands) size() int {
	if b.band == nil {
		return nearBand
	}
	return b.band.lay.size
}

// next returns the next band. The call after it overwrites the memory. The last band may have fewer rows.
func (b *bands) next() *Tensor {
	rows := slices.Clone(b.band.lay.shape)
	rows[0] = min(rows[0], b.x.lay.shape[0]-b.done)
	to := b.band.header(newLayout(rows), 0)
	if step := b.x.lay.strides[0]; step != 0 || !b.full { // otherwise the band already holds these rows
		from := b.x.header(b.x.lay, b.x.off+b.done*step)
		copyElements(to, from, from.lay.strides)
	}
	b.done, b.full = b.done+rows[0], true
	return to
}

// from returns the bands from the i-th on, with their own memory, for another processor. Call release when done.
func (b *bands) from(i int) (c *bands, release func()) {
	if b == nil || i == 0 {
		return b, func() {}
	}
	c = &bands{x: b.x, band: blank(b.x.dtype, b.band.lay), row: b.row, done: i * b.band.lay.shape[0]}
	return c, c.giveBack
}

// giveBack returns the memory of the bands to the pool.
func (b *bands) giveBack() {
	if b == nil || b.band == nil {
		return
	}
	if s := b.band.store; s.class != 0 {
		mempool.Put(s.ptr, s.class)
	}
}

// source reads the elements of x in order, or those of its bands if they are not nil.
type source[E any] struct {
	x    *Tensor
	cut  *bands
	at   int // index in x
	left []E // rest of the band
	room []E // elements that span two bands
}

// most returns the maximum number of elements per read.
func (s *source[E]) most() int {
	if s.cut == nil {
		return s.x.lay.size
	}
	return s.cut.size()
}

// next returns the next n elements, which are valid until the next read.
func (s *source[E]) next(n int) []E {
	switch {
	case s.cut == nil:
		s.at += n
		return all[E](s.x)[s.x.off+s.at-n:][:n]
	case s.cut.wide:
		s.cut.x.widened(whole[float32](s.cut.band), s.cut.x.off+s.at, n)
		s.at += n
		return whole[E](s.cut.band)[:n]
	}
	if len(s.left) == 0 {
		s.load()
	}
	if n <= len(s.left) {
		some := s.left[:n]
		s.left = s.left[n:]
		return some
	}
	if s.room == nil {
		s.room = make([]E, s.cut.size())
	}
	for done := 0; done < n; {
		if len(s.left) == 0 {
			s.load()
		}
		k := copy(s.room[done:n], s.left)
		s.left = s.left[k:]
		done += k
	}
	return s.room[:n]
}

// load reads the next band, or the next row where it is.
func (s *source[E]) load() {
	c := s.cut
	if c.band != nil {
		s.left = flat[E](c.next())
		return
	}
	s.left = all[E](s.x)[s.x.off+c.done*s.x.lay.strides[0]:][:c.row]
	c.done++
}

// reduce returns row of the next n elements. If n exceeds one read, it is halved, as in the sum of a row.
func (s *source[E]) reduce(row func([]E) E, join func(dst, a, b []E), n int) E {
	if n <= s.most() {
		return row(s.next(n))
	}
	half := n / 16 * 8
	parts := []E{s.reduce(row, join, half), s.reduce(row, join, n-half)}
	join(parts[:1], parts[:1], parts[1:])
	return parts[0]
}

// operand is an argument of an elementwise function, or its bands.
type operand struct {
	x   *Tensor
	cut *bands
}

// operandOf returns x as an argument for y, read with strides over its shape in bands of at most most elements; ok
// reports whether that is possible.
func operandOf(x, y *Tensor, strides []int, most int) (o operand, ok bool) {
	o.x = x
	if fits(x, y) {
		return o, true
	}
	o.cut = cut(x, y.lay.shape, strides, most)
	return o, o.cut != nil && x.store != y.store
}

// part returns n elements of o, starting at place at, which must follow those returned before.
func (o operand) part(at, n int) (x *Tensor, off, count int) {
	switch {
	case o.cut != nil:
		return o.cut.next(), 0, n
	case o.x.lay.size == 1:
		return o.x, o.x.off, 1
	}
	return o.x, o.x.off + at, n
}

// banded is broadcastRows for operands that are copied in bands; done reports whether that is possible.
func banded(f pairs, a, b *Tensor, as, bs []int) (ok, done bool) {
	y := f.y
	most := bandSize
	if as[0] == 0 || bs[0] == 0 { // such a band is copied once
		most = nearBand
	}
	p, oka := operandOf(a, y, as, most)
	defer p.cut.giveBack()
	q, okb := operandOf(b, y, bs, most)
	defer q.cut.giveBack()
	if !oka || !okb || !y.lay.contig {
		return false, false
	}
	size := y.lay.size
	for _, c := range []*bands{p.cut, q.cut} {
		if c != nil {
			size = c.size()
		}
	}
	var unable atomic.Bool
	par.Range((y.lay.size+size-1)/size, 1+shared/size, func(lo, hi int) {
		p, q := p, q
		var releaseA, releaseB func()
		p.cut, releaseA = p.cut.from(lo)
		defer releaseA()
		q.cut, releaseB = q.cut.from(lo)
		defer releaseB()
		for at := lo * size; at < min(hi*size, y.lay.size); at += size {
			n := min(size, y.lay.size-at)
			left, l, nl := p.part(at, n)
			right, r, nr := q.part(at, n)
			if !f.run(left, right, span2{y.off + at, l, r, n, nl, nr}) {
				unable.Store(true)
				return
			}
		}
	})
	return !unable.Load(), true
}
