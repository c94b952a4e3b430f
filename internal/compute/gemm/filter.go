package gemm

import "github.com/msrepl/msrepl/internal/compute/par"

// filter computes the gradient with respect to the kernels of a convolution: for a vector of result channels at a
// time, it sums each channel and cell over the positions of all images. Channels, or the cells along the last axis,
// are the rows of A, read from x in place; B is the transpose of dy.
type filter[T Float] struct {
	*Conv
	s     *set[T]
	x, dy []T
	width int               // of a vector of result channels
	tiles []raggedKernel[T] // of that width
	parts int               // into which images are divided; each is summed separately
}

// newFilter chooses half a tile's width where that holds all channels.
func newFilter[T Float](g *Conv, x, dy []T) *filter[T] {
	f := &filter[T]{Conv: g, s: setOf[T](), x: x, dy: dy, parts: 1}
	f.width, f.tiles = f.s.cols, f.s.ragged
	if f.s.raggedNarrow != nil && g.O/g.Groups <= f.width/2 {
		f.width, f.tiles = f.width/2, f.s.raggedNarrow
	}
	return f
}

// filterParts is the maximum number of partial sums over images, used where there is little else to share among
// processors. It must not depend on the number of processors, because results must not.
const filterParts = 8

// ConvFilter sets dw to the gradient with respect to the kernels, where dy is the gradient of a convolution of x.
func ConvFilter[T Float](g *Conv, x, dy, dw []T) {
	if c := channelsOf[T](g, thin); c != nil {
		c.filter(x, dy, dw)
		return
	}
	if g.O/g.Groups < thin {
		thinFilter(g, x, dy, dw)
		return
	}
	f := newFilter(g, x, dy)
	panels := (g.O/g.Groups + f.width - 1) / f.width
	if bands := g.Groups * panels; bands < filterParts {
		f.parts = max(1, min(g.N, filterParts/bands))
	}
	k := f.depth()
	sums := make([]*scratch[T], g.Groups*panels*f.parts)
	par.Do(len(sums), func(t int) {
		sums[t] = f.band(t/f.parts/panels, t/f.parts%panels, t%f.parts)
	})
	par.Do(g.Groups*panels, func(t int) {
		total := sums[t*f.parts].data[:k*f.width]
		for _, more := range sums[t*f.parts+1:][:f.parts-1] {
			for i, v := range more.data[:len(total)] {
				total[i] += v
			}
		}
		from := t % panels * f.width
		o := t/panels*(g.O/g.Groups) + from
		turn(Matrix[T]{&total[0], 1, f.width}, &dw[o*k], k, min(f.width, g.O/g.Groups-from), k)
	})
	for _, s := range sums {
		s.giveBack()
	}
}

// depth returns how many elements a kernel has.
func (f *filter[T]) depth() int { return f.C / f.Groups * size(f.Kernel) }

// band returns the sums for a vector of result channels over a part of the images, one row per element of a kernel.
func (f *filter[T]) band(group, panel, part int) *scratch[T] {
	width := f.width
	sums := borrow[T](f.depth() * width)
	clear(sums.data[:f.depth()*width])
	from := panel * width
	o, cols := group*(f.O/f.Groups)+from, min(width, f.O/f.Groups-from)
	rows, long := f.box()
	room := borrow[T](rows * long * width)
	for n := f.N * part / f.parts; n < f.N*(part+1)/f.parts; n++ {
		x := f.x[(n*f.C+group*(f.C/f.Groups))*size(f.In):][:f.C/f.Groups*size(f.In)]
		dy := Matrix[T]{&f.dy[(n*f.O+o)*size(f.Out)], 1, size(f.Out)}
		for z := range f.Out[0] {
			for y := 0; y < f.Out[1]; y += rows {
				for at := 0; at < f.Out[2]; at += long {
					b := box[T]{z, y, min(f.Out[1], y+rows), at, min(f.Out[2], at+long), room.data, sums.data}
					f.add(b, x, dy, cols)
				}
			}
		}
	}
	room.giveBack()
	return sums
}

// boxSize is the number of positions whose transposed gradients stay in the L2 cache while all cells use them.
const boxSize = 1024

// box returns how many rows, and how many positions of a row, are summed at a time.
func (f *filter[T]) box() (rows, long int) {
	long = min(f.Out[2], boxSize)
	return max(1, min(f.Out[1], boxSize/long)), long
}

// box is a rectangle of positions: rows y0 to y1, columns x0 to x1.
type box[T Float] struct {
	z, y0, y1, x0, x1 int
	room, sums        []T
}

// add adds the sums over a box.
func (f *filter[T]) add(b box[T], x []T, dy Matrix[T], cols int) {
	wide := b.x1 - b.x0
	if wide == f.Out[2] { // the rows are adjacent
		dy.pack(b.room, f.width, index([3]int{b.z, b.y0, 0}, f.Out), (b.y1-b.y0)*wide, 0, cols)
	} else {
		for y := b.y0; y < b.y1; y++ {
			dy.pack(b.room[(y-b.y0)*wide*f.width:], f.width, index([3]int{b.z, y, b.x0}, f.Out), wide, 0, cols)
		}
	}
	last := 1 // cells along the last axis that are summed together
	if f.C/f.Groups < f.Kernel[2] && f.Low[2] == 0 && (f.Out[2]-1)*f.Stride[2]+(f.Kernel[2]-1)*f.Dilation[2] < f.In[2] {
		last = f.Kernel[2]
	}
	for q := range positions([3]int{f.Kernel[0], f.Kernel[1], f.Kernel[2] / last}) {
		f.addCell(b, q, last, x)
	}
}

// addCell adds the sums for a cell, or a row of cells, of all kernels.
func (f *filter[T]) addCell(b box[T], q [3]int, last int, x []T) {
	off := axes(func(i int) int { return q[i]*f.Dilation[i] - f.Low[i] })
	z := b.z*f.Stride[0] + off[0]
	ya, yb := within(off[1], f.Stride[1], f.In[1], f.Out[1])
	xa, xb := within(off[2], f.Stride[2], f.In[2], f.Out[2])
	ya, yb, xa, xb = max(ya, b.y0), min(yb, b.y1), max(xa, b.x0), min(xb, b.x1)
	if z < 0 || z >= f.In[0] || ya >= yb || xa >= xb {
		return
	}
	width, wide, k := f.width, b.x1-b.x0, xb-xa
	first := index([3]int{z, ya*f.Stride[1] + off[1], xa*f.Stride[2] + off[2]}, f.In)
	grad := &b.room[((ya-b.y0)*wide+xa-b.x0)*width]
	jumpA, jumpB := f.Stride[1]*f.In[2]-k*f.Stride[2], (wide-k)*width
	rows, rsa, sum, ldc := f.C/f.Groups, size(f.In), index(q, f.Kernel), size(f.Kernel)*width
	channels := 1
	if last > 1 {
		channels, rows, rsa, ldc = rows, last, f.Dilation[2], width
	}
	for c := range channels {
		for i := 0; i < rows; {
			h := f.s.height(rows - i)
			to := &b.sums[(c*size(f.Kernel)+sum)*width+i*ldc]
			f.tiles[h-1](yb-ya, k, &x[c*size(f.In)+first+i*rsa], bytes[T](rsa), bytes[T](f.Stride[2]), bytes[T](jumpA), bytes[T](jumpB),
				grad, bytes[T](width), to, bytes[T](ldc), full(width), to, bytes[T](ldc))
			i += h
		}
	}
}
