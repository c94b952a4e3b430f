package gemm

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// lines is a sweep with few result channels: source rows are copied once for each place of a cell along the last axis,
// cut to the positions of a row, with zeros for what is outside. So the positions of several rows, as they meet a
// cell, lie side by side, and another row of cells meets them some rows further on.
type lines[T Float] struct {
	*sweep[T]
	across, deep []int // the places of cells along the last and the first axis
	low, span    int   // the least place along the second axis, and how far the greatest is from it
	rows         int   // of positions that are computed at a time, at most
	bands        int   // how often that is, for a result plane
	apart        int   // elements from one copied plane to the next
	offsets      []int // in bytes, of what the first position of a band meets by each plane and cell
}

// nearLines and mostLines are numbers of bytes of copied rows: what stays in the second cache beside results and
// weights, and what is still copied for larger cells.
const (
	nearLines = 128 << 10
	mostLines = 1 << 20
)

// mostChannels is the number of result channels up to which lines may cost less than panels: of more than a set's
// few, if hardly any position of a tile is left over.
const mostChannels = 32

// newLines returns nil unless lines is the better way.
func newLines[T Float](s *sweep[T]) *lines[T] {
	if s.s.listed == nil || s.channels > mostChannels || s.to != nil || s.flat || s.step[1] != 1 || s.step[2] != 1 {
		return nil
	}
	l := &lines[T]{sweep: s, across: s.places(2), deep: s.places(0)}
	down := s.places(1)
	l.low, l.span = down[0], down[len(down)-1]-down[0]
	each := bytes[T](len(l.across) * len(l.deep) * s.planes * s.grid[2])
	rows := max(nearLines/each-l.span, 2*l.span+1, 8*s.cols()/s.grid[2])
	if rows < s.grid[1] && (rows+l.span)*each > mostLines {
		return nil
	}
	l.bands = (s.grid[1] + rows - 1) / rows
	l.rows = (s.grid[1] + l.bands - 1) / l.bands
	if n := l.rows * s.grid[2]; s.channels > s.s.few && (s.depth() > kc[T]() || 10*n < 9*roundUp(n, s.cols()/2)) {
		return nil
	}
	l.layOut()
	return l
}

// places returns the places of the cells along an axis, in order.
func (s *sweep[T]) places(axis int) []int {
	all := make([]int, 0, 8)
	for _, c := range s.cells {
		i, found := slices.BinarySearch(all, c[axis])
		if !found {
			all = slices.Insert(all, i, c[axis])
		}
	}
	return all
}

// layOut decides where the copies lie: for each place across, each plane and each place along the first axis its rows.
func (l *lines[T]) layOut() {
	wide := l.grid[2]
	l.apart = (l.rows + l.span) * wide
	if bytes[T](l.apart)%1024 == 0 {
		l.apart += 64 / bytes[T](1) // else all planes fall into the same cache sets
	}
	l.offsets = make([]int, l.depth())
	next := len(l.deep) * l.apart // plane
	for q, c := range l.cells {
		x, z := slices.Index(l.across, c[2]), slices.Index(l.deep, c[0])
		at := x*l.planes*next + z*l.apart + (c[1]-l.low)*wide
		for p := range l.planes {
			l.offsets[p*len(l.cells)+q] = bytes[T](at + p*next)
		}
	}
}

// copyWeights copies weights that are ragged.
func (l *lines[T]) copyWeights() *scratch[T] {
	if !l.ragged() {
		return borrow[T](0)
	}
	all := make([]int, len(l.cells))
	for i := range all {
		all[i] = i
	}
	room := l.w.choose(all, l.groups*l.planes, l.channels)
	l.w = weights[T]{room.data, l.depth() * l.channels, 1, len(l.cells) * l.channels, l.channels}
	return room
}

func (l *lines[T]) run() {
	copied, bias := l.copyWeights(), l.biases()
	units := l.groups * l.grid[0] * l.bands * l.images
	splits := l.splits(1, units)
	par.Do(splits, func(t int) {
		room := borrow[T](len(l.across)*l.planes*len(l.deep)*l.apart + l.cols() + 16)
		b := band[T]{lines: l, room: room.data, at: -1}
		for u := units * t / splits; u < units*(t+1)/splits; u++ {
			interrupt.Check()
			b.image = u % l.images
			b.look(u/l.images, bias)
			b.copy()
			b.compute()
		}
		room.giveBack()
	})
	bias.release()
	copied.giveBack()
}

// band is rows of positions of one image and group.
type band[T Float] struct {
	*lines[T]
	room         []T
	at           int // which band of which group it is, the same for all images
	image, group int
	z, y, rows   int // the first row of positions, and their number
	bias         addend[T]
	weights      Matrix[T]
}

// look goes on to a band, unless it is there. The rows outside the images become zeros, and stay them.
func (b *band[T]) look(at int, bias biases[T]) {
	if b.at == at {
		return
	}
	b.at = at
	b.group, b.z, b.y = at/b.bands/b.grid[0], at/b.bands%b.grid[0], at%b.bands*b.lines.rows
	b.rows = min(b.lines.rows, b.grid[1]-b.y)
	b.bias, b.weights = bias.of(b.group), b.left(b.group, 0, b.planes, 1).m
	clear(b.room[:len(b.across)*b.planes*len(b.deep)*b.apart])
}

// copy copies the source rows of a band.
func (b *band[T]) copy() {
	from, to := max(0, b.y+b.low), min(b.in[1], b.y+b.low+b.rows+b.span)
	if from >= to {
		return
	}
	plane, wide, skip := size(b.in), b.grid[2], from-b.y-b.low
	src := b.src[(b.image*b.groups+b.group)*b.planes*plane:][:b.planes*plane]
	runs, rows := b.planes, to-from
	if len(b.deep) == 1 && b.in[0] == 1 && rows == b.in[1] && b.apart == rows*wide {
		runs, rows = 1, b.planes*rows // the rows of all planes are equally far apart, there and here
	}
	for x, across := range b.across {
		left, right := max(0, -across), min(wide, b.in[2]-across)
		if left >= right {
			continue
		}
		for p := range runs {
			for z, deep := range b.deep {
				if at := b.z*b.step[0] + deep; at >= 0 && at < b.in[0] {
					first, place := p*plane+(at*b.in[1]+from)*b.in[2], ((x*b.planes+p)*len(b.deep)+z)*b.apart+skip*wide
					b.copyRows(src[first+across+left:], right-left, rows, b.room[place+left:])
				}
			}
		}
	}
}

// copyRows copies n elements of each of a number of rows to rows of positions, by vectors from the last one on: what it
// writes beyond its row, zeros, is written again, or outside the images.
func (b *band[T]) copyRows(src []T, n, rows int, to []T) {
	lds, ldd := b.in[2], b.grid[2]
	if b.s.copy[0] == nil {
		for i := range rows {
			copyRun(to[i*ldd:][:n], src[i*lds:], 1)
		}
		return
	}
	lanes := 64 / bytes[T](1)
	for c := (n - 1) / lanes * lanes; c >= 0; c -= lanes {
		mask := full(bytes[T](min(lanes, n-c)) / 4)
		b.s.copy[0](rows, address8(&src[c]), bytes[T](lds), address8(&to[c]), bytes[T](ldd), mask)
	}
}

// compute computes all channels of a band.
func (b *band[T]) compute() {
	n, first := b.rows*b.grid[2], (b.z*b.grid[1]+b.y)*b.grid[2]
	dst := b.dst[(b.image*b.groups+b.group)*b.channels*b.dstPlane:][:b.channels*b.dstPlane]
	for j := 0; j < n; j += b.cols() {
		s, cols := b.s, min(b.cols(), n-j)
		if s.half != nil && cols <= s.half.cols/2 {
			s = s.half
		}
		tiles := s.listed
		if s.listedNarrow != nil && cols <= s.cols/2 {
			tiles = s.listedNarrow
		}
		for i := 0; i < b.channels; {
			rows := s.height(b.channels - i)
			w, bias := b.weights.sub(i, 0), b.bias.sub(i, 0)
			tiles[rows-1](b.depth(), w.First, bytes[T](w.Row), bytes[T](w.Col), &b.room[j], &b.offsets[0],
				&dst[i*b.dstPlane+first+j], bytes[T](b.dstPlane), full(cols), bias.first, bytes[T](bias.row))
			i += rows
		}
	}
}
