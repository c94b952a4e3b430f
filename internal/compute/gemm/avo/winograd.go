package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// words defines a constant of 16 words.
func words(name string, f func(i int) int) Mem {
	m := GLOBL(name, 8|16) // RODATA|NOPTR
	for i := range 16 {
		DATA(4*i, U32(f(i)))
	}
	return m
}

// constant loads a constant of a whole vector.
func constant(m Mem) reg.VecVirtual {
	v := ZMM()
	VMOVUPS(m, v)
	return v
}

// minus and plus return their result in a new vector.
func (s isa) minus(x reg.VecVirtual, y reg.VecVirtual) reg.VecVirtual {
	v := s.vector()
	VSUBPS(y, x, v)
	return v
}

func (s isa) plus(x reg.VecVirtual, y Op) reg.VecVirtual {
	v := s.vector()
	VADDPS(y, x, v)
	return v
}

// dealer deinterleaves and interleaves vectors of pairs. On AVX-512 it keeps the order of the tiles. On AVX2 the
// order is 0, 1, 4, 5, 2, 3, 6, 7, which saves exchanging halves both ways; the products do not depend on the order.
type dealer struct {
	isa
	first, second reg.VecVirtual // indices of the words that form a vector, on AVX-512
}

// apart returns the even and the odd of the words of two vectors.
func (d dealer) apart(x, y reg.VecVirtual) (even, odd reg.VecVirtual) {
	even, odd = d.vector(), x
	if !d.wide() {
		VSHUFPS(U8(0x88), y, x, even)
		VSHUFPS(U8(0xdd), y, x, odd)
		return even, odd
	}
	VMOVAPS(x, even)
	VPERMT2PS(y, d.first, even)
	VPERMT2PS(y, d.second, odd)
	return even, odd
}

// together interleaves the words of two vectors: it returns the first and the second half of the pairs.
func (d dealer) together(x, y reg.VecVirtual) (low, high reg.VecVirtual) {
	low, high = d.vector(), x
	if !d.wide() {
		VUNPCKLPS(y, x, low)
		VUNPCKHPS(y, x, high)
		return low, high
	}
	VMOVAPS(x, low)
	VPERMT2PS(y, d.first, low)
	VPERMT2PS(y, d.second, high)
	return low, high
}

// tilesIn transforms a vector of tiles of 4×4 cells, two apart, of each of a number of planes. The table has, for
// each of the four rows of cells, its first and its second pair of columns, and each piece, as the tiles may be in
// several rows, the distance in bytes from the beginning of the plane to where the first tile's pair would be, and
// the mask of the words, two for a tile, that belong to the piece. Words of no piece are 0.
func tilesIn(d dealer, pieces int) {
	name := fmt.Sprintf("tilesIn%sx%d", d.name, pieces)
	TEXT(name, NOSPLIT, "func(planes int, src *float32, plane int, dst *float32, row, part int, table *[2]int)")
	Doc(fmt.Sprintf("%s writes the 16 parts of vectors of tiles, of %d pieces, of each plane: part bytes apart, row bytes from plane to plane.", name, pieces))
	Pragma("noescape")
	planes, src, plane, dst, row, part := gp("planes"), gp("src"), gp("plane"), gp("dst"), gp("row"), gp("part")
	to := GP64()
	from := rowIn{dealer: d, pieces: pieces, src: src, table: gp("table"), at: GP64(), soon: GP64()}
	from.load(evens, odds)
	LEAQ(Mem{Base: src, Index: plane, Scale: 2}, from.soon)
	Label("loop")
	MOVQ(dst, to)
	write := func(v reg.VecVirtual) {
		VMOVUPS(v, Mem{Base: to})
		ADDQ(part, to)
	}
	t0, t2 := from.row(0), from.row(2)
	for j := range 4 {
		write(d.minus(t0[j], t2[j]))
	}
	t1 := from.row(1)
	for j := range 4 {
		write(d.plus(t1[j], t2[j]))
	}
	for j := range 4 {
		write(d.minus(t2[j], t1[j]))
	}
	t3 := from.row(3)
	for j := range 4 {
		write(d.minus(t1[j], t3[j]))
	}
	ADDQ(plane, src)
	ADDQ(plane, from.soon)
	ADDQ(row, dst)
	DECQ(planes)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// load loads the indices of the words that form a vector.
func (d *dealer) load(first, second func() Mem) {
	if d.wide() {
		d.first, d.second = constant(first()), constant(second())
	}
}

// rowIn is where tilesIn reads the cells of a plane.
type rowIn struct {
	dealer
	pieces               int
	src, table, at, soon reg.GPVirtual // soon is the plane after the next one, which is prefetched
}

// row reads row i of the cells of a vector of tiles from its pieces, and transforms its four columns.
func (r rowIn) row(i int) [4]reg.VecVirtual {
	var d [4]reg.VecVirtual
	for s := range 2 {
		x := []reg.VecVirtual{r.vector(), r.vector()}
		for p := range r.pieces {
			entry := 16 * ((2*i+s)*r.pieces + p)
			MOVQ(Mem{Base: r.table, Disp: entry}, r.at)
			PREFETCHT0(Mem{Base: r.soon, Index: r.at, Scale: 1})
			for h := range x {
				from := Mem{Base: r.src, Index: r.at, Scale: 1, Disp: r.bytes * h}
				r.piece(from, halfMask(r.isa, r.table, entry, h), x[h], p > 0)
			}
		}
		d[2*s], d[2*s+1] = r.apart(x[0], x[1])
	}
	return [4]reg.VecVirtual{r.minus(d[0], d[2]), r.plus(d[1], d[2]), r.minus(d[2], d[1]), r.minus(d[1], d[3])}
}

// halfMask loads the mask of half h of the words of a table entry: into a mask register, or a vector on AVX2.
func halfMask(s isa, table reg.GPVirtual, entry, h int) reg.Register {
	if s.wide() {
		k := K()
		KMOVW(Mem{Base: table, Disp: entry + 8 + 2*h}, k)
		return k
	}
	return s.spread(f32, Mem{Base: table, Disp: entry + 8}, 8*h)
}

// piece reads the words selected by a mask into a vector, beside what other pieces have read.
func (r rowIn) piece(from Mem, m reg.Register, to reg.VecVirtual, more bool) {
	switch {
	case r.wide() && more:
		VMOVUPS(from, m, to)
	case r.wide():
		VMOVUPS_Z(from, m, to)
	case more:
		VMASKMOVPS(from, m, m)
		VORPS(m, to, to)
	default:
		VMASKMOVPS(from, m, to)
	}
}

// tilesOut transforms vectors of sums of parts back to tiles of 2×2 positions, for each of a number of result
// channels, whose bias is added. The table has, for both rows of positions and each piece, the distance in bytes from
// the beginning of the plane to where the first tile's pair would be, and the mask of the words. Results are added to
// the positions unless add is 0. The kernel returns whether any result is not finite.
func tilesOut(d dealer, pieces int) {
	name := fmt.Sprintf("tilesOut%sx%d", d.name, pieces)
	TEXT(name, NOSPLIT, "func(channels int, src *float32, row, part int, dst *float32, plane int, table *[2]int, bias *float32, add int) int")
	Doc(fmt.Sprintf("%s writes vectors of tiles, of %d pieces, of each channel: src has 16 parts, part bytes apart, row bytes from channel to channel.", name, pieces))
	Pragma("noescape")
	channels, src, row, part, dst, plane := gp("channels"), gp("src"), gp("row"), gp("part"), gp("dst"), gp("plane")
	bias, from := gp("bias"), GP64()
	to := rowOut{dealer: d, pieces: pieces, dst: dst, table: gp("table"), add: gp("add"), at: GP64()}
	to.load(lows, highs)
	zero, bad := d.zero(), d.zero()
	Label("loop")
	MOVQ(src, from)
	column := func() [2]reg.VecVirtual { // of sums, transformed
		var m [4]reg.VecVirtual
		for j := range m {
			m[j] = d.vector()
			VMOVUPS(Mem{Base: from}, m[j])
			ADDQ(part, from)
		}
		return [2]reg.VecVirtual{d.plus(d.plus(m[0], m[1]), m[2]), d.minus(d.minus(m[1], m[2]), m[3])}
	}
	b := d.vector()
	VBROADCASTSS(Mem{Base: bias}, b)
	finish := func(y [2]reg.VecVirtual) [2]reg.VecVirtual {
		for j := range y {
			VADDPS(b, y[j], y[j])
			VFMADD231PS(zero, y[j], bad)
		}
		return y
	}
	var y, below [2]reg.VecVirtual
	z0, z1, z2 := column(), column(), column()
	for j := range y {
		y[j] = d.plus(d.plus(z0[j], z1[j]), z2[j])
		below[j] = d.minus(z1[j], z2[j])
	}
	to.write(0, finish(y))
	z3 := column()
	for j := range below {
		below[j] = d.minus(below[j], z3[j])
	}
	to.write(1, finish(below))
	ADDQ(row, src)
	ADDQ(plane, dst)
	ADDQ(U8(4), bias)
	DECQ(channels)
	JNZ(LabelRef("loop"))
	result := GP64()
	if d.wide() {
		k := K()
		VCMPPS(U8(3), bad, bad, k) // unordered: NaN
		KMOVW(k, result.As32())
	} else {
		VCMPPS(U8(3), bad, bad, bad)
		VMOVMSKPS(bad, result.As32())
	}
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// rowOut is where tilesOut writes the positions of a plane.
type rowOut struct {
	dealer
	pieces              int
	dst, table, add, at reg.GPVirtual
}

// write writes row a of the positions of a vector of tiles, the first and the second column apart, piece by piece,
// or adds them to what is there.
func (r rowOut) write(a int, y [2]reg.VecVirtual) {
	halves := make([]reg.VecVirtual, 2)
	halves[0], halves[1] = r.together(y[0], y[1])
	for p := range r.pieces {
		entry := 16 * (a*r.pieces + p)
		MOVQ(Mem{Base: r.table, Disp: entry}, r.at)
		set := fmt.Sprintf("set_%d_%d", a, p)
		m := []reg.Register{halfMask(r.isa, r.table, entry, 0), halfMask(r.isa, r.table, entry, 1)}
		to := []Mem{{Base: r.dst, Index: r.at, Scale: 1}, {Base: r.dst, Index: r.at, Scale: 1, Disp: r.bytes}}
		TESTQ(r.add, r.add)
		JZ(LabelRef(set))
		for h, v := range halves {
			if r.wide() {
				VADDPS(to[h], v, m[h], v)
			} else {
				old := r.vector()
				VMASKMOVPS(to[h], m[h], old) // zeros elsewhere
				VADDPS(old, v, v)
			}
		}
		Label(set)
		for h, v := range halves {
			if r.wide() {
				VMOVUPS(v, m[h], to[h])
				continue
			}
			some, done := fmt.Sprintf("%s_%d_some", set, h), fmt.Sprintf("%s_%d_done", set, h)
			CMPB(Mem{Base: r.table, Disp: entry + 8 + h}, I8(-1)) // masked stores are slow there
			JNE(LabelRef(some))
			VMOVUPS(v, to[h])
			JMP(LabelRef(done))
			Label(some)
			VMASKMOVPS(v, m[h], to[h])
			Label(done)
		}
	}
}

// tilesOf transforms the 3×3 weights of vectors of planes.
func tilesOf(s isa, places Mem) {
	name := "tilesOf" + s.name
	TEXT(name, NOSPLIT, "func(n int, src *float32, plane, cell int, dst *float32, part int)")
	Doc(fmt.Sprintf("%s writes the 16 parts, part bytes apart, of the weights of %d·n planes, plane bytes apart, whose cells are cell bytes apart.", name, s.count(f32)))
	Pragma("noescape")
	n, src, plane, cell := gp("n"), gp("src"), gp("plane"), gp("cell")
	dst, part := gp("dst"), gp("part")
	index, half, at, to := s.vector(), s.vector(), GP64(), GP64()
	step := XMM()
	VMOVD(plane.As32(), step)
	VPBROADCASTD(step, index)
	VPMULLD(places, index, index)
	IMUL3Q(U8(s.count(f32)), plane, plane)
	MOVL(U32(0x3f000000), at.As32())
	VMOVD(at.As32(), step)
	VBROADCASTSS(step, half)
	var rows rowsOf
	if !s.wide() {
		rows.room = AllocLocal(12 * s.bytes)
	}
	Label("loop")
	MOVQ(src, at)
	var g [3][3]reg.VecVirtual
	for i := range g {
		for j := range g {
			g[i][j] = s.gather(Mem{Base: at, Index: index, Scale: 1})
			ADDQ(cell, at)
		}
	}
	for j := range 3 {
		for i, v := range s.spreadOut(g[0][j], g[1][j], g[2][j], half) {
			rows.put(s, i, j, v)
		}
	}
	MOVQ(dst, to)
	for i := range 4 {
		for _, v := range s.spreadOut(rows.get(s, i, 0), rows.get(s, i, 1), rows.get(s, i, 2), half) {
			VMOVUPS(v, Mem{Base: to})
			ADDQ(part, to)
		}
	}
	ADDQ(plane, src)
	ADDQ(U8(s.bytes), dst)
	DECQ(n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// rowsOf is twelve vectors: in registers, or in the function's frame if there are too few registers.
type rowsOf struct {
	v    [4][3]reg.VecVirtual
	room Mem
}

func (r *rowsOf) put(s isa, i, j int, v reg.VecVirtual) {
	if s.wide() {
		r.v[i][j] = v
		return
	}
	VMOVUPS(v, r.room.Offset((3*i+j)*s.bytes))
}

func (r *rowsOf) get(s isa, i, j int) reg.VecVirtual {
	if s.wide() {
		return r.v[i][j]
	}
	v := s.vector()
	VMOVUPS(r.room.Offset((3*i+j)*s.bytes), v)
	return v
}

// gather reads words from scattered places.
func (s isa) gather(from Mem) reg.VecVirtual {
	to := s.zero()
	if s.wide() {
		all, k := GP32(), K()
		MOVL(U32(0xffff), all)
		KMOVW(all, k)
		VGATHERDPS(from, k, to)
		return to
	}
	all := s.vector()
	VPCMPEQD(all, all, all)
	VGATHERDPS(all, from, to)
	return to
}

// spreadOut returns x, (x+y+z)/2, (x-y+z)/2 and z.
func (s isa) spreadOut(x, y, z, half reg.VecVirtual) [4]reg.VecVirtual {
	ends, middle := s.plus(x, z), s.vector()
	VMULPS(half, ends, ends)
	VMULPS(half, y, middle)
	return [4]reg.VecVirtual{x, s.plus(ends, middle), s.minus(ends, middle), z}
}

var shuffles = map[string]Mem{}

// shuffle returns a constant of 16 words, defined once.
func shuffle(name string, f func(i int) int) func() Mem {
	return func() Mem {
		if _, ok := shuffles[name]; !ok {
			shuffles[name] = words(name, f)
		}
		return shuffles[name]
	}
}

// Which words of two vectors become one.
var (
	evens  = shuffle("evens", func(i int) int { return 2 * i })
	odds   = shuffle("odds", func(i int) int { return 2*i + 1 })
	lows   = shuffle("lows", func(i int) int { return i/2 + i%2*16 })
	highs  = shuffle("highs", func(i int) int { return 8 + i/2 + i%2*16 })
	places = shuffle("places", func(i int) int { return i })
)

// winograd writes the transformations of 3×3 convolutions.
func winograd(s isa) {
	for pieces := 1; pieces <= 4; pieces++ {
		tilesIn(dealer{isa: s}, pieces)
		tilesOut(dealer{isa: s}, pieces)
	}
	tilesOf(s, places())
}
