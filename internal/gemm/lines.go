package gemm

import (
	"github.com/msrepl/msrepl/internal/halt"
	"github.com/msrepl/msrepl/internal/par"
)

// lines is a sweep with few result channels: what the positions of a row meet by one cell lies in a plane as they do, and is read there,
// by a whole tile of channels at a time.
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

// readsInPlace says whether lines is the better way.
func (s *sweep[T]) readsInPlace() bool {
	return s.s.listed != nil && s.channels <= s.s.rows && s.to == nil && s.step[2] == 1 && (!s.border() || s.planes*size(s.in) <= roomy)
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
	room = room[:l.planes*size(l.in)]
	clear(room)
	from := l.src[(image*l.groups+group)*l.planes*size(l.raw):]
	for p := range l.planes {
		for z := range l.raw[0] {
			for y := range l.raw[1] {
				to := p*size(l.in) + index([3]int{z + l.low[0], y + l.low[1], l.low[2]}, l.in)
				copy(room[to:to+l.raw[2]], from[p*size(l.raw)+index([3]int{z, y, 0}, l.raw):])
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
	rows := l.grid[0] * l.grid[1]
	splits := l.splits(l.images*l.groups, rows)
	bias := l.biases()
	par.Do(l.images*l.groups*splits, func(t int) {
		image, group := t/splits/l.groups, t/splits%l.groups
		planes := l.borrowPlanes()
		b := band[T]{
			lines: l, weights: l.left(group, 0, l.planes, 1).m, src: l.load(image, group, planes.data),
			dst: l.dst[(image*l.groups+group)*l.channels*l.dstPlane:], bias: bias.of(group).first,
		}
		b.compute(rows*(t%splits)/splits, rows*(t%splits+1)/splits)
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

// band is rows of positions of one image and group.
type band[T Float] struct {
	*lines[T]
	weights  Matrix[T]
	src, dst []T
	bias     *T
}

// compute computes the rows from y to end: two at a time where each fits a vector.
func (b *band[T]) compute(y, end int) {
	vector := b.s.cols
	if b.s.listedNarrow != nil {
		vector /= 2
	}
	for y < end {
		halt.Check()
		pair := vector < b.s.cols && b.grid[2] <= vector && y+1 < end && (y+1)%b.grid[1] != 0
		if pair {
			b.tile(y, 0, full(b.grid[2])|full(b.grid[2])<<vector, b.step[1]*b.in[2], b.grid[2], false)
			y += 2
			continue
		}
		for x := 0; x < b.grid[2]; x += b.s.cols {
			n := min(b.s.cols, b.grid[2]-x)
			b.tile(y, x, full(n), vector, vector, b.s.listedNarrow != nil && n <= vector)
		}
		y++
	}
}

// tile computes the positions of mask from the x-th of a row on, for all channels. The second vector lies apartB elements from the first one in
// a source plane, apartC in a result plane.
func (b *band[T]) tile(y, x int, mask uint32, apartB, apartC int, narrow bool) {
	tiles := b.s.listed
	if narrow {
		tiles = b.s.listedNarrow
	}
	first := index([3]int{y / b.grid[1] * b.step[0], y % b.grid[1] * b.step[1], x}, b.in)
	w := b.weights
	tiles[b.channels-1](b.depth(), w.First, bytes[T](w.Row), bytes[T](w.Col), bytes[T](apartC), bytes[T](apartB),
		plus(&b.src[first], b.offsets[0]), &b.steps[0], &b.dst[y*b.grid[2]+x], bytes[T](b.dstPlane), mask, b.bias, bytes[T](b.s.cols))
}
