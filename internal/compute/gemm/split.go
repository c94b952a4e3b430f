package gemm

import (
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// split describes how source rows are rearranged for a stride along them. Elements whose indices are equal modulo the
// stride, a phase, become contiguous, so that adjacent positions read adjacent elements.
type split[T Float] struct {
	stride int
	apart  int // elements from one phase to the next
}

// crossing is what the positions of a row read for a cell. The first position reads element first of a run of length
// elements that begins at begin.
type crossing struct{ first, begin, length int }

// crossings returns the crossings of all cells.
func (s *sweep[T]) crossings() []crossing {
	all := make([]crossing, len(s.cells))
	for q, c := range s.cells {
		all[q] = crossing{c[2], 0, s.in[2]}
	}
	return all
}

// splitsRows reports whether the source must be rearranged: there is a stride along rows, which window kernels do not
// support, and more than one element of a row is read.
func (s *sweep[T]) splitsRows() bool {
	return s.step[2] != 1 && s.s.window != nil && s.grid[2] != 1 && len(s.places(2)) != 1
}

// splitRows rearranges the source and returns the copy, or nil if no copy is needed.
func (s *sweep[T]) splitRows() *scratch[T] {
	if !s.splitsRows() {
		return nil
	}
	r, length := split[T]{s.step[2], (s.in[2] + s.step[2] - 1) / s.step[2]}, s.in[2]
	width, count := r.stride*r.apart, s.images*s.groups*s.planes*s.in[0]*s.in[1]
	room := borrow[T](count * width)
	from, to := s.src, room.data
	par.Range(count, 1+alone/(8*width), func(lo, hi int) {
		interrupt.Check()
		r.rows(hi-lo, length, from[lo*length:], to[lo*width:])
	})
	for i := range s.across {
		c := &s.across[i]
		phase := (c.first%r.stride + r.stride) % r.stride
		*c = crossing{(c.first - phase) / r.stride, phase * r.apart, (length - phase + r.stride - 1) / r.stride}
	}
	s.src, s.in[2], s.step[2] = to, width, 1
	return room
}

// rows rearranges rows of n elements.
func (r split[T]) rows(rows, n int, src, dst []T) {
	width, done := r.stride*r.apart, 0
	if pairs := setOf[T]().splitPairs; pairs != nil && r.stride == 2 && n > 1 {
		pairs(rows, n/2, &src[0], bytes[T](n), &dst[0], &dst[r.apart], bytes[T](width))
		done = n / 2
	}
	for i := range rows {
		for phase := range r.stride {
			for j := done; phase+j*r.stride < n; j++ {
				dst[i*width+phase*r.apart+j] = src[i*n+phase+j*r.stride]
			}
		}
	}
}
