package gemm

import "github.com/msrepl/msrepl/internal/session/interrupt"

// bundle computes panels of positions for some groups and images. It goes over the panels of some images several
// times, once for each such set of images, because the same tables serve the same positions of other images and
// groups.
type bundle[T Float] struct {
	*sweep[T]
	group0, group1                      int
	group, first, images, times, panels int
	bias                                biases[T]
	windows                             []*window[T]
	room, tile                          *scratch[T]
	weights                             []left[T] // of the groups, for a block of source planes
	start                               addend[T] // initial value of the sums
}

// chunk is the number of panels whose tables are kept. They are adjacent in the images, so that a page is used
// several times.
const chunk = 8

// compute computes units, each a chunk of panels, one block of source planes after another.
func (b *bundle[T]) compute(from, to int) {
	planes := b.block()
	b.room, b.tile = borrow[T](planes*len(b.cells)*b.cols()), borrow[T](b.channels*b.cols())
	for range min(chunk, b.panels) {
		b.windows = append(b.windows, newWindow(b))
	}
	for p0 := 0; p0 < b.planes; p0 += planes {
		p1 := min(b.planes, p0+planes)
		b.weights = b.weights[:0]
		for g := b.group0; g < b.group1; g++ {
			b.weights = append(b.weights, b.left(g, p0, p1, to-from))
		}
		for u := from; u < to; {
			next := min(to, (u/b.times+1)*b.times)
			b.alike(u, next, p0, p1)
			u = next
		}
		for _, a := range b.weights {
			a.release()
		}
	}
	b.room.giveBack()
	b.tile.giveBack()
}

// alike computes units that share the same tables, for all groups.
func (b *bundle[T]) alike(from, to, p0, p1 int) {
	for i, a := range b.weights {
		b.group = b.group0 + i
		b.start = b.bias.of(b.group)
		for u := from; u < to; u++ {
			b.chunk(u, i == 0 && u == from, p0, p1, a)
		}
	}
}

// chunk computes a unit for the source planes p0 to p1; look says whether its tables must be made first.
func (b *bundle[T]) chunk(u int, look bool, p0, p1 int, a left[T]) {
	image := b.first + u%b.times*b.images
	src := b.src[(image*b.groups+b.group)*b.planes*size(b.in):]
	first := u / b.times * chunk
	for i, w := range b.windows[:min(chunk, b.panels-first)] {
		interrupt.Check()
		j, n := b.extent(first + i)
		if look {
			w.look(j, n)
		}
		w.pack(src, p0, p1, b.room.data)
		b.multiply(w, image, j, n, p0, p1, a)
	}
}

// extent returns the first column of a panel and how many it has. With byRows, each row of positions is split into
// panels separately.
func (b *bundle[T]) extent(panel int) (j, n int) {
	space := b.images * size(b.grid)
	if b.byRows {
		space = b.images * b.grid[2]
	}
	each := (space + b.cols() - 1) / b.cols()
	j = panel % each * b.cols()
	return panel/each*space + j, min(b.cols(), space-j)
}

// place returns the image and position of the p-th column.
func (b *bundle[T]) place(p int) (image int, at [3]int) {
	row := p / b.grid[2]
	if b.byRows {
		image, row = row%b.images, row/b.images
	} else {
		image, row = row/(b.grid[0]*b.grid[1]), row%(b.grid[0]*b.grid[1])
	}
	return image, [3]int{row / b.grid[1], row % b.grid[1], p % b.grid[2]}
}

// multiply computes n columns from the j-th on, of an image and those that follow it.
func (b *bundle[T]) multiply(w *window[T], image, j, n, p0, p1 int, a left[T]) {
	ahead, at := b.place(j)
	old := b.start
	if p := index(at, b.grid); n <= b.together(at) {
		c := &b.result(image + ahead)[p]
		if p0 > 0 {
			old = addend[T]{c, b.dstPlane, 1}
		}
		b.strips(w, n, p0, p1, a, c, b.dstPlane, old)
		return
	}
	if p0 > 0 {
		old = addend[T]{}
	}
	b.strips(w, n, p0, p1, a, &b.tile.data[0], b.cols(), old)
	for col := 0; col < n; {
		ahead, at := b.place(j + col)
		count := min(n-col, b.together(at))
		b.spread(b.result(image+ahead), col, index(at, b.grid), count, p0)
		col += count
	}
}

// together returns how many columns from a position on are adjacent positions.
func (b *bundle[T]) together(at [3]int) int {
	if b.byRows {
		return b.grid[2] - at[2]
	}
	return size(b.grid) - index(at, b.grid)
}

// result returns the planes of the result of an image.
func (b *bundle[T]) result(image int) []T {
	return b.dst[(image*b.groups+b.group)*b.channels*b.dstPlane:][:b.channels*b.dstPlane]
}

// strips multiplies the weights of the source planes p0 to p1 by the panel.
func (b *bundle[T]) strips(w *window[T], n, p0, p1 int, a left[T], c *T, ldc int, old addend[T]) {
	cells, panel, m := w.q1-w.q0, &b.room.data[0], a.m.sub(0, w.q0)
	if cells == len(b.cells) && a.jump == 0 {
		b.s.strip(b.channels, n, (p1-p0)*cells, m.First, m.Row, m.Col, panel, b.cols(), c, ldc, old, address(panel))
		return
	}
	jump := a.jump + (len(b.cells)-cells)*m.Col
	b.s.raggedStrip(b.channels, n, p1-p0, cells, m.First, m.Row, m.Col, jump, panel, b.cols(), c, ldc, old)
}

// spread copies columns of the tile to n positions from the j-th on of an image, or adds them unless add is 0.
func (b *bundle[T]) spread(dst []T, col, j, n, add int) {
	if b.s.merge != nil {
		b.s.merge(b.channels, &b.tile.data[col], bytes[T](b.cols()), &dst[j], bytes[T](b.dstPlane), full(n), add)
		return
	}
	for c := range b.channels {
		to, sums := dst[c*b.dstPlane:][:b.dstPlane], b.tile.data[c*b.cols()+col:][:n]
		for i, v := range sums {
			if add != 0 {
				v += to[j+i]
			}
			to[j+i] = v
		}
	}
}
