package gemm

import (
	"github.com/msrepl/msrepl/internal/halt"
	"github.com/msrepl/msrepl/internal/par"
)

// lines is a sweep with few result channels: what the positions of a row meet by one cell lies in a plane as they do, and is read there,
// two rows into a vector if need be.
type lines[T Float] struct {
	*sweep[T]
	raw     [3]int // shape of a source plane before it is padded, if it is
	low     [3]int // cells of padding before it
	padded  bool
	offsets []int // in bytes, of the planes and cells in the source
	steps   []int // from each of them to the next
}

// roomy is the number of elements up to which the source planes of an image are padded: a copy of them stays in the second cache.
const roomy = 256 << 10

// fewChannels is the number of result channels up to which copying what positions meet costs more than putting vectors together each time.
const fewChannels = 16

// readsInPlace says whether lines is the better way.
func (s *sweep[T]) readsInPlace() bool {
	return s.s.listed != nil && s.channels <= fewChannels && s.to == nil && s.step[2] == 1 && (!s.border() || s.planes*size(s.in) <= roomy)
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
	bias := l.biases()
	par.Do(l.images*l.groups*splits, func(t int) {
		image, group := t/splits/l.groups, t/splits%l.groups
		planes := l.borrowPlanes()
		b := band[T]{
			lines: l, weights: l.left(group, 0, l.planes, 1).m, src: l.load(image, group, planes.data),
			dst: l.dst[(image*l.groups+group)*l.channels*l.dstPlane:], bias: bias.of(group),
		}
		b.compute(units*(t%splits)/splits*4*l.cols(), min(size(l.grid), units*(t%splits+1)/splits*4*l.cols()))
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

// band is positions of one image and group.
type band[T Float] struct {
	*lines[T]
	weights  Matrix[T]
	src, dst []T
	bias     addend[T]
}

// compute computes the positions from p to end, up to two vectors at a time. A vector has those of two rows at most.
func (b *band[T]) compute(p, end int) {
	lanes, tiles, single := b.s.cols, b.s.listed, b.s.listed
	if b.s.listedNarrow != nil {
		lanes, single = lanes/2, b.s.listedNarrow
	}
	c := b.cursor(p)
	pieces := new([4][2]int) // one for all: kernels are called through variables, so that it is not on the stack
	for p < end {
		halt.Check()
		*pieces = [4][2]int{}
		first := c.row + c.x
		n := b.vector(&c, min(lanes, end-p), first, pieces[:2])
		if rest := min(lanes, end-p-n); rest > 0 && lanes < b.s.cols {
			more := b.vector(&c, rest, first, pieces[2:])
			b.tiles(tiles, first, p, n, pieces)
			p += n + more
			continue
		}
		b.tiles(single, first, p, 0, pieces)
		p += n
	}
}

// cursor is a position: its place in its row, that row, and where it begins in a source plane.
type cursor struct{ x, y, z, row int }

// cursor returns the p-th position.
func (b *band[T]) cursor(p int) cursor {
	row := p / b.grid[2]
	c := cursor{x: p % b.grid[2], y: row % b.grid[1], z: row / b.grid[1]}
	c.row = index([3]int{c.z * b.step[0], c.y * b.step[1], 0}, b.in)
	return c
}

// vector finds the pieces of up to n positions, seen from a place in a plane, goes beyond them and returns how many they are.
func (b *band[T]) vector(c *cursor, n, from int, pieces [][2]int) int {
	col := 0
	for i := 0; i < len(pieces) && col < n; i++ {
		count := min(n-col, b.grid[2]-c.x)
		pieces[i] = [2]int{bytes[T](c.row + c.x - col - from), int(full(col+count) &^ full(col))}
		col += count
		if c.x += count; c.x < b.grid[2] {
			continue
		}
		c.x, c.row = 0, c.row+b.step[1]*b.in[2]
		if c.y++; c.y == b.grid[1] {
			c.y, c.z = 0, c.z+1
			c.row = c.z * b.step[0] * b.in[1] * b.in[2]
		}
	}
	return col
}

// tiles computes positions for all channels. The second vector begins n positions after the first.
func (b *band[T]) tiles(tiles []listedKernel[T], first, p, n int, pieces *[4][2]int) {
	w, src := b.weights, plus(&b.src[first], b.offsets[0])
	for i := 0; i < b.channels; {
		rows := b.s.height(b.channels - i)
		tiles[rows-1](b.depth(), at(w.First, i*w.Row), bytes[T](w.Row), bytes[T](w.Col), pieces, src, &b.steps[0],
			&b.dst[i*b.dstPlane+p], bytes[T](b.dstPlane), bytes[T](n), b.bias.sub(i, 0).first, bytes[T](b.s.cols))
		i += rows
	}
}
