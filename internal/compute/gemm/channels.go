package gemm

import (
	"math"
	"sync"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// channels is a depthwise convolution, as in the layers of MobileNet. The planes of some channels are transposed so
// that a vector holds one position of all of them. Strides and the ends of rows then cost nothing.
type channels[T Float] struct {
	*Conv
	s     *set[T]
	wide  int // channels that are computed together, a multiple of a cache line
	parts int // number of such sets of channels
}

// Channels are transposed a cache line of 64 bytes at a time. At most maxTogether lines are computed together, because
// positions that are further apart share sets of the L1 cache, and no more than keep the planes, nearTurned bytes, in
// the L2 cache.
const (
	maxTogether = 2
	nearTurned  = 512 << 10
)

// channelsOf returns nil if a convolution is not depthwise, or has fewer than fewest channels.
func channelsOf[T Float](g *Conv, fewest int) *channels[T] {
	s, line := setOf[T](), 64/bytes[T](1)
	if s.channelSums == nil || g.C != g.Groups || g.O != g.Groups || g.Groups < fewest {
		return nil
	}
	lines := (g.Groups + line - 1) / line
	together := min(maxTogether, max(1, nearTurned/(64*(size(g.In)+size(g.Out)))))
	together = min(together, (lines+par.Workers()-1)/par.Workers())
	parts := (lines + together - 1) / together
	return &channels[T]{Conv: g, s: s, wide: (lines + parts - 1) / parts * line, parts: parts}
}

// turnIn copies n planes of a stack, from the plane first on, so that the channels of a position are adjacent.
func (c *channels[T]) turnIn(stack []T, first, n, plane int, to []T) {
	if n%(64/bytes[T](1)) != 0 {
		clear(to[:plane*c.wide]) // lanes without a channel are computed as well
	}
	turn(Matrix[T]{&stack[first*plane], 1, plane}, &to[0], c.wide, plane, n)
}

// turnOut is the inverse of turnIn.
func (c *channels[T]) turnOut(from []T, stack []T, first, n, plane int) {
	turn(Matrix[T]{&from[0], 1, c.wide}, &stack[first*plane], plane, n, plane)
}

// pass is a set of positions that use the same cells, with the offsets of the cells in the source and their weights.
// Positions are step apart in the source; in the result they begin at first and are every apart.
type pass struct {
	cells                    [][3]int
	weights                  []int
	grid, step, first, every [3]int
}

// stretch is a row of positions. The table entries from list on have, for each cell, the byte offsets of its weights
// and of what the first position reads: in the source, or in a row of zeros.
type stretch struct {
	*pass
	list, y int
}

// sliding is the plan of a computation, the same for all channels and images. Its memory is reused: allocating it at
// each call would cost more than a small convolution.
type sliding struct {
	stretches []stretch
	table     [][2]int
	in        [3]int // shape of the source, whose rows have margins of zeros
	left      int    // positions of a margin before a row
	zeros     int    // positions of the row of zeros behind the source
	spans     []span
}

var slidings = sync.Pool{New: func() any { return new(sliding) }}

// slide plans the passes over planes.
func (c *channels[T]) slide(passes []pass, in, out [3]int) *sliding {
	s := slidings.Get().(*sliding)
	s.stretches, s.table = s.stretches[:0], s.table[:0]
	s.addMargins(passes, in)
	for i := range passes {
		p := &passes[i]
		for z := range p.grid[0] {
			for y := range p.grid[1] {
				to := index([3]int{p.first[0] + z*p.every[0], p.first[1] + y*p.every[1], p.first[2]}, out)
				s.stretches = append(s.stretches, stretch{p, len(s.table), to * c.wide})
				s.list(p, z, y, bytes[T](c.wide))
			}
		}
	}
	s.table = append(s.table, [2]int{}) // the list of a pass without cells
	return s
}

// addMargins makes room for what positions read before and after a row.
func (s *sliding) addMargins(passes []pass, in [3]int) {
	right := 0
	s.left, s.zeros = 0, 0
	for _, p := range passes {
		reach := (p.grid[2] - 1) * p.step[2]
		s.zeros = max(s.zeros, reach+1)
		for _, c := range p.cells {
			s.left, right = max(s.left, -c[2]), max(right, reach+c[2]+1-in[2])
		}
	}
	s.in = [3]int{in[0], in[1], s.left + in[2] + right}
}

// clearMargins sets what turnRows does not write to zero: the margins, the row of zeros, and lanes without a channel.
func (c *channels[T]) clearMargins(s *sliding, n int, in [3]int, to []T) {
	if n%(64/bytes[T](1)) != 0 {
		clear(to)
		return
	}
	between := (s.in[2] - in[2]) * c.wide // the margins after a row and before the next
	clear(to[:s.left*c.wide])
	for end := (s.left + in[2]) * c.wide; end < size(s.in)*c.wide; end += s.in[2] * c.wide {
		clear(to[end:min(end+between, len(to))])
	}
	clear(to[size(s.in)*c.wide:])
}

// list adds the entries of a row of positions to the table.
func (s *sliding) list(p *pass, z, y, wide int) {
	for q, cell := range p.cells {
		at := size(s.in)
		if z, y := z*p.step[0]+cell[0], y*p.step[1]+cell[1]; uint(z) < uint(s.in[0]) && uint(y) < uint(s.in[1]) {
			at = index([3]int{z, y, s.left + cell[2]}, s.in)
		}
		s.table = append(s.table, [2]int{p.weights[q] * wide, at * wide})
	}
}

// turnRows is turnIn with margins around the rows of planes of shape in, which it leaves as they are. It may write to
// room, which has space for the planes.
func (c *channels[T]) turnRows(s *sliding, stack []T, first, n int, in [3]int, to, room []T) {
	long, rows := in[2]*c.wide, in[0]*in[1]
	switch {
	case s.in == in:
		c.turnIn(stack, first, n, size(in), to)
	case in[2] < line[T](): // copying takes less time than turning one by one
		c.turnIn(stack, first, n, size(in), room)
		for i := range rows {
			copy(to[(i*s.in[2]+s.left)*c.wide:][:long], room[i*long:])
		}
	default:
		for i := range rows {
			from := Matrix[T]{&stack[first*size(in)+i*in[2]], 1, size(in)}
			turn(from, &to[(i*s.in[2]+s.left)*c.wide], c.wide, in[2], n)
		}
	}
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

// input sets dx to the gradient with respect to x: one pass for each set of positions described at ConvInput.
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
		x, y := borrow[T]((size(s.in)+s.zeros)*c.wide), borrow[T](max(size(in), size(out))*c.wide)
		weights := borrow[T]((size(c.Kernel) + 1) * c.wide)
		c.turnIn(w, first, n, size(c.Kernel), weights.data)
		start := weights.data[size(c.Kernel)*c.wide:][:c.wide]
		c.begin(start, bias, first, n)
		c.clearMargins(s, n, in, x.data[:(size(s.in)+s.zeros)*c.wide])
		for image := c.N * share / shares; image < c.N*(share+1)/shares; image++ {
			interrupt.Check()
			c.turnRows(s, src, image*c.Groups+first, n, in, x.data, y.data)
			for _, r := range s.stretches {
				c.s.channelSums((n+c.s.lanes-1)/c.s.lanes, r.grid[2], len(r.cells), &weights.data[0], &x.data[0], &s.table[r.list],
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

// begin sets start to the bias of n channels, or to a value that leaves every sum as it is.
func (c *channels[T]) begin(start, bias []T, first, n int) {
	if bias != nil {
		copy(start, bias[first:][:n])
		return
	}
	for i := range start {
		start[i] = T(math.Copysign(0, -1))
	}
}

// filter sets dw to the gradient with respect to w, in the order of thinFilter.
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
