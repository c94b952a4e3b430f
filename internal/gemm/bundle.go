package gemm

import "github.com/msrepl/msrepl/internal/halt"

// bundle computes panels of positions of a group: those of a number of images, several times, as the same places of other images
// are copied by the same tables.
type bundle[T Float] struct {
	*sweep[T]
	group, first, images, times, panels int
	windows                             []*window[T]
	room, tile                          *scratch[T]
	start                               addend[T] // what the first block of source planes is added to
}

// chunk is the number of panels whose tables are kept. They lie side by side in the images, so that a page is used several times.
const chunk = 8

// compute computes units, each a chunk of panels, once, for one block of source planes after the other.
func (b *bundle[T]) compute(from, to int) {
	planes := b.block()
	b.room, b.tile = borrow[T](planes*len(b.cells)*b.cols()), borrow[T](b.channels*b.cols())
	for range min(chunk, b.panels) {
		b.windows = append(b.windows, newWindow(b.sweep))
	}
	for p0 := 0; p0 < b.planes; p0 += planes {
		p1 := min(b.planes, p0+planes)
		a := b.left(b.group, p0, p1, to-from)
		for u := from; u < to; u++ {
			b.chunk(u, u == from || u%b.times == 0, p0, p1, a.m)
		}
		a.release()
	}
	b.room.giveBack()
	b.tile.giveBack()
}

// chunk computes a unit for the source planes p0 to p1; look says whether its tables are not there yet.
func (b *bundle[T]) chunk(u int, look bool, p0, p1 int, a Matrix[T]) {
	image := b.first + u%b.times*b.images
	src := b.src[(image*b.groups+b.group)*b.planes*size(b.in):]
	first := u / b.times * chunk
	for i, w := range b.windows[:min(chunk, b.panels-first)] {
		halt.Check()
		j := (first + i) * b.cols()
		n := min(b.cols(), b.images*size(b.grid)-j)
		if look {
			w.look(j, n)
		}
		w.pack(src, p0, p1, b.room.data)
		b.multiply(image, j, n, p0, p1, a)
	}
}

// multiply computes n positions from the j-th on of an image and those after it.
func (b *bundle[T]) multiply(image, j, n, p0, p1 int, a Matrix[T]) {
	image, j = image+j/size(b.grid), j%size(b.grid)
	if b.to == nil && j+n <= size(b.grid) {
		c := &b.result(image)[j]
		old := b.start
		if p0 > 0 {
			old = addend[T]{c, b.dstPlane, 1}
		}
		b.strips(n, p0, p1, a, c, b.dstPlane, old)
		return
	}
	old := b.start
	if p0 > 0 {
		old = addend[T]{}
	}
	b.strips(n, p0, p1, a, &b.tile.data[0], b.cols(), old)
	for col := 0; col < n; {
		count := min(n-col, size(b.grid)-j)
		b.spread(b.result(image), col, j, count, p0 > 0)
		col, j, image = col+count, 0, image+1
	}
}

// result returns the planes of the result of an image.
func (b *bundle[T]) result(image int) []T {
	return b.dst[(image*b.groups+b.group)*b.channels*b.dstPlane:][:b.channels*b.dstPlane]
}

// strips multiplies the weights of the source planes p0 to p1 and the panel.
func (b *bundle[T]) strips(n, p0, p1 int, a Matrix[T], c *T, ldc int, old addend[T]) {
	cells, panel := len(b.cells), &b.room.data[0]
	if b.ragged() {
		b.s.raggedStrip(b.channels, n, p1-p0, cells, a.First, a.Row, a.Col, b.w.plane-cells*b.w.cell, panel, b.cols(), c, ldc, old)
		return
	}
	b.s.strip(b.channels, n, (p1-p0)*cells, a.First, a.Row, a.Col, panel, b.cols(), c, ldc, old, address(panel))
}

// spread copies columns of the tile to n positions from the j-th on of an image, or adds them.
func (b *bundle[T]) spread(dst []T, col, j, n int, add bool) {
	for c := range b.channels {
		to, sums := dst[c*b.dstPlane:][:b.dstPlane], b.tile.data[c*b.cols()+col:][:n]
		if b.to == nil && !add {
			copy(to[j:], sums)
			continue
		}
		for i, v := range sums {
			at := j + i
			if b.to != nil {
				at = b.to[at]
			}
			if add {
				v += to[at]
			}
			to[at] = v
		}
	}
}
