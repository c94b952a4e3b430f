package gemm

import (
	"unsafe"

	"github.com/msrepl/msrepl/internal/compute/par"
)

// sweep is the common form of the convolutions: each position of a grid sums over source planes and cells, for all
// result channels. The weights are A, read in place; its rows are the result channels. Positions are the columns of
// B, which is copied panel by panel or, if there are few channels, row by row.
type sweep[T Float] struct {
	s                *set[T]
	images, groups   int
	planes, channels int    // of the source and the result, per group
	in               [3]int // shape of a source plane
	grid, step       [3]int // positions, and their distances in a source plane
	cells            [][3]int
	w                weights[T]
	bias             []T // of the channels of all groups; may be nil
	src, dst         []T
	dstPlane         int // elements of a result plane
	// whether a panel has positions of one row of several images, rather than of several rows of an image
	byRows bool
	flat   bool       // whether each position reads only its own element
	across []crossing // by cells
}

// weights is the layout of the weights: the strides, in elements, of groups, result channels, source planes and
// cells.
type weights[T Float] struct {
	data                        []T
	group, channel, plane, cell int
}

// choose copies the cells of each list, so that the channels of a plane and cell are contiguous. The cells of a
// channel must be contiguous, and those of the next channel must follow them.
func (w weights[T]) choose(lists [][]int, planes, channels int) []*scratch[T] {
	all := make([]*scratch[T], len(lists))
	for i, cells := range lists {
		all[i] = borrow[T](planes * channels * len(cells))
	}
	par.Range(planes, 1+alone/(16*w.plane), func(lo, hi int) {
		room := borrow[T](max(w.channel, line[T]()) * channels)
		for p := lo; p < hi; p++ {
			from, channel, cell := w.data[p*w.plane:], w.channel, 1
			if channels >= line[T]() { // then vectors transpose
				rows := w.channel
				if p < planes-1 { // a whole line can be read
					rows = max(rows, line[T]())
				}
				turn(Matrix[T]{&from[0], 1, w.channel}, &room.data[0], channels, rows, channels)
				from, channel, cell = room.data, 1, channels
			}
			for i, cells := range lists {
				to := all[i].data[p*len(cells)*channels:]
				for j, q := range cells {
					copyRun(to[j*channels:][:channels], from[q*cell:], channel)
				}
			}
		}
		room.giveBack()
	})
	return all
}

func (s *sweep[T]) run() {
	s.flatten()
	if s.transforms() && s.runTransformed() {
		return
	}
	if l := newLines(s); l != nil {
		l.run()
		return
	}
	if s.pointwise() {
		s.products()
		return
	}
	s.across = s.crossings()
	if room := s.splitRows(); room != nil {
		defer room.giveBack()
	}
	s.shareAll()
}

// shareAll copies panels of positions.
func (s *sweep[T]) shareAll() {
	space := size(s.grid)
	if s.byRows = s.spared() > 0.04; s.byRows {
		space = s.grid[2]
	}
	whole := min(s.cols()/gcd(space, s.cols()), s.images) // images whose positions fill panels
	s.share(0, whole, s.images/whole)
	if rest := s.images % whole; rest > 0 {
		s.share(s.images-rest, rest, 1)
	}
}

// spared returns the fraction of the work saved if panels consist of the same row of many images, because cells are
// then outside for whole rows of positions. Results must then be copied from a tile, which must cost less than that.
func (s *sweep[T]) spared() float64 {
	met, rows := 0, s.grid[0]*s.grid[1]
	for row := range rows {
		first, last := len(s.cells), -1
		for q, c := range s.cells {
			z, y := row/s.grid[1]*s.step[0]+c[0], row%s.grid[1]*s.step[1]+c[1]
			if z >= 0 && z < s.in[0] && y >= 0 && y < s.in[1] {
				first, last = min(first, q), q
			}
		}
		met += max(0, last+1-first)
	}
	blocks := (s.planes + s.block() - 1) / s.block()
	return 1 - float64(met)/float64(rows*len(s.cells)) - 32/float64(s.depth()) - 0.005*float64(blocks)
}

// cols is the number of positions of a panel.
func (s *sweep[T]) cols() int { return s.s.cols }

// flatten makes the positions one row if each reads only its own element.
func (s *sweep[T]) flatten() {
	if len(s.cells) == 1 && s.cells[0] == [3]int{} && s.grid == s.in && s.step == [3]int{1, 1, 1} {
		s.in = [3]int{1, 1, size(s.in)}
		s.grid, s.flat = s.in, true
	}
}

// share computes times·images images from first on. The panels of each set of images images are one space of
// positions, and all sets use the same tables.
func (s *sweep[T]) share(first, images, times int) {
	panels := (images*size(s.grid) + s.cols() - 1) / s.cols()
	if s.byRows {
		panels = s.grid[0] * s.grid[1] * ((images*s.grid[2] + s.cols() - 1) / s.cols())
	}
	chunks := (panels + chunk - 1) / chunk
	units := chunks * times
	splits, parts := s.splits(s.groups, units), s.groups
	if workers := par.Workers(); workers == 1 {
		parts = 1
	} else if splits == 1 {
		parts = min(parts, 4*workers)
	}
	bias := s.biases()
	par.Do(parts*splits, func(t int) {
		b := bundle[T]{sweep: s, first: first, images: images, times: times, panels: panels, bias: bias}
		b.group0, b.group1 = s.groups*(t/splits)/parts, s.groups*(t/splits+1)/parts
		b.compute(units*(t%splits)/splits, units*(t%splits+1)/splits)
	})
	bias.release()
}

// splits returns the number of tasks into which each part is split, if each consists of units units.
func (s *sweep[T]) splits(parts, units int) int {
	workers := par.Workers()
	if workers == 1 || s.images*size(s.grid)*s.channels*s.depth() < alone {
		return 1
	}
	return max(1, min(units, (4*workers+parts-1)/parts))
}

// depth returns the number of products in a sum.
func (s *sweep[T]) depth() int { return s.planes * len(s.cells) }

// nearWeights is the number of bytes of weights that stay in the L2 cache beside a panel.
const nearWeights = 512 << 10

// block returns the number of source planes that are computed at a time.
func (s *sweep[T]) block() int {
	depth := kc[T]()
	if s.channels*bytes[T](depth) > nearWeights {
		depth /= 2
	}
	most := max(1, depth/len(s.cells))
	blocks := (s.planes + most - 1) / most
	return (s.planes + blocks - 1) / blocks
}

// left returns the weights of a block of source planes. It copies them in order if enough panels use them, because
// ragged weights are spread over many cache lines.
func (s *sweep[T]) left(group, p0, p1, uses int) left[T] {
	cells := len(s.cells)
	m := Matrix[T]{&s.w.data[group*s.w.group+p0*s.w.plane], s.w.channel, s.w.cell}
	switch {
	case cells == 1:
		m.Col = s.w.plane
		return s.s.prepare(m, s.channels, p1-p0, uses)
	case !s.ragged():
		return s.s.prepare(m, s.channels, (p1-p0)*cells, uses)
	case uses < 2 || s.w.cell != 1:
		return left[T]{m: m, jump: s.w.plane - cells*s.w.cell}
	}
	ld := apart[T]((p1 - p0) * cells)
	room := borrow[T](s.channels * ld)
	for c := range s.channels {
		to := room.data[c*ld:]
		for p := range p1 - p0 {
			copy(to[p*cells:(p+1)*cells], unsafe.Slice(at(m.First, c*m.Row+p*s.w.plane), cells))
		}
	}
	return left[T]{m: Matrix[T]{&room.data[0], ld, 1}, room: room}
}

// ragged reports whether the weights of a channel are not equally spaced.
func (s *sweep[T]) ragged() bool { return len(s.cells) > 1 && s.w.plane != len(s.cells)*s.w.cell }

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
