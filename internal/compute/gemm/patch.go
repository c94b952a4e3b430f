package gemm

// patch computes panels of tiles of a group for some of its channels.
type patch[T Float] struct {
	*winograd[T]
	group   int
	strips  []strip
	lanes   int // tiles of a vector
	vectors []patchVector
	n       int         // tiles of the panel
	v       *scratch[T] // the parts of the tiles: a row for each plane
	m       *scratch[T] // sums of the parts: a row for each channel of a strip
}

// patchVector is a vector of tiles, which may be in several rows: see tilesIn and tilesOut in avo.
type patchVector struct {
	pieces  int
	in, out [][2]int
}

// maxPieces is the maximum number of rows that the tiles of a vector may be in.
const maxPieces = 4

func newPatch[T Float](w *winograd[T], group int, strips []strip) *patch[T] {
	p := &patch[T]{winograd: w, group: group, strips: strips, lanes: w.s.lanes}
	p.vectors = make([]patchVector, w.cols()/p.lanes)
	entries := make([][2]int, len(p.vectors)*10*maxPieces)
	for i := range p.vectors {
		p.vectors[i].in, p.vectors[i].out = entries[:8*maxPieces], entries[8*maxPieces:10*maxPieces]
		entries = entries[10*maxPieces:]
	}
	p.v, p.m = borrow[T](parts*p.part()), borrow[T](parts*w.s.rows*w.cols())
	return p
}

func (p *patch[T]) giveBack() {
	p.v.giveBack()
	p.m.giveBack()
}

// part returns the distance between the parts of the tiles: a cache line more than their rows need, because all parts
// are written at the same time.
func (p *patch[T]) part() int { return (p.deep + 1) * p.cols() }

// compute computes the panel of tiles from the j-th on.
func (p *patch[T]) compute(j int) {
	p.look(j, min(p.cols(), p.images*p.tiles[0]*p.tiles[1]-j))
	plane := size(p.in)
	for p0 := 0; p0 < p.planes; p0 += p.deep {
		planes := min(p.planes-p0, p.deep)
		for i, v := range p.vectors {
			if i*p.lanes < p.n {
				p.s.tilesIn[v.pieces-1](planes, &p.src[(p.group*p.planes+p0)*plane], bytes[T](plane), &p.v.data[i*p.lanes], bytes[T](p.cols()),
					bytes[T](p.part()), &v.in[0])
			}
		}
		for _, s := range p.strips {
			p.strip(s, p0, planes)
		}
	}
}

// strip computes the channels of a strip.
func (p *patch[T]) strip(s strip, p0, planes int) {
	cols := p.cols()
	if p.n <= cols/2 && p.s.narrow != nil {
		cols /= 2
	}
	weights := p.weightsOf(p.group, p0, s)
	for t := range parts {
		a := &weights[t*s.rows*p.ld]
		p.s.strip(s.rows, cols, planes, a, p.ld, 1, &p.v.data[t*p.part()], p.cols(), &p.m.data[t*p.s.rows*p.cols()], p.cols(), addend[T]{},
			address(a)+uintptr(bytes[T](s.rows*p.ld)))
	}
	channel := p.group*p.channels + s.from
	bias := p.zeros
	if p.bias != nil && p0 == 0 {
		bias = p.bias[p.group*p.channels:]
	}
	for i, v := range p.vectors {
		if i*p.lanes < p.n && p.s.tilesOut[v.pieces-1](s.rows, &p.m.data[i*p.lanes], bytes[T](p.cols()), bytes[T](p.s.rows*p.cols()),
			&p.dst[channel*p.dstPlane], bytes[T](p.dstPlane), &v.out[0], &bias[s.from], p0) != 0 {
			p.wrong.Store(true)
		}
	}
}

// look finds the places of n tiles from first on.
func (p *patch[T]) look(first, n int) {
	p.n = n
	for i := range p.vectors {
		v, from, to := &p.vectors[i], i*p.lanes, min(n, (i+1)*p.lanes)
		v.pieces = 0
		if from >= to {
			break
		}
		at := (first + from) % p.tiles[1]
		v.pieces = (at + to - from + p.tiles[1] - 1) / p.tiles[1]
		for k, col := 0, from; col < to; k++ {
			tile := first + col
			count := min(to-col, p.tiles[1]-tile%p.tiles[1])
			p.piece(v, k, col-from, count, tile)
			col += count
		}
	}
}

// piece fills in the tables for a number of tiles of one row that become the columns of a vector from col on.
func (p *patch[T]) piece(v *patchVector, k, col, count, tile int) {
	row := tile / p.tiles[1]
	x, y, image := 2*(tile%p.tiles[1]), 2*(row%p.tiles[0]), row/p.tiles[0]
	base := image*p.groups*p.planes*size(p.in) - 2*col
	for i := range 4 {
		for s := range 2 {
			entry := [2]int{}
			inY, inX := y+i+p.first[0], x+2*s+p.first[1]
			from, to := max(0, -inX), min(2*count, p.in[2]-inX)
			if uint(inY) < uint(p.in[1]) && from < to {
				entry = [2]int{bytes[T](base + inY*p.in[2] + inX), int(full(2*col+to) &^ full(2*col+from))}
			}
			v.in[(2*i+s)*v.pieces+k] = entry
		}
	}
	base = image*p.groups*p.channels*p.dstPlane - 2*col
	for a := range 2 {
		entry := [2]int{}
		if y+a < p.grid[1] {
			entry = [2]int{bytes[T](base + (y+a)*p.grid[2] + x), int(full(2*col+min(2*count, p.grid[2]-x)) &^ full(2*col))}
		}
		v.out[a*v.pieces+k] = entry
	}
}
