package gemm

import (
	"github.com/msrepl/msrepl/internal/halt"
	"github.com/msrepl/msrepl/internal/par"
)

// sweep is a convolution as it is computed: for a vector of result channels at a time, each position of a grid
// sums over source planes and cells. The positions are the rows of A, read from the planes where they lie; the weights are B. Positions
// some of whose cells lie outside are gathered first, or the planes are padded if these are many.
type sweep[T Float] struct {
	s              *set[T]
	images, groups int
	planes, cols   int    // source and result channels per group
	in             [3]int // shape of a source plane
	grid, step     [3]int // positions, and how far apart they lie in a source plane
	cells          [][3]int
	src, dst       []T
	dstPlane       int   // elements of a result plane
	to             []int // where a position lies in a result plane; nil if they are one after the other

	// pack writes the weights of result channels as a matrix with a row per source plane and cell.
	pack func(group, from, cols int, to []T, width int)

	raw     [3]int    // shape of a source plane before it is padded, if it is
	low     [3]int    // cells of padding before it
	padded  bool      // whether bands copy the source planes to pad them
	offsets []int     // of the planes and cells in the source
	steps   []int     // in bytes, from each of them to the next
	inner   [3][2]int // the positions all of whose cells lie inside
}

// chunk is the number of positions after which results are written: their sums should stay in the first cache.
const chunk = 192

// roomy is the number of elements up to which the source planes of an image are rather padded than gathered at their borders: a
// copy of them stays in the second cache.
const roomy = 256 << 10

func (s *sweep[T]) run() {
	s.findInner()
	lanes := s.cols < 8 // are positions the better vectors?
	if all := size(s.grid); lanes && s.border() > 0 || 4*s.border() > all || s.border() > 0 && s.planes*size(s.in) <= roomy {
		s.padPlanes()
		s.findInner()
	}
	s.findOffsets()
	if lanes {
		s.byPositions()
		return
	}
	chunks := (size(s.grid) + chunk - 1) / chunk
	panels := (s.cols + s.s.cols - 1) / s.s.cols
	units := s.images * chunks
	splits := s.splits(s.groups*panels, units)
	par.Do(s.groups*panels*splits, func(t int) {
		b := s.begin(t/splits/panels, t/splits%panels)
		for u := units * (t % splits) / splits; u < units*(t%splits+1)/splits; u++ {
			halt.Check()
			b.compute(u/chunks, u%chunks*chunk)
		}
		b.end()
	})
}

// splits returns into how many tasks each of a number of bands is cut, if each consists of units.
func (s *sweep[T]) splits(bands, units int) int {
	workers := par.Workers()
	if workers == 1 || s.images*size(s.grid)*s.cols*s.depth() < alone {
		return 1
	}
	return max(1, min(units, (4*workers+bands-1)/bands))
}

// depth returns how many products a sum has.
func (s *sweep[T]) depth() int { return s.planes * len(s.cells) }

// findInner finds the positions all of whose cells lie inside the source planes.
func (s *sweep[T]) findInner() {
	for i := range s.inner {
		from, to := 0, s.grid[i]
		for _, c := range s.cells {
			a, b := within(c[i], s.step[i], s.in[i], s.grid[i])
			from, to = max(from, a), min(to, b)
		}
		s.inner[i] = [2]int{from, max(from, to)}
	}
}

// border returns how many positions have cells outside.
func (s *sweep[T]) border() int {
	return size(s.grid) - size(axes(func(i int) int { return s.inner[i][1] - s.inner[i][0] }))
}

// padPlanes makes the source planes so big that all cells of all positions lie inside.
func (s *sweep[T]) padPlanes() {
	s.padded, s.raw = true, s.in
	for i := range s.in {
		low, high := 0, s.in[i]
		for _, c := range s.cells {
			low, high = min(low, c[i]), max(high, (s.grid[i]-1)*s.step[i]+c[i]+1)
		}
		s.low[i], s.in[i] = -low, high-low
	}
	for j := range s.cells {
		s.cells[j] = axes(func(i int) int { return s.cells[j][i] + s.low[i] })
	}
}

// planesOf returns the source planes of a group of an image, padded if need be with the help of room.
func (s *sweep[T]) planesOf(image, group int, room []T) []T {
	if !s.padded {
		return s.src[(image*s.groups+group)*s.planes*size(s.in):][:s.planes*size(s.in)]
	}
	room = room[:s.planes*size(s.in)]
	clear(room)
	from := s.src[(image*s.groups+group)*s.planes*size(s.raw):]
	for p := range s.planes {
		for at := range positions([3]int{s.raw[0], s.raw[1], 1}) {
			to := p*size(s.in) + index(axes(func(i int) int { return at[i] + s.low[i] }), s.in)
			copy(room[to:to+s.raw[2]], from[p*size(s.raw)+index(at, s.raw):])
		}
	}
	return room
}

// borrowPlanes returns memory for planesOf.
func (s *sweep[T]) borrowPlanes() *scratch[T] {
	if !s.padded {
		return borrow[T](0)
	}
	return borrow[T](s.planes * size(s.in))
}

func (s *sweep[T]) findOffsets() {
	plane := size(s.in)
	for p := range s.planes {
		for _, c := range s.cells {
			s.offsets = append(s.offsets, p*plane+index(c, s.in))
		}
	}
	s.steps = make([]int, len(s.offsets))
	for i := range s.steps[1:] {
		s.steps[i] = bytes[T](s.offsets[i+1] - s.offsets[i])
	}
}

// band computes a vector of result channels.
type band[T Float] struct {
	*sweep[T]
	group, from, width, count int // the channels are from to from+count, in rows of width
	read                      []listedKernel[T]
	packed                    []kernel[T]
	weights, sums, room       *scratch[T]
	image                     int   // whose planes are loaded
	src                       []T   // the planes of the image and group
	first                     int   // position of the chunk
	edges                     []int // positions to gather
}

func (s *sweep[T]) begin(group, panel int) *band[T] {
	b := &band[T]{sweep: s, group: group, from: panel * s.s.cols, width: s.s.cols, read: s.s.listed, packed: s.s.wide, image: -1, room: s.borrowPlanes()}
	b.count = min(s.s.cols, s.cols-b.from)
	if s.s.narrow != nil && b.count <= s.s.cols/2 {
		b.width, b.read, b.packed = s.s.cols/2, s.s.listedNarrow, s.s.narrow
	}
	b.weights, b.sums = borrow[T](s.depth()*b.width), borrow[T](chunk*b.width)
	s.pack(group, b.from, b.count, b.weights.data, b.width)
	return b
}

func (b *band[T]) end() {
	b.weights.giveBack()
	b.sums.giveBack()
	b.room.giveBack()
}

// compute computes the chunk that begins at a position of an image.
func (b *band[T]) compute(image, first int) {
	if image != b.image {
		b.image, b.src = image, b.planesOf(image, b.group, b.room.data)
	}
	b.first, b.edges = first, b.edges[:0]
	end, row := min(size(b.grid), first+chunk), b.grid[2]
	for p := first; p < end; {
		x := p % row
		n := min(end-p, row-x)
		b.row(p, [3]int{p / row / b.grid[1], p / row % b.grid[1], x}, n)
		p += n
	}
	b.gatherAll()
	b.write(image, end-first)
}

// row computes n positions of one row, the first of which is the p-th.
func (b *band[T]) row(p int, at [3]int, n int) {
	from, to := at[2]+n, at[2]+n
	if b.isInner(0, at) && b.isInner(1, at) {
		from = min(max(at[2], b.inner[2][0]), to)
		to = max(from, min(to, b.inner[2][1]))
	}
	for i := range n {
		if x := at[2] + i; x < from || x >= to {
			b.edges = append(b.edges, p+i)
		}
	}
	p += from - at[2]
	at[2] = from
	first := index(axes(func(i int) int { return at[i]*b.step[i] + b.cells[0][i] }), b.in)
	rsa := b.step[2]
	for n := to - from; n > 0; {
		rows := b.s.height(n)
		b.read[rows-1](b.depth(), &b.src[first], bytes[T](rsa), &b.steps[0], &b.weights.data[0], bytes[T](b.width),
			&b.sums.data[(p-b.first)*b.width], bytes[T](b.width), full(b.width), 0, 0)
		first, p, n = first+rows*rsa, p+rows, n-rows
	}
}

func (b *band[T]) isInner(axis int, at [3]int) bool {
	return at[axis] >= b.inner[axis][0] && at[axis] < b.inner[axis][1]
}

// gatherAll computes the positions at the border, a tile at a time.
func (b *band[T]) gatherAll() {
	if len(b.edges) == 0 {
		return
	}
	k := b.depth()
	a, tile := borrow[T](b.s.rows*k), borrow[T](b.s.rows*b.width)
	for rest := b.edges; len(rest) > 0; {
		rows := b.s.height(len(rest))
		for i, p := range rest[:rows] {
			b.gather(p, a.data[i*k:][:k])
		}
		b.packed[rows-1](k, &a.data[0], bytes[T](k), bytes[T](1), &b.weights.data[0], bytes[T](b.width), &tile.data[0], bytes[T](b.width), full(b.width), 0, 0)
		for i, p := range rest[:rows] {
			copy(b.sums.data[(p-b.first)*b.width:][:b.width], tile.data[i*b.width:])
		}
		rest = rest[rows:]
	}
	a.giveBack()
	tile.giveBack()
}

// gather copies the elements that a position meets, zeros for those outside.
func (b *band[T]) gather(p int, to []T) {
	row := b.grid[2]
	at := [3]int{p / row / b.grid[1], p / row % b.grid[1], p % row}
	plane, cells := size(b.in), len(b.cells)
	for q, cell := range b.cells {
		x := axes(func(i int) int { return at[i]*b.step[i] + cell[i] })
		if x[0] < 0 || x[0] >= b.in[0] || x[1] < 0 || x[1] >= b.in[1] || x[2] < 0 || x[2] >= b.in[2] {
			for c := range b.planes {
				to[c*cells+q] = 0
			}
			continue
		}
		off := index(x, b.in)
		for c := range b.planes {
			to[c*cells+q] = b.src[c*plane+off]
		}
	}
}

// write copies the sums of n positions, which lie channel by channel, to the planes of the result.
func (b *band[T]) write(image, n int) {
	dst := b.result(image, b.group, b.from)
	sums := Matrix[T]{&b.sums.data[0], 1, b.width}
	if b.to == nil {
		turn(sums, &dst[b.first], b.dstPlane, b.count, n)
		return
	}
	room := borrow[T](b.count * n)
	turn(sums, &room.data[0], n, b.count, n)
	b.spread(dst, room.data, b.count, b.first, n)
	room.giveBack()
}

// result returns the planes of a result from a channel of a group on.
func (s *sweep[T]) result(image, group, from int) []T {
	return s.dst[((image*s.groups+group)*s.cols+from)*s.dstPlane:]
}

// spread copies rows of n sums, of the positions from first on, to where they lie in the planes of the result.
func (s *sweep[T]) spread(dst, sums []T, planes, first, n int) {
	for c := range planes {
		plane := dst[c*s.dstPlane:][:s.dstPlane]
		for i, v := range sums[c*n : c*n+n] {
			plane[s.to[first+i]] = v
		}
	}
}
