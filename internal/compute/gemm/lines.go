package gemm

import (
	"github.com/msrepl/msrepl/internal/compute/par"
	"github.com/msrepl/msrepl/internal/session/interrupt"
)

// lines is a sweep with few result channels: what the positions of a row meet by one cell is in a plane as they
// do, and is read there, two rows into a vector if need be.
type lines[T Float] struct {
	*sweep[T]
	raw     [3]int // shape of a source plane before it is padded, if it is
	low     [3]int // cells of padding before it
	padded  bool
	offsets []int // in bytes, of the planes and cells in the source
	steps   []int // from each of them to the next
}

// roomy is the number of elements up to which the source planes of an image are padded: a copy of them stays in the
// second cache.
const roomy = 256 << 10

// readsInPlace says whether lines is the better way.
func (s *sweep[T]) readsInPlace() bool {
	return s.s.listed != nil && s.channels <= s.s.few && s.to == nil && s.step[2] == 1 && (!s.border() || s.planes*size(s.in) <= roomy)
}

// border says whether positions have cells outside.
func (s *sweep[T]) border() bool {
	for _, c := range s.cells {
		for i := range c {
			if c[i] < 0 || (s.grid[i]-1)*s.step[i]+c[i] >= s.in[i] {
				return true
			}
		}
	}
	return false
}

func newLines[T Float](s *sweep[T]) *lines[T] {
	l := &lines[T]{sweep: s}
	if s.border() {
		l.pad()
	}
	plane := size(s.in)
	for p := range s.planes {
		for _, c := range s.cells {
			l.offsets = append(l.offsets, bytes[T](p*plane+index(c, s.in)))
		}
	}
	l.steps = make([]int, len(l.offsets))
	for i := range l.steps[1:] {
		l.steps[i] = l.offsets[i+1] - l.offsets[i]
	}
	return l
}

// pad makes the source planes so big that all cells of all positions lie inside.
func (l *lines[T]) pad() {
	l.padded, l.raw = true, l.in
	for i := range l.in {
		low, high := 0, l.in[i]
		for _, c := range l.cells {
			low, high = min(low, c[i]), max(high, (l.grid[i]-1)*l.step[i]+c[i]+1)
		}
		l.low[i], l.in[i] = -low, high-low
	}
	for j := range l.cells {
		l.cells[j] = axes(func(i int) int { return l.cells[j][i] + l.low[i] })
	}
}

// load returns the source planes of a group of an image, padded if need be with the help of room.
func (l *lines[T]) load(image, group int, room []T) []T {
	if !l.padded {
		return l.src[(image*l.groups+group)*l.planes*size(l.in):][:l.planes*size(l.in)]
	}
	plane, rawPlane := size(l.in), size(l.raw)
	room = room[:l.planes*plane]
	clear(room)
	from := l.src[(image*l.groups+group)*l.planes*rawPlane:][:l.planes*rawPlane]
	corner, wide := index(l.low, l.in), l.raw[2]
	for p := range l.planes {
		for z := range l.raw[0] {
			to := room[p*plane+corner+z*l.in[1]*l.in[2]:]
			for range l.raw[1] {
				copyRun(to[:wide], from, 1)
				to, from = to[min(l.in[2], len(to)):], from[wide:]
			}
		}
	}
	return room
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
	copied := l.copyWeights()
	units := (size(l.grid) + 4*l.cols() - 1) / (4 * l.cols())
	splits := l.splits(l.images*l.groups, units)
	stretches := make([][]stretch, splits)
	for i := range stretches {
		stretches[i] = l.stretches(units*i/splits*4*l.cols(), min(size(l.grid), units*(i+1)/splits*4*l.cols()))
	}
	bias := l.biases()
	par.Do(l.images*l.groups*splits, func(t int) {
		image, group := t/splits/l.groups, t/splits%l.groups
		planes := l.borrowPlanes()
		b := band[T]{
			lines: l, weights: l.left(group, 0, l.planes, 1).m, src: l.load(image, group, planes.data),
			dst: l.dst[(image*l.groups+group)*l.channels*l.dstPlane:], bias: bias.of(group),
		}
		b.compute(stretches[t%splits])
		planes.giveBack()
	})
	bias.release()
	copied.giveBack()
}

// borrowPlanes returns memory for load.
func (l *lines[T]) borrowPlanes() *scratch[T] {
	if !l.padded {
		return borrow[T](0)
	}
	return borrow[T](l.planes * size(l.in))
}

// stretch is one or two vectors of positions, the same ones of each image: where the first is in a source plane
// and in a result plane, where the second begins in the latter, and the pieces of both.
type stretch struct {
	first, p, second int
	pieces           [4][2]int
	pair             bool
}

// stretches cuts the positions from p to end. A vector has those of two rows at most.
func (l *lines[T]) stretches(p, end int) (all []stretch) {
	lanes := l.cols()
	if l.s.listedNarrow != nil {
		lanes /= 2
	}
	c := l.cursor(p)
	for p < end {
		s := stretch{first: c.row + c.x, p: p}
		n := l.vector(&c, min(lanes, end-p), s.first, s.pieces[:2])
		if rest := min(lanes, end-p-n); rest > 0 && lanes < l.cols() {
			s.pair, s.second = true, n
			n += l.vector(&c, rest, s.first, s.pieces[2:])
		}
		all = append(all, s)
		p += n
	}
	return all
}

// cursor is a position: its place in its row, that row, and where it begins in a source plane.
type cursor struct{ x, y, z, row int }

// cursor returns the p-th position.
func (l *lines[T]) cursor(p int) cursor {
	row := p / l.grid[2]
	c := cursor{x: p % l.grid[2], y: row % l.grid[1], z: row / l.grid[1]}
	c.row = index([3]int{c.z * l.step[0], c.y * l.step[1], 0}, l.in)
	return c
}

// vector finds the pieces of up to n positions, seen from a place in a plane, goes beyond them and returns how many
// they are.
func (l *lines[T]) vector(c *cursor, n, from int, pieces [][2]int) int {
	col := 0
	for i := 0; i < len(pieces) && col < n; i++ {
		count := min(n-col, l.grid[2]-c.x)
		pieces[i] = [2]int{bytes[T](c.row + c.x - col - from), int(full(col+count) &^ full(col))}
		col += count
		if c.x += count; c.x < l.grid[2] {
			continue
		}
		c.x, c.row = 0, c.row+l.step[1]*l.in[2]
		if c.y++; c.y == l.grid[1] {
			c.y, c.z = 0, c.z+1
			c.row = c.z * l.step[0] * l.in[1] * l.in[2]
		}
	}
	return col
}

// band is positions of one image and group.
type band[T Float] struct {
	*lines[T]
	weights  Matrix[T]
	src, dst []T
	bias     addend[T]
}

// compute computes stretches for all channels.
func (b *band[T]) compute(stretches []stretch) {
	w := b.weights
	for i := range stretches {
		interrupt.Check()
		s, tiles := &stretches[i], b.s.listed
		if !s.pair && b.s.listedNarrow != nil {
			tiles = b.s.listedNarrow
		}
		src := plus(&b.src[s.first], b.offsets[0])
		for i := 0; i < b.channels; {
			rows := b.s.height(b.channels - i)
			tiles[rows-1](b.depth(), at(w.First, i*w.Row), bytes[T](w.Row), bytes[T](w.Col), &s.pieces, src, &b.steps[0],
				&b.dst[i*b.dstPlane+s.p], bytes[T](b.dstPlane), bytes[T](s.second), b.bias.sub(i, 0).first, bytes[T](b.s.cols))
			i += rows
		}
	}
}
