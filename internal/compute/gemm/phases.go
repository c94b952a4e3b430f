package gemm

import (
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// phases computes the gradient with respect to the images by sweeps. Positions of dx that are equal modulo the stride,
// a phase, use the same cells, so each phase is a convolution of dy with stride 1. With strides, phases are computed
// in scratch memory, for some images at a time, and their elements are then arranged in dx.
type phases[T Float] struct {
	*Conv
	all []phase[T] // in the order of positions(Stride)
}

// phase is the computation of a phase; without cells, its positions are 0.
type phase[T Float] struct {
	sweep sweep[T]
	which []int // the cells in use, by their index in a kernel
	sums  []T   // results of some images; empty without cells
}

// nearPhases is the size, in bytes, of the phases of several images that stay in the caches until they are arranged.
const nearPhases = 4 << 20

func newPhases[T Float](g *Conv, w []T) *phases[T] {
	p := &phases[T]{Conv: g}
	for at := range positions(g.Stride) {
		p.all = append(p.all, newPhase(g, at, w))
	}
	return p
}

// newPhase prepares the phase that begins at a position.
func newPhase[T Float](g *Conv, first [3]int, w []T) (p phase[T]) {
	s := sweep[T]{
		s: setOf[T](), groups: g.Groups, planes: g.O / g.Groups, channels: g.C / g.Groups,
		in: g.Out, grid: g.phaseGrid(first), step: [3]int{1, 1, 1},
	}
	s.dstPlane = size(s.grid)
	cells := size(g.Kernel)
	g.phaseCells(first, func(n int, at [3]int) {
		s.cells, p.which = append(s.cells, at), append(p.which, n)
	})
	s.w = weights[T]{data: w, group: s.planes * s.channels * cells, channel: cells, plane: s.channels * cells, cell: 1}
	p.sweep = s
	return p
}

// run computes dx from dy.
func (p *phases[T]) run(dy, dx []T) {
	from, to := p.O*size(p.Out), p.C*size(p.In) // elements of an image
	if len(p.all) == 1 {
		p.all[0].run(p.N, dy, dx)
		return
	}
	defer p.choose()()
	some := min(p.N, max(1, nearPhases/bytes[T](max(1, to))))
	room := borrow[T](some * to)
	for n := 0; n < p.N; n += some {
		some = min(some, p.N-n)
		p.compute(some, dy[n*from:], room.data)
		p.arrange(some, dx[n*to:])
	}
	room.giveBack()
}

// choose copies the weights, in the order of the phases. It returns a function that gives the copies back.
func (p *phases[T]) choose() (giveBack func()) {
	lists := make([][]int, len(p.all))
	for i, ph := range p.all {
		lists[i] = ph.which
	}
	channels := p.C / p.Groups
	copies := p.all[0].sweep.w.choose(lists, p.O, channels)
	for i, c := range copies {
		n := len(lists[i])
		p.all[i].sweep.w = weights[T]{c.data, p.O / p.Groups * channels * n, 1, channels * n, channels}
	}
	return func() {
		for _, c := range copies {
			c.giveBack()
		}
	}
}

// compute computes all phases of some images in room.
func (p *phases[T]) compute(images int, dy, room []T) {
	for i := range p.all {
		ph := &p.all[i]
		if ph.sums = nil; len(ph.sweep.cells) > 0 {
			ph.sums = room[:images*p.C*ph.sweep.dstPlane]
			room = room[len(ph.sums):]
			ph.run(images, dy, ph.sums)
		}
	}
}

// run computes the phase of some images.
func (p *phase[T]) run(images int, dy, sums []T) {
	if len(sums) == 0 {
		return
	}
	s := p.sweep // a run changes it
	s.images, s.src, s.dst = images, dy, sums
	s.run()
}

// arrange moves the elements of the phases of some images to their positions.
func (p *phases[T]) arrange(images int, dx []T) {
	zeros := borrow[T](p.In[2])
	clear(zeros.data[:p.In[2]])
	par.Range(images*p.C*p.In[0], 1+alone/(8*max(1, p.In[1]*p.In[2])), func(lo, hi int) {
		interrupt.Check()
		for i := lo; i < hi; i++ {
			plane, z := i/p.In[0], i%p.In[0]
			for y := range min(p.Stride[1], p.In[1]) {
				first := (z%p.Stride[0]*p.Stride[1] + y) * p.Stride[2]
				p.join(p.all[first:][:p.Stride[2]], plane, z/p.Stride[0], y, dx[i*p.In[1]*p.In[2]:], zeros.data)
			}
		}
	})
	zeros.giveBack()
}

// join sets the rows of dst from y on whose elements alternate between some phases: between their rows of a plane, at
// a place along the first axis.
func (p *phases[T]) join(some []phase[T], plane, z, y int, dst, zeros []T) {
	rows, n, ldd, done := (p.In[1]-1-y)/p.Stride[1]+1, p.In[2], p.Stride[1]*p.In[2], 0
	dst = dst[y*n:]
	if pairs := setOf[T]().joinPairs; pairs != nil && len(some) == 2 && n > 1 {
		even, lde := some[0].rows(plane, z, zeros)
		odd, ldo := some[1].rows(plane, z, zeros)
		pairs(rows, n/2, &even[0], bytes[T](lde), &odd[0], bytes[T](ldo), &dst[0], bytes[T](ldd))
		done = n / 2
	}
	for i := range some {
		from, ld := some[i].rows(plane, z, zeros)
		for r := range rows {
			for j := done; i+j*len(some) < n; j++ {
				dst[r*ldd+i+j*len(some)] = from[r*ld+j]
			}
		}
	}
}

// rows returns the rows of a plane at a place along the first axis, and the elements from one to the next. Without
// cells every row is zeros.
func (p *phase[T]) rows(plane, z int, zeros []T) (first []T, ld int) {
	if len(p.sums) == 0 {
		return zeros, 0
	}
	grid := p.sweep.grid
	return p.sums[(plane*grid[0]+z)*grid[1]*grid[2]:], grid[2]
}
