package gemm

import (
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// scatter computes the gradient with respect to the images from dy, the gradient with respect to the result. The
// contribution of the positions of dy to the images through a cell is a product of matrices, which is added where the
// cell is. Unlike a sweep, it multiplies no zeros beyond the borders of dy.
type scatter[T Float] struct {
	*Conv
	s      *set[T]
	w      []T // weights by group, cell, channel of dy and channel of the images
	dy, dx []T
}

// scatters reports whether scatter is likely to be faster than a sweep. It compares the numbers of multiplications,
// plus the cost of adding each tile.
func (g *Conv) scatters() bool {
	if size(g.Stride) > 1 {
		return false
	}
	swept := 1.0
	for i := range 3 {
		met := 0
		for q := range g.Kernel[i] {
			from, to := within(q*g.Dilation[i]-g.Low[i], 1, g.In[i], g.Out[i])
			met += to - from
		}
		if i == 2 { // panels omit cells outside only for whole rows
			met = g.In[i] * g.Kernel[i]
		}
		swept *= float64(met)
	}
	return float64(size(g.Out)*size(g.Kernel))*(1+scatterCost/float64(g.O/g.Groups)) < swept
}

// scatterCost is the cost of adding an element of a tile to the images, in products.
const scatterCost = 30

// nearPanels is the size, in bytes, of the panels that use a tile of weights one after another.
const nearPanels = 128 << 10

// run computes the gradient. Results do not depend on how images are assigned to panels.
func (c *scatter[T]) run(w []T) {
	planes, channels, cells := c.O/c.Groups, c.C/c.Groups, size(c.Kernel)
	room := borrow[T](len(w))
	c.w = room.data
	par.Do(c.O, func(o int) {
		to := &c.w[o/planes*planes*channels*cells+o%planes*channels]
		turn(Matrix[T]{&w[o*channels*cells], 1, cells}, to, planes*channels, cells, channels)
	})
	images, splits := 1, 1
	if workers := par.Workers(); workers > 1 && c.N*size(c.Out)*len(w) >= alone {
		images = min(c.N, 4*workers)
		splits = min((channels+c.s.rows-1)/c.s.rows, (4*workers+images*c.Groups-1)/(images*c.Groups))
	}
	par.Do(images*c.Groups*splits, func(t int) {
		some, group, image := t%splits, t/splits%c.Groups, t/splits/c.Groups
		first := c.N * image / images
		s := &sweep[T]{
			s: c.s, images: c.N*(image+1)/images - first, groups: c.Groups, planes: planes, channels: channels,
			in: c.Out, grid: c.Out, step: [3]int{1, 1, 1}, cells: make([][3]int, 1), src: c.dy,
		}
		s.flatten()
		s.across = s.crossings()
		p := spray[T]{scatter: c, bundle: bundle[T]{sweep: s, group: group, first: first, images: s.images}, c0: channels * some / splits, c1: channels * (some + 1) / splits}
		p.compute()
	})
	room.giveBack()
}

// spray computes some images, from first on, for the channels c0 to c1 of a group.
type spray[T Float] struct {
	*scatter[T]
	bundle bundle[T]
	c0, c1 int
	panels []sprayed
	tile   []T
}

// sprayed is a panel: its width, the rows of positions in it, and where they are added for a cell.
type sprayed struct {
	cols int
	runs []run
	to   []landing
}

// landing is where columns of a tile are added: their number, and the place in the first channel of the first image.
type landing struct{ col, n, at int }

func (p *spray[T]) compute() {
	b := &p.bundle
	for n := range b.images {
		for c := p.c0; c < p.c1; c++ {
			clear(plane(p.dx, (b.first+n)*p.C+b.group*b.channels+c, p.In))
		}
	}
	blocks := (b.planes + kc[T]() - 1) / kc[T]()
	deep := (b.planes + blocks - 1) / blocks
	near := max(1, nearPanels/bytes[T](deep*b.cols()))
	room, tile := borrow[T](near*deep*b.cols()), borrow[T](p.s.rows*b.cols())
	p.tile, p.panels = tile.data, make([]sprayed, near)
	w := newWindow(b)
	for p0 := 0; p0 < b.planes; p0 += deep {
		p1 := min(b.planes, p0+deep)
		for j := 0; j < b.images*size(p.Out); j += near * b.cols() {
			n := p.pack(w, room.data, j, near, p0, p1)
			p.multiply(room.data, n, p0, p1)
		}
	}
	room.giveBack()
	tile.giveBack()
}

// pack copies up to near panels from the position j on, and returns their number.
func (p *spray[T]) pack(w *window[T], room []T, j, near, p0, p1 int) int {
	b := &p.bundle
	src := b.src[(b.first*b.groups+b.group)*b.planes*size(b.in):]
	for i := range near {
		cols := min(b.cols(), b.images*size(p.Out)-j)
		if cols <= 0 {
			return i
		}
		w.look(j, cols)
		w.pack(src, p0, p1, room[i*(p1-p0)*b.cols():])
		at := &p.panels[i]
		at.cols, at.runs = cols, at.runs[:0]
		for col := 0; col < cols; {
			row := (j + col) / p.Out[2]
			r := run{col: col, image: row / (p.Out[0] * p.Out[1]), at: [3]int{row / p.Out[1] % p.Out[0], row % p.Out[1], (j + col) % p.Out[2]}}
			r.n = min(cols-col, p.Out[2]-r.at[2])
			at.runs = append(at.runs, r)
			col += r.n
		}
		j += cols
	}
	return near
}

// multiply adds the contribution of n panels to the images, for all cells.
func (p *spray[T]) multiply(room []T, n, p0, p1 int) {
	b, q := &p.bundle, 0
	for cell := range positions(p.Kernel) {
		interrupt.Check()
		for i := range n {
			p.land(&p.panels[i], cell)
		}
		weights := p.w[((b.group*size(p.Kernel)+q)*b.planes+p0)*b.channels:]
		for c := p.c0; c < p.c1; {
			rows := p.s.height(p.c1 - c)
			for i := range n {
				panel := &p.panels[i]
				if len(panel.to) == 0 {
					continue
				}
				p.s.strip(rows, b.cols(), p1-p0, &weights[c], 1, b.channels, &room[i*(p1-p0)*b.cols()], b.cols(), &p.tile[0], b.cols(), addend[T]{}, 0)
				for _, to := range panel.to {
					p.s.merge(rows, &p.tile[to.col], bytes[T](b.cols()), &p.dx[to.at+c*size(p.In)], bytes[T](size(p.In)), full(to.n), 1)
				}
			}
			c += rows
		}
		q++
	}
}

// land finds where the rows of a panel are added for a cell.
func (p *spray[T]) land(panel *sprayed, cell [3]int) {
	b := &p.bundle
	panel.to = panel.to[:0]
	off := axes(func(i int) int { return cell[i]*p.Dilation[i] - p.Low[i] })
	for _, r := range panel.runs {
		z, y, x := r.at[0]+off[0], r.at[1]+off[1], r.at[2]+off[2]
		from, to := max(0, -x), min(r.n, p.In[2]-x)
		if z < 0 || z >= p.In[0] || y < 0 || y >= p.In[1] || from >= to {
			continue
		}
		first := ((b.first+r.image)*p.C + b.group*b.channels) * size(p.In)
		panel.to = append(panel.to, landing{r.col + from, to - from, first + index([3]int{z, y, x + from}, p.In)})
	}
}
