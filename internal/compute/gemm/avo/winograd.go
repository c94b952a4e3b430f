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

// constant loads a constant.
func constant(m Mem) reg.VecVirtual {
	v := ZMM()
	VMOVUPS(m, v)
	return v
}

// minus and plus set a new vector.
func minus(x, y reg.VecVirtual) reg.VecVirtual {
	v := ZMM()
	VSUBPS(y, x, v)
	return v
}

func plus(x, y reg.VecVirtual) reg.VecVirtual {
	v := ZMM()
	VADDPS(y, x, v)
	return v
}

// deal returns the even and the odd of the words of two vectors.
func deal(x, y, evens, odds reg.VecVirtual) (even, odd reg.VecVirtual) {
	even = ZMM()
	VMOVAPS(x, even)
	VPERMT2PS(y, evens, even)
	VPERMT2PS(y, odds, x)
	return even, x
}

// tilesIn transforms 16 tiles of 4×4 cells, two apart, of each of a number of planes. The table has, for each of the
// four rows of cells, its first and its second pair of columns, and each piece, as the tiles may lie in several
// rows, the distance in bytes from where the plane begins to where the first tile's pair would be, and the mask of
// the words, two for a tile, that are the piece's. What no piece has is 0.
func tilesIn(pieces int, evens, odds Mem) {
	name := fmt.Sprintf("tilesIn512x%d", pieces)
	TEXT(name, NOSPLIT, "func(planes int, src *float32, plane int, dst *float32, row, part int, table *[2]int)")
	Doc(fmt.Sprintf("%s writes the 16 parts of vectors of tiles, of %d pieces, of each plane: part bytes apart, row bytes from plane to plane.", name, pieces))
	Pragma("noescape")
	planes, src, plane, dst, row, part := gp("planes"), gp("src"), gp("plane"), gp("dst"), gp("row"), gp("part")
	table, at, to := gp("table"), GP64(), GP64()
	from := rowIn{pieces: pieces, src: src, table: table, at: at, even: constant(evens), odd: constant(odds)}
	Label("loop")
	var t [4][4]reg.VecVirtual
	for i := range t {
		d := from.row(i)
		t[i] = [4]reg.VecVirtual{minus(d[0], d[2]), plus(d[1], d[2]), minus(d[2], d[1]), minus(d[1], d[3])}
	}
	MOVQ(dst, to)
	for i := range t {
		for j := range t {
			var v reg.VecVirtual
			switch i {
			case 0:
				v = minus(t[0][j], t[2][j])
			case 1:
				v = plus(t[1][j], t[2][j])
			case 2:
				v = minus(t[2][j], t[1][j])
			case 3:
				v = minus(t[1][j], t[3][j])
			}
			VMOVUPS(v, Mem{Base: to})
			ADDQ(part, to)
		}
	}
	ADDQ(plane, src)
	ADDQ(row, dst)
	DECQ(planes)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// rowIn is where tilesIn reads the cells of a plane.
type rowIn struct {
	pieces         int
	src, table, at reg.GPVirtual
	even, odd      reg.VecVirtual
}

// row reads row i of the cells of a vector of tiles, each of the four columns apart, from its pieces.
func (r rowIn) row(i int) (d [4]reg.VecVirtual) {
	for s := range 2 {
		x := []reg.VecVirtual{ZMM(), ZMM()}
		for p := range r.pieces {
			entry := 16 * ((2*i+s)*r.pieces + p)
			MOVQ(Mem{Base: r.table, Disp: entry}, r.at)
			for h := range x {
				k := K()
				KMOVW(Mem{Base: r.table, Disp: entry + 8 + 2*h}, k)
				from := Mem{Base: r.src, Index: r.at, Scale: 1, Disp: 64 * h}
				if p == 0 {
					VMOVUPS_Z(from, k, x[h])
				} else {
					VMOVUPS(from, k, x[h])
				}
			}
		}
		d[2*s], d[2*s+1] = deal(x[0], x[1], r.even, r.odd)
	}
	return d
}

// tilesOut transforms 16 sums of parts back to 16 tiles of 2×2 positions, for each of a number of result channels,
// whose bias is added. The table has, for both rows of positions and each piece, the distance in bytes from where
// the plane begins to where the first tile's pair would be, and the mask of the words. They are added to what is
// there unless add is 0. It returns whether any is not finite.
func tilesOut(pieces int, lows, highs Mem) {
	name := fmt.Sprintf("tilesOut512x%d", pieces)
	TEXT(name, NOSPLIT, "func(channels int, src *float32, row, part int, dst *float32, plane int, table *[2]int, bias *float32, add int) int")
	Doc(fmt.Sprintf("%s writes vectors of tiles, of %d pieces, of each channel: src has 16 parts, part bytes apart, row bytes from channel to channel.", name, pieces))
	Pragma("noescape")
	channels, src, row, part, dst, plane := gp("channels"), gp("src"), gp("row"), gp("part"), gp("dst"), gp("plane")
	table, bias, add, from := gp("table"), gp("bias"), gp("add"), GP64()
	to := rowOut{pieces: pieces, dst: dst, table: table, add: add, at: GP64(), low: constant(lows), high: constant(highs)}
	zero, bad := ZMM(), ZMM()
	VPXORD(zero, zero, zero)
	VPXORD(bad, bad, bad)
	Label("loop")
	MOVQ(src, from)
	var z [4][2]reg.VecVirtual
	for i := range z {
		var m [4]reg.VecVirtual
		for j := range m {
			m[j] = ZMM()
			VMOVUPS(Mem{Base: from}, m[j])
			ADDQ(part, from)
		}
		z[i] = [2]reg.VecVirtual{plus(plus(m[0], m[1]), m[2]), minus(minus(m[1], m[2]), m[3])}
	}
	b := ZMM()
	VBROADCASTSS(Mem{Base: bias}, b)
	for a := range 2 {
		var y [2]reg.VecVirtual
		for j := range y {
			if a == 0 {
				y[j] = plus(plus(z[0][j], z[1][j]), z[2][j])
			} else {
				y[j] = minus(minus(z[1][j], z[2][j]), z[3][j])
			}
			VADDPS(b, y[j], y[j])
			VFMADD231PS(zero, y[j], bad)
		}
		to.write(a, y)
	}
	ADDQ(row, src)
	ADDQ(plane, dst)
	ADDQ(U8(4), bias)
	DECQ(channels)
	JNZ(LabelRef("loop"))
	k, result := K(), GP64()
	VCMPPS(U8(3), bad, bad, k) // unordered: not a number
	KMOVW(k, result.As32())
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}

// rowOut is where tilesOut writes the positions of a plane.
type rowOut struct {
	pieces              int
	dst, table, add, at reg.GPVirtual
	low, high           reg.VecVirtual
}

// write writes row a of the positions of a vector of tiles, the first and the second column apart, piece by piece,
// or adds them to what is there.
func (r rowOut) write(a int, y [2]reg.VecVirtual) {
	halves := []reg.VecVirtual{ZMM(), y[0]}
	VMOVAPS(y[0], halves[0])
	VPERMT2PS(y[1], r.low, halves[0])
	VPERMT2PS(y[1], r.high, halves[1])
	for p := range r.pieces {
		entry := 16 * (a*r.pieces + p)
		MOVQ(Mem{Base: r.table, Disp: entry}, r.at)
		set := fmt.Sprintf("set_%d_%d", a, p)
		k := []reg.OpmaskVirtual{K(), K()}
		for h := range k {
			KMOVW(Mem{Base: r.table, Disp: entry + 8 + 2*h}, k[h])
		}
		TESTQ(r.add, r.add)
		JZ(LabelRef(set))
		for h := range k {
			VADDPS(Mem{Base: r.dst, Index: r.at, Scale: 1, Disp: 64 * h}, halves[h], k[h], halves[h])
		}
		Label(set)
		for h := range k {
			VMOVUPS(halves[h], k[h], Mem{Base: r.dst, Index: r.at, Scale: 1, Disp: 64 * h})
		}
	}
}

// tilesOf transforms the 3×3 weights of 16·n planes.
func tilesOf(places Mem) {
	TEXT("tilesOf512", NOSPLIT, "func(n int, src *float32, plane, cell int, dst *float32, part int)")
	Doc("tilesOf512 writes the 16 parts, part bytes apart, of the weights of 16·n planes, plane bytes apart, whose cells are cell bytes apart.")
	Pragma("noescape")
	n, src, plane, cell := gp("n"), gp("src"), gp("plane"), gp("cell")
	dst, part := gp("dst"), gp("part")
	index, half, at, to, all := ZMM(), ZMM(), GP64(), GP64(), GP64()
	MOVQ(U32(0xffff), all)
	VPBROADCASTD(plane.As32(), index)
	VPMULLD(places, index, index)
	SHLQ(U8(4), plane)
	MOVL(U32(0x3f000000), at.As32())
	VPBROADCASTD(at.As32(), half)
	Label("loop")
	MOVQ(src, at)
	var g [3][3]reg.VecVirtual
	for i := range g {
		for j := range g {
			k := K()
			KMOVW(all.As32(), k)
			g[i][j] = ZMM()
			VPXORD(g[i][j], g[i][j], g[i][j])
			VGATHERDPS(Mem{Base: at, Index: index, Scale: 1}, k, g[i][j])
			ADDQ(cell, at)
		}
	}
	var rows [4][3]reg.VecVirtual
	for j := range 3 {
		r := spreadOut(g[0][j], g[1][j], g[2][j], half)
		for i := range rows {
			rows[i][j] = r[i]
		}
	}
	MOVQ(dst, to)
	for i := range rows {
		for _, v := range spreadOut(rows[i][0], rows[i][1], rows[i][2], half) {
			VMOVUPS(v, Mem{Base: to})
			ADDQ(part, to)
		}
	}
	ADDQ(plane, src)
	ADDQ(U8(64), dst)
	DECQ(n)
	JNZ(LabelRef("loop"))
	VZEROUPPER()
	RET()
}

// spreadOut returns x, (x+y+z)/2, (x-y+z)/2 and z.
func spreadOut(x, y, z, half reg.VecVirtual) [4]reg.VecVirtual {
	ends, middle := plus(x, z), ZMM()
	VMULPS(half, ends, ends)
	VMULPS(half, y, middle)
	return [4]reg.VecVirtual{x, plus(ends, middle), minus(ends, middle), z}
}

// winograd writes the transformations of 3×3 convolutions.
func winograd() {
	evens, odds := words("evens", func(i int) int { return 2 * i }), words("odds", func(i int) int { return 2*i + 1 })
	lows := words("lows", func(i int) int { return i/2 + i%2*16 })
	highs := words("highs", func(i int) int { return 8 + i/2 + i%2*16 })
	places := words("places", func(i int) int { return i })
	for pieces := 1; pieces <= 4; pieces++ {
		tilesIn(pieces, evens, odds)
		tilesOut(pieces, lows, highs)
	}
	tilesOf(places)
}
