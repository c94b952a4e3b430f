package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// copyWindow copies what a vector of positions reads from planes of an image. Each cell of a kernel shifts the
// vector, which is assembled from one piece for each row of positions in it. The table has, for each cell and piece,
// the distance in bytes of the vector's first word from the beginning of the plane, and the mask of the words that
// belong to the piece. Words of no piece become 0.
func copyWindow(pieces int) {
	name := fmt.Sprintf("copyWindow512x%d", pieces)
	TEXT(name, NOSPLIT, "func(cells, planes int, src *byte, plane int, dst *byte, row, ldd int, table *[2]int)")
	Doc(fmt.Sprintf("%s copies vectors of %d pieces for a number of cells, row bytes apart in dst, and of planes, ldd apart.", name, pieces))
	Pragma("noescape")
	cells, plane, ldd := gp("cells"), gp("plane"), gp("ldd")
	dst, table := gp("dst"), gp("table")
	cell, loop := name+"_cell", name+"_plane"
	Label(cell)
	src, mask := make([]reg.Register, pieces), make([]reg.OpmaskVirtual, pieces)
	first, m := gp("src"), GP64()
	for i := range src {
		p, k := GP64(), K()
		MOVQ(Mem{Base: table, Disp: 16 * i}, p)
		ADDQ(first, p)
		MOVQ(Mem{Base: table, Disp: 16*i + 8}, m)
		KMOVW(m.As32(), k)
		src[i], mask[i] = p, k
	}
	planes, to := gp("planes"), GP64()
	MOVQ(dst, to)
	Label(loop)
	v := ZMM()
	PREFETCHT0(Mem{Base: src[0], Disp: 128})
	VMOVDQU32_Z(Mem{Base: src[0]}, mask[0], v)
	for i := 1; i < pieces; i++ {
		VMOVDQU32(Mem{Base: src[i]}, mask[i], v)
	}
	VMOVDQU32(v, Mem{Base: to})
	for _, p := range src {
		ADDQ(plane, p)
	}
	ADDQ(ldd, to)
	DECQ(planes)
	JNZ(LabelRef(loop))
	ADDQ(U8(16*pieces), table)
	row := gp("row")
	ADDQ(row, dst)
	DECQ(cells)
	JNZ(LabelRef(cell))
	VZEROUPPER()
	RET()
}

// copyWindow256 is copyWindow for vectors of 8 words. Pieces do not overlap, so what they read is combined by or.
func copyWindow256(pieces int) {
	name := fmt.Sprintf("copyWindow256x%d", pieces)
	TEXT(name, NOSPLIT, "func(cells, planes int, src *byte, plane int, dst *byte, row, ldd int, table *[2]int)")
	Doc(fmt.Sprintf("%s copies vectors of %d pieces for a number of cells, row bytes apart in dst, and of planes, ldd apart.", name, pieces))
	Pragma("noescape")
	cells, plane, ldd := gp("cells"), gp("plane"), gp("ldd")
	dst, table := gp("dst"), gp("table")
	Label("cell")
	src, mask := make([]reg.Register, pieces), make([]reg.VecVirtual, pieces)
	first := gp("src")
	for i := range src {
		src[i], mask[i] = GP64(), avx2.spread(f32, Mem{Base: table, Disp: 16*i + 8}, 0)
		MOVQ(Mem{Base: table, Disp: 16 * i}, src[i])
		ADDQ(first, src[i])
	}
	planes, to := gp("planes"), GP64()
	MOVQ(dst, to)
	Label("plane")
	v := YMM()
	VMASKMOVPS(Mem{Base: src[0]}, mask[0], v)
	for i := 1; i < pieces; i++ {
		more := YMM()
		VMASKMOVPS(Mem{Base: src[i]}, mask[i], more)
		VORPS(more, v, v)
	}
	VMOVUPS(v, Mem{Base: to})
	for _, p := range src {
		ADDQ(plane, p)
	}
	ADDQ(ldd, to)
	DECQ(planes)
	JNZ(LabelRef("plane"))
	ADDQ(U8(16*pieces), table)
	row := gp("row")
	ADDQ(row, dst)
	DECQ(cells)
	JNZ(LabelRef("cell"))
	VZEROUPPER()
	RET()
}
