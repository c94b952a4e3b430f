package gemm

import (
	"math"
	"slices"
	"sync"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// channels is a convolution of each channel by itself, as in the layers of MobileNet. The planes of some channels are
// turned, so that a vector holds a position of all of them: then no stride, nor where a row ends, costs anything.
type channels[T Float] struct {
	*Conv
	s     *set[T]
	wide  int // channels that are computed together, in whole lines
	parts int // of the channels, each so wide
}

// A line of 64 bytes is what is turned at a time. So many lines are computed together at most: as many as leave the
// planes in the second cache, nearTurned bytes.
const (
	mostTogether = 4
	nearTurned   = 512 << 10
)

// channelsOf returns nil if a convolution does not keep channels apart, or has not even a line of them.
func channelsOf[T Float](g *Conv) *channels[T] {
	s, line := setOf[T](), 64/bytes[T](1)
	if s.channelSums == nil || g.C != g.Groups || g.O != g.Groups || g.Groups < line {
		return nil
	}
	lines := (g.Groups + line - 1) / line
	together := min(mostTogether, max(1, nearTurned/(64*(size(g.In)+size(g.Out)))))
	together = min(together, (lines+par.Workers()-1)/par.Workers())
	parts := (lines + together - 1) / together
	return &channels[T]{Conv: g, s: s, wide: (lines + parts - 1) / parts * line, parts: parts}
}

// turnIn copies n planes of a stack, from the first on, so that the channels of a position are side by side.
func (c *channels[T]) turnIn(stack []T, first, n, plane int, to []T) {
	if n%(64/bytes[T](1)) != 0 {
		clear(to[:plane*c.wide]) // lanes without a channel are computed, too
	}
	turn(Matrix[T]{&stack[first*plane], 1, plane}, &to[0], c.wide, plane, n)
}

// turnOut is the way back.
func (c *channels[T]) turnOut(from []T, stack []T, first, n, plane int) {
	turn(Matrix[T]{&from[0], 1, c.wide}, &stack[first*plane], plane, n, plane)
}

// pass is positions that meet the same cells: where these are in the source, beside a position's place there, and
// their weights. Positions go by step in the source, and from first on by every in the result.
type pass struct {
	cells                    [][3]int
	weights                  []int
	grid, step, first, every [3]int
}

// stretch is positions of a row that meet their cells in the same way: the entries of a table from list on have, for
// each cell, in bytes, where its weights are, and where the first position meets the source, or a row of zeros.
type stretch struct {
	*pass
	n, list, y int
}

// sliding is what channels are computed by, for any of them and any image. Its memory is used again: what is new at
// each call costs more than a small convolution.
type sliding struct {
	stretches []stretch
	table     [][2]int
	zeros     int // positions of the row of zeros behind the source
	spans     []span
}

var slidings = sync.Pool{New: func() any { return new(sliding) }}

// slide lays out the passes over planes.
func (c *channels[T]) slide(passes []pass, in, out [3]int) *sliding {
	s := slidings.Get().(*sliding)
	s.stretches, s.table, s.zeros = s.stretches[:0], s.table[:0], 0
	for i := range passes {
		p := &passes[i]
		s.zeros = max(s.zeros, (p.grid[2]-1)*p.step[2]+1)
		cuts, rows := p.cuts(in[2]), make([]int, len(p.cells))
		for z := range p.grid[0] {
			for y := range p.grid[1] {
				p.rows(rows, z, y, in)
				to := index([3]int{p.first[0] + z*p.every[0], p.first[1] + y*p.every[1], p.first[2]}, out)
				for k, from := range cuts[:len(cuts)-1] {
					at := (to + from*p.every[2]) * c.wide
					s.stretches = append(s.stretches, stretch{p, cuts[k+1] - from, len(s.table), at})
					s.list(p, rows, from*p.step[2], in, bytes[T](c.wide))
				}
			}
		}
	}
	s.table = append(s.table, [2]int{}) // where a pass without cells finds its list
	return s
}

// rows finds the rows of the source that a row of positions meets by each cell, -1 for those outside.
func (p *pass) rows(rows []int, z, y int, in [3]int) {
	for q, cell := range p.cells {
		z, y := z*p.step[0]+cell[0], y*p.step[1]+cell[1]
		if rows[q] = -1; uint(z) < uint(in[0]) && uint(y) < uint(in[1]) {
			rows[q] = (z*in[1] + y) * in[2]
		}
	}
}

// list adds the list of a stretch to the table, whose first position is at x in rows of the source.
func (s *sliding) list(p *pass, rows []int, x int, in [3]int, wide int) {
	for q, row := range rows {
		at := size(in)
		if x := x + p.cells[q][2]; row >= 0 && uint(x) < uint(in[2]) {
			at = row + x
		}
		s.table = append(s.table, [2]int{p.weights[q] * wide, at * wide})
	}
}

// cuts returns where in a row positions begin to meet other cells than before, and its ends.
func (p *pass) cuts(in int) []int {
	cuts := []int{0, p.grid[2]}
	for _, c := range p.cells {
		from, to := within(c[2], p.step[2], in, p.grid[2])
		cuts = append(cuts, from, to)
	}
	slices.Sort(cuts)
	return slices.Compact(cuts)
}

// forward sets y to the convolution of x with w, plus the bias unless that is nil.
func (c *channels[T]) forward(x, w, bias, y []T) {
	p := pass{grid: c.Out, step: c.Stride, every: [3]int{1, 1, 1}}
	for q := range positions(c.Kernel) {
		p.cells = append(p.cells, axes(func(i int) int { return q[i]*c.Dilation[i] - c.Low[i] }))
		p.weights = append(p.weights, index(q, c.Kernel))
	}
	c.sums([]pass{p}, x, w, bias, y, c.In, c.Out)
}

// input sets dx to the gradient by x: a pass for each set of positions that ConvInput speaks of.
func (c *channels[T]) input(dy, w, dx []T) {
	var passes []pass
	for phase := range positions(c.Stride) {
		p := pass{step: [3]int{1, 1, 1}, first: phase, every: c.Stride}
		p.grid = c.phaseGrid(phase)
		if size(p.grid) == 0 {
			continue
		}
		c.phaseCells(phase, func(n int, at [3]int) {
			p.cells, p.weights = append(p.cells, at), append(p.weights, n)
		})
		passes = append(passes, p)
	}
	c.sums(passes, dy, w, nil, dx, c.Out, c.In)
}

// sums computes the passes for all channels and images.
func (c *channels[T]) sums(passes []pass, src, w, bias, dst []T, in, out [3]int) {
	s, shares := c.slide(passes, in, out), 1
	if workers := par.Workers(); workers > 1 && len(dst)*size(c.Kernel) >= alone {
		shares = min(c.N, (4*workers+c.parts-1)/c.parts)
	}
	par.Do(c.parts*shares, func(t int) {
		first, share := t%c.parts*c.wide, t/c.parts
		n := min(c.wide, c.Groups-first)
		x, y := borrow[T]((size(in)+s.zeros)*c.wide), borrow[T](size(out)*c.wide)
		weights := borrow[T]((size(c.Kernel) + 1) * c.wide)
		c.turnIn(w, first, n, size(c.Kernel), weights.data)
		start := weights.data[size(c.Kernel)*c.wide:][:c.wide]
		c.begin(start, bias, first, n)
		clear(x.data[size(in)*c.wide:][:s.zeros*c.wide])
		for image := c.N * share / shares; image < c.N*(share+1)/shares; image++ {
			interrupt.Check()
			c.turnIn(src, image*c.Groups+first, n, size(in), x.data)
			for _, r := range s.stretches {
				c.s.channelSums((n+c.s.lanes-1)/c.s.lanes, r.n, len(r.cells), &weights.data[0], &x.data[0], &s.table[r.list],
					bytes[T](r.step[2]*c.wide), &y.data[r.y], bytes[T](r.every[2]*c.wide), &start[0])
			}
			c.turnOut(y.data, dst, image*c.Groups+first, n, size(out))
		}
		weights.giveBack()
		x.giveBack()
		y.giveBack()
	})
	slidings.Put(s)
}

// begin sets start to the bias of n channels, or to what changes no sum when it is added.
func (c *channels[T]) begin(start, bias []T, first, n int) {
	if bias != nil {
		copy(start, bias[first:][:n])
		return
	}
	for i := range start {
		start[i] = T(math.Copysign(0, -1))
	}
}

// filter sets dw to the gradient by w, in the order of thinFilter.
func (c *channels[T]) filter(x, dy, dw []T) {
	cells, line, s := size(c.Kernel), 64/bytes[T](1), slidings.Get().(*sliding)
	s.spans = c.spans(s.spans[:0])
	par.Do(c.parts, func(t int) {
		first := t * c.wide
		n := min(c.wide, c.Groups-first)
		from, grad, sums := borrow[T](size(c.In)*c.wide), borrow[T](size(c.Out)*c.wide), borrow[T](cells*c.wide)
		clear(sums.data[:cells*c.wide])
		dots := c.s.channelDots[(n+line-1)/line-1]
		for image := range c.N {
			interrupt.Check()
			c.turnIn(x, image*c.Groups+first, n, size(c.In), from.data)
			c.turnIn(dy, image*c.Groups+first, n, size(c.Out), grad.data)
			for _, r := range s.spans {
				dots(r.n, &from.data[r.x*c.wide], bytes[T](c.Stride[2]*c.wide), &grad.data[r.y*c.wide], bytes[T](c.wide),
					&sums.data[r.cell*c.wide])
			}
		}
		c.turnOut(sums.data, dw, first, n, cells)
		from.giveBack()
		grad.giveBack()
		sums.giveBack()
	})
	slidings.Put(s)
}
