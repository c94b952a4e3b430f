package gemm

import (
	"slices"

	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// lines is a sweep with few result channels. Source rows are copied once for each column of cells, cut to the
// positions of a row, with zeros for what is outside. The elements that positions of several rows read for a cell are
// then contiguous, and for the next row of cells they begin some rows further on. With a stride between rows, a row
// of cells uses only every stride-th source row: there is a stack of rows for each remainder. If planes have only one
// row of positions, one copy serves all columns of cells, with a copy for each remainder of the stride.
type lines[T Float] struct {
	*sweep[T]
	across  []int      // the least place along the last axis of the cells that read the same copy
	met     []crossing // by these
	wide    int        // elements of a copied row
	stacks  [][2]int   // the places along the first and the second axis of the first row, of cells in the same stack
	low     int        // the least place along the second axis
	span    int        // the greatest number of rows from a stack's first one
	rows    int        // the maximum number of rows of positions computed at a time
	bands   int        // number of such bands in a result plane
	apart   int        // elements from one copied stack to the next
	offsets []int      // in bytes, of what the first position of a band reads for each plane and cell
}

// nearLines and maxLines are sizes of copied rows in bytes: what fits in the L2 cache beside results and weights,
// and the most that is copied for larger kernels.
const (
	nearLines = 128 << 10
	maxLines  = 1 << 20
)

// maxChannels is the largest number of result channels for which lines may cost less than panels. Above a set's few
// channels they do only if hardly any position of a tile is wasted.
const maxChannels = 32

// newLines returns nil unless lines is the better way.
func newLines[T Float](s *sweep[T]) *lines[T] {
	if s.s.listed == nil || s.channels > maxChannels || s.flat || !s.stepsByLines() {
		return nil
	}
	l := &lines[T]{sweep: s, low: s.places(1)[0]}
	l.stack()
	each := bytes[T](len(l.across) * len(l.stacks) * s.planes * l.wide)
	rows := max(nearLines/each-l.span, 2*l.span+1, 8*s.cols()/s.grid[2])
	if rows < s.grid[1] && (rows+l.span)*each > maxLines {
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

// stepsByLines reports whether lines supports the strides of a sweep: rows can be split, and sums are not.
func (s *sweep[T]) stepsByLines() bool {
	if s.step[1] == 1 && s.step[2] == 1 {
		return true
	}
	return s.planes <= s.block() && (s.step[2] == 1 || s.splitsRows())
}

// stack assigns the cells to copies and stacks.
func (l *lines[T]) stack() {
	l.across, l.wide = l.places(2), l.grid[2]
	if l.grid[1] == 1 {
		l.share()
	}
	for _, c := range l.cells {
		at, row := l.stackOf(c)
		l.span = max(l.span, row)
		if !slices.Contains(l.stacks, at) {
			l.stacks = append(l.stacks, at)
		}
	}
}

// share makes one copy serve places with the same remainder of the stride.
func (l *lines[T]) share() {
	places := l.across
	l.across = nil
	for _, x := range places {
		copied, shift := l.copyOf(x)
		if copied == len(l.across) {
			l.across = append(l.across, x)
		}
		l.wide = max(l.wide, l.grid[2]+shift)
	}
}

// stackOf returns the stack of a cell, and the number of rows from the beginning of the stack.
func (l *lines[T]) stackOf(c [3]int) (stack [2]int, row int) {
	row = (c[1] - l.low) / l.step[1]
	return [2]int{c[0], c[1] - row*l.step[1]}, row
}

// copyOf returns the copy that cells at a place along the last axis read, and the element of it that the first position
// reads. The copy is a new one if no cell before them can share its own.
func (l *lines[T]) copyOf(place int) (copied, shift int) {
	for i, first := range l.across {
		d := place - first
		if d == 0 {
			return i, 0
		}
		if l.grid[1] == 1 && d%l.step[2] == 0 {
			return i, d / l.step[2]
		}
	}
	return len(l.across), 0
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

// layOut decides the layout of the copies: rows for each column of cells, each plane and each place along the first
// axis.
func (l *lines[T]) layOut() {
	l.apart = (l.rows + l.span) * l.wide
	if bytes[T](l.apart)%1024 == 0 {
		l.apart += 64 / bytes[T](1) // otherwise all planes fall into the same cache sets
	}
	l.offsets = make([]int, l.depth())
	next := len(l.stacks) * l.apart // plane
	for q, c := range l.cells {
		stack, row := l.stackOf(c)
		copied, shift := l.copyOf(c[2])
		at := copied*l.planes*next + slices.Index(l.stacks, stack)*l.apart + row*l.wide + shift
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
	room := l.w.choose([][]int{all}, l.groups*l.planes, l.channels)[0]
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

// band is some rows of positions of one image and group.
type band[T Float] struct {
	*lines[T]
	room         []T
	at           int // index of the band and its group; the same for all images
	image, group int
	z, y, rows   int // the first row of positions, and their number
	bias         addend[T]
	weights      Matrix[T]
}

// look prepares a band unless it is the current one. The rows outside the images become zeros, and remain so.
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
		left, right := max(0, -met.first), min(b.wide, met.length-met.first)
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

// evenly reports whether the rows of all planes are equally far apart, in the source and in the copy.
func (b *band[T]) evenly() bool {
	whole := b.y+b.stacks[0][1] <= 0 && b.y+b.stacks[0][1]+b.rows+b.span >= b.in[1] && b.apart == b.in[1]*b.wide
	return len(b.stacks) == 1 && b.in[0] == 1 && b.step[1] == 1 && whole
}

// copyStack copies the rows of the i-th stack, which is the k-th in the copy, for planes planes from the p-th on. It
// copies n elements of each row, from x in the source to left in the copy.
func (b *band[T]) copyStack(i, k, p, x, left, n, planes int) {
	z, y := b.z*b.step[0]+b.stacks[i][0], b.y*b.step[1]+b.stacks[i][1]
	from, to := within(y, b.step[1], b.in[1], b.rows+b.span)
	if z < 0 || z >= b.in[0] || from >= to {
		return
	}
	plane := (b.image*b.groups+b.group)*b.planes + p
	src := b.src[plane*size(b.in)+(z*b.in[1]+y+from*b.step[1])*b.in[2]+x:]
	b.copyRows(src, n, planes*(to-from), b.room[k*b.apart+from*b.wide+left:])
}

// copyRows copies n elements of each row to rows of positions, in whole vectors, from the last row to the first. The
// zeros that it writes beyond a row are overwritten, or are outside the images.
func (b *band[T]) copyRows(src []T, n, rows int, to []T) {
	lds, ldd := b.in[2]*b.step[1], b.wide
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
