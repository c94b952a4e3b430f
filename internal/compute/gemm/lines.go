package gemm

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// lines is a sweep with few result channels: source rows are copied once for each place of a cell along the last axis,
// cut to the positions of a row, with zeros for what is outside. So the positions of several rows, as they meet a
// cell, are side by side, and another row of cells meets them some rows further on. With a stride from row to row,
// only one of so many source rows is such a row: there is a stack of them for each remainder.
type lines[T Float] struct {
	*sweep[T]
	across  []int      // the places of cells along the last axis
	met     []crossing // by these
	stacks  [][2]int   // the places along the first and the second axis of the first row, of cells in the same stack
	low     int        // the least place along the second axis
	span    int        // the greatest number of rows from a stack's first one
	rows    int        // of positions that are computed at a time, at most
	bands   int        // how often that is, for a result plane
	apart   int        // elements from one copied stack to the next
	offsets []int      // in bytes, of what the first position of a band meets by each plane and cell
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
	if s.s.listed == nil || s.channels > mostChannels || s.to != nil || s.flat || !s.stepsByLines() {
		return nil
	}
	l := &lines[T]{sweep: s, across: s.places(2), low: s.places(1)[0]}
	l.stack()
	each := bytes[T](len(l.across) * len(l.stacks) * s.planes * s.grid[2])
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

// stepsByLines says whether lines can have the strides of a sweep: if the rows can be split, and sums are not.
func (s *sweep[T]) stepsByLines() bool {
	if s.step[1] == 1 && s.step[2] == 1 {
		return true
	}
	return s.planes <= s.block() && (s.step[2] == 1 || s.splitsRows())
}

// stack finds the stacks.
func (l *lines[T]) stack() {
	for _, c := range l.cells {
		at, row := l.stackOf(c)
		l.span = max(l.span, row)
		if !slices.Contains(l.stacks, at) {
			l.stacks = append(l.stacks, at)
		}
	}
}

// stackOf returns the stack that a cell is in, and how many rows on.
func (l *lines[T]) stackOf(c [3]int) (stack [2]int, row int) {
	row = (c[1] - l.low) / l.step[1]
	return [2]int{c[0], c[1] - row*l.step[1]}, row
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
	next := len(l.stacks) * l.apart // plane
	for q, c := range l.cells {
		stack, row := l.stackOf(c)
		at := slices.Index(l.across, c[2])*l.planes*next + slices.Index(l.stacks, stack)*l.apart + row*wide
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
	l.sweep.across = l.crossings()
	if room := l.splitRows(); room != nil {
		defer room.giveBack()
	}
	for _, x := range l.across {
		q := slices.IndexFunc(l.cells, func(c [3]int) bool { return c[2] == x })
		l.met = append(l.met, l.sweep.across[q])
	}
	units := l.groups * l.grid[0] * l.bands * l.images
	splits := l.splits(1, units)
	par.Do(splits, func(t int) {
		room := borrow[T](len(l.across)*l.planes*len(l.stacks)*l.apart + l.cols() + 16)
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
	clear(b.room[:len(b.across)*b.planes*len(b.stacks)*b.apart])
}

// copy copies the source rows of a band, in the order of the source.
func (b *band[T]) copy() {
	runs := b.planes
	if b.evenly() {
		runs = 1
	}
	for x, met := range b.met {
		left, right := max(0, -met.first), min(b.grid[2], met.length-met.first)
		if left >= right {
			continue
		}
		for p := range runs {
			for i := range b.stacks {
				b.copyStack(i, (x*b.planes+p)*len(b.stacks)+i, p, met.begin+met.first+left, left, right-left, b.planes/runs)
			}
		}
	}
}

// evenly says whether the rows of all planes are equally far apart, there and here.
func (b *band[T]) evenly() bool {
	whole := b.y+b.stacks[0][1] <= 0 && b.y+b.stacks[0][1]+b.rows+b.span >= b.in[1] && b.apart == b.in[1]*b.grid[2]
	return len(b.stacks) == 1 && b.in[0] == 1 && b.step[1] == 1 && whole
}

// copyStack copies n elements, which begin at x there and left here, of the rows of the i-th stack, the k-th of all
// here, of a number of planes from the p-th on.
func (b *band[T]) copyStack(i, k, p, x, left, n, planes int) {
	z, y := b.z*b.step[0]+b.stacks[i][0], b.y*b.step[1]+b.stacks[i][1]
	from, to := within(y, b.step[1], b.in[1], b.rows+b.span)
	if z < 0 || z >= b.in[0] || from >= to {
		return
	}
	plane := (b.image*b.groups+b.group)*b.planes + p
	src := b.src[plane*size(b.in)+(z*b.in[1]+y+from*b.step[1])*b.in[2]+x:]
	b.copyRows(src, n, planes*(to-from), b.room[k*b.apart+from*b.grid[2]+left:])
}

// copyRows copies n elements of each of a number of rows to rows of positions, by vectors from the last one on: what it
// writes beyond its row, zeros, is written again, or outside the images.
func (b *band[T]) copyRows(src []T, n, rows int, to []T) {
	lds, ldd := b.in[2]*b.step[1], b.grid[2]
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
